/* codes.h - every value of IDID, its sentence and its remedy, in one list
 *
 * The C enumerators, the Fortran parameters (mbdae_parameters.inc), mbdae_message() and the table
 * printed by `mbdae codes` are all made from this list.
 *
 * Ranges:   0       a workspace query was answered
 *          > 0      success
 *          -1..-33  dassl_like, with the meanings DASSL gave them; -15, -16 bdf2nd_ext
 *         -40..-49  the integration could not go on
 *         -5k -6k -7k -8k  model routine k: asked to stop, kept refusing, not finite, threw
 *                   (k = 1 amat, 2 fcn, 3 gcn, 4 gcnq, 5 gcnt, 6 gcnqq, 7 gin, 8 solout)
 *        -1pp -2pp -3pp -4pp  argument pp of the call: NULL, out of range, not finite,
 *                   in contradiction to the others
 *        -5ss -6ss  option iwork[ss], work[ss]
 *        -7pp       argument pp of mbdae_check_model: NULL or out of range; -7pp - 50: not finite,
 *                   or in contradiction to the others
 *        -8pp       dassl_like: argument pp wrong (its IDID is -33); -840 - k: info[k]; -88x: what
 *                   stands in rwork or iwork; -89x: arguments of bdf2nd_ext
 *
 * C99, no dependencies. */
#ifndef MBDAE_CODES_H
#define MBDAE_CODES_H

#define MBDAE_ROUTINE_CODES(X, R, k, r)                                                            \
  X(MBDAE_##R##_STOPPED, -(50 + (k)), r " returned a negative value: the run was stopped",         \
    "q, v are the last accepted state")                                                            \
  X(MBDAE_##R##_REFUSED, -(60 + (k)), r " kept returning a positive value however small the step", \
    "look at the model near the last accepted state")                                              \
  X(MBDAE_##R##_NOT_FINITE, -(70 + (k)), r " kept giving NaN or Inf however small the step",       \
    "look at the model near the last accepted state")                                              \
  X(MBDAE_##R##_THREW, -(80 + (k)), r " left by a C++ exception",                                  \
    "catch it in the routine and return a value instead")

/* IDID of dassl_like. Its 1, 2, 3 (step, tstop, tout) share their numbers with rkstab's: see
 * dassl_like_explain. */
