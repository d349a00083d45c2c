/* solve_bdf2nd.h - run bdf2nd on a problem: the arrays, the calls, the results in one struct */
#ifndef MBDAE_SOLVE_BDF2ND_H
#define MBDAE_SOLVE_BDF2ND_H

#include "solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called at the start and after every step (or at tout, if only that is asked for). */
typedef void (*second_order_observer)(double t, const double* q, const double* v,
                                      const double* lambda, void* observer);

/* Zero means default; t1 = 0: the problem's own end. The run goes on until `nmax` steps. */
typedef struct second_order_settings {
  int form, method, maxord, strategy, fixed, formula, testv, init, nmax;
  double rtol, atol, h, hmax, t1;
  int stop_at_end;          /* the last step ends at t1 instead of being interpolated */
  const double* steps;      /* fixed: their lengths one by one, NULL: all of them h */
  const double* tolerances; /* rtol, then atol, 2n + m each (q, lambda, v); NULL: the scalars */
  second_order_observer observe;
  void* observer;
} second_order_settings;

typedef struct second_order_outcome {
  int idid;
  double t;
  double q[SOLVE_MAX_N], v[SOLVE_MAX_N], lambda[SOLVE_MAX_M];
  double driftp, driftv;
  int nst, nre, nje, nlu, netf, nctf, nfcn, nswitch, order;
  char text[400]; /* dassl_like_explain */
} second_order_outcome;

/* Returns IDID; 0 if the arrays could not be had. */
int solve_bdf2nd(const mbdae_problem* problem, void* user, const second_order_settings* settings,
                 second_order_outcome* outcome);

#ifdef __cplusplus
}
#endif

#endif
