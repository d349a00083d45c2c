/* chain.h - N point masses of mass 1/N joined by rigid links of length 1/N, hung from the origin
 * and released at rest from the horizontal
 *
 * q = (x1, y1, x2, y2, ...), g_i = (|p_i - p_(i-1)|^2 - 1/N^2) / 2, p_0 = 0; gravity 9.81. The size
 * is that of the problem: n = 2N, m = N. */
#ifndef MBDAE_CHAIN_H
#define MBDAE_CHAIN_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct chain {
  int links; /* N */
} chain;

mbdae_problem chain_problem(const chain* c); /* user of its routines: the chain */

#ifdef __cplusplus
}
#endif

#endif
