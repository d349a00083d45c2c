/* Wrong input of dassl_like: IDID -33 and a code that names the argument, never a crash; and what goes
 * wrong on the way: zero weights, tolerances below rounding, singular matrices, routines that refuse,
 * stop or give NaN. The cases are those DDASSL's prologue lists. */
#include <limits.h>
#include <time.h>

#include "dassl_door.h"

typedef struct wrong_input {
  int code;
  const char* word; /* must be in the explanation */
  void (*spoil)(dassl_door* d);
} wrong_input;

static void no_res(dassl_door* d) {
  d->res = NULL;
}
static void neq_zero(dassl_door* d) {
  d->neq = 0;
}
static void neq_negative(dassl_door* d) {
  d->neq = -5;
}
static void t_nan(dassl_door* d) {
  d->t = NAN;
}
static void y_nan(dassl_door* d) {
  d->y[1] = NAN;
}
static void yp_inf(dassl_door* d) {
  d->yp[0] = INFINITY;
}
static void tout_nan(dassl_door* d) {
  d->tout = NAN;
}
static void info0(dassl_door* d) {
  d->info[0] = 7;
}
static void info3(dassl_door* d) {
  d->info[DL_TSTOP] = 2;
}
static void info9(dassl_door* d) {
  d->info[DL_NONNEG] = -1;
}
static void future(dassl_door* d) {
  d->info[DL_SPARSE] = 1;
}
static void reserved(dassl_door* d) {
  d->info[39] = 1;
}
static void rtol_negative(dassl_door* d) {
  d->rtol[0] = -1e-6;
}
static void atol_nan(dassl_door* d) {
  d->atol[0] = NAN;
}
static void atol_component(dassl_door* d) {
  d->info[DL_VECTOR] = 1;
  d->atol[1] = -1;
}
static void all_zero(dassl_door* d) {
  d->rtol[0] = d->atol[0] = 0;
}
static void weight_zero(dassl_door* d) {
  d->atol[0] = 0;
}
static void rwork_short(dassl_door* d) {
  d->lrw -= 1;
}
static void rwork_tiny(dassl_door* d) {
  d->lrw = 3;
}
static void iwork_short(dassl_door* d) {
  d->liw -= 1;
}
static void iwork_none(dassl_door* d) {
  d->liw = 0;
}
static void iwork_negative(dassl_door* d) {
  d->liw = -1;
}
static void no_jac(dassl_door* d) {
  d->info[DL_USERJAC] = 1;
}
static void tout_is_t(dassl_door* d) {
  d->tout = d->t;
}
static void tout_close(dassl_door* d) {
  d->t = 1;
  d->tout = 1 + 4e-16;
}
static void maxord(dassl_door* d) {
  d->info[DL_MAXORD] = 1;
  d->iwork[DL_MAXORDVALUE] = 6;
}
static void hmax(dassl_door* d) {
  d->info[DL_HMAX] = 1;
  d->rwork[DL_HMAXVALUE] = -1;
}
static void h0_zero(dassl_door* d) {
  d->info[DL_H0] = 1;
}
static void h0_subnormal(dassl_door* d) {
  d->info[DL_H0] = 1;
  d->rwork[DL_H] = 1e-310;
}
static void hmax_subnormal(dassl_door* d) {
  d->info[DL_HMAX] = 1;
  d->rwork[DL_HMAXVALUE] = 1e-310;
}
static void tout_subnormal(dassl_door* d) {
  d->tout = 1e-310;
}
static void tout_infinitely_far(dassl_door* d) {
  d->t = 1e308, d->tout = -1e308;
}
static void yp_huge(dassl_door* d) {
  d->yp[1] = 1e306;
  d->info[DL_H0] = 1, d->rwork[DL_H] = d->tout = 1000;
}
static void tolerance_huge(dassl_door* d) {
  d->rtol[0] = d->atol[0] = 1e308;
}
static void tolerance_tiny(dassl_door* d) {
  d->rtol[0] = d->atol[0] = 1e-320;
}
static void h0_backwards(dassl_door* d) {
  d->info[DL_H0] = 1;
  d->rwork[DL_H] = -0.1;
}
static void tstop_behind(dassl_door* d) {
  d->info[DL_TSTOP] = 1;
  d->rwork[DL_TSTOPVALUE] = -1;
}
static void tstop_is_t(dassl_door* d) {
  d->info[DL_TSTOP] = 1;
  d->rwork[DL_TSTOPVALUE] = d->t;
}
static void tstop_is_t_backwards(dassl_door* d) {
  tstop_is_t(d);
  d->tout = -1;
}
static void tstop_before_tout(dassl_door* d) {
  d->info[DL_TSTOP] = 1;
  d->rwork[DL_TSTOPVALUE] = 0.5;
}
static void tstop_nan(dassl_door* d) {
  d->info[DL_TSTOP] = 1;
  d->rwork[DL_TSTOPVALUE] = NAN;
}
static void ml(dassl_door* d) {
  d->info[DL_BANDED] = 1;
  d->iwork[DL_ML] = 2;
}
static void mu(dassl_door* d) {
  d->info[DL_BANDED] = 1;
  d->iwork[DL_MU] = -1;
}
static void step_limit(dassl_door* d) {
  dassl_arm(d, d->lrw, d->liw + 1);
  d->info[DL_STEPLIMIT] = 1;
  d->iwork[DL_STEPLIMITVALUE] = -1;
}
static void index_out(dassl_door* d) {
  dassl_arm(d, d->lrw + 2, d->liw + 3);
  d->info[DL_INDEX] = 1;
  d->iwork[DL_FIRST] = 1, d->iwork[DL_FIRST + 1] = 4;
}
static void kind_out(dassl_door* d) {
  dassl_arm(d, d->lrw, d->liw + 3);
  d->info[DL_INIT] = 1;
}
static void init_out(dassl_door* d) {
  d->info[DL_INIT] = 5;
}
static void not_started(dassl_door* d) {
  d->info[DL_CONTINUE] = 1;
}

