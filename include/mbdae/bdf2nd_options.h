/* bdf2nd_options.h - the named positions of bdf2nd's info, work and iwork, in one list
 *
 * What bdf2nd has in common with dassl_like stands in the same positions. Zero means default.
 * X(name, position, default, meaning) */
#ifndef MBDAE_BDF2ND_OPTIONS_H
#define MBDAE_BDF2ND_OPTIONS_H

#define B2_INFO_OPTIONS(X)                                                                      \
  X(CONTINUE, 0, "0", "0 first call, 1 continuation; the solver sets 1, or -1 after a failure") \
  X(VECTOR, 1, "0", "1: rtol and atol are vectors (q, lambda, v[, lambda'])")                   \
  X(EVERYSTEP, 2, "0", "1: return after every step, not only at tout")                          \
  X(TSTOP, 3, "0", "1: never step beyond work[B2_TSTOPVALUE]")                                  \
  X(HMAX, 6, "0", "1: largest step in work[B2_HMAXVALUE]")                                      \
  X(H0, 7, "0", "1: first step in work[B2_H], its sign that of tout - t")                       \
  X(STEPLIMIT, 11, "0", "1: steps per call in iwork[B2_STEPLIMITVALUE]; 0: 500")                \
  X(FORM, 16, "0", "0 index 3, 1 GGL, 2 minimal extension, 3 index 1")                          \
  X(JAC, 17, "0", "0 dense differences")                                                        \
  X(PART, 18, "0", "0 whole matrix")                                                            \
  X(SPARSE, 20, "0", "0 dense matrix")                                                          \
  X(INIT, 21, "0",                                                                              \
    "start values: 0 inconsistent ones are an error, 1 make consistent, 2 accept, 3 check and " \
    "return, 4 make consistent and return")                                                     \
  X(IHOL, 23, "0", "1 nonholonomic: not of second order, see bdf2nd.h")                         \
  X(LDIFF, 24, "0", "1 L by differences although gcnqq is given (Fortran has no NULL)")         \
  X(METHOD, 26, "0", "0 BDF, 1 Radau IIA with 2 stages, 2 Gauss with 2, 3 Radau IIA with 3")    \
  X(MAXORD, 27, "3", "BDF: highest order 1..5; 2 for weakly damped vibrations")                 \
  X(STRATEGY, 28, "0",                                                                          \
    "error test and steps 0 ours, 1 those of the source of the modified BDF (tables)")          \
  X(FIXED, 29, "0", "1: steps of work[B2_H], no error test; the order grows by one each step")  \
  X(FORMULA, 30, "0", "BDF: q'' by 0 the pole-free formula, 1 the modified BDF, 2 BDF twice")   \
  X(TESTV, 31, "0", "BDF: 1 velocities take part in the error test")                            \
  X(ENDS, 32, "0",                                                                              \
    "collocation: v and lambda at the end of a step 0 from index 1, 1 from the stages")

#define B2_WORK_POSITIONS(X)                                                                 \
  X(TSTOPVALUE, 0, "", "time never to be passed")                                            \
  X(HMAXVALUE, 1, "", "largest step")                                                        \
  X(H, 2, "", "in: first step, or every step (FIXED); out: step to be tried next")           \
  X(TN, 3, "", "time reached inside, at or beyond t")                                        \
  X(HOLD, 6, "", "last step taken")                                                          \
  X(FAILVALUE, 9, "", "the offending number; factor for the tolerances (IDID -2)")           \
  X(FAILTIME, 9, "", "time of the failing evaluation")                                       \
  X(DRIFTP, 42, "", "largest |g| (max norm) at the points returned, the start not included") \
  X(DRIFTV, 43, "", "largest |G v + gt| (max norm) there")                                   \
  X(VIOLP, 45, "", "|g| of the start values as given")                                       \
  X(VIOLV, 46, "", "|G v + gt| of the start values as given")

#define B2_IWORK_POSITIONS(X)                                             \
  X(ORDER, 6, "", "order to be tried next")                               \
  X(OLDORDER, 7, "", "order of the last step")                            \
  X(NST, 10, "", "steps taken")                                           \
  X(NRE, 11, "", "residuals of the Newton iterations")                    \
  X(NJE, 12, "", "times the derivatives were evaluated (n + n models)")   \
  X(NETF, 13, "", "failures of the error test")                           \
  X(NCTF, 14, "", "failures of the Newton iteration")                     \
  X(NSWITCH, 15, "", "FORMULA 1: steps near a pole, taken without it")    \
  X(NCHOICE, 16, "", "FORM 2: choices of dependent coordinates")          \
  X(FAILCOMP, 18, "", "component (from 0) at fault, -1 if none")          \
  X(FAILCODE, 19, "", "code of what failed")                              \
  X(STEPLIMITVALUE, 20, "500", "steps per call")                          \
  X(NFCN, 21, "", "calls of fcn, those of difference quotients included") \
  X(NAMAT, 22, "", "calls of amat")                                       \
  X(NGCN, 23, "", "calls of gcn")                                         \
  X(NGCNQ, 24, "", "calls of gcnq")                                       \
  X(NGCNT, 25, "", "calls of gcnt")                                       \
  X(NGCNQQ, 26, "", "calls of gcnqq")                                     \
  X(NLU, 27, "", "factorizations")                                        \
  X(NSOLVE, 28, "", "solutions with a factored matrix")                   \
  X(FAILROUTINE, 29, "", "failing routine: 1 amat .. 6 gcnqq")            \
  X(FAILINT, 30, "", "what it returned")                                  \
  X(RATE, 39, "", "where lambda' is in work (STRATEGY 1, METHOD 1)")      \
  X(DEPENDENT, 60, "", "FORM 2: the m dependent coordinates (from 0)")

enum bdf2nd_position {
#define B2_POSITION(name, position, default_, meaning) B2_##name = (position),
  B2_INFO_OPTIONS(B2_POSITION) B2_WORK_POSITIONS(B2_POSITION) B2_IWORK_POSITIONS(B2_POSITION)
#undef B2_POSITION
      B2_INFO_LENGTH = 40,
  B2_WORK_HEADER = 60, /* named positions at the front of work */
  B2_IWORK_HEADER = 60
};

#endif
