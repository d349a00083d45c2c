/* Calls that go on where another ended: every number equals, bit for bit, that of the run that was
 * not interrupted. */
#include <pthread.h>

#include "door.h"
#include "manipulator.h"

static manipulator arm = {1.0, 1, 1.0};

typedef struct setting {
  int method, fixed, stab;
} setting;

enum { STABS = 7, METHODS = 3 };
static const setting methods[METHODS] = {{0, 0, 0}, {1, 0, 0}, {11, 1, 0}};

static int use_interpolant(int nr, double told, double t, int n, const double* q, const double* v,
                           int m, const double* lambda, const mbdae_dense* dense, void* user) {
  double inside[2];
  (void)nr, (void)n, (void)q, (void)v, (void)m, (void)lambda, (void)user;
  return mbdae_dense_eval(dense, 0.5 * (told + t), inside, NULL) == 0 ? 0 : -1;
}

static void open_setting(door* d, const setting* s, int onestep) {
  door_open(d, &manipulator_problem, &arm);
  d->xend = 1;
  d->own.h = s->fixed ? 0.01 : 0;
  d->iopt[RKSTAB_METHOD] = s->method;
  d->iopt[RKSTAB_FIXED] = s->fixed;
  d->iopt[RKSTAB_STAB] = s->stab;
  d->iopt[RKSTAB_ONESTEP] = onestep;
  d->solout = use_interpolant, d->iout = 1;
  door_tolerance(d, 1e-7);
}

static void run_to_end(door* d, const char* what) {
  int calls = 0;
  while (door_run(d) == MBDAE_STEP && ++calls < 100000) continue;
  door_expect(d, MBDAE_DONE, what);
}

static void same_bits(const char* what, const void* a, const void* b, size_t size) {
  if (memcmp(a, b, size) != 0) fail_msg("%s differ", what);
}

static void same_outcome(const door* a, const door* b) {
  const size_t n = (size_t)a->n * sizeof(double);
  same_bits("x", a->x, b->x, sizeof *a->x);
  same_bits("h", a->h, b->h, sizeof *a->h);
  same_bits("q", a->q, b->q, n);
  same_bits("v", a->v, b->v, n);
  same_bits("results in work", a->work + RKSTAB_DRIFTP, b->work + RKSTAB_DRIFTP,
            (RKSTAB_PIVOTT + 1 - RKSTAB_DRIFTP) * sizeof(double));
  same_bits("counters", a->iwork + RKSTAB_NFCN, b->iwork + RKSTAB_NFCN,
            (RKSTAB_USED + 1 - RKSTAB_NFCN) * sizeof(int));
}

static void one_step_at_a_time(void** state) {
  (void)state;
  for (int k = 0; k < METHODS * STABS; ++k) {
    setting s = methods[k / STABS];
    s.stab = k % STABS;
    door whole, steps;
    open_setting(&whole, &s, 0);
    open_setting(&steps, &s, 1);
    door_solve(&whole);
    door_expect(&whole, MBDAE_DONE, "uninterrupted");
    door_arm(&steps);
    run_to_end(&steps, "one step at a time");
    assert_true(steps.iwork[RKSTAB_NACCP] > 10);
    same_outcome(&whole, &steps);
    door_close(&whole);
    door_close(&steps);
  }
}

static void* run_elsewhere(void* p) {
  door* d = p;
  while (door_run(d) == MBDAE_STEP) continue;
  return NULL;
}

