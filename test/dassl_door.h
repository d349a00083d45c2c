/* dassl_door.h - one call of dassl_like as a struct: open, change one thing, call, look */
#ifndef MBDAE_TEST_DASSL_DOOR_H
#define MBDAE_TEST_DASSL_DOOR_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "residuals.h"

enum { DASSL_MOST = 64 };

typedef struct dassl_door {
  mbdae_res res;
  mbdae_jac jac;
  int neq;
  double t, tout, y[DASSL_MOST], yp[DASSL_MOST], rtol[DASSL_MOST], atol[DASSL_MOST];
  int info[DL_INFO_LENGTH], idid, code;
  double* rwork;
  int lrw;
  int* iwork;
  int liw;
  void* user;
} dassl_door;

/* arrays of exactly the needed length, so that AddressSanitizer sees any step outside */
static inline void dassl_arm(dassl_door* d, int lrw, int liw) {
  free(d->rwork);
  free(d->iwork);
  d->lrw = lrw, d->liw = liw;
  d->rwork = (double*)calloc((size_t)lrw, sizeof(double));
  d->iwork = (int*)calloc((size_t)liw, sizeof(int));
  if (d->rwork == NULL || d->iwork == NULL) abort();
}

static inline void dassl_open(dassl_door* d, mbdae_res res, int neq, const double* y,
                              const double* yp, double tout, double tol) {
  memset(d, 0, sizeof *d);
  d->res = res, d->neq = neq, d->tout = tout;
  memcpy(d->y, y, sizeof(double) * (size_t)neq);
  memcpy(d->yp, yp, sizeof(double) * (size_t)neq);
  for (int i = 0; i < DASSL_MOST; ++i) d->rtol[i] = d->atol[i] = tol;
  dassl_arm(d, 40 + 9 * neq + neq * neq, 20 + neq); /* DDASSL's own lengths */
}

static inline int dassl_call(dassl_door* d) {
  d->code = dassl_like(d->res, d->neq, &d->t, d->y, d->yp, d->tout, d->info, d->rtol, d->atol,
                       &d->idid, d->rwork, d->lrw, d->iwork, d->liw, d->jac, d->user);
  return d->idid;
}

/* through as many calls of 500 steps as it takes */
static inline int dassl_finish(dassl_door* d) {
  while (dassl_call(d) == DL_MUCH_WORK) d->info[DL_CONTINUE] = 1;
  return d->idid;
}

static inline void dassl_expect(const dassl_door* d, int expected, const char* what) {
  char text[400];
  dassl_like_explain(d->code, d->rwork, d->iwork, text, (int)sizeof text);
  if (d->idid != expected) {
    fail_msg("%s: IDID %d, expected %d: %s", what, d->idid, expected, text);
  }
}

static inline void dassl_close(dassl_door* d) {
  free(d->rwork);
  free(d->iwork);
}

/* y1' = -y2, y2' = y1: (cos t, sin t) */
static inline int rotation(int neq, double t, const double* y, const double* yp, double* delta,
                           void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] + y[1];
  delta[1] = yp[1] - y[0];
  return 0;
}

static inline void open_rotation(dassl_door* d, double tout, double tol) {
  const double y[2] = {1, 0}, yp[2] = {0, 1};
  dassl_open(d, rotation, 2, y, yp, tout, tol);
}

static inline void open_robertson(dassl_door* d, double tout, double tol) {
  const double y[3] = {1, 0, 0}, yp[3] = {-0.04, 0.04, 0};
  dassl_open(d, robertson, 3, y, yp, tout, tol);
}

#endif
