/* drop_in.h - a run of DDASSL or DDASRT as a struct, for whichever library the routines are from */
#ifndef MBDAE_TEST_DROP_IN_H
#define MBDAE_TEST_DROP_IN_H

#include <math.h>
#include <string.h>

#include "check.h"

typedef void (*fortran_res)(const double* t, const double* y, const double* yp, double* delta,
                            int* ires, double* rpar, int* ipar);
typedef void (*fortran_jac)(const double* t, const double* y, const double* yp, double* pd,
                            const double* cj, double* rpar, int* ipar);
typedef void (*fortran_g)(const int* neq, const double* t, const double* y, const int* ng,
                          double* g, double* rpar, int* ipar);
typedef void (*ddassl_routine)(fortran_res, const int*, double*, double*, double*, const double*,
                               int*, double*, double*, int*, double*, const int*, int*, const int*,
                               double*, int*, fortran_jac);
typedef void (*ddasrt_routine)(fortran_res, const int*, double*, double*, double*, const double*,
                               int*, double*, double*, int*, double*, const int*, int*, const int*,
                               double*, int*, fortran_jac, fortran_g, const int*, int*);

enum { DROP_NEQ = 6, DROP_NG = 4, DROP_LRW = 300, DROP_LIW = 40 };
enum { TSTOP = 0, HMAX = 1, H0 = 2, TN = 3 };                          /* of rwork */
enum { NST = 10, NRE = 11, NJE = 12, NETF = 13, NCTF = 14, NGE = 15 }; /* of iwork */

typedef struct drop_in {
  fortran_res res;
  fortran_g g;
  int neq, ng, info[15], idid, lrw, liw, iwork[DROP_LIW], jroot[DROP_NG];
  double t, tout, y[DROP_NEQ], yp[DROP_NEQ], rtol, atol, rwork[DROP_LRW];
} drop_in;

/* arrays as a driver has them: not cleared */
static inline void drop_in_open(drop_in* d, fortran_res res, int neq, fortran_g g, int ng,
                                double tol) {
  memset(d, 0, sizeof *d);
  d->res = res, d->neq = neq, d->g = g, d->ng = ng;
  d->rtol = d->atol = tol;
  d->lrw = DROP_LRW, d->liw = DROP_LIW;
  for (int i = 0; i < DROP_LRW; ++i) d->rwork[i] = NAN;
  for (int i = 0; i < DROP_LIW; ++i) d->iwork[i] = 1000000;
  for (int i = 0; i < DROP_NG; ++i) d->jroot[i] = 9;
}

static inline int drop_in_ddassl(drop_in* d, ddassl_routine ddassl) {
  ddassl(d->res, &d->neq, &d->t, d->y, d->yp, &d->tout, d->info, &d->rtol, &d->atol, &d->idid,
         d->rwork, &d->lrw, d->iwork, &d->liw, NULL, NULL, NULL);
  return d->idid;
}

static inline int drop_in_ddasrt(drop_in* d, ddasrt_routine ddasrt) {
  ddasrt(d->res, &d->neq, &d->t, d->y, d->yp, &d->tout, d->info, &d->rtol, &d->atol, &d->idid,
         d->rwork, &d->lrw, d->iwork, &d->liw, NULL, NULL, NULL, d->g, &d->ng, d->jroot);
  return d->idid;
}

/* y1' = -y2, y2' = y1 */
static inline void rotate(const double* t, const double* y, const double* yp, double* delta,
                          int* ires, double* rpar, int* ipar) {
  (void)t, (void)ires, (void)rpar, (void)ipar;
  delta[0] = yp[0] + y[1];
  delta[1] = yp[1] - y[0];
}

static inline void drop_in_rotation(drop_in* d, fortran_g g, int ng, double tol) {
  drop_in_open(d, rotate, 2, g, ng, tol);
  d->y[0] = d->yp[1] = 1;
}

#endif
