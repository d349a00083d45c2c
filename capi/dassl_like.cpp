// The door dassl_like.
#include <mbdae/dassl_like.h>

#include <limits>

#include "capi/dassl_call.hpp"

namespace {

using mbdae::capi::DasslCall;
using mbdae::capi::DasslLengths;

int length_or_code(int neq, const int* info, std::ptrdiff_t DasslLengths::*which) {
  if (neq < 1) return DL_RANGE_NEQ;
  int options[DL_INFO_LENGTH] = {};
  if (info != nullptr) {
    for (int k = 0; k < DL_INFO_LENGTH; ++k) options[k] = info[k];
  }
  options[DL_BANDED] = options[DL_MAXORD] = 0;  // their numbers are in iwork: take the longest
  DasslCall call{};
  call.neq = neq;
  call.info = options;
  call.info_length = DL_INFO_LENGTH;
  mbdae::capi::DasslRun measured;
  const std::ptrdiff_t length = lay_out(call, measured).*which;
  return length > std::numeric_limits<int>::max() ? DL_RANGE_NEQ : static_cast<int>(length);
}

}  // namespace

extern "C" int dassl_like(mbdae_res res, int neq, double* t, double y[], double yp[], double tout,
                          int info[], const double rtol[], const double atol[], int* idid,
                          double rwork[], int lrw, int iwork[], int liw, mbdae_jac jac,
                          void* user) {
  if (idid == nullptr) return DL_NULL_IDID;
  const mbdae::capi::DasslOutcome outcome =
      mbdae::capi::serve({res, neq, t, y, yp, tout, info, DL_INFO_LENGTH, rtol, atol, rwork, lrw,
                          iwork, liw, jac, user});
  *idid = outcome.idid;
  return outcome.code;
}

extern "C" int dassl_like_lrw(int neq, const int info[]) {
  return length_or_code(neq, info, &DasslLengths::rwork);
}

extern "C" int dassl_like_liw(int neq, const int info[]) {
  return length_or_code(neq, info, &DasslLengths::iwork);
}
