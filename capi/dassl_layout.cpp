// rwork and iwork as DDASSL and DDASRT lay them out: the same positions for what users read and
// write, the same lengths, so that their drivers' arrays are long enough. What is new stands behind.
#include <algorithm>

#include "capi/cursor.hpp"
#include "capi/dassl_call.hpp"
#include "system/gate.hpp"

namespace mbdae::capi {

namespace {

// Scalars of the state; the arrays alpha .. sigma follow at 10, DDASRT's at 40.
enum RworkState {
  at_cj = 4,
  at_cj_matrix = 5,
  at_rate = 7,
  at_mark = 8,
  at_alpha = 10,
  at_t0 = 40
};
enum IworkState { at_age = 4, at_phase = 5, at_equal = 8, at_nge = 15, at_root_state = 17 };
constexpr int roots_header = 50, header = 40, coefficients = 6;
constexpr int iwork_header = 20;

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

void lay_history(const DasslCall& call, Bdf& b, Cursor<double>& w) {
  const std::ptrdiff_t neq = call.neq;
  b.max_order = call.asks(DL_MAXORD) ? call.iwork[DL_MAXORDVALUE] : highest_order;
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

DasslLengths lay_out(const DasslCall& call, DasslRun& run) {
  Cursor<double> w{call.rwork, call.with_roots ? roots_header : header};
  Cursor<int> iw{call.rwork == nullptr ? nullptr : call.iwork, iwork_header};
  const std::ptrdiff_t neq = call.neq;
  Bdf& b = run.bdf;
  lay_history(call, b, w);
  run.equations.matrix = w.take(matrix_length(call));
  run.equations.saved = w.take(saved_length(call));
  if (call.with_roots) {
    run.root_values = run.roots.left = w.take(call.ng);
    run.roots.right = w.take(call.ng);
    run.roots.middle = w.take(call.ng);
  }
  if (call.asks(DL_STEPLIMIT) || call.asks(DL_INDEX) || call.names_kinds()) iw.take(1);
  if (call.asks(DL_INDEX)) {
    b.error_weight = w.take(neq);
    b.index = iw.take(neq);
  }
  if (call.names_kinds()) run.wish.kind = iw.take(neq);
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

Task task_of(const DasslCall& call) {
  Task task;
  task.tout = call.tout;
  task.every_step = call.asks(DL_EVERYSTEP);
  task.has_tstop = call.asks(DL_TSTOP);
  if (task.has_tstop) task.tstop = call.rwork[DL_TSTOPVALUE];
  if (call.asks(DL_HMAX)) task.hmax = call.rwork[DL_HMAXVALUE];
  task.has_h0 = call.asks(DL_H0);
  if (task.has_h0) task.h0 = call.rwork[DL_H];
  task.step_limit = call.asks(DL_STEPLIMIT) ? call.iwork[DL_STEPLIMITVALUE] : 500;
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
    run.task.roots = &run.roots;
  }
}

void mark_state(const DasslCall& call) {
  call.rwork[at_mark] = mark;
}

bool holds_state(const DasslCall& call) {
  return call.rwork[at_mark] == mark;
}

void load_state(const DasslCall& call, DasslRun& run) {
  const double* w = call.rwork;
  const int* iw = call.iwork;
  Bdf& b = run.bdf;
  b.h = w[DL_H];
  b.t = w[DL_TN];
  b.cj = w[at_cj];
  b.newton.cj_matrix = w[at_cj_matrix];
  b.old_h = w[DL_HOLD];
  b.newton.error_per_change = w[at_rate];
  b.newton.age = static_cast<MatrixAge>(iw[at_age]);
  b.starting = iw[at_phase] == 0;
  b.order = iw[DL_ORDER];
  b.old_order = iw[DL_OLDORDER];
  b.equal_steps = iw[at_equal];
  b.steps = iw[DL_NST];
  b.newton.residuals = iw[DL_NRE];
  b.newton.matrices = iw[DL_NJE];
  b.error_failures = iw[DL_NETF];
  b.newton_failures = iw[DL_NCTF];
  if (call.with_roots) {
    run.roots.checked_up_to = w[at_t0];
    run.roots.at_root = iw[at_root_state] == 1;
    run.roots.evaluations = iw[at_nge];
  }
}

void save_state(const DasslCall& call, DasslRun& run) {
  double* w = call.rwork;
  int* iw = call.iwork;
  const Bdf& b = run.bdf;
  w[DL_H] = b.h;
  w[DL_TN] = b.t;
  w[at_cj] = b.cj;
  w[at_cj_matrix] = b.newton.cj_matrix;
  w[DL_HOLD] = b.old_h;
  w[at_rate] = b.newton.error_per_change;
  mark_state(call);
  iw[at_age] = static_cast<int>(b.newton.age);
  iw[at_phase] = b.starting ? 0 : 1;
  iw[DL_MAXORDVALUE] = b.max_order;
  iw[DL_ORDER] = b.order;
  iw[DL_OLDORDER] = b.old_order;
  iw[at_equal] = b.equal_steps;
  iw[DL_NST] = b.steps;
  iw[DL_NRE] = b.newton.residuals;
  iw[DL_NJE] = b.newton.matrices;
  iw[DL_NETF] = b.error_failures;
  iw[DL_NCTF] = b.newton_failures;
  if (call.with_roots) {
    // the search exchanges its views; the values of the left end belong into the first piece
    const double* left = run.roots.left.data();
    if (left != run.root_values.data()) {
      std::copy_n(left, run.root_values.size(), run.root_values.begin());
    }
    w[at_t0] = run.roots.checked_up_to;
    iw[at_root_state] = run.roots.at_root ? 1 : 0;
    iw[at_nge] = run.roots.evaluations;
  }
}

}  // namespace mbdae::capi
