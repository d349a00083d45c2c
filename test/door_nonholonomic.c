/* The rolling disc (ihol = 1) against the quad-precision reference, problems/data/disc.csv,
 * and the counts found independently for it: at rtol = atol = 1e-3 on [0,2] post-stabilization of
 * the velocities takes 46 steps with max |G v| 1.1e-13, Baumgarte (gain 20) 48 with max |G v| 11.
 */
#include "door.h"
#include "rolling_disc.h"

static double solve_to(double xend, int method, int stab, double tol, double* drift) {
  double ref[12];
  door d;
  door_open(&d, &rolling_disc_problem, NULL);
  const double energy = rolling_disc_problem.energy(0, d.q, d.v, NULL);
  d.xend = xend;
  d.own.baumg[0] = 20;
  d.iopt[RKSTAB_METHOD] = method;
  d.iopt[RKSTAB_STAB] = stab;
  door_tolerance(&d, tol);
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "disc");
  door_reference("disc", xend, ref, 12);
  *drift = d.work[RKSTAB_DRIFTV];
  const double error = fmax(door_distance(d.q, ref, 5), door_distance(d.v, ref + 5, 5));
  /* energy is 9.8175: its error is bounded by that of the state, dE/dy <= 20 */
  assert_close(rolling_disc_problem.energy(xend, d.q, d.v, NULL), energy, 20 * error + 1e-12);
  door_close(&d);
  return error;
}

/* Velocities grow to several hundred times their start by t = 1.5. */
static void against_the_reference(void** state) {
  static const int stabs[] = {0, 2, 4, 5, 6};
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    for (size_t i = 0; i < sizeof stabs / sizeof *stabs; ++i) {
      double previous = 1e300;
      for (int k = 4; k <= 12; k += 2) {
        double drift;
        const double tol = pow(10, -k);
        const double error = solve_to(1.5, method, stabs[i], tol, &drift);
        if (!(error <= 1e4 * tol) || !(error <= 0.2 * previous)) {
          fail_msg("method %d STAB %d tol %.0e: error %.3e after %.3e", method, stabs[i], tol,
                   error, previous);
        }
        if (stabs[i] != 2) assert_at_most(drift, 1e-12);
        previous = error;
      }
    }
  }
}

static void steps_as_found_independently(void** state) {
  static const struct {
    int stab, steps;
    double least_drift, most_drift;
  } rows[] = {{6, 46, 0, 1e-12}, {0, 46, 0, 1e-12}, {1, 48, 1, 100}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    door d;
    door_open(&d, &rolling_disc_problem, NULL);
    d.own.baumg[0] = 20, d.own.baumg[1] = 0;
    d.iopt[RKSTAB_STAB] = rows[i].stab;
    door_tolerance(&d, 1e-3);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "disc on [0,2]");
    /* the prototype's step size control is not ours to the last step: 20 per cent */
    assert_close(d.iwork[RKSTAB_NSTEP], rows[i].steps, 0.2 * rows[i].steps);
    const double drift = d.work[RKSTAB_DRIFTV];
    if (!(drift >= rows[i].least_drift && drift <= rows[i].most_drift)) {
      fail_msg("STAB %d: drift %.3e", rows[i].stab, drift);
    }
    assert_int_equal(d.iwork[RKSTAB_NGCN], 0);
    door_close(&d);
  }
}

/* L by differences of G v instead of gcnqq: the same motion */
static void without_curvature(void** state) {
  double ref[10];
  (void)state;
  for (int how = 0; how <= 1; ++how) {
    door d;
    door_open(&d, &rolling_disc_problem, NULL);
    d.xend = 1.5;
    if (how == 0) d.gcnqq = NULL;
    if (how == 1) d.iopt[RKSTAB_LDIFF] = 1;
    door_tolerance(&d, 1e-9);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "L by differences");
    door_reference("disc", 1.5, ref, 10);
    assert_at_most(door_distance(d.q, ref, 5), 1e-5);
    assert_at_most(door_distance(d.v, ref + 5, 5), 1e-5);
    assert_int_equal(d.iwork[RKSTAB_NGCNQQ], 0);
    door_close(&d);
  }
}

/* [0,2] at 1e-7 passes the lowest point, t = 1.605, where phi' reaches 970 rad/s: error 5e-5 at most
 * there, |G v| 1e-12. The lowest point is found on the dense output. */
static int watch_height(int nr, double told, double t, int n, const double* q, const double* v,
                        int m, const double* lambda, const mbdae_dense* dense, void* user) {
  double* lowest = user; /* height, time */
  (void)nr, (void)n, (void)q, (void)v, (void)m, (void)lambda;
  for (int i = 0; i <= 20; ++i) {
    double at[5], h;
    const double s = told + (t - told) * i / 20;
    if (mbdae_dense_eval(dense, s, at, NULL) != 0) continue;
    rolling_disc_problem.output(s, at, NULL, &h, NULL);
    if (h < lowest[0]) lowest[0] = h, lowest[1] = s;
  }
  return 0;
}

static void passes_its_lowest_point(void** state) {
  (void)state;
  for (int method = 0; method <= 1; ++method) {
    double lowest[2] = {1e300, 0};
    door d;
    door_open(&d, &rolling_disc_problem, lowest);
    d.iopt[RKSTAB_METHOD] = method;
    d.solout = watch_height, d.iout = 1;
    door_tolerance(&d, 1e-7);
    door_solve(&d);
    door_expect(&d, MBDAE_DONE, "disc to t = 2");
    const double error = reference_error("disc", 2.0, 5, d.q, d.v);
    assert_at_most(error, 5e-5);
    assert_at_most(d.work[RKSTAB_DRIFTV], 1e-12);
    assert_close(lowest[1], 1.605, 1e-3);
    assert_close(lowest[0], 9.06e-3, 1e-4);
    door_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(against_the_reference), cmocka_unit_test(steps_as_found_independently),
      cmocka_unit_test(without_curvature), cmocka_unit_test(passes_its_lowest_point)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
