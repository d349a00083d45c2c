// See extended_model.hpp.
#include "system/extended_model.hpp"

#include "system/gate.hpp"

namespace mbdae {

namespace {

template <class Call>
Status pass_gate(ExtendedModel& model, Routine routine, double t, Vector out, Call call) {
  count_up(model.count(routine));
  return pass_gate(model.fault, routine, t, out, call);
}

struct IntSizes {
  int nq, nr, nw, ns, nlambda;
};

IntSizes int_sizes(const ExtendedSizes& s) {
  return {static_cast<int>(s.nq), static_cast<int>(s.nr), static_cast<int>(s.nw),
          static_cast<int>(s.ns), static_cast<int>(s.nlambda)};
}

}  // namespace

Status evaluate_mass(ExtendedModel& model, double t, ConstVector q, Vector M) {
  const int n = int_sizes(model.sizes).nq;
  return pass_gate(model, Routine::amat, t, M,
                   [&] { return model.amat(n, n, t, q.data(), M.data(), model.user); });
}

Status evaluate_forces(ExtendedModel& model, const ExtendedPoint& p, Vector out) {
  const IntSizes n = int_sizes(model.sizes);
  const double *q = p.y.data(), *r = q + n.nq, *w = r + n.nr, *s = w + n.nw, *lambda = s + n.ns;
  double *fa = out.data(), *fd = fa + n.nq, *d = fd + n.nr;
  return pass_gate(model, Routine::fcn, p.t, out, [&] {
    return model.fcn(n.nq, n.nr, n.nw, n.ns, n.nlambda, p.t, q, p.v.data(), r, w, s, lambda, fa, fd,
                     d, model.user);
  });
}

Status evaluate_constraints(ExtendedModel& model, double t, ConstVector q, ConstVector s,
                            Vector out) {
  if (out.empty()) return Status::ok;
  const IntSizes n = int_sizes(model.sizes);
  return pass_gate(model, Routine::gcn, t, out, [&] {
    return model.gcn(n.nq, n.ns, n.nlambda, t, q.data(), s.data(), out.data(), out.data() + n.ns,
                     model.user);
  });
}

Status evaluate_jacobian(ExtendedModel& model, double t, ConstVector q, ConstVector s, Vector G) {
  const IntSizes n = int_sizes(model.sizes);
  return pass_gate(model, Routine::gcnq, t, G, [&] {
    return model.gcnq(n.nq, n.ns, n.nlambda, t, q.data(), s.data(), G.data(), model.user);
  });
}

}  // namespace mbdae
