/* spring_crank.h - slider-crank with a spring and damper between slider and ground, in absolute
 * coordinates
 *
 * Four planar bodies (1 ground, 2 crank, 3 rod, 4 slider), q = (x1, y1, th1, ..., x4, y4, th4),
 * eleven constraints, one degree of freedom. A torque of 100 turns the crank; the spring has damping 10,
 * the stiffness and the free length given. H. Chin, thesis, Univ. of British Columbia 1995,
 * section 4.4.4 (Table 4.8). The thesis prints the constraints and the force element, but neither
 * masses, inertias nor the start: those used here (crank upright, at rest) are a stand-in. */
#ifndef MBDAE_SPRING_CRANK_H
#define MBDAE_SPRING_CRANK_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct spring_crank {
  double stiffness;   /* 1000, 10000 in the thesis */
  double free_length; /* 10 in the thesis; 6 makes the spring start without tension */
} spring_crank;

extern const mbdae_problem spring_crank_problem; /* user: a spring_crank */

#ifdef __cplusplus
}
#endif

#endif
