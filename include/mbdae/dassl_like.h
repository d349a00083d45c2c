/* dassl_like.h - DASSL's integrator: F(t,y,y') = 0 by variable-order BDF with fixed leading
 * coefficient, call-compatible with DDASSL and aware of the index of each variable */
#ifndef MBDAE_DASSL_LIKE_H
#define MBDAE_DASSL_LIKE_H

#include <mbdae/dassl_like_options.h>
#include <mbdae/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* delta = F(t,y,y'). Return 0 when fine, a positive value where (t,y,y') cannot be evaluated (the
 * step is tried again smaller), a negative value to stop. delta is zero on entry; a value that is
 * not finite counts as a positive return. */
typedef int (*mbdae_res)(int neq, double t, const double* y, const double* yp, double* delta,
                         void* user);

/* pd = dF/dy + cj dF/dy', pd[i + j*ldpd]; banded (info[DL_BANDED]): row i, column j at
 * pd[ml + mu + i - j + j*ldpd]. pd is zero on entry; returns as mbdae_res. */
typedef int (*mbdae_jac)(int neq, double t, const double* y, const double* yp, double cj,
                         double* pd, int ldpd, void* user);

/* dassl_like - integrate F(t,y,y') = 0 from t to tout
 *
 * The steps are those of DDASSL (Petzold 1982): same formulas, same tests, and the same counters
 * where rounding is not amplified. What is new: nothing prints or stops the program, values that are
 * not finite are found where they arise, and info[DL_INDEX] makes systems of index 2 and 3 solvable,
 * by error weights w/h^(i-1) and Newton weights w h^(nu-i) for a variable of index i, nu the largest.
 *
 * res    in           the residual
 * neq    in           number of equations, >= 1
 * t      inout        time; on return that of y: tout, or as IDID says
 * y, yp  inout [neq]  solution and its derivative; consistent at the start, F(t,y,y') = 0, unless
 *                     info[DL_DERIVATIVES] or info[DL_INIT] says otherwise
 * tout   in           where the solution is wanted next; before or behind the start
 * info   inout [40]   what to do, see dassl_like_options.h; all zero is right for a first call.
 *                     info[0] is set to 1 by a successful call: call again with another tout to go
 *                     on. After a failure it is -1, and must be set to 1 to go on all the same.
 * rtol,
 * atol   in           tolerances of the error in one step, weight rtol |y| + atol; scalars, or
 *                     vectors [neq] if info[DL_VECTOR]
 * idid   out          see below; 0 is never returned
 * rwork  inout [lrw]  DDASSL's 40 + (maxord + 4) neq + neq^2, and neq more for DL_INDEX; banded: (2 ml +
 *                     mu + 1) neq for neq^2, and 2 (neq/(ml + mu + 1) + 1) more without jac
 * iwork  inout [liw]  DDASSL's 20 + neq; one more if any of DL_STEPLIMIT, DL_INDEX, DL_INIT is asked
 *                     for, neq more for DL_INDEX and neq more for DL_INIT. What the first call laid
 *                     out holds for the next ones: highest order and kinds stay, DL_BANDED, ml, mu and
 *                     DL_INDEX may not change
 * jac    in           needed if info[DL_USERJAC]
 * user   in           handed to res and jac
 *
 * Returns IDID; where that is -33 (wrong input) the code that names the argument.
 *    1  a step was taken (DL_EVERYSTEP)        -6  the error test failed repeatedly
 *    2  tstop reached exactly                  -7  the Newton iteration failed repeatedly
 *    3  tout reached                           -8  Newton's matrix is singular
 *    5  consistent start values were found,     -9  both: often a wrong jac, or a discontinuity
 *       or are given; no step (DL_INIT 3, 4)  -10  res kept returning a positive value
 *   -1  500 steps in this call: go on by      -11  res returned a negative value
 *       info[0] = 1                           -12  no consistent start was found (DL_DERIVATIVES,
 *   -2  tolerances too small: multiply them        DL_INIT)
 *       by rwork[DL_FAILVALUE]                -13  res kept giving NaN or Inf: component and time
 *   -3  a weight became zero: y[i] = 0 with        in iwork[DL_FAILCOMP], rwork[DL_FAILTIME]
 *       atol[i] = 0                           -14  res or jac left by a C++ exception
 *                                             -43  the start values are inconsistent (DL_INIT 3),
 *                                                  by rwork[DL_FAILVALUE] tolerances
 * On failure t, y, yp are the last accepted state. dassl_like_explain has the whole story.
 *
 * The state of an integration is rwork and iwork: a copy of them, with t, y, yp, info, is a
 * checkpoint. Nothing is allocated.
 *
 * Example: Robertson's reactions, the third equation algebraic
 *
 *     static int res(int n, double t, const double *y, const double *yp, double *d, void *u) {
 *       double r1 = 0.04*y[0], r2 = 1e4*y[1]*y[2], r3 = 3e7*y[1]*y[1];
 *       d[0] = yp[0] + r1 - r2;  d[1] = yp[1] - r1 + r2 + r3;  d[2] = y[0] + y[1] + y[2] - 1;
 *       return 0;
 *     }
 *     double t = 0, y[3] = {1, 0, 0}, yp[3] = {-0.04, 0.04, 0}, tol = 1e-6, rwork[76];
 *     int info[DL_INFO_LENGTH] = {0}, iwork[23], idid;
 *     dassl_like(res, 3, &t, y, yp, 40.0, info, &tol, &tol, &idid, rwork, 76, iwork, 23, NULL, NULL);
 *
 * Reference: K. E. Brenan, S. L. Campbell, L. R. Petzold, Numerical Solution of Initial-Value
 * Problems in Differential-Algebraic Equations, SIAM 1996, chapter 5. */
