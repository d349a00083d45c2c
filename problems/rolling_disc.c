/* See rolling_disc.h. Mass and radius are 1 and left out. */
#include "rolling_disc.h"

#include <math.h>
#include <stddef.h>

enum { X, Y, PHI, THETA, PSI, N };

static const double gravity = 9.81;
static const double A = 0.25, C = 0.5;
static const double B = 1.25; /* 1 - A + C */

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  const double s = sin(q[PHI]), c = cos(q[PHI]), S = sin(q[THETA]), K = cos(q[THETA]);
  (void)n;
  (void)t;
  (void)user;
  am[X + X * ldam] = am[Y + Y * ldam] = 1.0;
  am[PHI + X * ldam] = am[X + PHI * ldam] = -S * c;
  am[PHI + Y * ldam] = am[Y + PHI * ldam] = -S * s;
  am[THETA + X * ldam] = am[X + THETA * ldam] = -K * s;
  am[THETA + Y * ldam] = am[Y + THETA * ldam] = K * c;
  am[PHI + PHI * ldam] = (1.0 + C) * S * S + A * K * K;
  am[PSI + PHI * ldam] = am[PHI + PSI * ldam] = C * S;
  am[THETA + THETA * ldam] = 1.0 + A;
  am[PSI + PSI * ldam] = C;
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const double s = sin(q[PHI]), c = cos(q[PHI]), S = sin(q[THETA]), K = cos(q[THETA]);
  const double squares = v[PHI] * v[PHI] + v[THETA] * v[THETA], product = v[THETA] * v[PHI];
  (void)n;
  (void)t;
  (void)user;
  f[X] = 2.0 * K * c * product - S * s * squares;
  f[Y] = 2.0 * K * s * product + S * c * squares;
  f[PHI] = -2.0 * B * S * K * product - C * K * v[THETA] * v[PSI];
  f[THETA] = gravity * S + B * S * K * v[PHI] * v[PHI] + C * K * v[PHI] * v[PSI];
  f[PSI] = -C * K * product;
  return 0;
}

static int rolling(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)n;
  (void)t;
  (void)user;
  gq[0 + X * m] = 1.0;
  gq[0 + PSI * m] = cos(q[PHI]);
  gq[1 + Y * m] = 1.0;
  gq[1 + PSI * m] = sin(q[PHI]);
  return 0;
}

static int rolling_rate(int m, int n, double t, const double* q, const double* v, double* l,
                        void* user) {
  (void)m;
  (void)n;
  (void)t;
  (void)user;
  l[0] = -sin(q[PHI]) * v[PHI] * v[PSI];
  l[1] = cos(q[PHI]) * v[PHI] * v[PSI];
  return 0;
}

static void start(double* q, double* v, void* user) {
  (void)user;
  q[X] = q[Y] = q[THETA] = q[PSI] = 0.0;
  q[PHI] = 1.5707963267948966192;
  v[X] = 0.0;
  v[Y] = v[PHI] = 0.1;
  v[THETA] = v[PSI] = -0.1;
}

static double energy(double t, const double* q, const double* v, void* user) {
  return problem_kinetic_energy(&rolling_disc_problem, t, q, v, user) + gravity * cos(q[THETA]);
}

static const char* const names[] = {"height"};

/* of the centre */
static void height(double t, const double* q, const double* v, double* out, void* user) {
  (void)t;
  (void)v;
  (void)user;
  out[0] = cos(q[THETA]);
}

const mbdae_problem rolling_disc_problem = {
    .name = "disc",
    .ihol = 1,
    .n = N,
    .m = 2,
    .amat = mass_matrix,
    .fcn = forces,
    .gcnq = rolling,
    .gcnqq = rolling_rate,
    .t1 = 2.0,
    .start = start,
    .energy = energy,
    .noutput = 1,
    .output_names = names,
    .output = height,
};
