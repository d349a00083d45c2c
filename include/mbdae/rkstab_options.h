/* rkstab_options.h - the named positions of rkstab's work and iwork, in one list
 *
 * The enumerators RKSTAB_<name>, the Fortran parameters (position + 1) and the table printed by
 * `mbdae options` are made from it. Options: zero means default. X(name, position, default,
 * meaning) */
#ifndef MBDAE_RKSTAB_OPTIONS_H
#define MBDAE_RKSTAB_OPTIONS_H

#define RKSTAB_IWORK_OPTIONS(X)                                                                    \
  X(METHOD, 1, "0", "0 DOPRI5(4), 1 DOP853 8(5,3), 2 chosen by tolerance, 10 Euler, 11 Heun")      \
  X(STAB, 2, "0",                                                                                  \
    "0 PStab, 1 Baumgarte, 2 none, 3 S-full, 4 S-both, 5 iterated projection, 6 velocities only")  \
  X(NMAX, 3, "100000", "limit on attempted steps")                                                 \
  X(FIXED, 4, "0", "1: constant step h, no error control")                                         \
  X(COMPAT, 5, "0", "1: stabilization matrices of the last stage, as behind the published tables") \
  X(INIT, 6, "0", "inconsistent start values: 0 an error, 1 project them first, 2 accept them")    \
  X(RANK, 7, "0", "where G loses rank: 0 stop, 1 minimum-norm solution")                           \
  X(ONESTEP, 8, "0", "1: return after every accepted step (IDID = 3); call again to continue")     \
  X(METRIC, 9, "0", "stabilization along 0 D = M^-1 G', 1 D = G' (masses of very different size)") \
  X(LDIFF, 10, "0", "1: L by differences although gcnqq is given (Fortran has no NULL)")

#define RKSTAB_IWORK_RESULTS(X)                                                             \
  X(LIWORK, 0, "", "length of iwork needed (answer to a query)")                            \
  X(NFCN, 20, "", "calls of fcn")                                                           \
  X(NSTEP, 21, "", "attempted steps, rejected ones included")                               \
  X(NACCP, 22, "", "accepted steps")                                                        \
  X(NREJCT, 23, "", "rejected steps: NSTEP - NACCP")                                        \
  X(NSTAB, 24, "", "stabilizations")                                                        \
  X(NLU, 25, "", "factorizations")                                                          \
  X(NSOLVE, 26, "", "solutions with a factored matrix")                                     \
  X(NJAC, 27, "", "calls of gcnq")                                                          \
  X(NAMAT, 28, "", "calls of amat")                                                         \
  X(NGCN, 29, "", "calls of gcn")                                                           \
  X(NGCNT, 30, "", "calls of gcnt")                                                         \
  X(NGCNQQ, 31, "", "calls of gcnqq")                                                       \
  X(NGIN, 32, "", "calls of gin")                                                           \
  X(NRANK, 33, "", "factorizations with G short of rank, solved in the minimum-norm sense") \
  X(NNEAR, 34, "", "factorizations with G near rank loss (PIVOT below 1e-8)")               \
  X(USED, 35, "", "METHOD in use (0 or 1) when it was chosen by tolerance")                 \
  X(STATE, 36, "", "non-zero after a return that can be continued; set 0 to start anew")    \
  X(FAILINT, 40, "", "the offending integer, or what the failing routine returned")         \
  X(FAILNEED, 41, "", "the length that was needed")                                         \
  X(FAILROUTINE, 42, "", "failing routine: 1 amat .. 6 gcnqq, 7 gin, 8 solout")             \
  X(FAILCOMP, 43, "", "component (from 0) of the failing output or argument, -1 if none")   \
  X(GINROW, 44, "", "inequality (from 0) that stopped the run, -1 if none")                 \
  X(NROWS, 45, "", "number of dependent constraint rows listed in ROWS")                    \
  X(ROWS, 46, "", "up to 8 constraint rows (from 0) involved in the loss of rank")

#define RKSTAB_WORK_OPTIONS(X)                                                            \
  X(SAFE, 1, "0.85", "safety factor of the step size prediction")                         \
  X(FACMIN, 2, "0.2 / 0.333", "smallest ratio of new to old step size (DOPRI5 / DOP853)") \
  X(FACMAX, 3, "10 / 6", "largest ratio of new to old step size (DOPRI5 / DOP853)")       \
  X(BETA, 4, "0.04 / 0", "weight of the previous error (PI control); negative: 0")        \
  X(HMAX, 5, "|xend - x|", "largest step size")

#define RKSTAB_WORK_RESULTS(X)                                                                   \
  X(LWORK, 0, "", "length of work needed (answer to a query)")                                   \
  X(DRIFTP, 10, "", "largest |g| (max norm) at accepted points, the start not included")         \
  X(DRIFTV, 11, "", "largest |G v + gt| (max norm) there")                                       \
  X(VIOLP, 12, "", "|g| of the start values as given")                                           \
  X(VIOLV, 13, "", "|G v + gt| of the start values as given")                                    \
  X(PIVOT, 14, "",                                                                               \
    "smallest pivot ratio of G M^-1 G' on the motion (quadratic in G; 1 if M is semi-definite)") \
  X(PIVOTT, 15, "", "time of PIVOT")                                                             \
  X(FAILT, 16, "", "time of the failing evaluation")                                             \
  X(FAILVALUE, 17, "", "the offending number")                                                   \
  X(DRIFTQ, 24, "", "largest part of q that |g| stood for: |g_i| / sum_j |G_ij| (1 + |q_j|)")

enum rkstab_position {
#define RKSTAB_POSITION(name, position, default_, meaning) RKSTAB_##name = (position),
  RKSTAB_IWORK_OPTIONS(RKSTAB_POSITION) RKSTAB_IWORK_RESULTS(RKSTAB_POSITION)
      RKSTAB_WORK_OPTIONS(RKSTAB_POSITION) RKSTAB_WORK_RESULTS(RKSTAB_POSITION)
#undef RKSTAB_POSITION
          RKSTAB_IWORK_HEADER = 64, /* named positions at the front of iwork */
  RKSTAB_WORK_HEADER = 32           /* named positions at the front of work */
};

#endif
