/* residuals.h - problems for DASSL's integrator: a mechanism written out as F(t,y,y') = 0 in plain C,
 * as a user of DASSL would, and Robertson's reactions
 *
 * y = (q, v, lambda[, mu]); forms
 *   RESIDUAL_INDEX1     q' = v,  M v' = f - G' lambda,  G v' + L = 0
 *   RESIDUAL_BAUMGARTE  the same with G v' + L + 2 a (G v + gt) + a^2 g = 0
 *   RESIDUAL_GGL        q' = v - G' mu,  M v' = f - G' lambda,  g = 0,  G v + gt = 0 */
#ifndef MBDAE_TEST_RESIDUALS_H
#define MBDAE_TEST_RESIDUALS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

enum residual_form { RESIDUAL_INDEX1, RESIDUAL_BAUMGARTE, RESIDUAL_GGL };

enum { RESIDUAL_N = 300, RESIDUAL_M = 200 };

typedef struct residual_problem {
  const mbdae_problem* problem;
  void* user;
  enum residual_form form;
  double gain;       /* Baumgarte's a */
  double *M, *G, *b; /* n*n, m*n, m */
} residual_problem;

static inline int residual_size(const residual_problem* r) {
  const int n = r->problem->n, m = r->problem->m;
  return 2 * n + (r->form == RESIDUAL_GGL ? 2 * m : m);
}

static inline void residual_open(residual_problem* r, const mbdae_problem* p, void* user,
                                 enum residual_form form) {
  r->problem = p, r->user = user, r->form = form, r->gain = 0;
  r->M = (double*)calloc((size_t)(p->n * p->n), sizeof(double));
  r->G = (double*)calloc((size_t)(p->m * p->n + 1), sizeof(double));
  r->b = (double*)calloc((size_t)(p->m + 1), sizeof(double));
  if (r->M == NULL || r->G == NULL || r->b == NULL) abort();
}

static inline void residual_close(residual_problem* r) {
  free(r->M);
  free(r->G);
  free(r->b);
}

static inline int residual_of_mechanism(int neq, double t, const double* y, const double* yp,
                                        double* delta, void* user) {
  const residual_problem* r = (const residual_problem*)user;
  const mbdae_problem* p = r->problem;
  const int n = p->n, m = p->m;
  const double *q = y, *v = y + n, *lambda = y + 2 * n, *mu = y + 2 * n + m;
  double *first = delta, *second = delta + n, *third = delta + 2 * n, *fourth = delta + 2 * n + m;
  (void)neq;
  memset(r->M, 0, sizeof(double) * (size_t)(n * n));
  memset(r->G, 0, sizeof(double) * (size_t)(m * n));
  memset(second, 0, sizeof(double) * (size_t)(n + m));
  if (p->amat(n, n, t, q, r->M, r->user) != 0) return 1;
  if (p->gcnq(m, n, t, q, r->G, r->user) != 0) return 1;
  if (p->fcn(n, t, q, v, second, r->user) != 0) return 1;
  for (int j = 0; j < n; ++j) second[j] = -second[j];
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) second[i] += r->M[i + j * n] * yp[n + j];
    for (int i = 0; i < m; ++i) second[j] += r->G[i + j * m] * lambda[i];
    first[j] = yp[j] - v[j];
  }
  if (r->form == RESIDUAL_GGL) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) first[j] += r->G[i + j * m] * mu[i];
    }
    memset(fourth, 0, sizeof(double) * (size_t)m);
    if (p->gcn(m, n, t, q, third, r->user) != 0) return 1;
    if (p->gcnt != NULL && p->gcnt(m, n, t, q, fourth, r->user) != 0) return 1;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) fourth[i] += r->G[i + j * m] * v[j];
    }
    return 0;
  }
  if (p->gcnqq(m, n, t, q, v, third, r->user) != 0) return 1;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) third[i] += r->G[i + j * m] * yp[n + j];
  }
  if (r->form == RESIDUAL_INDEX1) return 0;
  memset(r->b, 0, sizeof(double) * (size_t)m);
  if (p->gcnt != NULL && p->gcnt(m, n, t, q, r->b, r->user) != 0) return 1;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) r->b[i] += r->G[i + j * m] * v[j];
  }
  for (int i = 0; i < m; ++i) third[i] += 2 * r->gain * r->b[i];
  memset(r->b, 0, sizeof(double) * (size_t)m);
  if (p->gcn(m, n, t, q, r->b, r->user) != 0) return 1;
  for (int i = 0; i < m; ++i) third[i] += r->gain * r->gain * r->b[i];
  return 0;
}

