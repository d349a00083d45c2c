// The weighted root-mean-square norm of DASSL,
//     ||v|| = sqrt( (1/N) sum (v_i / w_i)^2 ).
#pragma once

#include <algorithm>
#include <cmath>

#include "system/model.hpp"

namespace mbdae {

// NaN if a component is. The plain sum overflows or underflows only far outside of what a norm of 1
// decides; then the largest ratio is taken out first.
inline double weighted_rms(ConstVector v, ConstVector weight) {
  const std::size_t count = v.size();
  double even = 0, odd = 0;
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const double a = v[i] / weight[i], b = v[i + 1] / weight[i + 1];
    even += a * a;
    odd += b * b;
  }
  if (i < count) even += (v[i] / weight[i]) * (v[i] / weight[i]);
  const double sum = even + odd;
  if (sum > 1e-280 && sum < 1e280) return std::sqrt(sum / static_cast<double>(count));
  if (std::isnan(sum)) return sum;
  double largest = 0;
  for (i = 0; i < count; ++i) largest = std::max(largest, std::abs(v[i] / weight[i]));
  if (!(largest > 0) || std::isinf(largest)) return largest;
  double scaled = 0;
  for (i = 0; i < count; ++i) {
    const double ratio = v[i] / weight[i] / largest;
    scaled += ratio * ratio;
  }
  return largest * std::sqrt(scaled / static_cast<double>(count));
}

}  // namespace mbdae
