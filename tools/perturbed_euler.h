/* perturbed_euler.h - backward Euler on small linear systems whose algebraic rows are disturbed in
 * every step: how errors of that size enter variables of index 1 and 2 (Tables 6.1 to 6.3) */
#ifndef MBDAE_PERTURBED_EULER_H
#define MBDAE_PERTURBED_EULER_H

enum { EULER_COLUMNS = 5 };

/* At t = 1e-3, the largest of 20 runs (one below h = 1e-7) with fresh random numbers:
 * 6.1, 6.2  ex, ey, drift;  6.3  ex1, ex2, ey1, ey2, drift */
void perturbed_index1(double h, double* out);               /* Table 6.1 */
void perturbed_index2(double h, double* out);               /* Table 6.2 */
void perturbed_pair(double h, int stabilized, double* out); /* Table 6.3 */

#endif
