/* bdf2nd against reference solutions and against a separate implementation of its defaults
 * (test/data/second_order_prototype.csv, written independently from the description): steps at most 1.2
 * times, errors at most three times those of that implementation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "check.h"
#include "circle.h"
#include "reference.h"
#include "solve_bdf2nd.h"

enum { MOST = 64 };

static second_order_outcome outcome;

/* Largest errors over the steps or output points seen. */
typedef struct errors {
  const mechanism* m; /* NULL: the circle */
  double q, v, lambda, start;
} errors;

static void compare(double t, const double* q, const double* v, const double* lambda, void* into) {
  errors* e = into;
  double exact[3 * MOST];
  int n = 2, m = 1;
  if (e->m == NULL) {
    circle_exact(t, exact, exact + 2, exact + 4);
  } else {
    n = e->m->problem.n, m = e->m->problem.m;
    if (read_reference(e->m->reference, t, 2 * n + m, exact) != 0) return;
  }
  for (int i = 0; i < n; ++i) {
    e->q = fmax(e->q, fabs(q[i] - exact[i]));
    e->v = fmax(e->v, fabs(v[i] - exact[n + i]));
  }
  for (int i = 0; i < m; ++i) e->lambda = fmax(e->lambda, fabs(lambda[i] - exact[2 * n + i]));
}

static void open(const char* specification, mechanism* m) {
  char message[200];
  if (open_mechanism(specification, m, message, (int)sizeof message) != 0) fail_msg("%s", message);
}

static void finish(const mechanism* m, const char* what, const second_order_settings* s) {
  solve_bdf2nd(&m->problem, (void*)&m->data, s, &outcome);
  if (outcome.idid != DL_AT_TOUT) {
    fail_msg("%s at %g: IDID %d at t = %g: %s", what, s->rtol, outcome.idid, outcome.t,
             outcome.text);
  }
}

/* Through the times of a reference solution, by interpolation. */
static void through(const char* specification, const double* times, int count, double tol,
                    const second_order_settings* given, errors* e) {
  mechanism m;
  open(specification, &m);
  const int n = m.problem.n, mm = m.problem.m;
  double tolerances[2 * (3 * MOST)];
  const double atol = strncmp(specification, "truck", 5) == 0 ? tol / 10 : tol;
  for (int i = 0; i < 2 * n + mm; ++i) {
    const double more = i >= n + mm ? 10 : 1;
    tolerances[i] = more * tol;
    tolerances[2 * n + mm + i] = more * atol;
  }
  int info[B2_INFO_LENGTH] = {0}, idid = 0;
  info[B2_VECTOR] = 1;
  info[B2_MAXORD] = given->maxord;
  info[B2_TESTV] = given->testv;
  info[B2_METHOD] = given->method;
  info[B2_FORM] = given->form;
  const int lwork = bdf2nd_lwork(n, mm, info), liwork = bdf2nd_liwork(n, mm, info);
  double* work = calloc((size_t)lwork, sizeof *work);
  int* iwork = calloc((size_t)liwork, sizeof *iwork);
  double t = m.problem.t0, q[MOST], v[MOST], lambda[MOST];
  m.problem.start(q, v, &m.data);
  memset(e, 0, sizeof *e);
  e->m = &m;
  for (int k = 0; k < count; ++k) {
    do {
      if (info[B2_CONTINUE] == -1) info[B2_CONTINUE] = 1;
      bdf2nd(n, mm, m.problem.amat, m.problem.fcn, m.problem.gcn, m.problem.gcnq, m.problem.gcnt,
             m.problem.gcnqq, &t, q, v, lambda, times[k], info, tolerances, tolerances + 2 * n + mm,
             &idid, work, lwork, iwork, liwork, &m.data);
    } while (idid == DL_MUCH_WORK);
    if (idid != DL_AT_TOUT) fail_msg("%s: IDID %d at %g", specification, idid, t);
    compare(t, q, v, lambda, e);
  }
  outcome.nst = iwork[B2_NST], outcome.netf = iwork[B2_NETF], outcome.nctf = iwork[B2_NCTF];
  outcome.nre = iwork[B2_NRE], outcome.nje = iwork[B2_NJE];
  e->m = NULL;
  free(work);
  free(iwork);
}

