/* rkstab - integrate a constrained mechanical system with an explicit Runge-Kutta pair and pull the
 *          result back to its constraints after each step
 *
 *     q' = v,   M(t,q) v' = f(t,q,v) - G(t,q)' lambda,   0 = g(t,q)      (ihol = 0)
 *                                                        0 = G(t,q) v + gt   (ihol = 1)
 *
 * For non-stiff systems. Each stage solves [M G'; G 0] (v', lambda) = (f, -L) once; after each step
 * post-stabilization removes the drift, and the first stage of the next step is evaluated there.
 *
 * ARGUMENTS, in call order
 *   ihol   in           0 holonomic, 1 nonholonomic constraints
 *   n      in           number of coordinates, n >= 1
 *   m      in           number of constraints, 0 <= m <= n (more only with RANK = 1); m = 0 is a
 *                       plain M v' = f
 *   mi     in           number of inequalities, mi >= 0
 *   amat fcn gcn gcnq gcnt gcnqq gin
 *          in           the model, see model.h; gcn NULL if ihol = 1 or m = 0, gcnq NULL if m = 0,
 *                       gcnt NULL: constraints free of time, gcnqq NULL: L by differences,
 *                       gin NULL if mi = 0
 *   baumg  in    [2]    Baumgarte's gains, g'' + baumg[0] g' + baumg[1] g = 0; read only if
 *                       STAB = 1, else may be NULL
 *   x      inout        time; on return the last accepted one, exactly xend if IDID = 1
 *   q      inout [n]    positions; on return the last accepted ones
 *   v      inout [n]    velocities; on return the last accepted ones
 *   xend   in           end of the integration, before or after x
 *   h      inout        first step size (its sign is ignored), 0: automatic; on return the step
 *                       size predicted for the next step
 *   rtol   in  [1|2n]   relative and absolute tolerance, the local error of component i of (q, v)
 *   atol   in  [1|2n]   is kept below atol + rtol |y_i| in the RMS sense; not read if FIXED = 1
 *   datol  in           stabilize only when max(|g|, |G v + gt|) exceeds this, 0: every step;
 *                       for STAB = 5 also the tolerance of the projection
 *   itol   in           0: rtol, atol are scalars; 1: vectors of length 2n, positions first
 *   solout in           output routine, see model.h; may be NULL if iout = 0
 *   iout   in           0: solout is not called; 1: called after every accepted step, the three
 *                       further stages of DOP853's interpolant being evaluated when first asked
 *                       for; 2: as 1, but evaluated before each call
 *   work   inout [lwork]   options in, results and state out; see rkstab_options.h
 *   lwork  in           at least rkstab_lwork(n, m, mi, iwork); -1 (or liwork = -1): a query, the
 *                       needed lengths come back in work[0] and iwork[0], IDID = 0; with
 *                       liwork < 64 the options are not read and the longest are answered
 *   iwork  inout [liwork]  options in, counters and state out; see rkstab_options.h
 *   liwork in           at least rkstab_liwork(n, m, mi, iwork)
 *   idid   out          what happened; also the value of the function
 *   user   in           handed to every model routine
 *
 * OPTIONS work[0..9] and iwork[0..19] must be set before the call: zero means default.
 *
 *   iwork[RKSTAB_METHOD]  0 DOPRI5(4)
 *                         1 DOP853 8(5,3)
 *                         2 chosen by tolerance: DOP853 if max(rtol, atol) is 1e-7 or less
 *                         10 Euler, 11 Heun: both only with FIXED
 *   iwork[RKSTAB_STAB]    0 PStab: two passes of S-both with one factorization
 *                         1 Baumgarte's terms in the acceleration equation, no projection
 *                         2 none
 *                         3 S-full: F = H'(H H')^-1, H the Jacobian of (g, G v + gt)
 *                         4 S-both: F = D (G D)^-1 for positions and velocities, one pass
 *                         5 projection of positions, then velocities, iterated to tolerance
 *                         6 velocity constraints only: positions drift, though slowly
 *   iwork[RKSTAB_NMAX]    100000   limit on attempted steps
 *   iwork[RKSTAB_FIXED]   1: constant step h (the last one is cut to meet xend); HMAX is not used
 *   iwork[RKSTAB_COMPAT]  1: stabilization matrices of the last stage instead of the new point, as
 *                         behind the published tables (one factorization less, more drift)
 *   iwork[RKSTAB_INIT]    start values that violate the constraints by more than the tolerance:
 *                         0 IDID -43, 1 project them first (to the nearest configuration, if far
 *                         off perhaps not the one meant: see VIOLP), 2 accept them
 *   iwork[RKSTAB_RANK]    where G loses rank: 0 IDID -45, 1 minimum-norm solution, counted in NRANK
 *   iwork[RKSTAB_ONESTEP] 1: return after every accepted step
 *   iwork[RKSTAB_METRIC]  1: stabilize along G' instead of M^-1 G'
 *   iwork[RKSTAB_LDIFF]   1: L by differences although gcnqq is given
 *   work[RKSTAB_SAFE] 0.85  [RKSTAB_FACMIN] 0.2  [RKSTAB_FACMAX] 10  [RKSTAB_BETA] 0.04 (DOPRI5);
 *   0.85, 1/3, 6, 0 (DOP853); work[RKSTAB_HMAX] |xend - x|: as in Hairer's codes, except that SAFE
 *   is 0.9 there (0.85 costs 4 to 6 per cent fewer calls of fcn at equal error, and is what the
 *   published tables were made with)
 *
 * RESULTS  IDID = 1 says that xend was reached. A wrong gcnq, gcnt or gcnqq shows in a large drift,
 *   in many rejected steps (NREJCT), often in IDID -41, -42, -43 or -48: mbdae_check_model (check.h)
 *   tells before the first run. Counters
 *   iwork[RKSTAB_NFCN .. RKSTAB_NNEAR]; drift work[RKSTAB_DRIFTP, RKSTAB_DRIFTV], after
 *   stabilization, at accepted points; as a part of q, work[RKSTAB_DRIFTQ]: q is wrong by at least
 *   that times 1 + |q|. Conditioning work[RKSTAB_PIVOT, RKSTAB_PIVOTT]: below 3e-3, or 4 DRIFTQ, the
 *   mechanism passed near a singular posture, where lambda is not determined and the motion may
 *   change its branch. rkstab_explain() warns of it although IDID = 1, and of DRIFTQ above 1e-3
 *   (STAB 0, 3, 5) or 5e-3 (STAB 1, 2, 4, 6).
 *
 * IDID  0 query answered; 1 xend reached; 2 interrupted by solout or gin (iwork[RKSTAB_GINROW]:
 *   by which inequality); 3 one step taken; negative: failure, see codes.h. mbdae_message(idid)
 *   gives one line, rkstab_explain() adds the offending value, routine, rows and time. After a
 *   failure x, q, v are the last accepted state. A bad argument leaves everything as it was, except
 *   for the report in work[RKSTAB_FAILT, FAILVALUE] and iwork[RKSTAB_FAILINT .. RKSTAB_NROWS].
 *
 * STATE AND RE-ENTRY  Everything lives in the arguments, and no memory is allocated (a threaded
 *   BLAS may do so for itself when n + m exceeds 256, 128 with STAB = 3, and where M is only
 *   semi-definite or G short of rank). With ONESTEP = 1, calling again with
 *   the arrays as returned continues the run, bit for bit as if it had not been interrupted; copies
 *   of x, q, v, h, work, iwork are a checkpoint and may be continued elsewhere. Changing q, v or x
 *   starts a new run from there (counters begin anew); so does iwork[RKSTAB_STATE] = 0, to be set
 *   when the model itself has changed, and so does every return other than IDID 1 and 3. Different
 *   threads may call with different arrays.
 *
 * EXAMPLE  a pendulum of unit mass and length in Cartesian coordinates
 *
 *     double x = 0, q[2] = {1, 0}, v[2] = {0, 0}, h = 0, tol = 1e-8;
 *     int iwork[128] = {0}, idid;
 *     double work[512] = {0};
 *     rkstab(0, 2, 1, 0, mass, gravity, rod, rod_q, NULL, rod_qq, NULL, NULL, &x, q, v, 10.0, &h,
 *            &tol, &tol, 0.0, 0, NULL, 0, work, 512, iwork, 128, &idid, NULL);
 *     if (idid < 0) puts(mbdae_message(idid));
 *
 *   (these lengths serve up to n + m = 3; rkstab_lwork() and rkstab_liwork() tell them for others)
 *
 * FORTRAN  CALL RKSTAB(IHOL,N,M,MI,AMAT,FCN,GCN,GCNQ,GCNT,GCNQQ,GIN,BAUMG,X,Q,V,XEND,H,
 *                      RTOL,ATOL,DATOL,ITOL,SOLOUT,IOUT,WORK,LWORK,IWORK,LIWORK,LRCONT,LICONT,IDID)
 *   everything by reference; LRCONT and LICONT are ignored. Routines:
 *     AMAT(N,NDIM,T,Q,AM)  FCN(N,T,Q,V,F)  GCN(M,N,T,Q,G)  GCNQ(M,N,T,Q,GQ)  GCNT(M,N,T,Q,GT)
 *     GCNQQ(M,N,T,Q,V,L)   GIN(MI,N,T,Q,V,GI)
 *     SOLOUT(NR,XOLD,X,N,Q,V,M,XLAM,RCONT,ICONT,IRTRN), IRTRN < 0 interrupts; CONTRK(S,RCONT,ICONT,
 *     Q,V) gives Q and V at XOLD <= S <= X there, or later from copies of RCONT (2 + 16 N numbers)
 *     and ICONT (2); it does not check S. IOUT = 1 works as 2.
 *   A routine that cannot be evaluated leaves a NaN in its output: the step is retried smaller. All
 *   positions of WORK and IWORK are those of C plus one, under the same names in
 *   mbdae_parameters.inc; components and rows reported in them count from 0.
 *
 * REFERENCES  U. Ascher, H. Chin, L. Petzold, S. Reich, Mech. Struct. Mach. 23 (1995) 135-157;
 *   H. Chin, thesis, Univ. of British Columbia 1995 (RKSTAB); E. Hairer, S.P. Norsett, G. Wanner,
 *   Solving Ordinary Differential Equations I (DOPRI5, DOP853, PI control, dense output). */
