// The door dassl_like_mbs: check, carve, start consistently, go on, report.
#include "capi/dassl_mbs.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "capi/codes.hpp"

namespace mbdae::capi {

namespace {

constexpr int at_route = 31, at_gradient_route = 32;  // of the factors in rwork, private

void load_counters(const MbsCall& call, MbsRun& run) {
  const int* iw = call.dassl.iwork;
  run.model.count(Routine::fcn) = iw[DL_NFCN];
  run.model.count(Routine::amat) = iw[DL_NAMAT];
  run.model.count(Routine::gcn) = iw[DL_NGCN];
  run.model.count(Routine::gcnq) = iw[DL_NGCNQ];
  run.model.count(Routine::gcnt) = iw[DL_NGCNT];
  run.model.count(Routine::gcnqq) = iw[DL_NGCNQQ];
  run.dynamics.factorizations = iw[DL_NLU];
  run.dynamics.solves = iw[DL_NSOLVE];
  run.dynamics.saddle.route = static_cast<SaddleRoute>(iw[at_route]);
  run.equations.gradient.route = static_cast<SaddleRoute>(iw[at_gradient_route]);
  run.equations.cj = run.dassl.bdf.newton.cj_matrix;
}

void save_counters(const MbsCall& call, MbsRun& run) {
  int* iw = call.dassl.iwork;
  iw[DL_NFCN] = run.model.count(Routine::fcn);
  iw[DL_NAMAT] = run.model.count(Routine::amat);
  iw[DL_NGCN] = run.model.count(Routine::gcn);
  iw[DL_NGCNQ] = run.model.count(Routine::gcnq);
  iw[DL_NGCNT] = run.model.count(Routine::gcnt);
  iw[DL_NGCNQQ] = run.model.count(Routine::gcnqq);
  iw[DL_NLU] = run.dynamics.factorizations;
  iw[DL_NSOLVE] = run.dynamics.solves;
  iw[at_route] = static_cast<int>(run.dynamics.saddle.route);
  iw[at_gradient_route] = static_cast<int>(run.equations.gradient.route);
  iw[DL_FAILROUTINE] = static_cast<int>(run.model.fault.routine);
  iw[DL_FAILINT] = run.model.fault.returned;
}

void clear_results(const MbsCall& call, MbsRun& run) {
  for (const int k : {DL_DRIFTP, DL_DRIFTV, DL_MUMAX, DL_VIOLP, DL_VIOLV}) call.dassl.rwork[k] = 0;
  for (const Vector scale : {run.dynamics.saddle.row_scale, run.equations.gradient.row_scale}) {
    std::fill(scale.begin(), scale.end(), 0.0);
  }
}

Start start_of(int init) {
  if (init == 1 || init == 4) return Start::project;
  return init == 2 ? Start::accept : Start::reject_inconsistent;
}

// Consistent q, v; v' and lambda there; y and y'.
Status start_values(const MbsCall& call, MbsRun& run) {
  const auto n = static_cast<std::size_t>(call.n), m = static_cast<std::size_t>(call.m);
  const double t = *call.dassl.t;
  std::fill(run.y.begin(), run.y.end(), 0.0);
  std::fill(run.yp.begin(), run.yp.end(), 0.0);
  std::copy_n(call.q, n, run.y.begin());
  std::copy_n(call.v, n, run.y.begin() + static_cast<std::ptrdiff_t>(n));
  const Vector state = run.y.first(2 * n);
  const StartValues values{t, state, run.dassl.bdf.delta.first(2 * n),
                           run.dassl.bdf.change.first(2 * n), run.dassl.bdf.tolerances};
  const Start start = start_of(call.dassl.info[DL_INIT]);
  Status status = make_consistent(run.dynamics, run.stabilizer, start, values, run.violation);
  call.dassl.rwork[DL_VIOLP] = run.violation.position;
  call.dassl.rwork[DL_VIOLV] = run.violation.velocity;
  if (status != Status::ok) return status;
  return state_derivative(run.dynamics, t, state, run.yp.first(2 * n), run.y.subspan(2 * n, m));
}

// q, v, lambda to the caller, and what the constraints say of them.
Status deliver(const MbsCall& call, MbsRun& run) {
  const auto n = static_cast<std::size_t>(call.n), m = static_cast<std::size_t>(call.m);
  const ConstVector y = run.y;
  std::copy_n(y.begin(), n, call.q);
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, call.v);
  if (m == 0) return Status::ok;
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(2 * n), m, call.lambda);
  double* w = call.dassl.rwork;
  if (run.equations.form.has_mu()) {
    w[DL_MUMAX] = std::max(w[DL_MUMAX], max_norm(y.subspan(2 * n + m, m)));
  }
  const double t = *call.dassl.t;
  Drift drift;
  Status status = evaluate_jacobian(run.model, t, y.first(n), run.stabilizer.G);
  if (status == Status::ok) {
    status = measure_drift(run.model, run.stabilizer, run.stabilizer.G, t, y.first(n),
                           y.subspan(n, n), drift);
  }
  w[DL_DRIFTP] = std::max(w[DL_DRIFTP], drift.position);
  w[DL_DRIFTV] = std::max(w[DL_DRIFTV], drift.velocity);
  return status;
}

