/* flexible_crank.h - slider-crank with an elastic connecting rod
 *
 * The rod is divided into beam elements of equal length in a floating frame at its crank pin,
 * simply supported between the ends: q = (R1, R2, theta, qf, phi), R the pin, theta the angle of
 * the frame, phi that of the crank, qf the nodal displacements
 *   (slope | u w slope | ... | u slope),  u along, w across the rod, from the pin to the slider;
 * n = 4 + 3 elements, m = 3. elements = 0 is the rigid rod. The crank, balanced, is driven by
 * sin t - phi'. Inch, pound, second; undamped in the rod. H. Chin, thesis, Univ. of British
 * Columbia 1995, chapter 5 (two elements); gravity and start are not printed there.
 *
 * The constraint of the slider is printed as R2 + (l + u_mid + u_B) sin theta + w_mid cos theta = 0;
 * with these supports the end of the rod is at (l + u_B, 0), so that the two middle terms
 * contradict the text ("the y-coordinate of the slider block is zero"). Both forms are here. */
#ifndef MBDAE_FLEXIBLE_CRANK_H
#define MBDAE_FLEXIBLE_CRANK_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flexible_crank {
  int elements;   /* 2 in the thesis; 0: rigid */
  int as_printed; /* 1: the printed constraint of the slider (even number of elements) */
  double speed;   /* phi'(0): 60, 120, 180 rad/s in the thesis */
} flexible_crank;

mbdae_problem flexible_crank_problem(const flexible_crank* c); /* user: the flexible_crank */

/* deflection w at the middle of the rod */
double flexible_crank_deflection(const flexible_crank* c, const double* q);

#ifdef __cplusplus
}
#endif

#endif
