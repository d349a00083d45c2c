// The by-reference twins, callable from Fortran 77 with nothing but EXTERNAL. They wrap the C door:
// the Fortran routines travel behind its user pointer.
#include <mbdae/mbdae.h>

#include "fortran_bindings/routines.hpp"
#include "output/interpolant.hpp"

using namespace mbdae::fortran;

namespace {

using Solout = void (*)(const int* nr, const double* xold, const double* x, const int* n,
                        const double* q, const double* v, const int* m, const double* xlam,
                        const double* rcont, const int* icont, int* irtrn);

// The model comes first: its trampolines know nothing of the output routine.
struct Routines : ModelRoutines {
  Solout solout;
};

int call_solout(int nr, double told, double t, int n, const double* q, const double* v, int m,
                const double* lambda, const mbdae_dense* dense, void* user) {
  int irtrn = 0;
  static_cast<const Routines*>(user)->solout(&nr, &told, &t, &n, q, v, &m, lambda,
                                             dense->interpolant->rcont.data(),
                                             dense->interpolant->icont.data(), &irtrn);
  return irtrn;
}

}  // namespace

extern "C" {

// CALL RKSTAB(IHOL,N,M,MI,AMAT,FCN,GCN,GCNQ,GCNT,GCNQQ,GIN,BAUMG,X,Q,V,XEND,H,
//             RTOL,ATOL,DATOL,ITOL,SOLOUT,IOUT,WORK,LWORK,IWORK,LIWORK,LRCONT,LICONT,IDID)
MBDAE_API void rkstab_(const int* ihol, const int* n, const int* m, const int* mi, Amat amat,
                       Fcn fcn, Constraint gcn, Constraint gcnq, Constraint gcnt,
                       MotionFunction gcnqq, MotionFunction gin, const double* baumg, double* x,
                       double* q, double* v, const double* xend, double* h, const double* rtol,
                       const double* atol, const double* datol, const int* itol, Solout solout,
                       const int* iout, double* work, const int* lwork, int* iwork,
                       const int* liwork, const int* /*lrcont*/, const int* /*licont*/, int* idid) {
  Routines user{{amat, fcn, gcn, gcnq, gcnt, gcnqq, gin}, solout};
  // CONTRK reads plain arrays, so the interpolant must be complete before SOLOUT is called.
  const int prepared = *iout == 1 ? 2 : *iout;
  rkstab(*ihol, *n, *m, *mi, amat == nullptr ? nullptr : call_amat,
         fcn == nullptr ? nullptr : call_fcn,
         gcn == nullptr ? nullptr : call_constraint<&ModelRoutines::gcn>,
         gcnq == nullptr ? nullptr : call_constraint<&ModelRoutines::gcnq>,
         gcnt == nullptr ? nullptr : call_constraint<&ModelRoutines::gcnt>,
         gcnqq == nullptr ? nullptr : call_motion<&ModelRoutines::gcnqq>,
         gin == nullptr ? nullptr : call_motion<&ModelRoutines::gin>, baumg, x, q, v, *xend, h,
         rtol, atol, *datol, *itol, solout == nullptr ? nullptr : call_solout, prepared, work,
         *lwork, iwork, *liwork, idid, &user);
}

// CALL CONTRK(S,RCONT,ICONT,Q,V): Q and V at time S, inside SOLOUT or from copies of RCONT, ICONT
MBDAE_API void contrk_(const double* s, const double* rcont, const int* icont, double* q,
                       double* v) {
  mbdae::evaluate_interpolant(rcont, icont, *s, q, v);
}

// INTEGER FUNCTION RKSTAB_LWORK(N,M,MI,IWORK), RKSTAB_LIWORK(N,M,MI,IWORK)
MBDAE_API int rkstab_lwork_(const int* n, const int* m, const int* mi, const int* iwork) {
  return rkstab_lwork(*n, *m, *mi, iwork);
}

MBDAE_API int rkstab_liwork_(const int* n, const int* m, const int* mi, const int* iwork) {
  return rkstab_liwork(*n, *m, *mi, iwork);
}

// CALL RKSTAB_EXPLAIN(IDID,WORK,IWORK,TEXT)
MBDAE_API void rkstab_explain_(const int* idid, const double* work, const int* iwork, char* text,
                               std::size_t length) {
  char line[512];
  rkstab_explain(*idid, work, iwork, line, static_cast<int>(sizeof line));
  copy_text(line, text, length);
}

// CALL MBDAE_MESSAGE(IDID,TEXT)
MBDAE_API void mbdae_message_(const int* idid, char* text, std::size_t length) {
  copy_text(mbdae_message(*idid), text, length);
}

// CALL MBDAE_VERSION(TEXT)
MBDAE_API void mbdae_version_(char* text, std::size_t length) {
  copy_text(mbdae_version(), text, length);
}

}  // extern "C"
