/* door.h - one call of rkstab as a struct: open with a problem, change one thing, solve, look
 *
 * door_open sets sane arguments; iopt and wopt are the options (iwork[0..19], work[0..9]);
 * door_arm allocates work and iwork of exactly the needed lengths, so that AddressSanitizer sees
 * any step outside; door_run calls; door_solve does both. */
#ifndef MBDAE_TEST_DOOR_H
#define MBDAE_TEST_DOOR_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "problem.h"
#include "reference.h"

enum { DOOR_IOPT = 20, DOOR_WOPT = 10 };

typedef struct door {
  int ihol, n, m, mi;
  mbdae_amat amat;
  mbdae_fcn fcn;
  mbdae_gcn gcn;
  mbdae_gcnq gcnq;
  mbdae_gcnt gcnt;
  mbdae_gcnqq gcnqq;
  mbdae_gin gin;
  const double* baumg;
  double *x, *q, *v, xend, *h;
  const double *rtol, *atol;
  double datol;
  int itol;
  mbdae_solout solout;
  int iout;
  double* work;
  int lwork;
  int* iwork;
  int liwork;
  int* idid;
  void* user;
  int iopt[DOOR_IOPT];
  double wopt[DOOR_WOPT];
  struct { /* what the pointers above point at unless a test says otherwise */
    double baumg[2], x, h, rtol, atol;
    int idid;
  } own;
} door;

/* calloc that gives an array for length 0 too and never fails */
static inline void* door_zeros(int count, size_t size) {
  void* p = calloc(count > 0 ? (size_t)count : 1, size);
  if (p == NULL) abort();
  return p;
}

static inline void door_open(door* d, const mbdae_problem* p, void* user) {
  memset(d, 0, sizeof *d);
  d->ihol = p->ihol, d->n = p->n, d->m = p->m;
  d->amat = p->amat, d->fcn = p->fcn, d->gcn = p->gcn, d->gcnq = p->gcnq;
  d->gcnt = p->gcnt, d->gcnqq = p->gcnqq;
  d->own.baumg[0] = 20, d->own.baumg[1] = 100;
  d->own.x = p->t0, d->own.rtol = d->own.atol = 1e-8;
  d->baumg = d->own.baumg, d->x = &d->own.x, d->h = &d->own.h;
  d->rtol = &d->own.rtol, d->atol = &d->own.atol, d->idid = &d->own.idid;
  d->xend = p->t1;
  d->user = user;
  d->q = (double*)door_zeros(p->n, sizeof(double));
  d->v = (double*)door_zeros(p->n, sizeof(double));
  p->start(d->q, d->v, user);
}

static inline void door_arm(door* d) {
  int options[RKSTAB_IWORK_HEADER] = {0};
  memcpy(options, d->iopt, sizeof d->iopt);
  free(d->work);
  free(d->iwork);
  d->lwork = rkstab_lwork(d->n, d->m, d->mi, options);
  d->liwork = rkstab_liwork(d->n, d->m, d->mi, options);
  d->work = (double*)door_zeros(d->lwork, sizeof(double));
  d->iwork = (int*)door_zeros(d->liwork, sizeof(int));
  memcpy(d->iwork, d->iopt, sizeof d->iopt);
  memcpy(d->work, d->wopt, sizeof d->wopt);
}

static inline int door_run(door* d) {
  return rkstab(d->ihol, d->n, d->m, d->mi, d->amat, d->fcn, d->gcn, d->gcnq, d->gcnt, d->gcnqq,
                d->gin, d->baumg, d->x, d->q, d->v, d->xend, d->h, d->rtol, d->atol, d->datol,
                d->itol, d->solout, d->iout, d->work, d->lwork, d->iwork, d->liwork, d->idid,
                d->user);
}

static inline int door_solve(door* d) {
  door_arm(d);
  return door_run(d);
}

static inline void door_close(door* d) {
  free(d->q);
  free(d->v);
  free(d->work);
  free(d->iwork);
}

static inline void door_tolerance(door* d, double tol) {
  d->own.rtol = d->own.atol = tol;
}

/* IDID as expected, else fail with the whole explanation */
static inline void door_expect(const door* d, int expected, const char* what) {
  char text[300];
  rkstab_explain(*d->idid, d->work, d->iwork, text, (int)sizeof text);
  if (*d->idid != expected) {
    fail_msg("%s: IDID %d, expected %d: %s", what, *d->idid, expected, text);
  }
}

static inline double door_distance(const double* a, const double* b, int count) {
  double largest = 0;
  for (int i = 0; i < count; ++i) {
    const double d = fabs(a[i] - b[i]);
    if (d > largest || isnan(d)) largest = d; /* NaN stays */
  }
  return largest;
}

/* The first columns after t in the row of time t of that reference solution. */
static inline void door_reference(const char* name, double t, double* out, int columns) {
  if (read_reference(name, t, columns, out) != 0) fail_msg("%s has no row t = %g", name, t);
}

/* A pendulum of unit mass and length in Cartesian coordinates, released from the horizontal,
 * g = (x^2 + y^2 - 1)/2, hence lambda = |v|^2 - gravity y; period 2 pi / (sqrt(gravity) AGM(1,
 * cos 45 deg)). */
static const double pendulum_gravity = 9.81;

static inline int pendulum_mass(int n, int ldam, double t, const double* q, double* am, void* u) {
  (void)n, (void)t, (void)q, (void)u;
  am[0] = am[ldam + 1] = 1;
  return 0;
}
static inline int pendulum_force(int n, double t, const double* q, const double* v, double* f,
                                 void* u) {
  (void)n, (void)t, (void)q, (void)v, (void)u;
  f[1] = -pendulum_gravity;
  return 0;
}
static inline int pendulum_rod(int m, int n, double t, const double* q, double* g, void* u) {
  (void)m, (void)n, (void)t, (void)u;
  g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1);
  return 0;
}
static inline int pendulum_rod_q(int m, int n, double t, const double* q, double* gq, void* u) {
  (void)m, (void)n, (void)t, (void)u;
  gq[0] = q[0];
  gq[m] = q[1];
  return 0;
}
static inline int pendulum_rod_qq(int m, int n, double t, const double* q, const double* v,
                                  double* l, void* u) {
  (void)m, (void)n, (void)t, (void)q, (void)u;
  l[0] = v[0] * v[0] + v[1] * v[1];
  return 0;
}
static inline void pendulum_start(double* q, double* v, void* u) {
  (void)u;
  q[0] = 1, q[1] = 0, v[0] = v[1] = 0;
}
static inline double pendulum_period(void) {
  double a = 1, b = sqrt(0.5);
  for (int i = 0; i < 8; ++i) {
    const double mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
  }
  return 2 * 3.14159265358979323846 / (sqrt(pendulum_gravity) * a);
}

static const mbdae_problem pendulum_problem = {"pendulum",
                                               0,
                                               2,
                                               1,
                                               pendulum_mass,
                                               pendulum_force,
                                               pendulum_rod,
                                               pendulum_rod_q,
                                               NULL,
                                               pendulum_rod_qq,
                                               0.0,
                                               2.0,
                                               pendulum_start,
                                               NULL,
                                               0,
                                               NULL,
                                               NULL};

#endif
