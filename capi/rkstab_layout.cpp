// The work arrays: the named positions first, then the pieces of a Run in the order of lay_out,
// which serves both to measure and to carve.
#include <algorithm>
#include <cmath>
#include <limits>

#include "capi/rkstab_setup.hpp"
#include "capi/saddle_layout.hpp"

namespace mbdae::capi {

namespace {

struct Sizes {
  std::ptrdiff_t n, m, mi;
};

struct Shape {
  const Tableau* tableau;
  bool full, gradient;
};

Shape shape_of(const int* iwork) {
  if (iwork == nullptr) return {&dopri5, false, false};
  const int method = iwork[RKSTAB_METHOD];
  // the automatic choice is made later: room for the larger one
  const Tableau* tableau = method == 0    ? &dopri5
                           : method == 10 ? &euler
                           : method == 11 ? &heun
                                          : &dop853;
  return {tableau, iwork[RKSTAB_STAB] == 3, iwork[RKSTAB_METRIC] == 1};
}

void lay_out(Run& run, const Sizes& z, const Shape& shape, Cursor<double>& w, Cursor<int>& iw) {
  Stepper& s = run.stepper;
  const std::ptrdiff_t n = z.n, m = z.m;
  s.y = w.take(2 * n);
  s.y_new = w.take(2 * n);
  s.y_stage = w.take(2 * n);
  s.K = w.take(shape.tableau->derivatives() * 2 * n);
  s.e = w.take(2 * n);
  s.e_low = w.take(2 * n);
  s.lambda = w.take(m);
  s.lambda_new = w.take(m);
  s.lambda_unused = w.take(m);
  s.interpolant.rcont = w.take(rcont_header + shape.tableau->interpolant_terms() * 2 * n);
  s.interpolant.icont = iw.take(icont_length);

  Dynamics& d = s.dynamics;
  lay_dynamics(d, n, m, w, iw);

  Stabilizer& p = s.stabilizer;
  p.g = w.take(m);
  p.rate = w.take(m);
  p.row_size = w.take(m);
  p.G = w.take(m * n);
  p.correction = w.take(n + m);
  if (shape.gradient) lay_saddle(p.gradient, n, m, w, iw);
  if (shape.full) {
    lay_saddle(p.full, 2 * n, 2 * m, w, iw);
    p.full_correction = w.take(2 * (n + m));
  }

  run.watch.gi = w.take(z.mi);
  run.watch.q = w.take(z.mi > 0 ? n : 0);
  run.watch.v = w.take(z.mi > 0 ? n : 0);
}

Lengths measure(const Sizes& sizes, const Shape& shape) {
  Run run;
  Cursor<double> w{nullptr, RKSTAB_WORK_HEADER};
  Cursor<int> iw{nullptr, RKSTAB_IWORK_HEADER};
  lay_out(run, sizes, shape, w, iw);
  return {w.used, iw.used};
}

// DOP853 pays from this tolerance down (bench/method_threshold).
constexpr double high_order_tolerance = 1e-7;

double tightest_tolerance(const RkstabCall& call) {
  const std::ptrdiff_t count = call.itol == 1 ? 2 * static_cast<std::ptrdiff_t>(call.n) : 1;
  double tightest = std::max(call.rtol[0], call.atol[0]);
  for (std::ptrdiff_t i = 1; i < count; ++i) {
    tightest = std::min(tightest, std::max(call.rtol[i], call.atol[i]));
  }
  return tightest;
}

const Tableau* choose_tableau(const RkstabCall& call) {
  if (call.iwork[RKSTAB_METHOD] != 2) return shape_of(call.iwork).tableau;
  if (call.iwork[RKSTAB_FIXED] == 1) return &dop853;
  return tightest_tolerance(call) <= high_order_tolerance ? &dop853 : &dopri5;
}

void set_controller(const RkstabCall& call, const Tableau& tab, StepController& controller) {
  const auto choose = [&call](int position, double otherwise) {
    return call.work[position] == 0 ? otherwise : call.work[position];
  };
  controller.safe = choose(RKSTAB_SAFE, 0.85);
  controller.facmin = choose(RKSTAB_FACMIN, tab.facmin);
  controller.facmax = choose(RKSTAB_FACMAX, tab.facmax);
  controller.beta = std::max(0.0, choose(RKSTAB_BETA, tab.beta));
  controller.alpha = 1.0 / tab.order - controller.beta * tab.beta_share;
}

void set_model(const RkstabCall& call, Model& model) {
  model.n = call.n;
  model.m = call.m;
  model.mi = call.mi;
  model.holonomic = call.ihol == 0;
  model.amat = call.amat;
  model.fcn = call.fcn;
  model.gcn = call.gcn;
  model.gcnq = call.gcnq;
  model.gcnt = call.gcnt;
  model.gcnqq = call.gcnqq;
  model.gin = call.gin;
  model.solout = call.solout;
  model.user = call.user;
}

void set_tolerances(const RkstabCall& call, Tolerances& tolerances) {
  static constexpr double otherwise = 1e-6;  // constant steps: only the start values are measured
  const bool given = call.iwork[RKSTAB_FIXED] == 0;
  tolerances.rtol = given ? call.rtol : &otherwise;
  tolerances.atol = given ? call.atol : &otherwise;
  tolerances.per_component = given && call.itol == 1;
}

}  // namespace

Lengths needed_lengths(int n, int m, int mi, const int* iwork) {
  return measure({n, m, mi}, shape_of(iwork));
}

Lengths longest_lengths(int n, int m, int mi) {
  return measure({n, m, mi}, {&dop853, true, true});
}

void set_up(const RkstabCall& call, Model& model, Run& run) {
  const int* iwork = call.iwork;
  Cursor<double> w{call.work, RKSTAB_WORK_HEADER};
  Cursor<int> iw{call.iwork, RKSTAB_IWORK_HEADER};
  lay_out(run, {call.n, call.m, call.mi}, shape_of(iwork), w, iw);
  set_model(call, model);

  const bool compat = iwork[RKSTAB_COMPAT] == 1;
  const bool fixed = iwork[RKSTAB_FIXED] == 1;
  const bool rank = iwork[RKSTAB_RANK] == 1;
  Stepper& s = run.stepper;
  s.tableau = choose_tableau(call);
  s.error_control = !fixed;
  s.correction_in_error = true;
  set_tolerances(call, s.tolerances);

  Stabilizer& p = s.stabilizer;
  p.kind = static_cast<Stabilization>(iwork[RKSTAB_STAB]);
  p.last_stage_matrices = compat && s.tableau->stages > 1;  // Euler has none at the new time
  p.along_gradient = iwork[RKSTAB_METRIC] == 1;
  p.datol = call.datol;
  p.gradient.minimum_norm_allowed = rank;
  p.full.minimum_norm_allowed = rank;

  Dynamics& d = s.dynamics;
  d.model = &model;
  d.saddle.minimum_norm_allowed = rank;
  d.baumgarte = p.kind == Stabilization::baumgarte;
  if (d.baumgarte) {
    // backwards in time damping needs the other sign
    d.gamma1 = call.xend < *call.x ? -call.baumg[0] : call.baumg[0];
    d.gamma2 = call.baumg[1];
  }
  d.curvature_by_differences = call.gcnqq == nullptr || iwork[RKSTAB_LDIFF] == 1;
  const double span = std::abs(call.xend - *call.x);
  d.time_scale = span > 0 ? span : 1.0;

  set_controller(call, *s.tableau, run.controller);
  run.model = &model;
  run.start = static_cast<Start>(iwork[RKSTAB_INIT]);
  run.constant_steps = fixed;
  run.one_step = iwork[RKSTAB_ONESTEP] == 1;
  run.iout = call.iout;
  run.nmax = iwork[RKSTAB_NMAX] == 0 ? 100000 : iwork[RKSTAB_NMAX];
  run.xend = call.xend;
  run.hmax = call.work[RKSTAB_HMAX] == 0 ? span : call.work[RKSTAB_HMAX];
  if (fixed) run.hmax = std::numeric_limits<double>::infinity();
  run.x = call.x;
  run.h = call.h;
  run.q = {call.q, static_cast<std::size_t>(call.n)};
  run.v = {call.v, static_cast<std::size_t>(call.n)};
}

}  // namespace mbdae::capi