// Failures of the model's routines have codes that name the routine.
int code_in_model(int code, const Fault& fault) {
  switch (code) {
    case DL_REFUSED:
      return code_of(Status::refused, fault);
    case DL_STOPPED:
      return code_of(Status::stopped, fault);
    case DL_NOT_FINITE:
      return code_of(Status::not_finite, fault);
    case DL_THREW:
      return code_of(Status::threw, fault);
    default:
      return code;
  }
}

DasslOutcome fail_at_start(const MbsCall& call, MbsRun& run, Status status) {
  int code = code_of(status, run.model.fault);
  if (status == Status::diverged) code = MBDAE_NO_PROJECTION;
  save_counters(call, run);
  const double violation = std::max(run.violation.position, run.violation.velocity);
  note(call.dassl, code, code == MBDAE_INCONSISTENT ? violation : run.model.fault.t,
       run.model.fault.component);
  call.dassl.info[DL_CONTINUE] = -1;
  return {code, code};
}

// The values are consistent; lambda belongs to them, and that is all that was asked for.
DasslOutcome report_start(const MbsCall& call, MbsRun& run) {
  (void)deliver(call, run);
  save_counters(call, run);
  note(call.dassl, DL_CONSISTENT, 0, -1);
  return {DL_CONSISTENT, DL_CONSISTENT};
}

DasslOutcome integrate(const MbsCall& call) {
  MbsRun run;
  lay_out(call, run);
  set_up(call, run);
  DriveResult result;
  if (call.dassl.info[DL_CONTINUE] == 0) {
    clear_results(call, run);
    const Status status = start_values(call, run);
    if (status != Status::ok) return fail_at_start(call, run, status);
    if (call.dassl.info[DL_INIT] >= 3) return report_start(call, run);
    result = start(run.dassl.bdf, run.dassl.task, run.dassl.wish, *call.dassl.t);
  } else {
    load_state(call.dassl, run.dassl);
    load_counters(call, run);
    result = resume(stepper_of(run.dassl.bdf), run.dassl.task, *call.dassl.t);
  }
  DasslOutcome outcome = conclude(call.dassl, run.dassl, result, run.model.fault);
  const int code = code_in_model(outcome.code, run.model.fault);
  if (code != outcome.code) {
    outcome = {code, code};
    note(call.dassl, code, run.model.fault.t, run.model.fault.component);
  }
  if (outcome.idid != DL_ILLEGAL) (void)deliver(call, run);
  save_counters(call, run);
  return outcome;
}

}  // namespace

