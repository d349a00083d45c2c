// Every argument of bdf2nd_ext is looked at before work starts.
#include <algorithm>
#include <array>
#include <cmath>

#include "capi/bdf2nd_ext.hpp"
#include "capi/mechanical_run.hpp"

namespace mbdae::capi {

namespace {

constexpr std::ptrdiff_t most_unknowns = 30000;  // twice their square is an int

struct Array {
  const double* values;
  int length, code;
};

std::array<Array, 6> arrays_of(const ExtendedCall& c) {
  return {{{c.q, c.nq, DL_BAD_Q},
           {c.v, c.nq, DL_BAD_V},
           {c.r, c.nr, B2_EXT_BAD_R},
           {c.w, c.nw, B2_EXT_BAD_W},
           {c.s, c.ns, B2_EXT_BAD_S},
           {c.lambda, c.nlambda, B2_EXT_BAD_LAMBDA}}};
}

DasslComplaint check_arrays(const ExtendedCall& c) {
  for (const Array& a : arrays_of(c)) {
    if (a.values == nullptr && a.length > 0) return {a.code};
  }
  return {};
}

DasslComplaint check_finite_arrays(const ExtendedCall& c) {
  for (const Array& a : arrays_of(c)) {
    const int bad = first_not_finite({a.values, static_cast<std::size_t>(a.length)});
    if (bad >= 0) return {a.code, a.values[bad], bad};
  }
  return {};
}

DasslComplaint check_options(const DasslCall& c) {
  constexpr OptionRange ranges[] = {{B2_INIT, DL_BAD_INIT, 4},
                                    {B2_MAXORD, DL_BAD_MAXORD, highest_order2},
                                    {B2_FIXED, DL_BAD_FIXED, 1},
                                    {B2_FORMULA, DL_BAD_FORMULA, 2},
                                    {B2_TESTV, DL_BAD_TESTV, 1}};
  if (const DasslComplaint bad = check_ranges(c, ranges); bad.code != 0) return bad;
  constexpr int known[] = {B2_CONTINUE,  B2_VECTOR, B2_EVERYSTEP, B2_TSTOP, B2_HMAX,    B2_H0,
                           B2_STEPLIMIT, B2_INIT,   B2_MAXORD,    B2_FIXED, B2_FORMULA, B2_TESTV};
  for (int k = 0; k < c.info_length; ++k) {
    const bool used = std::find(std::begin(known), std::end(known), k) != std::end(known);
    if (!used && c.info[k] != 0) return {DL_BAD_FUTURE, static_cast<double>(c.info[k]), k};
  }
  return {};
}

// with FIXED the step is the caller's, in every call
DasslComplaint check_step(const DasslCall& c) {
  if (c.info[B2_FIXED] != 1) return {};
  const double h = c.rwork[B2_H];
  const bool usable = h != 0 && std::isfinite(h) && (c.tout - *c.t) * h >= 0;
  return usable ? DasslComplaint{} : DasslComplaint{DL_BAD_H0, h};
}

}  // namespace

DasslComplaint check_sizes(int nq, int nr, int nw, int ns, int nlambda) {
  if (nq < 1) return {B2_EXT_RANGE_NQ, static_cast<double>(nq)};
  if (nr < 0) return {B2_EXT_RANGE_NR, static_cast<double>(nr)};
  if (nw < 0) return {B2_EXT_RANGE_NW, static_cast<double>(nw)};
  if (ns < 0) return {B2_EXT_RANGE_NS, static_cast<double>(ns)};
  if (nlambda < 0 || nlambda > nq) return {B2_EXT_RANGE_NLAMBDA, static_cast<double>(nlambda)};
  const std::ptrdiff_t all = std::ptrdiff_t{nq} + nr + nw + ns + nlambda;
  if (all > most_unknowns) return {B2_EXT_RANGE_NQ, static_cast<double>(nq)};
  return {};
}

DasslComplaint check_arguments(const ExtendedCall& c) {
  const DasslCall& d = c.dassl;
  DasslComplaint bad = check_sizes(c.nq, c.nr, c.nw, c.ns, c.nlambda);
  if (bad.code != 0) return bad;
  if (c.amat == nullptr) return {DL_NULL_AMAT};
  if (c.fcn == nullptr) return {DL_NULL_FCN};
  if (c.gcn == nullptr && c.ns + c.nlambda > 0) return {B2_EXT_NULL_GCN};
  if (d.t == nullptr) return {DL_BAD_T};
  bad = check_arrays(c);
  if (bad.code != 0) return bad;
  if (d.info == nullptr) return {DL_NULL_INFO};
  if (d.rwork == nullptr) return {DL_NULL_RWORK};
  if (d.iwork == nullptr) return {DL_NULL_IWORK};
  bad = check_info(d);
  return bad.code != 0 ? bad : check_options(d);
}

DasslComplaint check_values(const ExtendedCall& c) {
  const DasslCall& d = c.dassl;
  DasslComplaint bad = check_continuation(d);
  if (bad.code != 0) return bad;
  if (!std::isfinite(*d.t)) return {DL_BAD_T, *d.t};
  if (!std::isfinite(d.tout)) return {DL_BAD_TOUT, d.tout};
  if (d.info[B2_CONTINUE] == 0) bad = check_finite_arrays(c);
  if (bad.code == 0) {
    bad = check_tolerances(d, 2 * c.nq + c.nr + c.nw + c.ns + c.nlambda);
  }
  if (bad.code == 0) bad = check_step(d);
  return bad.code != 0 ? bad : check_positions(d);
}

}  // namespace mbdae::capi
