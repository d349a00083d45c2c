// The arguments of dassl_like_mbs, in the order of the call.
#include <cmath>
#include <limits>

#include "capi/dassl_mbs.hpp"

namespace mbdae::capi {

namespace {

DasslComplaint complain(int code, double value = 0, int component = -1) {
  return {code, value, component};
}

DasslComplaint check_finite(const double* x, int count, int code) {
  const int bad = first_not_finite({x, static_cast<std::size_t>(count)});
  return bad < 0 ? DasslComplaint{} : complain(code, x[bad], bad);
}

// The options that belong to residuals, and those to come.
DasslComplaint check_options(const DasslCall& c) {
  if (const DasslComplaint bad = check_info(c); bad.code != 0) return bad;
  for (const int k : {DL_USERJAC, DL_BANDED, DL_NONNEG, DL_DERIVATIVES, DL_INDEX}) {
    if (c.info[k] != 0) return complain(DL_BAD_FUTURE, c.info[k], k);
  }
  struct Range {
    int position, code, largest;
  };
  for (const Range& r : {Range{DL_FORM, DL_BAD_FORM, 4}, Range{DL_INIT, DL_BAD_INIT, 4},
                         Range{DL_MATRIX, DL_BAD_MATRIX, 1}, Range{DL_IHOL, DL_BAD_IHOL, 1},
                         Range{DL_LDIFF, DL_BAD_LDIFF, 1}, Range{DL_METRIC, DL_BAD_METRIC, 1}}) {
    const int value = c.info[r.position];
    if (value < 0 || value > r.largest) return complain(r.code, value);
  }
  for (int k = DL_INDEX + 1; k < c.info_length; ++k) {
    const bool known = k == DL_FORM || (k >= DL_INIT && k <= DL_METRIC);
    if (!known && c.info[k] != 0) return complain(DL_BAD_FUTURE, c.info[k], k);
  }
  return {};
}

}  // namespace

DasslComplaint check_model(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (c.n < 1) return complain(DL_RANGE_N, c.n);
  if (c.m < 0 || c.m > c.n) return complain(DL_RANGE_M, c.m);
  if (c.amat == nullptr) return complain(DL_NULL_AMAT);
  if (c.fcn == nullptr) return complain(DL_NULL_FCN);
  if (c.gcnq == nullptr && c.m > 0) return complain(DL_NULL_GCNQ);
  if (d.t == nullptr) return complain(DL_BAD_T);
  if (c.q == nullptr) return complain(DL_BAD_Q);
  if (c.v == nullptr) return complain(DL_BAD_V);
  if (c.lambda == nullptr && c.m > 0) return complain(DL_NULL_LAMBDA);
  if (d.info == nullptr) return complain(DL_NULL_INFO);
  if (d.rwork == nullptr) return complain(DL_NULL_RWORK);
  if (d.iwork == nullptr) return complain(DL_NULL_IWORK);
  if (const DasslComplaint bad = check_options(d); bad.code != 0) return bad;
  if (!c.holonomic() && c.form() == Form::index3) return complain(DL_NULL_GCN);
  return {};
}

DasslComplaint check_lengths(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (d.asks(DL_MAXORD)) {
    if (d.liw <= DL_MAXORDVALUE) return complain(DL_RANGE_LIW, d.liw);
    const int order = d.iwork[DL_MAXORDVALUE];
    if (order < 1 || order > highest_order) return complain(DL_BAD_MAXORD, order);
  }
  MbsRun measured;
  MbsCall bare = c;
  bare.dassl.rwork = nullptr;
  const DasslLengths need = lay_out(bare, measured);
  if (need.rwork > std::numeric_limits<int>::max()) return complain(DL_RANGE_N, c.n);
  if (d.lrw < need.rwork) return complain(DL_RANGE_LRW, d.lrw, static_cast<int>(need.rwork));
  if (d.liw < need.iwork) return complain(DL_RANGE_LIW, d.liw, static_cast<int>(need.iwork));
  return {};
}

DasslComplaint check_values(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (!std::isfinite(*d.t)) return complain(DL_BAD_T, *d.t);
  if (!std::isfinite(d.tout)) return complain(DL_BAD_TOUT, d.tout);
  if (d.info[DL_CONTINUE] == 0) {
    if (const auto bad = check_finite(c.q, c.n, DL_BAD_Q); bad.code != 0) return bad;
    if (const auto bad = check_finite(c.v, c.n, DL_BAD_V); bad.code != 0) return bad;
  }
  if (const auto bad = check_tolerances(d, 2 * c.n + c.m); bad.code != 0) return bad;
  if (c.form() == Form::baumgarte) {
    for (const int k : {DL_ALPHA, DL_BETA}) {
      if (!(d.rwork[k] >= 0) || std::isinf(d.rwork[k])) {
        return complain(DL_BAD_GAINS, d.rwork[k]);
      }
    }
  }
  return check_positions(d);
}

}  // namespace mbdae::capi
