/* See singular_crank.h. */
#include "singular_crank.h"

#include <math.h>
#include <stddef.h>

static int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)n, (void)t, (void)user;
  am[0] = 2.0;
  am[1] = am[ldam] = cos(q[1] - q[0]);
  am[ldam + 1] = 1.0;
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const double s = sin(q[1] - q[0]);
  (void)n, (void)t, (void)user;
  f[0] = s * v[1] * v[1] - 19.6 * sin(q[0]);
  f[1] = -s * v[0] * v[0] - 9.8 * sin(q[1]);
  return 0;
}

static int height(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = -cos(q[0]) - cos(q[1]);
  return 0;
}

static int height_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  gq[0] = sin(q[0]);
  gq[1] = sin(q[1]);
  return 0;
}

static int height_qq(int m, int n, double t, const double* q, const double* v, double* l,
                     void* user) {
  (void)m, (void)n, (void)t, (void)user;
  l[0] = cos(q[0]) * v[0] * v[0] + cos(q[1]) * v[1] * v[1];
  return 0;
}

/* th1 + th2 = pi: the same motions without the singular posture */
static int angle_sum(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = q[0] + q[1] - 3.14159265358979323846;
  return 0;
}

static int angle_sum_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)user;
  gq[0] = gq[1] = 1.0;
  return 0;
}

static int angle_sum_qq(int m, int n, double t, const double* q, const double* v, double* l,
                        void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)v, (void)user;
  l[0] = 0.0;
  return 0;
}

static void start(double* q, double* v, void* user) {
  (void)user;
  q[0] = q[1] = 1.57079632679489661923;
  v[0] = v[1] = 0.0;
}

static double energy(double t, const double* q, const double* v, void* user) {
  (void)t, (void)user;
  return v[0] * v[0] + cos(q[1] - q[0]) * v[0] * v[1] + 0.5 * v[1] * v[1] - 19.6 * cos(q[0]) -
         9.8 * cos(q[1]);
}

static const char* const names[] = {"x_slider"};

static void slider(double t, const double* q, const double* v, double* out, void* user) {
  (void)t, (void)v, (void)user;
  out[0] = sin(q[0]) + sin(q[1]);
}

const mbdae_problem singular_crank_problem = {
    .name = "singular-crank",
    .n = 2,
    .m = 1,
    .amat = mass,
    .fcn = forces,
    .gcn = height,
    .gcnq = height_q,
    .gcnqq = height_qq,
    .t1 = 20.0,
    .start = start,
    .energy = energy,
    .noutput = 1,
    .output_names = names,
    .output = slider,
};

const mbdae_problem regular_crank_problem = {
    .name = "regular-crank",
    .n = 2,
    .m = 1,
    .amat = mass,
    .fcn = forces,
    .gcn = angle_sum,
    .gcnq = angle_sum_q,
    .gcnqq = angle_sum_qq,
    .t1 = 20.0,
    .start = start,
    .energy = energy,
    .noutput = 1,
    .output_names = names,
    .output = slider,
};
