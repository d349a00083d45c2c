/* What a run does between start and end: direction, step sizes, output, stopping, equivalent ways
 * to say the same thing. Numbers come from closed formulas. */
#include "door.h"

/* q'' = -q, q(0) = 0, q'(0) = 1: q = sin t. No constraints. */
static int unit_mass(int n, int ldam, double t, const double* q, double* am, void* u) {
  (void)t, (void)q, (void)u;
  for (int i = 0; i < n; ++i) am[i + i * ldam] = 1;
  return 0;
}
static int spring(int n, double t, const double* q, const double* v, double* f, void* u) {
  (void)n, (void)t, (void)v, (void)u;
  f[0] = -q[0];
  return 0;
}
static void moving(double* q, double* v, void* u) {
  (void)u;
  q[0] = 0, v[0] = 1;
}
static const mbdae_problem oscillator = {"oscillator", 0,    1,    0,    unit_mass, spring,
                                         NULL,         NULL, NULL, NULL, 0.0,       7.0,
                                         moving,       NULL, 0,    NULL, NULL};

/* the order shows: 100 times tighter, at least 10 times more accurate */
static void oscillator_is_accurate(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    double previous = 1;
    for (int k = 4; k <= 12; k += 2) {
      const double tol = pow(10, -k);
      door d;
      door_open(&d, &oscillator, NULL);
      door_tolerance(&d, tol);
      d.iopt[RKSTAB_METHOD] = method;
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "oscillator");
      const double error = fmax(fabs(d.q[0] - sin(7.0)), fabs(d.v[0] - cos(7.0)));
      assert_at_most(error, 100 * tol);
      assert_at_most(error, k == 4 ? 1 : 0.1 * previous);
      assert_close(*d.x, 7.0, 0.0);
      previous = error;
      door_close(&d);
    }
  }
}

static void pendulum_has_its_period(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    door d;
    door_open(&d, &pendulum_problem, NULL);
    door_tolerance(&d, 1e-11);
    d.iopt[RKSTAB_METHOD] = method;
    d.xend = 3 * pendulum_period();
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "three periods");
    assert_close(d.q[0], 1, 1e-9);
    assert_close(d.q[1], 0, 1e-9);
    assert_close(d.v[0], 0, 1e-8);
    assert_close(d.v[1], 0, 1e-8);
    assert_at_most(d.work[RKSTAB_DRIFTP], 1e-14);
    assert_at_most(d.work[RKSTAB_DRIFTV], 1e-13);
    door_close(&d);
  }
}

static void there_and_back(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    for (int stab = 0; stab <= 6; ++stab) {
      door d;
      door_open(&d, &pendulum_problem, NULL);
      door_tolerance(&d, 1e-12);
      d.iopt[RKSTAB_METHOD] = method;
      d.iopt[RKSTAB_STAB] = stab;
      d.xend = 0.7;
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "there");
      d.xend = 0;
      door_run(&d);
      door_expect(&d, MBDAE_DONE, "back");
      assert_true(*d.h < 0);
      assert_close(d.q[0], 1, 1e-9);
      assert_close(d.q[1], 0, 1e-9);
      assert_close(d.v[0], 0, 1e-9);
      assert_close(d.v[1], 0, 1e-9);
      door_close(&d);
    }
  }
}

/* ---- solout ---- */

typedef struct witness {
  int calls, stop_at, look; /* look: use the interpolant */
  double last_t, largest_step, lambda_error, end_error, inside_error;
  int order_errors; /* nr or told not as expected */
} witness;

