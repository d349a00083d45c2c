/* driven_pendulum.h - a damped pendulum in Cartesian coordinates, driven so that its motion is
 * known
 *
 * Unit mass on the unit circle, (x, y) = (cos phi, sin phi), weight 10 along -y, damping 0.2, and a
 * tangential force that makes phi(t) = sin t + t/2 the exact motion: a nonlinear constrained
 * problem with exact q, v and lambda, for measuring orders of convergence. */
#ifndef MBDAE_DRIVEN_PENDULUM_H
#define MBDAE_DRIVEN_PENDULUM_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mbdae_problem driven_pendulum_problem; /* user: not used */

void driven_pendulum_exact(double t, double* q, double* v, double* lambda);

#ifdef __cplusplus
}
#endif

#endif
