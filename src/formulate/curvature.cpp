// L(t,q,v) where the user has no routine for it: with phi(s) = G v + gt at (t+s, q+s v),
//     L = phi'(0) ~ (8 (phi(s) - phi(-s)) - (phi(2s) - phi(-2s))) / (12 s),
// error O(s^4) + O(eps/s); s = eps^(1/5) times the time in which the configuration changes
// noticeably balances the two at about eps^(4/5). Where that would reach beyond the stop time,
//     L ~ (25 phi(0) - 48 phi(-s) + 36 phi(-2s) - 16 phi(-3s) + 3 phi(-4s)) / (12 s)
// of the same order, with s < 0 if it lies behind.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "formulate/dynamics.hpp"

namespace mbdae {

namespace {

constexpr double fifth_root_of_eps = 7.4e-4;

struct Node {
  double shift, weight;
};
constexpr std::array<Node, 4> central{{{1, 8}, {-1, -8}, {2, -1}, {-2, 1}}};
constexpr std::array<Node, 5> one_sided{{{0, 25}, {-1, -48}, {-2, 36}, {-3, -16}, {-4, 3}}};

}  // namespace

double time_of_change(ConstVector q, ConstVector v, double integration_time) {
  double rate = 10.0 / integration_time;
  for (std::size_t i = 0; i < q.size(); ++i) {
    rate = std::max(rate, std::abs(v[i]) / std::pow(1.0 + std::abs(q[i]), 0.2));
  }
  return 1.0 / rate;
}

Status curvature_by_differences(Dynamics& d, double t, ConstVector q, ConstVector v, Vector L) {
  const double increment = std::max(fifth_root_of_eps * time_of_change(q, v, d.time_scale),
                                    64.0 * std::numeric_limits<double>::epsilon() * std::abs(t));
  const bool stops = d.stop_side * (d.stop_time - t) < 2.5 * increment && d.stop_side != 0;
  const double signed_increment = stops ? d.stop_side * increment : increment;
  const double s = (t + signed_increment) - t;  // the increment that t + s really has
  const std::span<const Node> nodes = stops ? std::span<const Node>(one_sided) : central;
  std::fill(L.begin(), L.end(), 0.0);
  for (const Node& node : nodes) {
    const double at = t + node.shift * s;
    for (std::size_t i = 0; i < q.size(); ++i) d.shifted_q[i] = q[i] + node.shift * s * v[i];
    Status status = evaluate_jacobian(*d.model, at, d.shifted_q, d.shifted_G);
    if (status != Status::ok) return status;
    status = velocity_residual(*d.model, d.shifted_G, at, d.shifted_q, v, d.shifted_rate);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < L.size(); ++i) {
      L[i] += node.weight / (12.0 * s) * d.shifted_rate[i];
    }
  }
  return Status::ok;
}

}  // namespace mbdae
