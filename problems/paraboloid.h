/* paraboloid.h - a particle of unit mass on the paraboloid q3 = q1^2 + q2^2 under unit gravity
 *
 *   q1'' = 2 lambda q1,   q2'' = 2 lambda q2,   q3'' = -lambda - 1,   0 = q1^2 + q2^2 - q3
 *   lambda = -(1 + 2 (v1^2 + v2^2)) / (1 + 4 (q1^2 + q2^2))
 *
 * L. Wunderlich, Diplomarbeit, TU Berlin 2005, Example 7.2.2, where it shows minimal extension; the
 * start is ours. The constraint is g = q3 - q1^2 - q2^2, so that lambda is the one printed. */
#ifndef MBDAE_PARABOLOID_H
#define MBDAE_PARABOLOID_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paraboloid {
  int circling; /* 0: q(0) = (1, 0, 1), v(0) = (0, 1, 0); 1: on the circle q3 = 1 */
} paraboloid;

/* user: a paraboloid. Output: lambda */
extern const mbdae_problem paraboloid_problem;

/* On the circle: q = (cos wt, sin wt, 1), w = sqrt(2), lambda = -1. */
void paraboloid_circle(double t, double* q, double* v, double* lambda);

#ifdef __cplusplus
}
#endif

#endif
