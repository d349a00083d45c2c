// The second-order BDF under the strategy of extrapolation.hpp: what is collected for it.
#include <algorithm>

#include "integrate/bdf2/bdf2.hpp"

namespace mbdae {

void collect_point(const Bdf2& b) {
  const Vector y = b.extrapolation.y;
  std::copy(b.y.begin(), b.y.end(), y.begin());
  std::copy_n(b.y1.begin(), b.sizes().n, y.begin() + static_cast<std::ptrdiff_t>(b.y.size()));
}

double extrapolated_first_step(const Bdf2& b) {
  const Extrapolation& x = b.extrapolation;
  const auto [n, nr, nz] = b.sizes();
  std::copy(b.y1.begin(), b.y1.end(), x.y.begin());
  std::copy(b.start_algebraic_rate.begin(), b.start_algebraic_rate.end(),
            x.y.subspan(n + nr, nz).begin());
  std::copy_n(b.y2.begin(), n, x.y.subspan(n + nr + nz).begin());
  return first_step_length(x, b.tolerances);
}

void interpolate_extrapolated(const Bdf2& b, double t) {
  const auto [n, nr, nz] = b.sizes();
  const Extrapolation& x = b.extrapolation;
  interpolate(x, b.grid, t);
  std::copy_n(x.out.begin(), n + nr, b.out.begin());
  std::copy_n(x.out.subspan(n + nr).begin(), nz, b.out_algebraic.begin());
  std::copy_n(x.out.subspan(n + nr + nz).begin(), n, b.out1.begin());
}

}  // namespace mbdae
