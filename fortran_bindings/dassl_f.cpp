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

// CALL DASSL_LIKE_EXPLAIN(IDID,RWORK,IWORK,TEXT)
MBDAE_API void dassl_like_explain_(const int* idid, const double* rwork, const int* iwork,
                                   char* text, std::size_t length) {
  char line[512];
  dassl_like_explain(*idid, rwork, iwork, line, static_cast<int>(sizeof line));
  copy_text(line, text, length);
}

}  // extern "C"
