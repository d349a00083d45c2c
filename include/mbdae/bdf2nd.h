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
 * Nothing is reduced to first order: q alone is discretized, v and v' follow from it. The linear systems
 * have n + m unknowns and are scaled such that their condition does not depend on the step.
 *
 * info[B2_METHOD]
 *   0  BDF of variable step and order, second derivatives by a formula that has no poles and keeps
 *      lambda accurate where the step changes; highest order info[B2_MAXORD], 3 by default, 2 for weakly
 *      damped vibrations (only orders 1 and 2 damp all of them), 4 or 5 for smooth motions
 *   3  Radau IIA with three stages: order 5 in q, v and lambda, damps all stiff vibrations; the method of
 *      choice for tolerances below about 1e-4, for accurate lambda, and where steps change often. Velocities
 *      are projected onto G v + gt = 0 at the end of each step, v' and lambda come from the equations of
 *      index 1 there (info[B2_ENDS] = 1: all from the stages, orders 5, 3, 2)
 *   1  Radau IIA with two stages, order 3
 *   2  Gauss with two stages, order 4, does not damp; only with info[B2_ENDS] = 0: multipliers of its
 *      stages do not converge
 * info[B2_FORM], with METHOD 0
 *   0  index 3 as given                 2  minimal extension: g = 0, and m velocities and accelerations
 *   3  index 1: G v' + L = 0; drifts       from G v + gt = 0, G v' + L = 0; the coordinates they belong
 *                                          to, in iwork[B2_DEPENDENT], are chosen anew when needed
 *   1  GGL: integrated by dassl_like_mbs, because formulas for q'' do not keep constraints on velocities;
 *      so are nonholonomic systems (info[B2_IHOL] = 1, or gcn NULL)
 *
 * n, m    in           positions; constraints, 0 <= m <= n
 * amat .. gcnqq        the model (model.h); gcnt NULL: constraints free of time; gcnqq NULL:
 *                      differences
 * t       inout        time; on return that of q: tout, or as IDID says
 * q, v    inout [n]    positions and velocities; consistent at the start, see info[B2_INIT]
 * lambda  out   [m]    multipliers
 * tout    in           where the solution is wanted next; before or behind the start
 * info    inout [40]   what to do, see bdf2nd_options.h; all zero is right for a first call. info[0] is
 *                      set to 1 by a successful call: call again with another tout to go on. After a
 *                      failure it is -1, and must be set to 1 to go on all the same.
 * rtol,
 * atol    in           tolerances of the error in one step; scalars, or if info[B2_VECTOR] vectors of
 *                      2n + m entries (q, lambda, v). METHOD 0 tests q, and v if info[B2_TESTV] = 1;
 *                      the others test q and h v. lambda is never tested.
 * idid    out          as for dassl_like; 0 is never returned
 * work    inout [lwork]    bdf2nd_lwork(n, m, info) doubles
 * iwork   inout [liwork]   bdf2nd_liwork(n, m, info) ints
 * user    in           handed to the model routines
 *
 * info[B2_STRATEGY] = 1 is only for running the tables of the modified BDF's source again (`mbdae
 * table bdf2nd-8.1`): q, lambda and v are all tested, by extrapolation, which rejects many steps and
 * ends in DL_ERROR_TEST where v or lambda are to be as accurate as q. atol must be positive; orders 1
 * and 2, FORMULA 1 where 0 is given, output by the polynomial through six points. Collocation (METHOD
 * 1) then takes v and lambda from the stages and tests lambda', too: vectors of tolerances have m
 * entries more, (q, lambda, v, lambda'), and lambda' is found in work from iwork[B2_RATE] on.
 *
 * Returns the code that IDID stands for, IDID itself but for wrong input (-33):
 *    1  a step was taken (B2_EVERYSTEP)        -6  the error test failed repeatedly
 *    2  tstop reached                          -7  the Newton iteration failed repeatedly
 *    3  tout reached                           -8  Newton's matrix is singular
 *    5  start values consistent (B2_INIT)      -9  -7 after -6
 *   -1  500 steps in this call: go on by      -43 to -47  start values, see codes.h
 *       info[0] = 1                           -5k -6k -7k -8k  model routine k stopped, refused, gave NaN
 *   -2  tolerances too small: multiply them       or Inf, threw (k = 1 amat .. 6 gcnqq); a smaller step
 *       by work[B2_FAILVALUE]                     was tried first
 *   -3  a weight became zero
 * On failure t, q, v, lambda are the last accepted state; dassl_like_explain has the whole story.
 * Velocities between steps and of METHOD 0 are the derivative of the polynomial through q.
 *
 * The state of an integration is work and iwork: a copy of them, with t, q, v, info, is a checkpoint.
 * Nothing is allocated. info but for B2_CONTINUE, B2_EVERYSTEP, B2_TSTOP, B2_HMAX and B2_STEPLIMIT must stay
 * what it was in the first call.
 *
 * Example: the pendulum of README.md by Radau IIA
 *
 *     double t = 0, q[2] = {1, 0}, v[2] = {0, 0}, lambda[1], tol = 1e-8, work[400];
 *     int info[B2_INFO_LENGTH] = {0}, iwork[100], idid;
 *     info[B2_METHOD] = 3;
 *     bdf2nd(2, 1, mass, weight, rod, rod_q, NULL, rod_qq, &t, q, v, lambda, 5.0, info, &tol, &tol,
 *            &idid, work, 400, iwork, 100, NULL);
 *
 * References: J. Sand, On implicit Euler for high-order high-index DAEs, Appl. Numer.
 * Math. 42 (2002) 411-424; L. Wunderlich, Diplomarbeit, TU Berlin 2005 (modified BDF); E. Hairer, Ch.
 * Lubich, M. Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta Methods,
 * Springer 1989; E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996, IV.8,
 * VII. */
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
