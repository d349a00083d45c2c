/* Every stabilization, metric and way to L on the manipulator, case I, against the quad-precision
 * reference at t = 10 (problems/data/manipulator_case1.csv); the same mechanism with massless
 * coordinates. */
#include "door.h"
#include "manipulator.h"

static manipulator arm = {1.0, 0, 0.0};

/* error at t = 10 allowed per unit of tolerance */
static const double magnification = 200;

static double error_at_10(const door* d) {
  double ref[4];
  door_reference("manipulator_case1", 10, ref, 4);
  return fmax(door_distance(d->q, ref, 2), door_distance(d->v, ref + 2, 2));
}

static void every_stabilization(void** state) {
  /* rounding where drift is removed to the end, 100 tolerances where it is left to the error; one
   * pass of S-both leaves the square of the drift times the curvature */
  static const double driftp[] = {1e-13, 1e-8, 1e-8, 1e-13, 1e-13, 1e-13, 1e-8};
  static const double driftv[] = {1e-13, 1e-8, 1e-8, 1e-12, 1e-8, 1e-13, 1e-13};
  (void)state;
  for (int stab = 0; stab <= 6; ++stab) {
    for (int variant = 0; variant < 4; ++variant) {
      char what[80];
      door d;
      door_open(&d, &manipulator_problem, &arm);
      d.iopt[RKSTAB_STAB] = stab;
      d.iopt[RKSTAB_METHOD] = 1;
      d.iopt[RKSTAB_METRIC] = variant == 1;
      d.iopt[RKSTAB_LDIFF] = variant == 2;
      if (variant == 3) d.gcnqq = NULL, d.gcnt = NULL;
      door_tolerance(&d, 1e-10);
      door_solve(&d);
      snprintf(what, sizeof what, "STAB %d variant %d", stab, variant);
      door_expect(&d, MBDAE_DONE, what);
      const double error = error_at_10(&d);
      const double p = d.work[RKSTAB_DRIFTP], v = d.work[RKSTAB_DRIFTV];
      if (!(error <= magnification * 1e-10 && p <= driftp[stab] && v <= driftv[stab])) {
        fail_msg("%s: error %.2e, drift %.2e %.2e", what, error, p, v);
      }
      assert_true((d.iwork[RKSTAB_NGCNQQ] == 0) == (variant >= 2));
      assert_true((d.iwork[RKSTAB_NSTAB] == 0) == (stab == 1 || stab == 2));
      door_close(&d);
    }
  }
}

/* datol: no stabilization below it, and drift at accepted points never above it for long */
static void drift_tolerance(void** state) {
  static const double datol = 1e-7;
  door always, seldom;
  (void)state;
  door_open(&always, &manipulator_problem, &arm);
  door_open(&seldom, &manipulator_problem, &arm);
  seldom.datol = datol;
  door_tolerance(&always, 1e-8);
  door_tolerance(&seldom, 1e-8);
  door_solve(&always);
  door_solve(&seldom);
  door_expect(&always, MBDAE_DONE, "datol = 0");
  door_expect(&seldom, MBDAE_DONE, "datol = 1e-7");
  assert_true(seldom.iwork[RKSTAB_NSTAB] > 0);
  assert_true(seldom.iwork[RKSTAB_NSTAB] < always.iwork[RKSTAB_NSTAB] / 2);
  assert_at_most(seldom.work[RKSTAB_DRIFTP], datol);
  assert_at_most(seldom.work[RKSTAB_DRIFTV], datol);
  assert_true(seldom.work[RKSTAB_DRIFTV] > always.work[RKSTAB_DRIFTV]);
  door_close(&always);
  door_close(&seldom);
}

/* ---- coordinates without mass: the tip as q[2], q[3] ---- */

static const double beta = 0.46791111376204396; /* 4 cos^2(70 deg) */

static int tip_mass(int n, int ldam, double t, const double* q, double* am, void* u) {
  return manipulator_problem.amat(n, ldam, t, q, am, u);
}
static int tip_force(int n, double t, const double* q, const double* v, double* f, void* u) {
  return manipulator_problem.fcn(n, t, q, v, f, u);
}
static int tip_g(int m, int n, double t, const double* q, double* g, void* u) {
  (void)m, (void)n, (void)t, (void)u;
  g[0] = q[2] - cos(q[0]) - cos(q[0] + q[1]);
  g[1] = q[3] - sin(q[0]) - sin(q[0] + q[1]);
  g[2] = q[3] - q[2] * q[2] + beta;
  return 0;
}
static int tip_gq(int m, int n, double t, const double* q, double* gq, void* u) {
  const double s1 = sin(q[0]), c1 = cos(q[0]), s12 = sin(q[0] + q[1]), c12 = cos(q[0] + q[1]);
  (void)n, (void)t, (void)u;
  gq[0] = s1 + s12, gq[m] = s12, gq[2 * m] = 1;
  gq[1] = -c1 - c12, gq[1 + m] = -c12, gq[1 + 3 * m] = 1;
  gq[2 + 2 * m] = -2 * q[2], gq[2 + 3 * m] = 1;
  return 0;
}
static int tip_l(int m, int n, double t, const double* q, const double* v, double* l, void* u) {
  const double w = v[0] + v[1];
  (void)m, (void)n, (void)t, (void)u;
  l[0] = cos(q[0]) * v[0] * v[0] + cos(q[0] + q[1]) * w * w;
  l[1] = sin(q[0]) * v[0] * v[0] + sin(q[0] + q[1]) * w * w;
  l[2] = -2 * v[2] * v[2];
  return 0;
}
static void tip_start(double* q, double* v, void* u) {
  manipulator_problem.start(q, v, u);
  q[2] = cos(q[0]) + cos(q[0] + q[1]);
  q[3] = sin(q[0]) + sin(q[0] + q[1]);
  v[2] = v[3] = 0;
}
static const mbdae_problem tip_problem = {"tip",     0,      4,    3,     tip_mass, tip_force,
                                          tip_g,     tip_gq, NULL, tip_l, 0.0,      10.0,
                                          tip_start, NULL,   0,    NULL,  NULL};

static void massless_coordinates(void** state) {
  (void)state;
  for (int stab = 0; stab <= 6; ++stab) {
    for (int metric = 0; metric <= 1; ++metric) {
      char what[80];
      door d;
      door_open(&d, &tip_problem, &arm);
      d.iopt[RKSTAB_STAB] = stab;
      d.iopt[RKSTAB_METHOD] = 1;
      d.iopt[RKSTAB_METRIC] = metric;
      door_tolerance(&d, 1e-10);
      door_solve(&d);
      snprintf(what, sizeof what, "massless tip, STAB %d METRIC %d", stab, metric);
      door_expect(&d, MBDAE_DONE, what);
      if (!(error_at_10(&d) <= magnification * 1e-10)) {
        fail_msg("%s: error %.2e", what, error_at_10(&d));
      }
      const int drifts = stab == 1 || stab == 2 || stab == 6;
      assert_close(d.q[2], cos(d.q[0]) + cos(d.q[0] + d.q[1]), drifts ? 1e-6 : 1e-10);
      door_close(&d);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_stabilization),
                                     cmocka_unit_test(drift_tolerance),
                                     cmocka_unit_test(massless_coordinates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