static int watch(int nr, double told, double t, int n, const double* q, const double* v, int m,
                 const double* lambda, const mbdae_dense* dense, void* user) {
  witness* w = user;
  double a[2], b[2];
  ++w->calls;
  w->order_errors += nr != w->calls || n != 2 || m != 1;
  w->order_errors += nr == 1 ? told != t : told != w->last_t;
  w->largest_step = fmax(w->largest_step, fabs(t - told));
  w->last_t = t;
  const double tension = v[0] * v[0] + v[1] * v[1] - pendulum_gravity * q[1];
  w->lambda_error = fmax(w->lambda_error, fabs(lambda[0] - tension));
  if (w->look) {
    w->order_errors += mbdae_dense_eval(dense, t, a, b) != 0;
    w->end_error = fmax(w->end_error, fmax(door_distance(a, q, 2), door_distance(b, v, 2)));
    w->order_errors += mbdae_dense_eval(dense, 0.5 * (told + t), a, b) != 0;
    /* energy inside the step: 0 all the way */
    const double energy = 0.5 * (b[0] * b[0] + b[1] * b[1]) + pendulum_gravity * a[1];
    w->inside_error = fmax(w->inside_error, fabs(energy));
    w->order_errors += mbdae_dense_eval(dense, 0.5 * (told + t), NULL, NULL) != 0;
    a[0] = b[0] = 77; /* outside: 1, and nothing is written */
    w->order_errors += mbdae_dense_eval(dense, t + 1e-3, a, b) != 1;
    w->order_errors += mbdae_dense_eval(dense, told - 1e-3, a, b) != 1;
    w->order_errors += mbdae_dense_eval(dense, NAN, a, b) != 1;
    w->order_errors += a[0] != 77 || b[0] != 77;
  }
  return nr == w->stop_at ? -1 : nr % 3; /* positive values mean nothing */
}

static void open_watched(door* d, witness* w, int method, int iout) {
  memset(w, 0, sizeof *w);
  door_open(d, &pendulum_problem, w);
  d->solout = watch;
  d->iout = iout;
  d->iopt[RKSTAB_METHOD] = method;
  door_tolerance(d, 1e-9);
}

static void output_sees_every_step(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    for (int iout = 1; iout <= 2; ++iout) {
      witness w;
      door d;
      open_watched(&d, &w, method, iout);
      w.look = 1;
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "watched");
      assert_int_equal(w.calls, d.iwork[RKSTAB_NACCP] + 1);
      assert_int_equal(w.order_errors, 0);
      assert_close(w.last_t, 2.0, 0.0);
      assert_at_most(w.lambda_error, 1e-12);
      assert_at_most(w.end_error, 1e-14);
      assert_at_most(w.inside_error, 1e-6);
      door_close(&d);
    }
  }
}

/* nobody asks: no further stages; iout = 2 or a look: three per accepted step of DOP853 */
static void cost_of_the_interpolant(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    int nfcn[4];
    double q[4][2];
    for (int k = 0; k < 4; ++k) { /* iout 0, 1, 2, and 1 with a look */
      witness w;
      door d;
      open_watched(&d, &w, method, k < 3 ? k : 1);
      w.look = k == 3;
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "iout");
      nfcn[k] = d.iwork[RKSTAB_NFCN];
      memcpy(q[k], d.q, sizeof q[k]);
      assert_memory_equal(q[k], q[0], sizeof q[k]);
      assert_int_equal(nfcn[k] - nfcn[0], k < 2 || method == 0 ? 0 : 3 * d.iwork[RKSTAB_NACCP]);
      door_close(&d);
    }
  }
}

static void output_interrupts(void** state) {
  (void)state;
  for (int nr = 1; nr <= 8; nr += 7) {
    witness w;
    door d;
    open_watched(&d, &w, 0, 1);
    w.stop_at = nr;
    door_solve(&d);
    door_expect(&d, MBDAE_INTERRUPTED, "negative return");
    assert_int_equal(w.calls, nr);
    assert_close(*d.x, w.last_t, 0.0);
    assert_int_equal(d.iwork[RKSTAB_NACCP], nr - 1);
    assert_int_equal(d.iwork[RKSTAB_GINROW], -1);
    door_close(&d);
  }
}

static void empty_interval(void** state) {
  witness w;
  door d;
  (void)state;
  open_watched(&d, &w, 0, 1);
  d.xend = 0;
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "xend = x");
  assert_int_equal(w.calls, 1);
  assert_int_equal(w.order_errors, 0);
  assert_int_equal(d.iwork[RKSTAB_NSTEP], 0);
  assert_true(d.q[0] == 1 && d.q[1] == 0 && *d.x == 0);
  door_close(&d);
}

