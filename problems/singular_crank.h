/* singular_crank.h - slider-crank with equal links, whose constraint loses rank when folded
 *
 * Angles th1, th2 from the downward vertical, unit lengths and masses, the end of the second link
 * held at the height of the pivot: g = -cos th1 - cos th2, G = (sin th1, sin th2). Where
 * th1 = 0, th2 = pi both entries vanish and two branches of the motion cross; released from
 * th1 = th2 = pi/2 the mechanism passes there every 1.7285 time units.
 * The regular crank has the constraint th1 + th2 = pi instead: the same motion, G = (1, 1).
 * H. Chin, thesis, Univ. of British Columbia 1995, section 4.5. */
#ifndef MBDAE_SINGULAR_CRANK_H
#define MBDAE_SINGULAR_CRANK_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* user of both: not used */
extern const mbdae_problem singular_crank_problem, regular_crank_problem;

#ifdef __cplusplus
}
#endif

#endif
