/* See andrews.h. */
#include "andrews.h"

#include <math.h>
#include <stddef.h>

enum { BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON, N, M = 6 };

/* masses and moments of inertia of bodies 1 to 7 */
static const double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                    m7 = .05498;
static const double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                    i6 = 5.667e-7, i7 = 1.912e-5;
/* points fixed in space: A, B, and C, where the spring is held */
static const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
/* lengths on the bodies */
static const double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
                    sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916,
                    u = .04, ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421;
/* spring: stiffness, free length; motor torque */
static const double c0 = 4530, l0 = .07785, torque = .033;

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  const double x = e - ea, z = zf - fa;
  const double b2 = m2 * da * da + i2, b4 = m4 * x * x + i4, b6 = m6 * z * z + i6;
  const double ct = cos(q[THETA]), sp = sin(q[PHI]), so = sin(q[OMEGA]);
  (void)n, (void)t, (void)user;
  am[BETA + BETA * ldam] = m1 * ra * ra + i1 + b2 + m2 * rr * (rr - 2 * da * ct);
  am[THETA + BETA * ldam] = am[BETA + THETA * ldam] = b2 - m2 * da * rr * ct;
  am[THETA + THETA * ldam] = b2;
  am[GAMMA + GAMMA * ldam] = m3 * (sa * sa + sb * sb) + i3;
  am[PHI + PHI * ldam] = b4;
  am[DELTA + PHI * ldam] = am[PHI + DELTA * ldam] = b4 + m4 * zt * x * sp;
  am[DELTA + DELTA * ldam] = b4 + m4 * zt * (zt + 2 * x * sp) + m5 * (ta * ta + tb * tb) + i5;
  am[OMEGA + OMEGA * ldam] = b6;
  am[EPSILON + OMEGA * ldam] = am[OMEGA + EPSILON * ldam] = b6 - m6 * u * z * so;
  am[EPSILON + EPSILON * ldam] = b6 + m6 * u * (u - 2 * z * so) + m7 * (ua * ua + ub * ub) + i7;
  return 0;
}

/* The spring from C to the point D of body 3. */
typedef struct spring {
  double x, y, length;
} spring;

static spring spring_at(double gamma) {
  const double s = sin(gamma), c = cos(gamma);
  spring at = {sd * c + sc * s + xb - xc, sd * s - sc * c + yb - yc, 0};
  at.length = sqrt(at.x * at.x + at.y * at.y);
  return at;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  const double x = e - ea, z = zf - fa;
  const double s = sin(q[GAMMA]), c = cos(q[GAMMA]);
  const spring at = spring_at(q[GAMMA]);
  const double k = c0 * (l0 / at.length - 1);
  (void)n, (void)t, (void)user;
  f[BETA] = torque - m2 * da * rr * v[THETA] * (v[THETA] + 2 * v[BETA]) * sin(q[THETA]);
  f[THETA] = m2 * da * rr * v[BETA] * v[BETA] * sin(q[THETA]);
  f[GAMMA] = k * (at.x * (sc * c - sd * s) + at.y * (sd * c + sc * s));
  f[PHI] = m4 * zt * x * v[DELTA] * v[DELTA] * cos(q[PHI]);
  f[DELTA] = -m4 * zt * x * v[PHI] * (v[PHI] + 2 * v[DELTA]) * cos(q[PHI]);
  f[OMEGA] = -m6 * u * z * v[EPSILON] * v[EPSILON] * cos(q[OMEGA]);
  f[EPSILON] = m6 * u * z * v[OMEGA] * (v[OMEGA] + 2 * v[EPSILON]) * cos(q[OMEGA]);
  return 0;
}

static const char* const names[] = {"x", "y"};

/* the end of body 2, where the loops meet */
static void meeting_point(double t, const double* q, const double* v, double* out, void* user) {
  (void)t, (void)v, (void)user;
  out[0] = rr * cos(q[BETA]) - d * cos(q[BETA] + q[THETA]);
  out[1] = rr * sin(q[BETA]) - d * sin(q[BETA] + q[THETA]);
}

static int loops(int m, int n, double t, const double* q, double* g, void* user) {
  double end[2];
  meeting_point(t, q, NULL, end, user);
  const double x = end[0], y = end[1];
  const double pd = q[PHI] + q[DELTA], oe = q[OMEGA] + q[EPSILON];
  (void)m, (void)n;
  g[0] = x - ss * sin(q[GAMMA]) - xb;
  g[1] = y + ss * cos(q[GAMMA]) - yb;
  g[2] = x - e * sin(pd) - zt * cos(q[DELTA]) - xa;
  g[3] = y + e * cos(pd) - zt * sin(q[DELTA]) - ya;
  g[4] = x - zf * cos(oe) - u * sin(q[EPSILON]) - xa;
  g[5] = y - zf * sin(oe) + u * cos(q[EPSILON]) - ya;
  return 0;
}

