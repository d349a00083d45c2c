/* mbdae_check_model - are the six routines of a model what model.h says they are?
 *
 * To be called once for every new model, at a point in general position (no coordinate at an end of
 * its range, every velocity different from zero): most runs that creep, drift or end with a strange
 * code do so because a derivative is wrong. All routines are called at (t, q, v), with guards around
 * their arrays, and their outputs compared with differences of each other.
 *
 * ARGUMENTS, in call order
 *   ihol   in           0 holonomic, 1 nonholonomic constraints
 *   n      in           number of coordinates, n >= 1
 *   m      in           number of constraints, m >= 0
 *   amat fcn gcn gcnq gcnt gcnqq
 *          in           the model, see model.h; gcn NULL if ihol = 1 or m = 0, gcnq NULL if m = 0;
 *                       gcnt, gcnqq may be NULL as for rkstab
 *   t      in           time
 *   q, v   in    [n]    positions and velocities; they should satisfy the constraints, but need not
 *   report out   [3 MBDAE_CHECKS]  of check k: report[3k] the error of the worst entry, relative to
 *                       the largest entry or term of its row (0: none that differences or rounding
 *                       could tell), report[3k+1] the value the routine gave there, report[3k+2] the
 *                       one expected
 *   place  out   [3 MBDAE_CHECKS]  of check k: place[3k] the verdict MBDAE_PASSED, MBDAE_FAILED,
 *                       MBDAE_NOTICE or MBDAE_NOT_MADE, place[3k+1] and place[3k+2] row and column
 *                       of the worst entry, from 0, -1 if none; see the list for OUTSIDE, INPUTS,
 *                       REPEAT and CALLS
 *   work   out   [lwork]  workspace; nothing needs to be set
 *   lwork  in           at least mbdae_check_model_lwork(n, m); -1: a query, the needed length comes
 *                       back in work[0], nothing else is looked at or written
 *   user   in           handed to every model routine
 *
 * RETURNS the number of failed checks, 0 if all is well or a query was answered. Negative: -7pp, a
 *   bad argument, of which mbdae_message() has the text (nothing is written); -5k -6k -7k -8k, model
 *   routine k stopped, refused, gave NaN or Inf, or threw at (t, q, v) itself: check CALLS has failed and
 *   mbdae_check_explain() says which entry of which routine it was, or what it returned; what was
 *   checked before that is in report and place. Near that point a routine may refuse or give NaN: the
 *   increment is made smaller. A negative return or an exception ends the check there, too, as it
 *   would end a run.
 *
 * DIFFERENCES are central, extrapolated over increments from a tenth of 1 + |q_j| down by factors
 *   of 4; of all estimates that with the smallest error bound is taken, the bound including the
 *   noise of the function, which is measured first. An entry has failed when it is off by more than
 *   1e-6 of the largest entry of its row (L: of its largest term) plus ten error bounds. Where
 *   the bound exceeds 1e-5 of that scale nothing can be said: MBDAE_NOTICE. gcn is called 66
 *   times for its noise and some 10 to 29 times for each column of G.
 *
 * CHECKS in detail
 *   LDAM         amat with ldam = n and n + 3 gives the same M and nothing else but zeros
 *   OUTSIDE      row: the routine, 1 amat 2 fcn 3 gcn 4 gcnq 5 gcnt 6 gcnqq; column: the position,
 *                counted from the first entry of its output, where it wrote (negative: before it)
 *   INPUTS       row: the routine; column: j for q[j], n + j for v[j], -1 beside them
 *   REPEAT       second call with the same arguments, the routines in reverse order and after
 *                calls elsewhere, so that values kept from one call to the next show; row: the
 *                routine, column: the entry of its output
 *   M_SYMMETRIC  off by more than 1e-8 sqrt(M_ii M_jj)
 *   M_DEFINITE   smallest eigenvalue of M, diagonal scaled to 1, and the coordinate that moves
 *                most in its vector. MBDAE_NOTICE: M only semi-definite, but definite on the motions
 *                the constraints allow, as it must be
 *   G            gcnq against gcn (ihol = 0)
 *   GT           gcnt, or 0 if it is NULL, against gcn (ihol = 0)
 *   L            gcnqq against d/ds (G v + gt) at (t + s, q + s v); where G or GT failed, against
 *                d2/ds2 of gcn instead. If v = 0 this would compare little: a velocity that
 *                satisfies the constraints takes the place of v
 *   RANK         MBDAE_NOTICE only: smallest singular value of G, rows scaled to 1, below 1e-4, or a
 *                row that vanishes here but not nearby
 *   POSITION     MBDAE_NOTICE only: largest g
 *   VELOCITY     MBDAE_NOTICE only: largest G v + gt; not made where G or GT failed
 *   CALLS        report[3k+2]: the routine, 1 amat .. 6 gcnqq. If it gave NaN or Inf, row and column (of
 *                a vector: -1) say where, report[3k+1] which; else row and column are -1 and report[3k+1]
 *                is what it returned, 0 if it left by a C++ exception
 *
 * Nothing is allocated (a threaded BLAS may do so for itself for hundreds of coordinates); no
 * exception leaves the function.
 *
 * EXAMPLE
 *     double report[3 * MBDAE_CHECKS], work[1000];
 *     int place[3 * MBDAE_CHECKS];
 *     char line[300];
 *     const int failed = mbdae_check_model(0, 2, 1, mass, weight, rod, rod_q, NULL, rod_qq, 0.0, q,
 *                                          v, report, place, work, 1000, NULL);
 *     if (failed <= -100) puts(mbdae_message(failed));
 *     for (int k = 0; k < MBDAE_CHECKS && failed > -100; ++k) {
 *       mbdae_check_explain(k, report, place, line, sizeof line);
 *       if (place[3 * k] > MBDAE_PASSED) puts(line);
 *     }
 *
 * FORTRAN  CALL MBDAE_CHECK_MODEL(IHOL,N,M,AMAT,FCN,GCN,GCNQ,GCNT,GCNQQ,T,Q,V,REPORT,PLACE,WORK,
 *                                 LWORK,NFAIL)
 *   everything by reference; NFAIL is the value of the function. With REPORT(3,0:MBDAE_CHECKS-1) and
 *   PLACE(3,0:MBDAE_CHECKS-1) check K is column K; rows and columns of entries count from 0.
 *
 * REFERENCES  C.J.F. Ridders, Adv. Eng. Softw. 4 (1982) 75-76 (extrapolated differences);
 *   J.J. More, S.M. Wild, SIAM J. Sci. Comput. 33 (2011) 1292-1314 (noise from difference tables). */
