/* See suspension.h. Equations of motion by geometric Jacobians: coordinate k turns everything
 * beyond it about the axis e_k through the point p_k, so that a body that hangs on it has the
 * columns
 *
 *     Jw_k = e_k,   Jv_k = e_k x (r - p_k)      of its angular velocity w and the velocity of r,
 *
 * and with the accelerations a, alpha that remain for v' = 0
 *
 *     M = sum  m Jv' Jv + Jw' I Jw
 *     f = sum  Jv' (F - m a) + Jw' (-I alpha - w x I w)        over the bodies. */
#include "suspension.h"

#include <stddef.h>

#include "suspension_data.h"

enum { ALPHA = 10, BETA, GAMMA, DELTA, N, M = 12 };
enum { CARRIER = RODS, WHEEL, BODIES }; /* after the rods */

static int phi(int i) {
  return 2 * i;
}
static int psi(int i) {
  return 2 * i + 1;
}

/* Coordinates each body hangs on, from the car outwards. */
static const struct {
  int count, coordinate[6];
} chain[BODIES] = {{2, {0, 1}},
                   {2, {2, 3}},
                   {2, {4, 5}},
                   {2, {6, 7}},
                   {2, {8, 9}},
                   {5, {0, 1, ALPHA, BETA, GAMMA}},
                   {6, {0, 1, ALPHA, BETA, GAMMA, DELTA}}};

/* ---------------------------------------------------------------------------------- kinematics */

typedef struct axis {
  vector3 e, p;
} axis;

/* A body's frame and the joint it hangs on; w, and what remains of the accelerations for v' = 0 */
typedef struct body {
  matrix3 R;
  vector3 joint, w, alpha, a; /* a: of the joint */
} body;

typedef struct motion {
  axis k[N];
  body body[BODIES];
} motion;

/* x along the rod, y horizontal */
static matrix3 design_frame(int i) {
  static const vector3 up = {0, 0, 1};
  matrix3 R;
  R.x = unit(minus(rod[i].B, rod[i].A));
  R.y = unit(cross(up, R.x));
  R.z = cross(R.x, R.y);
  return R;
}

static double length(int i) {
  return norm(minus(rod[i].B, rod[i].A));
}

/* Turn b about e through its joint at the rate v_k: alpha grows by w x e v_k, w by e v_k. */
static void turn(motion* s, body* b, int k, vector3 e, double rate) {
  s->k[k].e = e;
  s->k[k].p = b->joint;
  b->alpha = plus(b->alpha, cross(b->w, times(rate, e)));
  b->w = plus(b->w, times(rate, e));
}

/* Point at distance d (in the inertial frame) from the joint of b, and its acceleration. */
static vector3 point(const body* b, vector3 d) {
  return plus(b->joint, d);
}
static vector3 acceleration(const body* b, vector3 d) {
  return plus(b->a, plus(cross(b->alpha, d), cross(b->w, cross(b->w, d))));
}

/* A body that so far moves with its parent, to be turned about the joint at distance d. */
static body hang(const body* parent, vector3 d) {
  body b = *parent;
  b.joint = point(parent, d);
  b.a = acceleration(parent, d);
  return b;
}

static motion moving(const double* q, const double* v) {
  static const vector3 none = {0, 0, 0};
  motion s;
  for (int i = 0; i < RODS; ++i) {
    body b = {design_frame(i), rod[i].A, none, none, none};
    turn(&s, &b, phi(i), b.R.z, v[phi(i)]);
    b.R = turn_z(&b.R, q[phi(i)]);
    turn(&s, &b, psi(i), b.R.y, v[psi(i)]);
    b.R = turn_y(&b.R, q[psi(i)]);
    s.body[i] = b;
  }
  const matrix3 R0 = design_frame(0);
  body c = hang(&s.body[0], times(length(0), s.body[0].R.x));
  turn(&s, &c, ALPHA, c.R.x, v[ALPHA]);
  c.R = turn_x(&c.R, q[ALPHA]);
  turn(&s, &c, BETA, c.R.y, v[BETA]);
  c.R = turn_y(&c.R, q[BETA]);
  turn(&s, &c, GAMMA, c.R.z, v[GAMMA]);
  c.R = turn_z(&c.R, q[GAMMA]);
  c.R = times_transposed(&c.R, &R0);
  s.body[CARRIER] = c;

  body w = hang(&c, apply(&c.R, minus(wheel_centre, rod[0].B)));
  turn(&s, &w, DELTA, w.R.y, v[DELTA]);
  w.R = turn_y(&w.R, q[DELTA]);
  s.body[WHEEL] = w;
  return s;
}

static motion posture(const double* q) {
  static const double standing[N] = {0};
  return moving(q, standing);
}

/* Column k of the velocity of the point r of a body that hangs on k */
static vector3 column(const motion* s, int k, vector3 r) {
  return cross(s->k[k].e, minus(r, s->k[k].p));
}

