/* See rod_pendulum.h. */
#include "rod_pendulum.h"

#include <math.h>
#include <stddef.h>

const rod_pendulum planar_pendulum = {1, 0, {1, 0}, {1, 0}, 4.0 / 3.0 * 13.7503716360407457};
const rod_pendulum double_pendulum = {2, 0, {1, 2}, {1, 2}, 9.81};
const rod_pendulum crank_slider = {2, 1, {1, 2}, {1, 2}, 9.81};

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  const rod_pendulum* p = user;
  (void)n, (void)t, (void)q;
  for (int i = 0; i < p->rods; ++i) {
    const double m = p->mass[i], l = p->half_length[i];
    const int x = 3 * i;
    am[x + x * ldam] = am[x + 1 + (x + 1) * ldam] = m;
    am[x + 2 + (x + 2) * ldam] = m * l * l / 3.0;
  }
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const rod_pendulum* p = user;
  (void)n, (void)t, (void)q, (void)v;
  for (int i = 0; i < p->rods; ++i) f[3 * i] = p->mass[i] * p->gravity;
  return 0;
}

/* Rod i starts where the rods before it end: p_i - l_i e_i - 2 l_(i-1) e_(i-1) = 0,
 * e = (cos phi, sin phi). */
static int joints(int m, int n, double t, const double* q, double* g, void* user) {
  const rod_pendulum* p = user;
  (void)m, (void)n, (void)t;
  for (int i = 0; i < p->rods; ++i) {
    const double* own = q + 3 * i;
    g[2 * i] = own[0] - p->half_length[i] * cos(own[2]);
    g[2 * i + 1] = own[1] - p->half_length[i] * sin(own[2]);
    if (i > 0) {
      const double* before = own - 3;
      g[2 * i] -= 2 * p->half_length[i - 1] * cos(before[2]);
      g[2 * i + 1] -= 2 * p->half_length[i - 1] * sin(before[2]);
    }
  }
  if (p->slider) {
    const double* last = q + 3 * (p->rods - 1);
    g[2 * p->rods] = last[1] + p->half_length[p->rods - 1] * sin(last[2]);
  }
  return 0;
}

static int joints_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const rod_pendulum* p = user;
  (void)n, (void)t;
  for (int i = 0; i < p->rods; ++i) {
    const int row = 2 * i, x = 3 * i;
    gq[row + x * m] = gq[row + 1 + (x + 1) * m] = 1;
    gq[row + (x + 2) * m] = p->half_length[i] * sin(q[x + 2]);
    gq[row + 1 + (x + 2) * m] = -p->half_length[i] * cos(q[x + 2]);
    if (i > 0) {
      gq[row + (x - 1) * m] = 2 * p->half_length[i - 1] * sin(q[x - 1]);
      gq[row + 1 + (x - 1) * m] = -2 * p->half_length[i - 1] * cos(q[x - 1]);
    }
  }
  if (p->slider) {
    const int row = 2 * p->rods, x = 3 * (p->rods - 1);
    gq[row + (x + 1) * m] = 1;
    gq[row + (x + 2) * m] = p->half_length[p->rods - 1] * cos(q[x + 2]);
  }
  return 0;
}

static int joints_qq(int m, int n, double t, const double* q, const double* v, double* l,
                     void* user) {
  const rod_pendulum* p = user;
  (void)m, (void)n, (void)t;
  for (int i = 0; i < p->rods; ++i) {
    for (int j = i > 0 ? i - 1 : i; j <= i; ++j) {
      const double phi = q[3 * j + 2], w = v[3 * j + 2];
      const double reach = j < i ? 2 * p->half_length[j] : p->half_length[j];
      l[2 * i] += reach * cos(phi) * w * w;
      l[2 * i + 1] += reach * sin(phi) * w * w;
    }
  }
  if (p->slider) {
    const int last = p->rods - 1;
    const double phi = q[3 * last + 2], w = v[3 * last + 2];
    l[2 * p->rods] = -p->half_length[last] * sin(phi) * w * w;
  }
  return 0;
}

static void start(double* q, double* v, void* user) {
  const rod_pendulum* p = user;
  double phi[2] = {1.57079632679489661923, 1.57079632679489661923};
  double x = 0, y = 0;
  if (p->slider) {
    phi[0] = 0.5236;
    phi[1] = -asin(p->half_length[0] * sin(phi[0]) / p->half_length[1]);
  }
  for (int i = 0; i < p->rods && i < 2; ++i) {
    /* hanging from the horizontal exactly: cos(pi/2) is not 0 in double precision */
    const double c = p->slider ? cos(phi[i]) : 0, s = p->slider ? sin(phi[i]) : 1;
    const double l = p->half_length[i];
    q[3 * i] = x + l * c;
    q[3 * i + 1] = y + l * s;
    q[3 * i + 2] = phi[i];
    v[3 * i] = v[3 * i + 1] = v[3 * i + 2] = 0;
    x += 2 * l * c;
    y += 2 * l * s;
  }
}

static double energy(double t, const double* q, const double* v, void* user) {
  const rod_pendulum* p = user;
  double sum = 0;
  (void)t;
  for (int i = 0; i < p->rods; ++i) {
    const double* w = v + 3 * i;
    const double l = p->half_length[i];
    sum += p->mass[i] *
           (0.5 * (w[0] * w[0] + w[1] * w[1] + l * l / 3.0 * w[2] * w[2]) - p->gravity * q[3 * i]);
  }
  return sum;
}

static const char* const names[] = {"x_tip", "y_tip"};

static void tip(double t, const double* q, const double* v, double* out, void* user) {
  const rod_pendulum* p = user;
  const double* last = q + 3 * (p->rods - 1);
  (void)t, (void)v;
  out[0] = last[0] + p->half_length[p->rods - 1] * cos(last[2]);
  out[1] = last[1] + p->half_length[p->rods - 1] * sin(last[2]);
}

mbdae_problem rod_pendulum_problem(const rod_pendulum* p) {
  const mbdae_problem problem = {
      .name = p->slider      ? "crank-slider"
              : p->rods == 1 ? "pendulum"
                             : "double-pendulum",
      .n = 3 * p->rods,
      .m = 2 * p->rods + p->slider,
      .amat = mass_matrix,
      .fcn = forces,
      .gcn = joints,
      .gcnq = joints_q,
      .gcnqq = joints_qq,
      .t1 = 10.0,
      .start = start,
      .energy = energy,
      .noutput = 2,
      .output_names = names,
      .output = tip,
  };
  return problem;
}
