/* rod_pendulum.h - one or two rods hung from the origin, in absolute coordinates
 *
 * q = (x1, y1, phi1[, x2, y2, phi2]): centres of mass and angles against the x axis, which points
 * down. Slender rods of length 2 l, moment of inertia m l^2/3, released at rest from the horizontal
 * (phi = pi/2). Constraints: both components of every joint.
 *   pendulum         l = m = 1, gravity such that the period is 2
 *   double pendulum  l1 = 1, l2 = 2, m1 = 1, m2 = 2, gravity 9.81
 *   crank-slider     the same with the end of the second rod held on the x axis, released at rest from
 *                    phi1 = 0.5236 */
#ifndef MBDAE_ROD_PENDULUM_H
#define MBDAE_ROD_PENDULUM_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rod_pendulum {
  int rods;   /* 1 or 2 */
  int slider; /* 1: the end of the last rod stays on the x axis */
  double half_length[2], mass[2];
  double gravity;
} rod_pendulum;

extern const rod_pendulum planar_pendulum, double_pendulum, crank_slider;

mbdae_problem rod_pendulum_problem(const rod_pendulum* p); /* user: the rod_pendulum */

#ifdef __cplusplus
}
#endif

#endif