/* a copy of x, q, v, h, work, iwork is a checkpoint */
static void checkpoint(void** state) {
  (void)state;
  for (int k = 0; k < METHODS * STABS; ++k) {
    setting s = methods[k / STABS];
    s.stab = k % STABS;
    door whole, first, second;
    pthread_t thread;
    open_setting(&whole, &s, 0);
    open_setting(&first, &s, 1);
    open_setting(&second, &s, 1);
    door_solve(&whole);
    door_arm(&first);
    door_arm(&second);
    for (int i = 0; i < 7; ++i) assert_int_equal(door_run(&first), MBDAE_STEP);
    second.own.x = first.own.x;
    second.own.h = first.own.h;
    memcpy(second.q, first.q, 2 * sizeof(double));
    memcpy(second.v, first.v, 2 * sizeof(double));
    memcpy(second.work, first.work, (size_t)first.lwork * sizeof(double));
    memcpy(second.iwork, first.iwork, (size_t)first.liwork * sizeof(int));
    memset(first.q, 0x5a, 2 * sizeof(double));
    memset(first.v, 0x5a, 2 * sizeof(double));
    memset(first.work, 0x5a, (size_t)first.lwork * sizeof(double));
    memset(first.iwork, 0x5a, (size_t)first.liwork * sizeof(int));
    assert_int_equal(pthread_create(&thread, NULL, run_elsewhere, &second), 0);
    pthread_join(thread, NULL);
    door_expect(&second, MBDAE_DONE, "continued elsewhere");
    same_outcome(&whole, &second);
    door_close(&whole);
    door_close(&first);
    door_close(&second);
  }
}

/* After some steps, something that makes the next call a new run: its counters begin anew. */
static void expect_restart(door* d, const char* what) {
  const int taken = d->iwork[RKSTAB_NACCP];
  assert_int_equal(door_run(d), MBDAE_STEP);
  if (d->iwork[RKSTAB_NACCP] != 1) {
    fail_msg("%s: %d accepted steps after %d, expected a new start", what, d->iwork[RKSTAB_NACCP],
             taken);
  }
}

static void restarts(void** state) {
  static const char* const what[] = {"q", "v", "x", "STATE", "STAB"};
  (void)state;
  for (int k = 0; k < 5; ++k) {
    door d;
    open_setting(&d, &methods[0], 1);
    d.iopt[RKSTAB_INIT] = 1;
    door_arm(&d);
    for (int i = 0; i < 5; ++i) assert_int_equal(door_run(&d), MBDAE_STEP);
    assert_int_equal(d.iwork[RKSTAB_NACCP], 5);
    if (k == 0) d.q[0] += 1e-9;
    if (k == 1) d.v[1] += 1e-9;
    if (k == 2) d.own.x += 1e-9;
    if (k == 3) d.iwork[RKSTAB_STATE] = 0;
    if (k == 4) d.iwork[RKSTAB_STAB] = 4;
    expect_restart(&d, what[k]);
    door_close(&d);
  }
}

/* METHOD 2 lays out room for DOP853 but may use DOPRI5; changing METHOD to 0 moves the pieces of
 * work, so what follows must be a new run, or have the same bits as the old one. */
static void change_of_method(void** state) {
  setting automatic = {2, 0, 0};
  door d, fresh;
  (void)state;
  open_setting(&d, &automatic, 1);
  door_tolerance(&d, 1e-5);
  door_arm(&d);
  for (int i = 0; i < 5; ++i) assert_int_equal(door_run(&d), MBDAE_STEP);
  assert_int_equal(d.iwork[RKSTAB_USED], 0);
  open_setting(&fresh, &methods[0], 1);
  door_tolerance(&fresh, 1e-5);
  memcpy(fresh.q, d.q, 2 * sizeof(double));
  memcpy(fresh.v, d.v, 2 * sizeof(double));
  fresh.own.x = d.own.x, fresh.own.h = d.own.h;
  door_arm(&fresh);
  d.iwork[RKSTAB_METHOD] = 0;
  expect_restart(&d, "METHOD 2 to 0");
  door_run(&fresh);
  same_outcome(&fresh, &d);
  door_close(&d);
  door_close(&fresh);
}

