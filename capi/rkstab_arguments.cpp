// Every argument of rkstab is looked at before work starts, in the order of the call; work and
// iwork are read only after their lengths are known to be sufficient.
#include <algorithm>
#include <cmath>
#include <limits>

#include "capi/rkstab_setup.hpp"

namespace mbdae::capi {

namespace {

Complaint bad_integer(int code, int value) {
  return {.code = code, .integer = value};
}

Complaint bad_number(int code, double value, int component = -1) {
  return {.code = code, .number = value, .component = component};
}

Complaint check_model(const RkstabCall& c) {
  if (c.ihol != 0 && c.ihol != 1) return bad_integer(RKSTAB_RANGE_IHOL, c.ihol);
  if (const Complaint sizes = check_sizes(c.n, c.m, c.mi); sizes.code != 0) return sizes;
  if (c.amat == nullptr) return {.code = RKSTAB_NULL_AMAT};
  if (c.fcn == nullptr) return {.code = RKSTAB_NULL_FCN};
  if (c.gcn == nullptr && c.m > 0 && c.ihol == 0) return {.code = RKSTAB_NULL_GCN};
  if (c.gcnq == nullptr && c.m > 0) return {.code = RKSTAB_NULL_GCNQ};
  if (c.gin == nullptr && c.mi > 0) return {.code = RKSTAB_NULL_GIN};
  return {};
}

Complaint check_state(const RkstabCall& c) {
  if (c.x == nullptr) return {.code = RKSTAB_NULL_X};
  if (!std::isfinite(*c.x)) return bad_number(RKSTAB_NOT_FINITE_X, *c.x);
  if (c.q == nullptr) return {.code = RKSTAB_NULL_Q};
  if (c.v == nullptr) return {.code = RKSTAB_NULL_V};
  const auto n = static_cast<std::size_t>(c.n);
  if (const int i = first_not_finite({c.q, n}); i >= 0) {
    return bad_number(RKSTAB_NOT_FINITE_Q, c.q[i], i);
  }
  if (const int i = first_not_finite({c.v, n}); i >= 0) {
    return bad_number(RKSTAB_NOT_FINITE_V, c.v[i], i);
  }
  if (!std::isfinite(c.xend)) return bad_number(RKSTAB_NOT_FINITE_XEND, c.xend);
  if (c.h == nullptr) return {.code = RKSTAB_NULL_H};
  if (!std::isfinite(*c.h)) return bad_number(RKSTAB_NOT_FINITE_H, *c.h);
  return {};
}

Complaint check_tolerances(const RkstabCall& c) {
  if (!std::isfinite(c.datol)) return bad_number(RKSTAB_NOT_FINITE_DATOL, c.datol);
  if (c.datol < 0) return bad_number(RKSTAB_RANGE_DATOL, c.datol);
  if (c.itol != 0 && c.itol != 1) return bad_integer(RKSTAB_RANGE_ITOL, c.itol);
  if (c.iwork[RKSTAB_FIXED] == 1) return {};  // not read
  if (c.rtol == nullptr) return {.code = RKSTAB_NULL_RTOL};
  if (c.atol == nullptr) return {.code = RKSTAB_NULL_ATOL};
  const std::ptrdiff_t count = c.itol == 1 ? 2 * static_cast<std::ptrdiff_t>(c.n) : 1;
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    const double rtol = c.rtol[k], atol = c.atol[k];
    const auto i = static_cast<int>(k);
    if (!std::isfinite(rtol)) return bad_number(RKSTAB_NOT_FINITE_RTOL, rtol, i);
    if (!std::isfinite(atol)) return bad_number(RKSTAB_NOT_FINITE_ATOL, atol, i);
    if (rtol < 0) return bad_number(RKSTAB_RANGE_RTOL, rtol, i);
    if (atol < 0) return bad_number(RKSTAB_RANGE_ATOL, atol, i);
    if (atol < 1e-150 && rtol < 1e-15) return bad_number(RKSTAB_NO_TOLERANCE, rtol, i);
  }
  return {};
}

Complaint check_iwork_options(const RkstabCall& c) {
  struct Range {
    int position, code, largest;
  };
  constexpr Range ranges[] = {
      {RKSTAB_STAB, RKSTAB_BAD_STAB, 6},       {RKSTAB_NMAX, RKSTAB_BAD_NMAX, 2147483647},
      {RKSTAB_FIXED, RKSTAB_BAD_FIXED, 1},     {RKSTAB_COMPAT, RKSTAB_BAD_COMPAT, 1},
      {RKSTAB_INIT, RKSTAB_BAD_INIT, 2},       {RKSTAB_RANK, RKSTAB_BAD_RANK, 1},
      {RKSTAB_ONESTEP, RKSTAB_BAD_ONESTEP, 1}, {RKSTAB_METRIC, RKSTAB_BAD_METRIC, 1},
      {RKSTAB_LDIFF, RKSTAB_BAD_LDIFF, 1}};
  const int method = c.iwork[RKSTAB_METHOD];
  const bool constant_only = method == 10 || method == 11;
  if ((method < 0 || method > 2) && !constant_only) return bad_integer(RKSTAB_BAD_METHOD, method);
  for (const Range& r : ranges) {
    const int value = c.iwork[r.position];
    if (value < 0 || value > r.largest) return bad_integer(r.code, value);
  }
  for (int i = RKSTAB_LDIFF + 1; i < RKSTAB_NFCN; ++i) {
    if (c.iwork[i] != 0) {
      return {.code = RKSTAB_RESERVED_IWORK, .integer = c.iwork[i], .component = i};
    }
  }
  if (constant_only && c.iwork[RKSTAB_FIXED] == 0) return bad_integer(RKSTAB_NEEDS_FIXED, method);
  if (c.iwork[RKSTAB_STAB] == 3 && c.ihol == 1)
    return {.code = RKSTAB_NEEDS_POSITIONS, .integer = 1};
  if (c.m > c.n && c.iwork[RKSTAB_RANK] == 0) return bad_integer(RKSTAB_REDUNDANT, c.m);
  if (c.iwork[RKSTAB_FIXED] == 1 && *c.h == 0) return bad_number(RKSTAB_NO_STEP, 0.0);
  return {};
}

Complaint check_baumgarte(const RkstabCall& c) {
  if (c.iwork[RKSTAB_STAB] != 1) return {};
  if (c.baumg == nullptr) return {.code = RKSTAB_NULL_BAUMG};
  for (int i = 0; i < 2; ++i) {
    if (!std::isfinite(c.baumg[i])) return bad_number(RKSTAB_NOT_FINITE_BAUMG, c.baumg[i], i);
    if (c.baumg[i] < 0) return bad_number(RKSTAB_RANGE_BAUMG, c.baumg[i], i);
  }
  return {};
}

// Zero means default; comparisons are written so that NaN fails them.
Complaint check_work_options(const RkstabCall& c) {
  const auto value = [&c](int position) { return c.work[position]; };
  const double safe = value(RKSTAB_SAFE), facmin = value(RKSTAB_FACMIN),
               facmax = value(RKSTAB_FACMAX), beta = value(RKSTAB_BETA), hmax = value(RKSTAB_HMAX);
  if (safe != 0 && !(safe > 1e-4 && safe < 1)) return bad_number(RKSTAB_BAD_SAFE, safe);
  if (!(facmin >= 0 && facmin < 1)) return bad_number(RKSTAB_BAD_FACMIN, facmin);
  if (facmax != 0 && !(facmax > 1 && std::isfinite(facmax))) {
    return bad_number(RKSTAB_BAD_FACMAX, facmax);
  }
  if (!(beta <= 0.2) || std::isinf(beta)) return bad_number(RKSTAB_BAD_BETA, beta);
  if (!(hmax >= 0) || std::isinf(hmax)) return bad_number(RKSTAB_BAD_HMAX, hmax);
  for (int i = RKSTAB_HMAX + 1; i < RKSTAB_DRIFTP; ++i) {
    if (!(value(i) == 0)) return bad_number(RKSTAB_RESERVED_WORK, value(i), i);
  }
  return {};
}

// iwork, then work: the length of work depends on the options in iwork.
Complaint check_arrays(const RkstabCall& c) {
  if (c.work == nullptr) return {.code = RKSTAB_NULL_WORK};
  if (c.iwork == nullptr) return {.code = RKSTAB_NULL_IWORK};
  if (c.liwork < RKSTAB_IWORK_HEADER) {
    const Lengths lengths = longest_lengths(c.n, c.m, c.mi);
    return {.code = RKSTAB_RANGE_LIWORK,
            .integer = c.liwork,
            .needed = static_cast<int>(lengths.iwork)};
  }
  if (const Complaint options = check_iwork_options(c); options.code != 0) return options;
  const Lengths lengths = needed_lengths(c.n, c.m, c.mi, c.iwork);
  if (lengths.work > std::numeric_limits<int>::max()) return bad_integer(RKSTAB_TOO_LARGE, c.n);
  if (c.liwork < lengths.iwork) {
    return {.code = RKSTAB_RANGE_LIWORK,
            .integer = c.liwork,
            .needed = static_cast<int>(lengths.iwork)};
  }
  if (c.lwork < lengths.work) {
    return {
        .code = RKSTAB_RANGE_LWORK, .integer = c.lwork, .needed = static_cast<int>(lengths.work)};
  }
  return check_work_options(c);
}

}  // namespace