static vector3 velocity(const motion* s, int b, vector3 r, const double* v) {
  vector3 sum = {0, 0, 0};
  for (int i = 0; i < chain[b].count; ++i) {
    const int k = chain[b].coordinate[i];
    sum = plus(sum, times(v[k], column(s, k, r)));
  }
  return sum;
}

/* Distances from a body's joint: end of rod i, B_i of the carrier, foot of the spring on rod 5 */
static vector3 rod_end(const motion* s, int i) {
  return times(length(i), s->body[i].R.x);
}
static vector3 carrier_point(const motion* s, int i) {
  return apply(&s->body[CARRIER].R, minus(rod[i].B, rod[0].B));
}
static vector3 spring_foot(const motion* s) {
  return times(spring_fraction, rod_end(s, RODS - 1));
}

/* -------------------------------------------------------------------------------------- masses */

typedef struct inertia {
  double mass;
  vector3 centre; /* from the joint, in the body's frame */
  matrix3 tensor; /* about the centre, in the body's frame */
} inertia;

static inertia inertia_of(int b) {
  inertia I = {wheel_mass, {0, 0, 0}, wheel_inertia};
  if (b == CARRIER) {
    I.mass = carrier_mass;
    I.centre = minus(carrier_centre, rod[0].B);
    I.tensor = carrier_inertia;
  } else if (b < RODS) {
    const double m = rod[b].mass, l = length(b);
    I.mass = m;
    I.centre = vector3_of(0.5 * l, 0, 0);
    I.tensor.x = vector3_of(m * rod_radius * rod_radius / 2, 0, 0);
    I.tensor.y = vector3_of(0, m * l * l / 12, 0);
    I.tensor.z = vector3_of(0, 0, m * l * l / 12);
  }
  return I;
}

/* R I R' w */
static vector3 momentum(const matrix3* R, const matrix3* tensor, vector3 w) {
  return apply(R, apply(tensor, apply_transposed(R, w)));
}

static int mass_matrix(int n, int ldam, double t, const double* q, double* am, void* user) {
  const motion s = posture(q);
  (void)n, (void)t, (void)user;
  for (int b = 0; b < BODIES; ++b) {
    const inertia I = inertia_of(b);
    const matrix3* R = &s.body[b].R;
    const vector3 centre = point(&s.body[b], apply(R, I.centre));
    vector3 Jv[6];
    for (int i = 0; i < chain[b].count; ++i) {
      const int row = chain[b].coordinate[i];
      const vector3 spin = momentum(R, &I.tensor, s.k[row].e);
      Jv[i] = column(&s, row, centre);
      for (int j = 0; j <= i; ++j) {
        const int col = chain[b].coordinate[j];
        const double entry = I.mass * dot(Jv[i], Jv[j]) + dot(spin, s.k[col].e);
        am[row + col * ldam] += entry;
        if (i != j) am[col + row * ldam] += entry;
      }
    }
  }
  return 0;
}

/* -------------------------------------------------------------------------------------- forces */

static double road(double t, const suspension* u) {
  static const double two_pi = 6.28318530717958647693;
  switch (u->excitation) {
    case SUSPENSION_CASE_I:
      return 0.3 * sin(two_pi * (t + 0.2)) * exp(-500.0 * (t - 0.3) * (t - 0.3));
    case SUSPENSION_CASE_II:
      return t < 0.2 ? 0.0 : -0.1;
    default:
      return 0.0;
  }
}

static double tyre_force(const motion* s, double t, const suspension* u) {
  const double R = s->body[WHEEL].joint.z - wheel_centre.z;
  const double F = tyre_preload - tyre_rate * (R - road(t, u));
  return F > 0.0 ? F : 0.0;
}

typedef struct strut {
  vector3 foot, direction; /* the latter from the car to the foot */
  double length, rate;
} strut;

static strut strut_of(const motion* s, const double* v) {
  strut r;
  r.foot = point(&s->body[RODS - 1], spring_foot(s));
  const vector3 span = minus(r.foot, spring_car);
  r.length = norm(span);
  r.direction = times(1.0 / r.length, span);
  r.rate = dot(r.direction, velocity(s, RODS - 1, r.foot, v));
  return r;
}

