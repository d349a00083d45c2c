/* bdf2nd with STRATEGY 1, the error test of the modified BDF's source (its tables are in
 * door_second_order_tables.c): the state is in the arrays, the step is that of the formulas, what it
 * cannot do is refused by name. */
#include <math.h>
#include <mbdae/mbdae.h>
#include <string.h>

#include "check.h"
#include "circle.h"

enum { LWORK = 1000, LIWORK = 200 };

typedef struct run {
  int info[B2_INFO_LENGTH], iwork[LIWORK], idid;
  double t, q[2], v[2], lambda[1], rtol[6], atol[6], work[LWORK];
} run;

static run first_call(int method) {
  run r;
  memset(&r, 0, sizeof r);
  r.info[B2_STRATEGY] = r.info[B2_VECTOR] = 1;
  r.info[B2_METHOD] = method;
  circle_problem.start(r.q, r.v, NULL);
  const double atol[6] = {1e-4, 1e-4, 1e-2, 1e-2, 1e-2, 1e-1};
  for (int i = 0; i < 6; ++i) {
    r.rtol[i] = 1e-4;
    r.atol[i] = atol[i];
  }
  return r;
}

static int go(run* r, double tout) {
  const mbdae_problem* p = &circle_problem;
  return bdf2nd(2, 1, p->amat, p->fcn, p->gcn, p->gcnq, p->gcnt, p->gcnqq, &r->t, r->q, r->v,
                r->lambda, tout, r->info, r->rtol, r->atol, &r->idid, r->work, LWORK, r->iwork,
                LIWORK, NULL);
}

/* A copy of everything after each of twelve steps goes on as the original does, bit by bit. */
static void state_is_in_the_arrays(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    run r = first_call(method);
    r.info[B2_EVERYSTEP] = 1;
    for (int k = 0; k < 12; ++k) {
      assert_int_equal(go(&r, 1), DL_STEPPED);
      run a = r, b;
      assert_int_equal(go(&a, 1), DL_STEPPED);
      memcpy(&b, &r, sizeof b);
      assert_int_equal(go(&b, 1), DL_STEPPED);
      assert_memory_equal(&a, &b, sizeof a);
    }
    r.info[B2_EVERYSTEP] = 0;
    assert_int_equal(go(&r, 1), DL_AT_TOUT);
  }
}

/* (4.30) with weights from the start, at most 1e-3 of the way; four steps of that length with BDF,
 * three with collocation, then doubled. */
static void first_steps(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    run r = first_call(method);
    const double size = method == 0 ? 5 : 6;
    /* y' = (1, 0, 1, 0, -1[, 0]) */
    const double h = 0.5 / sqrt((1e8 + 1e4 + 1e4) / size);
    r.info[B2_EVERYSTEP] = 1;
    double before = 0;
    for (int k = 1; k <= 6; ++k) {
      const int doubled = k - (method == 0 ? 4 : 3);
      assert_int_equal(go(&r, 1), DL_STEPPED);
      assert_close((r.t - before) / h, doubled > 0 ? pow(2, doubled) : 1, 1e-7);
      assert_int_equal(r.iwork[B2_OLDORDER], method == 1 ? 0 : k == 1 ? 1 : 2);
      before = r.t;
    }
    run other = first_call(method);
    other.info[B2_EVERYSTEP] = 1;
    assert_int_equal(go(&other, 0.01), DL_STEPPED);
    assert_close(other.t, 1e-5, 1e-15);
  }
}

/* Output inside the last step is that of the polynomial: at its ends the values of the steps. */
static void output_joins_the_steps(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    run r = first_call(method);
    r.info[B2_EVERYSTEP] = 1;
    while (r.t < 0.3) assert_int_equal(go(&r, 1), DL_STEPPED);
    run back = first_call(method);
    back.info[B2_EVERYSTEP] = 1;
    assert_int_equal(go(&back, 1), DL_STEPPED); /* the same first step */
    back.info[B2_EVERYSTEP] = 0;
    assert_int_equal(go(&back, r.t * (1 - 1e-12)), DL_AT_TOUT);
    assert_close(back.q[0], r.q[0], 1e-11);
    assert_close(back.v[1], r.v[1], 1e-11);
    assert_close(back.lambda[0], r.lambda[0], 1e-9);
    if (method == 1) {
      assert_close(back.work[back.iwork[B2_RATE]], r.work[r.iwork[B2_RATE]], 1e-9);
    } else {
      assert_int_equal(r.iwork[B2_RATE], 0);
    }
  }
}

static void refusals(void** state) {
  (void)state;
  run r;
  for (int method = 2; method <= 3; ++method) {
    r = first_call(method);
    assert_int_equal(go(&r, 1), DL_METHOD_STRATEGY);
  }
  r = first_call(0); /* a component without absolute tolerance: its weight could vanish */
  r.atol[2] = 0;
  assert_int_equal(go(&r, 1), DL_START_WEIGHT);
  assert_int_equal(r.iwork[B2_FAILCOMP], 2);
  r = first_call(1); /* lambda' has a tolerance, too */
  r.atol[5] = -1;
  assert_int_equal(go(&r, 1), DL_BAD_ATOL);
  assert_int_equal(r.iwork[B2_FAILCOMP], 5);
  r = first_call(0);
  r.atol[5] = -1; /* not read */
  assert_int_equal(go(&r, 1), DL_AT_TOUT);
}

static int unit_mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)n, (void)ldam, (void)t, (void)q, (void)user;
  am[0] = 1;
  return 0;
}
static int spring(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)n, (void)t, (void)v, (void)user;
  f[0] = -q[0];
  return 0;
}

/* q'' = -q on [0, end] */
static int oscillate(int method, double end, double atol_v, double* t, double* q, double* v) {
  int info[B2_INFO_LENGTH] = {0}, iwork[LIWORK] = {0}, idid;
  const double rtol[2] = {1e-4, 1e-4}, atol[2] = {1e-4, atol_v};
  double work[LWORK] = {0};
  info[B2_STRATEGY] = info[B2_VECTOR] = 1;
  info[B2_METHOD] = method;
  *t = *q = 0;
  *v = 1;
  bdf2nd(1, 0, unit_mass, spring, NULL, NULL, NULL, NULL, t, q, v, NULL, end, info, rtol, atol,
         &idid, work, LWORK, iwork, LIWORK, NULL);
  return idid;
}

static void without_constraints(void** state) {
  double t, q, v;
  (void)state;
  for (int k = 0; k < 4; ++k) {
    const double end = k % 2 == 0 ? 1 : -1;
    assert_int_equal(oscillate(k / 2, end, 0.1, &t, &q, &v), DL_AT_TOUT);
    assert_close(q, sin(end), 1e-3);
    assert_close(v, cos(end), 1e-2);
  }
}

/* Velocities of the modified BDF are not smooth where the step changes: tested too closely, they make
 * it ever smaller. The last point accepted is returned. */
static void velocities_stop_it(void** state) {
  double t, q, v;
  (void)state;
  assert_int_equal(oscillate(0, 1, 1e-6, &t, &q, &v), DL_ERROR_TEST);
  assert_true(t > 0 && t < 1);
  assert_close(q, sin(t), 1e-2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(state_is_in_the_arrays), cmocka_unit_test(first_steps),
      cmocka_unit_test(output_joins_the_steps), cmocka_unit_test(refusals),
      cmocka_unit_test(without_constraints),    cmocka_unit_test(velocities_stop_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
