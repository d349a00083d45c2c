/* problem.h - a mechanism with its data: what rkstab needs, where it starts, what it is judged by
 *
 * Problems use only the public headers, so that each doubles as an example. */
#ifndef MBDAE_PROBLEM_H
#define MBDAE_PROBLEM_H

#include <mbdae/mbdae.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mbdae_problem {
  const char* name;
  int ihol, n, m;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  double t0, t1;                                   /* interval of the published runs */
  void (*start)(double* q, double* v, void* user); /* consistent values at t0 */
  /* total energy, less the work of constant torques; NULL where it is not conserved */
  double (*energy)(double t, const double* q, const double* v, void* user);
  /* named outputs, such as the position of a tip */
  int noutput;
  const char* const* output_names;
  void (*output)(double t, const double* q, const double* v, double* out, void* user);
} mbdae_problem;

/* v' M v / 2 with the problem's mass matrix; n at most PROBLEM_ENERGY_N, else NaN */
enum { PROBLEM_ENERGY_N = 64 };
double problem_kinetic_energy(const mbdae_problem* problem, double t, const double* q,
                              const double* v, void* user);

/* lambda that belongs to q and v, (G M^-1 f + L) / (G M^-1 G'), for problems with a diagonal M and a
 * single constraint that does not depend on t; NaN if fcn refuses, m is not 1, or n too large */
double problem_multiplier(const mbdae_problem* problem, double t, const double* q, const double* v,
                          void* user);

#ifdef __cplusplus
}
#endif

#endif
