// The gates to the user's routines; see model.hpp.
#include "system/model.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "system/gate.hpp"

namespace mbdae {

namespace {

constexpr std::uint64_t exponent_mask = 0x7ff0000000000000ULL;

bool has_full_exponent(double x) {
  return (std::bit_cast<std::uint64_t>(x) & exponent_mask) == exponent_mask;
}

template <class Call>
Status pass_gate(Model& model, Routine routine, double t, Vector out, Call call) {
  count_up(model.count(routine));
  return pass_gate(model.fault, routine, t, out, call);
}

}  // namespace

int first_not_finite(ConstVector x) {
  // 0 x is NaN for Inf and NaN, and stays so in a sum: one pass the compiler can widen; the search
  // runs only when something was found
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= x.size(); i += 4) {
    s0 += 0.0 * x[i];
    s1 += 0.0 * x[i + 1];
    s2 += 0.0 * x[i + 2];
    s3 += 0.0 * x[i + 3];
  }
  for (; i < x.size(); ++i) s0 += 0.0 * x[i];
  if ((s0 + s1) + (s2 + s3) == 0.0) return -1;
  return static_cast<int>(std::find_if(x.begin(), x.end(), has_full_exponent) - x.begin());
}

Status evaluate_mass(Model& model, double t, ConstVector q, Vector M) {
  return evaluate_mass(model, t, q, model.n, M);
}

Status evaluate_mass(Model& model, double t, ConstVector q, int ldam, Vector M) {
  return pass_gate(model, Routine::amat, t, M,
                   [&] { return model.amat(model.n, ldam, t, q.data(), M.data(), model.user); });
}

Status evaluate_forces(Model& model, double t, ConstVector q, ConstVector v, Vector f) {
  return pass_gate(model, Routine::fcn, t, f,
                   [&] { return model.fcn(model.n, t, q.data(), v.data(), f.data(), model.user); });
}

Status evaluate_constraints(Model& model, double t, ConstVector q, Vector g) {
  return pass_gate(model, Routine::gcn, t, g,
                   [&] { return model.gcn(model.m, model.n, t, q.data(), g.data(), model.user); });
}

Status evaluate_jacobian(Model& model, double t, ConstVector q, Vector G) {
  return pass_gate(model, Routine::gcnq, t, G,
                   [&] { return model.gcnq(model.m, model.n, t, q.data(), G.data(), model.user); });
}

Status evaluate_time_derivative(Model& model, double t, ConstVector q, Vector gt) {
  if (model.gcnt == nullptr) {
    std::fill(gt.begin(), gt.end(), 0.0);
    return Status::ok;
  }
  return pass_gate(model, Routine::gcnt, t, gt, [&] {
    return model.gcnt(model.m, model.n, t, q.data(), gt.data(), model.user);
  });
}

Status evaluate_curvature(Model& model, double t, ConstVector q, ConstVector v, Vector L) {
  return pass_gate(model, Routine::gcnqq, t, L, [&] {
    return model.gcnqq(model.m, model.n, t, q.data(), v.data(), L.data(), model.user);
  });
}

Status evaluate_inequalities(Model& model, double t, ConstVector q, ConstVector v, Vector gi) {
  return pass_gate(model, Routine::gin, t, gi, [&] {
    return model.gin(model.mi, model.n, t, q.data(), v.data(), gi.data(), model.user);
  });
}

Status report_step(Model& model, int nr, double told, double t, ConstVector q, ConstVector v,
                   ConstVector lambda, const mbdae_dense* dense, bool& interrupt) {
  const Status s = pass_gate(model, Routine::solout, t, {}, [&] {
    interrupt = model.solout(nr, told, t, model.n, q.data(), v.data(), model.m, lambda.data(),
                             dense, model.user) < 0;
    return 0;
  });
  return s;
}

}  // namespace mbdae
