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

double problem_multiplier(const mbdae_problem* problem, double t, const double* q, const double* v,
                          void* user) {
  const int n = problem->n;
  double am[PROBLEM_ENERGY_N * PROBLEM_ENERGY_N] = {0};
  double f[PROBLEM_ENERGY_N] = {0}, G[PROBLEM_ENERGY_N] = {0}, L[1] = {0}, push = 0, give = 0;
  if (n > PROBLEM_ENERGY_N || problem->m != 1) return NAN;
  if (problem->amat(n, n, t, q, am, user) != 0 || problem->fcn(n, t, q, v, f, user) != 0 ||
      problem->gcnq(1, n, t, q, G, user) != 0 || problem->gcnqq(1, n, t, q, v, L, user) != 0) {
    return NAN;
  }
  for (int i = 0; i < n; ++i) {
    push += G[i] * f[i] / am[i + i * n];
    give += G[i] * G[i] / am[i + i * n];
  }
  return (push + L[0]) / give;
}
