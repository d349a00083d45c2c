// The door bdf2nd: check, carve, start consistently, go on, report.
#include "capi/bdf2nd.hpp"

#include <algorithm>
#include <limits>

namespace mbdae::capi {

DasslLengths needed_lengths(const MbsCall& call) {
  if (is_of_first_order(call)) return first_order_lengths(call);
  SecondOrderRun measured;
  MbsCall bare = call;
  bare.dassl.rwork = nullptr;
  return lay_out(bare, measured);
}

namespace {

DasslComplaint check_options(const MbsCall& call) {
  const DasslCall& c = call.dassl;
  constexpr OptionRange ranges[] = {
      {B2_FORM, DL_BAD_FORM, 3},         {B2_INIT, DL_BAD_INIT, 4},
      {B2_IHOL, DL_BAD_IHOL, 1},         {B2_LDIFF, DL_BAD_LDIFF, 1},
      {B2_METHOD, DL_BAD_METHOD, 3},     {B2_MAXORD, DL_BAD_MAXORD, highest_order2},
      {B2_STRATEGY, DL_BAD_STRATEGY, 1}, {B2_FIXED, DL_BAD_FIXED, 1},
      {B2_FORMULA, DL_BAD_FORMULA, 2},   {B2_TESTV, DL_BAD_TESTV, 1},
      {B2_ENDS, DL_BAD_ENDS, 1}};
  if (const DasslComplaint bad = check_ranges(c, ranges); bad.code != 0) return bad;
#define B2_KNOWN(name, position, default_, meaning) (position),
  constexpr int known[] = {B2_INFO_OPTIONS(B2_KNOWN)};
#undef B2_KNOWN
  for (int k = 0; k < c.info_length; ++k) {
    const bool used = std::find(std::begin(known), std::end(known), k) != std::end(known) &&
                      k != B2_JAC && k != B2_PART && k != B2_SPARSE;
    if (!used && c.info[k] != 0) {
      return {DL_BAD_FUTURE, static_cast<double>(c.info[k]), k};
    }
  }
  if (c.info[B2_METHOD] > 1 && c.info[B2_STRATEGY] == 1) {
    return {DL_METHOD_STRATEGY, static_cast<double>(c.info[B2_METHOD]), B2_METHOD};
  }
  if (collocates(call) && c.info[B2_FORM] != 0) {
    return {DL_METHOD_FORM, static_cast<double>(c.info[B2_FORM]), B2_FORM};
  }
  if (!is_of_first_order(call)) return {};
  for (const int k : {B2_METHOD, B2_STRATEGY, B2_FIXED, B2_FORMULA, B2_TESTV, B2_ENDS}) {
    if (c.info[k] != 0) return {DL_FIRST_ORDER, static_cast<double>(c.info[k]), k};
  }
  if (c.info[B2_FORM] > 1) return {DL_NULL_GCN};
  return {};
}

DasslComplaint check_lengths(const MbsCall& call) {
  return compare_lengths(call.dassl, needed_lengths(call), DL_RANGE_N, call.n);
}

DasslComplaint check_values(const MbsCall& call) {
  const DasslCall& c = call.dassl;
  if (c.info[B2_CONTINUE] != 0 && !is_of_first_order(call)) {
    if (const DasslComplaint bad = check_unchanged(call); bad.code != 0) return bad;
  }
  if (const DasslComplaint bad = check_tolerances(c, tested_components(call)); bad.code != 0) {
    return bad;
  }
  // the step is the caller's, in every call
  if (c.info[B2_FIXED] != 1) return {};
  const double h = c.rwork[B2_H];
  const bool usable =
      h != 0 && std::abs(h) <= std::numeric_limits<double>::max() && (c.tout - *c.t) * h >= 0;
  return usable ? DasslComplaint{} : DasslComplaint{DL_BAD_H0, h};
}

// Where the start values go, and scratch that is not in use yet.
struct StartPlaces {
  Vector q, v, a, lambda;
  Vector multiplier_rate;  // zero unless tested
  Vector scratch;          // 8n
};

StartPlaces places_of(const MbsCall& call, SecondOrderRun& run) {
  const auto n = static_cast<std::size_t>(call.n);
  if (collocates(call)) {
    Collocation& c = run.collocation;
    return {c.q,
            c.v,
            c.a,
            c.lambda,
            c.start_multiplier_rate,
            {c.Z.data(), 8 * n}};  // Z, V, A, L, side, turned
  }
  Bdf2& b = run.bdf;
  return {b.y.first(n), b.y1, b.y2, b.y.subspan(n), b.start_algebraic_rate, b.past.first(8 * n)};
}

Status start_values(const MbsCall& call, SecondOrderRun& run) {
  const auto n = static_cast<std::size_t>(call.n);
  const StartPlaces p = places_of(call, run);
  const Vector state = p.scratch.first(2 * n), rate = p.scratch.subspan(2 * n, 2 * n);
  Tolerances tolerances =
      collocates(call) ? run.collocation.tolerances : run.bdf.tolerances;  // of (q, v)
  tolerances.repeat_from = n;
  tolerances.repeat_by = -static_cast<std::ptrdiff_t>(call.m);
  const Status status = start_values(
      call, run.mechanics, tolerances,
      {state, rate, p.lambda, p.scratch.subspan(4 * n, 2 * n), p.scratch.subspan(6 * n, 2 * n)});
  std::fill(p.multiplier_rate.begin(), p.multiplier_rate.end(), 0.0);
  std::copy_n(state.begin(), n, p.q.begin());
  std::copy_n(rate.begin(), n, p.v.begin());
  std::copy_n(rate.begin() + static_cast<std::ptrdiff_t>(n), n, p.a.begin());
  if (status != Status::ok || !extrapolates(call)) return status;
  return multiplier_rate(run.mechanics.dynamics, {*call.dassl.t, state, rate, p.lambda},
                         call.dassl.tout - *call.dassl.t, p.scratch.subspan(4 * n),
                         p.multiplier_rate);
}

Status deliver(const MbsCall& call, SecondOrderRun& run) {
  if (collocates(call)) {
    const Collocation& c = run.collocation;
    return deliver(call, run.mechanics, c.out, c.out1, c.out_lambda);
  }
  const Bdf2& b = run.bdf;
  return deliver(call, run.mechanics, b.out, b.out1, b.out_algebraic);
}

DasslOutcome report_start(const MbsCall& call, SecondOrderRun& run) {
  const StartPlaces p = places_of(call, run);
  (void)deliver(call, run.mechanics, p.q, p.v, p.lambda);
  save_counters(call, run.mechanics);
  note(call.dassl, DL_CONSISTENT, run.mechanics.left, -1);
  return {DL_CONSISTENT, DL_CONSISTENT};
}

DasslOutcome integrate(const MbsCall& call) {
  if (is_of_first_order(call)) return serve_first_order(call);
  SecondOrderRun run;
  lay_out(call, run);
  set_up(call, run);
  const bool first = call.dassl.info[B2_CONTINUE] == 0;
  DriveResult result;
  if (first) {
    clear_results(call, run.mechanics);
    const Status status = start_values(call, run);
    if (status != Status::ok) return fail_at_start(call, run.mechanics, status);
    if (call.dassl.info[B2_INIT] >= 3) return report_start(call, run);
    result = collocates(call) ? start(run.collocation, run.task, *call.dassl.t)
                              : start(run.bdf, run.task, *call.dassl.t);
  } else {
    const double h = call.dassl.rwork[B2_H];
    load_state(call, run);
    load_counters(call, run.mechanics);
    run.bdf.h = run.collocation.h = h;
    result = resume(collocates(call) ? integrator_of(run.collocation) : integrator_of(run.bdf),
                    run.task, *call.dassl.t);
  }
  if (!first || !is_illegal(result)) save_state(call, run);
  const DasslOutcome outcome =
      name_routine(call, run.mechanics, report(call.dassl, result, run.mechanics.model.fault));
  if (outcome.idid != DL_ILLEGAL) (void)deliver(call, run);
  save_counters(call, run.mechanics);
  return outcome;
}

}  // namespace

}  // namespace mbdae::capi

