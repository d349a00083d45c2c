/* manipulator.h - two-link planar arm whose tip follows a path
 *
 * Equal slender links of unit length and mass m, angles th1 (link 1 against the horizontal) and th2
 * (link 2 relative to link 1); tip x2 = cos th1 + cos(th1+th2), y2 = sin th1 + sin(th1+th2).
 *   case I   y2 - x2^2 + beta = 0, beta = 4 cos^2(70 deg)
 *   case II  y2 - sin^2(omega t) = 0
 * H. Chin, thesis, Univ. of British Columbia 1995, section 4.4.3 (Tables 3.1, 4.6, 4.7). q and v do
 * not depend on m; lambda is proportional to it. */
#ifndef MBDAE_MANIPULATOR_H
#define MBDAE_MANIPULATOR_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct manipulator {
  double mass;
  int time_dependent; /* 0: case I, 1: case II */
  double omega;       /* case II */
} manipulator;

extern const mbdae_problem manipulator_problem; /* user: a manipulator */

#ifdef __cplusplus
}
#endif

#endif
