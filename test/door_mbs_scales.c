/* dassl_like_mbs does not care in which units a mechanism is written: constraints times a factor, long
 * pendulums, a large coordinate beside a small one, and tolerances purely relative. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "mbdae/dassl_like.h"

/* A mass on a rod, s (x^2 + y^2 - L^2) = 0, and a third coordinate that flies freely. */
typedef struct rod {
  double length, factor, gravity;
} rod;

static const rod unit = {1, 1, 9.81};
static const double start_angle = 1.2;

static int masses(int n, int ld, double t, const double* q, double* M, void* user) {
  (void)t, (void)q, (void)user;
  for (int i = 0; i < n; ++i) M[i + i * ld] = 1;
  return 0;
}

static int weight(int n, double t, const double* q, const double* v, double* f, void* user) {
  const rod* r = user;
  (void)n, (void)t, (void)q, (void)v;
  f[1] = -r->gravity;
  return 0;
}

static int length(int m, int n, double t, const double* q, double* g, void* user) {
  const rod* r = user;
  (void)m, (void)n, (void)t;
  g[0] = r->factor * (q[0] * q[0] + q[1] * q[1] - r->length * r->length);
  return 0;
}

static int length_q(int m, int n, double t, const double* q, double* G, void* user) {
  const rod* r = user;
  (void)n, (void)t;
  G[0] = 2 * r->factor * q[0];
  G[m] = 2 * r->factor * q[1];
  return 0;
}

static int length_qq(int m, int n, double t, const double* q, const double* v, double* L,
                     void* user) {
  const rod* r = user;
  (void)m, (void)n, (void)t, (void)q;
  L[0] = 2 * r->factor * (v[0] * v[0] + v[1] * v[1]);
  return 0;
}

