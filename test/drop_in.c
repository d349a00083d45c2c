/* libmbdae_dassl, the library for programs written for DDASSL and DDASRT: what DDASRT's protocol says
 * of JROOT, of roots at the start and of functions that stay zero, and what drivers leave in INFO. */
#include "drop_in.h"

extern void ddassl_(fortran_res, const int*, double*, double*, double*, const double*, int*,
                    double*, double*, int*, double*, const int*, int*, const int*, double*, int*,
                    fortran_jac);
extern void ddasrt_(fortran_res, const int*, double*, double*, double*, const double*, int*,
                    double*, double*, int*, double*, const int*, int*, const int*, double*, int*,
                    fortran_jac, fortran_g, const int*, int*);

/* cos t = 0, t = 1 */
static void two_roots(const int* neq, const double* t, const double* y, const int* ng, double* g,
                      double* rpar, int* ipar) {
  (void)neq, (void)ng, (void)rpar, (void)ipar;
  g[0] = y[0];
  g[1] = *t - 1;
}

static void test_jroot(void** state) {
  drop_in d;
  (void)state;
  drop_in_rotation(&d, two_roots, 2, 1e-6);
  d.tout = 0.5;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 3);
  assert_true(d.jroot[0] == 0 && d.jroot[1] == 0);
  d.tout = 3;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
  assert_true(d.jroot[0] == 0 && d.jroot[1] == 1);
  assert_close(d.t, 1, 1e-12);
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
  assert_true(d.jroot[0] == 1 && d.jroot[1] == 0);
  assert_close(d.t, acos(0), 1e-5);
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 3);
  assert_true(d.jroot[0] == 0 && d.jroot[1] == 0);
}

/* the first Euler step of INFO(11) = 1 goes beyond it */
static void early_root(const int* neq, const double* t, const double* y, const int* ng, double* g,
                       double* rpar, int* ipar) {
  (void)neq, (void)y, (void)ng, (void)rpar, (void)ipar;
  g[0] = *t - 1e-5;
}

static void test_root_in_euler_step(void** state) {
  drop_in d;
  (void)state;
  drop_in_rotation(&d, early_root, 1, 1e-2);
  d.info[10] = d.info[7] = 1, d.rwork[H0] = 1e-3, d.tout = 1;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
  assert_int_equal(d.jroot[0], 1);
  assert_close(d.t, 1e-5, 1e-12);
  assert_close(d.y[1], 1e-5, 1e-7);
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 3);
  assert_int_equal(d.jroot[0], 0);
  assert_close(d.y[0], cos(1), 0.1);
}

/* zero from pi/2 on */
static void stays_zero(const int* neq, const double* t, const double* y, const int* ng, double* g,
                       double* rpar, int* ipar) {
  (void)neq, (void)t, (void)ng, (void)rpar, (void)ipar;
  g[0] = fmax(y[0], 0);
  g[1] = 1;
}

static void test_lasting_zero(void** state) {
  drop_in d;
  double last = 0;
  (void)state;
  drop_in_rotation(&d, stays_zero, 2, 1e-6);
  d.tout = 2;
  for (int k = 0; k < 5; ++k) {
    assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
    assert_true(d.jroot[0] == 1 && d.jroot[1] == 0);
    assert_int_equal(d.info[0], 1);
    assert_true(d.t > last && (k == 0 || d.t < last + 1e-12));
    assert_close(d.y[0], cos(d.t), 1e-5);
    last = d.t;
  }
  /* only at the very start it is wrong input, and y is not touched */
  drop_in_rotation(&d, stays_zero, 2, 1e-6);
  d.y[0] = -1, d.yp[1] = -1, d.tout = 1;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), -33);
  assert_true(d.t == 0 && d.y[0] == -1 && d.y[1] == 0);
}

/* y = t; NaN from here to there */
static double from, to;
static void constant_slope(const double* t, const double* y, const double* yp, double* delta,
                           int* ires, double* rpar, int* ipar) {
  (void)t, (void)y, (void)ires, (void)rpar, (void)ipar;
  delta[0] = yp[0] - 1;
}
static void patchy(const int* neq, const double* t, const double* y, const int* ng, double* g,
                   double* rpar, int* ipar) {
  (void)neq, (void)y, (void)ng, (void)rpar, (void)ipar;
  g[0] = *t >= from && *t <= to ? NAN : *t - 0.6;
}

static void test_failing_function(void** state) {
  static const double patches[][2] = {{0.55, 0.7}, {0, 0}, {0.3, 9}, {0.8, 9}};
  (void)state;
  for (int euler = 0; euler < 2; ++euler) {
    for (size_t k = 0; k < sizeof patches / sizeof patches[0]; ++k) {
      drop_in d;
      drop_in_open(&d, constant_slope, 1, patchy, 1, 1e-4);
      from = patches[k][0], to = patches[k][1];
      d.yp[0] = 1, d.tout = 5, d.info[10] = euler;
      assert_int_equal(drop_in_ddasrt(&d, ddasrt_), -13);
      assert_close(d.y[0], d.t, 1e-12);
      assert_close(d.yp[0], 1, 1e-12);
      /* mended, it goes on */
      from = 9, d.info[0] = 1;
      assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
      assert_close(d.t, 0.6, 1e-10);
      assert_close(d.y[0], d.t, 1e-12);
    }
  }
}

/* another number of functions from one call to the next */
static void test_changed_functions(void** state) {
  drop_in d;
  (void)state;
  drop_in_rotation(&d, two_roots, 2, 1e-6);
  d.tout = 2;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
  assert_close(d.t, 1, 1e-12);
  d.g = early_root, d.ng = 1;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 3);
  d.g = two_roots, d.ng = 2, d.tout = 6;
  assert_int_equal(drop_in_ddasrt(&d, ddasrt_), 4);
  assert_close(d.t, 3 * acos(0), 1e-4);
  assert_true(d.jroot[0] == 1 && d.jroot[1] == 0);
}

/* DDASSL reads INFO(1) to INFO(11) only */
static void test_rest_of_info(void** state) {
  (void)state;
  for (int garbage = -77; garbage <= 77; garbage += 154) {
    drop_in d;
    drop_in_rotation(&d, NULL, 0, 1e-6);
    for (int i = 11; i < 15; ++i) d.info[i] = garbage;
    d.tout = 1;
    assert_int_equal(drop_in_ddassl(&d, ddassl_), 3);
    assert_close(d.y[0], cos(1), 1e-4);
    d.tout = 2;
    assert_int_equal(drop_in_ddassl(&d, ddassl_), 3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_jroot),
      cmocka_unit_test(test_root_in_euler_step),
      cmocka_unit_test(test_lasting_zero),
      cmocka_unit_test(test_failing_function),
      cmocka_unit_test(test_changed_functions),
      cmocka_unit_test(test_rest_of_info),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
