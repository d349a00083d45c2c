/* dassl_like_mbs where a constraint that moves prescribes the motion, q = sin t (n = m = 1): a mass of 2 on
 * a spring of stiffness 8, so that lambda = -6 sin t. */
#include <math.h>

#include "check.h"
#include "mbdae/dassl_like.h"

static double latest, earliest; /* times the constraint was asked for */

static void note_time(double t) {
  latest = fmax(latest, t);
  earliest = fmin(earliest, t);
}

static int mass(int n, int ld, double t, const double* q, double* M, void* user) {
  (void)n, (void)ld, (void)t, (void)q, (void)user;
  M[0] = 2;
  return 0;
}

static int spring(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)n, (void)t, (void)v, (void)user;
  f[0] = -8 * q[0];
  return 0;
}

static int path(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)user;
  note_time(t);
  g[0] = q[0] - sin(t);
  return 0;
}

static int path_q(int m, int n, double t, const double* q, double* G, void* user) {
  (void)m, (void)n, (void)q, (void)user;
  note_time(t);
  G[0] = 1;
  return 0;
}

static int path_t(int m, int n, double t, const double* q, double* gt, void* user) {
  (void)m, (void)n, (void)q, (void)user;
  note_time(t);
  gt[0] = -cos(t);
  return 0;
}

static int path_qq(int m, int n, double t, const double* q, const double* v, double* L,
                   void* user) {
  (void)m, (void)n, (void)q, (void)v, (void)user;
  L[0] = sin(t);
  return 0;
}

enum { LRW = 300, LIW = 80 };

/* What the iteration leaves in v is in v' and lambda 1/h times as large: with the weight of a variable
 * of index 1 lambda would fail the error test at any h. */
static void test_steps(void** state) {
  (void)state;
  for (int form = 0; form <= 4; ++form) {
    for (int digits = 4; digits <= 10; ++digits) {
      const double tol = pow(10, -digits);
      double q[1] = {0}, v[1] = {1}, lambda[1], t = 0, rwork[LRW] = {0};
      int info[DL_INFO_LENGTH] = {0}, iwork[LIW] = {0}, idid = 0;
      info[DL_FORM] = form;
      dassl_like_mbs(1, 1, mass, spring, path, path_q, path_t, path_qq, &t, q, v, lambda, 3, info,
                     &tol, &tol, &idid, rwork, LRW, iwork, LIW, NULL);
      assert_int_equal(idid, DL_AT_TOUT);
      const double error = fabs(q[0] - sin(3)), off = fabs(lambda[0] + 6 * sin(3));
      print_message("form %d, %.0e: %d steps, %d failures, error %.1e, lambda off by %.1e\n", form,
                    tol, iwork[DL_NST], iwork[DL_NETF] + iwork[DL_NCTF], error, off);
      assert_in_range(iwork[DL_NST], 20, 400);
      assert_in_range(iwork[DL_NETF] + iwork[DL_NCTF], 0, 20);
      assert_at_most(error, 30 * pow(tol, 0.9));
      assert_at_most(off, 300 * pow(tol, 0.9));
    }
  }
}

/* L by differences in time: central ones, one-sided where they would pass tstop; both ways in time */
static void test_tstop(void** state) {
  (void)state;
  for (int form = 0; form <= 4; ++form) {
    for (int direction = -1; direction <= 1; direction += 2) {
      const double tol = 1e-7, end = 2 * direction;
      double q[1] = {0}, v[1] = {1}, lambda[1], t = 0, rwork[LRW] = {0};
      int info[DL_INFO_LENGTH] = {0}, iwork[LIW] = {0}, idid = 0;
      info[DL_FORM] = form, info[DL_TSTOP] = 1;
      rwork[DL_TSTOPVALUE] = end;
      latest = earliest = 0;
      dassl_like_mbs(1, 1, mass, spring, path, path_q, path_t, NULL, &t, q, v, lambda, end, info,
                     &tol, &tol, &idid, rwork, LRW, iwork, LIW, NULL);
      assert_in_range(idid, DL_AT_TSTOP, DL_AT_TOUT);
      assert_at_most(direction > 0 ? latest : -earliest, fabs(end));
      assert_at_most(fabs(q[0] - sin(end)), 1e-5);
      assert_at_most(fabs(lambda[0] + 6 * sin(end)), 1e-4);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps), cmocka_unit_test(test_tstop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
