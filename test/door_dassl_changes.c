/* Options and sizes that change between the calls of one integration: what lays out rwork and iwork is
 * that of the first call, in dassl_like and dassl_like_mbs; arrays nobody could have left are refused. */
#include "dassl_door.h"
#include "rod_pendulum.h"

static const double tol = 1e-9;

/* Three rotations, each equation in the row of another unknown: the elimination exchanges rows. */
enum { TURNS = 6 };

static int shuffled_rotations(int neq, double t, const double* y, const double* yp, double* delta,
                              void* user) {
  (void)t, (void)user;
  for (int i = 0; i < neq; ++i) {
    const int j = (i + 1) % neq;
    delta[i] = yp[j] + (j % 2 ? -y[j - 1] : y[j + 1]);
  }
  return 0;
}

/* liw beyond what is needed; the first call ends at the limit of 500 steps */
static void open_turns(dassl_door* d, int spare, int init) {
  const double y[TURNS] = {1, 0, 1, 0, 1, 0}, yp[TURNS] = {0, 1, 0, 1, 0, 1};
  dassl_open(d, shuffled_rotations, TURNS, y, yp, 50, tol);
  dassl_arm(d, d->lrw + TURNS, d->liw + spare);
  for (int i = 20; i < d->liw; ++i) d->iwork[i] = 1000000; /* no row */
  d->info[DL_INIT] = init;
  for (int i = 0; i < TURNS && init; ++i) d->iwork[DL_FIRST + i] = 1;
  assert_int_equal(dassl_call(d), DL_MUCH_WORK);
  d->info[DL_CONTINUE] = 1;
}

static void expect_turned(const dassl_door* d, const char* what) {
  dassl_expect(d, DL_AT_TOUT, what);
  for (int i = 0; i < TURNS; ++i) {
    assert_close(d->y[i], i % 2 ? sin(d->tout) : cos(d->tout), 1e4 * tol);
  }
}

static void expect_same(const dassl_door* a, const dassl_door* b) {
  assert_true(memcmp(a->y, b->y, sizeof a->y) == 0);
  assert_true(memcmp(a->iwork + DL_NST, b->iwork + DL_NST, 5 * sizeof(int)) == 0);
}

/* IDID = -1: more steps are wanted, and allowed in the calls that follow */
static void test_step_limit(void** state) {
  dassl_door plain, limited, tight;
  (void)state;
  open_turns(&plain, 1, 0);
  dassl_finish(&plain);
  expect_turned(&plain, "without a limit");

  open_turns(&limited, 1, 0);
  limited.info[DL_STEPLIMIT] = 1, limited.iwork[DL_STEPLIMITVALUE] = 100000;
  dassl_call(&limited);
  expect_turned(&limited, "with a limit from the second call on");
  expect_same(&limited, &plain);

  /* liw was said to be 20 + neq, and the pivots were where the limit stands now */
  open_turns(&tight, 1, 0);
  tight.info[DL_CONTINUE] = 0, tight.liw -= 1, tight.t = 0;
  for (int i = 0; i < TURNS; ++i) tight.y[i] = 1 - i % 2, tight.yp[i] = i % 2;
  assert_int_equal(dassl_call(&tight), DL_MUCH_WORK);
  tight.liw += 1, tight.info[DL_CONTINUE] = 1;
  tight.info[DL_STEPLIMIT] = 1, tight.iwork[DL_STEPLIMITVALUE] = 100000;
  dassl_call(&tight);
  expect_turned(&tight, "with a limit in the place of a pivot");
  assert_int_equal(tight.iwork[DL_STEPLIMITVALUE], 100000);

  dassl_close(&plain);
  dassl_close(&limited);
  dassl_close(&tight);
}

static void test_kinds(void** state) {
  dassl_door kept, dropped;
  (void)state;
  open_turns(&kept, 1 + TURNS, 1);
  open_turns(&dropped, 1 + TURNS, 1);
  dropped.info[DL_INIT] = 0;
  dassl_finish(&kept);
  dassl_finish(&dropped);
  expect_turned(&dropped, "DL_INIT in the first call only");
  expect_same(&kept, &dropped);
  dassl_close(&kept);
  dassl_close(&dropped);

  open_turns(&kept, 0, 0);
  kept.info[DL_INIT] = 1; /* means nothing by now, and nobody gave kinds */
  dassl_finish(&kept);
  expect_turned(&kept, "DL_INIT after the first call");
  dassl_close(&kept);
}

