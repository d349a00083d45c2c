// Brenan, Campbell & Petzold 5.2.1. Arrays count from 0 here: alpha[i-1] is alpha_i.
#include "integrate/bdf/coefficients.hpp"

#include <algorithm>
#include <cmath>

namespace mbdae {

namespace {

void scale_differences(Bdf& bdf, bool inverse) {
  for (int i = bdf.equal_steps + 1; i <= bdf.order + 1; ++i) {
    const double beta = bdf.beta[static_cast<std::size_t>(i - 1)];
    const double factor = inverse ? 1.0 / beta : beta;
    for (double& value : bdf.difference(i)) value *= factor;
  }
}

}  // namespace

double set_coefficients(Bdf& b) {
  const auto k = static_cast<std::size_t>(b.order);
  if (b.h != b.old_h || b.order != b.old_order) b.equal_steps = 0;
  b.equal_steps = std::min(b.equal_steps + 1, b.old_order + 2);
  if (b.order + 1 >= b.equal_steps) {
    b.alpha[0] = b.beta[0] = b.sigma[0] = 1.0;
    b.gamma[0] = 0.0;
    double reach = b.h;
    for (std::size_t i = 1; i <= k; ++i) {
      const double last = b.psi[i - 1];
      b.psi[i - 1] = reach;
      b.beta[i] = b.beta[i - 1] * b.psi[i - 1] / last;
      reach = last + b.h;
      b.alpha[i] = b.h / reach;
      b.sigma[i] = static_cast<double>(i) * b.sigma[i - 1] * b.alpha[i];
      b.gamma[i] = b.gamma[i - 1] + b.alpha[i - 1] / b.h;
    }
    b.psi[k] = reach;
  }
  double alpha_s = 0, alpha_0 = 0;
  for (std::size_t i = 0; i < k; ++i) {
    alpha_s -= 1.0 / static_cast<double>(i + 1);
    alpha_0 -= b.alpha[i];
  }
  b.cj = -alpha_s / b.h;
  return std::max(std::abs(b.alpha[k] + alpha_s - alpha_0), b.alpha[k]);
}

void enter_step(Bdf& b) {
  scale_differences(b, false);
}

void leave_step(Bdf& b) {
  scale_differences(b, true);
  for (std::size_t i = 1; i <= static_cast<std::size_t>(b.order); ++i) {
    b.psi[i - 1] = b.psi[i] - b.h;
  }
}

void update_differences(Bdf& b, int order) {
  const ConstVector change = b.change;
  if (order < b.max_order) {
    std::copy(change.begin(), change.end(), b.difference(order + 2).begin());
  }
  ConstVector above = change;
  for (int i = order + 1; i >= 1; --i) {
    const Vector here = b.difference(i);
    for (std::size_t j = 0; j < here.size(); ++j) here[j] += above[j];
    above = here;
  }
}

}  // namespace mbdae