using mbdae::capi::DasslLengths;
using mbdae::capi::MbsCall;

namespace {

int length_or_code(int n, int m, const int* info, std::ptrdiff_t DasslLengths::*which) {
  if (const int bad = mbdae::capi::check_dimensions(n, m).code; bad != 0) return bad;
  int options[B2_INFO_LENGTH] = {};
  if (info != nullptr) std::copy_n(info, B2_INFO_LENGTH, options);
  MbsCall call{};
  call.n = n;
  call.m = m;
  call.dassl.info = options;
  call.dassl.info_length = B2_INFO_LENGTH;
  call.gcn = [](int, int, double, const double*, double*, void*) { return 0; };  // if IHOL is 0
  const std::ptrdiff_t length = mbdae::capi::needed_lengths(call).*which;
  return length > std::numeric_limits<int>::max() ? DL_RANGE_N : static_cast<int>(length);
}

}  // namespace

extern "C" int bdf2nd(int n, int m, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn, mbdae_gcnq gcnq,
                      mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, double* t, double q[], double v[],
                      double lambda[], double tout, int info[], const double rtol[],
                      const double atol[], int* idid, double work[], int lwork, int iwork[],
                      int liwork, void* user) {
  if (idid == nullptr) return DL_NULL_IDID;
  MbsCall call{n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, q, v, lambda, {}};
  mbdae::capi::DasslCall& d = call.dassl;
  d.t = t;
  d.tout = tout;
  d.info = info;
  d.info_length = B2_INFO_LENGTH;
  d.rtol = rtol;
  d.atol = atol;
  d.rwork = work;
  d.lrw = lwork;
  d.iwork = iwork;
  d.liw = liwork;
  d.user = user;
  using namespace mbdae::capi;
  const DasslOutcome outcome = serve(call, {check_options, check_lengths, check_values, integrate});
  *idid = outcome.idid;
  return outcome.code;
}

extern "C" int bdf2nd_lwork(int n, int m, const int info[]) {
  return length_or_code(n, m, info, &DasslLengths::rwork);
}

extern "C" int bdf2nd_liwork(int n, int m, const int info[]) {
  return length_or_code(n, m, info, &DasslLengths::iwork);
}
