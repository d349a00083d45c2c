// The by-reference twin of bdf2nd.
#include <mbdae/bdf2nd.h>

#include "fortran_bindings/routines.hpp"

using namespace mbdae::fortran;

extern "C" {

// CALL BDF2ND(N,M,AMAT,FCN,GCN,GCNQ,GCNT,GCNQQ,T,Q,V,XLAM,TOUT,INFO,RTOL,ATOL,IDID,
//             WORK,LWORK,IWORK,LIWORK)        INFO(40)
MBDAE_API void bdf2nd_(const int* n, const int* m, Amat amat, Fcn fcn, Constraint gcn,
                       Constraint gcnq, Constraint gcnt, MotionFunction gcnqq, double* t, double* q,
                       double* v, double* lambda, const double* tout, int* info, const double* rtol,
                       const double* atol, int* idid, double* work, const int* lwork, int* iwork,
                       const int* liwork) {
  ModelRoutines user{amat, fcn, gcn, gcnq, gcnt, gcnqq, nullptr};
  const Trampolines c = trampolines(user);
  bdf2nd(*n, *m, c.amat, c.fcn, c.gcn, c.gcnq, c.gcnt, c.gcnqq, t, q, v, lambda, *tout, info, rtol,
         atol, idid, work, *lwork, iwork, *liwork, &user);
}

// INTEGER FUNCTION BDF2ND_LWORK(N,M,INFO), BDF2ND_LIWORK(N,M,INFO)      INFO(40)
MBDAE_API int bdf2nd_lwork_(const int* n, const int* m, const int* info) {
  return bdf2nd_lwork(*n, *m, info);
}
MBDAE_API int bdf2nd_liwork_(const int* n, const int* m, const int* info) {
  return bdf2nd_liwork(*n, *m, info);
}

}  // extern "C"