#define DL_CODES(X)                                                                                \
  X(DL_AT_ROOT, 4, "a root of a switching function was found", "t, y are there")                   \
  X(DL_CONSISTENT, 5, "the start values are consistent; nothing was integrated (DL_INIT)",         \
    "rwork[DL_FAILVALUE] is what is left, in the norm of the tolerances")                          \
  X(DL_MUCH_WORK, -1, "the step limit of the call was reached before tout",                        \
    "set info[0] = 1 and call again to go on")                                                     \
  X(DL_TOO_ACCURATE, -2, "the tolerances are below rounding level",                                \
    "multiply them by rwork[DL_FAILVALUE], set info[0] = 1 and call again")                        \
  X(DL_ZERO_WEIGHT, -3, "an error weight became zero or overflowed",                               \
    "give that component a positive atol, set info[0] = 1 and call again")                         \
  X(DL_ERROR_TEST, -6, "the error test failed repeatedly",                                         \
    "a discontinuity or singularity of the solution, or an index above 1 (DL_INDEX)")              \
  X(DL_NO_CONVERGENCE, -7, "the Newton iteration failed repeatedly",                               \
    "look at jac, and at the equations near t")                                                    \
  X(DL_SINGULAR, -8, "the Newton matrix is singular", "look for redundant or missing equations")   \
  X(DL_BOTH_TESTS, -9, "the Newton iteration failed after the error test had, repeatedly",         \
    "a wrong jac, or a discontinuity near t")                                                      \
  X(DL_REFUSED, -10, "res or jac kept returning a positive value however small the step",          \
    "look at them near t")                                                                         \
  X(DL_STOPPED, -11, "res or jac returned a negative value: the run was stopped",                  \
    "t, y are the last accepted state")                                                            \
  X(DL_NO_START, -12, "no consistent y, y' were found at the start",                               \
    "give better values of y, y'")                                                                 \
  X(DL_NOT_FINITE, -13, "res or jac kept giving NaN or Inf however small the step",                \
    "look at them near t")                                                                         \
  X(DL_THREW, -14, "res or jac left by a C++ exception",                                           \
    "catch it in the routine and return a value instead")                                          \
  X(DL_ILLEGAL, -33, "wrong input", "the code in iwork[DL_FAILCODE] names it")                     \
  X(DL_NULL_RES, -801, "res is NULL", "pass the residual")                                         \
  X(DL_RANGE_NEQ, -802, "neq is out of range", "expected neq >= 1, neq^2 below 2^31")              \
  X(DL_BAD_T, -803, "t is NULL or not finite", "expected the address of a finite time")            \
  X(DL_BAD_Y, -804, "y is NULL or not finite", "expected neq finite values")                       \
  X(DL_BAD_YP, -805, "yp is NULL or not finite", "expected neq finite values")                     \
  X(DL_BAD_TOUT, -806, "tout is not finite", "expected a finite time")                             \
  X(DL_NULL_INFO, -807, "info is NULL", "pass 40 ints")                                            \
  X(DL_BAD_RTOL, -808, "rtol is NULL, negative or not finite", "expected rtol >= 0")               \
  X(DL_BAD_ATOL, -809, "atol is NULL, negative or not finite", "expected atol >= 0")               \
  X(DL_NULL_IDID, -810, "idid is NULL", "pass the address of an int")                              \
  X(DL_NULL_RWORK, -811, "rwork is NULL", "pass dassl_like_lrw() doubles")                         \
  X(DL_RANGE_LRW, -812, "lrw is too short", "expected dassl_like_lrw(neq, info)")                  \
  X(DL_NULL_IWORK, -813, "iwork is NULL", "pass dassl_like_liw() ints")                            \
  X(DL_RANGE_LIW, -814, "liw is too short", "expected dassl_like_liw(neq, info)")                  \
  X(DL_NULL_JAC, -815, "jac is NULL", "needed when info[DL_USERJAC] = 1")                          \
  X(DL_RANGE_NG, -819, "the number of switching functions is negative", "expected ng >= 0")        \
  X(DL_ZERO_TOLERANCES, -820, "rtol and atol are zero in every component",                         \
    "expected a positive tolerance")                                                               \
  X(DL_START_WEIGHT, -821, "an error weight is zero or overflows at the start",                    \
    "expected 0 < rtol |y| + atol < 1e308 in every component")                                     \
  X(DL_TOUT_IS_T, -822, "tout equals t", "expected another time")                                  \
  X(DL_TOUT_BEHIND, -823, "tout lies behind t", "expected a time in the direction of the run")     \
  X(DL_TOUT_CLOSE, -824, "tout is too close to t to start", "expected more than rounding errors")  \
  X(DL_TSTOP_BEHIND, -825, "tstop is t or lies behind it", "expected a time ahead")                \
  X(DL_TSTOP_BEFORE_TOUT, -826, "tstop lies before tout", "expected tout no later than tstop")     \
  X(DL_ROOT_AT_START, -827, "a switching function is zero at and just after the start",            \
    "expected one that leaves zero")                                                               \
  X(DL_AFTER_FAILURE, -828, "called again after a failure that nobody dealt with",                 \
    "set info[0] = 1 to go on, 0 to start anew")                                                   \
  X(DL_NOT_STARTED, -829, "info[0] = 1, but rwork and iwork hold no integration",                  \
    "expected info[0] = 0 in the first call")                                                      \
  X(DL_NO_FIRST_STEP, -816,                                                                        \
    "no first step can be chosen: tout - t, y', tolerances or hmax are out of scale",              \
    "expected sizes whose quotients do not overflow")                                              \
  X(DL_CHANGED, -830,                                                                              \
    "an option or size that lays out rwork and iwork is not that of the first call",               \
    "keep it, or start anew with info[0] = 0")                                                     \
  X(DL_BAD_CONTINUE, -840, "info[0] is out of range", "expected 0 or 1")                           \
  X(DL_BAD_INFO, -841, "an entry of info is out of range", "expected 0 or 1")                      \
  X(DL_BAD_FUTURE, -842, "an entry of info asks for what this version does not have",              \
    "expected 0")                                                                                  \
  X(DL_NULL_AMAT, -831, "amat is NULL", "pass the mass matrix routine")                            \
  X(DL_NULL_FCN, -832, "fcn is NULL", "pass the force routine")                                    \
  X(DL_NULL_GCN, -833, "gcn is NULL",                                                              \
    "needed in index-3 form; without it the constraints are nonholonomic")                         \
  X(DL_NULL_GCNQ, -834, "gcnq is NULL", "needed when m > 0")                                       \
  X(DL_BAD_Q, -835, "q is NULL or not finite", "expected n finite positions")                      \
  X(DL_BAD_V, -836, "v is NULL or not finite", "expected n finite velocities")                     \
  X(DL_NULL_LAMBDA, -837, "lambda is NULL", "pass room for m multipliers")                         \
  X(DL_RANGE_N, -838, "n is out of range", "expected n >= 1, (n + m)^2 well below 2^31")           \
  X(DL_RANGE_M, -839, "m is out of range", "expected 0 <= m <= n")                                 \
  X(DL_BAD_FORM, -856, "info[DL_FORM] is out of range", "expected 0 to 4")                         \
  X(DL_BAD_INIT, -861, "info[DL_INIT] is out of range", "expected 0 to 4")                         \
  X(DL_BAD_KIND, -866, "the kind of a variable is out of range",                                   \
    "expected 1 (differential) or -1 (algebraic)")                                                 \
  X(DL_BAD_MATRIX, -862, "info[DL_MATRIX] is out of range", "expected 0, 1 or 2")                  \
  X(DL_BAD_IHOL, -863, "info[DL_IHOL] is out of range", "expected 0 or 1")                         \
  X(DL_BAD_LDIFF, -864, "info[DL_LDIFF] is out of range", "expected 0 or 1")                       \
  X(DL_BAD_METRIC, -865, "info[DL_METRIC] is out of range", "expected 0 or 1")                     \
  X(DL_BAD_METHOD, -867, "bdf2nd: info[B2_METHOD] is out of range", "expected 0 to 3")             \
  X(DL_BAD_STRATEGY, -868, "bdf2nd: info[B2_STRATEGY] is out of range", "expected 0 or 1")         \
  X(DL_BAD_FIXED, -869, "bdf2nd: info[B2_FIXED] is out of range", "expected 0 or 1")               \
  X(DL_BAD_FORMULA, -870, "bdf2nd: info[B2_FORMULA] is out of range", "expected 0, 1 or 2")        \
  X(DL_BAD_TESTV, -871, "bdf2nd: info[B2_TESTV] is out of range", "expected 0 or 1")               \
  X(DL_BAD_ENDS, -872, "bdf2nd: info[B2_ENDS] is out of range", "expected 0 or 1")                 \
  X(DL_METHOD_FORM, -873, "bdf2nd: this info[B2_METHOD] does not know that info[B2_FORM]",         \
    "expected FORM 0 with METHOD 1 to 3")                                                          \
  X(DL_FIRST_ORDER, -874,                                                                          \
    "bdf2nd: GGL and nonholonomic systems are integrated as first-order systems, where an option " \
    "has no meaning",                                                                              \
    "expected that entry of info to be 0")                                                         \
  X(DL_METHOD_STRATEGY, -875, "bdf2nd: this info[B2_METHOD] does not know info[B2_STRATEGY] = 1",  \
    "expected METHOD 0 or 1 with STRATEGY 1")                                                      \
  X(DL_BAD_GAINS, -889, "rwork[DL_ALPHA] or rwork[DL_BETA] is out of range",                       \
    "expected gains >= 0, zero for the default")                                                   \
  X(DL_BAD_HMAX, -881, "rwork[DL_HMAXVALUE] is out of range", "expected a positive step")          \
  X(DL_BAD_H0, -882, "rwork[DL_H] is zero, not finite or points away from tout",                   \
    "expected a first step towards tout")                                                          \
  X(DL_BAD_MAXORD, -883, "iwork[DL_MAXORDVALUE] is out of range", "expected 1 to 5")               \
  X(DL_BAD_ML, -884, "iwork[DL_ML] is out of range", "expected 0 <= ml < neq")                     \
  X(DL_BAD_MU, -885, "iwork[DL_MU] is out of range", "expected 0 <= mu < neq")                     \
  X(DL_BAD_STEPLIMIT, -886, "iwork[DL_STEPLIMITVALUE] is out of range", "expected >= 0")           \
  X(DL_BAD_INDEX, -887, "the index of a variable is out of range", "expected 1, 2 or 3")           \
  X(DL_BAD_TSTOP, -888, "rwork[DL_TSTOPVALUE] is not finite", "expected a finite time")

