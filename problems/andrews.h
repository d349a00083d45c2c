/* andrews.h - Andrews' squeezing mechanism: seven planar bodies, driven by a motor and held by a
 * spring
 *
 * q = (beta, theta, gamma, phi, delta, Omega, epsilon), six constraints closing the three loops at
 * the point where bodies 2, 3, 4 and 6 meet; one degree of freedom. SI units, released at rest; at
 * t = 0.3 the crank has turned 101 times. W. Schiehlen (ed.), Multibody Systems Handbook, 1990;
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section VII.7, whose notation
 * is used; H. Chin, thesis, Univ. of British Columbia 1995, section 4.4.1 (Tables 4.1 to 4.3). */
#ifndef MBDAE_ANDREWS_H
#define MBDAE_ANDREWS_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mbdae_problem andrews_problem; /* user: not used */

#ifdef __cplusplus
}
#endif

#endif