#ifndef MBDAE_CHECK_H
#define MBDAE_CHECK_H

#include <mbdae/model.h>

/* X(name, number, what holds if the check is passed, what to do if not) */
#define MBDAE_CHECK_LIST(X)                                                                       \
  X(LDAM, 0, "amat respects its leading dimension",                                               \
    "address M(i,j) as am[i + j*ldam], in Fortran declare AM(NDIM,N)")                            \
  X(OUTSIDE, 1, "no routine writes outside its output", "look at the dimensions in that routine") \
  X(INPUTS, 2, "no routine changes q or v", "work on copies in that routine")                     \
  X(REPEAT, 3, "the same call gives the same output",                                             \
    "let the routine depend on its arguments only, not on earlier calls")                         \
  X(M_SYMMETRIC, 4, "M is symmetric", "fill both triangles of M")                                 \
  X(M_DEFINITE, 5, "M is positive definite",                                                      \
    "every motion the constraints allow must carry mass, and none a negative one")                \
  X(G, 6, "gcnq is the derivative of gcn by q", "look at that entry of gcnq, and at gcn")         \
  X(GT, 7, "gcnt is the derivative of gcn by t",                                                  \
    "look at that entry of gcnt; NULL means that gcn does not depend on t")                       \
  X(L, 8, "gcnqq is the derivative of G v + gt along the motion",                                 \
    "look at that entry of gcnqq: g_qq v v + 2 g_qt v + g_tt; NULL: by differences")              \
  X(RANK, 9, "the rows of G are independent",                                                     \
    "drop redundant constraints, or set iwork[RKSTAB_RANK] = 1")                                  \
  X(POSITION, 10, "q satisfies the constraints",                                                  \
    "correct it, or let iwork[RKSTAB_INIT] = 1 project it")                                       \
  X(VELOCITY, 11, "v satisfies the constraints",                                                  \
    "correct it, or let iwork[RKSTAB_INIT] = 1 project it")                                       \
  X(CALLS, 12, "every routine returns 0 and finite numbers",                                      \
    "the rest is checked when it does")

enum mbdae_check {
#define MBDAE_CHECK_NUMBER(name, number, sentence, remedy) MBDAE_CHECK_##name = (number),
  MBDAE_CHECK_LIST(MBDAE_CHECK_NUMBER)
#undef MBDAE_CHECK_NUMBER
      MBDAE_CHECKS = 13 /* how many */
};

enum mbdae_verdict {
  MBDAE_NOT_MADE = -1, /* not asked for, or the routines for it are not given */
  MBDAE_PASSED = 0,
  MBDAE_FAILED = 1,
  MBDAE_NOTICE = 2 /* worth knowing; not counted as failed */
};

#ifdef __cplusplus
extern "C" {
#endif

MBDAE_API int mbdae_check_model(int ihol, int n, int m, mbdae_amat amat, mbdae_fcn fcn,
                                mbdae_gcn gcn, mbdae_gcnq gcnq, mbdae_gcnt gcnt, mbdae_gcnqq gcnqq,
                                double t, const double q[], const double v[], double report[],
                                int place[], double work[], int lwork, void* user);

/* mbdae_check_model_lwork - length of work for these sizes. Negative: the code of the bad argument. */
MBDAE_API int mbdae_check_model_lwork(int n, int m);

/* mbdae_check_explain - one line about a check: what it says, the verdict, the entry, the remedy
 *
 * check   in           one of MBDAE_CHECK_...
 * report  in   [3 MBDAE_CHECKS]   } as returned by mbdae_check_model; NULL: only what the check says
 * place   in   [3 MBDAE_CHECKS]   }
 * text    out  [ltext] always ended by a NUL (if ltext > 0), cut if too long
 *
 * Returns the length the whole line needs, without the NUL. */
MBDAE_API int mbdae_check_explain(int check, const double report[], const int place[], char text[],
                                  int ltext);

#ifdef __cplusplus
}
#endif

#endif
