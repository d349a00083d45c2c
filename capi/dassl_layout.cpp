// rwork and iwork as DDASSL and DDASRT lay them out: the same positions for what users read and
// write, the same lengths, so that their drivers' arrays are long enough. What is new stands behind.
#include <algorithm>

#include "capi/cursor.hpp"
#include "capi/dassl_places.hpp"
#include "capi/dassl_plan.hpp"
#include "system/gate.hpp"

namespace mbdae::capi {

namespace {

// Options in the plan. limit_apart: the pivots stay clear of iwork[DL_STEPLIMITVALUE].
enum Option { banded = 1, with_index = 2, with_kinds = 4, limit_apart = 8, with_roots = 16 };

// A continuation finds this number where DDASSL keeps the unit roundoff.
constexpr double mark = 2.2204460492503131e-16;

std::ptrdiff_t matrix_length(const DasslCall& call) {
  const std::ptrdiff_t neq = call.neq;
  if (!call.asks(DL_BANDED)) return neq * neq;
  return (2 * static_cast<std::ptrdiff_t>(call.iwork[DL_ML]) + call.iwork[DL_MU] + 1) * neq;
}

std::ptrdiff_t saved_length(const DasslCall& call) {
  if (!call.asks(DL_BANDED) || call.asks(DL_USERJAC)) return 0;
  const std::ptrdiff_t width =
      static_cast<std::ptrdiff_t>(call.iwork[DL_ML]) + call.iwork[DL_MU] + 1;
  return 2 * (call.neq / width + 1);
}

// g on the polynomial of the last step, or on the tangent at the start.
Status switching_values(void* self, double t, Vector g) {
  DasslRun& run = *static_cast<DasslRun*>(self);
  Bdf& b = run.bdf;
  interpolate(b, std::max(b.old_order, 1), t, b.y, b.yp);
  return pass_gate(run.system.fault, Routine::roots, t, g, [&] {
    return run.g(run.system.neq, t, b.y.data(), static_cast<int>(g.size()), g.data(),
                 run.system.user);
  });
}

}  // namespace

void lay_history(const DasslCall& call, const DasslPlan& plan, Bdf& b, Cursor<double>& w) {
  const std::ptrdiff_t neq = call.neq;
  b.max_order = plan.max_order;
  b.delta = w.take(neq);
  b.change = w.take(neq);
  b.weight = w.take(neq);
  b.phi = w.take((b.max_order + 1) * neq);
  b.error_weight = b.weight;
  if (call.rwork == nullptr) return;
  Vector* const arrays[] = {&b.alpha, &b.beta, &b.gamma, &b.psi, &b.sigma};
  double* at = call.rwork + at_alpha;
  for (Vector* array : arrays) {
    *array = {at, coefficients};
    at += coefficients;
  }
}

namespace {

DasslPlan first_plan(const DasslCall& call) {
  DasslPlan plan;
  plan.max_order = order_asked_for(call);
  plan.sizes[0] = call.neq;
  if (call.asks(DL_BANDED)) {
    plan.options |= banded;
    plan.sizes[1] = call.iwork[DL_ML];
    plan.sizes[2] = call.iwork[DL_MU];
  }
  if (call.asks(DL_INDEX)) plan.options |= with_index;
  if (call.names_kinds()) plan.options |= with_kinds;
  if (call.with_roots) plan.options |= with_roots;
  // where there is room a step limit may be asked for later
  const bool roomy = call.liw > iwork_header + static_cast<std::ptrdiff_t>(call.neq);
  if (roomy || plan.has(with_index | with_kinds)) plan.options |= limit_apart;
  return plan;
}

}  // namespace

DasslPlan plan_of(const DasslCall& call) {
  DasslPlan plan = continues(call) ? remembered_plan(call) : first_plan(call);
  if (call.asks(DL_STEPLIMIT)) plan.options |= limit_apart;
  return plan;
}

DasslComplaint check_plan(const DasslCall& call) {
  if (const DasslComplaint bad = check_remembered(call); bad.code != 0) return bad;
  const DasslPlan plan = remembered_plan(call);
  if (plan.has(with_roots) != call.with_roots) return {DL_NOT_STARTED};
  if (plan.sizes[0] != call.neq) return changed(call.neq);
  for (const OptionBits& o : {OptionBits{banded, DL_BANDED}, OptionBits{with_index, DL_INDEX}}) {
    if (plan.has(o.bits) != call.asks(o.position)) {
      return changed(call.option(o.position), o.position);
    }
  }
  if (!plan.has(banded)) return {};
  if (plan.sizes[1] != call.iwork[DL_ML]) return changed(call.iwork[DL_ML]);
  if (plan.sizes[2] != call.iwork[DL_MU]) return changed(call.iwork[DL_MU]);
  return {};
}

DasslLengths lay_out(const DasslCall& call, const DasslPlan& plan, DasslRun& run) {
  Cursor<double> w{call.rwork, call.with_roots ? rwork_header_with_roots : rwork_header};
  Cursor<int> iw{call.rwork == nullptr ? nullptr : call.iwork, iwork_header};
  const std::ptrdiff_t neq = call.neq;
  Bdf& b = run.bdf;
  lay_history(call, plan, b, w);
  run.equations.matrix = w.take(matrix_length(call));
  if (call.with_roots) {
    run.root_values = run.roots.left = w.take(call.ng);
    run.roots.right = w.take(call.ng);
    run.roots.middle = w.take(call.ng);
  }
  // from here on nothing is kept between calls but the pivots
  run.equations.saved = w.take(saved_length(call));
  if (plan.has(limit_apart)) iw.take(1);
  if (plan.has(with_index)) {
    b.error_weight = w.take(neq);
    b.index = iw.take(neq);
  }
  if (plan.has(with_kinds)) run.wish.kind = iw.take(neq);
  run.equations.pivot = iw.take(neq);
  return {w.used, iw.used};
}

void set_residual(const DasslCall& call, DasslRun& run) {
  run.system.neq = call.neq;
  run.system.res = call.res;
  run.system.jac = call.asks(DL_USERJAC) ? call.jac : nullptr;
  run.system.user = call.user;
  ResidualEquations& e = run.equations;
  e.system = &run.system;
  e.banded = call.asks(DL_BANDED);
  if (e.banded) {
    e.lower = call.iwork[DL_ML];
    e.upper = call.iwork[DL_MU];
  }
  run.bdf.newton.equations = equations_of(e);
  const int init = call.option(DL_INIT);
  run.wish.make_consistent = init == 1 || init == 4;
  run.wish.check_only = init == 3;
  run.wish.start_only = init == 3 || init == 4;
}

static constexpr int default_step_limit = 500;

Task task_of(const DasslCall& call) {
  Task task;
  task.tout = call.tout;
  task.every_step = call.asks(DL_EVERYSTEP);
  task.has_tstop = call.asks(DL_TSTOP);
  if (task.has_tstop) task.tstop = call.rwork[DL_TSTOPVALUE];
  if (call.asks(DL_HMAX)) task.hmax = call.rwork[DL_HMAXVALUE];
  task.has_h0 = call.asks(DL_H0);
  if (task.has_h0) task.h0 = call.rwork[DL_H];
  task.step_limit = default_step_limit;
  if (call.asks(DL_STEPLIMIT) && call.iwork[DL_STEPLIMITVALUE] > 0) {
    task.step_limit = call.iwork[DL_STEPLIMITVALUE];
  }
  return task;
}

void set_task(const DasslCall& call, DasslRun& run) {
  const auto neq = static_cast<std::size_t>(call.neq);
  Bdf& b = run.bdf;
  b.nonnegative = call.asks(DL_NONNEG);
  b.y = {call.y, neq};
  b.yp = {call.yp, neq};
  for (const int index : b.index) b.highest_index = std::max(b.highest_index, index);

  run.task = task_of(call);
  run.wish.compute_derivatives = call.asks(DL_DERIVATIVES);
  b.tolerances.rtol = call.rtol;
  b.tolerances.atol = call.atol;
  b.tolerances.per_component = call.asks(DL_VECTOR);
  if (call.with_roots && call.ng > 0) {
    run.g = call.g;
    run.roots.self = &run;
    run.roots.evaluate = switching_values;
    run.roots.found = {call.jroot, static_cast<std::size_t>(call.ng)};
    std::fill(run.roots.found.begin(), run.roots.found.end(), 0);
    run.task.roots = &run.roots;
  }
}

}  // namespace mbdae::capi
