/* bdf2nd.h - implicit integration of constrained mechanisms as the second-order equations they are */
#ifndef MBDAE_BDF2ND_H
#define MBDAE_BDF2ND_H

#include <mbdae/bdf2nd_options.h>
#include <mbdae/dassl_like.h>

#ifdef __cplusplus
extern "C" {
#endif

/* bdf2nd - integrate a stiff mechanism directly in its index-3 form
 *
 *     q' = v,   M(t,q) v' = f(t,q,v) - G(t,q)' lambda,   0 = g(t,q)
 *
 * Nothing is reduced to first order: q alone is discretized, v and v' follow from it, and the linear
 * systems have n + m unknowns, scaled such that their condition does not depend on the step.
 *
 * n, m    in           positions; constraints, 0 <= m <= n
 * amat .. gcnqq        the model (model.h); gcnt NULL: constraints free of time; gcnqq NULL:
 *                      differences
 * t       inout        time; on return that of q: tout, or as IDID says
 * q, v    inout [n]    positions and velocities; consistent at the start, see info[B2_INIT]
 * lambda  out   [m]    multipliers
 * tout    in           where the solution is wanted next
 * info    inout [40]   what to do, see bdf2nd_options.h; all zero is right for a first call. info[0] is
 *                      set to 1 by a successful call: call again with another tout to go on. After a
 *                      failure it is -1, and must be set to 1 to go on all the same.
 * rtol,
 * atol    in           tolerances of the error in one step; scalars, or if info[B2_VECTOR] vectors of
 *                      2n + m entries (q, lambda, v). Positions are tested, velocities if info[B2_TESTV];
 *                      v and lambda follow q with one and two powers of the step less.
 * idid    out          as for dassl_like; 0 is never returned
 * work    inout [lwork]    bdf2nd_lwork(n, m, info) doubles
 * iwork   inout [liwork]   bdf2nd_liwork(n, m, info) ints
 * user    in           handed to the model routines
 *
 * Returns and stores IDID as dassl_like_mbs does, with the same codes (codes.h, DL_...), explained by
 * dassl_like_explain. The state of an integration is work and iwork; nothing is allocated.
 *
 * Example: see README.md; a call is that of dassl_like_mbs.
 *
 * References: J. Sand, On implicit Euler and related methods for high-order high-index DAEs; E. Hairer,
 * Ch. Lubich, M. Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta
 * Methods, Springer 1989. */
MBDAE_API int bdf2nd(int n, int m, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn, mbdae_gcnq gcnq,
                     mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, double* t, double q[], double v[],
                     double lambda[], double tout, int info[], const double rtol[],
                     const double atol[], int* idid, double work[], int lwork, int iwork[],
                     int liwork, void* user);
/* Lengths for these options; info NULL: defaults. A negative answer is the code of what is wrong. */
MBDAE_API int bdf2nd_lwork(int n, int m, const int info[]);
MBDAE_API int bdf2nd_liwork(int n, int m, const int info[]);

#ifdef __cplusplus
}
#endif

#endif
