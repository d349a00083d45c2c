/* The suspension's routines against each other: G against g, L against G, and f against Lagrange's
 * equations formed from M and the energy by differences; the freedom and guidance of the wheel. */
#include "door.h"
#include "suspension.h"

enum { N = 14, M = 12, DELTA = 13, POINTS = 20 };
enum { WHEEL_X, WHEEL_Y, WHEEL_Z, TYRE, CAMBER, TOE_IN, SPRING_LENGTH, SPRING_VELOCITY, OUTPUTS };

static const mbdae_problem* const p = &suspension_problem;

/* a number in [-1,1], the same in every run (Park and Miller) */
static double uniform(uint32_t* seed) {
  *seed = (uint32_t)((uint64_t)*seed * 48271u % 2147483647u);
  return 2.0 * *seed / 2147483647.0 - 1.0;
}

/* Joint angles up to 0.3 rad, far from closed; the wheel anywhere, spinning */
static void displace(uint32_t* seed, double* q, double* v) {
  for (int k = 0; k < N; ++k) q[k] = 0.3 * uniform(seed), v[k] = 3 * uniform(seed);
  q[DELTA] *= 10;
  v[DELTA] *= 30;
}

/* dy/ds at s = 0 along q + s d, fourth order: the truncation is 1e-12 for h = 1e-3 */
typedef void (*of_position)(const double* q, const double* v, double* y);

