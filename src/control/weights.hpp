// Error weights and norms: the tolerances of a component are atol + rtol max(|y0|, |y1|).
#pragma once

#include <algorithm>
#include <cmath>

#include "system/model.hpp"

namespace mbdae {

struct Tolerances {
  const double* rtol = nullptr;
  const double* atol = nullptr;
  bool per_component = false;

  double weight(std::size_t i, double size) const {
    const std::size_t k = per_component ? i : 0;
    return atol[k] + rtol[k] * size;
  }
};

// Sum of the squares of e_i / weight_i.
inline double weighted_squares(const Tolerances& tol, ConstVector e, ConstVector y0,
                               ConstVector y1) {
  double sum = 0;
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double ratio = e[i] / tol.weight(i, std::max(std::abs(y0[i]), std::abs(y1[i])));
    sum += ratio * ratio;
  }
  return sum;
}

inline double weighted_rms(const Tolerances& tol, ConstVector e, ConstVector y0, ConstVector y1) {
  return std::sqrt(weighted_squares(tol, e, y0, y1) / static_cast<double>(e.size()));
}

inline double max_norm(ConstVector x) {
  double largest = 0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace mbdae
