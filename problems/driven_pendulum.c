/* See driven_pendulum.h. Along the circle: phi'' = tau - damping phi' - weight cos phi; across it:
 * lambda = phi'^2 - weight sin phi. */
#include "driven_pendulum.h"

#include <math.h>
#include <stddef.h>

static const double weight = 10.0, damping = 0.2;

static double phi(double t) {
  return sin(t) + 0.5 * t;
}
static double dphi(double t) {
  return cos(t) + 0.5;
}
static double ddphi(double t) {
  return -sin(t);
}

static int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)t, (void)q, (void)user;
  for (int i = 0; i < n; ++i) am[i + i * ldam] = 1.0;
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const double tau = ddphi(t) + damping * dphi(t) + weight * cos(phi(t));
  (void)n, (void)user;
  f[0] = -tau * q[1] - damping * v[0];
  f[1] = tau * q[0] - damping * v[1] - weight;
  return 0;
}

static int rod(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  return 0;
}

static int rod_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  gq[0] = q[0];
  gq[1] = q[1];
  return 0;
}

static int rod_qq(int m, int n, double t, const double* q, const double* v, double* l, void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)user;
  l[0] = v[0] * v[0] + v[1] * v[1];
  return 0;
}

void driven_pendulum_exact(double t, double* q, double* v, double* lambda) {
  const double s = sin(phi(t)), c = cos(phi(t)), w = dphi(t);
  q[0] = c;
  q[1] = s;
  v[0] = -s * w;
  v[1] = c * w;
  *lambda = w * w - weight * s;
}

static void start(double* q, double* v, void* user) {
  double lambda;
  (void)user;
  driven_pendulum_exact(0.0, q, v, &lambda);
}

const mbdae_problem driven_pendulum_problem = {
    .name = "driven-pendulum",
    .n = 2,
    .m = 1,
    .amat = mass,
    .fcn = forces,
    .gcn = rod,
    .gcnq = rod_q,
    .gcnqq = rod_qq,
    .t1 = 4.0,
    .start = start,
};
