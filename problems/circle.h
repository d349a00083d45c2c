/* circle.h - a particle on the unit circle with forces that depend on its velocity
 *
 *   q1'' = -q1 - 2 q1 q1' q2' - 2 q1 lambda,   q2'' = -q1' + 2 q1 q2^2 - 2 q2 lambda,
 *   0 = q1^2 + q2^2 - 1,   q(0) = (0, 1),   q'(0) = (1, 0)
 *
 * Exact: q = (sin t, cos t), lambda = sin t cos t. Perturbations of the speed grow, by about 150 to
 * t = 10. L. Wunderlich, Diplomarbeit, TU Berlin 2005, (8.1) to (8.3) (Tables 8.1 to 8.5). */
#ifndef MBDAE_CIRCLE_H
#define MBDAE_CIRCLE_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* user: not used. Output: lambda */
extern const mbdae_problem circle_problem;

void circle_exact(double t, double* q, double* v, double* lambda);

#ifdef __cplusplus
}
#endif

#endif
