// What survives between calls, and what is reported: the positions of work and iwork beyond the
// options. Positions that have no name in rkstab_options.h are private to this file.
#include <algorithm>
#include <cmath>

#include "capi/rkstab_setup.hpp"

namespace mbdae::capi {

namespace {

constexpr int continuable = 0x6d626461;  // iwork[RKSTAB_STATE] of a run that can go on

// private positions
enum : int {
  work_t = 18,
  work_xend,
  work_hmax,
  work_time_scale,
  work_previous_error,
  work_latest_pivot
};
enum : int { iwork_fingerprint = 54, iwork_after_rejection = 62, iwork_drift_is_own };
constexpr int fingerprint_length = 8;

using Fingerprint = std::array<int, fingerprint_length>;

// What must not change if a state is to be continued.
Fingerprint fingerprint(const RkstabCall& call, const Run& run) {
  return {call.n,
          call.m,
          call.mi,
          call.ihol,
          100 * call.iwork[RKSTAB_METHOD] + run.stepper.tableau->stages,
          call.iwork[RKSTAB_STAB],
          call.iwork[RKSTAB_METRIC],
          call.iwork[RKSTAB_FIXED] + 2 * call.iwork[RKSTAB_COMPAT]};
}

// Does the predicted step lead towards xend? (h = 0 asks for a new start.)
bool leads_on(const RkstabCall& call) {
  return *call.h != 0 && (call.xend - *call.x) * *call.h >= 0;
}

// Every result that a continued run goes on with: move(position in work or iwork, variable).
template <class Move>
void visit_results(const RkstabCall& call, Model& model, Run& run, Move move) {
  Dynamics& d = run.stepper.dynamics;
  const auto integer = [&](int position, int& used) { move(call.iwork[position], used); };
  const auto number = [&](int position, double& used) { move(call.work[position], used); };
  integer(RKSTAB_NFCN, model.count(Routine::fcn));
  integer(RKSTAB_NJAC, model.count(Routine::gcnq));
  integer(RKSTAB_NAMAT, model.count(Routine::amat));
  integer(RKSTAB_NGCN, model.count(Routine::gcn));
  integer(RKSTAB_NGCNT, model.count(Routine::gcnt));
  integer(RKSTAB_NGCNQQ, model.count(Routine::gcnqq));
  integer(RKSTAB_NGIN, model.count(Routine::gin));
  integer(RKSTAB_NSTEP, run.steps);
  integer(RKSTAB_NACCP, run.accepted);
  integer(RKSTAB_NREJCT, run.rejected);
  integer(RKSTAB_NSTAB, run.stepper.stabilizer.count);
  integer(RKSTAB_NLU, d.factorizations);
  integer(RKSTAB_NSOLVE, d.solves);
  integer(RKSTAB_NRANK, d.short_of_rank);
  integer(RKSTAB_NNEAR, d.near_rank_loss);
  integer(RKSTAB_NROWS, d.lost_row_count);
  for (int k = 0; k < reported_rows; ++k) integer(RKSTAB_ROWS + k, d.lost_rows[k]);
  number(RKSTAB_DRIFTP, run.drift.position);
  number(RKSTAB_DRIFTV, run.drift.velocity);
  number(RKSTAB_DRIFTQ, run.drift.relative);
  number(RKSTAB_VIOLP, run.violation.position);
  number(RKSTAB_VIOLV, run.violation.velocity);
  number(RKSTAB_PIVOT, d.pivots.smallest);
  number(RKSTAB_PIVOTT, d.pivots.smallest_time);
  number(work_latest_pivot, d.pivots.latest);
}

}  // namespace

bool continues(const RkstabCall& call, const Run& run) {
  if (call.iwork[RKSTAB_STATE] != continuable || !run.one_step) return false;
  const Fingerprint now = fingerprint(call, run);
  if (!std::equal(now.begin(), now.end(), call.iwork + iwork_fingerprint)) return false;
  if (call.work[work_t] != *call.x || !leads_on(call)) return false;
  const ConstVector y = run.stepper.y;
  return std::equal(run.q.begin(), run.q.end(), y.begin()) &&
         std::equal(run.v.begin(), run.v.end(), y.begin() + call.n);
}

void clear_results(const RkstabCall& call) {
  std::fill(call.work + RKSTAB_DRIFTP, call.work + RKSTAB_WORK_HEADER, 0.0);
  std::fill(call.iwork + RKSTAB_NFCN, call.iwork + RKSTAB_IWORK_HEADER, 0);
  call.work[RKSTAB_PIVOT] = 1.0;
}

void load_state(const RkstabCall& call, Model& model, Run& run) {
  visit_results(call, model, run, [](const auto& stored, auto& used) { used = stored; });
  Dynamics& d = run.stepper.dynamics;
  d.lost_row_count = std::clamp(d.lost_row_count, 0, reported_rows);
  const double* work = call.work;
  if (work[work_xend] == call.xend) {
    if (work[RKSTAB_HMAX] == 0) run.hmax = work[work_hmax];
    d.time_scale = work[work_time_scale];
  }
  run.controller.previous_error = work[work_previous_error];
  run.controller.after_rejection = call.iwork[iwork_after_rejection] != 0;
  run.stepper.drift_is_own = call.iwork[iwork_drift_is_own] != 0;
}

void save_results(const RkstabCall& call, Model& model, Run& run) {
  visit_results(call, model, run, [](auto& stored, const auto& used) { stored = used; });
  call.iwork[RKSTAB_USED] = run.stepper.tableau == &dop853 ? 1 : 0;
  call.iwork[RKSTAB_GINROW] = run.watch.row;
  call.iwork[RKSTAB_STATE] = 0;
}

void save_state(const RkstabCall& call, const Run& run) {
  const Fingerprint now = fingerprint(call, run);
  call.iwork[RKSTAB_STATE] = continuable;
  std::copy(now.begin(), now.end(), call.iwork + iwork_fingerprint);
  call.iwork[iwork_after_rejection] = run.controller.after_rejection ? 1 : 0;
  call.iwork[iwork_drift_is_own] = run.stepper.drift_is_own ? 1 : 0;
  call.work[work_t] = *run.x;
  call.work[work_xend] = run.xend;
  call.work[work_hmax] = run.hmax;
  call.work[work_time_scale] = run.stepper.dynamics.time_scale;
  call.work[work_previous_error] = run.controller.previous_error;
}

void report_complaint(const RkstabCall& call, const Complaint& complaint) {
  if (call.iwork != nullptr && call.liwork >= RKSTAB_IWORK_HEADER) {
    call.iwork[RKSTAB_FAILINT] = complaint.integer;
    call.iwork[RKSTAB_FAILNEED] = complaint.needed;
    call.iwork[RKSTAB_FAILROUTINE] = 0;
    call.iwork[RKSTAB_FAILCOMP] = complaint.component;
    call.iwork[RKSTAB_NROWS] = 0;
  }
  if (call.work != nullptr && call.lwork >= RKSTAB_WORK_HEADER) {
    call.work[RKSTAB_FAILT] = 0;
    call.work[RKSTAB_FAILVALUE] = complaint.number;
  }
}

void report_failure(const RkstabCall& call, const Run& run, const Result& result) {
  const Fault fault = result.end == End::failed ? run.model->fault : Fault{};
  call.iwork[RKSTAB_FAILINT] = fault.returned;
  call.iwork[RKSTAB_FAILROUTINE] = static_cast<int>(fault.routine);
  call.iwork[RKSTAB_FAILCOMP] = fault.component;
  call.work[RKSTAB_FAILT] = result.end == End::failed ? fault.t : *run.x;
  call.work[RKSTAB_FAILVALUE] = fault.value;
}

}  // namespace mbdae::capi