static const wrong_input inputs[] = {
    {DL_NULL_RES, "res", no_res},
    {DL_RANGE_NEQ, "neq", neq_zero},
    {DL_RANGE_NEQ, "neq", neq_negative},
    {DL_BAD_T, "t is", t_nan},
    {DL_BAD_Y, "y is", y_nan},
    {DL_BAD_YP, "yp is", yp_inf},
    {DL_BAD_TOUT, "tout", tout_nan},
    {DL_BAD_CONTINUE, "info[0]", info0},
    {DL_BAD_INFO, "info", info3},
    {DL_BAD_INFO, "info", info9},
    {DL_BAD_FUTURE, "info", future},
    {DL_BAD_FUTURE, "info", reserved},
    {DL_BAD_RTOL, "rtol", rtol_negative},
    {DL_BAD_ATOL, "atol", atol_nan},
    {DL_BAD_ATOL, "component 1", atol_component},
    {DL_ZERO_TOLERANCES, "zero", all_zero},
    {DL_START_WEIGHT, "component 1", weight_zero},
    {DL_RANGE_LRW, "lrw", rwork_short},
    {DL_RANGE_LRW, "lrw", rwork_tiny},
    {DL_RANGE_LIW, "liw", iwork_short},
    {DL_RANGE_LIW, "liw", iwork_none},
    {DL_RANGE_LIW, "liw", iwork_negative},
    {DL_NULL_JAC, "jac", no_jac},
    {DL_TOUT_IS_T, "tout equals t", tout_is_t},
    {DL_TOUT_CLOSE, "too close", tout_close},
    {DL_BAD_MAXORD, "got 6", maxord},
    {DL_BAD_HMAX, "got -1", hmax},
    {DL_BAD_H0, "first step", h0_zero},
    {DL_BAD_H0, "got -0.1", h0_backwards},
    {DL_BAD_H0, "got 1e-310", h0_subnormal},
    {DL_BAD_HMAX, "got 1e-310", hmax_subnormal},
    {DL_TOUT_CLOSE, "got 1e-310", tout_subnormal},
    {DL_NO_FIRST_STEP, "first step", tout_infinitely_far},
    {DL_NO_FIRST_STEP, "component 1", yp_huge},
    {DL_START_WEIGHT, "overflows", tolerance_huge},
    {DL_START_WEIGHT, "component 0", tolerance_tiny},
    {DL_TSTOP_BEHIND, "tstop", tstop_behind},
    {DL_TSTOP_BEHIND, "tstop is t", tstop_is_t},
    {DL_TSTOP_BEHIND, "tstop is t", tstop_is_t_backwards},
    {DL_TSTOP_BEFORE_TOUT, "tstop", tstop_before_tout},
    {DL_BAD_TSTOP, "not finite", tstop_nan},
    {DL_BAD_ML, "got 2", ml},
    {DL_BAD_MU, "got -1", mu},
    {DL_BAD_STEPLIMIT, "got -1", step_limit},
    {DL_BAD_INDEX, "got 4 in component 1", index_out},
    {DL_BAD_KIND, "component 0", kind_out},
    {DL_BAD_INIT, "DL_INIT", init_out},
    {DL_NOT_STARTED, "info[0] = 1", not_started},
};