static const double paraboloid_times[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static const double truck_times[] = {0.5, 1, 1.5, 2, 2.5, 3,  3.5, 4,  4.5, 5,
                                     6,   7, 8,   9, 10,  12, 14,  16, 18,  20};

/* One run of a row of the separate implementation. */
typedef struct measured {
  double steps, failures, q, lambda;
} measured;

static measured run_row(const char* name, double tol, int maxord, int testv) {
  second_order_settings s = {.maxord = maxord, .testv = testv, .rtol = tol, .atol = tol};
  errors e = {0};
  if (strcmp(name, "ex8.1.1") == 0) {
    mechanism m;
    open("circle", &m);
    /* ten times more for velocities, as in the separate runs */
    const double t[] = {tol, tol, tol, 10 * tol, 10 * tol, tol, tol, tol, 10 * tol, 10 * tol};
    s.tolerances = t;
    s.observe = compare;
    s.observer = &e;
    s.stop_at_end = 1;
    solve_bdf2nd(&m.problem, &m.data, &s, &outcome);
    assert_true(outcome.idid > 0);
  } else if (strcmp(name, "ex7.2.2") == 0) {
    through("paraboloid", paraboloid_times, 10, tol, &s, &e);
  } else {
    through("truck", truck_times, 20, tol, &s, &e);
  }
  return (measured){outcome.nst, outcome.netf + outcome.nctf, e.q, e.lambda};
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* x, int count) {
  qsort(x, (size_t)count, sizeof *x, ascending);
  return x[count / 2];
}

/* Every row of the separate implementation on the three problems bdf2nd can run; medians over five
 * tolerances within 10 %, since single errors at given times scatter by more than the factor allowed. */
static void test_separate_implementation(void** state) {
  (void)state;
  enum { RUNS = 5 };
  FILE* file = fopen(TEST_DATA "/second_order_prototype.csv", "r");
  char line[300];
  int rows = 0;
  assert_non_null(file);
  assert_non_null(fgets(line, sizeof line, file));
  while (fgets(line, sizeof line, file) != NULL) {
    char name[40];
    double t_end, tol, eq, ev, el, column[4][RUNS];
    int maxord, testv, steps, netf, nctf, iterations;
    const int read =
        sscanf(line, "%39[^,],%lf,%lf,%d,%d,%d,%d,%d,%d,%lf,%lf,%lf", name, &t_end, &tol, &maxord,
               &testv, &steps, &netf, &nctf, &iterations, &eq, &ev, &el);
    assert_int_equal(read, 12);
    if (strcmp(name, "complex4.1") == 0) continue;
    for (int i = 0; i < RUNS; ++i) {
      const measured r = run_row(name, tol * (0.9 + 0.05 * i), maxord, testv);
      column[0][i] = r.steps, column[1][i] = r.failures, column[2][i] = r.q;
      column[3][i] = r.lambda;
    }
    const double nst = median(column[0], RUNS), failures = median(column[1], RUNS);
    const double q = median(column[2], RUNS), lambda = median(column[3], RUNS);
    ++rows;
    print_message("%-11s %.0e order %d%s: steps %.0f (%d), q %.1e (%.1e) lambda %.1e (%.1e)\n",
                  name, tol, maxord, testv ? " v" : "", nst, steps, q, eq, lambda, el);
    assert_at_most(nst, 1.2 * steps);
    assert_at_most(q, 3 * eq);
    /* on the circle lambda follows the error of the speed, a legacy of the first steps */
    assert_at_most(lambda, (strcmp(name, "ex8.1.1") == 0 ? 5 : 3) * el);
    assert_at_most(failures, 0.1 * nst + 1.2 * (netf + nctf));
  }
  fclose(file);
  assert_int_equal(rows, 64);
}

/* The defaults on the circle at 1e-4: limits of steps and errors for highest order 2, 3, 4. */
static void test_defaults(void** state) {
  (void)state;
  static const double limits[][3] = {{24, 5e-4, 6e-3}, {18, 5e-4, 2.5e-3}, {17, 5e-4, 1.5e-3}};
  for (int maxord = 2; maxord <= 4; ++maxord) {
    const double* limit = limits[maxord - 2];
    mechanism m;
    open("circle", &m);
    errors e = {0};
    const second_order_settings s = {.maxord = maxord,
                                     .rtol = 1e-4,
                                     .atol = 1e-4,
                                     .stop_at_end = 1,
                                     .observe = compare,
                                     .observer = &e};
    solve_bdf2nd(&m.problem, &m.data, &s, &outcome);
    assert_true(outcome.idid > 0);
    assert_at_most(outcome.nst, limit[0]);
    assert_at_most(e.q, limit[1]);
    assert_at_most(e.lambda, limit[2]);
    assert_at_most(outcome.netf + outcome.nctf, 0.1 * outcome.nst);
  }
}

typedef struct row {
  const char* specification;
  double t1;
  int method, maxord;
  double limit; /* error of q, v at most so many times TOL^power, relative to 1 + |y| */
  double power;
} row;

/* End errors at 1e-4, 1e-6, 1e-8. The error of one step being tol, that of the end is about tol^(k/(k+1))
 * times what the motion makes of it; collocation estimates with order 3 (2) what has order 5 (3). */
static void test_accuracy(void** state) {
  (void)state;
  static const row rows[] = {
      {"andrews", 0.03, 0, 4, 1e5, 0.8},    {"andrews", 0.03, 3, 0, 1e4, 0.9},
      {"andrews", 0.03, 1, 0, 3e4, 0.75},   {"manipulator", 10, 0, 4, 3e3, 0.75},
      {"manipulator", 10, 3, 0, 100, 0.9},  {"manipulator", 10, 1, 0, 1e3, 0.75},
      {"paraboloid", 10, 0, 4, 100, 0.8},   {"paraboloid", 10, 3, 0, 30, 0.9},
      {"crank-slider", 10, 3, 0, 300, 0.9}, {"chain links=10", 1, 3, 0, 100, 0.9},
      {"chain links=10", 1, 0, 4, 300, 0.8}};
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
    const row* r = &rows[k];
    double last = HUGE_VAL;
    for (int digits = 4; digits <= 8; digits += 2) {
      const double tol = pow(10, -digits);
      const second_order_settings s = {
          .method = r->method, .maxord = r->maxord, .rtol = tol, .atol = tol, .t1 = r->t1};
      mechanism m;
      open(r->specification, &m);
      finish(&m, r->specification, &s);
      const double error =
          reference_error(m.reference, outcome.t, m.problem.n, outcome.q, outcome.v);
      print_message("%-15s method %d %.0e: error %.1e drift %.1e %.1e steps %d evaluations %d\n",
                    r->specification, r->method, tol, error, outcome.driftp, outcome.driftv,
                    outcome.nst, outcome.nfcn);
      assert_at_most(error, r->limit * pow(tol, r->power));
      assert_at_most(error, 0.5 * last);
      last = error;
    }
  }
}

