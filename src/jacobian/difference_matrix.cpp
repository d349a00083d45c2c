// See difference_matrix.hpp.
#include "jacobian/difference_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbdae {

double difference_increment(double y, double h_yp, double weight) {
  static const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  const double size = root * std::max({std::abs(y), std::abs(h_yp), std::abs(weight)});
  const double shifted = y + std::copysign(size, h_yp);
  return shifted - y;
}

Status difference_dense(Residual& system, const NewtonPoint& p, Vector matrix) {
  const std::size_t neq = p.y.size();
  for (std::size_t j = 0; j < neq; ++j) {
    const double d = difference_increment(p.y[j], p.h * p.yp[j], p.weight[j]);
    const double y = p.y[j], yp = p.yp[j];
    p.y[j] += d;
    p.yp[j] += p.cj * d;
    const Status status = evaluate_residual(system, p.t, p.y, p.yp, p.scratch);
    p.y[j] = y;
    p.yp[j] = yp;
    if (status != Status::ok) return status;
    const double inverse = 1.0 / d;
    const Vector column = matrix.subspan(j * neq, neq);
    for (std::size_t i = 0; i < neq; ++i) column[i] = (p.scratch[i] - p.delta[i]) * inverse;
  }
  return Status::ok;
}

Status difference_band(Residual& system, const NewtonPoint& p, int lower, int upper, Vector band,
                       Vector saved) {
  const auto neq = static_cast<std::ptrdiff_t>(p.y.size());
  const std::ptrdiff_t width = lower + upper + 1, ld = width + lower;
  const std::ptrdiff_t groups = std::min(width, neq);
  const auto at = [](std::ptrdiff_t i) { return static_cast<std::size_t>(i); };
  for (std::ptrdiff_t group = 0; group < groups; ++group) {
    std::size_t k = 0;
    for (std::ptrdiff_t j = group; j < neq; j += width) {
      saved[k++] = p.y[at(j)];
      saved[k++] = p.yp[at(j)];
      const double d = difference_increment(p.y[at(j)], p.h * p.yp[at(j)], p.weight[at(j)]);
      p.y[at(j)] += d;
      p.yp[at(j)] += p.cj * d;
    }
    const Status status = evaluate_residual(system, p.t, p.y, p.yp, p.scratch);
    k = 0;
    for (std::ptrdiff_t j = group; j < neq; j += width) {
      p.y[at(j)] = saved[k++];
      p.yp[at(j)] = saved[k++];
      if (status != Status::ok) continue;
      const double d = difference_increment(p.y[at(j)], p.h * p.yp[at(j)], p.weight[at(j)]);
      const double inverse = 1.0 / d;
      const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, j - upper);
      const std::ptrdiff_t last = std::min(neq - 1, j + lower);
      double* column = band.data() + j * ld + (lower + upper - j);
      for (std::ptrdiff_t i = first; i <= last; ++i) {
        column[i] = (p.scratch[at(i)] - p.delta[at(i)]) * inverse;
      }
    }
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

}  // namespace mbdae