static void test_wrong_input(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof inputs / sizeof inputs[0]; ++k) {
    dassl_door d;
    char text[400];
    open_rotation(&d, 1, 1e-6);
    inputs[k].spoil(&d);
    const dassl_door before = d;
    dassl_call(&d);
    dassl_like_explain(d.code, d.rwork, d.iwork, text, (int)sizeof text);
    if (d.idid != DL_ILLEGAL || d.code != inputs[k].code) {
      fail_msg("case %d: IDID %d code %d, expected %d (%s)", (int)k, d.idid, d.code, inputs[k].code,
               text);
    }
    if (strstr(text, inputs[k].word) == NULL) fail_msg("'%s' not in: %s", inputs[k].word, text);
    assert_true(memcmp(d.y, before.y, sizeof d.y) == 0 && memcmp(&d.t, &before.t, sizeof d.t) == 0);
    assert_true(memcmp(d.yp, before.yp, sizeof d.yp) == 0);
    assert_int_equal(d.info[DL_CONTINUE], -1);
    dassl_close(&d);
  }
}

static void test_null_arrays(void** state) {
  dassl_door d;
  (void)state;
  open_rotation(&d, 1, 1e-6);
#define CALL(t, y, yp, info, rtol, atol, idid, rwork, iwork)                                       \
  dassl_like(rotation, 2, t, y, yp, 1.0, info, rtol, atol, idid, rwork, d.lrw, iwork, d.liw, NULL, \
             NULL)
  const int fresh[DL_INFO_LENGTH] = {0};
#define EXPECT(code, call)             \
  memcpy(d.info, fresh, sizeof fresh); \
  assert_int_equal(call, code)
  EXPECT(DL_BAD_T, CALL(NULL, d.y, d.yp, d.info, d.rtol, d.atol, &d.idid, d.rwork, d.iwork));
  EXPECT(DL_BAD_Y, CALL(&d.t, NULL, d.yp, d.info, d.rtol, d.atol, &d.idid, d.rwork, d.iwork));
  EXPECT(DL_BAD_YP, CALL(&d.t, d.y, NULL, d.info, d.rtol, d.atol, &d.idid, d.rwork, d.iwork));
  EXPECT(DL_NULL_INFO, CALL(&d.t, d.y, d.yp, NULL, d.rtol, d.atol, &d.idid, d.rwork, d.iwork));
  EXPECT(DL_BAD_RTOL, CALL(&d.t, d.y, d.yp, d.info, NULL, d.atol, &d.idid, d.rwork, d.iwork));
  EXPECT(DL_BAD_ATOL, CALL(&d.t, d.y, d.yp, d.info, d.rtol, NULL, &d.idid, d.rwork, d.iwork));
  EXPECT(DL_NULL_IDID, CALL(&d.t, d.y, d.yp, d.info, d.rtol, d.atol, NULL, d.rwork, d.iwork));
  EXPECT(DL_NULL_RWORK, CALL(&d.t, d.y, d.yp, d.info, d.rtol, d.atol, &d.idid, NULL, d.iwork));
  EXPECT(DL_NULL_IWORK, CALL(&d.t, d.y, d.yp, d.info, d.rtol, d.atol, &d.idid, d.rwork, NULL));
  dassl_close(&d);
}

