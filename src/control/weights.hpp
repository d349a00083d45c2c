// Error weights and norms: the tolerances of a component are atol + rtol max(|y0|, |y1|).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "linalg/norms.hpp"
#include "system/model.hpp"

namespace mbdae {

struct Tolerances {
  const double* rtol = nullptr;
  const double* atol = nullptr;
  bool per_component = false;
  // Components from repeat_from on have the tolerances of those repeat_by places before them.
  std::size_t repeat_from = std::numeric_limits<std::size_t>::max();
  std::ptrdiff_t repeat_by = 0;
  // Components from free_from on vanish in theory: without an absolute tolerance nothing measures
  // them, and their weight is infinite; if `always_free` also with one.
  std::size_t free_from = std::numeric_limits<std::size_t>::max();
  bool always_free = false;

  // Whose tolerances component i has.
  std::size_t given(std::size_t i) const {
    if (!per_component) return 0;
    return i < repeat_from ? i
                           : static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) - repeat_by);
  }

  bool is_free(std::size_t i) const {
    return i >= free_from && (always_free || atol[given(i)] == 0);
  }

  double weight(std::size_t i, double size) const {
    if (is_free(i)) return std::numeric_limits<double>::infinity();
    return atol[given(i)] + rtol[given(i)] * size;
  }
};

// Sum of the squares of e_i / weight_i. A component whose weight is 0 (atol = 0 and y_i = 0) does
// not count: there is nothing it could be relative to.
inline double weighted_squares(const Tolerances& tol, ConstVector e, ConstVector y0,
                               ConstVector y1) {
  double sum = 0;
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double weight = tol.weight(i, std::max(std::abs(y0[i]), std::abs(y1[i])));
    if (weight == 0) continue;
    const double ratio = e[i] / weight;
    sum += ratio * ratio;
  }
  return sum;
}

inline double weighted_rms(const Tolerances& tol, ConstVector e, ConstVector y0, ConstVector y1) {
  return std::sqrt(weighted_squares(tol, e, y0, y1) / static_cast<double>(e.size()));
}

}  // namespace mbdae
