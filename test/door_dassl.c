/* dassl_like at work: DDASSL's protocol of output points, options and results, against exact solutions;
 * the index of variables; consistent start values. */
#include "dassl_door.h"

static const double tol = 1e-7;

/* tout is passed and interpolated, forwards and backwards, several times inside one step */
static void test_output_points(void** state) {
  (void)state;
  for (int direction = -1; direction <= 1; direction += 2) {
    dassl_door d;
    open_rotation(&d, 0, tol);
    for (int k = 1; k <= 400; ++k) {
      d.tout = direction * 0.005 * k;
      assert_int_equal(dassl_call(&d), DL_AT_TOUT);
      assert_close(d.t, d.tout, 0);
      assert_close(d.y[0], cos(d.t), 50 * tol);
      assert_close(d.y[1], sin(d.t), 50 * tol);
      assert_close(d.yp[0], -sin(d.t), 5e3 * tol);
    }
    assert_true(d.iwork[DL_NST] < 200);
    assert_true(direction * (d.rwork[DL_TN] - d.t) >= 0);
    dassl_close(&d);
  }
}

/* every step: times grow, tout is met in the end; t + h predicts the next one unless it fails */
static void test_every_step(void** state) {
  dassl_door d;
  int steps = 0;
  double last = 0;
  (void)state;
  open_rotation(&d, 3, tol);
  d.info[DL_EVERYSTEP] = 1;
  while (dassl_call(&d) == DL_STEPPED) {
    assert_true(d.t > last);
    assert_close(d.t - last, d.rwork[DL_HOLD], 1e-14);
    assert_close(d.y[0], cos(d.t), 50 * tol);
    last = d.t;
    assert_int_equal(d.iwork[DL_NST], ++steps);
  }
  dassl_expect(&d, DL_AT_TOUT, "every step");
  assert_close(d.t, 3, 0);
  dassl_close(&d);
}

/* y' = 1 up to tstop = 1, and F must never be asked beyond */
static int no_further(int neq, double t, const double* y, const double* yp, double* delta,
                      void* user) {
  (void)neq, (void)y;
  if (t > *(double*)user) *(double*)user = t;
  delta[0] = yp[0] - cos(t);
  return 0;
}

static void test_tstop(void** state) {
  const double y[1] = {0}, yp[1] = {1};
  double furthest = 0;
  dassl_door d;
  (void)state;
  dassl_open(&d, no_further, 1, y, yp, 0.5, tol);
  d.user = &furthest;
  d.info[DL_TSTOP] = 1, d.rwork[DL_TSTOPVALUE] = 1;
  assert_int_equal(dassl_call(&d), DL_AT_TOUT);
  d.tout = 1;
  dassl_call(&d);
  assert_true(d.idid == DL_AT_TSTOP || d.idid == DL_AT_TOUT);
  assert_close(d.t, 1, 0);
  assert_close(d.y[0], sin(1.0), 50 * tol);
  assert_at_most(furthest, 1 + 1e-15);
  d.tout = 1.5;
  dassl_call(&d);
  assert_int_equal(d.code, DL_TSTOP_BEFORE_TOUT);
  dassl_close(&d);
}

static void test_limits(void** state) {
  dassl_door d;
  double last = 0;
  (void)state;
  open_rotation(&d, 2, 1e-3);
  d.info[DL_HMAX] = 1, d.rwork[DL_HMAXVALUE] = 0.01;
  d.info[DL_MAXORD] = 1, d.iwork[DL_MAXORDVALUE] = 2;
  dassl_arm(&d, 40 + 6 * 2 + 4, 22); /* shorter history */
  d.rwork[DL_HMAXVALUE] = 0.01, d.iwork[DL_MAXORDVALUE] = 2;
  d.info[DL_EVERYSTEP] = 1;
  while (dassl_call(&d) == DL_STEPPED) {
    assert_at_most(d.t - last, 0.01 * (1 + 1e-9));
    assert_true(d.iwork[DL_OLDORDER] <= 2);
    last = d.t;
  }
  dassl_expect(&d, DL_AT_TOUT, "limits");
  assert_true(d.iwork[DL_NST] >= 200);
  dassl_close(&d);
}

/* heat conduction, 20 unknowns, tridiagonal: full and band matrices, by differences and by jac, give the
 * same steps */
enum { RODS = 20 };

static int heat(int neq, double t, const double* y, const double* yp, double* delta, void* user) {
  (void)t, (void)user;
  for (int i = 0; i < neq; ++i) {
    const double left = i > 0 ? y[i - 1] : 0, right = i < neq - 1 ? y[i + 1] : 0;
    delta[i] = yp[i] - 441 * (left - 2 * y[i] + right);
  }
  return 0;
}

