// Formulas for the first and second derivative at t_n of a variable-step BDF method that integrates
// second-order equations directly (J. Sand; modified BDF),
//
//     q1_n = sum_{j=0..k} d_j q0_{n-j}                        ordinary BDF of order k
//     q2_n = sum_{j=0..k} c_j q1_{n-j} + sum_{j=0..k+1} w_j q0_{n-j}.
//
// What the stored q1_{n-j} are worth depends on the order they were made with, so that formulas for
// q2_n must know it. Three ways to choose c and w:
//
//   pole_free   P the polynomial of degree k+1 through the newest q0, q1[P] what would have been
//               stored for it:  q2_n = P''(t_n) + sum beta_j (q1_{n-j} - q1_{n-j}[P]), beta = d
//   sand        w = 0, c from exactness for (t - t_n)^{s+1}, s = 1..k; has poles (three successive
//               halvings of the step for k = 2)
//   twice       w = 0, c = d: BDF applied twice, as to the first-order system; lambda is wrong by O(1)
//               after changes of step or order
//
// All three are one and the same for constant steps and order.
#pragma once

#include <array>

namespace mbdae {

enum class SecondDerivative { pole_free, sand, twice };

inline constexpr int highest_order2 = 5;
inline constexpr int kept_nodes = 2 * highest_order2 + 2;  // times a formula may look back to
inline constexpr int value_nodes = highest_order2 + 3;     // q0: t_n back to t_{n-k-2}
inline constexpr int rate_nodes = highest_order2 + 1;      // q1: t_n back to t_{n-k}

// Times from the newest back, t[0] = t_n; order[j] is that of the formula which gave q1 at t[j], 0 for
// the exact derivative at the start. While `count` nodes are too few for a polynomial, the last is the
// start and its derivative counts as one value more.
struct Grid {
  std::array<double, kept_nodes> t{};
  std::array<int, kept_nodes> order{};
  int count = 0;
};

// The grid with one more node, made with the given order, in front.
Grid extended(const Grid& grid, double t, int order);

// Weights of the newest values; start_rate belongs to the derivative at the start.
struct ValueWeights {
  std::array<double, value_nodes> value{};
  double start_rate = 0;
  int used = 0;  // values with weights
};

struct Formula {
  int order = 1;
  std::array<double, rate_nodes> d{};  // q1_n from q0
  std::array<double, rate_nodes> c{};  // q2_n from q1
  ValueWeights w;                      // and from q0
  double velocity_slope = 0;           // dq1_n/dq0_n = d_0
  double acceleration_slope = 0;       // dq2_n/dq0_n = c_0 d_0 + w_0
};

// The order of the newest node is taken to be k. For `sand`, false if the formula is near a pole: the
// pole-free one is returned then.
bool make_formula(const Grid& given, int k, SecondDerivative kind, Formula& formula);

// Value, first or second derivative at time t of the polynomial of the given degree through the
// values at t[first], t[first + 1], ...; weights count from t[first]. The degree is lowered to what
// the grid has.
ValueWeights interpolation_weights(const Grid& grid, int first, int degree, double t,
                                   int derivative);

// The divided difference q0[t[first], .., t[first + degree]].
ValueWeights divided_difference(const Grid& grid, int first, int degree);

}  // namespace mbdae
