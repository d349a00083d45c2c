// The door dassl_like_mbs: check, carve, start consistently, go on, report.
#include "capi/dassl_mbs.hpp"

#include <algorithm>
#include <limits>

namespace mbdae::capi {

namespace {

// What is private in iwork: of the factors in rwork, and whether their matrix has derivatives.
enum { at_gradient_route = 32, at_derivatives = 33, at_needed = 34 };

void load_matrix(const int* iwork, MechanicalEquations& e) {
  e.gradient.route = static_cast<SaddleRoute>(iwork[at_gradient_route]);
  e.derivatives = iwork[at_derivatives] == 1;
  e.needed = iwork[at_needed];
}

void save_matrix(const MechanicalEquations& e, int* iwork) {
  iwork[at_gradient_route] = static_cast<int>(e.gradient.route);
  iwork[at_derivatives] = e.derivatives ? 1 : 0;
  iwork[at_needed] = e.needed;
}

// y = (q, v, lambda[, mu]) and its parts
struct Parts {
  Vector q, v, lambda, mu;
};

Parts parts_of(const MbsCall& call, Vector y) {
  const auto n = static_cast<std::size_t>(call.n), m = static_cast<std::size_t>(call.m);
  return {y.first(n), y.subspan(n, n), y.subspan(2 * n, m), y.subspan(2 * n + m)};
}

Status start_values(const MbsCall& call, MbsRun& run) {
  const std::size_t state = 2 * static_cast<std::size_t>(call.n);
  std::fill(run.y.begin(), run.y.end(), 0.0);
  std::fill(run.yp.begin(), run.yp.end(), 0.0);
  const Bdf& b = run.dassl.bdf;
  return start_values(call, run.mechanics, b.tolerances,
                      {run.y.first(state), run.yp.first(state), parts_of(call, run.y).lambda,
                       b.delta.first(state), b.change.first(state)});
}

Status deliver(const MbsCall& call, MbsRun& run) {
  const Parts parts = parts_of(call, run.y);
  double& largest = call.dassl.rwork[DL_MUMAX];
  if (call.m > 0 && run.equations.form.has_mu()) largest = std::max(largest, max_norm(parts.mu));
  return deliver(call, run.mechanics, parts.q, parts.v, parts.lambda);
}

// The values are consistent; lambda belongs to them, and that is all that was asked for.
DasslOutcome report_start(const MbsCall& call, MbsRun& run) {
  (void)deliver(call, run);
  save_counters(call, run.mechanics);
  note(call.dassl, DL_CONSISTENT, run.mechanics.left, -1);
  return {DL_CONSISTENT, DL_CONSISTENT};
}

DasslOutcome integrate(const MbsCall& call) {
  MbsRun run;
  const DasslPlan plan = plan_of(call);
  lay_out(call, plan, run);
  set_up(call, run);
  Bdf& bdf = run.dassl.bdf;
  DriveResult result;
  if (call.dassl.info[DL_CONTINUE] == 0) {
    forget_state(call.dassl);
    remember(call.dassl, plan);
    clear_results(call, run.mechanics);
    const Vector scale = run.equations.gradient.row_scale;
    std::fill(scale.begin(), scale.end(), 0.0);
    const Status status = start_values(call, run);
    if (status != Status::ok) return fail_at_start(call, run.mechanics, status);
    if (call.dassl.info[DL_INIT] >= 3) return report_start(call, run);
    result = start(bdf, run.dassl.task, run.dassl.wish, *call.dassl.t);
  } else {
    load_state(call.dassl, run.dassl);
    load_counters(call, run.mechanics);
    load_matrix(call.dassl.iwork, run.equations);
    run.equations.cj = bdf.newton.cj_matrix;
    result = resume(integrator_of(bdf), run.dassl.task, *call.dassl.t);
  }
  const DasslOutcome outcome = name_routine(
      call, run.mechanics, conclude(call.dassl, run.dassl, result, run.mechanics.model.fault));
  if (outcome.idid != DL_ILLEGAL) (void)deliver(call, run);
  save_counters(call, run.mechanics);
  save_matrix(run.equations, call.dassl.iwork);
  return outcome;
}

}  // namespace

DasslOutcome serve_mechanism(const MbsCall& call) {
  return serve(call, {check_options, check_lengths, check_values, integrate});
}

}  // namespace mbdae::capi

using mbdae::capi::DasslLengths;
using mbdae::capi::MbsCall;

namespace {

int length_or_code(int n, int m, const int* info, std::ptrdiff_t DasslLengths::*which) {
  if (const int bad = mbdae::capi::check_dimensions(n, m).code; bad != 0) return bad;
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
  call.dassl.neq = static_cast<int>(unknowns(form, n, m));
  mbdae::capi::MbsRun measured;
  const std::ptrdiff_t length = lay_out(call, plan_of(call), measured).*which;
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
  if (info != nullptr && mbdae::capi::check_dimensions(n, m).code == 0) {
    d.neq = static_cast<int>(unknowns(mbdae::capi::form_of(call), n, m));
  }
  const mbdae::capi::DasslOutcome outcome = serve_mechanism(call);
  *idid = outcome.idid;
  return outcome.code;
}

extern "C" int dassl_like_mbs_lrw(int n, int m, const int info[]) {
  return length_or_code(n, m, info, &DasslLengths::rwork);
}

extern "C" int dassl_like_mbs_liw(int n, int m, const int info[]) {
  return length_or_code(n, m, info, &DasslLengths::iwork);
}
