/* See problem.h. */
#include "problem.h"

#include <math.h>

double problem_kinetic_energy(const mbdae_problem* problem, double t, const double* q,
                              const double* v, void* user) {
  const int n = problem->n;
  double am[PROBLEM_ENERGY_N * PROBLEM_ENERGY_N] = {0}, twice = 0;
  if (n > PROBLEM_ENERGY_N || problem->amat(n, n, t, q, am, user) != 0) return NAN;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) twice += v[i] * am[i + j * n] * v[j];
  }
  return 0.5 * twice;
}
