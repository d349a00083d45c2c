// libmbdae_dassl: DDASSL and DDASRT under their own names, for programs that must not change.
#include "fortran_bindings/dassl_routines.hpp"

using namespace mbdae::fortran;

extern "C" {

MBDAE_API void ddassl_(Res res, const int* neq, double* t, double* y, double* yprime,
                       const double* tout, int* info, double* rtol, double* atol, int* idid,
                       double* rwork, const int* lrw, int* iwork, const int* liw, double* rpar,
                       int* ipar, Jac jac) {
  DasslRoutines user{res, jac, nullptr, rpar, ipar};
  serve_fortran({call_res, *neq, t, y, yprime, *tout, info, 15, rtol, atol, rwork, *lrw, iwork,
                 *liw, call_jac, &user},
                rtol, atol, idid);
}

MBDAE_API void ddasrt_(Res res, const int* neq, double* t, double* y, double* yprime,
                       const double* tout, int* info, double* rtol, double* atol, int* idid,
                       double* rwork, const int* lrw, int* iwork, const int* liw, double* rpar,
                       int* ipar, Jac jac, SwitchG g, const int* ng, int* jroot) {
  DasslRoutines user{res, jac, g, rpar, ipar};
  serve_fortran({call_res, *neq, t,     y,    yprime,   *tout, info, 15,          rtol, atol,
                 rwork,    *lrw, iwork, *liw, call_jac, &user, true, call_switch, *ng,  jroot},
                rtol, atol, idid);
}

}  // extern "C"
