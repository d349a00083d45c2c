// The by-reference twins of check.h; see routines.hpp.
#include <mbdae/check.h>

#include "fortran_bindings/routines.hpp"

using namespace mbdae::fortran;

extern "C" {

// CALL MBDAE_CHECK_MODEL(IHOL,N,M,AMAT,FCN,GCN,GCNQ,GCNT,GCNQQ,T,Q,V,REPORT,PLACE,WORK,LWORK,NFAIL)
MBDAE_API void mbdae_check_model_(const int* ihol, const int* n, const int* m, Amat amat, Fcn fcn,
                                  Constraint gcn, Constraint gcnq, Constraint gcnt,
                                  MotionFunction gcnqq, const double* t, const double* q,
                                  const double* v, double* report, int* place, double* work,
                                  const int* lwork, int* nfail) {
  ModelRoutines user{amat, fcn, gcn, gcnq, gcnt, gcnqq, nullptr};
  *nfail = mbdae_check_model(*ihol, *n, *m, amat == nullptr ? nullptr : call_amat,
                             fcn == nullptr ? nullptr : call_fcn,
                             gcn == nullptr ? nullptr : call_constraint<&ModelRoutines::gcn>,
                             gcnq == nullptr ? nullptr : call_constraint<&ModelRoutines::gcnq>,
                             gcnt == nullptr ? nullptr : call_constraint<&ModelRoutines::gcnt>,
                             gcnqq == nullptr ? nullptr : call_motion<&ModelRoutines::gcnqq>, *t, q,
                             v, report, place, work, *lwork, &user);
}

// INTEGER FUNCTION MBDAE_CHECK_MODEL_LWORK(N,M)
MBDAE_API int mbdae_check_model_lwork_(const int* n, const int* m) {
  return mbdae_check_model_lwork(*n, *m);
}

// CALL MBDAE_CHECK_EXPLAIN(CHECK,REPORT,PLACE,TEXT)
MBDAE_API void mbdae_check_explain_(const int* check, const double* report, const int* place,
                                    char* text, std::size_t length) {
  char line[512];
  mbdae_check_explain(*check, report, place, line, static_cast<int>(sizeof line));
  copy_text(line, text, length);
}

}  // extern "C"
