/* See perturbed_euler.h. */
#include "perturbed_euler.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double epsilon = 1e-6, end = 1e-3;

/* uniform in [4e-5, 6e-5]; a 64-bit linear congruential generator (Knuth's MMIX constants) */
static double disturbance(uint64_t* seed) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return 4e-5 + 2e-5 * ((double)(*seed >> 11) / 9007199254740992.0);
}

static int samples(double h) {
  return h > 0.99e-7 ? 20 : 1;
}

static void keep_largest(double* largest, double value) {
  const double size = fabs(value);
  if (size > *largest || isnan(size)) *largest = size;
}

/* x' = -y + sin t, 0 = x - eps y - cos t: what a disturbance d of the second row adds to the solution,
 * (dx - dx_old)/h = -dy, dx - eps dy + d = 0; it starts disturbed */
static void perturbed_scalar(double h, double eps, double* out) {
  uint64_t seed = 1;
  memset(out, 0, EULER_COLUMNS * sizeof *out);
  for (int sample = 0; sample < samples(h); ++sample) {
    const long steps = lround(end / h);
    double dx = -disturbance(&seed);
    for (long k = 0; k < steps; ++k) {
      const double d = disturbance(&seed);
      const double dy = (dx + d) / (eps + h);
      dx -= h * dy;
      if (k + 1 < steps) continue;
      keep_largest(&out[0], dx);
      keep_largest(&out[1], dy);
      keep_largest(&out[2], dx - eps * dy);
    }
  }
}

void perturbed_index1(double h, double* out) {
  perturbed_scalar(h, epsilon, out);
}

void perturbed_index2(double h, double* out) {
  perturbed_scalar(h, 0, out);
}

enum { MOST = 6 };

static void eliminate(int n, double A[MOST][MOST], double* b) {
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i) {
      if (fabs(A[i][k]) > fabs(A[p][k])) p = i;
    }
    for (int j = 0; j < n; ++j) {
      const double swap = A[k][j];
      A[k][j] = A[p][j];
      A[p][j] = swap;
    }
    const double swap = b[k];
    b[k] = b[p];
    b[p] = swap;
    for (int i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
}

/* x' = A x + B y (+ L mu) + p, 0 = C x + D y + q and, stabilized, L = C' and
 * 0 = C A x + C B y + D y' + C p + q' */
static const double A[2][2] = {{-2, -1}, {0, -3}}, B[2][2] = {{1, 1}, {2, 0}},
                    C[2][2] = {{-1, -1}, {1, 0}}, D[2] = {1, 1e-6};

static double product(const double X[2][2], const double Y[2][2], int i, int j) {
  return X[i][0] * Y[0][j] + X[i][1] * Y[1][j];
}

/* The exact solution of the reduced system (eps = 0) with x2(0) = 0. */
static void reduced_solution(double t, double* y) {
  y[0] = sin(t) - cos(t);
  y[1] = 0;
  y[2] = -0.5 * t - cos(t);
  y[3] = 2 * sin(t);
}

/* One backward Euler step from y = (x1, x2, y1, y2) to time t. */
static void step_pair(double t, double h, int stabilized, double* y, uint64_t* seed) {
  const double p[2] = {0.5 * t + sin(t), t + 2 * cos(t)};
  const double q[2] = {0.5 * t + sin(t), cos(t) - sin(t)};
  const double q_rate[2] = {0.5 + cos(t), -sin(t) - cos(t)};
  double K[MOST][MOST] = {{0}}, b[MOST] = {0};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      K[i][j] = (i == j) - h * A[i][j];
      K[i][2 + j] = -h * B[i][j];
      K[2 + i][j] = C[i][j];
      if (!stabilized) continue;
      K[i][4 + j] = -h * C[j][i];
      K[4 + i][j] = product(C, A, i, j);
      K[4 + i][2 + j] = product(C, B, i, j) + (i == j ? D[i] / h : 0);
    }
    K[2 + i][2 + i] = D[i];
    b[i] = y[i] + h * p[i];
    b[2 + i] = -q[i] - disturbance(seed);
    if (!stabilized) continue;
    b[4 + i] =
        -(C[i][0] * p[0] + C[i][1] * p[1] + q_rate[i]) + D[i] / h * y[2 + i] - disturbance(seed);
  }
  eliminate(stabilized ? 6 : 4, K, b);
  memcpy(y, b, 4 * sizeof *y);
}

void perturbed_pair(double h, int stabilized, double* out) {
  uint64_t seed = 1;
  memset(out, 0, EULER_COLUMNS * sizeof *out);
  for (int sample = 0; sample < samples(h); ++sample) {
    const long steps = lround(end / h);
    double y[4], exact[4];
    reduced_solution(0, y);
    if (!stabilized) y[0] -= disturbance(&seed);
    for (long k = 1; k <= steps; ++k) step_pair((double)k * h, h, stabilized, y, &seed);
    const double t = (double)steps * h;
    reduced_solution(t, exact);
    for (int i = 0; i < 4; ++i) keep_largest(&out[i], y[i] - exact[i]);
    for (int i = 0; i < 2; ++i) {
      const double q = i == 0 ? 0.5 * t + sin(t) : cos(t) - sin(t);
      keep_largest(&out[4], C[i][0] * y[0] + C[i][1] * y[1] + D[i] * y[2 + i] + q);
    }
  }
}