static int heat_jac(int neq, double t, const double* y, const double* yp, double cj, double* pd,
                    int ldpd, void* user) {
  const int band = *(int*)user, lower = 1, upper = 2;
  (void)t, (void)y, (void)yp;
  for (int j = 0; j < neq; ++j) {
    for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < neq; ++i) {
      const int row = band ? lower + upper + i - j : i;
      pd[row + j * ldpd] = i == j ? cj + 882 : -441;
    }
  }
  return 0;
}

static void test_matrices(void** state) {
  double y[RODS], yp[RODS], first[RODS];
  int counts[5];
  (void)state;
  for (int i = 0; i < RODS; ++i) {
    y[i] = sin(3.14159265358979 * (i + 1) / (RODS + 1));
    yp[i] = -441 * 4 * pow(sin(1.570796326794897 / (RODS + 1)), 2) * y[i];
  }
  for (int kind = 0; kind < 4; ++kind) {
    int band = kind >= 2;
    dassl_door d;
    dassl_open(&d, heat, RODS, y, yp, 0.1, tol);
    d.user = &band;
    d.jac = heat_jac;
    d.info[DL_USERJAC] = kind % 2;
    if (band) {
      const int width = 1 + 2 + 1;
      dassl_arm(&d,
                40 + 9 * RODS + (2 * 1 + 2 + 1) * RODS + (kind == 2 ? 2 * (RODS / width + 1) : 0),
                20 + RODS);
      d.info[DL_BANDED] = 1, d.iwork[DL_ML] = 1, d.iwork[DL_MU] = 2;
    }
    dassl_finish(&d);
    dassl_expect(&d, DL_AT_TOUT, "heat");
    /* the first eigenvector decays with its own rate */
    const double rate = 441 * 4 * pow(sin(1.570796326794897 / (RODS + 1)), 2);
    for (int i = 0; i < RODS; ++i) assert_close(d.y[i], y[i] * exp(-rate * 0.1), 30 * tol);
    if (kind == 0) {
      memcpy(counts, d.iwork + DL_NST, sizeof counts);
      memcpy(first, d.y, sizeof first);
    }
    assert_true(memcmp(counts, d.iwork + DL_NST, sizeof counts) == 0);
    for (int i = 0; i < RODS; ++i) assert_close(d.y[i], first[i], 1e-3 * tol);
    dassl_close(&d);
  }
}

/* Robertson at 40 against E. Hairer, G. Wanner II, IV.10 (t = 40: 0.7158, 9.185e-6, 0.2842) */
static void test_vector_tolerances(void** state) {
  dassl_door d;
  (void)state;
  open_robertson(&d, 40, 1e-8);
  d.info[DL_VECTOR] = 1;
  d.atol[0] = 1e-8, d.atol[1] = 1e-14, d.atol[2] = 1e-8;
  d.jac = robertson_jac, d.info[DL_USERJAC] = 1;
  dassl_finish(&d);
  dassl_expect(&d, DL_AT_TOUT, "Robertson");
  assert_close(d.y[0], 0.7158270688, 1e-7);
  assert_close(d.y[1], 9.185534765e-6, 1e-12);
  assert_close(d.y[0] + d.y[1] + d.y[2], 1, 1e-12);
  dassl_close(&d);
}

/* Over a long time y1 and y2 fall to nothing and turn negative unless they are kept from it. */
static void test_nonnegative(void** state) {
  dassl_door d;
  (void)state;
  open_robertson(&d, 4e5, 1e-4);
  d.info[DL_NONNEG] = d.info[DL_EVERYSTEP] = 1;
  while (dassl_call(&d) == DL_STEPPED) {
    for (int i = 0; i < 3; ++i) assert_true(d.y[i] >= 0);
  }
  dassl_expect(&d, DL_AT_TOUT, "nonnegative");
  dassl_close(&d);
}

/* y' unknown: DDASSL's Euler start, then as accurate as ever */
static void test_unknown_derivatives(void** state) {
  const double y[2] = {1, 0}, yp[2] = {0, 0};
  dassl_door d;
  (void)state;
  dassl_open(&d, rotation, 2, y, yp, 1, tol);
  d.info[DL_DERIVATIVES] = 1;
  dassl_finish(&d);
  dassl_expect(&d, DL_AT_TOUT, "Euler start");
  assert_close(d.y[0], cos(1.0), 100 * tol);
  assert_close(d.y[1], sin(1.0), 100 * tol);
  dassl_close(&d);
}

