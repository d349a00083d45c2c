/* solve.h - run rkstab on a problem: the arrays, the call, the results in one struct */
#ifndef MBDAE_SOLVE_H
#define MBDAE_SOLVE_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SOLVE_MAX_N = 2000, SOLVE_MAX_M = 2000 };

/* Called after every accepted step and, with told = t, at the start; dense as in mbdae_solout. */
typedef void (*solve_observer)(double told, double t, const double* q, const double* v,
                               const double* lambda, const mbdae_dense* dense, void* observer);

/* Zero means the default of rkstab; t1 = 0: the problem's own end, unless t1_given is set. */
typedef struct solve_settings {
  int method, stab, fixed, compat, init, rank, metric, ldiff, nmax;
  int t1_given;
  double rtol, atol, datol, h, t1;
  double baumg[2];
  solve_observer observe; /* NULL: nobody looks */
  void* observer;
} solve_settings;

typedef struct solve_outcome {
  int idid;
  double t, h;
  double q[SOLVE_MAX_N], v[SOLVE_MAX_N];
  double lambda[SOLVE_MAX_M]; /* at the last accepted point */
  double driftp, driftv;
  double energy;        /* at the start; 0 if the problem has none */
  double energy_drift;  /* largest change since then at accepted points */
  double pivot, pivott; /* smallest pivot ratio and its time */
  int nfcn, nstep, naccp, nrejct, nstab, nlu, nsolve, nrank, nnear;
  char text[600]; /* rkstab_explain */
} solve_outcome;

/* Returns IDID, or SOLVE_NO_ARRAYS: n or m too large, or out of memory; text says which. */
enum { SOLVE_NO_ARRAYS = -1 };
int mbdae_solve(const mbdae_problem* problem, void* user, const solve_settings* settings,
                solve_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
