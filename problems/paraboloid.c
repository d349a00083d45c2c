/* See paraboloid.h. */
#include "paraboloid.h"

#include <math.h>

static int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)t, (void)q, (void)user;
  for (int i = 0; i < n; ++i) am[i + i * ldam] = 1.0;
  return 0;
}

static int weight(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)n, (void)t, (void)q, (void)v, (void)user;
  f[2] = -1.0;
  return 0;
}

static int surface(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = q[2] - q[0] * q[0] - q[1] * q[1];
  return 0;
}

static int surface_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  gq[0] = -2.0 * q[0];
  gq[1] = -2.0 * q[1];
  gq[2] = 1.0;
  return 0;
}

static int surface_qq(int m, int n, double t, const double* q, const double* v, double* l,
                      void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)user;
  l[0] = -2.0 * (v[0] * v[0] + v[1] * v[1]);
  return 0;
}

static double energy(double t, const double* q, const double* v, void* user) {
  return problem_kinetic_energy(&paraboloid_problem, t, q, v, user) + q[2];
}

void paraboloid_circle(double t, double* q, double* v, double* lambda) {
  const double w = sqrt(2.0);
  q[0] = cos(w * t);
  q[1] = sin(w * t);
  q[2] = 1.0;
  v[0] = -w * q[1];
  v[1] = w * q[0];
  v[2] = 0.0;
  *lambda = -1.0;
}

static void start(double* q, double* v, void* user) {
  double lambda;
  paraboloid_circle(0.0, q, v, &lambda);
  if (!((const paraboloid*)user)->circling) v[1] = 1.0;
}

static const char* const names[] = {"lambda"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  out[0] = problem_multiplier(&paraboloid_problem, t, q, v, user);
}

const mbdae_problem paraboloid_problem = {
    .name = "paraboloid",
    .n = 3,
    .m = 1,
    .amat = mass,
    .fcn = weight,
    .gcn = surface,
    .gcnq = surface_q,
    .gcnqq = surface_qq,
    .t1 = 10.0,
    .start = start,
    .energy = energy,
    .noutput = 1,
    .output_names = names,
    .output = output,
};
