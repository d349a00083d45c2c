// rwork and iwork of dassl_like_mbs: DDASSL's positions first, then those of the mechanism.
#include <algorithm>
#include <cmath>

#include "capi/dassl_mbs.hpp"
#include "capi/saddle_layout.hpp"

namespace mbdae::capi {

namespace {

constexpr double default_gain = 10;

// Options in the plan.
enum Option {
  form_bits = 7,
  nonholonomic = 8,
  own_metric = 16,
  smallest_matrix_bit = 32,
  matrix_bits = 96
};

void set_gains(const MbsCall& call, ImplicitForm& form) {
  if (form.form != Form::baumgarte) return;
  const auto gain = [&call](int position) {
    const double given = call.dassl.rwork[position];
    return given == 0 ? default_gain : given;
  };
  // backwards in time damping needs the other sign
  const double direction = call.dassl.tout < *call.dassl.t ? -1.0 : 1.0;
  form.gain1 = direction * 2.0 * gain(DL_ALPHA);
  form.gain2 = gain(DL_BETA) * gain(DL_BETA);
}

}  // namespace

Form form_of(const MbsCall& call) {
  const auto asked = static_cast<Form>(call.dassl.info[DL_FORM]);
  return asked == Form::ggl && !call.holonomic() ? Form::index2 : asked;
}

namespace {

DasslPlan first_plan(const MbsCall& call) {
  const DasslCall& c = call.dassl;
  DasslPlan plan;
  plan.max_order = order_asked_for(c);
  plan.sizes = {call.n, call.m, 0};
  plan.options = c.info[DL_FORM];
  if (!call.holonomic()) plan.options |= nonholonomic;
  if (c.asks(DL_METRIC)) plan.options |= own_metric;
  plan.options |= c.info[DL_MATRIX] * smallest_matrix_bit;
  return plan;
}

}  // namespace

DasslPlan plan_of(const MbsCall& call) {
  return continues(call.dassl) ? remembered_plan(call.dassl) : first_plan(call);
}

DasslComplaint check_plan(const MbsCall& call) {
  const DasslCall& c = call.dassl;
  if (const DasslComplaint bad = check_remembered(c); bad.code != 0) return bad;
  const DasslPlan asked = first_plan(call), kept = remembered_plan(c);
  if (asked.sizes[0] != kept.sizes[0]) return changed(call.n);
  if (asked.sizes[1] != kept.sizes[1]) return changed(call.m);
  const int differs = asked.options ^ kept.options;
  constexpr OptionBits options[] = {{form_bits, DL_FORM},
                                    {nonholonomic, DL_IHOL},
                                    {own_metric, DL_METRIC},
                                    {matrix_bits, DL_MATRIX}};
  for (const OptionBits& o : options) {
    if ((differs & o.bits) != 0) return changed(c.info[o.position], o.position);
  }
  return {};
}

DasslLengths lay_out(const MbsCall& call, const DasslPlan& plan, MbsRun& run) {
  const std::ptrdiff_t n = call.n, m = call.m, neq = call.dassl.neq;
  const bool measure = call.dassl.rwork == nullptr;
  Cursor<double> w{call.dassl.rwork, DL_MBS_RWORK_HEADER};
  Cursor<int> iw{measure ? nullptr : call.dassl.iwork, DL_MBS_IWORK_HEADER};
  Bdf& b = run.dassl.bdf;
  lay_history(call.dassl, plan, b, w);
  b.error_weight = w.take(neq);
  const std::span<int> index = iw.take(neq);
  for (std::size_t i = 0; i < index.size(); ++i) {
    index[i] = index_of(form_of(call), n, static_cast<std::ptrdiff_t>(i));
  }
  b.index = index;
  run.y = w.take(neq);
  run.yp = w.take(neq);
  lay_mechanics(call, run.mechanics, w, iw);
  MechanicalEquations& e = run.equations;
  e.G = w.take(m * n);
  e.x = w.take(n + m);
  e.z = w.take(n + m);
  // the lengths are asked for before gcn is known: room also where form 0 turns out to be index 2
  if (call.dassl.asks(DL_METRIC) && call.dassl.info[DL_FORM] == 0)
    lay_saddle(e.gradient, n, m, w, iw);
  if (!call.dassl.asks(DL_MATRIX)) {
    e.K = w.take((n + m) * (n + m));
    e.B = w.take(n * n);
    e.C = w.take(m * n);
    e.pivot = iw.take(n + m);
  }
  return {w.used, iw.used};
}

void set_up(const MbsCall& call, MbsRun& run) {
  set_mechanics(call, run.mechanics);
  Dynamics& d = run.mechanics.dynamics;
  MechanicalEquations& e = run.equations;
  e.form.dynamics = &d;
  e.form.form = form_of(call);
  e.form.along_gradient = call.dassl.asks(DL_METRIC) && e.form.has_mu();
  e.use = static_cast<DerivativeUse>(call.dassl.info[DL_MATRIX]);
  set_gains(call, e.form);
  run.dassl.bdf.newton.equations = equations_of(e);
  set_task(call.dassl, run.dassl);
  run.dassl.bdf.y = run.y;
  run.dassl.bdf.yp = run.yp;
  Tolerances& tolerances = run.dassl.bdf.tolerances;
  tolerances.repeat_from = 2 * static_cast<std::size_t>(call.n) + static_cast<std::size_t>(call.m);
  tolerances.repeat_by = call.m;
  // mu vanishes in theory. What it does to the motion, h M^-1 G' mu, is in q and measured there; mu
  // itself has the dimension of M v/G, which no tolerance of the caller's speaks of.
  tolerances.free_from = tolerances.repeat_from;
  tolerances.always_free = !e.form.along_gradient;
}

}  // namespace mbdae::capi
