/* suspension.h - five-point wheel suspension: a spatial mechanism with four closed loops
 *
 * Five rods hang on the car (fixed) by universal joints and hold the wheel carrier by spherical
 * joints; the wheel turns on the carrier about a revolute joint. A spring and a damper act between
 * rod 5 and the car, a tyre that pushes but does not pull between wheel and road. The joints of
 * rods 2 to 5 with the carrier are cut: n = 14, m = 12, two degrees of freedom (travel and spin).
 *
 *   q = (phi_1, psi_1, ..., phi_5, psi_5, alpha, beta, gamma, delta), all 0 in the design position
 *   rod i     R_i = R0_i Rz(phi_i) Ry(psi_i), the x axis of R0_i along the rod, its y horizontal
 *   carrier   R_c = R_1 Rx(alpha) Ry(beta) Rz(gamma) R0_1'
 *   wheel     R_w = R_c Ry(delta)
 *   g         B_i of the carrier minus end of rod i, i = 2..5
 *
 * Tyre: F = max(4404.134 - 200000 (R - U), 0) N, vertical, at the wheel centre; R the height of the
 * wheel centre over the design position, U the height of the road, in m.
 *   case I   U = 0.3 sin(2 pi (t + 0.2)) exp(-500 (t - 0.3)^2), that is +-36 mm; the wheel leaves
 *            the road once, near t = 0.3
 *   case II  U = 0 for t < 0.2, -0.1 for t >= 0.2: the road drops away and the wheel follows
 *
 * Topology, tyre and excitations: H. Chin, thesis, Univ. of British Columbia 1995, section 4.4.2,
 * after Simeon, Leister, and Hiller and Frik. The formulas there are in mm, kg, s (forces in mN:
 * 200000 R is 200 N/mm, 4404134 is 4404.134 N), and case II prints U = 100; the text has the wheel
 * lose contact and the suspension drop, so that it is -100 in the sign of the tyre's formula. The
 * published geometry and masses are not available: suspension_data.h has our own, so numbers of
 * steps can be compared in trend only.
 *
 * The force is continuous but not smooth where the tyre lifts and lands, and jumps in case II. */
#ifndef MBDAE_SUSPENSION_H
#define MBDAE_SUSPENSION_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SUSPENSION_AT_REST = 0, SUSPENSION_CASE_I = 1, SUSPENSION_CASE_II = 2 };

typedef struct suspension {
  int excitation;
  double damping; /* N s/m, of the damper itself; the reference solutions have 2000 */
} suspension;

/* Starts in static equilibrium at 30 m/s, the wheel spinning with 100 rad/s. user: a suspension.
 * Outputs: displacement of the wheel centre, tyre force, camber (positive: top outward) and toe-in
 * in rad, length of the spring and its rate. */
extern const mbdae_problem suspension_problem;

/* Kinetic energy and the potentials of gravity, spring, and tyre on the road's height at t: constant
 * at rest without damping. */
double suspension_energy(double t, const double* q, const double* v, void* user);

#ifdef __cplusplus
}
#endif

#endif