Complaint check_sizes(int n, int m, int mi) {
  if (n < 1) return bad_integer(RKSTAB_RANGE_N, n);
  if (m < 0) return bad_integer(RKSTAB_RANGE_M, m);
  if (mi < 0) return bad_integer(RKSTAB_RANGE_MI, mi);
  constexpr std::ptrdiff_t root_of_int_max = 46340;
  const auto unknowns = static_cast<std::ptrdiff_t>(n) + m;
  if (unknowns > root_of_int_max || mi > std::numeric_limits<int>::max() / 2) {
    return bad_integer(RKSTAB_TOO_LARGE, std::max({n, m, mi}));
  }
  return {};
}

Complaint check_arguments(const RkstabCall& c) {
  Complaint complaint = check_model(c);
  if (complaint.code == 0) complaint = check_state(c);
  if (complaint.code != 0) return complaint;
  if (c.iout < 0 || c.iout > 2) return bad_integer(RKSTAB_RANGE_IOUT, c.iout);
  if (c.solout == nullptr && c.iout > 0) return {.code = RKSTAB_NULL_SOLOUT};
  complaint = check_arrays(c);
  if (complaint.code == 0) complaint = check_baumgarte(c);
  if (complaint.code == 0) complaint = check_tolerances(c);
  return complaint;
}

}  // namespace mbdae::capi
