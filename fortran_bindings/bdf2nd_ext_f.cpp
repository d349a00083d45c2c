// The by-reference twin of bdf2nd_ext; the routines travel behind the user pointer.
#include <mbdae/bdf2nd_ext.h>

#include "fortran_bindings/routines.hpp"

namespace {

// FCN(NQ,NR,NW,NS,NLAM,T,Q,V,R,W,S,XLAM,FA,FD,D)   GCN(NQ,NS,NLAM,T,Q,S,H,G)
// GCNQ(NQ,NS,NLAM,T,Q,S,GQ)
using ExtendedFcn = void (*)(const int* nq, const int* nr, const int* nw, const int* ns,
                             const int* nlambda, const double* t, const double* q, const double* v,
                             const double* r, const double* w, const double* s,
                             const double* lambda, double* fa, double* fd, double* d);
using ExtendedGcn = void (*)(const int* nq, const int* ns, const int* nlambda, const double* t,
                             const double* q, const double* s, double* h, double* g);
using ExtendedGcnq = void (*)(const int* nq, const int* ns, const int* nlambda, const double* t,
                              const double* q, const double* s, double* gq);

struct ExtendedRoutines {
  mbdae::fortran::Amat amat;
  ExtendedFcn fcn;
  ExtendedGcn gcn;
  ExtendedGcnq gcnq;
};

const ExtendedRoutines& routines(void* user) {
  return *static_cast<const ExtendedRoutines*>(user);
}

int call_amat(int n, int ldam, double t, const double* q, double* am, void* user) {
  routines(user).amat(&n, &ldam, &t, q, am);
  return 0;
}

int call_fcn(int nq, int nr, int nw, int ns, int nlambda, double t, const double* q,
             const double* v, const double* r, const double* w, const double* s,
             const double* lambda, double* fa, double* fd, double* d, void* user) {
  routines(user).fcn(&nq, &nr, &nw, &ns, &nlambda, &t, q, v, r, w, s, lambda, fa, fd, d);
  return 0;
}

int call_gcn(int nq, int ns, int nlambda, double t, const double* q, const double* s, double* h,
             double* g, void* user) {
  routines(user).gcn(&nq, &ns, &nlambda, &t, q, s, h, g);
  return 0;
}

int call_gcnq(int nq, int ns, int nlambda, double t, const double* q, const double* s, double* gq,
              void* user) {
  routines(user).gcnq(&nq, &ns, &nlambda, &t, q, s, gq);
  return 0;
}

}  // namespace

extern "C" {

// CALL BDF2ND_EXT(NQ,NR,NW,NS,NLAM,AMAT,FCN,GCN,GCNQ,T,Q,V,R,W,S,XLAM,TOUT,INFO,RTOL,ATOL,IDID,
//                 WORK,LWORK,IWORK,LIWORK)         INFO(40)
MBDAE_API void bdf2nd_ext_(const int* nq, const int* nr, const int* nw, const int* ns,
                           const int* nlambda, mbdae::fortran::Amat amat, ExtendedFcn fcn,
                           ExtendedGcn gcn, ExtendedGcnq gcnq, double* t, double* q, double* v,
                           double* r, double* w, double* s, double* lambda, const double* tout,
                           int* info, const double* rtol, const double* atol, int* idid,
                           double* work, const int* lwork, int* iwork, const int* liwork) {
  ExtendedRoutines user{amat, fcn, gcn, gcnq};
  bdf2nd_ext(*nq, *nr, *nw, *ns, *nlambda, amat == nullptr ? nullptr : call_amat,
             fcn == nullptr ? nullptr : call_fcn, gcn == nullptr ? nullptr : call_gcn,
             gcnq == nullptr ? nullptr : call_gcnq, t, q, v, r, w, s, lambda, *tout, info, rtol,
             atol, idid, work, *lwork, iwork, *liwork, &user);
}

// INTEGER FUNCTION BDF2ND_EXT_LWORK(NQ,NR,NW,NS,NLAM,INFO), BDF2ND_EXT_LIWORK
MBDAE_API int bdf2nd_ext_lwork_(const int* nq, const int* nr, const int* nw, const int* ns,
                                const int* nlambda, const int* info) {
  return bdf2nd_ext_lwork(*nq, *nr, *nw, *ns, *nlambda, info);
}
MBDAE_API int bdf2nd_ext_liwork_(const int* nq, const int* nr, const int* nw, const int* ns,
                                 const int* nlambda, const int* info) {
  return bdf2nd_ext_liwork(*nq, *nr, *nw, *ns, *nlambda, info);
}

}  // extern "C"