DasslOutcome serve(const MbsCall& call) {
  DasslComplaint complaint = check_model(call);
  if (complaint.code != 0) {
    return call.dassl.info == nullptr ? DasslOutcome{DL_ILLEGAL, complaint.code}
                                      : refuse(call.dassl, complaint.code);
  }
  complaint = check_lengths(call);
  if (complaint.code != 0) {
    note_if_long_enough(call.dassl, complaint);
    return refuse(call.dassl, complaint.code);
  }
  complaint = check_continuation(call.dassl);
  if (complaint.code == 0) complaint = check_values(call);
  if (complaint.code != 0) {
    note(call.dassl, complaint.code, complaint.value, complaint.component);
    return refuse(call.dassl, complaint.code);
  }
  try {
    return integrate(call);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return {MBDAE_INTERNAL, MBDAE_INTERNAL};
  }
}

}  // namespace mbdae::capi

using mbdae::capi::DasslLengths;
using mbdae::capi::MbsCall;

namespace {

int length_or_code(int n, int m, const int* info, std::ptrdiff_t DasslLengths::*which) {
  if (n < 1) return DL_RANGE_N;
  if (m < 0 || m > n) return DL_RANGE_M;
  int options[DL_INFO_LENGTH] = {};
  if (info != nullptr) std::copy_n(info, DL_INFO_LENGTH, options);
  options[DL_MAXORD] = 0;  // its number is in iwork: take the longest
  if (options[DL_FORM] < 0 || options[DL_FORM] > 4) return DL_BAD_FORM;
  MbsCall call{};
  call.n = n;
  call.m = m;
  call.dassl.info = options;
  call.dassl.info_length = DL_INFO_LENGTH;
  // holonomic: the longer one
  const auto form = static_cast<mbdae::Form>(options[DL_FORM]);
  const std::ptrdiff_t neq = unknowns(form, n, m);
  if (neq > std::numeric_limits<int>::max()) return DL_RANGE_N;
  call.dassl.neq = static_cast<int>(neq);
  mbdae::capi::MbsRun measured;
  const std::ptrdiff_t length = lay_out(call, measured).*which;
  return length > std::numeric_limits<int>::max() ? DL_RANGE_N : static_cast<int>(length);
}

}  // namespace

extern "C" int dassl_like_mbs(int n, int m, mbdae_amat amat, mbdae_fcn fcn, mbdae_gcn gcn,
                              mbdae_gcnq gcnq, mbdae_gcnt gcnt, mbdae_gcnqq gcnqq, double* t,
                              double q[], double v[], double lambda[], double tout, int info[],
                              const double rtol[], const double atol[], int* idid, double rwork[],
                              int lrw, int iwork[], int liw, void* user) {
  if (idid == nullptr) return DL_NULL_IDID;
  MbsCall call{n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, q, v, lambda, {}};
  mbdae::capi::DasslCall& d = call.dassl;
  d.t = t;
  d.tout = tout;
  d.info = info;
  d.info_length = DL_INFO_LENGTH;
  d.rtol = rtol;
  d.atol = atol;
  d.rwork = rwork;
  d.lrw = lrw;
  d.iwork = iwork;
  d.liw = liw;
  d.user = user;
  if (info != nullptr && n > 0 && m >= 0 && m <= n) {
    const std::ptrdiff_t neq = unknowns(call.form(), n, m);
    d.neq = neq > std::numeric_limits<int>::max() ? 0 : static_cast<int>(neq);
  }
  const mbdae::capi::DasslOutcome outcome = serve(call);
  *idid = outcome.idid;
  return outcome.code;
}

extern "C" int dassl_like_mbs_lrw(int n, int m, const int info[]) {
  return length_or_code(n, m, info, &DasslLengths::rwork);
}

extern "C" int dassl_like_mbs_liw(int n, int m, const int info[]) {
  return length_or_code(n, m, info, &DasslLengths::iwork);
}