static void later_end(void** state) {
  double ref[4];
  door d;
  (void)state;
  open_setting(&d, &methods[0], 1);
  d.iopt[RKSTAB_STAB] = 0;
  door_arm(&d);
  run_to_end(&d, "to 1");
  const int steps = d.iwork[RKSTAB_NACCP];
  assert_int_equal(door_run(&d), MBDAE_DONE); /* nothing left to do */
  assert_int_equal(d.iwork[RKSTAB_NACCP], steps);
  d.xend = 2;
  run_to_end(&d, "to 2");
  assert_true(d.iwork[RKSTAB_NACCP] > steps + 1);
  door_reference("manipulator_case2_om1", 2, ref, 4);
  assert_close(door_distance(d.q, ref, 2), 0, 1e-4);
  assert_close(d.own.x, 2, 0);
  door_close(&d);
}

/* After the end is reached, or in the middle, xend may lie on the other side. */
static void back_again(void** state) {
  (void)state;
  for (int middle = 0; middle <= 1; ++middle) {
    for (int m = 0; m < METHODS; ++m) {
      door d;
      open_setting(&d, &methods[m], 1);
      d.iopt[RKSTAB_NMAX] = 5000;
      door_arm(&d);
      if (middle) {
        for (int i = 0; i < 7; ++i) assert_int_equal(door_run(&d), MBDAE_STEP);
      } else {
        run_to_end(&d, "there");
      }
      d.xend = 0;
      run_to_end(&d, "back");
      assert_close(d.own.x, 0, 0);
      assert_close(d.q[0], 70 * 0.017453292519943295769, m == 2 ? 2e-2 : 1e-4);
      assert_close(d.q[1], -140 * 0.017453292519943295769, m == 2 ? 2e-2 : 1e-4);
      door_close(&d);
    }
  }
}

/* HMAX is read at every call: lowered in between, it holds for the next step already. */
static void lower_hmax(void** state) {
  door d;
  (void)state;
  open_setting(&d, &methods[0], 1);
  door_tolerance(&d, 1e-4);
  door_arm(&d);
  for (int i = 0; i < 5; ++i) assert_int_equal(door_run(&d), MBDAE_STEP);
  const double before = d.own.x;
  d.work[RKSTAB_HMAX] = 1e-4;
  assert_int_equal(door_run(&d), MBDAE_STEP);
  assert_at_most(d.own.x - before, 1e-4 * (1 + 1e-10));
  door_close(&d);
}

/* Arrays that a run is finished with serve the next one without being cleared. */
static void used_arrays(void** state) {
  (void)state;
  for (int onestep = 0; onestep <= 1; ++onestep) {
    for (int k = 0; k < METHODS * STABS; ++k) {
      setting s = methods[k / STABS];
      s.stab = k % STABS;
      door fresh, used;
      open_setting(&fresh, &s, onestep);
      open_setting(&used, &s, onestep);
      door_arm(&fresh);
      run_to_end(&fresh, "fresh arrays");
      door_arm(&used);
      run_to_end(&used, "first use");
      manipulator_problem.start(used.q, used.v, &arm);
      used.own.x = 0;
      used.own.h = s.fixed ? 0.01 : 0;
      run_to_end(&used, "second use");
      same_outcome(&fresh, &used);
      /* and garbage beyond the options */
      for (int i = DOOR_WOPT; i < used.lwork; ++i) used.work[i] = NAN;
      for (int i = DOOR_IOPT; i < used.liwork; ++i) used.iwork[i] = -12345;
      manipulator_problem.start(used.q, used.v, &arm);
      used.own.x = 0;
      used.own.h = s.fixed ? 0.01 : 0;
      run_to_end(&used, "garbage");
      same_outcome(&fresh, &used);
      door_close(&fresh);
      door_close(&used);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_step_at_a_time), cmocka_unit_test(checkpoint),
      cmocka_unit_test(restarts),           cmocka_unit_test(change_of_method),
      cmocka_unit_test(later_end),          cmocka_unit_test(back_again),
      cmocka_unit_test(lower_hmax),         cmocka_unit_test(used_arrays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