MBDAE_API int dassl_like(mbdae_res res, int neq, double* t, double y[], double yp[], double tout,
                         int info[], const double rtol[], const double atol[], int* idid,
                         double rwork[], int lrw, int iwork[], int liw, mbdae_jac jac, void* user);

/* dassl_like_mbs - the same integrator fed by the routines of a mechanism (model.h)
 *
 *     q' = v,   M(t,q) v' = f(t,q,v) - G(t,q)' lambda,   0 = g(t,q)
 *
 * written as F(t,y,y') = 0 in the form info[DL_FORM] asks for:
 *   0  GGL: M (q' - v) + G' mu = 0 with both g = 0 and G v + gt = 0; no drift (default)
 *   1  index 3: g = 0            3  index 1: G v' + L = 0; drifts
 *   2  index 2: G v + gt = 0     4  Baumgarte: index 1 with feedback of the drift
 * The index of each variable is known and used; mu, zero in theory, is not part of the error test (with
 * DL_METRIC it is, unless atol is 0). Newton's matrix is reduced to n + m unknowns and made of M and G
 * alone while that is enough. Where forces are stiff or lambda is large against M/h^2 the iteration gets
 * slow: then the next 30 matrices have the derivatives of f, M v', G' lambda and G v in them, found by n
 * evaluations of the model and n of fcn. info[DL_MATRIX] = 1 never takes them, 2 always.
 *
 * n, m    in           positions; constraints, 0 <= m <= n
 * amat .. gcnqq        the model; gcnt NULL: constraints free of time; gcnqq NULL: differences of G v +
 *                      gt, a little before and after t, never beyond tstop (DL_TSTOP);
 *                      gcn NULL with m > 0: nonholonomic, 0 = G v + gt, for which form 0 means 2
 * t       inout        time
 * q, v    inout [n]    positions and velocities; consistent at the start, see info[DL_INIT]
 * lambda  out   [m]    multipliers
 * tout, info, rtol, atol, idid, rwork, lrw, iwork, liw
 *                      as for dassl_like; vectors of tolerances have 2n + m entries (q, v, lambda);
 *                      lengths from dassl_like_mbs_lrw, dassl_like_mbs_liw. DL_USERJAC, DL_BANDED,
 *                      DL_NONNEG, DL_DERIVATIVES, DL_INDEX must be 0.
 *
 * Returns as dassl_like. A failing routine of the model has its own code, -5k stopped, -6k refused,
 * -7k not finite, -8k threw, k = 1 amat .. 6 gcnqq; -43 to -47 speak of the start values. The largest
 * drift and |mu| at the points returned are in rwork[DL_DRIFTP], rwork[DL_DRIFTV], rwork[DL_MUMAX].
 *
 * Reference: C. W. Gear, B. Leimkuhler, G. K. Gupta, Automatic integration of Euler-Lagrange
 * equations with constraints, J. Comput. Appl. Math. 12 (1985) 77-90. */
MBDAE_API int dassl_like_mbs(int n, int m, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn,
                             mbdae_gcnq gcnq, mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, double* t,
                             double q[], double v[], double lambda[], double tout, int info[],
                             const double rtol[], const double atol[], int* idid, double rwork[],
                             int lrw, int iwork[], int liw, void* user);
MBDAE_API int dassl_like_mbs_lrw(int n, int m, const int info[]);
MBDAE_API int dassl_like_mbs_liw(int n, int m, const int info[]);

/* Lengths that are enough for neq unknowns, of dassl_like and of dassl_like_mbs in the form
 * info[DL_FORM], with a full matrix and order 5; info NULL: defaults. info[DL_BANDED] and
 * info[DL_MAXORD] are not looked at, because their numbers are in iwork: for a band take the formula
 * at rwork above. A call accepts what it really needs. A negative answer is the code of what is
 * wrong: where neq^2 is no int, -802. */
MBDAE_API int dassl_like_lrw(int neq, const int info[]);
MBDAE_API int dassl_like_liw(int neq, const int info[]);

/* dassl_like_explain - what IDID (or the code returned) means, with the numbers of this run
 *
 * code   in          what dassl_like returned
 * rwork,
 * iwork  in          of the call; may be NULL
 * text   out [ltext] one line, cut where too long
 *
 * Returns the length of the whole line. */
MBDAE_API int dassl_like_explain(int code, const double rwork[], const int iwork[], char text[],
                                 int ltext);

#ifdef __cplusplus
}
#endif

#endif