/* The order of the first call stays the highest, as IWORK(3) of DDASSL. */
static void test_order(void** state) {
  dassl_door d;
  (void)state;
  open_rotation(&d, 0.5, 1e-4);
  d.info[DL_MAXORD] = 1, d.iwork[DL_MAXORDVALUE] = 2;
  assert_int_equal(dassl_call(&d), DL_AT_TOUT);
  d.info[DL_MAXORD] = 0;
  for (int k = 2; k <= 8; ++k) {
    d.iwork[DL_MAXORDVALUE] = k;
    d.tout = 0.5 * k;
    assert_int_equal(dassl_call(&d), DL_AT_TOUT);
    assert_true(d.iwork[DL_OLDORDER] <= 2 && d.iwork[DL_ORDER] <= 2);
    assert_close(d.y[0], cos(d.t), 1e-2);
  }
  dassl_close(&d);
}

static void expect_refusal(dassl_door* d, int code, const char* word) {
  char text[400];
  const double y0 = d->y[0];
  dassl_call(d);
  dassl_like_explain(d->code, d->rwork, d->iwork, text, (int)sizeof text);
  if (d->code != code || d->idid != DL_ILLEGAL) fail_msg("code %d: %s", d->code, text);
  if (strstr(text, word) == NULL) fail_msg("'%s' not in: %s", word, text);
  assert_true(d->y[0] == y0);
  dassl_close(d);
}

static void open_band(dassl_door* d) {
  const double y[4] = {1, 0, 1, 0}, yp[4] = {0, 1, 0, 1};
  dassl_open(d, shuffled_rotations, 4, y, yp, 1, 1e-3);
  dassl_arm(d, 200, 60);
  d->info[DL_BANDED] = 1, d->iwork[DL_ML] = d->iwork[DL_MU] = 3;
  assert_int_equal(dassl_call(d), DL_AT_TOUT);
  d->tout = 2;
}

static void test_refused_changes(void** state) {
  dassl_door d;
  (void)state;
  open_turns(&d, 1 + TURNS, 0);
  d.info[DL_INDEX] = 1;
  for (int i = 0; i < TURNS; ++i) d.iwork[DL_FIRST + i] = 1;
  expect_refusal(&d, DL_CHANGED, "info[15] is 1");
  open_turns(&d, 0, 0);
  d.info[DL_BANDED] = 1;
  expect_refusal(&d, DL_CHANGED, "info[5] is 1");
  open_turns(&d, 0, 0);
  d.neq = 4;
  expect_refusal(&d, DL_CHANGED, "got 4");
  open_band(&d);
  d.info[DL_BANDED] = 0;
  expect_refusal(&d, DL_CHANGED, "info[5] is 0");
  open_band(&d);
  d.iwork[DL_MU] = 1;
  expect_refusal(&d, DL_CHANGED, "got 1");
  open_band(&d);
  assert_int_equal(dassl_call(&d), DL_AT_TOUT);
  assert_close(d.y[0], cos(2.0), 0.1);
  dassl_close(&d);
}

static void test_ruined_arrays(void** state) {
  static const int ints[] = {3, DL_ORDER, DL_OLDORDER, 8};
  static const int reals[] = {DL_H, DL_TN, 8};
  dassl_door d;
  (void)state;
  for (size_t k = 0; k < sizeof ints / sizeof ints[0]; ++k) {
    for (int value = -1; value <= 1000000; value += 1000001) {
      open_turns(&d, 0, 0);
      d.iwork[ints[k]] = value;
      expect_refusal(&d, DL_NOT_STARTED, "no integration");
    }
  }
  for (size_t k = 0; k < sizeof reals / sizeof reals[0]; ++k) {
    open_turns(&d, 0, 0);
    d.rwork[reals[k]] = NAN;
    expect_refusal(&d, DL_NOT_STARTED, "no integration");
  }
  open_turns(&d, 0, 0);
  for (int i = 0; i < d.liw; ++i) d.iwork[i] = 1000000;
  expect_refusal(&d, DL_NOT_STARTED, "no integration");
  /* of a matrix whose pivots were overwritten a new one is made */
  open_turns(&d, 0, 0);
  for (int i = 20; i < d.liw; ++i) d.iwork[i] = -1000000;
  dassl_finish(&d);
  expect_turned(&d, "overwritten pivots");
  dassl_close(&d);
}

