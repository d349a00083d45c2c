// The options and lengths of dassl_like_mbs; what it shares with other doors is in mechanical_run.cpp.
#include <cmath>
#include <limits>

#include "capi/dassl_mbs.hpp"

namespace mbdae::capi {

namespace {

DasslComplaint complain(int code, double value = 0, int component = -1) {
  return {code, value, component};
}

}  // namespace

// The options that belong to residuals, those of mechanisms, and those to come.
DasslComplaint check_options(const MbsCall& call) {
  const DasslCall& c = call.dassl;
  for (const int k : {DL_USERJAC, DL_BANDED, DL_NONNEG, DL_DERIVATIVES, DL_INDEX}) {
    if (c.info[k] != 0) return complain(DL_BAD_FUTURE, c.info[k], k);
  }
  constexpr OptionRange ranges[] = {{DL_FORM, DL_BAD_FORM, 4},     {DL_INIT, DL_BAD_INIT, 4},
                                    {DL_MATRIX, DL_BAD_MATRIX, 2}, {DL_IHOL, DL_BAD_IHOL, 1},
                                    {DL_LDIFF, DL_BAD_LDIFF, 1},   {DL_METRIC, DL_BAD_METRIC, 1}};
  if (const DasslComplaint bad = check_ranges(c, ranges); bad.code != 0) return bad;
  for (int k = DL_INDEX + 1; k < c.info_length; ++k) {
    const bool known = k == DL_FORM || (k >= DL_INIT && k <= DL_METRIC);
    if (!known && c.info[k] != 0) return complain(DL_BAD_FUTURE, c.info[k], k);
  }
  if (!call.holonomic() && form_of(call) == Form::index3) return complain(DL_NULL_GCN);
  return {};
}

DasslComplaint check_lengths(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (const DasslComplaint bad = check_order(d); bad.code != 0) return bad;
  if (continues(d)) {
    if (const DasslComplaint bad = check_plan(c); bad.code != 0) return bad;
  }
  MbsRun measured;
  MbsCall bare = c;
  bare.dassl.rwork = nullptr;
  return compare_lengths(d, lay_out(bare, plan_of(c), measured), DL_RANGE_N, c.n);
}

DasslComplaint check_values(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (form_of(c) == Form::baumgarte) {
    for (const int k : {DL_ALPHA, DL_BETA}) {
      if (!(d.rwork[k] >= 0) || std::isinf(d.rwork[k])) {
        return complain(DL_BAD_GAINS, d.rwork[k]);
      }
    }
  }
  return {};
}

}  // namespace mbdae::capi
