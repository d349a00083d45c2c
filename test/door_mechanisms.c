/* Every mechanism against its reference solution: errors within their limits and falling as the
 * order says, drift below Baumgarte's, energy kept over long runs. The references were computed
 * elsewhere (problems/data/README.md). */
#include <math.h>
#include <string.h>

#include "catalogue.h"
#include "check.h"
#include "published.h"
#include "reference.h"

static row_result results[3]; /* large: not for the stack */

static void assert_row(const published_table* table, int i, const row_result* now,
                       const row_result* above) {
  const int off = compare_with_published(&table->rows[i], now, above);
  if (off != 0) {
    fail_msg("%s: off %d (error %.3e energy %.3e drifts %.3e %.3e) %s", table->rows[i].label, off,
             now->error, now->energy_drift, now->outcome.driftp, now->outcome.driftv,
             now->outcome.text);
  }
}

/* Their references come from coordinates without multipliers, or those of another constraint. */
static int has_no_multipliers(const char* name) {
  return strcmp(name, "double-pendulum") == 0 || strcmp(name, "singular-crank") == 0 ||
         strncmp(name, "suspension", 10) == 0;
}

/* Rows come in threes: one mechanism, one method, three tolerances. From the first to the last the
 * error falls at least like h^(p-1) (DOPRI5, p = 5) or h^(p-2) (DOP853, p = 8), h the mean accepted
 * step; steps of varying size and phases of the error at the end time take the rest.
 * `exception`: the flexible crank at 60 rad/s, whose error is the phase of an axial vibration of
 * 1500 periods, and by luck small at 1e-7. */
static void errors_fall_with_the_order(void** state) {
  const published_table* table = find_published_table("mbdae-accuracy");
  (void)state;
  assert_int_equal(table->nrow % 3, 0);
  for (int i = 0; i < table->nrow; i += 3) {
    const int high = table->rows[i].settings.method == 1;
    const int exception = !high && strstr(table->rows[i].mechanism, "speed=60") != NULL;
    for (int k = 0; k < 3; ++k) {
      run_published_row(table, &table->rows[i + k], &results[k]);
      assert_row(table, i + k, &results[k], NULL);
      if (!has_no_multipliers(table->rows[i + k].mechanism)) {
        assert_true(results[k].multiplier_error >= 0);
      }
    }
    const double order = log(results[0].error / results[2].error) /
                         log((double)results[2].outcome.naccp / results[0].outcome.naccp);
    if (!exception && !(order >= (high ? 6.0 : 4.0))) {
      fail_msg("%s: errors %.2e %.2e %.2e, order %.2f", table->rows[i].label, results[0].error,
               results[1].error, results[2].error, order);
    }
    assert_true(results[2].error < results[1].error && results[1].error < results[0].error);
  }
}

/* Some forces only load constraints, such as the reaction of the spring on the ground of the spring
 * crank: they show in the multipliers and nowhere else. Of the singular crank the reference has those of
 * the constraint th1 + th2 = pi, which are sin th1 times as large. The limits are a hundred tolerances,
 * with the elastic rod (axial vibrations) and near singular postures ten thousand. */
static void multipliers_at_the_end(void** state) {
  static const struct {
    const char* mechanism;
    double t1, limit;
  } rows[] = {
      {"andrews", 0.03, 1e-9},
      {"chain links=10", 1, 1e-9},
      {"crank-slider", 3, 1e-9},
      {"disc", 1.5, 1e-9},
      {"double-pendulum mass1=1e6 mass2=2e-4", 5, 1e-9},
      {"flexible-crank speed=60", 0.1, 1e-7},
      {"flexible-crank speed=120", 0.1, 1e-7},
      {"flexible-crank speed=180", 0.1, 1e-7},
      {"flexible-crank speed=180 printed=1", 0.1, 1e-7},
      {"manipulator", 10, 1e-9},
      {"manipulator case=2 omega=0.5", 5, 1e-7},
      {"manipulator case=2 omega=1", 3, 1e-9},
      {"manipulator case=2 omega=5", 2, 1e-9},
      {"pendulum", 1, 1e-9},
      {"regular-crank", 5, 1e-9},
      {"rigid-crank", 1, 1e-9},
      {"spring-crank stiffness=1000", 0.5, 1e-9},
      {"spring-crank stiffness=10000", 0.5, 1e-9},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const published_table table = {.mechanism = rows[i].mechanism};
    const published_row row = {
        .settings = {.method = 1, .rtol = 1e-11, .atol = 1e-11, .t1 = rows[i].t1, .nmax = 1000000}};
    run_published_row(&table, &row, &results[0]);
    assert_int_equal(results[0].outcome.idid, MBDAE_DONE);
    if (!(results[0].multiplier_error <= rows[i].limit)) {
      fail_msg("%s: multipliers off by %.2e", rows[i].mechanism, results[0].multiplier_error);
    }
  }
  const published_table table = {.mechanism = "singular-crank"};
  const published_row row = {.settings = {.rtol = 1e-9, .atol = 1e-9, .t1 = 20}};
  run_published_row(&table, &row, &results[0]);
  assert_int_equal(results[0].outcome.idid, MBDAE_DONE);
  double reference[5];
  assert_int_equal(read_reference("singular_crank", 20, 5, reference), 0);
  assert_close(results[0].outcome.lambda[0] * sin(reference[0]), reference[4], 1e-7);
}