/* IDID of bdf2nd_ext beside those of bdf2nd */
#define B2_EXT_CODES(X)                                                                      \
  X(B2_EXT_NO_CONTACT, -15, "bdf2nd_ext: no s with h = 0 was found from the one given",      \
    "give a better s, or one where h_s is regular")                                          \
  X(B2_EXT_NO_FORCES, -16, "bdf2nd_ext: no w, lambda were found for the start values",       \
    "give better w, lambda; d_w and G M^-1 (G' - fa_lambda + fa_w d_w^-1 d_lambda) must be " \
    "regular")                                                                               \
  X(B2_EXT_NULL_GCN, -890, "bdf2nd_ext: gcn is NULL", "needed when ns + nlambda > 0")        \
  X(B2_EXT_RANGE_NQ, -891, "bdf2nd_ext: nq is out of range",                                 \
    "expected nq >= 1, all sizes together at most 30000")                                    \
  X(B2_EXT_RANGE_NR, -892, "bdf2nd_ext: nr is out of range", "expected nr >= 0")             \
  X(B2_EXT_RANGE_NW, -893, "bdf2nd_ext: nw is out of range", "expected nw >= 0")             \
  X(B2_EXT_RANGE_NS, -894, "bdf2nd_ext: ns is out of range", "expected ns >= 0")             \
  X(B2_EXT_RANGE_NLAMBDA, -895, "bdf2nd_ext: nlambda is out of range",                       \
    "expected 0 <= nlambda <= nq")                                                           \
  X(B2_EXT_BAD_R, -896, "bdf2nd_ext: r is NULL or not finite", "expected nr finite values")  \
  X(B2_EXT_BAD_W, -897, "bdf2nd_ext: w is NULL or not finite", "expected nw finite guesses") \
  X(B2_EXT_BAD_S, -898, "bdf2nd_ext: s is NULL or not finite", "expected ns finite guesses") \
  X(B2_EXT_BAD_LAMBDA, -899, "bdf2nd_ext: lambda is NULL or not finite",                     \
    "expected nlambda finite guesses")

