/* See truck.h. Every force F acts between two points; a point at offset x on a body adds F to the
 * body's height and x cos(pitch) F to its pitch. Weights and static loads are in equilibrium in every
 * posture, since all their arms shrink with cos(pitch) alike, and do not appear. */
#include "truck.h"

#include <math.h>
#include <stddef.h>

enum {
  REAR,
  FRONT,
  CHASSIS,
  CHASSIS_PITCH,
  ENGINE,
  ENGINE_PITCH,
  CABIN,
  CABIN_PITCH,
  SEAT,
  LOAD,
  LOAD_PITCH,
  N,
  NO_PITCH = -1
};

static const double gravity = 9.81, speed = 15.0;
static const double inertia[N] = {1450, 600, 2135, 11000, 1200, 200, 1010, 900, 90, 11515, 33000};

/* -------------------------------------------------------------------------------------- points */

typedef struct point {
  int z, pitch;
  double x;
} point;

static double height(point p, const double* q) {
  return p.pitch == NO_PITCH ? q[p.z] : q[p.z] + p.x * sin(q[p.pitch]);
}

static double rate(point p, const double* q, const double* v) {
  return p.pitch == NO_PITCH ? v[p.z] : v[p.z] + p.x * cos(q[p.pitch]) * v[p.pitch];
}

static void push(point p, const double* q, double F, double* f) {
  f[p.z] += F;
  if (p.pitch != NO_PITCH) f[p.pitch] += p.x * cos(q[p.pitch]) * F;
}

static const point joint_of_chassis = {CHASSIS, CHASSIS_PITCH, -3.07};
static const point joint_of_load = {LOAD, LOAD_PITCH, -1.61};

/* ------------------------------------------------------------------------------- force elements */

/* F = -k D - k3 D^3 - d D' on the upper point, D the upper height less the lower */
typedef struct strut {
  point upper, lower;
  double k, k3, d;
} strut;

static const strut struts[] = {
    {{ENGINE, ENGINE_PITCH, -0.5}, {CHASSIS, CHASSIS_PITCH, 1.3}, 1e6, 0, 1.2e4},
    {{ENGINE, ENGINE_PITCH, 0.5}, {CHASSIS, CHASSIS_PITCH, 2.3}, 1e6, 0, 1.2e4},
    {{CABIN, CABIN_PITCH, -0.8}, {CHASSIS, CHASSIS_PITCH, 1.94}, 1.357e5, 0, 12218},
    {{CABIN, CABIN_PITCH, 0.9}, {CHASSIS, CHASSIS_PITCH, 3.64}, 1.357e5, 0, 12218},
    {{SEAT, NO_PITCH, 0}, {CABIN, CABIN_PITCH, -0.2}, 2e4, 1e6, 800},
    {{LOAD, LOAD_PITCH, -1.0}, {CHASSIS, CHASSIS_PITCH, -2.46}, 7.7e5, 0, 33013},
    {{LOAD, LOAD_PITCH, 2.44}, {CHASSIS, CHASSIS_PITCH, 0.98}, 9e5, 0, 38500},
};
enum { STRUTS = sizeof struts / sizeof *struts };

/* Air springs between chassis and axle, stiffness k at rest under the static load:
 * F = load ((1 + D/L)^-1.4 - 1) - d D' / sqrt(1 + (D'/0.5)^2),   L = 1.4 load / k */
typedef struct air_spring {
  point upper, lower;
  double k, d;
} air_spring;

static const air_spring air_springs[2] = {
    {{CHASSIS, CHASSIS_PITCH, -2.06}, {REAR, NO_PITCH, 0}, 8.247e5, 21593},
    {{CHASSIS, CHASSIS_PITCH, 2.44}, {FRONT, NO_PITCH, 0}, 2.711e5, 38537},
};

/* Wheel on the road, `delay` after the front bumper: F = k (u - p) + d (u' - p') */
typedef struct tyre {
  int axle;
  double k, d, delay;
} tyre;

static const tyre tyres[2] = {{REAR, 4.4e6, 600, 2.0 / 15.0 + 4.5 / 15.0},
                              {FRONT, 2.2e6, 300, 2.0 / 15.0}};

/* --------------------------------------------------------------------------------- static loads */

/* What the supports at a and b carry of a weight W at x */
static void lever(double W, double x, double a, double b, double* at_a, double* at_b) {
  *at_a = W * (b - x) / (b - a);
  *at_b = W * (x - a) / (b - a);
}