/* Gaussian elimination with row interchanges, A[i + j*n] */
static inline void eliminate(int n, double* A, double* x) {
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i) {
      if (fabs(A[i + k * n]) > fabs(A[p + k * n])) p = i;
    }
    for (int j = 0; j < n; ++j) {
      const double a = A[k + j * n];
      A[k + j * n] = A[p + j * n];
      A[p + j * n] = a;
    }
    const double b = x[k];
    x[k] = x[p];
    x[p] = b;
    for (int i = k + 1; i < n; ++i) {
      const double factor = A[i + k * n] / A[k + k * n];
      for (int j = k; j < n; ++j) A[i + j * n] -= factor * A[k + j * n];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) x[k] -= A[k + j * n] * x[j];
    x[k] /= A[k + k * n];
  }
}

/* Start values with the accelerations and multipliers there; the derivatives of the multipliers are
 * zero. */
static inline void residual_start(const residual_problem* r, double* y, double* yp) {
  const mbdae_problem* p = r->problem;
  const int n = p->n, m = p->m, N = n + m;
  double* K = (double*)calloc((size_t)(N * N), sizeof(double));
  double* x = (double*)calloc((size_t)N, sizeof(double));
  if (K == NULL || x == NULL) abort();
  memset(y, 0, sizeof(double) * (size_t)residual_size(r));
  memset(yp, 0, sizeof(double) * (size_t)residual_size(r));
  p->start(y, y + n, r->user);
  memset(r->G, 0, sizeof(double) * (size_t)(m * n));
  p->amat(n, N, p->t0, y, K, r->user);
  p->gcnq(m, n, p->t0, y, r->G, r->user);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) K[n + i + j * N] = K[j + (n + i) * N] = r->G[i + j * m];
  }
  p->fcn(n, p->t0, y, y + n, x, r->user);
  p->gcnqq(m, n, p->t0, y, y + n, x + n, r->user);
  for (int i = 0; i < m; ++i) x[n + i] = -x[n + i];
  eliminate(N, K, x);
  memcpy(yp, y + n, sizeof(double) * (size_t)n);
  memcpy(yp + n, x, sizeof(double) * (size_t)n);
  memcpy(y + 2 * n, x + n, sizeof(double) * (size_t)m);
  free(K);
  free(x);
}

/* H. H. Robertson 1966, the third equation replaced by conservation of mass */
static inline int robertson(int neq, double t, const double* y, const double* yp, double* delta,
                            void* user) {
  const double r1 = 0.04 * y[0], r2 = 1e4 * y[1] * y[2], r3 = 3e7 * y[1] * y[1];
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] + r1 - r2;
  delta[1] = yp[1] - r1 + r2 + r3;
  delta[2] = y[0] + y[1] + y[2] - 1.0;
  return 0;
}

static inline int robertson_jac(int neq, double t, const double* y, const double* yp, double cj,
                                double* pd, int ldpd, void* user) {
  (void)neq, (void)t, (void)yp, (void)user;
  pd[0] = cj + 0.04;
  pd[1] = -0.04;
  pd[2] = 1;
  pd[ldpd] = -1e4 * y[2];
  pd[1 + ldpd] = cj + 1e4 * y[2] + 6e7 * y[1];
  pd[2 + ldpd] = 1;
  pd[2 * ldpd] = -1e4 * y[1];
  pd[1 + 2 * ldpd] = 1e4 * y[1];
  pd[2 + 2 * ldpd] = 1;
  return 0;
}

#endif
