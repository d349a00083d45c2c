// work and iwork of bdf2nd_ext: the positions of bdf2nd, the state of the integrator, the matrices.
#include <algorithm>
#include <cmath>

#include "capi/bdf2nd.hpp"
#include "capi/bdf2nd_ext.hpp"
#include "capi/saddle_layout.hpp"

namespace mbdae::capi {

namespace {

struct Counter {
  Routine routine;
  int position;
};
constexpr Counter counters[] = {{Routine::fcn, B2_NFCN},
                                {Routine::amat, B2_NAMAT},
                                {Routine::gcn, B2_NGCN},
                                {Routine::gcnq, B2_NGCNQ}};

void lay_equations(const ExtendedCall& c, ExtendedMechanics& e, Cursor<double>& w,
                   Cursor<int>& iw) {
  const std::ptrdiff_t nq = c.nq, ns = c.ns, m = c.nlambda, all = nq + c.nr + c.nw + ns + m;
  lay_saddle(e.saddle, nq, m, w, iw);
  e.typical = w.take(all + nq);
  e.M = w.take(nq * nq);
  e.G = w.take(m * nq);
  e.D = w.take(all * (all + nq));
  e.K = w.take(all * all);
  e.pivot = iw.take(all);
  e.h_s = w.take(ns * ns);
  e.contact_pivot = iw.take(ns);
  e.at = w.take(all);
  e.x = w.take(all);
  e.z = w.take(all);
  e.motion_q = w.take(nq);
  e.motion_s = w.take(ns);
  e.contact = w.take(ns);
  e.hg = w.take(ns + m);
  CombinedJacobian& G = e.combined;
  G.q = w.take(nq);
  G.s = w.take(ns);
  G.ahead = w.take(ns + m);
  G.behind = w.take(ns + m);
  G.h_s = w.take(ns * ns);
  G.g_s = w.take(ns * m);
  G.pivot = iw.take(ns);
}

// What a component is relative to when it is small: where atol takes over from rtol.
void set_typical(const Tolerances& tolerances, Vector typical) {
  constexpr double least_rtol = 1e-8;
  for (std::size_t i = 0; i < typical.size(); ++i) {
    const std::size_t k = tolerances.per_component ? i : 0;
    typical[i] = tolerances.atol[k] / std::max(tolerances.rtol[k], least_rtol);
  }
}

}  // namespace

DasslLengths lay_out(const ExtendedCall& call, ExtendedRun& run) {
  Cursor<double> w{call.dassl.rwork, B2_WORK_HEADER};
  Cursor<int> iw{call.dassl.rwork == nullptr ? nullptr : call.dassl.iwork, B2_IWORK_HEADER};
  const ExtendedSizes sizes = call.sizes();
  lay_bdf({sizes.nq, sizes.nr, sizes.nw + sizes.ns + sizes.nlambda}, run.bdf, w);
  lay_equations(call, run.equations, w, iw);
  ExtendedStart& s = run.start;
  s.moved_q = w.take(call.nq);
  s.moved_v = w.take(call.nq);
  s.rate = w.take(call.nlambda);
  s.curvature = w.take(call.nlambda);
  return {w.used, iw.used};
}

void set_up(const ExtendedCall& call, ExtendedRun& run) {
  const DasslCall& d = call.dassl;
  ExtendedModel& model = run.model;
  model.sizes = call.sizes();
  model.amat = call.amat;
  model.fcn = call.fcn;
  model.gcn = call.gcn;
  model.gcnq = call.gcnq;
  model.user = d.user;
  run.equations.model = &model;
  run.bdf.newton.equations = equations_of(run.equations);
  set_options(d, run.bdf);
  set_typical(run.bdf.tolerances, run.equations.typical);
  const std::size_t nq = model.sizes.nq;
  ExtendedStart& s = run.start;
  s.t = *d.t;
  s.y = run.bdf.y;
  s.v = run.bdf.y1.first(nq);
  s.r1 = run.bdf.y1.subspan(nq);
  s.a = run.bdf.y2;
  s.contact_rate = run.bdf.start_algebraic_rate.subspan(model.sizes.nw, model.sizes.ns);
  const double span = std::abs(d.tout - *d.t);
  s.time_scale = span > 0 ? span : 1.0;
  s.tolerances = run.bdf.tolerances;
  run.task = task_of(d);
  if (run.bdf.fixed) {
    run.task.has_h0 = true;
    run.task.h0 = d.rwork[B2_H];
  }
}

void load_state(const ExtendedCall& call, ExtendedRun& run) {
  const int* iw = call.dassl.iwork;
  load(call.dassl.rwork, iw, run.bdf);
  run.equations.slope1 = run.bdf.newton.slope1;
  run.equations.slope2 = run.bdf.newton.slope2;
  for (const Counter& c : counters) run.model.count(c.routine) = iw[c.position];
  run.equations.factorizations = iw[B2_NLU];
  run.equations.solves = iw[B2_NSOLVE];
}

void save_state(const ExtendedCall& call, const ExtendedRun& run) {
  mark_state(call.dassl);
  save(run.bdf, call.dassl.rwork, call.dassl.iwork);
}

void save_counters(const ExtendedCall& call, const ExtendedRun& run) {
  int* iw = call.dassl.iwork;
  for (const Counter& c : counters) {
    iw[c.position] = run.model.calls[static_cast<std::size_t>(c.routine)];
  }
  iw[B2_NGCNT] = iw[B2_NGCNQQ] = 0;
  iw[B2_NLU] = run.equations.factorizations;
  iw[B2_NSOLVE] = run.equations.solves;
}

}  // namespace mbdae::capi
