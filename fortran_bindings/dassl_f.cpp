// The by-reference twin of dassl_like: DDASSL's arguments.
#include "fortran_bindings/dassl_routines.hpp"
#include "fortran_bindings/routines.hpp"

using namespace mbdae::fortran;

extern "C" {

// CALL DASSL_LIKE(RES,NEQ,T,Y,YPRIME,TOUT,INFO,RTOL,ATOL,IDID,RWORK,LRW,IWORK,LIW,RPAR,IPAR,JAC)
// INFO(15) = 1 says that INFO has 40 entries; with 0 only DDASSL's 15 are looked at.
MBDAE_API void dassl_like_(Res res, const int* neq, double* t, double* y, double* yprime,
                           const double* tout, int* info, double* rtol, double* atol, int* idid,
                           double* rwork, const int* lrw, int* iwork, const int* liw, double* rpar,
                           int* ipar, Jac jac) {
  DasslRoutines user{res, jac, nullptr, rpar, ipar};
  const int info_length = info != nullptr && info[14] == 1 ? DL_INFO_LENGTH : 15;
  serve_fortran({res == nullptr ? nullptr : call_res, *neq, t, y, yprime, *tout, info, info_length,
                 rtol, atol, rwork, *lrw, iwork, *liw, jac == nullptr ? nullptr : call_jac, &user},
                rtol, atol, idid);
}

// CALL DASSL_LIKE_MBS(N,M,AMAT,FCN,GCN,GCNQ,GCNT,GCNQQ,T,Q,V,XLAM,TOUT,INFO,RTOL,ATOL,IDID,
//                     RWORK,LRW,IWORK,LIW)        INFO(40)
MBDAE_API void dassl_like_mbs_(const int* n, const int* m, Amat amat, Fcn fcn, Constraint gcn,
                               Constraint gcnq, Constraint gcnt, MotionFunction gcnqq, double* t,
                               double* q, double* v, double* lambda, const double* tout, int* info,
                               const double* rtol, const double* atol, int* idid, double* rwork,
                               const int* lrw, int* iwork, const int* liw) {
  ModelRoutines user{amat, fcn, gcn, gcnq, gcnt, gcnqq, nullptr};
  const Trampolines c = trampolines(user);
  dassl_like_mbs(*n, *m, c.amat, c.fcn, c.gcn, c.gcnq, c.gcnt, c.gcnqq, t, q, v, lambda, *tout,
                 info, rtol, atol, idid, rwork, *lrw, iwork, *liw, &user);
}

// INTEGER FUNCTION DASSL_LIKE_LRW(NEQ,INFO), DASSL_LIKE_LIW(NEQ,INFO),
//                  DASSL_LIKE_MBS_LRW(N,M,INFO), DASSL_LIKE_MBS_LIW(N,M,INFO)      INFO(40)
MBDAE_API int dassl_like_lrw_(const int* neq, const int* info) {
  return dassl_like_lrw(*neq, info);
}
MBDAE_API int dassl_like_liw_(const int* neq, const int* info) {
  return dassl_like_liw(*neq, info);
}
MBDAE_API int dassl_like_mbs_lrw_(const int* n, const int* m, const int* info) {
  return dassl_like_mbs_lrw(*n, *m, info);
}
MBDAE_API int dassl_like_mbs_liw_(const int* n, const int* m, const int* info) {
  return dassl_like_mbs_liw(*n, *m, info);
}

// CALL DASSL_LIKE_EXPLAIN(IDID,RWORK,IWORK,TEXT)
MBDAE_API void dassl_like_explain_(const int* idid, const double* rwork, const int* iwork,
                                   char* text, std::size_t length) {
  char line[512];
  dassl_like_explain(*idid, rwork, iwork, line, static_cast<int>(sizeof line));
  copy_text(line, text, length);
}

}  // extern "C"