/* Nothing was integrated, or could be. */
static void test_nothing_to_go_on_with(void** state) {
  dassl_door d;
  (void)state;
  open_rotation(&d, 1, 1e-6);
  dassl_arm(&d, d.lrw, d.liw + 3);
  d.info[DL_INIT] = 4;
  d.iwork[DL_FIRST] = d.iwork[DL_FIRST + 1] = 1;
  assert_int_equal(dassl_call(&d), DL_CONSISTENT);
  d.info[DL_CONTINUE] = 1;
  expect_refusal(&d, DL_NOT_STARTED, "no integration");
  /* the arrays of an integration that came before do not count */
  open_rotation(&d, 1, 1e-6);
  assert_int_equal(dassl_call(&d), DL_AT_TOUT);
  d.info[DL_CONTINUE] = 0, d.tout = d.t;
  assert_int_equal(dassl_call(&d), DL_ILLEGAL);
  d.info[DL_CONTINUE] = 1, d.tout = 2;
  expect_refusal(&d, DL_NOT_STARTED, "no integration");
}

/* one call of dassl_like_mbs as a struct */
typedef struct mechanism_door {
  rod_pendulum rod;
  mbdae_problem p;
  mbdae_gcn gcn;
  double t, tout, q[3], v[3], lambda[3], tol;
  int n, m, info[DL_INFO_LENGTH], idid, code;
  double rwork[2000];
  int iwork[200];
} mechanism_door;

static void move(mechanism_door* d) {
  d->code = dassl_like_mbs(d->n, d->m, d->p.amat, d->p.fcn, d->gcn, d->p.gcnq, d->p.gcnt,
                           d->p.gcnqq, &d->t, d->q, d->v, d->lambda, d->tout, d->info, &d->tol,
                           &d->tol, &d->idid, d->rwork, 2000, d->iwork, 200, &d->rod);
}

static void open_mechanism_door(mechanism_door* d) {
  memset(d, 0, sizeof *d);
  d->rod = planar_pendulum;
  d->p = rod_pendulum_problem(&d->rod);
  d->gcn = d->p.gcn;
  d->n = d->p.n, d->m = d->p.m;
  d->p.start(d->q, d->v, &d->rod);
  d->tol = 1e-5;
  d->tout = 0.5;
  for (int i = 40; i < 200; ++i) d->iwork[i] = 1000000;
}

static void test_mechanism_order(void** state) {
  mechanism_door d;
  (void)state;
  open_mechanism_door(&d);
  d.info[DL_MAXORD] = 1, d.iwork[DL_MAXORDVALUE] = 2;
  move(&d);
  assert_int_equal(d.idid, DL_AT_TOUT);
  d.info[DL_MAXORD] = 0;
  for (int k = 2; k <= 4; ++k) {
    d.tout = 0.5 * k;
    move(&d);
    assert_int_equal(d.idid, DL_AT_TOUT);
    assert_true(d.iwork[DL_OLDORDER] <= 2 && d.iwork[DL_ORDER] <= 2);
  }
  assert_at_most(d.rwork[DL_DRIFTP], 1e-4);
  assert_close(d.q[1], 1, 0.1); /* a period later */
}

static void test_mechanism_changes(void** state) {
  static const int positions[] = {DL_FORM, DL_METRIC, DL_MATRIX, DL_IHOL};
  mechanism_door d;
  char text[400], word[20];
  (void)state;
  for (size_t k = 0; k < sizeof positions / sizeof positions[0]; ++k) {
    open_mechanism_door(&d);
    move(&d);
    assert_int_equal(d.idid, DL_AT_TOUT);
    d.tout = 1, d.info[positions[k]] = 1;
    move(&d);
    assert_int_equal(d.code, DL_CHANGED);
    dassl_like_explain(d.code, d.rwork, d.iwork, text, (int)sizeof text);
    snprintf(word, sizeof word, "info[%d] is 1", positions[k]);
    if (strstr(text, word) == NULL) fail_msg("'%s' not in: %s", word, text);
    d.info[positions[k]] = 0, d.info[DL_CONTINUE] = 1;
    move(&d);
    assert_int_equal(d.idid, DL_AT_TOUT);
    d.tout = 1.5, d.m -= 1;
    move(&d);
    assert_int_equal(d.code, DL_CHANGED);
    d.m += 1, d.info[DL_CONTINUE] = 1, d.iwork[DL_ORDER] = 9;
    move(&d);
    assert_int_equal(d.code, DL_NOT_STARTED);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_step_limit),      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_order),           cmocka_unit_test(test_refused_changes),
      cmocka_unit_test(test_ruined_arrays),   cmocka_unit_test(test_nothing_to_go_on_with),
      cmocka_unit_test(test_mechanism_order), cmocka_unit_test(test_mechanism_changes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