static int loops_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const double bt = q[BETA] + q[THETA], pd = q[PHI] + q[DELTA], oe = q[OMEGA] + q[EPSILON];
  const double sbt = d * sin(bt), cbt = d * cos(bt);
  const double xbeta = -rr * sin(q[BETA]) + sbt, ybeta = rr * cos(q[BETA]) - cbt;
  (void)n, (void)t, (void)user;
  for (int i = 0; i < M; i += 2) {
    gq[i + BETA * m] = xbeta;
    gq[i + THETA * m] = sbt;
    gq[i + 1 + BETA * m] = ybeta;
    gq[i + 1 + THETA * m] = -cbt;
  }
  gq[0 + GAMMA * m] = -ss * cos(q[GAMMA]);
  gq[1 + GAMMA * m] = -ss * sin(q[GAMMA]);
  gq[2 + PHI * m] = -e * cos(pd);
  gq[2 + DELTA * m] = -e * cos(pd) + zt * sin(q[DELTA]);
  gq[3 + PHI * m] = -e * sin(pd);
  gq[3 + DELTA * m] = -e * sin(pd) - zt * cos(q[DELTA]);
  gq[4 + OMEGA * m] = zf * sin(oe);
  gq[4 + EPSILON * m] = zf * sin(oe) - u * cos(q[EPSILON]);
  gq[5 + OMEGA * m] = -zf * cos(oe);
  gq[5 + EPSILON * m] = -zf * cos(oe) - u * sin(q[EPSILON]);
  return 0;
}

/* Every term of g is a length times a sine or cosine: its second derivative is minus itself times
 * the squared rate of the angle. */
static int loops_qq(int m, int n, double t, const double* q, const double* v, double* l,
                    void* user) {
  const double bt = q[BETA] + q[THETA], pd = q[PHI] + q[DELTA], oe = q[OMEGA] + q[EPSILON];
  const double b2 = v[BETA] * v[BETA], c2 = v[GAMMA] * v[GAMMA], d2 = v[DELTA] * v[DELTA],
               e2 = v[EPSILON] * v[EPSILON];
  const double bt2 = (v[BETA] + v[THETA]) * (v[BETA] + v[THETA]);
  const double pd2 = (v[PHI] + v[DELTA]) * (v[PHI] + v[DELTA]);
  const double oe2 = (v[OMEGA] + v[EPSILON]) * (v[OMEGA] + v[EPSILON]);
  const double x = -rr * cos(q[BETA]) * b2 + d * cos(bt) * bt2;
  const double y = -rr * sin(q[BETA]) * b2 + d * sin(bt) * bt2;
  (void)m, (void)n, (void)t, (void)user;
  l[0] = x + ss * sin(q[GAMMA]) * c2;
  l[1] = y - ss * cos(q[GAMMA]) * c2;
  l[2] = x + e * sin(pd) * pd2 + zt * cos(q[DELTA]) * d2;
  l[3] = y - e * cos(pd) * pd2 + zt * sin(q[DELTA]) * d2;
  l[4] = x + zf * cos(oe) * oe2 + u * sin(q[EPSILON]) * e2;
  l[5] = y + zf * sin(oe) * oe2 - u * cos(q[EPSILON]) * e2;
  return 0;
}

static void start(double* q, double* v, void* user) {
  static const double at_rest[N] = {-0.0617138900142764496, 0,
                                    0.455279819163070380,   0.222668390165885885,
                                    0.487364979543842550,   -0.222668390165885885,
                                    1.23054744454982119};
  (void)user;
  for (int i = 0; i < N; ++i) {
    q[i] = at_rest[i];
    v[i] = 0;
  }
}

/* kinetic + spring - work of the motor */
static double energy(double t, const double* q, const double* v, void* user) {
  const double stretch = spring_at(q[GAMMA]).length - l0;
  return problem_kinetic_energy(&andrews_problem, t, q, v, user) + 0.5 * c0 * stretch * stretch -
         torque * q[BETA];
}

const mbdae_problem andrews_problem = {
    .name = "andrews",
    .n = N,
    .m = M,
    .amat = mass_matrix,
    .fcn = forces,
    .gcn = loops,
    .gcnq = loops_q,
    .gcnqq = loops_qq,
    .t1 = 0.3,
    .start = start,
    .energy = energy,
    .noutput = 2,
    .output_names = names,
    .output = meeting_point,
};
