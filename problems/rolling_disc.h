/* rolling_disc.h - a thin uniform disc rolling without slipping on a plane
 *
 * q = (x, y, phi, theta, psi): contact point, heading, lean from the vertical, spin; unit mass and
 * radius, A = 1/4 (diameter), C = 1/2 (axis), gravity 9.81. Nonholonomic (ihol = 1):
 *   x' + cos(phi) psi' = 0,   y' + sin(phi) psi' = 0.
 * H. Chin, thesis, Univ. of British Columbia 1995, section 4.4 (Figs. 4.36-4.39); mass and moments
 * are not printed there. Near t = 1.605 the disc almost lies flat and |phi'| reaches 970. */
#ifndef MBDAE_ROLLING_DISC_H
#define MBDAE_ROLLING_DISC_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const mbdae_problem rolling_disc_problem; /* user: not looked at */

#ifdef __cplusplus
}
#endif

#endif
