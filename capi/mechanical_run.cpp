// See mechanical_run.hpp.
#include "capi/mechanical_run.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cmath>

#include "capi/codes.hpp"
#include "capi/saddle_layout.hpp"

namespace mbdae::capi {

namespace {

constexpr int at_route = 31;  // of the factors in rwork, private

struct Counter {
  Routine routine;
  int position;
};
constexpr Counter counters[] = {{Routine::fcn, DL_NFCN},   {Routine::amat, DL_NAMAT},
                                {Routine::gcn, DL_NGCN},   {Routine::gcnq, DL_NGCNQ},
                                {Routine::gcnt, DL_NGCNT}, {Routine::gcnqq, DL_NGCNQQ}};

Start start_of(int init) {
  if (init == 1 || init == 4) return Start::project;
  return init == 2 ? Start::accept : Start::reject_inconsistent;
}

DasslComplaint check_finite(const double* x, int count, int code) {
  const int bad = first_not_finite({x, static_cast<std::size_t>(count)});
  return bad < 0 ? DasslComplaint{} : DasslComplaint{code, x[bad], bad};
}

}  // namespace

DasslComplaint check_dimensions(int n, int m) {
  constexpr std::ptrdiff_t root_of_int_max = 46340;
  if (n < 1) return {DL_RANGE_N, static_cast<double>(n)};
  if (m < 0 || m > n) return {DL_RANGE_M, static_cast<double>(m)};
  if (static_cast<std::ptrdiff_t>(n) + m > root_of_int_max) {
    return {DL_RANGE_N, static_cast<double>(n)};
  }
  return {};
}

DasslComplaint check_model(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (const DasslComplaint bad = check_dimensions(c.n, c.m); bad.code != 0) return bad;
  if (c.amat == nullptr) return {DL_NULL_AMAT};
  if (c.fcn == nullptr) return {DL_NULL_FCN};
  if (c.gcnq == nullptr && c.m > 0) return {DL_NULL_GCNQ};
  if (d.t == nullptr) return {DL_BAD_T};
  if (c.q == nullptr) return {DL_BAD_Q};
  if (c.v == nullptr) return {DL_BAD_V};
  if (c.lambda == nullptr && c.m > 0) return {DL_NULL_LAMBDA};
  if (d.info == nullptr) return {DL_NULL_INFO};
  if (d.rwork == nullptr) return {DL_NULL_RWORK};
  if (d.iwork == nullptr) return {DL_NULL_IWORK};
  return {};
}

DasslComplaint check_start_values(const MbsCall& c) {
  const DasslCall& d = c.dassl;
  if (!std::isfinite(*d.t)) return {DL_BAD_T, *d.t};
  if (!std::isfinite(d.tout)) return {DL_BAD_TOUT, d.tout};
  if (d.info[DL_CONTINUE] != 0) return {};
  if (const auto bad = check_finite(c.q, c.n, DL_BAD_Q); bad.code != 0) return bad;
  return check_finite(c.v, c.n, DL_BAD_V);
}

DasslComplaint check_ranges(const DasslCall& call, std::span<const OptionRange> ranges) {
  for (const OptionRange& r : ranges) {
    const int value = call.info[r.position];
    if (value < 0 || value > r.largest) return {r.code, static_cast<double>(value), r.position};
  }
  return {};
}

void lay_mechanics(const MbsCall& call, MechanicalRun& run, Cursor<double>& w, Cursor<int>& iw) {
  const std::ptrdiff_t n = call.n, m = call.m;
  lay_dynamics(run.dynamics, n, m, w, iw);
  Stabilizer& s = run.stabilizer;
  s.g = w.take(m);
  s.rate = w.take(m);
  s.G = w.take(m * n);
  s.correction = w.take(n + m);
}

void set_mechanics(const MbsCall& call, MechanicalRun& run) {
  Model& model = run.model;
  model.n = call.n;
  model.m = call.m;
  model.holonomic = call.holonomic();
  model.amat = call.amat;
  model.fcn = call.fcn;
  model.gcn = call.gcn;
  model.gcnq = call.gcnq;
  model.gcnt = call.gcnt;
  model.gcnqq = call.gcnqq;
  model.user = call.dassl.user;
  Dynamics& d = run.dynamics;
  d.model = &model;
  d.curvature_by_differences = call.gcnqq == nullptr || call.dassl.asks(DL_LDIFF);
  const double span = std::abs(call.dassl.tout - *call.dassl.t);
  d.time_scale = span > 0 ? span : 1.0;
  if (call.dassl.asks(DL_TSTOP)) {
    d.stop_time = call.dassl.rwork[DL_TSTOPVALUE];
    d.stop_side = call.dassl.tout < *call.dassl.t ? -1 : 1;
  }
}

void clear_results(const MbsCall& call, MechanicalRun& run) {
  for (const int k : {DL_DRIFTP, DL_DRIFTV, DL_MUMAX, DL_VIOLP, DL_VIOLV}) call.dassl.rwork[k] = 0;
  const Vector scale = run.dynamics.saddle.row_scale;
  std::fill(scale.begin(), scale.end(), 0.0);
}

void load_counters(const MbsCall& call, MechanicalRun& run) {
  const int* iw = call.dassl.iwork;
  for (const Counter& c : counters) run.model.count(c.routine) = iw[c.position];
  run.dynamics.factorizations = iw[DL_NLU];
  run.dynamics.solves = iw[DL_NSOLVE];
  run.dynamics.saddle.route = static_cast<SaddleRoute>(iw[at_route]);
}

void save_counters(const MbsCall& call, MechanicalRun& run) {
  int* iw = call.dassl.iwork;
  for (const Counter& c : counters) iw[c.position] = run.model.count(c.routine);
  iw[DL_NLU] = run.dynamics.factorizations;
  iw[DL_NSOLVE] = run.dynamics.solves;
  iw[at_route] = static_cast<int>(run.dynamics.saddle.route);
  iw[DL_FAILROUTINE] = static_cast<int>(run.model.fault.routine);
  iw[DL_FAILINT] = run.model.fault.returned;
}

Status start_values(const MbsCall& call, MechanicalRun& run, const Tolerances& tolerances,
                    const StartArrays& arrays) {
  const auto n = static_cast<std::size_t>(call.n);
  const double t = *call.dassl.t;
  std::copy_n(call.q, n, arrays.state.begin());
  std::copy_n(call.v, n, arrays.state.begin() + static_cast<std::ptrdiff_t>(n));
  const StartValues values{t, arrays.state, arrays.trial, arrays.e, tolerances};
  const Start start = start_of(call.dassl.info[DL_INIT]);
  Status status = make_consistent(run.dynamics, run.stabilizer, start, values, run.violation);
  call.dassl.rwork[DL_VIOLP] = run.violation.position;
  call.dassl.rwork[DL_VIOLV] = run.violation.velocity;
  if (status != Status::ok) return status;
  status = state_derivative(run.dynamics, t, arrays.state, arrays.rate, arrays.lambda);
  if (status != Status::ok || call.dassl.info[DL_INIT] < 3) return status;
  return distance_to_constraints(run.dynamics, run.stabilizer, values, run.left);
}

DasslOutcome fail_at_start(const MbsCall& call, MechanicalRun& run, Status status) {
  int code = code_of(status, run.model.fault);
  if (status == Status::diverged) code = MBDAE_NO_PROJECTION;
  save_counters(call, run);
  const double violation = std::max(run.violation.position, run.violation.velocity);
  const bool violated = code == MBDAE_INCONSISTENT || code == MBDAE_NO_PROJECTION;
  note(call.dassl, code, violated ? violation : run.model.fault.t, run.model.fault.component);
  call.dassl.info[DL_CONTINUE] = -1;
  return {code, code};
}

Status deliver(const MbsCall& call, MechanicalRun& run, ConstVector q, ConstVector v,
               ConstVector lambda) {
  std::copy(q.begin(), q.end(), call.q);
  std::copy(v.begin(), v.end(), call.v);
  if (lambda.empty()) return Status::ok;
  std::copy(lambda.begin(), lambda.end(), call.lambda);
  const double t = *call.dassl.t;
  Drift drift;
  Status status = evaluate_jacobian(run.model, t, q, run.stabilizer.G);
  if (status == Status::ok) {
    status = measure_drift(run.model, run.stabilizer, run.stabilizer.G, t, q, v, drift);
  }
  double* w = call.dassl.rwork;
  w[DL_DRIFTP] = std::max(w[DL_DRIFTP], drift.position);
  w[DL_DRIFTV] = std::max(w[DL_DRIFTV], drift.velocity);
  return status;
}

DasslOutcome name_routine(const DasslCall& call, const Fault& fault, DasslOutcome outcome) {
  Status status = Status::ok;
  switch (outcome.code) {
    case DL_REFUSED:
      status = Status::refused;
      break;
    case DL_STOPPED:
      status = Status::stopped;
      break;
    case DL_NOT_FINITE:
      status = Status::not_finite;
      break;
    case DL_THREW:
      status = Status::threw;
      break;
    default:
      return outcome;
  }
  const int code = code_of(status, fault);
  note(call, code, fault.t, fault.component);
  return {code, code};
}

DasslOutcome serve(const MbsCall& call, const DoorSteps& steps) {
  const DasslCall& d = call.dassl;
  DasslComplaint complaint = check_model(call);
  if (complaint.code == 0) complaint = check_info(d);
  if (complaint.code == 0) complaint = steps.check_options(call);
  if (complaint.code != 0) {
    return d.info == nullptr ? DasslOutcome{DL_ILLEGAL, complaint.code} : refuse(d, complaint.code);
  }
  complaint = steps.check_lengths(call);
  if (complaint.code != 0) {
    note_if_long_enough(d, complaint);
    return refuse(d, complaint.code);
  }
  complaint = check_continuation(d);
  if (complaint.code == 0) complaint = check_start_values(call);
  if (complaint.code == 0) complaint = check_tolerances(d, 2 * call.n + call.m);
  if (complaint.code == 0) complaint = steps.check_values(call);
  if (complaint.code == 0) complaint = check_positions(d);
  if (complaint.code != 0) {
    note(d, complaint.code, complaint.value, complaint.component);
    return refuse(d, complaint.code);
  }
  try {
    return steps.integrate(call);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return {MBDAE_INTERNAL, MBDAE_INTERNAL};
  }
}

}  // namespace mbdae::capi