/* Velocities in the error test: tight tolerances do not end in rounding errors of their estimate, and errors
 * of the velocities come down. */
static void test_tested_velocities(void** state) {
  (void)state;
  double last = HUGE_VAL;
  for (int digits = 4; digits <= 10; digits += 2) {
    const double tol = pow(10, -digits);
    const second_order_settings s = {.maxord = 5, .testv = 1, .rtol = tol, .atol = tol, .t1 = 10};
    mechanism m;
    open("paraboloid", &m);
    finish(&m, "paraboloid", &s);
    const double error = reference_error(m.reference, outcome.t, 3, outcome.q, outcome.v);
    print_message("tested velocities, %.0e: error %.1e steps %d\n", tol, error, outcome.nst);
    assert_at_most(error, 100 * pow(tol, 0.8));
    assert_at_most(error, 0.5 * last);
    last = error;
  }
  for (int digits = 8; digits <= 10; ++digits) {
    const double tol = pow(10, -digits);
    const second_order_settings s = {.maxord = 5, .testv = 1, .rtol = tol, .atol = tol, .t1 = 0.03};
    mechanism m;
    open("andrews", &m);
    finish(&m, "andrews", &s);
    assert_at_most(reference_error(m.reference, outcome.t, 7, outcome.q, outcome.v), 1e-3);
  }
}

