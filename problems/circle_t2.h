/* circle_t2.h - a particle on the unit circle, pushed along it so that its angle is t^2
 *
 *   y1'' =  2 y2 + lambda y1,   y2'' = -2 y1 + lambda y2,   0 = y1^2 + y2^2 - 1,   t0 = 1
 *
 * Exact: y = (sin t^2, cos t^2), lambda = -4 t^2. L. Wunderlich, Diplomarbeit, TU Berlin 2005,
 * Example 2.4.7 (Tables 2.2, 2.3, 3.1, 3.2, on [1, 1.05]): there BDF of the first-order system has
 * errors O(1) in lambda wherever the step changes. The constraint is g = -(y1^2 + y2^2 - 1)/2, so
 * that lambda is the one printed. */
#ifndef MBDAE_CIRCLE_T2_H
#define MBDAE_CIRCLE_T2_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* user: not used. Output: lambda */
extern const mbdae_problem circle_t2_problem;

void circle_t2_exact(double t, double* q, double* v, double* lambda);

#ifdef __cplusplus
}
#endif

#endif