static void assert_table(const char* name) {
  const published_table* table = find_published_table(name);
  for (int i = 0; i < table->nrow; ++i) {
    run_published_row(table, &table->rows[i], &results[i % 2]);
    assert_row(table, i, &results[i % 2], i > 0 ? &results[1 - i % 2] : NULL);
  }
}

static void drift_lies_below_baumgartes(void** state) {
  (void)state;
  assert_table("mbdae-drift");
}

static void energy_is_kept(void** state) {
  (void)state;
  assert_table("mbdae-energy");
}

static const row_result* run_andrews(int method, double rtol, double t1) {
  const published_table table = {.mechanism = "andrews"};
  const published_row row = {
      .settings = {.method = method, .rtol = rtol, .atol = rtol / 10, .t1 = t1}};
  run_published_row(&table, &row, &results[0]);
  assert_int_equal(results[0].outcome.idid, MBDAE_DONE);
  return &results[0];
}

/* Double precision is enough for 1e-10 at t = 0.03 and 1e-7 at t = 0.3: the motion is not chaotic
 * (perturbations grow by 46 and 125). */
static void andrews_to_rounding(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    for (int end = 0; end <= 1; ++end) {
      const row_result* r = run_andrews(method, 1e-12, end == 0 ? 0.03 : 0.3);
      assert_at_most(r->error, end == 0 ? 1e-10 : 1e-7);
      assert_at_most(r->outcome.driftp, 1e-14);
      assert_at_most(r->outcome.driftv, 1e-11);
    }
  }
}

/* Work of DOP853 for an error, at t = 0.03: another implementation needed 1550 calls for 1e-7 and
 * 2033 for 1.9e-9. */
static void andrews_high_order(void** state) {
  (void)state;
  const row_result* r = run_andrews(1, 1e-8, 0.03);
  assert_at_most(r->error, 3e-8);
  assert_at_most(r->outcome.nfcn, 1600);
  r = run_andrews(1, 1e-10, 0.03);
  assert_at_most(r->error, 2e-9);
  assert_at_most(r->outcome.nfcn, 2100);
}

/* Constant steps: the order itself, without the luck of a step size control. Of all mechanisms
 * those are here on which the leading term shows between the higher ones and rounding (on Andrews'
 * and the manipulator errors fall faster than the order, 5.8 to 7.4 and 9 to 17, down to rounding);
 * the steps were chosen for that. Slope of the second halving. */
static void orders_on_mechanisms(void** state) {
  static const struct {
    const char* mechanism;
    double t1, h;
    int method, order;
  } rows[] = {
      {"chain links=10", 0.5, 0.00625, 0, 5},
      {"spring-crank", 0.5, 0.025, 0, 5},
      {"double-pendulum", 2, 0.025, 0, 5},
      {"pendulum", 2, 0.025, 0, 5},
      {"disc", 1.4, 0.0125, 0, 5},
      {"regular-crank", 3, 0.0125, 0, 5},
      {"chain links=10", 0.5, 0.00625, 1, 8},
      {"spring-crank", 0.5, 0.05, 1, 8},
      {"disc", 1.4, 0.05, 1, 8},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    double error[3];
    const published_table table = {.mechanism = rows[i].mechanism};
    for (int k = 0; k < 3; ++k) {
      const published_row row = {
          .settings = {
              .method = rows[i].method, .fixed = 1, .h = ldexp(rows[i].h, -k), .t1 = rows[i].t1}};
      run_published_row(&table, &row, &results[0]);
      assert_int_equal(results[0].outcome.idid, MBDAE_DONE);
      error[k] = results[0].error;
    }
    const double slope = log2(error[1] / error[2]);
    if (!(fabs(slope - rows[i].order) <= 0.3)) {
      fail_msg("%s: errors %.2e %.2e %.2e, slope %.2f for %d", rows[i].mechanism, error[0],
               error[1], error[2], slope, rows[i].order);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(multipliers_at_the_end), cmocka_unit_test(errors_fall_with_the_order),
      cmocka_unit_test(orders_on_mechanisms),   cmocka_unit_test(drift_lies_below_baumgartes),
      cmocka_unit_test(energy_is_kept),         cmocka_unit_test(andrews_to_rounding),
      cmocka_unit_test(andrews_high_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
