/* See circle.h. */
#include "circle.h"

#include <math.h>

static int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)n, (void)t, (void)q, (void)user;
  am[0] = am[1 + ldam] = 1.0;
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)n, (void)t, (void)user;
  f[0] = -q[0] - 2.0 * q[0] * v[0] * v[1];
  f[1] = -v[0] + 2.0 * q[0] * q[1] * q[1];
  return 0;
}

static int circle(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = q[0] * q[0] + q[1] * q[1] - 1.0;
  return 0;
}

static int circle_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  gq[0] = 2.0 * q[0];
  gq[1] = 2.0 * q[1];
  return 0;
}

static int circle_qq(int m, int n, double t, const double* q, const double* v, double* l,
                     void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)user;
  l[0] = 2.0 * (v[0] * v[0] + v[1] * v[1]);
  return 0;
}

void circle_exact(double t, double* q, double* v, double* lambda) {
  q[0] = sin(t);
  q[1] = cos(t);
  v[0] = q[1];
  v[1] = -q[0];
  *lambda = q[0] * q[1];
}

static void start(double* q, double* v, void* user) {
  double lambda;
  (void)user;
  circle_exact(0.0, q, v, &lambda);
}

static const char* const names[] = {"lambda"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  out[0] = problem_multiplier(&circle_problem, t, q, v, user);
}

const mbdae_problem circle_problem = {
    .name = "circle",
    .n = 2,
    .m = 1,
    .amat = mass,
    .fcn = forces,
    .gcn = circle,
    .gcnq = circle_q,
    .gcnqq = circle_qq,
    .t1 = 1.0,
    .start = start,
    .noutput = 1,
    .output_names = names,
    .output = output,
};
