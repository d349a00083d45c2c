/* See spring_crank.h. */
#include "spring_crank.h"

#include <math.h>
#include <stddef.h>

enum { X1, Y1, TH1, X2, Y2, TH2, X3, Y3, TH3, X4, Y4, TH4, N, M = 11 };

static const double mass[4] = {1, 20, 3.5, 2.5}, inertia[4] = {1, 45, 3.5, 0.02};
static const double gravity = 9.81, torque = 100, damping = 10;
/* where the spring is held: along the x axis of ground and slider */
static const double on_ground = 12, on_slider = 2;
/* centres of mass: crank 1 from its pivot and 2 from the pin, rod 2.5 from either end */
static const double crank_inner = 1, crank_outer = 2, rod_half = 2.5;

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)n, (void)t, (void)q, (void)user;
  for (int body = 0; body < 4; ++body) {
    const int x = 3 * body;
    am[x + x * ldam] = am[x + 1 + (x + 1) * ldam] = mass[body];
    am[x + 2 + (x + 2) * ldam] = inertia[body];
  }
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const spring_crank* data = user;
  const double k = data->stiffness, free_length = data->free_length;
  /* arms from the centres of mass to the ends of the spring */
  const double gx = on_ground * cos(q[TH1]), gy = on_ground * sin(q[TH1]);
  const double sx = on_slider * cos(q[TH4]), sy = on_slider * sin(q[TH4]);
  const double dx = q[X1] + gx - q[X4] - sx, dy = q[Y1] + gy - q[Y4] - sy;
  const double wx = v[X1] - gy * v[TH1] - v[X4] + sy * v[TH4];
  const double wy = v[Y1] + gx * v[TH1] - v[Y4] - sx * v[TH4];
  const double length = sqrt(dx * dx + dy * dy);
  const double tension = k * (length - free_length) + damping * (dx * wx + dy * wy) / length;
  const double fx = tension * dx / length, fy = tension * dy / length; /* on the slider */
  (void)n, (void)t;
  for (int body = 0; body < 4; ++body) f[3 * body + 1] = -gravity * mass[body];
  f[X4] += fx;
  f[Y4] += fy;
  f[TH4] += sx * fy - sy * fx;
  f[X1] -= fx;
  f[Y1] -= fy;
  f[TH1] -= gx * fy - gy * fx;
  f[TH2] += torque;
  return 0;
}

static int joints(int m, int n, double t, const double* q, double* g, void* user) {
  const double c2 = cos(q[TH2]), s2 = sin(q[TH2]), c3 = cos(q[TH3]), s3 = sin(q[TH3]);
  (void)m, (void)n, (void)t, (void)user;
  g[0] = q[X1];
  g[1] = q[Y1];
  g[2] = q[TH1];
  g[3] = q[X1] - q[X2] + crank_inner * c2;
  g[4] = q[Y1] - q[Y2] + crank_inner * s2;
  g[5] = q[X2] + crank_outer * c2 - q[X3] + rod_half * c3;
  g[6] = q[Y2] + crank_outer * s2 - q[Y3] + rod_half * s3;
  g[7] = q[X3] + rod_half * c3 - q[X4];
  g[8] = q[Y3] + rod_half * s3 - q[Y4];
  /* the slider stays on the x axis of the ground and does not turn against it */
  g[9] = (q[X1] - q[X4]) * sin(q[TH1]) - (q[Y1] - q[Y4]) * cos(q[TH1]);
  g[10] = sin(q[TH4] - q[TH1]);
  return 0;
}

static int joints_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const double c1 = cos(q[TH1]), s1 = sin(q[TH1]), c2 = cos(q[TH2]), s2 = sin(q[TH2]),
               c3 = cos(q[TH3]), s3 = sin(q[TH3]), c41 = cos(q[TH4] - q[TH1]);
  (void)n, (void)t, (void)user;
  gq[0 + X1 * m] = gq[1 + Y1 * m] = gq[2 + TH1 * m] = 1;
  gq[3 + X1 * m] = gq[4 + Y1 * m] = 1;
  gq[3 + X2 * m] = gq[4 + Y2 * m] = -1;
  gq[3 + TH2 * m] = -crank_inner * s2;
  gq[4 + TH2 * m] = crank_inner * c2;
  gq[5 + X2 * m] = gq[6 + Y2 * m] = 1;
  gq[5 + X3 * m] = gq[6 + Y3 * m] = -1;
  gq[5 + TH2 * m] = -crank_outer * s2;
  gq[6 + TH2 * m] = crank_outer * c2;
  gq[5 + TH3 * m] = gq[7 + TH3 * m] = -rod_half * s3;
  gq[6 + TH3 * m] = gq[8 + TH3 * m] = rod_half * c3;
  gq[7 + X3 * m] = gq[8 + Y3 * m] = 1;
  gq[7 + X4 * m] = gq[8 + Y4 * m] = -1;
  gq[9 + X1 * m] = s1;
  gq[9 + X4 * m] = -s1;
  gq[9 + Y1 * m] = -c1;
  gq[9 + Y4 * m] = c1;
  gq[9 + TH1 * m] = (q[X1] - q[X4]) * c1 + (q[Y1] - q[Y4]) * s1;
  gq[10 + TH4 * m] = c41;
  gq[10 + TH1 * m] = -c41;
  return 0;
}

static int joints_qq(int m, int n, double t, const double* q, const double* v, double* l,
                     void* user) {
  const double c1 = cos(q[TH1]), s1 = sin(q[TH1]);
  const double w1 = v[TH1], w2 = v[TH2] * v[TH2], w3 = v[TH3] * v[TH3], w41 = v[TH4] - w1;
  const double c2 = cos(q[TH2]) * w2, s2 = sin(q[TH2]) * w2;
  const double c3 = cos(q[TH3]) * w3, s3 = sin(q[TH3]) * w3;
  (void)m, (void)n, (void)t, (void)user;
  l[3] = -crank_inner * c2;
  l[4] = -crank_inner * s2;
  l[5] = -crank_outer * c2 - rod_half * c3;
  l[6] = -crank_outer * s2 - rod_half * s3;
  l[7] = -rod_half * c3;
  l[8] = -rod_half * s3;
  l[9] = 2 * w1 * ((v[X1] - v[X4]) * c1 + (v[Y1] - v[Y4]) * s1) -
         w1 * w1 * ((q[X1] - q[X4]) * s1 - (q[Y1] - q[Y4]) * c1);
  l[10] = -sin(q[TH4] - q[TH1]) * w41 * w41;
  return 0;
}

/* Crank upright (th2 = 90 degrees), rod down to the axis: sin th3 = -3/5. */
static void start(double* q, double* v, void* user) {
  (void)user;
  for (int i = 0; i < N; ++i) q[i] = v[i] = 0;
  q[Y2] = crank_inner;
  q[TH2] = 1.57079632679489661923;
  q[X3] = 2;
  q[Y3] = 1.5;
  q[TH3] = -0.64350110879328438680; /* -asin(3/5) */
  q[X4] = 4;
}

static const char* const names[] = {"x4", "y3", "th3"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  (void)t, (void)v, (void)user;
  out[0] = q[X4];
  out[1] = q[Y3];
  out[2] = q[TH3];
}

const mbdae_problem spring_crank_problem = {
    .name = "spring-crank",
    .n = N,
    .m = M,
    .amat = mass_matrix,
    .fcn = forces,
    .gcn = joints,
    .gcnq = joints_q,
    .gcnqq = joints_qq,
    .t1 = 0.5,
    .start = start,
    .noutput = 3,
    .output_names = names,
    .output = output,
};
