// Every argument of the DASSL doors is looked at before work starts; rwork and iwork are read only
// after their lengths are known to be sufficient.
#include <cmath>
#include <limits>

#include "capi/dassl_plan.hpp"

namespace mbdae::capi {

namespace {

DasslComplaint complain(int code, double value = 0, int component = -1) {
  return {code, value, component};
}

DasslComplaint check_finite(const double* x, int count, int code) {
  const int bad = first_not_finite({x, static_cast<std::size_t>(count)});
  return bad < 0 ? DasslComplaint{} : complain(code, x[bad], bad);
}

}  // namespace

DasslComplaint check_info(const DasslCall& c) {
  const int first = c.info[DL_CONTINUE];
  if (first != 0 && first != 1 && first != -1) return complain(DL_BAD_CONTINUE, first, 0);
  const auto binary = [&c](int k) {
    return c.info[k] == 0 || c.info[k] == 1 ? DasslComplaint{}
                                            : complain(DL_BAD_INFO, c.info[k], k);
  };
  // DDASSL's drivers leave what follows DL_DERIVATIVES as it happens to be
  const int last = c.info_length > DL_INDEX ? DL_STEPLIMIT : DL_DERIVATIVES;
  for (int k = DL_VECTOR; k <= last; ++k) {
    if (const DasslComplaint bad = binary(k); bad.code != 0) return bad;
  }
  if (c.info_length <= DL_INDEX) return {};
  return binary(DL_INDEX);
}

DasslComplaint check_tolerances(const DasslCall& c, int components) {
  if (c.rtol == nullptr) return complain(DL_BAD_RTOL);
  if (c.atol == nullptr) return complain(DL_BAD_ATOL);
  const int count = c.asks(DL_VECTOR) ? components : 1;
  bool positive = false;
  for (int i = 0; i < count; ++i) {
    const int component = c.asks(DL_VECTOR) ? i : -1;
    if (!(c.rtol[i] >= 0) || std::isinf(c.rtol[i])) {
      return complain(DL_BAD_RTOL, c.rtol[i], component);
    }
    if (!(c.atol[i] >= 0) || std::isinf(c.atol[i])) {
      return complain(DL_BAD_ATOL, c.atol[i], component);
    }
    positive = positive || c.rtol[i] > 0 || c.atol[i] > 0;
  }
  return positive ? DasslComplaint{} : complain(DL_ZERO_TOLERANCES);
}

DasslComplaint check_positions(const DasslCall& c) {
  if (c.asks(DL_HMAX) && !(c.rwork[DL_HMAXVALUE] >= std::numeric_limits<double>::min())) {
    return complain(DL_BAD_HMAX, c.rwork[DL_HMAXVALUE]);
  }
  if (c.asks(DL_TSTOP) && !std::isfinite(c.rwork[DL_TSTOPVALUE])) {
    return complain(DL_BAD_TSTOP, c.rwork[DL_TSTOPVALUE]);
  }
  if (c.asks(DL_H0) && c.info[DL_CONTINUE] == 0 && !std::isfinite(c.rwork[DL_H])) {
    return complain(DL_BAD_H0, c.rwork[DL_H]);
  }
  if (c.asks(DL_STEPLIMIT) && c.iwork[DL_STEPLIMITVALUE] < 0) {
    return complain(DL_BAD_STEPLIMIT, c.iwork[DL_STEPLIMITVALUE]);
  }
  const int* given = c.iwork + DL_FIRST;
  for (int i = 0; c.asks(DL_INDEX) && i < c.neq; ++i) {
    if (given[i] < 1 || given[i] > 3) return complain(DL_BAD_INDEX, given[i], i);
  }
  if (c.asks(DL_INDEX)) given += c.neq;
  const bool wants_kinds = c.names_kinds() && c.info[DL_CONTINUE] == 0;
  for (int i = 0; wants_kinds && i < c.neq; ++i) {
    if (given[i] != 1 && given[i] != -1) return complain(DL_BAD_KIND, given[i], i);
  }
  return {};
}

// Residuals have no forms, and the rest is for versions to come.
static DasslComplaint check_unused(const DasslCall& c) {
  if (c.info_length > DL_INIT && (c.info[DL_INIT] < 0 || c.info[DL_INIT] > 4)) {
    return complain(DL_BAD_INIT, c.info[DL_INIT]);
  }
  for (int k = DL_INDEX + 1; k < c.info_length; ++k) {
    if (k != DL_INIT && c.info[k] != 0) return complain(DL_BAD_FUTURE, c.info[k], k);
  }
  return {};
}

DasslComplaint check_continuation(const DasslCall& c) {
  if (c.info[DL_CONTINUE] == -1) {
    return complain(DL_AFTER_FAILURE, static_cast<double>(c.iwork[DL_FAILCODE]));
  }
  return c.info[DL_CONTINUE] == 1 && !holds_state(c) ? complain(DL_NOT_STARTED) : DasslComplaint{};
}

DasslComplaint check_sizes(const DasslCall& c) {
  if (c.res == nullptr) return complain(DL_NULL_RES);
  if (c.neq < 1) return complain(DL_RANGE_NEQ, c.neq);
  if (c.t == nullptr) return complain(DL_BAD_T);
  if (c.y == nullptr) return complain(DL_BAD_Y);
  if (c.yp == nullptr) return complain(DL_BAD_YP);
  if (c.info == nullptr) return complain(DL_NULL_INFO);
  if (c.rwork == nullptr) return complain(DL_NULL_RWORK);
  if (c.iwork == nullptr) return complain(DL_NULL_IWORK);
  if (c.with_roots && (c.ng < 0 || (c.ng > 0 && (c.g == nullptr || c.jroot == nullptr)))) {
    return complain(DL_RANGE_NG, c.ng);
  }
  if (const DasslComplaint bad = check_info(c); bad.code != 0) return bad;
  if (const DasslComplaint bad = check_unused(c); bad.code != 0) return bad;
  if (c.asks(DL_USERJAC) && c.jac == nullptr) return complain(DL_NULL_JAC);
  return {};
}

DasslComplaint compare_lengths(const DasslCall& c, const DasslLengths& need, int too_large,
                               int size) {
  if (need.rwork > std::numeric_limits<int>::max()) return complain(too_large, size);
  if (c.lrw < need.rwork) return complain(DL_RANGE_LRW, c.lrw, static_cast<int>(need.rwork));
  if (c.liw < need.iwork) return complain(DL_RANGE_LIW, c.liw, static_cast<int>(need.iwork));
  return {};
}

DasslComplaint check_order(const DasslCall& c) {
  if (!c.asks(DL_MAXORD) || continues(c)) return {};
  if (c.liw <= DL_MAXORDVALUE) return complain(DL_RANGE_LIW, c.liw);
  const int order = c.iwork[DL_MAXORDVALUE];
  return order < 1 || order > highest_order ? complain(DL_BAD_MAXORD, order) : DasslComplaint{};
}

DasslComplaint check_lengths(const DasslCall& c) {
  if (continues(c)) {
    if (const DasslComplaint bad = check_plan(c); bad.code != 0) return bad;
  }
  if (const DasslComplaint bad = check_order(c); bad.code != 0) return bad;
  if (c.asks(DL_BANDED)) {
    if (c.liw <= DL_MU) return complain(DL_RANGE_LIW, c.liw);
    const int lower = c.iwork[DL_ML], upper = c.iwork[DL_MU];
    if (lower < 0 || lower >= c.neq) return complain(DL_BAD_ML, lower);
    if (upper < 0 || upper >= c.neq) return complain(DL_BAD_MU, upper);
  }
  DasslRun measured;
  DasslCall bare = c;
  bare.rwork = nullptr;
  return compare_lengths(c, lay_out(bare, plan_of(c), measured), DL_RANGE_NEQ, c.neq);
}

DasslComplaint check_values(const DasslCall& c) {
  if (!std::isfinite(*c.t)) return complain(DL_BAD_T, *c.t);
  if (!std::isfinite(c.tout)) return complain(DL_BAD_TOUT, c.tout);
  if (c.info[DL_CONTINUE] == 0) {
    if (const auto bad = check_finite(c.y, c.neq, DL_BAD_Y); bad.code != 0) return bad;
    if (const auto bad = check_finite(c.yp, c.neq, DL_BAD_YP); bad.code != 0) return bad;
  }
  if (const DasslComplaint bad = check_tolerances(c, c.neq); bad.code != 0) return bad;
  return check_positions(c);
}

}  // namespace mbdae::capi
