// The door dassl_like.
#include <mbdae/dassl_like.h>

#include <algorithm>
#include <limits>

#include "capi/dassl_mbs.hpp"

namespace {

using mbdae::capi::DasslCall;
using mbdae::capi::DasslLengths;

// Mechanisms have a matrix of n + m >= neq/2 rows: beyond this no int counts its entries.
constexpr int most_unknowns_of_mechanisms = 100000;

// The longest over the mechanisms with at most neq unknowns.
std::ptrdiff_t longest_of_mechanisms(int neq, int* options, std::ptrdiff_t DasslLengths::*which) {
  if (options[DL_FORM] < 0 || options[DL_FORM] > 4 || neq > most_unknowns_of_mechanisms) return 0;
  std::ptrdiff_t longest = 0;
  const auto form = static_cast<mbdae::Form>(options[DL_FORM]);
  for (int m = 0; m <= neq; ++m) {
    const int n = form == mbdae::Form::ggl ? neq / 2 - m : (neq - m) / 2;
    if (n < 1 || m > n) break;
    mbdae::capi::MbsCall call{};
    call.n = n;
    call.m = m;
    call.gcn = [](int, int, double, const double*, double*, void*) { return 0; };
    call.dassl.info = options;
    call.dassl.info_length = DL_INFO_LENGTH;
    call.dassl.neq = neq;
    mbdae::capi::MbsRun measured;
    longest = std::max(longest, lay_out(call, plan_of(call), measured).*which);
  }
  return longest;
}

int length_or_code(int neq, const int* info, std::ptrdiff_t DasslLengths::*which) {
  if (neq < 1) return DL_RANGE_NEQ;
  int options[DL_INFO_LENGTH] = {};
  if (info != nullptr) {
    for (int k = 0; k < DL_INFO_LENGTH; ++k) options[k] = info[k];
  }
  options[DL_BANDED] = options[DL_MAXORD] = 0;  // their numbers are in iwork: take the longest
  DasslCall call{};
  call.neq = neq;
  call.res = [](int, double, const double*, const double*, double*, void*) { return 0; };
  call.info = options;
  call.info_length = DL_INFO_LENGTH;
  mbdae::capi::DasslRun measured;
  constexpr int most = std::numeric_limits<int>::max();
  const std::ptrdiff_t own = lay_out(call, plan_of(call), measured).*which;
  if (own > most) return DL_RANGE_NEQ;
  const std::ptrdiff_t length = std::max(own, longest_of_mechanisms(neq, options, which));
  return length > most ? DL_RANGE_NEQ : static_cast<int>(length);
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
