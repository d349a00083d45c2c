/* The steps of dassl_like against those of the genuine DDASSL in liboctave, called in the same
 * process with the same residuals. On the runs that do not amplify rounding errors every counter
 * must agree. On the others netlib's own count moves by tens of per cent when the tolerance changes
 * by 1e-7 (pendulum at 1e-8: 1097 to 1531 steps): there the medians over 11 tolerances within 5e-6 of
 * each other must agree within 20 per cent, and the largest errors must be alike. */
#include "andrews.h"
#include "check.h"
#include "reference.h"
#include "residuals.h"
#include "rod_pendulum.h"

typedef void (*netlib_res)(const double*, const double*, const double*, double*, int*, double*,
                           int*);
typedef void (*netlib_jac)(const double*, const double*, const double*, double*, const double*,
                           double*, int*);
extern void ddassl_(netlib_res, const int*, double*, double*, double*, const double*, int*, double*,
                    double*, int*, double*, const int*, int*, const int*, double*, int*,
                    netlib_jac);
extern void xsetf_(const int*); /* 0: DDASSL's messages neither print nor stop */

enum { NEQ = 40, LRW = 40 + 9 * NEQ + NEQ * NEQ, LIW = 21 + NEQ };

typedef struct run {
  const char* name;
  double tol, tend;
  mbdae_res res;
  mbdae_jac jac;
  const mbdae_problem* problem;
  void* data;
  enum residual_form form;
  int identical; /* counters */
} run;

typedef struct outcome {
  int idid, counts[5]; /* nst nre nje netf nctf */
  double y[NEQ];
} outcome;

/* the residual of the run, for netlib's routine, which has no user pointer */
static mbdae_res current_res;
static mbdae_jac current_jac;
static void* current_user;
static int current_neq;

static void call_res(const double* t, const double* y, const double* yp, double* delta, int* ires,
                     double* rpar, int* ipar) {
  (void)rpar, (void)ipar;
  if (current_res(current_neq, *t, y, yp, delta, current_user) != 0) *ires = -1;
}

static void call_jac(const double* t, const double* y, const double* yp, double* pd,
                     const double* cj, double* rpar, int* ipar) {
  (void)rpar, (void)ipar;
  (void)current_jac(current_neq, *t, y, yp, *cj, pd, current_neq, current_user);
}

static int open_run(const run* r, residual_problem* mechanism, double* y, double* yp, double* rtol,
                    double* atol) {
  int neq = 3;
  if (r->problem != NULL) {
    residual_open(mechanism, r->problem, r->data, r->form);
    mechanism->gain = 6;
    residual_start(mechanism, y, yp);
    neq = residual_size(mechanism);
  } else {
    const double y0[3] = {1, 0, 0}, yp0[3] = {-0.04, 0.04, 0};
    memcpy(y, y0, sizeof y0);
    memcpy(yp, yp0, sizeof yp0);
  }
  for (int i = 0; i < neq; ++i) {
    const int multiplier = r->form == RESIDUAL_GGL && r->problem && i >= 2 * r->problem->n;
    rtol[i] = r->tol;
    atol[i] = multiplier ? 1e10 : r->tol;
  }
  return neq;
}

static outcome solve(const run* r, int genuine) {
  residual_problem mechanism;
  double y[NEQ], yp[NEQ], rtol[NEQ], atol[NEQ], t = 0, rwork[LRW];
  int info[DL_INFO_LENGTH] = {0}, iwork[LIW] = {0}, idid = -1;
  const int neq = open_run(r, &mechanism, y, yp, rtol, atol), lrw = LRW, liw = LIW;
  outcome out;
  memset(&out, 0, sizeof out);
  current_res = r->res, current_jac = r->jac, current_user = &mechanism, current_neq = neq;
  info[DL_VECTOR] = 1;
  info[DL_USERJAC] = r->jac != NULL;
  for (int call = 0; call < 1000 && idid == -1; ++call) { /* 500 steps each */
    info[0] = call > 0;
    if (genuine) {
      ddassl_(call_res, &neq, &t, y, yp, &r->tend, info, rtol, atol, &idid, rwork, &lrw, iwork,
              &liw, NULL, NULL, call_jac);
    } else {
      dassl_like(r->res, neq, &t, y, yp, r->tend, info, rtol, atol, &idid, rwork, lrw, iwork, liw,
                 r->jac, &mechanism);
    }
  }
  if (r->problem != NULL) residual_close(&mechanism);
  out.idid = idid;
  memcpy(out.counts, iwork + DL_NST, sizeof out.counts);
  memcpy(out.y, y, sizeof(double) * (size_t)neq);
  return out;
}

static rod_pendulum rod;
static mbdae_problem pendulum;

