/* Time of dassl_like and dassl_like_mbs over that of the genuine DDASSL (liboctave, compiled with -O2), in
 * one process, on the same residuals and tolerances: the least of 7 alternating runs each.
 *
 *   dense       n variables coupled by their mean, stiff, differences for the matrix
 *   GGL         a chain of point masses, RTOL = ATOL = 1e-6, t = 1: DDASSL gets the residual of the GGL form
 *               with the tolerances of the multipliers switched off (1e10), because it fails without;
 *               dassl_like_mbs controls them. Errors are those of q, v against the solution at 1e-10. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../test/residuals.h"
#include "chain.h"
#include "solve_bdf.h"

typedef void (*netlib_res)(const double*, const double*, const double*, double*, int*, double*,
                           int*);
extern void ddassl_(netlib_res, const int*, double*, double*, double*, const double*, int*, double*,
                    double*, int*, double*, const int*, int*, const int*, double*, int*, void*);
extern void xsetf_(const int*);

enum { RUNS = 7, MOST = 400 };

static mbdae_res current_res;
static void* current_user;
static int current_neq;

static void call_res(const double* t, const double* y, const double* yp, double* delta, int* ires,
                     double* rpar, int* ipar) {
  (void)rpar, (void)ipar;
  if (current_res(current_neq, *t, y, yp, delta, current_user) != 0) *ires = -1;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct run {
  int neq;
  mbdae_res res;
  void* user;
  double tend, y0[MOST], yp0[MOST], y[MOST], rtol[MOST], atol[MOST];
  int steps, matrices;
} run;

static double seconds(run* r, int genuine) {
  static double rwork[40 + 9 * MOST + MOST * MOST];
  static int iwork[21 + MOST];
  double yp[MOST], t = 0;
  int info[DL_INFO_LENGTH] = {0}, idid = -1;
  const int neq = r->neq, lrw = (int)(sizeof rwork / sizeof *rwork), liw = 21 + MOST;
  memcpy(r->y, r->y0, sizeof r->y);
  memcpy(yp, r->yp0, sizeof yp);
  current_res = r->res, current_user = r->user, current_neq = neq;
  info[DL_VECTOR] = 1;
  const double begin = now();
  for (int call = 0; call < 1000 && idid == -1; ++call) {
    info[0] = call > 0;
    if (genuine) {
      ddassl_(call_res, &neq, &t, r->y, yp, &r->tend, info, r->rtol, r->atol, &idid, rwork, &lrw,
              iwork, &liw, NULL, NULL, NULL);
    } else {
      dassl_like(r->res, neq, &t, r->y, yp, r->tend, info, r->rtol, r->atol, &idid, rwork, lrw,
                 iwork, liw, NULL, r->user);
    }
  }
  const double end = now();
  if (idid != 3) printf("  (IDID %d at t = %g)", idid, t);
  r->steps = iwork[DL_NST], r->matrices = iwork[DL_NJE];
  return end - begin;
}

/* y_i' = k_i (mean/2 + sin t - y_i^3), k from 1 to 1e4 */
static int coupled(int neq, double t, const double* y, const double* yp, double* delta,
                   void* user) {
  const double* k = user;
  double mean = 0;
  const double force = sin(t);
  for (int i = 0; i < neq; ++i) mean += y[i];
  mean /= 2 * neq;
  for (int i = 0; i < neq; ++i) delta[i] = yp[i] - k[i] * (mean + force - y[i] * y[i] * y[i]);
  return 0;
}

