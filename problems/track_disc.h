/* track_disc.h - a disc driven along a wavy track with friction: equations of motion with dynamic
 * force elements r, auxiliary variables w and contact parameters s
 *
 *   M q'' = fa(t,q,v,r,w,s,lambda) - G(t,q,s)' lambda
 *   r'    = fd(t,q,v,r,w,s,lambda)
 *   0     = d(t,q,v,r,w,s,lambda)      defines w
 *   0     = h(t,q,s)                   defines s
 *   0     = g(t,q,s)                   G = g_q - g_s h_s^-1 h_q
 *
 * the complex form (1.18), (4.1) of L. Wunderlich, Diplomarbeit, TU Berlin 2005; the example is our
 * own. The disc of radius rho has its centre at q and touches the track c(s) = (s, A cos K s) from
 * above; tv and nv are the track's tangent and normal at s, vt = tv.v the speed along it.
 *
 *   m q'' = (0, -m gravity) + (r - w) tv - nv lambda     -lambda is the normal force
 *   r'    = (u - r - ke vt)/tau,   u = 6 sin 2t          a motor
 *   0     = w + mu lambda vt / sqrt(vt^2 + eps^2)        friction
 *   0     = tv.(q - c),   0 = nv.(q - c) - rho           contact
 *
 * Starts at rest at s = 0.5, ends at t = 5; the reference solution `track_disc` has the columns q1,
 * q2, v1, v2, r, w, s, lambda. */
#ifndef MBDAE_TRACK_DISC_H
#define MBDAE_TRACK_DISC_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TRACK_DISC_NQ = 2,
  TRACK_DISC_NR = 1,
  TRACK_DISC_NW = 1,
  TRACK_DISC_NS = 1,
  TRACK_DISC_NLAMBDA = 1
};

/* Where the disc touches: of the track at s. */
typedef struct track_point {
  double c[2], tv[2], nv[2];
  double length; /* |c'| */
  double turn;   /* how the angle of tv changes with s: tv' = turn nv, nv' = -turn tv */
} track_point;
track_point track_disc_contact(double s);

/* Every output is overwritten; matrices by columns. */
void track_disc_mass(double* am);
void track_disc_fa(double t, const double* q, const double* v, const double* r, const double* w,
                   const double* s, const double* lambda, double* fa);
void track_disc_fd(double t, const double* q, const double* v, const double* r, const double* w,
                   const double* s, const double* lambda, double* fd);
void track_disc_d(double t, const double* q, const double* v, const double* r, const double* w,
                  const double* s, const double* lambda, double* d);
void track_disc_h(double t, const double* q, const double* s, double* h);
void track_disc_g(double t, const double* q, const double* s, double* g);
void track_disc_G(double t, const double* q, const double* s, double* G);

/* Consistent values at t = 0 */
void track_disc_start(double* q, double* v, double* r, double* w, double* s, double* lambda);

#ifdef __cplusplus
}
#endif

#endif