static const run runs[] = {
    {"Robertson", 1e-4, 4e5, robertson, NULL, NULL, NULL, 0, 1},
    {"Robertson", 1e-6, 4e5, robertson, NULL, NULL, NULL, 0, 1},
    {"Robertson", 1e-8, 4e5, robertson, NULL, NULL, NULL, 0, 0},
    {"Robertson, jac", 1e-6, 4e5, robertson, robertson_jac, NULL, NULL, 0, 1},
    {"pendulum index 1", 1e-4, 2, residual_of_mechanism, NULL, &pendulum, &rod, RESIDUAL_INDEX1, 1},
    {"pendulum index 1", 1e-6, 2, residual_of_mechanism, NULL, &pendulum, &rod, RESIDUAL_INDEX1, 1},
    {"pendulum index 1", 1e-8, 2, residual_of_mechanism, NULL, &pendulum, &rod, RESIDUAL_INDEX1, 0},
    {"pendulum index 1", 1e-4, 20, residual_of_mechanism, NULL, &pendulum, &rod, RESIDUAL_INDEX1,
     0},
    {"pendulum Baumgarte", 1e-4, 2, residual_of_mechanism, NULL, &pendulum, &rod,
     RESIDUAL_BAUMGARTE, 1},
    {"pendulum GGL", 1e-4, 2, residual_of_mechanism, NULL, &pendulum, &rod, RESIDUAL_GGL, 1},
    {"pendulum GGL", 1e-6, 2, residual_of_mechanism, NULL, &pendulum, &rod, RESIDUAL_GGL, 1},
    {"Andrews index 1", 1e-4, 0.03, residual_of_mechanism, NULL, &andrews_problem, NULL,
     RESIDUAL_INDEX1, 0},
    {"Andrews GGL", 1e-4, 0.03, residual_of_mechanism, NULL, &andrews_problem, NULL, RESIDUAL_GGL,
     0},
    {"Andrews index 1", 1e-6, 0.03, residual_of_mechanism, NULL, &andrews_problem, NULL,
     RESIDUAL_INDEX1, 0},
    {"Andrews GGL", 1e-6, 0.03, residual_of_mechanism, NULL, &andrews_problem, NULL, RESIDUAL_GGL,
     0},
};
enum { run_count = sizeof runs / sizeof runs[0] };

static int by_size(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

/* 11 runs with tolerances within 5e-6 of each other: the median of the steps, and the largest error of
 * y (of q and v of mechanisms) in units of tol (1 + |y|) */
typedef struct family {
  int steps;
  double error;
} family;

static family solve_family(const run* r, int genuine, const double* exact) {
  const int count = r->problem == NULL ? 3 : 2 * r->problem->n;
  int steps[11];
  family f = {0, 0};
  for (int k = 0; k < 11; ++k) {
    run moved = *r;
    moved.tol *= 1.0 + 1e-6 * (k - 5);
    const outcome out = solve(&moved, genuine);
    assert_int_equal(out.idid, DL_AT_TOUT);
    steps[k] = out.counts[0];
    for (int i = 0; i < count; ++i) {
      f.error = fmax(f.error, fabs(out.y[i] - exact[i]) / (1 + fabs(exact[i])) / r->tol);
    }
  }
  qsort(steps, 11, sizeof steps[0], by_size);
  f.steps = steps[5];
  return f;
}

static void print_counts(const char* whose, const int* c) {
  print_message("  %s %5d %5d %4d %3d %2d", whose, c[0], c[1], c[2], c[3], c[4]);
}

static int open_pendulum(void** state) {
  const int silent = 0;
  (void)state;
  xsetf_(&silent);
  rod = planar_pendulum;
  pendulum = rod_pendulum_problem(&rod);
  return 0;
}

/* steps, residuals, matrices, failures of both tests: all equal, and the results with them */
static void test_counters(void** state) {
  int wrong = 0;
  (void)state;
  for (size_t k = 0; k < run_count; ++k) {
    const run* r = &runs[k];
    const outcome netlib = solve(r, 1), ours = solve(r, 0);
    const int same = memcmp(netlib.counts, ours.counts, sizeof ours.counts) == 0;
    print_message("%-20s %.0e %-6g", r->name, r->tol, r->tend);
    print_counts("netlib", netlib.counts);
    print_counts("ours", ours.counts);
    print_message("%s\n", same ? "" : r->identical ? "  NOT EQUAL" : "  differs");
    assert_int_equal(netlib.idid, DL_AT_TOUT);
    assert_int_equal(ours.idid, DL_AT_TOUT);
    if (!r->identical) continue;
    wrong += !same;
    for (int i = 0; i < NEQ; ++i) assert_close(ours.y[i], netlib.y[i], r->tol);
  }
  assert_int_equal(wrong, 0);
}

/* The reference solution; of Robertson's reactions netlib's with a matrix by jac at 1e-12. */
static void exact_end(const run* r, double* y) {
  if (r->problem == NULL) {
    const run tight = {"", 1e-12, r->tend, robertson, robertson_jac, NULL, NULL, 0, 0};
    const outcome out = solve(&tight, 1);
    assert_int_equal(out.idid, DL_AT_TOUT);
    memcpy(y, out.y, sizeof out.y);
    return;
  }
  /* the pendulum is back every 2 */
  const int is_pendulum = r->problem == &pendulum;
  assert_int_equal(read_reference(is_pendulum ? "pendulum" : "andrews", is_pendulum ? 0 : r->tend,
                                  2 * r->problem->n, y),
                   0);
}

/* What does not take the same steps takes as many, and is as accurate as netlib. */
static void test_families(void** state) {
  (void)state;
  for (size_t k = 0; k < run_count; ++k) {
    if (runs[k].identical) continue;
    double exact[NEQ];
    exact_end(&runs[k], exact);
    const family netlib = solve_family(&runs[k], 1, exact), ours = solve_family(&runs[k], 0, exact);
    print_message("%-20s %.0e %-6g  median steps: netlib %5d  ours %5d  error/tol: %8.2g %8.2g\n",
                  runs[k].name, runs[k].tol, runs[k].tend, netlib.steps, ours.steps, netlib.error,
                  ours.error);
    assert_at_most(ours.steps, 1.2 * netlib.steps);
    assert_at_most(0.8 * netlib.steps, ours.steps);
    assert_at_most(ours.error, 3 * netlib.error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counters),
                                     cmocka_unit_test(test_families)};
  return cmocka_run_group_tests(tests, open_pendulum, NULL);
}
