// See contact.hpp.
#include "newton/contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "formulate/dynamics.hpp"
#include "linalg/lu.hpp"
#include "linalg/norms.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();

Status fail(ExtendedMechanics& e, double t, Status status) {
  e.model->fault = {Routine::none, -1, 0, t, 0.0};
  return status;
}

// h_s at the point whose (h, g) is in e.hg
Status refresh_derivatives(ExtendedMechanics& e, double t, ConstVector q, Vector s) {
  const std::size_t ns = s.size(), first = e.model->sizes.forces();
  const Vector shifted = e.z.first(e.hg.size());
  for (std::size_t j = 0; j < ns; ++j) {
    const double s_j = s[j], d = forward_increment(s_j, 0.0, e.typical[first + j]);
    s[j] += d;
    const Status status = evaluate_constraints(*e.model, t, q, s, shifted);
    s[j] = s_j;
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ns; ++i) e.h_s[i + j * ns] = (shifted[i] - e.hg[i]) / d;
  }
  const int none = factor_lu(e.h_s.data(), static_cast<int>(ns), e.contact_pivot.data());
  return none < 0 ? Status::ok : fail(e, t, Status::singular);
}

Status iterate(ExtendedMechanics& e, double t, ConstVector q, Vector s, bool newton, int most) {
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most; ++k) {
    Status status = evaluate_constraints(*e.model, t, q, s, e.hg);
    if (status != Status::ok || s.empty()) return status;
    if (newton) status = refresh_derivatives(e, t, q, s);
    if (status != Status::ok) return status;
    std::copy_n(e.hg.begin(), s.size(), e.contact.begin());
    solve_lu(e.h_s.data(), static_cast<int>(s.size()), e.contact_pivot.data(), e.contact.data());
    const double change = max_norm(e.contact);
    const double rounding = 8 * uround * (1 + max_norm(s) + max_norm(q));
    // where h_s is small the noise in h is magnified, and corrections stagnate above rounding
    if (!std::isfinite(change)) break;
    for (std::size_t i = 0; i < s.size(); ++i) s[i] -= e.contact[i];
    if (change <= rounding || (change <= 1e3 * rounding && change > 0.5 * previous)) {
      return evaluate_constraints(*e.model, t, q, s, e.hg);
    }
    previous = change;
  }
  return fail(e, t, Status::diverged);
}

// g(t + tau, q + tau v, s there) to e.hg
Status constraints_along(ExtendedMechanics& e, double tau, double t, ConstVector q, ConstVector v,
                         ConstVector s) {
  for (std::size_t i = 0; i < q.size(); ++i) e.motion_q[i] = q[i] + tau * v[i];
  std::copy(s.begin(), s.end(), e.motion_s.begin());
  return follow_contact(e, t + tau, e.motion_q, e.motion_s);
}

// part * the time in which the configuration changes, as t + that really has it
double increment_along(double part, double time_scale, double t, ConstVector q, ConstVector v) {
  const double increment =
      std::max(part * time_of_change(q, v, time_scale), 64 * uround * std::abs(t));
  return (t + increment) - t;
}

}  // namespace

Status find_contact(ExtendedMechanics& e, double t, ConstVector q, Vector s) {
  return iterate(e, t, q, s, true, 50);
}

Status follow_contact(ExtendedMechanics& e, double t, ConstVector q, Vector s) {
  return iterate(e, t, q, s, false, 20);
}

Status constraint_rate(ExtendedMechanics& e, double time_scale, int side, double t, ConstVector q,
                       ConstVector v, ConstVector s, Vector rate) {
  static const double part = std::cbrt(uround);
  constexpr std::array<double, 3> weights{-3, 4, -1};
  const double tau = side * increment_along(part, time_scale, t, q, v);
  const ConstVector g = e.hg.subspan(s.size());
  std::fill(rate.begin(), rate.end(), 0.0);
  for (int k = 0; k < 3; ++k) {
    const Status status = constraints_along(e, k * tau, t, q, v, s);
    if (status != Status::ok) return status;
    const double weight = weights[static_cast<std::size_t>(k)] / (2 * tau);
    for (std::size_t i = 0; i < g.size(); ++i) rate[i] += weight * g[i];
  }
  return Status::ok;
}

Status constraint_derivatives(ExtendedMechanics& e, double time_scale, double t, ConstVector q,
                              ConstVector v, ConstVector s, Vector rate, Vector curvature,
                              Vector contact_rate) {
  struct Node {
    double shift, first, second;
  };
  constexpr std::array<Node, 5> nodes{
      {{-2, 1, -1}, {-1, -8, 16}, {0, 0, -30}, {1, 8, 16}, {2, -1, -1}}};
  // eps/tau^2 and tau^4 balanced for the second derivative
  const double tau = increment_along(5e-3, time_scale, t, q, v);
  const ConstVector g = e.hg.subspan(s.size());
  std::fill(rate.begin(), rate.end(), 0.0);
  std::fill(curvature.begin(), curvature.end(), 0.0);
  std::fill(contact_rate.begin(), contact_rate.end(), 0.0);
  for (const Node& node : nodes) {
    const Status status = constraints_along(e, node.shift * tau, t, q, v, s);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < g.size(); ++i) {
      rate[i] += node.first / (12 * tau) * g[i];
      curvature[i] += node.second / (12 * tau * tau) * g[i];
    }
    for (std::size_t i = 0; i < s.size(); ++i) {
      contact_rate[i] += node.first / (12 * tau) * e.motion_s[i];
    }
  }
  return Status::ok;
}

}  // namespace mbdae
