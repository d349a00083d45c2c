/* dassl_like_options.h - the named positions of dassl_like's info, rwork and iwork, in one list
 *
 * info[0..14], rwork and iwork are DDASSL's. Zero means default. X(name, position, default,
 * meaning) */
#ifndef MBDAE_DASSL_LIKE_OPTIONS_H
#define MBDAE_DASSL_LIKE_OPTIONS_H

#define DL_INFO_OPTIONS(X)                                                                         \
  X(CONTINUE, 0, "0", "0 first call, 1 continuation; the solver sets 1, or -1 after a failure")    \
  X(VECTOR, 1, "0", "1: rtol and atol are vectors")                                                \
  X(EVERYSTEP, 2, "0", "1: return after every step, not only at tout")                             \
  X(TSTOP, 3, "0", "1: never step beyond rwork[DL_TSTOPVALUE]")                                    \
  X(USERJAC, 4, "0", "1: jac gives the matrix; 0: difference quotients")                           \
  X(BANDED, 5, "0", "1: band matrix, half bandwidths in iwork[DL_ML], iwork[DL_MU]")               \
  X(HMAX, 6, "0", "1: largest step in rwork[DL_HMAXVALUE]")                                        \
  X(H0, 7, "0", "1: first step in rwork[DL_H], its sign that of tout - t")                         \
  X(MAXORD, 8, "0", "1: highest order 1..5 in iwork[DL_MAXORDVALUE]")                              \
  X(NONNEG, 9, "0", "1: keep the solution nonnegative")                                            \
  X(DERIVATIVES, 10, "0", "1: y' is not known; a first Euler step finds it")                       \
  X(STEPLIMIT, 11, "0", "1: steps per call in iwork[DL_STEPLIMITVALUE]; 0: 500")                   \
  X(INDEX, 15, "0", "1: index 1, 2 or 3 of variable i in iwork[DL_FIRST + i]")                     \
  X(FORM, 16, "0", "mechanisms: 0 GGL, 1 index 3, 2 index 2, 3 index 1, 4 Baumgarte")              \
  X(JAC, 17, "0", "0 dense differences")                                                           \
  X(PART, 18, "0", "0 whole matrix")                                                               \
  X(NRT, 19, "0", "number of switching functions")                                                 \
  X(SPARSE, 20, "0", "0 dense or band matrix")                                                     \
  X(INIT, 21, "0",                                                                                 \
    "start values: 0 as given (mechanisms: inconsistent ones are an error), 1 make consistent, 2 " \
    "accept as given, 3 check and return, 4 make consistent and return")                           \
  X(MATRIX, 22, "0",                                                                               \
    "mechanisms: 0 of masses and constraints, with derivatives where the iteration needs them, 1 " \
    "never with derivatives, 2 always")                                                            \
  X(METRIC, 25, "0", "GGL: 0 M (q' - v) + G' mu = 0, 1 q' - v + G' mu = 0")                        \
  X(IHOL, 23, "0", "mechanisms: 1 nonholonomic, gcn is not called (the same as gcn NULL)")         \
  X(LDIFF, 24, "0", "mechanisms: 1 L by differences although gcnqq is given (Fortran has no NULL)")

#define DL_RWORK_POSITIONS(X)                                                      \
  X(TSTOPVALUE, 0, "", "time never to be passed")                                  \
  X(HMAXVALUE, 1, "", "largest step")                                              \
  X(H, 2, "", "in: first step; out: step to be tried next")                        \
  X(TN, 3, "", "time reached inside, at or beyond t")                              \
  X(HOLD, 6, "", "last step taken")                                                \
  X(FAILVALUE, 9, "", "the offending number; factor for the tolerances (IDID -2)") \
  X(FAILTIME, 9, "", "time of the failing evaluation (IDID -10, -11, -13, -14)")

/* dassl_like_mbs only */
#define DL_MBS_RWORK_POSITIONS(X)                                                            \
  X(ALPHA, 40, "10", "Baumgarte: G v' + L + 2 alpha (G v + gt) + beta^2 g = 0")              \
  X(BETA, 41, "10", "Baumgarte")                                                             \
  X(DRIFTP, 42, "", "largest |g| (max norm) at the points returned, the start not included") \
  X(DRIFTV, 43, "", "largest |G v + gt| (max norm) there")                                   \
  X(MUMAX, 44, "",                                                                           \
    "GGL: largest |mu| there; zero in theory, it tells how hard the constraints pull")       \
  X(VIOLP, 45, "", "|g| of the start values as given")                                       \
  X(VIOLV, 46, "", "|G v + gt| of the start values as given")

#define DL_MBS_IWORK_POSITIONS(X)                                         \
  X(NFCN, 21, "", "calls of fcn, those of difference quotients included") \
  X(NAMAT, 22, "", "calls of amat")                                       \
  X(NGCN, 23, "", "calls of gcn")                                         \
  X(NGCNQ, 24, "", "calls of gcnq")                                       \
  X(NGCNT, 25, "", "calls of gcnt")                                       \
  X(NGCNQQ, 26, "", "calls of gcnqq")                                     \
  X(NLU, 27, "", "factorizations")                                        \
  X(NSOLVE, 28, "", "solutions with a factored matrix")                   \
  X(FAILROUTINE, 29, "", "failing routine: 1 amat .. 6 gcnqq")            \
  X(FAILINT, 30, "", "what it returned")

#define DL_IWORK_POSITIONS(X)                                            \
  X(ML, 0, "", "lower half bandwidth")                                   \
  X(MU, 1, "", "upper half bandwidth")                                   \
  X(MAXORDVALUE, 2, "5", "highest order")                                \
  X(ORDER, 6, "", "order to be tried next")                              \
  X(OLDORDER, 7, "", "order of the last step")                           \
  X(NST, 10, "", "steps taken")                                          \
  X(NRE, 11, "", "residuals, those of difference quotients not counted") \
  X(NJE, 12, "", "Newton matrices")                                      \
  X(NETF, 13, "", "failures of the error test")                          \
  X(NCTF, 14, "", "failures of the Newton iteration")                    \
  X(FAILCOMP, 18, "", "component (from 0) at fault, -1 if none")         \
  X(FAILCODE, 19, "", "code of what failed")                             \
  X(STEPLIMITVALUE, 20, "500", "steps per call; 0: the default")         \
  X(FIRST, 21, "", "DL_INDEX: index of the first variable; then DL_INIT: its kind, 1 or -1")

enum dassl_like_position {
#define DL_POSITION(name, position, default_, meaning) DL_##name = (position),
  DL_INFO_OPTIONS(DL_POSITION) DL_RWORK_POSITIONS(DL_POSITION) DL_IWORK_POSITIONS(DL_POSITION)
      DL_MBS_RWORK_POSITIONS(DL_POSITION) DL_MBS_IWORK_POSITIONS(DL_POSITION)
#undef DL_POSITION
          DL_INFO_LENGTH = 40,
  DL_MBS_RWORK_HEADER = 60, /* named positions at the front of rwork */
  DL_MBS_IWORK_HEADER = 40
};

/* IDID of a successful call; the other values are in codes.h. */
enum dassl_like_success { DL_STEPPED = 1, DL_AT_TSTOP = 2, DL_AT_TOUT = 3 };

#endif
