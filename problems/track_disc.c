/* See track_disc.h. */
#include "track_disc.h"

#include <math.h>

static const double mass = 1.0, gravity = 9.81, radius = 0.2;
static const double amplitude = 0.3, wave = 1.0;                   /* A, K of the track */
static const double mu = 0.2, eps = 0.1;                           /* friction */
static const double tau = 0.1, ke = 0.5, drive = 6.0, omega = 2.0; /* motor */

track_point track_disc_contact(double s) {
  const double slope = -amplitude * wave * sin(wave * s);
  const double bend = -amplitude * wave * wave * cos(wave * s);
  track_point p;
  p.length = sqrt(1.0 + slope * slope);
  p.turn = bend / (p.length * p.length);
  p.c[0] = s;
  p.c[1] = amplitude * cos(wave * s);
  p.tv[0] = 1.0 / p.length;
  p.tv[1] = slope / p.length;
  p.nv[0] = -p.tv[1];
  p.nv[1] = p.tv[0];
  return p;
}

static double along(const double* direction, const double* a) {
  return direction[0] * a[0] + direction[1] * a[1];
}

void track_disc_mass(double* am) {
  am[0] = am[3] = mass;
  am[1] = am[2] = 0.0;
}

void track_disc_fa(double t, const double* q, const double* v, const double* r, const double* w,
                   const double* s, const double* lambda, double* fa) {
  const track_point p = track_disc_contact(s[0]);
  (void)t, (void)q, (void)v, (void)lambda;
  fa[0] = (r[0] - w[0]) * p.tv[0];
  fa[1] = (r[0] - w[0]) * p.tv[1] - mass * gravity;
}

void track_disc_fd(double t, const double* q, const double* v, const double* r, const double* w,
                   const double* s, const double* lambda, double* fd) {
  const track_point p = track_disc_contact(s[0]);
  (void)q, (void)w, (void)lambda;
  fd[0] = (drive * sin(omega * t) - r[0] - ke * along(p.tv, v)) / tau;
}

void track_disc_d(double t, const double* q, const double* v, const double* r, const double* w,
                  const double* s, const double* lambda, double* d) {
  const track_point p = track_disc_contact(s[0]);
  const double vt = along(p.tv, v);
  (void)t, (void)q, (void)r;
  d[0] = w[0] + mu * lambda[0] * vt / sqrt(vt * vt + eps * eps);
}

void track_disc_h(double t, const double* q, const double* s, double* h) {
  const track_point p = track_disc_contact(s[0]);
  const double span[2] = {q[0] - p.c[0], q[1] - p.c[1]};
  (void)t;
  h[0] = along(p.tv, span);
}

void track_disc_g(double t, const double* q, const double* s, double* g) {
  const track_point p = track_disc_contact(s[0]);
  const double span[2] = {q[0] - p.c[0], q[1] - p.c[1]};
  (void)t;
  g[0] = along(p.nv, span) - radius;
}

/* g_s = -turn tv.(q - c) - nv.c' vanishes with h, since c' lies along tv: G = g_q = nv'. */
void track_disc_G(double t, const double* q, const double* s, double* G) {
  const track_point p = track_disc_contact(s[0]);
  (void)t, (void)q;
  G[0] = p.nv[0];
  G[1] = p.nv[1];
}

void track_disc_start(double* q, double* v, double* r, double* w, double* s, double* lambda) {
  const track_point p = track_disc_contact(0.5);
  for (int i = 0; i < TRACK_DISC_NQ; ++i) {
    q[i] = p.c[i] + radius * p.nv[i];
    v[i] = 0.0;
  }
  r[0] = w[0] = 0.0;
  s[0] = 0.5;
  lambda[0] = -mass * gravity * p.nv[1]; /* across the track at rest */
}
