/* solve_bdf.h - run dassl_like_mbs on a problem: the arrays, the calls, the results in one struct */
#ifndef MBDAE_SOLVE_BDF_H
#define MBDAE_SOLVE_BDF_H

#include "solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means default; t1 = 0: the problem's own end, unless t1_given is set. The run goes on until `nmax` steps. */
typedef struct bdf_settings {
  int form, matrix, metric, init, nmax, every_step, t1_given;
  double rtol, atol, t1;
  double alpha, beta; /* Baumgarte */
} bdf_settings;

typedef struct bdf_outcome {
  int idid;
  double t;
  double q[SOLVE_MAX_N], v[SOLVE_MAX_N], lambda[SOLVE_MAX_M];
  double driftp, driftv, mu;
  int nst, nre, nje, netf, nctf, nfcn;
  char text[400]; /* dassl_like_explain */
} bdf_outcome;

/* Returns IDID; 0 if the arrays could not be had. */
int solve_bdf(const mbdae_problem* problem, void* user, const bdf_settings* settings,
              bdf_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