/* f += Jv' F + Jw' T for the force F at r and the torque T on body b */
static void load(const motion* s, int b, vector3 r, vector3 F, vector3 T, double* f) {
  for (int i = 0; i < chain[b].count; ++i) {
    const int k = chain[b].coordinate[i];
    f[k] += dot(column(s, k, r), F) + dot(s->k[k].e, T);
  }
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  static const vector3 none = {0, 0, 0};
  const suspension* u = user;
  const motion s = moving(q, v);
  const vector3 g = {0, 0, -gravity};
  (void)n;
  for (int b = 0; b < BODIES; ++b) {
    const inertia I = inertia_of(b);
    const body* o = &s.body[b];
    const vector3 d = apply(&o->R, I.centre);
    const vector3 F = times(I.mass, minus(g, acceleration(o, d)));
    const vector3 T =
        plus(momentum(&o->R, &I.tensor, o->alpha), cross(o->w, momentum(&o->R, &I.tensor, o->w)));
    load(&s, b, point(o, d), F, times(-1.0, T), f);
  }
  const strut r = strut_of(&s, v);
  const double push = spring_rate * (spring_free_length - r.length) - u->damping * r.rate;
  load(&s, RODS - 1, r.foot, times(push, r.direction), none, f);
  load(&s, WHEEL, s.body[WHEEL].joint, vector3_of(0, 0, tyre_force(&s, t, u)), none, f);
  return 0;
}

double suspension_energy(double t, const double* q, const double* v, void* user) {
  const suspension* u = user;
  const motion s = posture(q);
  const strut r = strut_of(&s, v);
  const double stretch = r.length - spring_free_length, F = tyre_force(&s, t, u);
  /* -d/dR F^2/(2 k) = F, lifted or not */
  double sum = 0.5 * spring_rate * stretch * stretch + 0.5 * F * F / tyre_rate;
  for (int b = 0; b < BODIES; ++b) {
    const inertia I = inertia_of(b);
    sum += I.mass * gravity * point(&s.body[b], apply(&s.body[b].R, I.centre)).z;
  }
  return sum + problem_kinetic_energy(&suspension_problem, t, q, v, user);
}

/* ------------------------------------------------------------------------------------- closure */

static void put(vector3 a, double* three) {
  three[0] = a.x;
  three[1] = a.y;
  three[2] = a.z;
}

/* B_i of the carrier minus end of rod i */
static int closure(int m, int n, double t, const double* q, double* g, void* user) {
  const motion s = posture(q);
  (void)m, (void)n, (void)t, (void)user;
  for (int i = 1; i < RODS; ++i) {
    put(minus(point(&s.body[CARRIER], carrier_point(&s, i)), point(&s.body[i], rod_end(&s, i))),
        g + 3 * (i - 1));
  }
  return 0;
}

static int closure_q(int m, int n, double t, const double* q, double* gq, void* user) {
  const motion s = posture(q);
  (void)n, (void)t, (void)user;
  for (int i = 1; i < RODS; ++i) {
    const vector3 B = point(&s.body[CARRIER], carrier_point(&s, i));
    const vector3 end = point(&s.body[i], rod_end(&s, i));
    double* rows = gq + (ptrdiff_t)3 * (i - 1);
    for (int j = 0; j < chain[CARRIER].count; ++j) {
      const int k = chain[CARRIER].coordinate[j];
      put(column(&s, k, B), rows + (ptrdiff_t)k * m);
    }
    put(times(-1.0, column(&s, phi(i), end)), rows + (ptrdiff_t)phi(i) * m);
    put(times(-1.0, column(&s, psi(i), end)), rows + (ptrdiff_t)psi(i) * m);
  }
  return 0;
}

/* acceleration of the closure for v' = 0 */
static int closure_qq(int m, int n, double t, const double* q, const double* v, double* l,
                      void* user) {
  const motion s = moving(q, v);
  (void)m, (void)n, (void)t, (void)user;
  for (int i = 1; i < RODS; ++i) {
    put(minus(acceleration(&s.body[CARRIER], carrier_point(&s, i)),
              acceleration(&s.body[i], rod_end(&s, i))),
        l + 3 * (i - 1));
  }
  return 0;
}

/* ---------------------------------------------------------------------------- start and output */

static void start(double* q, double* v, void* user) {
  (void)user;
  for (int k = 0; k < N; ++k) q[k] = v[k] = 0.0;
  v[DELTA] = speed / wheel_radius;
}

static const char* const names[] = {"wheel_x", "wheel_y", "wheel_z",       "tyre_force",
                                    "camber",  "toe_in",  "spring_length", "spring_velocity"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  const motion s = posture(q);
  const strut r = strut_of(&s, v);
  const vector3 axle = s.body[CARRIER].R.y;
  put(minus(s.body[WHEEL].joint, wheel_centre), out);
  out[3] = tyre_force(&s, t, user);
  out[4] = -asin(axle.z);
  out[5] = atan2(axle.x, axle.y);
  out[6] = r.length;
  out[7] = r.rate;
}

const mbdae_problem suspension_problem = {
    .name = "suspension",
    .n = N,
    .m = M,
    .amat = mass_matrix,
    .fcn = forces,
    .gcn = closure,
    .gcnq = closure_q,
    .gcnqq = closure_qq,
    .t1 = 1.0,
    .start = start,
    .noutput = 8,
    .output_names = names,
    .output = output,
};