/* Called again after a failure nobody dealt with: refused, as often as it takes. */
static void test_repeated_call(void** state) {
  dassl_door d;
  (void)state;
  open_rotation(&d, 0, 1e-6);
  dassl_call(&d);
  assert_int_equal(d.code, DL_TOUT_IS_T);
  for (int k = 0; k < 3; ++k) {
    d.tout = 1;
    dassl_call(&d);
    dassl_expect(&d, DL_ILLEGAL, "after a failure");
    assert_int_equal(d.code, DL_AFTER_FAILURE);
  }
  d.info[DL_CONTINUE] = 0;
  dassl_call(&d);
  dassl_expect(&d, DL_AT_TOUT, "started anew");
  d.tout = 0.5;
  dassl_call(&d);
  assert_int_equal(d.code, DL_TOUT_BEHIND);
  d.info[DL_CONTINUE] = 1, d.tout = 2;
  dassl_call(&d);
  dassl_expect(&d, DL_AT_TOUT, "gone on after a wrong tout");
  assert_close(d.y[0], cos(2.0), 1e-4);
  dassl_close(&d);
}

/* 1000 steps need three calls of 500; t is where it stopped, and going on loses nothing. */
static void test_step_limit(void** state) {
  dassl_door d, whole;
  (void)state;
  open_rotation(&d, 30, 1e-8);
  assert_int_equal(dassl_call(&d), DL_MUCH_WORK);
  assert_int_equal(d.iwork[DL_NST], 500);
  assert_true(d.t > 1 && d.t < 29);
  assert_close(d.y[0], cos(d.t), 1e-5);
  d.info[DL_CONTINUE] = 1;
  assert_int_equal(dassl_finish(&d), DL_AT_TOUT);
  open_rotation(&whole, 30, 1e-8);
  dassl_arm(&whole, whole.lrw, whole.liw + 1);
  whole.info[DL_STEPLIMIT] = 1, whole.iwork[DL_STEPLIMITVALUE] = 100000;
  assert_int_equal(dassl_call(&whole), DL_AT_TOUT);
  assert_true(memcmp(d.y, whole.y, 2 * sizeof(double)) == 0);
  dassl_close(&d);
  dassl_close(&whole);
}

/* asked for, but left zero: the default of 500 */
static void test_default_step_limit(void** state) {
  dassl_door d;
  (void)state;
  open_rotation(&d, 30, 1e-8);
  dassl_arm(&d, d.lrw, d.liw + 1);
  d.info[DL_STEPLIMIT] = 1;
  assert_int_equal(dassl_call(&d), DL_MUCH_WORK);
  assert_int_equal(d.iwork[DL_NST], 500);
  dassl_close(&d);
}

/* lengths are answered at once, and only where an int can count them */
static void test_lengths(void** state) {
  int info[DL_INFO_LENGTH] = {0};
  const clock_t begin = clock();
  (void)state;
  for (int form = 0; form < 5; ++form) {
    info[DL_FORM] = form;
    assert_int_equal(dassl_like_lrw(100000000, info), DL_RANGE_NEQ);
    assert_int_equal(dassl_like_liw(100000000, info), 100000020);
    assert_int_equal(dassl_like_lrw(INT_MAX, info), DL_RANGE_NEQ);
    for (int neq = 3; neq <= 60; ++neq) { /* enough for every mechanism of that size */
      for (int n = 1; n <= neq; ++n) {
        for (int m = 0; m <= n && 2 * n + (form == 0 ? 2 : 1) * m <= neq; ++m) {
          assert_true(dassl_like_mbs_lrw(n, m, info) <= dassl_like_lrw(neq, info));
          assert_true(dassl_like_mbs_liw(n, m, info) <= dassl_like_liw(neq, info));
        }
      }
    }
  }
  assert_int_equal(dassl_like_lrw(0, info), DL_RANGE_NEQ);
  assert_at_most((double)(clock() - begin) / CLOCKS_PER_SEC, 1);
}

static int decay(int neq, double t, const double* y, const double* yp, double* delta, void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] + 1000.0;
  delta[1] = yp[1] + y[1] * 0;
  return 0;
}

