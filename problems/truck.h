/* truck.h - a planar truck of seven bodies driving over bumps: stiff tyres, air springs, a joint
 *
 *   p1, p2   rear and front axle        p7, p8    cabin, height and pitch
 *   p3, p4   chassis, height and pitch  p9        seat
 *   p5, p6   engine, height and pitch   p10, p11  loading area, height and pitch
 *
 * Heights upwards, pitch nose up, x forwards, all deviations from static equilibrium; a point at x on
 * a body has the height z + x sin(pitch). One constraint: the loading area is jointed to the chassis
 * at its rear, 0 = p3 - 3.07 sin p4 - p10 + 1.61 sin p11. n = 11, m = 1, SI units, at rest at t = 0;
 * v0 = 15 m/s, the front wheel meets the road u at t - 2/15, the rear wheel 4.5/15 s later.
 *
 * Structure after B. Simeon, F. Grupp, C. Fuehrer, P. Rentrop, A nonlinear truck model and its
 * treatment as a multibody system, J. Comput. Appl. Math. 50 (1994), as used in L. Wunderlich,
 * Diplomarbeit, TU Berlin 2005, section 8.1.2. Their data are not available: the parameters are our
 * own, masses and stiffnesses of the size of the five-body truck in E. Eich-Soellner, C. Fuehrer,
 * Numerical Methods in Multibody Dynamics, 1998; numbers of steps can be compared in trend only. */
#ifndef MBDAE_TRUCK_H
#define MBDAE_TRUCK_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* bumps: u = 0.08 sin^4(pi x/5), 0 <= x <= 50, x = 15 t; hump: u = 0.001 t^6 exp(-t), t > 0 */
enum { TRUCK_EVEN_ROAD = 0, TRUCK_BUMPS = 1, TRUCK_HUMP = 2 };

typedef struct truck {
  int road;
} truck;

/* user: a truck. Outputs: height of the seat, force lambda in the joint [N]. The forces refuse
 * (return 1) when an air spring is pressed to length 0. */
extern const mbdae_problem truck_problem;

/* Loads of the axles by all that rests on them [N], rear and front. */
void truck_static_loads(double* rear, double* front);

#ifdef __cplusplus
}
#endif

#endif
