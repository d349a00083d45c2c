/* The disc on a track, which bdf2nd_ext integrates (door_ext.cpp): its formulas against each other,
 * against the reference solution (computed in s, s', r; problems/data/README.md), and integrated
 * here. */
#include <math.h>

#include "check.h"
#include "reference.h"
#include "track_disc.h"

static const double times[] = {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5};
enum { TIMES = sizeof times / sizeof *times };

typedef struct state_of_disc {
  double q[2], v[2], r, w, s, lambda;
} state_of_disc;

static state_of_disc read_state(double t) {
  double row[8];
  assert_int_equal(read_reference("track_disc", t, 8, row), 0);
  const state_of_disc y = {{row[0], row[1]}, {row[2], row[3]}, row[4], row[5], row[6], row[7]};
  return y;
}

static double dot2(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1];
}

/* s' from tv.(v - c' s') + turn s' nv.(q - c) = 0, the derivative of h on h = g = 0 */
static double rate_of_s(const track_point* p, double vt) {
  static const double radius = 0.2;
  return vt / (p->length - radius * p->turn);
}

/* From nv.v = 0 for all t: nv.q'' = turn s' vt, and M q'' = fa - nv lambda, G M^-1 G' = 1/mass */
static double multiplier(double t, const state_of_disc* y) {
  const track_point p = track_disc_contact(y->s);
  const double vt = dot2(p.tv, y->v);
  double am[4], fa[2];
  track_disc_mass(am);
  track_disc_fa(t, y->q, y->v, &y->r, &y->w, &y->s, &y->lambda, fa);
  return dot2(p.nv, fa) - am[0] * p.turn * rate_of_s(&p, vt) * vt;
}

static void assert_consistent(double t, const state_of_disc* y, double tolerance) {
  double d, h, g, G[2];
  track_disc_d(t, y->q, y->v, &y->r, &y->w, &y->s, &y->lambda, &d);
  track_disc_h(t, y->q, &y->s, &h);
  track_disc_g(t, y->q, &y->s, &g);
  track_disc_G(t, y->q, &y->s, G);
  assert_close(d, 0, tolerance);
  assert_close(h, 0, tolerance);
  assert_close(g, 0, tolerance);
  assert_close(dot2(G, y->v), 0, tolerance);
  assert_close(multiplier(t, y), y->lambda, tolerance);
}

static void starts_consistently(void** unused) {
  state_of_disc y;
  const state_of_disc reference = read_state(0);
  (void)unused;
  track_disc_start(y.q, y.v, &y.r, &y.w, &y.s, &y.lambda);
  assert_consistent(0, &y, 1e-15);
  assert_close(y.q[0], reference.q[0], 1e-15);
  assert_close(y.q[1], reference.q[1], 1e-15);
  assert_close(y.lambda, reference.lambda, 2e-15);
}

static void reference_is_consistent(void** unused) {
  (void)unused;
  for (int i = 0; i < TIMES; ++i) {
    const state_of_disc y = read_state(times[i]);
    assert_consistent(times[i], &y, 1e-11);
  }
}

/* tv' = turn nv, |c'| = length, c' along tv; G = g_q - g_s h_q / h_s: differences of fourth order,
 * truncation 1e-13 */