/* The seat rests on the cabin; the joint of the loading area carries nothing. */
void truck_static_loads(double* rear, double* front) {
  const double engine = inertia[ENGINE] * gravity, seat = inertia[SEAT] * gravity;
  const double cabin = inertia[CABIN] * gravity, load = inertia[LOAD] * gravity;
  const double weight = inertia[CHASSIS] * gravity + engine + cabin + seat + load;
  double on[STRUTS] = {0}, moment = 0;
  lever(engine, 0, struts[0].upper.x, struts[1].upper.x, &on[0], &on[1]);
  lever(cabin + seat, struts[4].lower.x * seat / (cabin + seat), struts[2].upper.x,
        struts[3].upper.x, &on[2], &on[3]);
  lever(load, 0, struts[5].upper.x, struts[6].upper.x, &on[5], &on[6]);
  for (int i = 0; i < STRUTS; ++i) {
    if (struts[i].lower.z == CHASSIS) moment += struts[i].lower.x * on[i];
  }
  lever(weight, moment / weight, air_springs[0].upper.x, air_springs[1].upper.x, rear, front);
}

/* ----------------------------------------------------------------------------------------- road */

static void road(double t, const truck* u, double* height_there, double* slope_in_time) {
  static const double pi = 3.14159265358979323846;
  *height_there = *slope_in_time = 0.0;
  if (u->road == TRUCK_BUMPS && t >= 0.0 && speed * t <= 50.0) {
    const double w = pi * speed / 5.0, s = sin(w * t);
    *height_there = 0.08 * s * s * s * s;
    *slope_in_time = 0.32 * w * s * s * s * cos(w * t);
  } else if (u->road == TRUCK_HUMP && t > 0.0) {
    const double t5 = t * t * t * t * t;
    *height_there = 1e-3 * t5 * t * exp(-t);
    *slope_in_time = 1e-3 * t5 * (6.0 - t) * exp(-t);
  }
}

/* ---------------------------------------------------------------------------------------- model */

static int mass(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)t, (void)q, (void)user;
  for (int i = 0; i < n; ++i) am[i + i * ldam] = inertia[i];
  return 0;
}

static int forces(int n, double t, const double* q, const double* v, double* f, void* user) {
  double load[2];
  (void)n;
  truck_static_loads(&load[0], &load[1]);
  for (int i = 0; i < STRUTS; ++i) {
    const strut* s = &struts[i];
    const double D = height(s->upper, q) - height(s->lower, q);
    const double dD = rate(s->upper, q, v) - rate(s->lower, q, v);
    const double F = -s->k * D - s->k3 * D * D * D - s->d * dD;
    push(s->upper, q, F, f);
    push(s->lower, q, -F, f);
  }
  for (int i = 0; i < 2; ++i) {
    const air_spring* s = &air_springs[i];
    const double D = height(s->upper, q) - height(s->lower, q);
    const double dD = rate(s->upper, q, v) - rate(s->lower, q, v);
    const double stretch = 1.0 + D * s->k / (1.4 * load[i]);
    if (!(stretch > 0.0)) return 1;
    const double F = load[i] * (pow(stretch, -1.4) - 1.0) - s->d * dD / sqrt(1.0 + 4.0 * dD * dD);
    push(s->upper, q, F, f);
    push(s->lower, q, -F, f);
  }
  for (int i = 0; i < 2; ++i) {
    const tyre* s = &tyres[i];
    double u, du;
    road(t - s->delay, user, &u, &du);
    f[s->axle] += s->k * (u - q[s->axle]) + s->d * (du - v[s->axle]);
  }
  return 0;
}

static int joint(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = height(joint_of_chassis, q) - height(joint_of_load, q);
  return 0;
}

static int joint_q(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  push(joint_of_chassis, q, 1.0, gq); /* G' is the direction of the joint's force */
  push(joint_of_load, q, -1.0, gq);
  return 0;
}

/* (x sin pitch)'' without the pitch's acceleration */
static double bend(point p, const double* q, const double* v) {
  return -p.x * sin(q[p.pitch]) * v[p.pitch] * v[p.pitch];
}

static int joint_qq(int m, int n, double t, const double* q, const double* v, double* l,
                    void* user) {
  (void)m, (void)n, (void)t, (void)user;
  l[0] = bend(joint_of_chassis, q, v) - bend(joint_of_load, q, v);
  return 0;
}

static void start(double* q, double* v, void* user) {
  (void)user;
  for (int i = 0; i < N; ++i) q[i] = v[i] = 0.0;
}

static const char* const names[] = {"seat", "joint_force"};

static void output(double t, const double* q, const double* v, double* out, void* user) {
  out[0] = q[SEAT];
  out[1] = problem_multiplier(&truck_problem, t, q, v, user);
}

const mbdae_problem truck_problem = {
    .name = "truck",
    .n = N,
    .m = 1,
    .amat = mass,
    .fcn = forces,
    .gcn = joint,
    .gcnq = joint_q,
    .gcnqq = joint_qq,
    .t1 = 20.0,
    .start = start,
    .noutput = 2,
    .output_names = names,
    .output = output,
};