static void test_weights(void** state) {
  const double y[2] = {1, 1}, yp[2] = {-1000, 0};
  dassl_door d;
  (void)state;
  open_rotation(&d, 1, 1e-6);
  d.rtol[0] = 1e-20, d.atol[0] = 1e-20;
  assert_int_equal(dassl_call(&d), DL_TOO_ACCURATE);
  const double factor = d.rwork[DL_FAILVALUE];
  assert_true(factor > 1e5 && factor < 1e7); /* 100 u/(sqrt 2 1e-20) or so */
  d.rtol[0] *= factor * 10, d.atol[0] *= factor * 10, d.info[DL_CONTINUE] = 1;
  assert_int_equal(dassl_finish(&d), DL_AT_TOUT);
  dassl_close(&d);

  /* y1 = 1 - 1000 t passes zero; with h = 2^-k the step meets it exactly */
  dassl_open(&d, decay, 2, y, yp, 1, 1e-3);
  d.info[DL_H0] = d.info[DL_HMAX] = 1, d.rwork[DL_H] = d.rwork[DL_HMAXVALUE] = 0.00025;
  d.atol[0] = 0;
  dassl_call(&d);
  dassl_expect(&d, DL_ZERO_WEIGHT, "zero weight");
  assert_int_equal(d.iwork[DL_FAILCOMP], 0);
  dassl_close(&d);
}

static int twice_the_same(int neq, double t, const double* y, const double* yp, double* delta,
                          void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = delta[1] = yp[0] + y[1];
  return 0;
}

/* y is far beyond what the tolerances can be relative to */
static void test_tiny_weights(void** state) {
  const double y[2] = {1e10, 1}, yp[2] = {0, 0};
  dassl_door d;
  (void)state;
  dassl_open(&d, rotation, 2, y, yp, 1, 0);
  d.atol[0] = 1e-300, d.rtol[0] = 0;
  dassl_call(&d);
  dassl_expect(&d, DL_ZERO_WEIGHT, "tiny weights");
  assert_true(memcmp(d.y, y, sizeof y) == 0);
  dassl_close(&d);
}

/* a residual that fails from the first step on leaves t, y and y' as they were */
static int never(int neq, double t, const double* y, const double* yp, double* delta, void* user) {
  (void)neq, (void)y, (void)yp;
  delta[0] = delta[1] = 0;
  return t > 0 ? *(int*)user : 0;
}

static void test_failing_first_step(void** state) {
  const double y[2] = {1, -2}, yp[2] = {-3, 1e5};
  (void)state;
  for (int code = -1; code <= 1; code += 2) {
    for (int h0 = 0; h0 < 3; ++h0) {
      dassl_door d;
      dassl_open(&d, never, 2, y, yp, 1, 1e-6);
      d.user = &code;
      d.info[DL_H0] = h0 > 0, d.rwork[DL_H] = h0 == 1 ? 1e-300 : 0.5;
      dassl_call(&d);
      dassl_expect(&d, code < 0 ? DL_STOPPED : DL_REFUSED, "first step");
      assert_close(d.t, 0, 0);
      assert_true(memcmp(d.y, y, sizeof y) == 0);
      for (int i = 0; i < 2; ++i) assert_close(d.yp[i], yp[i], 1e-13 * fabs(yp[i]));
      dassl_close(&d);
    }
  }
}

/* all times are tiny: comparisons must not underflow */
static int slow_time(int neq, double t, const double* y, const double* yp, double* delta,
                     void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] * 1e-200 + y[1];
  delta[1] = yp[1] * 1e-200 - y[0];
  return 0;
}

static void test_tiny_times(void** state) {
  const double y[2] = {1, 0}, yp[2] = {0, 1e200};
  dassl_door d;
  (void)state;
  dassl_open(&d, slow_time, 2, y, yp, 1e-200, 1e-6);
  dassl_call(&d);
  dassl_expect(&d, DL_AT_TOUT, "tiny times");
  assert_close(d.y[0], cos(1.0), 1e-4);
  assert_true(d.iwork[DL_NST] > 10);
  dassl_close(&d);
}

