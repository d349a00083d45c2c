// See dynamics.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "formulate/dynamics.hpp"

namespace mbdae {

Status multiplier_rate(Dynamics& d, const ConsistentPoint& p, double span, Vector scratch,
                       Vector rate) {
  const std::size_t n = p.y.size() / 2;
  const Vector y = scratch.first(2 * n), dydt = scratch.subspan(2 * n, 2 * n);
  const double h = std::sqrt(std::numeric_limits<double>::epsilon()) * span;
  for (std::size_t i = 0; i < 2 * n; ++i) y[i] = p.y[i] + h * p.dydt[i];
  const Status status = state_derivative(d, p.t + h, y, dydt, rate);
  if (status == Status::stopped || status == Status::threw) return status;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    rate[i] = status == Status::ok ? (rate[i] - p.lambda[i]) / h : 0;
  }
  // M and G are to be those of the point again
  return load_matrices(d, p.t, p.y.first(n));
}

}  // namespace mbdae
