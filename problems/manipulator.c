/* See manipulator.h. */
#include "manipulator.h"

#include <math.h>

static const double gravity = 9.81;
static const double degree = 0.017453292519943295769;
static const double beta = 0.46791111376204396; /* 4 cos^2(70 deg) */

/* sines and cosines of th1, th2 and th1 + th2 */
typedef struct angles {
  double s1, c1, s2, c2, s12, c12;
} angles;

static angles of(const double* q) {
  angles a = {sin(q[0]), cos(q[0]), sin(q[1]), cos(q[1]), sin(q[0] + q[1]), cos(q[0] + q[1])};
  return a;
}

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  const double m = ((const manipulator*)user)->mass;
  const double c2 = cos(q[1]);
  (void)n;
  (void)t;
  am[0] = m * (5.0 / 3.0 + c2);
  am[1] = m * (1.0 / 3.0 + 0.5 * c2);
  am[ldam] = am[1];
  am[ldam + 1] = m / 3.0;
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const double m = ((const manipulator*)user)->mass;
  const angles a = of(q);
  (void)n;
  (void)t;
  f[0] = m * (-gravity * (1.5 * a.c1 + 0.5 * a.c12) + 0.5 * a.s2 * (2.0 * v[0] + v[1]) * v[1]);
  f[1] = m * (-gravity * 0.5 * a.c12 - 0.5 * a.s2 * v[0] * v[0]);
  return 0;
}

static int path(int m, int n, double t, const double* q, double* g, void* user) {
  const manipulator* arm = user;
  const angles a = of(q);
  const double x2 = a.c1 + a.c12, y2 = a.s1 + a.s12;
  (void)m;
  (void)n;
  if (arm->time_dependent) {
    const double s = sin(arm->omega * t);
    g[0] = y2 - s * s;
  } else {
    g[0] = y2 - x2 * x2 + beta;
  }
  return 0;
}

static int path_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const manipulator* arm = user;
  const angles a = of(q);
  /* case I: dg = dy2 - 2 x2 dx2 */
  const double slope = arm->time_dependent ? 0.0 : 2.0 * (a.c1 + a.c12);
  (void)m;
  (void)n;
  (void)t;
  gq[0] = a.c1 + a.c12 + slope * (a.s1 + a.s12);
  gq[1] = a.c12 + slope * a.s12;
  return 0;
}

static int path_t(int m, int n, double t, const double* q, double* gt, void* user) {
  const manipulator* arm = user;
  (void)m;
  (void)n;
  (void)q;
  gt[0] = arm->time_dependent ? -arm->omega * sin(2.0 * arm->omega * t) : 0.0;
  return 0;
}

static int path_qq(int m, int n, double t, const double* q, const double* v, double* l,
                   void* user) {
  const manipulator* arm = user;
  const angles a = of(q);
  const double w = v[0] + v[1];
  /* second derivatives of x2 and y2 along q + s v */
  const double xss = -a.c1 * v[0] * v[0] - a.c12 * w * w;
  const double yss = -a.s1 * v[0] * v[0] - a.s12 * w * w;
  (void)m;
  (void)n;
  if (arm->time_dependent) {
    l[0] = yss - 2.0 * arm->omega * arm->omega * cos(2.0 * arm->omega * t);
  } else {
    const double xs = -a.s1 * v[0] - a.s12 * w;
    l[0] = yss - 2.0 * (xs * xs + (a.c1 + a.c12) * xss);
  }
  return 0;
}

static void start(double* q, double* v, void* user) {
  (void)user;
  q[0] = 70.0 * degree;
  q[1] = -140.0 * degree;
  v[0] = v[1] = 0.0;
}

/* Conserved in case I only: in case II the moving path does work. */
static double energy(double t, const double* q, const double* v, void* user) {
  const double m = ((const manipulator*)user)->mass;
  const angles a = of(q);
  return problem_kinetic_energy(&manipulator_problem, t, q, v, user) +
         m * gravity * (1.5 * a.s1 + 0.5 * a.s12);
}

static const char* const names[] = {"x2", "y2"};

static void tip(double t, const double* q, const double* v, double* out, void* user) {
  const angles a = of(q);
  (void)t;
  (void)v;
  (void)user;
  out[0] = a.c1 + a.c12;
  out[1] = a.s1 + a.s12;
}

const mbdae_problem manipulator_problem = {
    .name = "manipulator",
    .n = 2,
    .m = 1,
    .amat = mass_matrix,
    .fcn = forces,
    .gcn = path,
    .gcnq = path_q,
    .gcnt = path_t,
    .gcnqq = path_qq,
    .t1 = 10.0,
    .start = start,
    .energy = energy,
    .noutput = 2,
    .output_names = names,
    .output = tip,
};
