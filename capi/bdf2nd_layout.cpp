// work and iwork of bdf2nd: the named positions and the state of the integrator, then the arrays.
#include <algorithm>
#include <array>

#include "capi/bdf2nd.hpp"

namespace mbdae::capi {

namespace {

enum WorkState {
  at_rate = 7,
  at_mark = 8,
  at_times = 10,
  at_slope1 = 22,
  at_slope2,
  at_old_error,
  at_matrix_h,
  at_accepted_h,
  at_last_rate,
  at_quality,
  at_older_h
};
enum IworkState {
  at_newest = 32,
  at_count,
  at_order_steps,
  at_renewal,
  at_orders = 40,
};

void lay_bdf(std::ptrdiff_t n, std::ptrdiff_t m, Bdf2& b, Cursor<double>& w) {
  b.y = w.take(n + m);
  b.delta = w.take(n + m);
  for (Vector* piece : {&b.y1, &b.y2, &b.error, &b.weight, &b.weight1, &b.known1, &b.known2,
                        &b.start_acceleration, &b.out, &b.out1}) {
    *piece = w.take(n);
  }
  b.out_algebraic = w.take(m);
  b.past = w.take(kept_rows * n);
  b.past_rates = w.take(kept_rows * n);
  b.past_algebraic = w.take(kept_rows * m);
}

void lay_collocation(std::ptrdiff_t n, std::ptrdiff_t m, Collocation& c, Cursor<double>& w,
                     Cursor<int>& iw) {
  const std::ptrdiff_t N = n + m, s = c.method->stages;
  for (Vector* piece : {&c.q, &c.v, &c.a, &c.old_q, &c.old_v, &c.old_a, &c.stage_q, &c.error,
                        &c.error_rate, &c.weight, &c.weight1, &c.out, &c.out1}) {
    *piece = w.take(n);
  }
  for (Vector* piece : {&c.lambda, &c.old_lambda, &c.older_lambda, &c.out_lambda}) {
    *piece = w.take(m);
  }
  c.deviation = w.take(s * m);
  for (Vector* piece : {&c.Z, &c.V, &c.A}) *piece = w.take(s * n);
  c.L = w.take(s * m);
  c.side = w.take(s * N);
  c.turned = w.take(s * N);
  c.complex_side = w.take(2 * N);
  c.K = w.take(2 * N * N);
  c.pivot = iw.take(N);
}

const CollocationMethod& method_of(int method) {
  return method == 1 ? radau2 : method == 2 ? gauss2 : radau3;
}

void set_bdf(const MbsCall& call, SecondOrderRun& run) {
  const int* info = call.dassl.info;
  Bdf2& b = run.bdf;
  b.newton.equations = equations_of(run.equations);
  if (info[B2_MAXORD] > 0) b.max_order = info[B2_MAXORD];
  b.kind = static_cast<SecondDerivative>(info[B2_FORMULA]);
  b.fixed = info[B2_FIXED] == 1;
  b.test_velocities = info[B2_TESTV] == 1;
  if (b.fixed) b.newton.most_iterations = 40;  // the step cannot be halved
}

void set_collocation(const MbsCall& call, SecondOrderRun& run) {
  Collocation& c = run.collocation;
  c.mechanics = &run.equations;
  c.stabilizer = &run.mechanics.stabilizer;
  c.stabilizer->kind = Stabilization::s_both;
  c.fixed = call.dassl.info[B2_FIXED] == 1;
  c.project = call.dassl.info[B2_ENDS] == 0;
}

}  // namespace

DasslLengths lay_out(const MbsCall& call, SecondOrderRun& run) {
  const std::ptrdiff_t n = call.n, m = call.m, N = n + m;
  Cursor<double> w{call.dassl.rwork, B2_WORK_HEADER};
  Cursor<int> iw{call.dassl.rwork == nullptr ? nullptr : call.dassl.iwork, B2_IWORK_HEADER};
  if (call.dassl.info[B2_FORM] == 2) {
    DependentCoordinates& d = run.equations.dependent;
    d.columns = iw.take(m);  // at B2_DEPENDENT
    d.pivot = iw.take(m);
    d.G2 = w.take(m * m);
    d.scratch = w.take(m * n);
    run.equations.hidden = w.take(m);
  }
  lay_mechanics(call, run.mechanics, w, iw);
  if (collocates(call)) {
    run.collocation.method = &method_of(call.dassl.info[B2_METHOD]);
    lay_collocation(n, m, run.collocation, w, iw);
  } else {
    lay_bdf(n, m, run.bdf, w);
  }
  SecondOrderMechanics& e = run.equations;
  const std::ptrdiff_t rows = call.dassl.info[B2_FORM] == 3 ? N : n;
  e.M = w.take(n * n);
  e.G = w.take(m * n);
  e.R = w.take(rows * n);
  e.B = w.take(rows * n);
  e.K = w.take(N * N);
  e.x = w.take(N);
  e.z = w.take(N);
  e.pivot = iw.take(N);
  return {w.used, iw.used};
}

void set_up(const MbsCall& call, SecondOrderRun& run) {
  set_mechanics(call, run.mechanics);
  SecondOrderMechanics& e = run.equations;
  e.form.dynamics = &run.mechanics.dynamics;
  e.form.form = call.dassl.info[B2_FORM] == 3 ? Form::index1 : Form::index3;
  e.minimal_extension = call.dassl.info[B2_FORM] == 2;
  Tolerances& tolerances = collocates(call) ? run.collocation.tolerances : run.bdf.tolerances;
  tolerances.rtol = call.dassl.rtol;
  tolerances.atol = call.dassl.atol;
  tolerances.per_component = call.dassl.asks(B2_VECTOR);
  if (collocates(call)) {
    set_collocation(call, run);
  } else {
    set_bdf(call, run);
  }
  run.task = task_of(call.dassl);
}

namespace {

void load(const double* w, const int* iw, Collocation& c) {
  c.h = w[B2_H];
  c.t = w[B2_TN];
  c.old_h = w[B2_HOLD];
  c.older_h = w[at_older_h];
  c.error_per_change = w[at_rate];
  c.old_error = w[at_old_error];
  c.matrix_h = w[at_matrix_h];
  c.accepted_h = w[at_accepted_h];
  c.rate = w[at_last_rate];
  c.derivatives_old = (iw[at_renewal] & 1) != 0;
  c.rejected = (iw[at_renewal] & 2) != 0;
  c.first = (iw[at_renewal] & 4) != 0;
  c.steps = iw[B2_NST];
  c.residuals = iw[B2_NRE];
  c.derivations = iw[B2_NJE];
  c.error_failures = iw[B2_NETF];
  c.newton_failures = iw[B2_NCTF];
}

void save(const Collocation& c, double* w, int* iw) {
  w[B2_H] = c.h;
  w[B2_TN] = c.t;
  w[B2_HOLD] = c.old_h;
  w[at_older_h] = c.older_h;
  w[at_rate] = c.error_per_change;
  w[at_old_error] = c.old_error;
  w[at_matrix_h] = c.matrix_h;
  w[at_accepted_h] = c.accepted_h;
  w[at_last_rate] = c.rate;
  iw[at_renewal] = (c.derivatives_old ? 1 : 0) | (c.rejected ? 2 : 0) | (c.first ? 4 : 0);
  iw[B2_NST] = c.steps;
  iw[B2_NRE] = c.residuals;
  iw[B2_NJE] = c.derivations;
  iw[B2_NETF] = c.error_failures;
  iw[B2_NCTF] = c.newton_failures;
  iw[B2_ORDER] = iw[B2_OLDORDER] = 0;
}

}  // namespace

void load_state(const MbsCall& call, SecondOrderRun& run) {
  const double* w = call.dassl.rwork;
  const int* iw = call.dassl.iwork;
  if (collocates(call)) return load(w, iw, run.collocation);
  run.equations.dependent.quality = w[at_quality];
  run.equations.dependent.choices = iw[B2_NCHOICE];
  Bdf2& b = run.bdf;
  b.h = w[B2_H];
  b.t = w[B2_TN];
  b.old_h = w[B2_HOLD];
  b.newton.error_per_change = w[at_rate];
  b.newton.slope1 = run.equations.slope1 = w[at_slope1];
  b.newton.slope2 = run.equations.slope2 = w[at_slope2];
  b.old_error = w[at_old_error];
  std::copy_n(w + at_times, kept_nodes, b.grid.t.begin());
  std::copy_n(iw + at_orders, kept_nodes, b.grid.order.begin());
  b.grid.count = iw[at_count];
  b.newest = iw[at_newest];
  b.order = iw[B2_ORDER];
  b.old_order = iw[B2_OLDORDER];
  b.steps_at_order = iw[at_order_steps];
  b.newton.renew_matrix = (iw[at_renewal] & 1) != 0;
  b.newton.renew_derivatives = (iw[at_renewal] & 2) != 0;
  b.steps = iw[B2_NST];
  b.newton.residuals = iw[B2_NRE];
  b.newton.derivations = iw[B2_NJE];
  b.error_failures = iw[B2_NETF];
  b.newton_failures = iw[B2_NCTF];
  b.formula_switches = iw[B2_NSWITCH];
}

void save_state(const MbsCall& call, const SecondOrderRun& run) {
  double* w = call.dassl.rwork;
  int* iw = call.dassl.iwork;
  mark_state(call.dassl);
  if (collocates(call)) return save(run.collocation, w, iw);
  w[at_quality] = run.equations.dependent.quality;
  iw[B2_NCHOICE] = run.equations.dependent.choices;
  const Bdf2& b = run.bdf;
  w[B2_H] = b.h;
  w[B2_TN] = b.t;
  w[B2_HOLD] = b.old_h;
  w[at_rate] = b.newton.error_per_change;
  w[at_slope1] = b.newton.slope1;
  w[at_slope2] = b.newton.slope2;
  w[at_old_error] = b.old_error;
  std::copy(b.grid.t.begin(), b.grid.t.end(), w + at_times);
  std::copy(b.grid.order.begin(), b.grid.order.end(), iw + at_orders);
  iw[at_count] = b.grid.count;
  iw[at_newest] = b.newest;
  iw[B2_ORDER] = b.order;
  iw[B2_OLDORDER] = b.old_order;
  iw[at_order_steps] = b.steps_at_order;
  iw[at_renewal] = (b.newton.renew_matrix ? 1 : 0) | (b.newton.renew_derivatives ? 2 : 0);
  iw[B2_NST] = b.steps;
  iw[B2_NRE] = b.newton.residuals;
  iw[B2_NJE] = b.newton.derivations;
  iw[B2_NETF] = b.error_failures;
  iw[B2_NCTF] = b.newton_failures;
  iw[B2_NSWITCH] = b.formula_switches;
}

}  // namespace mbdae::capi