/* theta'' = -sin theta at time s, from rest: Runge's and Kutta's method, good to 1e-12 */
static double exact_angle(double s) {
  const int steps = 20000;
  const double h = s / steps;
  double a = start_angle, w = 0;
  for (int i = 0; i < steps; ++i) {
    const double k1 = w, l1 = -sin(a), k2 = w + h / 2 * l1, l2 = -sin(a + h / 2 * k1),
                 k3 = w + h / 2 * l2, l3 = -sin(a + h / 2 * k2), k4 = w + h * l3,
                 l4 = -sin(a + h * k3);
    a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    w += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return a;
}

enum { LRW = 400, LIW = 100, MOST_STEPS = 5000 };

typedef struct outcome {
  int idid, steps;
  double error; /* of the angle */
} outcome;

typedef struct settings {
  int form, metric, matrix;
  double rtol, atol;
  double far; /* where the third coordinate is; 0: there is none */
} settings;

/* 12 units of time sqrt(L/g): nearly two swings. */
static outcome swing(rod r, settings s) {
  const int n = s.far > 0 ? 3 : 2;
  const double end = 12 * sqrt(r.length / r.gravity);
  double q[3] = {r.length * sin(start_angle), -r.length * cos(start_angle), s.far};
  double v[3] = {0, 0, 0.01 * s.far}, lambda[1], t = 0, rwork[LRW] = {0};
  int info[DL_INFO_LENGTH] = {0}, iwork[LIW] = {0};
  outcome o = {0, 0, 0};
  info[DL_FORM] = s.form, info[DL_METRIC] = s.metric, info[DL_MATRIX] = s.matrix;
  info[DL_STEPLIMIT] = 1, iwork[DL_STEPLIMITVALUE] = MOST_STEPS;
  dassl_like_mbs(n, 1, masses, weight, length, length_q, NULL, length_qq, &t, q, v, lambda, end,
                 info, &s.rtol, &s.atol, &o.idid, rwork, LRW, iwork, LIW, &r);
  o.steps = iwork[DL_NST];
  o.error = fabs(atan2(q[0], -q[1]) - exact_angle(12));
  print_message("L %.0e, factor %.0e, far %.0e, form %d, %.0e: IDID %d, %d steps, error %.1e\n",
                r.length, r.factor, s.far, s.form, s.rtol, o.idid, o.steps, o.error);
  return o;
}

/* steps within the factor of those of the unit pendulum, and not less accurate */
static void expect_alike(outcome o, outcome of_unit, double factor, double most_error) {
  assert_int_equal(o.idid, DL_AT_TOUT);
  assert_at_most(o.steps, factor * of_unit.steps);
  assert_at_most(of_unit.steps, factor * o.steps);
  assert_at_most(o.error, most_error);
}

/* g = x^2 + y^2 - L^2, |G| = 2 L. Gravity grows with the length, so that a swing takes as long; or it does
 * not: the weight of lambda, w/h, then falls as the steps grow, and asks for more of them. */
static void test_length(void** state) {
  (void)state;
  for (int matrix = 0; matrix <= 2; matrix += 2) {
    const settings s = {.matrix = matrix, .rtol = 1e-6, .atol = 1e-6};
    const outcome of_unit = swing(unit, s);
    for (double L = 10; L < 1e5; L *= 10) {
      expect_alike(swing((rod){L, 1, L * unit.gravity}, s), of_unit, 2, 1e-4);
      expect_alike(swing((rod){L, 1, unit.gravity}, s), of_unit, 3, 1e-4);
    }
  }
}

static void test_factor(void** state) {
  (void)state;
  for (int matrix = 0; matrix <= 2; ++matrix) {
    const settings s = {.matrix = matrix, .rtol = 1e-6, .atol = 1e-6};
    const outcome of_unit = swing(unit, s);
    for (double factor = 1e-4; factor < 1e5; factor *= 10) {
      expect_alike(swing((rod){1, factor, unit.gravity}, s), of_unit, 1.5, 1e-4);
    }
  }
}

/* Without absolute tolerances mu = 0 is no reason to refuse. */
static void test_relative(void** state) {
  const double rtol = 1e-6, atol = 0;
  (void)state;
  for (int form = 0; form <= 4; ++form) {
    for (int metric = 0; metric <= (form == 0); ++metric) {
      for (int vector = 0; vector <= 1; ++vector) {
        rod r = {1, 100, unit.gravity};
        const double speed = -1;
        double q[2] = {sin(start_angle), -cos(start_angle)};
        double v[2] = {speed * cos(start_angle), speed * sin(start_angle)}, lambda[1], t = 0;
        double rwork[LRW] = {0}, relative[5] = {rtol, rtol, rtol, rtol, rtol}, none[5] = {0};
        int info[DL_INFO_LENGTH] = {0}, iwork[LIW] = {0}, idid = 0;
        info[DL_FORM] = form, info[DL_METRIC] = metric, info[DL_VECTOR] = vector;
        dassl_like_mbs(2, 1, masses, weight, length, length_q, NULL, length_qq, &t, q, v, lambda,
                       0.25, info, vector ? relative : &rtol, vector ? none : &atol, &idid, rwork,
                       LRW, iwork, LIW, &r);
        assert_int_equal(idid, DL_AT_TOUT);
        const double energy = (v[0] * v[0] + v[1] * v[1] - speed * speed) / 2 +
                              unit.gravity * (q[1] + cos(start_angle));
        assert_at_most(fabs(energy), 1e-3);
      }
    }
  }
}

/* The pendulum does not notice a body far away: rounding errors of 1e8 are 1e-8 only in its own
 * coordinate. From 1e12 on the mean over the coordinates of what the far one asks for is felt. */
static void test_far(void** state) {
  (void)state;
  for (int form = 0; form <= 4; ++form) {
    for (int digits = 4; digits <= 10; digits += 2) {
      const double tol = pow(10, -digits);
      settings s = {.form = form, .rtol = tol, .atol = tol, .far = 1};
      const outcome of_unit = swing(unit, s);
      for (s.far = 1e4; s.far <= 1e12; s.far *= 1e4) {
        const outcome o = swing(unit, s);
        assert_int_equal(o.idid, DL_AT_TOUT);
        assert_at_most(o.steps, 3 * of_unit.steps);
        assert_at_most(o.error, (form == 1 ? 1e4 : 300) * pow(tol, 0.9));
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_length), cmocka_unit_test(test_factor),
                                     cmocka_unit_test(test_relative), cmocka_unit_test(test_far)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
