/* See circle_t2.h. */
#include "circle_t2.h"

#include <math.h>

static int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)n, (void)t, (void)q, (void)user;
  am[0] = am[1 + ldam] = 1.0;
  return 0;
}

static int push(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)n, (void)t, (void)v, (void)user;
  f[0] = 2.0 * q[1];
  f[1] = -2.0 * q[0];
  return 0;
}

static int circle(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = -0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  return 0;
}

static int circle_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  gq[0] = -q[0];
  gq[1] = -q[1];
  return 0;
}

static int circle_qq(int m, int n, double t, const double* q, const double* v, double* l,
                     void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)user;
  l[0] = -(v[0] * v[0] + v[1] * v[1]);
  return 0;
}

void circle_t2_exact(double t, double* q, double* v, double* lambda) {
  q[0] = sin(t * t);
  q[1] = cos(t * t);
  v[0] = 2.0 * t * q[1];
  v[1] = -2.0 * t * q[0];
  *lambda = -4.0 * t * t;
}

static void start(double* q, double* v, void* user) {
  double lambda;
  (void)user;
  circle_t2_exact(circle_t2_problem.t0, q, v, &lambda);
}

static const char* const names[] = {"lambda"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  out[0] = problem_multiplier(&circle_t2_problem, t, q, v, user);
}

const mbdae_problem circle_t2_problem = {
    .name = "circle-t2",
    .n = 2,
    .m = 1,
    .amat = mass,
    .fcn = push,
    .gcn = circle,
    .gcnq = circle_q,
    .gcnqq = circle_qq,
    .t0 = 1.0,
    .t1 = 1.05,
    .start = start,
    .noutput = 1,
    .output_names = names,
    .output = output,
};
