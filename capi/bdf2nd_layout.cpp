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
  at_method,  // these six: what the layout of the first call depends on
  at_form,
  at_strategy,
  at_orders = 40,
  at_n = 52,
  at_m,
  at_vector
};

struct Remembered {
  int position, option;
};
constexpr Remembered remembered[] = {
    {at_method, B2_METHOD}, {at_form, B2_FORM}, {at_strategy, B2_STRATEGY}, {at_vector, B2_VECTOR}};

// Multipliers are tested then: they are h^-2 times as sensitive to the iteration as positions.
constexpr double strict_threshold = 1e-6;

void lay_extrapolation(const MbsCall& call, Extrapolation& x, Cursor<double>& w) {
  if (!extrapolates(call)) return;
  const std::ptrdiff_t size = tested_components(call);
  x.rows = w.take(extrapolation_rows * size);
  x.y = w.take(size);
  x.out = w.take(size);
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

}  // namespace

void lay_bdf(const SecondOrderSizes& sizes, Bdf2& b, Cursor<double>& w) {
  const auto n = static_cast<std::ptrdiff_t>(sizes.n);
  const auto differential = static_cast<std::ptrdiff_t>(sizes.differential());
  const auto all = static_cast<std::ptrdiff_t>(sizes.all());
  b.y = w.take(all);
  b.delta = w.take(all);
  for (Vector* piece : {&b.y1, &b.error, &b.weight, &b.weight1, &b.known1, &b.out, &b.out1}) {
    *piece = w.take(differential);
  }
  for (Vector* piece : {&b.y2, &b.known2, &b.start_acceleration}) *piece = w.take(n);
  b.out_algebraic = w.take(all - differential);
  b.start_algebraic_rate = w.take(all - differential);
  b.past = w.take(kept_rows * differential);
  b.past_rates = w.take(kept_rows * differential);
  b.past_algebraic = w.take(kept_rows * (all - differential));
}

void set_options(const DasslCall& call, Bdf2& b) {
  const int* info = call.info;
  if (info[B2_MAXORD] > 0) b.max_order = info[B2_MAXORD];
  b.kind = static_cast<SecondDerivative>(info[B2_FORMULA]);
  b.fixed = info[B2_FIXED] == 1;
  b.test_velocities = info[B2_TESTV] == 1;
  if (b.fixed) b.newton.most_iterations = 40;  // the step cannot be halved
  b.tolerances.rtol = call.rtol;
  b.tolerances.atol = call.atol;
  b.tolerances.per_component = call.asks(B2_VECTOR);
}

namespace {

void set_strategy(const MbsCall& call, Bdf2& b) {
  const int* info = call.dassl.info;
  if (info[B2_STRATEGY] == 0) return;
  if (info[B2_FORMULA] == 0) b.kind = SecondDerivative::sand;
  b.max_order = std::min(b.max_order, 2);
  b.extrapolation.on = extrapolates(call);
  b.extrapolation.start_steps = 4;
}

void set_collocation(const MbsCall& call, SecondOrderRun& run) {
  Collocation& c = run.collocation;
  c.mechanics = &run.equations;
  c.stabilizer = &run.mechanics.stabilizer;
  c.stabilizer->kind = Stabilization::s_both;
  c.fixed = call.dassl.info[B2_FIXED] == 1;
  c.project = call.dassl.info[B2_ENDS] == 0;
  c.tolerances.rtol = call.dassl.rtol;
  c.tolerances.atol = call.dassl.atol;
  c.tolerances.per_component = call.dassl.asks(B2_VECTOR);
  if (!extrapolates(call)) return;
  c.project = false;
  c.extrapolation.on = true;
  c.extrapolation.start_steps = 3;
  c.threshold = strict_threshold;
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
    lay_extrapolation(call, run.collocation.extrapolation, w);
    if (extrapolates(call)) run.collocation.start_multiplier_rate = w.take(m);
  } else {
    lay_bdf({static_cast<std::size_t>(n), 0, static_cast<std::size_t>(m)}, run.bdf, w);
    lay_extrapolation(call, run.bdf.extrapolation, w);
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

DasslComplaint check_unchanged(const MbsCall& call) {
  const int* iw = call.dassl.iwork;
  if (iw[at_n] != call.n) return {DL_CHANGED, static_cast<double>(call.n)};
  if (iw[at_m] != call.m) return {DL_CHANGED, static_cast<double>(call.m)};
  for (const Remembered& r : remembered) {
    const int value = call.dassl.info[r.option];
    if (iw[r.position] != value) return {DL_CHANGED, static_cast<double>(value), r.option};
  }
  return {};
}

void set_up(const MbsCall& call, SecondOrderRun& run) {
  set_mechanics(call, run.mechanics);
  SecondOrderMechanics& e = run.equations;
  e.form.dynamics = &run.mechanics.dynamics;
  e.form.form = call.dassl.info[B2_FORM] == 3 ? Form::index1 : Form::index3;
  e.minimal_extension = call.dassl.info[B2_FORM] == 2;
  if (collocates(call)) {
    set_collocation(call, run);
  } else {
    run.bdf.newton.equations = equations_of(e);
    set_options(call.dassl, run.bdf);
    set_strategy(call, run.bdf);
  }
  run.task = task_of(call.dassl);
  if (call.dassl.info[B2_FIXED] == 1) {
    run.task.has_h0 = true;
    run.task.h0 = call.dassl.rwork[B2_H];
  }
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
  std::copy_n(w + at_times, kept_nodes, c.grid.t.begin());
  c.grid.count = iw[at_count];
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
  std::copy(c.grid.t.begin(), c.grid.t.end(), w + at_times);
  iw[at_count] = c.grid.count;
}

}  // namespace

void load(const double* w, const int* iw, Bdf2& b) {
  b.h = w[B2_H];
  b.t = w[B2_TN];
  b.old_h = w[B2_HOLD];
  b.newton.error_per_change = w[at_rate];
  b.newton.slope1 = w[at_slope1];
  b.newton.slope2 = w[at_slope2];
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

void save(const Bdf2& b, double* w, int* iw) {
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

void load_state(const MbsCall& call, SecondOrderRun& run) {
  const double* w = call.dassl.rwork;
  const int* iw = call.dassl.iwork;
  if (collocates(call)) return load(w, iw, run.collocation);
  run.equations.dependent.quality = w[at_quality];
  run.equations.dependent.choices = iw[B2_NCHOICE];
  load(w, iw, run.bdf);
  run.equations.slope1 = run.bdf.newton.slope1;
  run.equations.slope2 = run.bdf.newton.slope2;
}

void save_state(const MbsCall& call, const SecondOrderRun& run) {
  mark_state(call.dassl);
  double* w = call.dassl.rwork;
  int* iw = call.dassl.iwork;
  for (const Remembered& r : remembered) iw[r.position] = call.dassl.info[r.option];
  iw[at_n] = call.n;
  iw[at_m] = call.m;
  const Extrapolation& x = collocates(call) ? run.collocation.extrapolation : run.bdf.extrapolation;
  iw[B2_RATE] =
      collocates(call) && x.on ? static_cast<int>(x.out.data() - w) + 2 * call.n + call.m : 0;
  if (collocates(call)) return save(run.collocation, w, iw);
  w[at_quality] = run.equations.dependent.quality;
  iw[B2_NCHOICE] = run.equations.dependent.choices;
  save(run.bdf, w, iw);
}

}  // namespace mbdae::capi