/* ends that HMAX divides, and such that leave a remainder of less than a per cent of a step */
static void steps_keep_below_hmax(void** state) {
  static const double ends[] = {1.0, 0.405, 0.404, 0.4001, -0.4035, 0.03};
  (void)state;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
    for (int method = 0; method <= 1; ++method) {
      witness w;
      door d;
      open_watched(&d, &w, method, 1);
      d.wopt[RKSTAB_HMAX] = 0.04;
      d.own.h = 1; /* cut, too */
      d.xend = ends[i];
      door_tolerance(&d, 1e-3);
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "HMAX");
      assert_true(*d.x == ends[i]);
      if (w.largest_step > 0.04 * (1 + 1e-12)) {
        fail_msg("step %.6g exceeds HMAX 0.04, xend %g", w.largest_step, ends[i]);
      }
      door_close(&d);
    }
  }
}

/* ---- tolerances, methods ---- */

static void vector_tolerances(void** state) {
  static const double same[4] = {1e-7, 1e-7, 1e-7, 1e-7};
  door a, b;
  (void)state;
  door_open(&a, &pendulum_problem, NULL);
  door_open(&b, &pendulum_problem, NULL);
  door_tolerance(&a, 1e-7);
  b.itol = 1, b.rtol = b.atol = same;
  door_solve(&a);
  door_solve(&b);
  door_expect(&a, MBDAE_DONE, "itol = 0");
  door_expect(&b, MBDAE_DONE, "itol = 1");
  assert_memory_equal(a.q, b.q, 2 * sizeof(double));
  assert_memory_equal(a.v, b.v, 2 * sizeof(double));
  assert_int_equal(a.iwork[RKSTAB_NFCN], b.iwork[RKSTAB_NFCN]);
  door_close(&a);
  door_close(&b);
}

/* rkstab.h: DOP853 if max(rtol, atol) is 1e-7 or less */
static void automatic_method(void** state) {
  static const struct {
    double rtol, atol;
    int used;
  } rows[] = {{1e-3, 1e-3, 0}, {1.1e-7, 0, 0}, {1e-12, 1e-5, 0}, {1e-7, 1e-7, 1}, {1e-10, 1e-9, 1}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    int nfcn[2] = {0, 0};
    for (int automatic = 0; automatic <= 1; ++automatic) {
      door d;
      door_open(&d, &pendulum_problem, NULL);
      d.q[0] = 0.6, d.q[1] = -0.8, d.v[0] = 0.8, d.v[1] = 0.6;
      d.own.rtol = rows[i].rtol, d.own.atol = rows[i].atol;
      d.iopt[RKSTAB_METHOD] = automatic ? 2 : rows[i].used;
      door_solve(&d);
      door_expect(&d, MBDAE_DONE, "METHOD = 2");
      assert_int_equal(d.iwork[RKSTAB_USED], rows[i].used);
      nfcn[automatic] = d.iwork[RKSTAB_NFCN];
      door_close(&d);
    }
    assert_int_equal(nfcn[0], nfcn[1]);
  }
}

/* A wrong G can let a run reach its end, off the constraints: the explanation says so, and is silent
 * for the right one. */
static int twisted_rod_q(int m, int n, double t, const double* q, double* gq, void* u) {
  (void)n, (void)t, (void)u;
  gq[0] = q[0];
  gq[m] = 2 * q[1];
  return 0;
}

static void drift_is_told(void** state) {
  (void)state;
  for (int wrong = 0; wrong <= 1; ++wrong) {
    char text[400];
    door d;
    door_open(&d, &pendulum_problem, NULL);
    if (wrong) d.gcnq = twisted_rod_q;
    d.iopt[RKSTAB_METHOD] = 1;
    door_tolerance(&d, 1e-4);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "with that G");
    rkstab_explain(*d.idid, d.work, d.iwork, text, (int)sizeof text);
    assert_int_equal(strstr(text, "drift") != NULL, wrong);
    assert_int_equal(d.work[RKSTAB_DRIFTP] > 1e-3, wrong);
    door_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(oscillator_is_accurate),
                                     cmocka_unit_test(pendulum_has_its_period),
                                     cmocka_unit_test(there_and_back),
                                     cmocka_unit_test(output_sees_every_step),
                                     cmocka_unit_test(cost_of_the_interpolant),
                                     cmocka_unit_test(output_interrupts),
                                     cmocka_unit_test(empty_interval),
                                     cmocka_unit_test(steps_keep_below_hmax),
                                     cmocka_unit_test(vector_tolerances),
                                     cmocka_unit_test(automatic_method),
                                     cmocka_unit_test(drift_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