/* y1' = -y1 y2, 0 = y2^3 + y2 - y1 - 1: from y1 = 1 the consistent values are y2 = 1, y1' = -1 */
static int cubic(int neq, double t, const double* y, const double* yp, double* delta, void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] + y[0] * y[1];
  delta[1] = y[1] * y[1] * y[1] + y[1] - y[0] - 1;
  return 0;
}

/* y2^2 = -1 */
static int twice_impossible(int neq, double t, const double* y, const double* yp, double* delta,
                            void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] + y[0];
  delta[1] = y[1] * y[1] + 1;
  return 0;
}

static void open_cubic(dassl_door* d, double y2, double yp1, int init) {
  const double y[2] = {1, y2}, yp[2] = {yp1, 0};
  dassl_open(d, cubic, 2, y, yp, 1, tol);
  dassl_arm(d, d->lrw, d->liw + 1 + 2);
  d->info[DL_INIT] = init;
  d->iwork[DL_FIRST] = 1, d->iwork[DL_FIRST + 1] = -1;
}

static void test_consistent_start(void** state) {
  char text[400];
  dassl_door d;
  (void)state;
  open_cubic(&d, -3, 50, 4); /* make consistent and return */
  assert_int_equal(dassl_call(&d), DL_CONSISTENT);
  assert_close(d.t, 0, 0);
  assert_close(d.y[0], 1, 0);
  assert_close(d.y[1], 1, tol);
  assert_close(d.yp[0], -1, 1e-3);
  d.info[DL_INIT] = 3; /* check */
  assert_int_equal(dassl_call(&d), DL_CONSISTENT);
  assert_at_most(d.rwork[DL_FAILVALUE], 0.1);
  d.y[1] = 1.1;
  assert_int_equal(dassl_call(&d), MBDAE_INCONSISTENT);
  assert_close(d.rwork[DL_FAILVALUE], 0.1 / (2.1 * tol) / sqrt(2.0), 0.2 / tol);
  assert_close(d.y[1], 1.1, 0);
  dassl_like_explain(d.code, d.rwork, d.iwork, text, (int)sizeof text);
  assert_non_null(strstr(text, "DL_INIT"));
  assert_non_null(strstr(text, "res"));
  dassl_close(&d);

  open_cubic(&d, 7, 0, 1); /* make consistent and go on */
  dassl_finish(&d);
  dassl_expect(&d, DL_AT_TOUT, "from inconsistent values");
  /* y1 = y2^3 + y2 - 1: dt = -(3 y2^2 + 1)/((y2^3 + y2 - 1) y2) dy2, integrated by Simpson's rule */
  double t = 0;
  const int pieces = 2000;
  for (int i = 0; i < pieces; ++i) {
    double f[3];
    for (int k = 0; k < 3; ++k) {
      const double y2 = 1 + (d.y[1] - 1) * (i + 0.5 * k) / pieces;
      f[k] = -(3 * y2 * y2 + 1) / ((y2 * y2 * y2 + y2 - 1) * y2);
    }
    t += (d.y[1] - 1) / pieces * (f[0] + 4 * f[1] + f[2]) / 6;
  }
  assert_close(t, 1, 200 * tol);
  dassl_close(&d);

  for (int init = 1; init <= 4; init += 3) { /* the values stay as they were */
    open_cubic(&d, 0.5, 3, init);
    d.user = NULL, d.res = twice_impossible;
    dassl_call(&d);
    dassl_expect(&d, DL_NO_START, "no consistent values");
    assert_true(d.y[0] == 1 && d.y[1] == 0.5 && d.yp[0] == 3 && d.yp[1] == 0 && d.t == 0);
    dassl_close(&d);
  }
}

/* The pendulum x'' = -x lambda, y'' = -1 - y lambda, x^2 + y^2 = 1 of index 3: unscaled it fails, with
 * the index of each variable it gets through, and the error follows the tolerance. At the lowest point
 * of the motion from the horizontal lambda = 3; energy y + v^2/2 = 0. */
static int pendulum3(int neq, double t, const double* y, const double* yp, double* delta,
                     void* user) {
  (void)neq, (void)t, (void)user;
  delta[0] = yp[0] - y[2];
  delta[1] = yp[1] - y[3];
  delta[2] = yp[2] + y[0] * y[4];
  delta[3] = yp[3] + 1 + y[1] * y[4];
  delta[4] = y[0] * y[0] + y[1] * y[1] - 1;
  return 0;
}

