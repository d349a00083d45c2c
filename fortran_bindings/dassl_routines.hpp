// RES, JAC and G as DDASSL and DDASRT have them, behind the user pointer of the C doors; shared by
// dassl_like_ and the drop-in library.
#pragma once

#include <mbdae/dassl_like.h>

#include "capi/dassl_call.hpp"

namespace mbdae::fortran {

using Res = void (*)(const double* t, const double* y, const double* yp, double* delta, int* ires,
                     double* rpar, int* ipar);
using Jac = void (*)(const double* t, const double* y, const double* yp, double* pd,
                     const double* cj, double* rpar, int* ipar);
using SwitchG = void (*)(const int* neq, const double* t, const double* y, const int* ng, double* g,
                         double* rpar, int* ipar);

struct DasslRoutines {
  Res res;
  Jac jac;
  SwitchG g;
  double* rpar;
  int* ipar;
};

inline DasslRoutines& dassl_routines(void* user) {
  return *static_cast<DasslRoutines*>(user);
}

// IRES = -1 asks for a smaller step, IRES <= -2 for an end.
inline int call_res(int /*neq*/, double t, const double* y, const double* yp, double* delta,
                    void* user) {
  DasslRoutines& r = dassl_routines(user);
  int ires = 0;
  r.res(&t, y, yp, delta, &ires, r.rpar, r.ipar);
  if (ires == -1) return 1;
  return ires < -1 ? ires : 0;
}

inline int call_jac(int /*neq*/, double t, const double* y, const double* yp, double cj, double* pd,
                    int /*ldpd*/, void* user) {
  DasslRoutines& r = dassl_routines(user);
  r.jac(&t, y, yp, pd, &cj, r.rpar, r.ipar);
  return 0;
}

inline int call_switch(int neq, double t, const double* y, int ng, double* g, void* user) {
  DasslRoutines& r = dassl_routines(user);
  r.g(&neq, &t, y, &ng, g, r.rpar, r.ipar);
  return 0;
}

// DDASSL enlarges the tolerances itself before it returns IDID = -2.
inline void enlarge_tolerances(const capi::DasslCall& call, double* rtol, double* atol) {
  const int count = call.asks(DL_VECTOR) ? call.neq : 1;
  for (int i = 0; i < count; ++i) {
    rtol[i] *= call.rwork[DL_FAILVALUE];
    atol[i] *= call.rwork[DL_FAILVALUE];
  }
}

inline void serve_fortran(const capi::DasslCall& call, double* rtol, double* atol, int* idid) {
  *idid = capi::serve(call).idid;
  if (*idid == DL_TOO_ACCURATE) enlarge_tolerances(call, rtol, atol);
}

}  // namespace mbdae::fortran