/* Multipliers at the end, relative to the largest: with collocation as accurate as the positions. */
static void test_multipliers(void** state) {
  (void)state;
  static const struct {
    const char* specification;
    double t1;
  } cases[] = {{"andrews", 0.03}, {"manipulator", 10}, {"paraboloid", 10}};
  for (size_t k = 0; k < 3; ++k) {
    for (int digits = 4; digits <= 8; digits += 2) {
      const double tol = pow(10, -digits);
      const second_order_settings s = {.method = 3, .rtol = tol, .atol = tol, .t1 = cases[k].t1};
      mechanism m;
      double reference[3 * MOST], error = 0, size = 0;
      open(cases[k].specification, &m);
      finish(&m, cases[k].specification, &s);
      const int n = m.problem.n, mm = m.problem.m;
      assert_int_equal(read_reference(m.reference, outcome.t, 2 * n + mm, reference), 0);
      for (int i = 0; i < mm; ++i) {
        error = fmax(error, fabs(outcome.lambda[i] - reference[2 * n + i]));
        size = fmax(size, fabs(reference[2 * n + i]));
      }
      const double state_error = reference_error(m.reference, outcome.t, n, outcome.q, outcome.v);
      print_message("%s %.0e: lambda %.1e, state %.1e\n", cases[k].specification, tol, error / size,
                    state_error);
      assert_at_most(error / size, 10 * state_error);
    }
  }
}

/* Forms of lower index: same motion; what each keeps. Minimal extension holds velocity constraints to
 * rounding, index 1 drifts, GGL goes to the first-order integrator. */
static void test_forms(void** state) {
  (void)state;
  static const struct {
    const char* name;
    int form;
    double error, driftp, driftv;
  } forms[] = {{"index 3", 0, 1e-3, 1e-6, 1e-4},
               {"GGL", 1, 1e-3, 1e-6, 1e-5},
               {"minimal extension", 2, 1e-3, 1e-6, 1e-12},
               {"index 1", 3, 1e-2, 1e-2, 1e-2}};
  for (int k = 0; k < 4; ++k) {
    mechanism m;
    open("paraboloid", &m);
    const second_order_settings s = {
        .form = forms[k].form, .maxord = forms[k].form == 1 ? 0 : 4, .rtol = 1e-6, .atol = 1e-6};
    finish(&m, forms[k].name, &s);
    const double error = reference_error(m.reference, outcome.t, 3, outcome.q, outcome.v);
    print_message("%s: error %.1e drift %.1e %.1e steps %d\n", forms[k].name, error, outcome.driftp,
                  outcome.driftv, outcome.nst);
    assert_at_most(error, forms[k].error);
    assert_at_most(outcome.driftp, forms[k].driftp);
    assert_at_most(outcome.driftv, forms[k].driftv);
    if (forms[k].form == 3) assert_true(outcome.driftp > 1e-5);
  }
}

/* The spring of the slider-crank, without tension at the start, from soft to very stiff: rkstab pays with the frequency, bdf2nd does
 * not. */
static void test_stiff(void** state) {
  (void)state;
  static solve_outcome explicit_outcome;
  int least[2] = {1 << 30, 1 << 30}, most[2] = {0, 0}, softest = 0, stiffest = 0;
  for (int power = 4; power <= 10; power += 2) {
    char specification[60];
    mechanism m;
    snprintf(specification, sizeof specification, "spring-crank stiffness=1e%d free=6", power);
    open(specification, &m);
    int counts[2];
    for (int k = 0; k < 2; ++k) {
      const second_order_settings s = {
          .method = k == 0 ? 0 : 3, .maxord = k == 0 ? 2 : 0, .rtol = 1e-4, .atol = 1e-4};
      finish(&m, specification, &s);
      counts[k] = outcome.nfcn;
      least[k] = outcome.nfcn < least[k] ? outcome.nfcn : least[k];
      most[k] = outcome.nfcn > most[k] ? outcome.nfcn : most[k];
    }
    const solve_settings s = {.rtol = 1e-4, .atol = 1e-4, .nmax = 2000000};
    if (power <= 8) {
      mbdae_solve(&m.problem, &m.data, &s, &explicit_outcome);
      assert_int_equal(explicit_outcome.idid, 1);
      stiffest = explicit_outcome.nfcn;
      if (power == 4) softest = stiffest;
    }
    print_message("k = 1e%d: evaluations %d (BDF) %d (Radau), rkstab %d%s\n", power, counts[0],
                  counts[1], explicit_outcome.nfcn, power > 8 ? " at 1e8" : "");
  }
  assert_at_most(most[0], 4.0 * least[0]);
  assert_at_most(most[1], 4.0 * least[1]);
  assert_true(stiffest > 20 * softest);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_separate_implementation),
                                     cmocka_unit_test(test_defaults),
                                     cmocka_unit_test(test_accuracy),
                                     cmocka_unit_test(test_multipliers),
                                     cmocka_unit_test(test_tested_velocities),
                                     cmocka_unit_test(test_forms),
                                     cmocka_unit_test(test_stiff)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