static void dense_row(int neq) {
  static run r;
  static double rates[MOST];
  double best[2] = {HUGE_VAL, HUGE_VAL}, mean = 0;
  int steps[2] = {0, 0};
  r.neq = neq, r.res = coupled, r.user = rates, r.tend = 5;
  for (int i = 0; i < neq; ++i) {
    rates[i] = pow(10, 4.0 * i / (neq > 1 ? neq - 1 : 1));
    r.y0[i] = 1 + 0.5 * sin(i);
    r.rtol[i] = r.atol[i] = 1e-6;
    mean += r.y0[i] / (2 * neq);
  }
  for (int i = 0; i < neq; ++i) r.yp0[i] = rates[i] * (mean - r.y0[i] * r.y0[i] * r.y0[i]);
  const int repeat = neq < 20 ? 50 : neq < 60 ? 10 : 1;
  for (int k = 0; k < RUNS; ++k) {
    for (int genuine = 0; genuine < 2; ++genuine) {
      double sum = 0;
      for (int i = 0; i < repeat; ++i) sum += seconds(&r, genuine);
      best[genuine] = fmin(best[genuine], sum / repeat);
      steps[genuine] = r.steps;
    }
  }
  printf(
      "dense n = %-4d        ours %10.6f s  DDASSL %10.6f s  ratio %5.2f   steps %d, %d, matrices "
      "%d\n",
      neq, best[0], best[1], best[0] / best[1], steps[0], steps[1], r.matrices);
}

static double distance(const double* a, const double* b, int count) {
  double largest = 0;
  for (int i = 0; i < count; ++i) largest = fmax(largest, fabs(a[i] - b[i]) / (1 + fabs(b[i])));
  return largest;
}

static void chain_row(int links, double tol) {
  static run r;
  static bdf_outcome o;
  static double exact[MOST];
  chain data = {links};
  const mbdae_problem p = chain_problem(&data);
  residual_problem ggl;
  double best[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, error[4] = {0};
  int steps[4] = {0};
  residual_open(&ggl, &p, &data, RESIDUAL_GGL);
  r.neq = residual_size(&ggl), r.res = residual_of_mechanism, r.user = &ggl, r.tend = 1;
  residual_start(&ggl, r.y0, r.yp0);
  for (int i = 0; i < r.neq; ++i) {
    r.rtol[i] = tol;
    r.atol[i] = i < 2 * p.n ? tol : 1e10;
  }
  const bdf_settings tight = {.rtol = 1e-10, .atol = 1e-10, .t1 = 1};
  solve_bdf(&p, &data, &tight, &o);
  memcpy(exact, o.q, sizeof(double) * (size_t)p.n);
  memcpy(exact + p.n, o.v, sizeof(double) * (size_t)p.n);
  for (int k = 0; k < 5; ++k) {
    for (int who = 0; who < 4; ++who) {
      if (who == 0) {
        best[0] = fmin(best[0], seconds(&r, 1));
        error[0] = distance(r.y, exact, 2 * p.n);
        steps[0] = r.steps;
        continue;
      }
      const bdf_settings s = {.matrix = who - 1, .rtol = tol, .atol = tol, .t1 = 1};
      const double begin = now();
      solve_bdf(&p, &data, &s, &o);
      best[who] = fmin(best[who], now() - begin);
      steps[who] = o.nst;
      memcpy(r.y, o.q, sizeof(double) * (size_t)p.n);
      memcpy(r.y + p.n, o.v, sizeof(double) * (size_t)p.n);
      error[who] = distance(r.y, exact, 2 * p.n);
    }
  }
  printf(
      "GGL n + m = %-4d %.0e DDASSL %8.4f s (error %.0e, %d steps)  ratio %4.2f (%.0e, %d)  "
      "DL_MATRIX = 1: %4.2f (%.0e, %d)  2: %4.2f (%.0e, %d)\n",
      p.n + p.m, tol, best[0], error[0], steps[0], best[1] / best[0], error[1], steps[1],
      best[2] / best[0], error[2], steps[2], best[3] / best[0], error[3], steps[3]);
  residual_close(&ggl);
}

int main(void) {
  const int silent = 0;
  const int sizes[] = {3, 6, 12, 25, 50, 64, 65, 100, 128, 150, 175, 200, 225, 256};
  xsetf_(&silent);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) dense_row(sizes[i]);
  for (int links = 4; links <= 32; links *= 2) chain_row(links, 1e-6);
  chain_row(10, 1e-4);
  chain_row(10, 1e-6);
  chain_row(10, 1e-8);
  return 0;
}