/* X(name, value, sentence, remedy) */
#define MBDAE_CODES(X)                                                                             \
  X(MBDAE_QUERY, 0, "workspace query answered", "needed lengths are in work[0] and iwork[0]")      \
  X(MBDAE_DONE, 1, "xend reached", "q, v are the state there")                                     \
  X(MBDAE_INTERRUPTED, 2, "interrupted by solout or gin", "x, q, v are the state there")           \
  X(MBDAE_STEP, 3, "one step taken (ONESTEP)", "call again to continue")                           \
  DL_CODES(X)                                                                                      \
  B2_EXT_CODES(X)                                                                                  \
  X(MBDAE_OVERFLOW, -40, "the solution overflowed",                                                \
    "the motion is unstable, or the constant step h too large")                                    \
  X(MBDAE_NMAX, -41, "more than NMAX steps are needed",                                            \
    "raise iwork[RKSTAB_NMAX], loosen the tolerance, or take an implicit method if steps are "     \
    "tiny")                                                                                        \
  X(MBDAE_SMALL_STEP, -42, "the step size fell to rounding level",                                 \
    "the tolerance may be too tight, the solution not smooth here, or gcnqq wrong "                \
    "(mbdae_check_model)")                                                                         \
  X(MBDAE_INCONSISTENT, -43, "the start values are inconsistent",                                  \
    "correct them, or have them made consistent first (RKSTAB_INIT, DL_INIT or B2_INIT = 1); if "  \
    "they are right, gcnq, gcnt or res is wrong (mbdae_check_model)")                              \
  X(MBDAE_NO_PROJECTION, -44, "the start values could not be projected onto the constraints",      \
    "start nearer to the constraints")                                                             \
  X(MBDAE_RANK, -45, "the constraint Jacobian G lost rank",                                        \
    "remove redundant rows; in rkstab, iwork[RKSTAB_RANK] = 1 takes the minimum-norm solution")    \
  X(MBDAE_INDEFINITE, -46, "M is not positive definite on the kernel of G",                        \
    "every motion the constraints allow must carry mass")                                          \
  X(MBDAE_ASYMMETRIC, -47, "amat gave a matrix that is not symmetric", "fill both triangles of M") \
  X(MBDAE_DIVERGED, -48, "the projection onto the constraints kept diverging",                     \
    "check that gcnq is the derivative of gcn")                                                    \
  X(MBDAE_INTERNAL, -49, "an unexpected C++ exception inside the library", "please report it")     \
  MBDAE_ROUTINE_CODES(X, AMAT, 1, "amat")                                                          \
  MBDAE_ROUTINE_CODES(X, FCN, 2, "fcn")                                                            \
  MBDAE_ROUTINE_CODES(X, GCN, 3, "gcn")                                                            \
  MBDAE_ROUTINE_CODES(X, GCNQ, 4, "gcnq")                                                          \
  MBDAE_ROUTINE_CODES(X, GCNT, 5, "gcnt")                                                          \
  MBDAE_ROUTINE_CODES(X, GCNQQ, 6, "gcnqq")                                                        \
  MBDAE_ROUTINE_CODES(X, GIN, 7, "gin")                                                            \
  X(MBDAE_SOLOUT_THREW, -88, "solout left by a C++ exception",                                     \
    "catch it in the routine and return a value instead")                                          \
  X(RKSTAB_NULL_AMAT, -105, "rkstab: amat is NULL", "pass the mass matrix routine")                \
  X(RKSTAB_NULL_FCN, -106, "rkstab: fcn is NULL", "pass the force routine")                        \
  X(RKSTAB_NULL_GCN, -107, "rkstab: gcn is NULL", "needed when m > 0 and ihol = 0")                \
  X(RKSTAB_NULL_GCNQ, -108, "rkstab: gcnq is NULL", "needed when m > 0")                           \
  X(RKSTAB_NULL_GIN, -111, "rkstab: gin is NULL", "needed when mi > 0")                            \
  X(RKSTAB_NULL_BAUMG, -112, "rkstab: baumg is NULL", "needed when iwork[RKSTAB_STAB] = 1")        \
  X(RKSTAB_NULL_X, -113, "rkstab: x is NULL", "pass the address of the start time")                \
  X(RKSTAB_NULL_Q, -114, "rkstab: q is NULL", "pass n positions")                                  \
  X(RKSTAB_NULL_V, -115, "rkstab: v is NULL", "pass n velocities")                                 \
  X(RKSTAB_NULL_H, -117, "rkstab: h is NULL", "pass the address of a step size, 0 for automatic")  \
  X(RKSTAB_NULL_RTOL, -118, "rkstab: rtol is NULL", "needed unless iwork[RKSTAB_FIXED] = 1")       \
  X(RKSTAB_NULL_ATOL, -119, "rkstab: atol is NULL", "needed unless iwork[RKSTAB_FIXED] = 1")       \
  X(RKSTAB_NULL_SOLOUT, -122, "rkstab: solout is NULL", "needed when iout > 0")                    \
  X(RKSTAB_NULL_WORK, -124, "rkstab: work is NULL", "pass rkstab_lwork() doubles")                 \
  X(RKSTAB_NULL_IWORK, -126, "rkstab: iwork is NULL", "pass rkstab_liwork() ints")                 \
  X(RKSTAB_NULL_IDID, -128, "rkstab: idid is NULL", "pass the address of an int")                  \
  X(RKSTAB_RANGE_IHOL, -201, "rkstab: ihol is out of range",                                       \
    "expected 0 (holonomic) or 1 (nonholonomic)")                                                  \
  X(RKSTAB_RANGE_N, -202, "rkstab: n is out of range", "expected n >= 1")                          \
  X(RKSTAB_RANGE_M, -203, "rkstab: m is out of range", "expected m >= 0")                          \
  X(RKSTAB_RANGE_MI, -204, "rkstab: mi is out of range", "expected mi >= 0")                       \
  X(RKSTAB_RANGE_BAUMG, -212, "rkstab: baumg is out of range", "expected baumg[0], baumg[1] >= 0") \
  X(RKSTAB_RANGE_RTOL, -218, "rkstab: rtol is out of range", "expected rtol >= 0")                 \
  X(RKSTAB_RANGE_ATOL, -219, "rkstab: atol is out of range", "expected atol >= 0")                 \
  X(RKSTAB_RANGE_DATOL, -220, "rkstab: datol is out of range", "expected datol >= 0")              \
  X(RKSTAB_RANGE_ITOL, -221, "rkstab: itol is out of range",                                       \
    "expected 0 (scalars) or 1 (2n components)")                                                   \
  X(RKSTAB_RANGE_IOUT, -223, "rkstab: iout is out of range", "expected 0, 1 or 2")                 \
  X(RKSTAB_RANGE_LWORK, -225, "rkstab: lwork is too short",                                        \
    "expected rkstab_lwork(n, m, mi, iwork)")                                                      \
  X(RKSTAB_RANGE_LIWORK, -227, "rkstab: liwork is too short",                                      \
    "expected rkstab_liwork(n, m, mi, iwork)")                                                     \
  X(RKSTAB_NOT_FINITE_BAUMG, -312, "rkstab: baumg is not finite", "expected two finite gains")     \
  X(RKSTAB_NOT_FINITE_X, -313, "rkstab: x is not finite", "expected a finite start time")          \
  X(RKSTAB_NOT_FINITE_Q, -314, "rkstab: q is not finite", "expected n finite positions")           \
  X(RKSTAB_NOT_FINITE_V, -315, "rkstab: v is not finite", "expected n finite velocities")          \
  X(RKSTAB_NOT_FINITE_XEND, -316, "rkstab: xend is not finite", "expected a finite end time")      \
  X(RKSTAB_NOT_FINITE_H, -317, "rkstab: h is not finite",                                          \
    "expected a finite step size, 0 for automatic")                                                \
  X(RKSTAB_NOT_FINITE_RTOL, -318, "rkstab: rtol is not finite", "expected finite tolerances")      \
  X(RKSTAB_NOT_FINITE_ATOL, -319, "rkstab: atol is not finite", "expected finite tolerances")      \
  X(RKSTAB_NOT_FINITE_DATOL, -320, "rkstab: datol is not finite", "expected a finite tolerance")   \
  X(RKSTAB_TOO_LARGE, -402, "rkstab: n, m, mi need a work array longer than an int can count",     \
    "expected (n + m)^2 well below 2^31")                                                          \
  X(RKSTAB_REDUNDANT, -403, "rkstab: m exceeds n",                                                 \
    "expected m <= n unless iwork[RKSTAB_RANK] = 1")                                               \
  X(RKSTAB_NO_STEP, -417, "rkstab: h is 0 with constant steps",                                    \
    "expected h != 0 when iwork[RKSTAB_FIXED] = 1")                                                \
  X(RKSTAB_NO_TOLERANCE, -418, "rkstab: rtol and atol are too small together",                     \
    "expected rtol >= 1e-15 or atol >= 1e-150 in every component")                                 \
  X(RKSTAB_BAD_METHOD, -501, "rkstab: iwork[RKSTAB_METHOD] is out of range",                       \
    "expected 0, 1, 2, 10 or 11 (was iwork set to zero?)")                                         \
  X(RKSTAB_BAD_STAB, -502, "rkstab: iwork[RKSTAB_STAB] is out of range", "expected 0 to 6")        \
  X(RKSTAB_BAD_NMAX, -503, "rkstab: iwork[RKSTAB_NMAX] is out of range", "expected >= 0")          \
  X(RKSTAB_BAD_FIXED, -504, "rkstab: iwork[RKSTAB_FIXED] is out of range", "expected 0 or 1")      \
  X(RKSTAB_BAD_COMPAT, -505, "rkstab: iwork[RKSTAB_COMPAT] is out of range", "expected 0 or 1")    \
  X(RKSTAB_BAD_INIT, -506, "rkstab: iwork[RKSTAB_INIT] is out of range", "expected 0, 1 or 2")     \
  X(RKSTAB_BAD_RANK, -507, "rkstab: iwork[RKSTAB_RANK] is out of range", "expected 0 or 1")        \
  X(RKSTAB_BAD_ONESTEP, -508, "rkstab: iwork[RKSTAB_ONESTEP] is out of range", "expected 0 or 1")  \
  X(RKSTAB_BAD_METRIC, -509, "rkstab: iwork[RKSTAB_METRIC] is out of range", "expected 0 or 1")    \
  X(RKSTAB_BAD_LDIFF, -510, "rkstab: iwork[RKSTAB_LDIFF] is out of range", "expected 0 or 1")      \
  X(RKSTAB_RESERVED_IWORK, -550, "rkstab: a reserved position of iwork is not zero",               \
    "expected iwork[11..19] = 0")                                                                  \
  X(RKSTAB_NEEDS_FIXED, -551, "rkstab: Euler and Heun have no error estimate",                     \
    "expected iwork[RKSTAB_FIXED] = 1 with METHOD 10 or 11")                                       \
  X(RKSTAB_NEEDS_POSITIONS, -552, "rkstab: S-full needs position constraints",                     \
    "expected ihol = 0 with STAB 3")                                                               \
  X(RKSTAB_BAD_SAFE, -601, "rkstab: work[RKSTAB_SAFE] is out of range",                            \
    "expected 0, or 1e-4 < SAFE < 1 (was work set to zero?)")                                      \
  X(RKSTAB_BAD_FACMIN, -602, "rkstab: work[RKSTAB_FACMIN] is out of range",                        \
    "expected 0 <= FACMIN < 1")                                                                    \
  X(RKSTAB_BAD_FACMAX, -603, "rkstab: work[RKSTAB_FACMAX] is out of range",                        \
    "expected 0, or FACMAX > 1")                                                                   \
  X(RKSTAB_BAD_BETA, -604, "rkstab: work[RKSTAB_BETA] is out of range",                            \
    "expected BETA <= 0.2 (negative: none)")                                                       \
  X(RKSTAB_BAD_HMAX, -605, "rkstab: work[RKSTAB_HMAX] is out of range", "expected HMAX >= 0")      \
  X(RKSTAB_RESERVED_WORK, -650, "rkstab: a reserved position of work is not zero",                 \
    "expected work[6..9] = 0")                                                                     \
  X(MBDAE_CHECK_RANGE_IHOL, -701, "check: ihol is out of range",                                   \
    "expected 0 (holonomic) or 1 (nonholonomic)")                                                  \
  X(MBDAE_CHECK_RANGE_N, -702, "check: n is out of range", "expected n >= 1")                      \
  X(MBDAE_CHECK_RANGE_M, -703, "check: m is out of range", "expected m >= 0")                      \
  X(MBDAE_CHECK_NULL_AMAT, -704, "check: amat is NULL", "pass the mass matrix routine")            \
  X(MBDAE_CHECK_NULL_FCN, -705, "check: fcn is NULL", "pass the force routine")                    \
  X(MBDAE_CHECK_NULL_GCN, -706, "check: gcn is NULL", "needed when m > 0 and ihol = 0")            \
  X(MBDAE_CHECK_NULL_GCNQ, -707, "check: gcnq is NULL", "needed when m > 0")                       \
  X(MBDAE_CHECK_NULL_Q, -711, "check: q is NULL", "pass n positions")                              \
  X(MBDAE_CHECK_NULL_V, -712, "check: v is NULL", "pass n velocities")                             \
  X(MBDAE_CHECK_NULL_REPORT, -713, "check: report is NULL", "pass 3 MBDAE_CHECKS doubles")         \
  X(MBDAE_CHECK_NULL_PLACE, -714, "check: place is NULL", "pass 3 MBDAE_CHECKS ints")              \
  X(MBDAE_CHECK_NULL_WORK, -715, "check: work is NULL", "pass mbdae_check_model_lwork() doubles")  \
  X(MBDAE_CHECK_RANGE_LWORK, -716, "check: lwork is too short",                                    \
    "expected mbdae_check_model_lwork(n, m)")                                                      \
  X(MBDAE_CHECK_TOO_LARGE, -752, "check: n, m need a work array longer than an int can count",     \
    "expected (n + m)^2 well below 2^31")                                                          \
  X(MBDAE_CHECK_NOT_FINITE_T, -760, "check: t is not finite", "expected a finite time")            \
  X(MBDAE_CHECK_NOT_FINITE_Q, -761, "check: q is not finite", "expected n finite positions")       \
  X(MBDAE_CHECK_NOT_FINITE_V, -762, "check: v is not finite", "expected n finite velocities")

#define MBDAE_CODE_ENUMERATOR(name, value, sentence, remedy) name = (value),
enum mbdae_code { MBDAE_CODES(MBDAE_CODE_ENUMERATOR) MBDAE_CODES_END = -9999 };
#undef MBDAE_CODE_ENUMERATOR

#endif
