// See extrapolation.hpp.
#include "integrate/extrapolation.hpp"

#include <algorithm>
#include <cmath>

namespace mbdae {

namespace {

constexpr int test_degree = 3;

// The polynomial through rows[0 ..], which belong to grid.t[first ..].
void evaluate(const Extrapolation& x, const Grid& grid, int first, int degree, double t) {
  const ValueWeights w = interpolation_weights(grid, first, degree, t, 0);
  std::fill(x.out.begin(), x.out.end(), 0.0);
  for (int j = 0; j < w.used; ++j) {
    const ConstVector row = x.row(j);
    for (std::size_t i = 0; i < row.size(); ++i) {
      x.out[i] += w.value[static_cast<std::size_t>(j)] * row[i];
    }
  }
}

}  // namespace

double plain_factor(double error, int order) {
  return std::pow(2 * std::max(error, 1e-12), -1.0 / (order + 1));
}

int first_without_weight(const Extrapolation& x, const Tolerances& tolerances) {
  for (std::size_t i = 0; i < x.y.size(); ++i) {
    if (!(tolerances.weight(i, 0) > 0)) return static_cast<int>(i);
  }
  return -1;
}

double first_step_length(const Extrapolation& x, const Tolerances& tolerances) {
  double sum = 0;
  const ConstVector start = x.row(0);
  for (std::size_t i = 0; i < x.y.size(); ++i) {
    const double ratio = x.y[i] / tolerances.weight(i, std::abs(start[i]));
    sum += ratio * ratio;
  }
  return 0.5 / std::sqrt(sum / static_cast<double>(x.y.size()));
}

double error_of(const Extrapolation& x, const Grid& grid, const Tolerances& tolerances) {
  if (grid.count <= x.start_steps + 1) return 0;
  evaluate(x, grid, 1, test_degree, grid.t[0]);
  double sum = 0;
  for (std::size_t i = 0; i < x.y.size(); ++i) {
    const double difference = std::abs(x.out[i] - x.y[i]);
    const double ratio = difference / tolerances.weight(i, difference);
    sum += ratio * ratio;
  }
  return std::sqrt(sum / static_cast<double>(x.y.size()));
}

void push(const Extrapolation& x) {
  for (int j = extrapolation_rows - 1; j >= 0; --j) {
    const ConstVector newer = j > 0 ? x.row(j - 1) : x.y;
    std::copy(newer.begin(), newer.end(), x.row(j).begin());
  }
}

double factor_after_success(const Extrapolation& x, const Grid& grid, double error, bool rejected) {
  if (grid.count <= x.start_steps) return 1;
  if (!rejected) return 2;
  const double factor = plain_factor(error, 1);
  if (factor >= 2) return 2;
  return factor > 1 ? 1 : std::clamp(factor, 0.5, 0.9);
}

double factor_after_failure(double error, int order, int failures) {
  return failures > 1 ? 0.25 : std::clamp(0.9 * plain_factor(error, order), 0.25, 0.9);
}

void interpolate(const Extrapolation& x, const Grid& grid, double t) {
  evaluate(x, grid, 0, std::min(grid.count, extrapolation_rows) - 1, t);
}

}  // namespace mbdae
