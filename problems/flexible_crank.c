/* See flexible_crank.h. The motion of a point x of the rod is R + A(theta) (x + S1 qf, S2 qf), S1
 * linear and S2 cubic Hermite shape functions; the integrals of their products over one element of
 * mass w and length Le, starting at x0, are
 *   Sbar = int rho S         axial w (1/2, 1/2), transverse w (1/2, Le/12, 1/2, -Le/12)
 *   h = int rho x S1         w (x0/2 + Le/6, x0/2 + Le/3)
 *   k = int rho x S2         x0 Sbar + w Le (3/20, Le/30, 7/20, -Le/20)
 *   mff = int rho S'S        consistent mass matrix; kff stiffness matrix
 *   P = int rho (S1'S2 - S2'S1), with the block (axial, transverse) called A below. */
#include "flexible_crank.h"

#include <math.h>
#include <stddef.h>

static const double youngs_modulus = 30e6, density = .0007331, diameter = .25;
static const double crank_radius = 6, rod_length = 12, crank_inertia = 1, gravity = 386.4;
static const double pi = 3.14159265358979323846;

enum { R1, R2, THETA, QF };

/* One element: its constants, and where its displacements stand in qf; -1: held. */
enum { UA, UB, WA, SA, WB, SB, DOFS };
typedef struct element {
  double mass, length, x0;
  int at[DOFS];
} element;

static double rod_mass(void) {
  return density * pi * diameter * diameter / 4 * rod_length;
}

static element element_of(const flexible_crank* c, int i) {
  const int last = c->elements - 1;
  const int left = 3 * i - 2, right = 3 * i + 1; /* first displacement of the nodes i, i + 1 */
  const double length = rod_length / c->elements;
  element e = {rod_mass() / c->elements,
               length,
               i * length,
               {left, right, left + 1, left + 2, right + 1, right + 2}};
  if (i == 0) e.at[UA] = e.at[WA] = -1; /* at the pin: the slope only */
  if (i == last) {
    e.at[WB] = -1; /* at the slider: u and slope */
    e.at[SB] = right + 1;
  }
  return e;
}

static void gather(const element* e, const double* qf, double local[DOFS]) {
  for (int k = 0; k < DOFS; ++k) local[k] = e->at[k] < 0 ? 0 : qf[e->at[k]];
}

static void scatter(const element* e, const double local[DOFS], double* qf) {
  for (int k = 0; k < DOFS; ++k) {
    if (e->at[k] >= 0) qf[e->at[k]] += local[k];
  }
}

/* Sbar; the axial part belongs to x, the transverse part to y */
static void mean_shape(const element* e, double s[DOFS]) {
  const double w = e->mass, l = e->length;
  s[UA] = s[UB] = s[WA] = s[WB] = w / 2;
  s[SA] = w * l / 12;
  s[SB] = -w * l / 12;
}

/* h (axial) and k (transverse) */
static void first_moment(const element* e, double s[DOFS]) {
  const double w = e->mass, l = e->length, x0 = e->x0;
  s[UA] = w * (x0 / 2 + l / 6);
  s[UB] = w * (x0 / 2 + l / 3);
  s[WA] = w * (x0 / 2 + l * 3 / 20);
  s[SA] = w * (x0 * l / 12 + l * l / 30);
  s[WB] = w * (x0 / 2 + l * 7 / 20);
  s[SB] = w * (-x0 * l / 12 - l * l / 20);
}

static void mass_of(const element* e, double a[DOFS][DOFS]) {
  const double w = e->mass, l = e->length;
  const double b = w / 420;
  const double local[DOFS][DOFS] = {
      {w / 3, w / 6, 0, 0, 0, 0},
      {w / 6, w / 3, 0, 0, 0, 0},
      {0, 0, b * 156, b * 22 * l, b * 54, -b * 13 * l},
      {0, 0, b * 22 * l, b * 4 * l * l, b * 13 * l, -b * 3 * l * l},
      {0, 0, b * 54, b * 13 * l, b * 156, -b * 22 * l},
      {0, 0, -b * 13 * l, -b * 3 * l * l, -b * 22 * l, b * 4 * l * l},
  };
  for (int i = 0; i < DOFS; ++i) {
    for (int j = 0; j < DOFS; ++j) a[i][j] = local[i][j];
  }
}

/* kff times the displacements */
static void elastic_force(const element* e, const double d[DOFS], double f[DOFS]) {
  const double l = e->length;
  const double axial = youngs_modulus * pi * diameter * diameter / 4 / l;
  const double bending = youngs_modulus * pi * pow(diameter, 4) / 64 / (l * l * l);
  const double shear = 12 * (d[WA] - d[WB]) + 6 * l * (d[SA] + d[SB]);
  f[UA] = axial * (d[UA] - d[UB]);
  f[UB] = -f[UA];
  f[WA] = bending * shear;
  f[WB] = -f[WA];
  f[SA] = bending * l * (6 * (d[WA] - d[WB]) + l * (4 * d[SA] + 2 * d[SB]));
  f[SB] = bending * l * (6 * (d[WA] - d[WB]) + l * (2 * d[SA] + 4 * d[SB]));
}