static void derivatives(void** unused) {
  static const double step = 1e-3, at[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
  (void)unused;
  for (int i = 0; i < TIMES; ++i) {
    const state_of_disc y = read_state(times[i]);
    const track_point p = track_disc_contact(y.s);
    double dc[2] = {0}, dtv[2] = {0}, g_s = 0, h_s = 0, g_q[2] = {0}, h_q[2] = {0}, G[2];
    for (int j = 0; j < 4; ++j) {
      const double s = y.s + at[j] * step, part = weight[j] / (12 * step);
      const track_point there = track_disc_contact(s);
      double g, h;
      track_disc_g(0, y.q, &s, &g);
      track_disc_h(0, y.q, &s, &h);
      g_s += part * g;
      h_s += part * h;
      for (int k = 0; k < 2; ++k) {
        double q[2] = {y.q[0], y.q[1]};
        q[k] += at[j] * step;
        track_disc_g(0, q, &y.s, &g);
        track_disc_h(0, q, &y.s, &h);
        g_q[k] += part * g;
        h_q[k] += part * h;
        dc[k] += part * there.c[k];
        dtv[k] += part * there.tv[k];
      }
    }
    track_disc_G(0, y.q, &y.s, G);
    for (int k = 0; k < 2; ++k) {
      assert_close(dc[k], p.length * p.tv[k], 1e-11);
      assert_close(dtv[k], p.turn * p.nv[k], 1e-11);
      assert_close(G[k], g_q[k] - g_s / h_s * h_q[k], 1e-11);
    }
  }
}

/* y = (s, vt, r): q, v and lambda follow, since lambda does not depend on w. */
static state_of_disc complete(double t, const double* y) {
  static const double radius = 0.2;
  const track_point p = track_disc_contact(y[0]);
  state_of_disc x = {{0}, {0}, y[2], 0, y[0], 0};
  double d;
  for (int k = 0; k < 2; ++k) {
    x.q[k] = p.c[k] + radius * p.nv[k];
    x.v[k] = y[1] * p.tv[k];
  }
  x.lambda = multiplier(t, &x);
  track_disc_d(t, x.q, x.v, &x.r, &x.w, &x.s, &x.lambda, &d);
  x.w = -d; /* d = w + ... */
  return x;
}

/* vt' = tv.q'', since v = vt tv and tv' lies along nv */
static void derivative(double t, const double* y, double* dy) {
  const state_of_disc x = complete(t, y);
  const track_point p = track_disc_contact(x.s);
  double fa[2], am[4];
  track_disc_mass(am);
  track_disc_fa(t, x.q, x.v, &x.r, &x.w, &x.s, &x.lambda, fa);
  dy[0] = rate_of_s(&p, y[1]);
  dy[1] = dot2(p.tv, fa) / am[0];
  track_disc_fd(t, x.q, x.v, &x.r, &x.w, &x.s, &x.lambda, &dy[2]);
}

static void runge_kutta_step(double t, double h, double* y) {
  static const double shift[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double slope[3] = {0}, next[3] = {y[0], y[1], y[2]};
  for (int stage = 0; stage < 4; ++stage) {
    double at[3];
    for (int k = 0; k < 3; ++k) at[k] = y[k] + shift[stage] * h * slope[k];
    derivative(t + shift[stage] * h, at, slope);
    for (int k = 0; k < 3; ++k) next[k] += weight[stage] / 6 * h * slope[k];
  }
  for (int k = 0; k < 3; ++k) y[k] = next[k];
}

/* The classical Runge-Kutta method with h = 1/4000, whose error is 3e-12 at most. */
static void motion_is_the_references(void** unused) {
  static const int per_half = 2000;
  double y[3] = {0.5, 0, 0};
  (void)unused;
  for (int i = 1; i < TIMES; ++i) {
    for (int k = 0; k < per_half; ++k) {
      runge_kutta_step(0.5 * (i - 1) + 0.5 * k / per_half, 0.5 / per_half, y);
    }
    const state_of_disc now = complete(times[i], y), then = read_state(times[i]);
    print_message("t = %g: s off by %.1e, lambda by %.1e\n", times[i], fabs(now.s - then.s),
                  fabs(now.lambda - then.lambda));
    for (int k = 0; k < 2; ++k) {
      assert_close(now.q[k], then.q[k], 1e-9);
      assert_close(now.v[k], then.v[k], 1e-9);
    }
    assert_close(now.r, then.r, 1e-9);
    assert_close(now.w, then.w, 1e-9);
    assert_close(now.s, then.s, 1e-9);
    assert_close(now.lambda, then.lambda, 1e-9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(starts_consistently),
      cmocka_unit_test(reference_is_consistent),
      cmocka_unit_test(derivatives),
      cmocka_unit_test(motion_is_the_references),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
