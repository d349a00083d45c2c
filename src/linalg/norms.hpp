// Norms.
#pragma once

#include <cmath>

#include "system/model.hpp"

namespace mbdae {

// NaN if a component is: a test like max_norm(x) <= limit then fails as it must.
inline double max_norm(ConstVector x) {
  double largest = 0;
  for (const double value : x) {
    const double size = std::abs(value);
    if (size > largest || std::isnan(size)) largest = size;
  }
  return largest;
}

}  // namespace mbdae
