// See initial_step.hpp.
#include "control/initial_step.hpp"

#include <algorithm>
#include <cmath>

namespace mbdae {

Status initial_step(Dynamics& d, const Tolerances& tol, const InitialStep& at, double& h) {
  const double size_f = weighted_squares(tol, at.f0, at.y, at.y);
  const double size_y = weighted_squares(tol, at.y, at.y, at.y);
  double trial = size_f <= 1e-10 || size_y <= 1e-10 ? 1e-6 : std::sqrt(size_y / size_f) * 0.01;
  if (!(trial > 0) || !std::isfinite(trial)) trial = 1e-6;  // weights beyond the range of numbers
  trial = std::min(trial, at.hmax);

  Status status = Status::ok;
  for (int attempt = 0; attempt < 10; ++attempt) {
    const double step = at.direction * trial;
    for (std::size_t i = 0; i < at.y.size(); ++i) at.y1[i] = at.y[i] + step * at.f0[i];
    status = state_derivative(d, at.t + step, at.y1, at.f1, at.lambda);
    if (!recoverable(status)) break;
    trial *= 0.1;
  }
  if (status != Status::ok) return status;

  // Size of the second derivative, from the difference of the two slopes.
  for (std::size_t i = 0; i < at.y.size(); ++i) at.f1[i] -= at.f0[i];
  const double second = std::sqrt(weighted_squares(tol, at.f1, at.y, at.y)) / trial;
  const double largest = std::max(second, std::sqrt(size_f));
  const double suggested =
      largest <= 1e-15 ? std::max(1e-6, trial * 1e-3) : std::pow(0.01 / largest, 1.0 / at.order);
  h = at.direction * std::min({100.0 * trial, suggested, at.hmax});
  return Status::ok;
}

}  // namespace mbdae