static void slope(of_position y, int count, const double* q, const double* v, const double* d,
                  double* out) {
  static const double h = 1e-3, at[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
  double there[N], value[N * N];
  for (int i = 0; i < count; ++i) out[i] = 0;
  for (int j = 0; j < 4; ++j) {
    for (int k = 0; k < N; ++k) there[k] = q[k] + at[j] * h * d[k];
    y(there, v, value);
    for (int i = 0; i < count; ++i) out[i] += weight[j] * value[i] / (12 * h);
  }
}

static void closure(const double* q, const double* v, double* g) {
  (void)v;
  p->gcn(M, N, 0, q, g, NULL);
}

static void closure_velocity(const double* q, const double* v, double* gv) {
  double G[M * N] = {0};
  p->gcnq(M, N, 0, q, G, NULL);
  for (int i = 0; i < M; ++i) {
    gv[i] = 0;
    for (int k = 0; k < N; ++k) gv[i] += G[i + k * M] * v[k];
  }
}

static void momentum(const double* q, const double* v, double* mv) {
  double A[N * N] = {0};
  p->amat(N, N, 0, q, A, NULL);
  for (int i = 0; i < N; ++i) {
    mv[i] = 0;
    for (int k = 0; k < N; ++k) mv[i] += A[i + k * N] * v[k];
  }
}

static void kinetic_energy(const double* q, const double* v, double* energy) {
  double mv[N];
  momentum(q, v, mv);
  energy[0] = 0;
  for (int i = 0; i < N; ++i) energy[0] += 0.5 * v[i] * mv[i];
}

static void potential_energy(const double* q, const double* v, double* energy) {
  static const double standing[N] = {0};
  suspension u = {SUSPENSION_AT_REST, 0};
  (void)v;
  energy[0] = suspension_energy(0, q, standing, &u);
}

static void wheel_height(const double* q, const double* v, double* z) {
  double out[OUTPUTS];
  suspension u = {SUSPENSION_AT_REST, 0};
  p->output(0, q, v, out, &u);
  z[0] = out[WHEEL_Z];
}

static void forces(const double* q, const double* v, double damping, double* f) {
  suspension u = {SUSPENSION_AT_REST, damping};
  for (int k = 0; k < N; ++k) f[k] = 0;
  p->fcn(N, 0, q, v, f, &u);
}

static void g_gives_G(void** state) {
  uint32_t seed = 1;
  (void)state;
  for (int point = 0; point < POINTS; ++point) {
    double q[N], v[N], G[M * N] = {0};
    displace(&seed, q, v);
    p->gcnq(M, N, 0, q, G, NULL);
    for (int k = 0; k < N; ++k) {
      double e[N] = {0}, expected[M];
      e[k] = 1;
      slope(closure, M, q, v, e, expected);
      assert_at_most(door_distance(G + (ptrdiff_t)k * M, expected, M), 1e-11);
    }
  }
}

static void G_gives_L(void** state) {
  uint32_t seed = 2;
  (void)state;
  for (int point = 0; point < POINTS; ++point) {
    double q[N], v[N], L[M] = {0}, expected[M];
    displace(&seed, q, v);
    p->gcnqq(M, N, 0, q, v, L, NULL);
    v[DELTA] = 0; /* the closure does not depend on the spin: keep the differences short */
    slope(closure_velocity, M, q, v, v, expected);
    assert_at_most(door_distance(L, expected, M), 1e-8); /* of up to 50 m/s^2 */
  }
}

/* Cholesky's decomposition in place; 0 if a pivot is not positive */
static int positive_definite(double* A) {
  for (int k = 0; k < N; ++k) {
    if (!(A[k + k * N] > 0)) return 0;
    for (int i = k + 1; i < N; ++i) {
      const double factor = A[i + k * N] / A[k + k * N];
      for (int j = k + 1; j < N; ++j) A[i + j * N] -= factor * A[k + j * N];
    }
  }
  return 1;
}

static void mass_matrix_is_positive(void** state) {
  uint32_t seed = 3;
  (void)state;
  for (int point = 0; point < POINTS; ++point) {
    double q[N], v[N], A[N * N] = {0};
    displace(&seed, q, v);
    p->amat(N, N, 0, q, A, NULL);
    for (int k = 0; k < N; ++k) {
      for (int i = 0; i < k; ++i) assert_true(A[i + k * N] == A[k + i * N]);
    }
    assert_true(positive_definite(A));
  }
}

/* f(q,v) - f(q,0) = -(dM/dt) v + dT/dq without damper */
static void velocity_forces_follow_from_M(void** state) {
  uint32_t seed = 4;
  (void)state;
  for (int point = 0; point < POINTS; ++point) {
    double q[N], v[N], f[N], rest[N], rate[N];
    static const double standing[N] = {0};
    displace(&seed, q, v);
    forces(q, v, 0, f);
    forces(q, standing, 0, rest);
    for (int k = 0; k < N; ++k) {
      double e[N] = {0}, column[N], gradient;
      e[k] = 1;
      slope(kinetic_energy, 1, q, v, e, &gradient);
      if (k == 0) memset(rate, 0, sizeof rate);
      slope(momentum, N, q, v, e, column); /* (dM/dq_k) v */
      for (int i = 0; i < N; ++i) rate[i] += column[i] * v[k];
      rest[k] += gradient;
    }
    for (int k = 0; k < N; ++k) rest[k] -= rate[k];
    assert_at_most(door_distance(f, rest, N), 1e-7); /* of up to 300 N m */
  }
}

/* f(q,0) = -dV/dq, with the tyre pressed and lifted; the damper takes d (dl/dt)^2 */
static void forces_follow_from_the_potentials(void** state) {
  uint32_t seed = 5;
  int pressed = 0;
  (void)state;
  for (int point = 0; point < POINTS; ++point) {
    static const double standing[N] = {0};
    double q[N], v[N], f[N], damped[N], out[OUTPUTS], power = 0;
    suspension u = {SUSPENSION_AT_REST, 0};
    displace(&seed, q, v);
    forces(q, standing, 0, f);
    p->output(0, q, v, out, &u);
    pressed += out[TYRE] > 0;
    for (int k = 0; k < N; ++k) {
      double e[N] = {0}, gradient;
      e[k] = 1;
      slope(potential_energy, 1, q, v, e, &gradient);
      assert_close(f[k], -gradient, 1e-6); /* of up to 10 kN m */
    }
    forces(q, v, 0, f);
    forces(q, v, 500, damped);
    for (int k = 0; k < N; ++k) power += (damped[k] - f[k]) * v[k];
    assert_close(power, -500 * out[SPRING_VELOCITY] * out[SPRING_VELOCITY], 1e-8);
  }
  assert_true(pressed > 2 && pressed < POINTS - 2);
}

/* Gauss elimination with full pivoting; returns the smallest pivot, of A as its rows are scaled */
static double eliminate(double A[N][N], double b[N], int size, double x[N]) {
  int order[N];
  double smallest = 1e300;
  for (int k = 0; k < N; ++k) order[k] = k;
  for (int k = 0; k < size; ++k) {
    int row = k, col = k;
    for (int i = k; i < size; ++i) {
      for (int j = k; j < N; ++j) {
        if (fabs(A[i][j]) > fabs(A[row][col])) row = i, col = j;
      }
    }
    for (int i = 0; i < size; ++i) {
      const double t = A[i][k];
      A[i][k] = A[i][col], A[i][col] = t;
    }
    for (int j = 0; j < N; ++j) {
      const double t = A[k][j];
      A[k][j] = A[row][j], A[row][j] = t;
    }
    const int o = order[k];
    order[k] = order[col], order[col] = o;
    const double t = b[k];
    b[k] = b[row], b[row] = t;
    smallest = fmin(smallest, fabs(A[k][k]));
    for (int i = k + 1; i < size; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < N; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = size - 1; k >= 0; --k) {
    for (int j = k + 1; j < size; ++j) b[k] -= A[k][j] * x[order[j]];
    x[order[k]] = b[k] / A[k][k];
  }
  return smallest;
}

/* rows 0..11 of A are G; with travel and spin, 12 and 13 are the slopes of wheel height and delta */
static void fill(const double* q, double A[N][N]) {
  double G[M * N] = {0};
  p->gcnq(M, N, 0, q, G, NULL);
  for (int k = 0; k < N; ++k) {
    double e[N] = {0};
    e[k] = 1;
    for (int i = 0; i < M; ++i) A[i][k] = G[i + k * M];
    slope(wheel_height, 1, q, e, e, &A[M][k]);
    A[M + 1][k] = k == DELTA;
  }
}

/* Newton's method for g = 0 and the wheel at height z, from the last position */
static void assemble(double z, double* q) {
  double size = 1;
  for (int i = 0; i < 8 && size > 1e-13; ++i) {
    double A[N][N], b[N] = {0}, x[N], height;
    p->gcn(M, N, 0, q, b, NULL);
    wheel_height(q, q, &height);
    b[M] = height - z;
    fill(q, A);
    eliminate(A, b, N, x);
    size = 0;
    for (int k = 0; k < N; ++k) q[k] -= x[k], size = fmax(size, fabs(x[k]));
  }
  assert_at_most(size, 1e-13);
}

/* Over +-0.12 m of travel rank G = 12 (n - m = 2), travel and spin being the freedoms, no joint
 * turns by more than 25 degrees, and the guidance is a car's: suspension_absolute.py, in absolute
 * coordinates, has camber -2.000 and 0.308, toe-in 0.199 and -0.233 degrees at +-0.1 m. */
static void two_freedoms_over_the_travel(void** state) {
  const double degree = acos(-1.0) / 180;
  (void)state;
  for (int side = -1; side <= 1; side += 2) {
    double q[N] = {0}, out[OUTPUTS];
    suspension u = {SUSPENSION_AT_REST, 0};
    for (int step = 0; step <= 12; ++step) {
      double A[N][N], b[N] = {0}, x[N];
      assemble(side * 0.01 * step, q);
      fill(q, A);
      assert_true(eliminate(A, b, M, x) > 0.01); /* lever arms are 0.1 to 0.4 m */
      fill(q, A);
      assert_true(eliminate(A, b, N, x) > 0.005);
      for (int k = 0; k < DELTA; ++k) assert_at_most(fabs(q[k]), 25 * degree);
      p->output(0, q, q, out, &u);
      assert_at_most(fabs(out[CAMBER]), 3 * degree);
      assert_at_most(fabs(out[TOE_IN]), 0.3 * degree);
      if (step == 10) {
        assert_close(out[CAMBER] / degree, side > 0 ? -2.000 : 0.308, 1e-3);
        assert_close(out[TOE_IN] / degree, side > 0 ? 0.199 : -0.233, 1e-3);
        assert_close(out[WHEEL_X], side > 0 ? 0.00447 : 0.00881, 1e-5);
        assert_close(out[WHEEL_Y], side > 0 ? -0.01798 : -0.01087, 1e-5);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(g_gives_G),
      cmocka_unit_test(G_gives_L),
      cmocka_unit_test(mass_matrix_is_positive),
      cmocka_unit_test(velocity_forces_follow_from_M),
      cmocka_unit_test(forces_follow_from_the_potentials),
      cmocka_unit_test(two_freedoms_over_the_travel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