/* P times the displacements: A transverse above, -A' axial below */
static void coupling(const element* e, const double d[DOFS], double f[DOFS]) {
  const double w = e->mass, l = e->length;
  const double a[2][4] = {{w * 7 / 20, w * l / 20, w * 3 / 20, -w * l / 30},
                          {w * 3 / 20, w * l / 30, w * 7 / 20, -w * l / 20}};
  for (int i = 0; i < 2; ++i) {
    f[UA + i] = 0;
    for (int j = 0; j < 4; ++j) f[UA + i] += a[i][j] * d[WA + j];
  }
  for (int j = 0; j < 4; ++j) f[WA + j] = -(a[0][j] * d[UA] + a[1][j] * d[UB]);
}

static void times(double a[DOFS][DOFS], const double d[DOFS], double f[DOFS]) {
  for (int i = 0; i < DOFS; ++i) {
    f[i] = 0;
    for (int j = 0; j < DOFS; ++j) f[i] += a[i][j] * d[j];
  }
}

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  const flexible_crank* c = user;
  const double co = cos(q[THETA]), si = sin(q[THETA]), m = rod_mass();
  double cx = m * rod_length / 2, cy = 0; /* first moment of the deformed rod */
  double theta = m * rod_length * rod_length / 3;
  (void)t;
  for (int i = 0; i < c->elements; ++i) {
    const element e = element_of(c, i);
    double d[DOFS], s[DOFS], x[DOFS], md[DOFS], pd[DOFS], mff[DOFS][DOFS];
    gather(&e, q + QF, d);
    mean_shape(&e, s);
    first_moment(&e, x);
    mass_of(&e, mff);
    times(mff, d, md);
    coupling(&e, d, pd);
    for (int k = 0; k < DOFS; ++k) {
      const int row = QF + e.at[k], axial = k <= UB;
      if (e.at[k] < 0) continue;
      *(axial ? &cx : &cy) += s[k] * d[k];
      theta += (axial ? 2 * x[k] : 0) * d[k] + d[k] * md[k];
      am[row + R1 * ldam] += axial ? co * s[k] : -si * s[k];
      am[row + R2 * ldam] += axial ? si * s[k] : co * s[k];
      am[row + THETA * ldam] += (axial ? 0 : x[k]) - pd[k]; /* k + P' qf, P' = -P */
      for (int j = 0; j < DOFS; ++j) {
        if (e.at[j] >= 0) am[row + (QF + e.at[j]) * ldam] += mff[k][j];
      }
    }
  }
  am[R1 + R1 * ldam] = am[R2 + R2 * ldam] = m;
  am[THETA + R1 * ldam] = -si * cx - co * cy;
  am[THETA + R2 * ldam] = co * cx - si * cy;
  am[THETA + THETA * ldam] = theta;
  for (int j = 0; j < QF; ++j) {
    for (int i = j + 1; i < n - 1; ++i) am[j + i * ldam] = am[i + j * ldam];
  }
  am[n - 1 + (n - 1) * ldam] = crank_inertia;
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const flexible_crank* c = user;
  const double co = cos(q[THETA]), si = sin(q[THETA]), w = v[THETA], m = rod_mass();
  double cx = m * rod_length / 2, cy = 0, dx = 0, dy = 0;
  double coriolis = 0; /* (h + mff qf).qf' */
  for (int i = 0; i < c->elements; ++i) {
    const element e = element_of(c, i);
    double d[DOFS], r[DOFS], s[DOFS], x[DOFS], md[DOFS], pr[DOFS], kd[DOFS], local[DOFS];
    double mff[DOFS][DOFS];
    gather(&e, q + QF, d);
    gather(&e, v + QF, r);
    mean_shape(&e, s);
    first_moment(&e, x);
    mass_of(&e, mff);
    times(mff, d, md);
    coupling(&e, r, pr);
    elastic_force(&e, d, kd);
    for (int k = 0; k < DOFS; ++k) {
      const int axial = k <= UB;
      const double centrifugal = (axial ? x[k] : 0) + md[k];
      *(axial ? &cx : &cy) += s[k] * d[k];
      *(axial ? &dx : &dy) += s[k] * r[k];
      coriolis += centrifugal * r[k];
      local[k] = w * w * centrifugal + 2 * w * pr[k] - kd[k] - gravity * (axial ? si : co) * s[k];
    }
    scatter(&e, local, f + QF);
  }
  f[R1] = w * w * (co * cx - si * cy) + 2 * w * (si * dx + co * dy);
  f[R2] = w * w * (si * cx + co * cy) - 2 * w * (co * dx - si * dy) - m * gravity;
  f[THETA] = -2 * w * coriolis - gravity * (co * cx - si * cy);
  f[n - 1] = sin(t) - v[n - 1];
  return 0;
}

