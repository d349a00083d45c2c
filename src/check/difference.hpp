// Derivatives along a line through the point, of the constraints or of their rate, by extrapolated
// central differences with an error bound.
#pragma once

#include "check/checker.hpp"

namespace mbdae {

enum class Sampled { constraints, rate };  // g, or G dq + gt with dq as velocity

// (t + s dt, q + s dq) or, if dq is empty, (t + s dt, q + s e_column)
struct Line {
  double dt = 0;
  ConstVector dq;
  std::ptrdiff_t column = -1;
  double length = 1;  // s in which something may change noticeably
};

// Rounding noise of the sampled function on a line: m standard deviations.
Status measure_noise(Checker& c, Sampled what, const Line& line, Vector noise);

// Derivative of first or second order at s = 0: estimate and error bound per row, the bound infinite
// where there is none. Stops as soon as all bounds are far below `scale`.
Status differentiate(Checker& c, Sampled what, const Line& line, int order, ConstVector noise,
                     ConstVector scale, Vector estimate, Vector bound);

}  // namespace mbdae