#ifndef MBDAE_RKSTAB_H
#define MBDAE_RKSTAB_H

#include <mbdae/model.h>
#include <mbdae/rkstab_options.h>

#ifdef __cplusplus
extern "C" {
#endif

MBDAE_API int rkstab(int ihol, int n, int m, int mi, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn,
                     mbdae_gcnq gcnq, mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, mbdae_gin gin,
                     const double baumg[2], double* x, double q[], double v[], double xend,
                     double* h, const double rtol[], const double atol[], double datol, int itol,
                     mbdae_solout solout, int iout, double work[], int lwork, int iwork[],
                     int liwork, int* idid, void* user);

/* rkstab_lwork, rkstab_liwork - lengths of work and iwork for these sizes and the options in
 * iwork[1..10] (NULL: all options default). Negative: the code of the bad argument. */
MBDAE_API int rkstab_lwork(int n, int m, int mi, const int iwork[]);
MBDAE_API int rkstab_liwork(int n, int m, int mi, const int iwork[]);

/* rkstab_explain - the message of idid with the particulars the arrays hold
 *
 * idid   in           as returned by rkstab
 * work   in    [32]   as returned by rkstab; NULL (also if shorter): no particulars
 * iwork  in    [64]   as returned by rkstab; NULL (also if shorter): no particulars
 * text   out  [ltext] one line, always ended by a NUL (if ltext > 0), cut if too long
 *
 * Returns the length the whole line needs, without the NUL. */
MBDAE_API int rkstab_explain(int idid, const double work[], const int iwork[], char text[],
                             int ltext);

#ifdef __cplusplus
}
#endif

#endif
