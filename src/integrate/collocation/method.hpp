// Collocation methods and what their linear systems need.
#pragma once

#include <array>

namespace mbdae {

inline constexpr int most_stages = 3;

// A^-1 = T D T^-1 with real D: for three stages first the real eigenvalue gamma, then, for all, the
// block [alpha -beta; beta alpha] of the conjugate pair alpha +- i beta.
//
// The embedded method uses the derivative at the start, too, with weight gamma0, which is 1/gamma
// where there is a gamma so that its filter has a factored matrix already; `error` are the
// coefficients of the stages in the difference of both results.
struct CollocationMethod {
  using Square = std::array<std::array<double, most_stages>, most_stages>;
  using Row = std::array<double, most_stages>;

  int stages = 0;
  int middle = 0;  // the stage nearest to all others
  bool stiffly_accurate = true;
  Row c{}, b{};
  Square A{}, A_inverse{}, T{}, T_inverse{};
  bool has_real = false;
  double gamma = 0, alpha = 0, beta = 0;
  double gamma0 = 0;
  Row error{};
  int error_order = 0;  // of the embedded method
};

extern const CollocationMethod radau2, radau3, gauss2;

}  // namespace mbdae