static int run_pendulum3(double accuracy, int scaled, double* energy, double* lambda) {
  const double y[5] = {1, 0, 0, 0, 0}, yp[5] = {0, 0, 0, -1, 0};
  const int index[5] = {1, 1, 2, 2, 3};
  dassl_door d;
  dassl_open(&d, pendulum3, 5, y, yp, 10, accuracy);
  if (scaled) {
    dassl_arm(&d, d.lrw + 5, d.liw + 6);
    d.info[DL_INDEX] = 1;
    memcpy(d.iwork + DL_FIRST, index, sizeof index);
  }
  for (int k = 0; k < 40 && dassl_call(&d) == DL_MUCH_WORK; ++k) d.info[DL_CONTINUE] = 1;
  *energy = d.y[1] + 0.5 * (d.y[2] * d.y[2] + d.y[3] * d.y[3]);
  *lambda = fabs(d.y[4] + 3 * d.y[1]); /* lambda = v^2 - y = -3 y */
  const int idid = d.idid;
  dassl_close(&d);
  return idid;
}

static void test_index(void** state) {
  double energy, lambda;
  (void)state;
  assert_int_equal(run_pendulum3(1e-4, 1, &energy, &lambda), DL_AT_TOUT);
  assert_int_equal(run_pendulum3(1e-6, 1, &energy, &lambda), DL_AT_TOUT);
  assert_at_most(fabs(energy), 1e-3);
  assert_at_most(lambda, 3e-2);
  assert_int_equal(run_pendulum3(1e-8, 1, &energy, &lambda), DL_AT_TOUT);
  assert_at_most(fabs(energy), 3e-5);
  assert_at_most(lambda, 3e-3);
  assert_true(run_pendulum3(1e-6, 0, &energy, &lambda) < 0);
}

/* A copy of the arrays goes on as the original does, bit by bit, after steps of the original in between. */
static void test_checkpoint(void** state) {
  dassl_door d, copy;
  (void)state;
  open_robertson(&d, 1, 1e-6);
  assert_int_equal(dassl_call(&d), DL_AT_TOUT);
  copy = d;
  copy.rwork = NULL, copy.iwork = NULL;
  dassl_arm(&copy, d.lrw, d.liw);
  memcpy(copy.rwork, d.rwork, sizeof(double) * (size_t)d.lrw);
  memcpy(copy.iwork, d.iwork, sizeof(int) * (size_t)d.liw);
  d.tout = copy.tout = 1e4;
  assert_int_equal(dassl_call(&d), DL_AT_TOUT);
  assert_int_equal(dassl_call(&copy), DL_AT_TOUT);
  assert_true(memcmp(d.y, copy.y, sizeof d.y) == 0 && memcmp(d.yp, copy.yp, sizeof d.yp) == 0);
  assert_true(memcmp(d.rwork, copy.rwork, sizeof(double) * (size_t)d.lrw) == 0);
  assert_true(memcmp(d.iwork, copy.iwork, sizeof(int) * (size_t)d.liw) == 0);
  dassl_close(&d);
  dassl_close(&copy);
}

/* DDASSL's drivers do not clear their arrays: whatever is in them does not matter. */
static void test_dirty_arrays(void** state) {
  dassl_door clean, dirty;
  (void)state;
  open_robertson(&clean, 40, 1e-6);
  open_robertson(&dirty, 40, 1e-6);
  for (int i = 0; i < dirty.lrw; ++i) dirty.rwork[i] = NAN;
  memset(dirty.iwork, 0x7f, sizeof(int) * (size_t)dirty.liw);
  assert_int_equal(dassl_finish(&clean), DL_AT_TOUT);
  assert_int_equal(dassl_finish(&dirty), DL_AT_TOUT);
  assert_true(memcmp(clean.y, dirty.y, sizeof clean.y) == 0);
  assert_true(memcmp(clean.iwork + DL_NST, dirty.iwork + DL_NST, 5 * sizeof(int)) == 0);
  dassl_close(&clean);
  dassl_close(&dirty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_output_points),
      cmocka_unit_test(test_every_step),
      cmocka_unit_test(test_tstop),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_matrices),
      cmocka_unit_test(test_vector_tolerances),
      cmocka_unit_test(test_nonnegative),
      cmocka_unit_test(test_unknown_derivatives),
      cmocka_unit_test(test_consistent_start),
      cmocka_unit_test(test_checkpoint),
      cmocka_unit_test(test_dirty_arrays),
      cmocka_unit_test(test_index),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