static void test_singular(void** state) {
  const double y[2] = {1, 0}, yp[2] = {0, 0};
  dassl_door d;
  (void)state;
  dassl_open(&d, twice_the_same, 2, y, yp, 1, 1e-6);
  dassl_call(&d);
  dassl_expect(&d, DL_SINGULAR, "singular matrix");
  assert_close(d.t, 0, 0);
  assert_close(d.y[0], 1, 0);
  dassl_close(&d);
}

typedef struct trouble {
  double from; /* y[0] below this is refused */
  int returned;
  int nan;
  int calls;
} trouble;

/* y' = -1 from 1 downwards */
static int falling(int neq, double t, const double* y, const double* yp, double* delta,
                   void* user) {
  trouble* w = (trouble*)user;
  (void)neq, (void)t;
  w->calls += 1;
  delta[0] = yp[0] + 1;
  delta[1] = y[1] - y[0];
  if (y[0] >= w->from) return 0;
  if (w->nan) delta[1] = NAN;
  return w->returned;
}

static void run_trouble(trouble w, int expected, int component) {
  const double y[2] = {1, 1}, yp[2] = {-1, -1};
  dassl_door d;
  char text[400];
  dassl_open(&d, falling, 2, y, yp, 2, 1e-6);
  d.user = &w;
  dassl_call(&d);
  dassl_expect(&d, expected, "trouble");
  if (expected < 0) {
    assert_true(d.t < 0.5 && d.y[0] >= 0.5);
    assert_close(d.y[0], 1 - d.t, 1e-10);
    assert_int_equal(d.iwork[DL_FAILCOMP], component);
    assert_true(d.rwork[DL_FAILTIME] > d.t - 1e-12 && d.rwork[DL_FAILTIME] < 2);
    dassl_like_explain(d.code, d.rwork, d.iwork, text, (int)sizeof text);
    assert_non_null(strstr(text, "at t = "));
    if (component >= 0) assert_non_null(strstr(text, "component 1"));
  }
  dassl_close(&d);
}

static void test_trouble(void** state) {
  (void)state;
  run_trouble((trouble){-10, 0, 0, 0}, DL_AT_TOUT, -1);
  run_trouble((trouble){0.5, 1, 0, 0}, DL_REFUSED, -1);
  run_trouble((trouble){0.5, -3, 0, 0}, DL_STOPPED, -1);
  run_trouble((trouble){0.5, 0, 1, 0}, DL_NOT_FINITE, 1);
}

/* y' = 1/sqrt(y) cannot be evaluated below zero: predictions that go there are tried again smaller.
 * y = (1 - 3t/2)^(2/3) */
static int sqrt_law(int neq, double t, const double* y, const double* yp, double* delta,
                    void* user) {
  (void)neq, (void)t;
  if (y[0] < 0) {
    *(int*)user += 1;
    delta[0] = NAN;
    return 0;
  }
  delta[0] = yp[0] + 1 / sqrt(y[0]);
  return 0;
}

static void test_recovery(void** state) {
  const double y[1] = {1}, yp[1] = {-1};
  dassl_door d;
  int refused = 0;
  (void)state;
  dassl_open(&d, sqrt_law, 1, y, yp, 0.65, 1e-5);
  d.user = &refused;
  d.info[DL_H0] = 1, d.rwork[DL_H] = 1.2; /* the first prediction is -0.2 */
  dassl_finish(&d);
  dassl_expect(&d, DL_AT_TOUT, "recovery");
  assert_close(d.y[0], pow(1 - 1.5 * 0.65, 2.0 / 3.0), 1e-3);
  assert_true(refused > 0);
  dassl_close(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wrong_input),   cmocka_unit_test(test_null_arrays),
      cmocka_unit_test(test_repeated_call), cmocka_unit_test(test_step_limit),
      cmocka_unit_test(test_weights),       cmocka_unit_test(test_singular),
      cmocka_unit_test(test_trouble),       cmocka_unit_test(test_recovery),
      cmocka_unit_test(test_tiny_weights),  cmocka_unit_test(test_failing_first_step),
      cmocka_unit_test(test_tiny_times),    cmocka_unit_test(test_default_step_limit),
      cmocka_unit_test(test_lengths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
