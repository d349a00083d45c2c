/* The right halves of Tables 8.1 to 8.3 of L. Wunderlich, Diplomarbeit, TU Berlin 2005: systems (8.7),
 * (8.8) and (8.10), the tolerances given with the tables, plain DASSL (no indices, differences). */
#include "circle_dassl.h"

#include <mbdae/dassl_like.h>
#include <stddef.h>

/* y = (q1, q2, v1, v2, lambda[, eta]) */
static double force1(const double* y) {
  return -y[0] - 2 * y[0] * y[2] * y[3] - 2 * y[0] * y[4];
}
static double force2(const double* y) {
  return -y[2] + 2 * y[0] * y[1] * y[1] - 2 * y[1] * y[4];
}
static double position(const double* y) {
  return y[0] * y[0] + y[1] * y[1] - 1;
}
static double velocity(const double* y) {
  return 2 * y[0] * y[2] + 2 * y[1] * y[3];
}

static int index3(int neq, double t, const double* y, const double* yp, double* d, void* user) {
  (void)neq, (void)t, (void)user;
  d[0] = yp[0] - y[2];
  d[1] = yp[1] - y[3];
  d[2] = yp[2] - force1(y);
  d[3] = yp[3] - force2(y);
  d[4] = position(y);
  return 0;
}

static int ggl(int neq, double t, const double* y, const double* yp, double* d, void* user) {
  index3(neq, t, y, yp, d, user);
  d[0] += 2 * y[0] * y[5];
  d[1] += 2 * y[1] * y[5];
  d[5] = velocity(y);
  return 0;
}

static int reduced(int neq, double t, const double* y, const double* yp, double* d, void* user) {
  (void)neq, (void)t, (void)user;
  d[0] = yp[0] - y[2];
  d[1] = yp[2] - force1(y);
  d[2] = position(y);
  d[3] = velocity(y);
  d[4] = 2 * y[2] * y[2] + 2 * y[0] * force1(y) + 2 * y[3] * y[3] + 2 * y[1] * force2(y);
  return 0;
}

static const struct {
  mbdae_res residual;
  int neq, returns; /* output points in 0.1: the first one sets the first step */
  double atol[6];
} systems[] = {{index3, 5, 2, {1e-4, 1e-4, 1e-2, 1e-2, 1}},
               {ggl, 6, 1, {1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4}},
               {reduced, 5, 1, {1e-4, 1e-4, 1e-3, 1e-2, 1e-2}}};

enum { LRW = 40 + 9 * 6 + 36, LIW = 20 + 6 };

circle_dassl_result run_circle_dassl(int system, int row) {
  static const double rtol[6] = {1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4};
  const int returns = systems[system].returns;
  double t = 0, y[6] = {0, 1, 1, 0, 0, 0}, yp[6] = {1, 0, 0, -1, 1, 0}, rwork[LRW] = {0};
  int info[DL_INFO_LENGTH] = {0}, iwork[LIW] = {0}, idid = 0, ok = 1;
  info[DL_VECTOR] = 1;
  for (int k = 1; k <= returns * row && ok; ++k) {
    const double tout = 0.1 * k / returns;
    (void)dassl_like(systems[system].residual, systems[system].neq, &t, y, yp, tout, info, rtol,
                     systems[system].atol, &idid, rwork, LRW, iwork, LIW, NULL, NULL);
    ok = idid > 0;
  }
  const circle_dassl_result r = {ok, y[0], y[4], iwork[DL_NST], iwork[DL_NST] + returns * row - 1};
  return r;
}