/* Displacements in the constraint of the slider: R2 + (l + u) sin theta + w cos theta = 0, u the
 * sum over u_B and, as printed, u_mid. */
typedef struct slider_terms {
  int u[2], w; /* positions in q, -1: none */
} slider_terms;

static slider_terms terms_of(const flexible_crank* c) {
  const int middle = QF + 3 * (c->elements / 2) - 2;
  slider_terms s = {{c->elements > 0 ? QF + 3 * c->elements - 2 : -1, -1}, -1};
  if (c->as_printed) {
    s.u[1] = middle;
    s.w = middle + 1;
  }
  return s;
}

static double value(const double* y, int at) {
  return at < 0 ? 0 : y[at];
}

static int joints(int m, int n, double t, const double* q, double* g, void* user) {
  const slider_terms s = terms_of(user);
  const double length = rod_length + value(q, s.u[0]) + value(q, s.u[1]);
  (void)m, (void)t;
  g[0] = q[R1] - crank_radius * cos(q[n - 1]);
  g[1] = q[R2] - crank_radius * sin(q[n - 1]);
  g[2] = q[R2] + length * sin(q[THETA]) + value(q, s.w) * cos(q[THETA]);
  return 0;
}

static int joints_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const slider_terms s = terms_of(user);
  const double length = rod_length + value(q, s.u[0]) + value(q, s.u[1]);
  const double co = cos(q[THETA]), si = sin(q[THETA]);
  (void)t;
  gq[0 + R1 * m] = gq[1 + R2 * m] = gq[2 + R2 * m] = 1;
  gq[0 + (n - 1) * m] = crank_radius * sin(q[n - 1]);
  gq[1 + (n - 1) * m] = -crank_radius * cos(q[n - 1]);
  gq[2 + THETA * m] = length * co - value(q, s.w) * si;
  for (int k = 0; k < 2; ++k) {
    if (s.u[k] >= 0) gq[2 + s.u[k] * m] = si;
  }
  if (s.w >= 0) gq[2 + s.w * m] = co;
  return 0;
}

static int joints_qq(int m, int n, double t, const double* q, const double* v, double* l,
                     void* user) {
  const slider_terms s = terms_of(user);
  const double length = rod_length + value(q, s.u[0]) + value(q, s.u[1]);
  const double rate = value(v, s.u[0]) + value(v, s.u[1]);
  const double co = cos(q[THETA]), si = sin(q[THETA]), w = v[THETA], p = v[n - 1];
  (void)m, (void)t;
  l[0] = crank_radius * cos(q[n - 1]) * p * p;
  l[1] = crank_radius * sin(q[n - 1]) * p * p;
  l[2] = -(length * si + value(q, s.w) * co) * w * w + 2 * w * (rate * co - value(v, s.w) * si);
  return 0;
}

/* Stretched out along the x axis, the crank turning, the rod undeformed. */
static void start(double* q, double* v, void* user) {
  const flexible_crank* c = user;
  const int n = 4 + 3 * c->elements;
  for (int i = 0; i < n; ++i) q[i] = v[i] = 0;
  q[R1] = crank_radius;
  v[R2] = crank_radius * c->speed;
  v[THETA] = -crank_radius / rod_length * c->speed;
  v[n - 1] = c->speed;
}

double flexible_crank_deflection(const flexible_crank* c, const double* q) {
  double d[DOFS];
  if (c->elements == 0) return 0;
  const element e = element_of(c, c->elements / 2);
  gather(&e, q + QF, d);
  if (c->elements % 2 == 0) return d[WA];
  return (d[WA] + d[WB]) / 2 + e.length / 8 * (d[SA] - d[SB]); /* inside the middle element */
}

static const char* const names[] = {"w_mid", "u_end", "phi"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  const flexible_crank* c = user;
  (void)t, (void)v;
  out[0] = flexible_crank_deflection(c, q);
  out[1] = value(q, terms_of(c).u[0]);
  out[2] = q[3 + 3 * c->elements];
}

mbdae_problem flexible_crank_problem(const flexible_crank* c) {
  const mbdae_problem p = {
      .name = c->elements > 0 ? "flexible-crank" : "rigid-crank",
      .n = 4 + 3 * c->elements,
      .m = 3,
      .amat = mass_matrix,
      .fcn = forces,
      .gcn = joints,
      .gcnq = joints_q,
      .gcnqq = joints_qq,
      .t1 = 0.1,
      .start = start,
      .noutput = 3,
      .output_names = names,
      .output = output,
  };
  return p;
}
