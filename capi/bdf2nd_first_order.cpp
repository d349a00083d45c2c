// What bdf2nd leaves to the first-order integrator: GGL and nonholonomic systems. Their equations have
// constraints on velocities, which formulas for q'' do not keep: in second-order form they end in
// repeated rejections. The call goes to dassl_like_mbs with the same arrays.
#include <algorithm>

#include "capi/bdf2nd.hpp"
#include "capi/dassl_mbs.hpp"

namespace mbdae::capi {

namespace {

// From (q, lambda, v) to (q, v, lambda).
void permute(const double* from, std::ptrdiff_t n, std::ptrdiff_t m, double* to) {
  std::copy_n(from, n, to);
  std::copy_n(from + n + m, n, to + n);
  std::copy_n(from + n, m, to + 2 * n);
}

// The call as dassl_like_mbs sees it, with its options in `info`.
MbsCall first_order_call(const MbsCall& call, int* info) {
  MbsCall other = call;
  const int* asked = call.dassl.info;
  for (const int k : {DL_CONTINUE, DL_VECTOR, DL_EVERYSTEP, DL_TSTOP, DL_HMAX, DL_H0, DL_STEPLIMIT,
                      DL_INIT, DL_IHOL, DL_LDIFF}) {
    info[k] = asked[k];
  }
  info[DL_MAXORD] = asked[B2_MAXORD] > 0 ? 1 : 0;
  other.dassl.info = info;
  other.dassl.info_length = DL_INFO_LENGTH;
  other.dassl.neq = static_cast<int>(unknowns(form_of(other), call.n, call.m));
  return other;
}

std::ptrdiff_t tolerance_room(const MbsCall& call) {
  return call.dassl.info[B2_VECTOR] == 1 ? 2 * (2 * static_cast<std::ptrdiff_t>(call.n) + call.m)
                                         : 0;
}

}  // namespace

bool is_of_first_order(const MbsCall& call) {
  const int* info = call.dassl.info;
  return call.m > 0 && (info[B2_FORM] == 1 || info[B2_IHOL] == 1 || call.gcn == nullptr);
}

DasslLengths first_order_lengths(const MbsCall& call) {
  int info[DL_INFO_LENGTH] = {};
  MbsCall bare = call;
  bare.dassl.rwork = nullptr;
  bare = first_order_call(bare, info);
  info[DL_MAXORD] = 0;  // the longest
  MbsRun measured;
  DasslLengths lengths = lay_out(bare, plan_of(bare), measured);
  lengths.rwork += tolerance_room(call);
  return lengths;
}

DasslOutcome serve_first_order(const MbsCall& call) {
  int info[DL_INFO_LENGTH] = {};
  MbsCall other = first_order_call(call, info);
  DasslCall& d = other.dassl;
  d.lrw -= static_cast<int>(tolerance_room(call));
  if (d.asks(DL_MAXORD)) d.iwork[DL_MAXORDVALUE] = call.dassl.info[B2_MAXORD];
  if (d.asks(DL_VECTOR)) {
    double* room = d.rwork + d.lrw;
    const std::ptrdiff_t count = tolerance_room(call) / 2;
    permute(call.dassl.rtol, call.n, call.m, room);
    permute(call.dassl.atol, call.n, call.m, room + count);
    d.rtol = room;
    d.atol = room + count;
  }
  const DasslOutcome outcome = serve_mechanism(other);
  call.dassl.info[B2_CONTINUE] = info[DL_CONTINUE];
  return outcome;
}

}  // namespace mbdae::capi
