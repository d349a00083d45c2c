// See formula.hpp. Polynomials are kept in Newton's form; a node that stands twice in the list of
// nodes makes the derivative there one of the data (Hermite).
#include "integrate/bdf2/formula.hpp"

#include <algorithm>
#include <cmath>

namespace mbdae {

namespace {

constexpr int longest = value_nodes;  // data of a polynomial
using Row = std::array<double, longest>;

// The nodes of a polynomial: t[first], t[first+1], .. and, if the grid ends before, the start twice.
struct Nodes {
  std::array<double, longest> x{};
  int count = 0;
  bool start_twice = false;
};

Nodes choose_nodes(const Grid& grid, int first, int degree) {
  Nodes nodes;
  const int there = grid.count - first;
  nodes.count = std::min(degree + 1, there);
  std::copy_n(grid.t.begin() + first, nodes.count, nodes.x.begin());
  // the last node of a short grid is the start, if its derivative is the exact one
  if (degree + 1 > there && grid.order[static_cast<std::size_t>(grid.count - 1)] == 0) {
    nodes.x[static_cast<std::size_t>(nodes.count)] =
        nodes.x[static_cast<std::size_t>(nodes.count - 1)];
    nodes.start_twice = true;
    ++nodes.count;
  }
  return nodes;
}

// rows[i][l]: weight of datum l in the divided difference over x[0..i].
std::array<Row, longest> difference_table(const Nodes& nodes) {
  const int count = nodes.count;
  std::array<Row, longest> column{};  // f[x_i .. x_{i+s}], s growing
  std::array<Row, longest> rows{};
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const bool twice = nodes.start_twice;
  for (int i = 0; i < count; ++i) column[at(i)][at(i)] = 1;
  if (twice) {  // the last two nodes carry the same value; the last datum is the derivative
    column[at(count - 1)] = column[at(count - 2)];
  }
  rows[0] = column[0];
  for (int s = 1; s < count; ++s) {
    for (int i = 0; i + s < count; ++i) {
      Row& here = column[at(i)];
      const double width = nodes.x[at(i + s)] - nodes.x[at(i)];
      if (twice && s == 1 && i == count - 2) {
        here = {};
        here[at(count - 1)] = 1;
        continue;
      }
      for (int l = 0; l < count; ++l)
        here[at(l)] = (column[at(i + 1)][at(l)] - here[at(l)]) / width;
    }
    rows[at(s)] = column[0];
  }
  return rows;
}

// The derivative-th derivative at t of the Newton basis functions.
Row basis_at(const Nodes& nodes, double t, int derivative) {
  Row result{};
  double value = 1, slope = 0, bend = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(nodes.count); ++i) {
    result[i] = derivative == 0 ? value : derivative == 1 ? slope : bend;
    const double x = t - nodes.x[i];
    bend = bend * x + 2 * slope;
    slope = slope * x + value;
    value *= x;
  }
  return result;
}

ValueWeights weights_of(const Nodes& nodes, const Row& basis) {
  const std::array<Row, longest> table = difference_table(nodes);
  Row sum{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(nodes.count); ++i) {
    for (std::size_t l = 0; l <= i; ++l) sum[l] += basis[i] * table[i][l];
  }
  ValueWeights weights;
  weights.used = nodes.start_twice ? nodes.count - 1 : nodes.count;
  std::copy_n(sum.begin(), weights.used, weights.value.begin());
  if (nodes.start_twice) weights.start_rate = sum[static_cast<std::size_t>(weights.used)];
  return weights;
}

// BDF of order k at t[first]: derivative there of the Lagrange polynomials of t[first .. first+k].
ValueWeights bdf_weights(const Grid& grid, int first, int k) {
  const double* x = grid.t.data() + first;
  ValueWeights d;
  d.used = k + 1;
  for (int i = 1; i <= k; ++i) {
    double above = 1, below = x[i] - x[0];
    for (int p = 1; p <= k; ++p) {
      if (p == i) continue;
      above *= x[0] - x[p];
      below *= x[i] - x[p];
    }
    d.value[static_cast<std::size_t>(i)] = above / below;
    d.value[0] += 1 / (x[0] - x[i]);
  }
  return d;
}

// What was stored as q1 at t[j] for each Newton basis function of the nodes.
Row stored_rates(const Grid& grid, const Nodes& nodes, int j) {
  const auto node = static_cast<std::size_t>(j);
  if (grid.order[node] == 0) return basis_at(nodes, grid.t[node], 1);
  const ValueWeights d = bdf_weights(grid, j, grid.order[node]);
  Row sum{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(d.used); ++i) {
    const Row value = basis_at(nodes, grid.t[node + i], 0);
    for (std::size_t l = 0; l < longest; ++l) sum[l] += d.value[i] * value[l];
  }
  return sum;
}

void pole_free(const Grid& grid, int k, Formula& f) {
  const Nodes nodes = choose_nodes(grid, 0, k + 1);
  Row bend = basis_at(nodes, grid.t[0], 2);
  f.c = f.d;
  for (int j = 0; j <= k; ++j) {
    const Row stored = stored_rates(grid, nodes, j);
    for (std::size_t l = 0; l < longest; ++l) {
      bend[l] -= f.c[static_cast<std::size_t>(j)] * stored[l];
    }
  }
  f.w = weights_of(nodes, bend);
}

// alpha_i of sum alpha_i q1[t_n .. t_{n-i}], i = 1..k; false near a pole.
bool sand(const Grid& grid, int k, Formula& f) {
  // times measured from t_n in steps, so that all numbers are of the order of 1
  Grid scaled = grid;
  const double h = grid.t[0] - grid.t[1];
  for (double& t : scaled.t) t = (t - grid.t[0]) / h;
  Nodes powers;  // all at t_n: the basis functions are the powers of t - t_n
  powers.count = k + 2;
  Nodes rate_times;
  rate_times.count = k + 1;
  std::copy_n(scaled.t.begin(), k + 1, rate_times.x.begin());
  const std::array<Row, longest> table = difference_table(rate_times);
  std::array<std::array<double, highest_order2 + 1>, highest_order2> A{};
  std::array<double, highest_order2> terms{};
  std::array<Row, rate_nodes> stored{};
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int j = 0; j <= k; ++j) stored[at(j)] = stored_rates(scaled, powers, j);
  for (int s = 1; s <= k; ++s) {
    for (int i = 1; i <= k; ++i) {
      double sum = 0;
      for (int j = 0; j <= i; ++j) {
        const double term = table[at(i)][at(j)] * stored[at(j)][at(s + 1)];
        sum += term;
        terms[at(s - 1)] = std::max(terms[at(s - 1)], std::abs(term));
      }
      A[at(s - 1)][at(i - 1)] = sum;
    }
    A[at(s - 1)][at(k)] = s == 1 ? 2.0 : 0.0;
  }
  for (int p = 0; p < k; ++p) {
    int best = p;
    for (int r = p + 1; r < k; ++r) {
      if (std::abs(A[at(r)][at(p)]) > std::abs(A[at(best)][at(p)])) best = r;
    }
    std::swap(A[at(p)], A[at(best)]);
    std::swap(terms[at(p)], terms[at(best)]);
    if (!(std::abs(A[at(p)][at(p)]) > 1e-3 * terms[at(p)])) return false;
    for (int r = p + 1; r < k; ++r) {
      const double factor = A[at(r)][at(p)] / A[at(p)][at(p)];
      for (int c = p; c <= k; ++c) A[at(r)][at(c)] -= factor * A[at(p)][at(c)];
    }
  }
  std::array<double, highest_order2> alpha{};
  for (int p = k - 1; p >= 0; --p) {
    double sum = A[at(p)][at(k)];
    for (int c = p + 1; c < k; ++c) sum -= A[at(p)][at(c)] * alpha[at(c)];
    alpha[at(p)] = sum / A[at(p)][at(p)];
  }
  f.c = {};
  for (int i = 1; i <= k; ++i) {
    for (int j = 0; j <= i; ++j) f.c[at(j)] += alpha[at(i - 1)] * table[at(i)][at(j)] / h;
  }
  f.w = {};
  return true;
}

}  // namespace

Grid extended(const Grid& grid, double t, int order) {
  Grid longer;
  longer.count = std::min(grid.count + 1, kept_nodes);
  std::copy_n(grid.t.begin(), longer.count - 1, longer.t.begin() + 1);
  std::copy_n(grid.order.begin(), longer.count - 1, longer.order.begin() + 1);
  longer.t[0] = t;
  longer.order[0] = order;
  return longer;
}

ValueWeights interpolation_weights(const Grid& grid, int first, int degree, double t,
                                   int derivative) {
  const Nodes nodes = choose_nodes(grid, first, degree);
  return weights_of(nodes, basis_at(nodes, t, derivative));
}

ValueWeights divided_difference(const Grid& grid, int first, int degree) {
  const Nodes nodes = choose_nodes(grid, first, degree);
  Row last{};
  last[static_cast<std::size_t>(nodes.count - 1)] = 1;
  return weights_of(nodes, last);
}

bool make_formula(const Grid& given, int k, SecondDerivative kind, Formula& f) {
  Grid grid = given;
  grid.order[0] = k;
  const ValueWeights d = bdf_weights(grid, 0, k);
  f = {};
  f.order = k;
  std::copy_n(d.value.begin(), k + 1, f.d.begin());
  bool safe = true;
  switch (kind) {
    case SecondDerivative::twice:
      f.c = f.d;
      break;
    case SecondDerivative::sand:
      safe = sand(grid, k, f);
      if (safe) break;
      [[fallthrough]];
    case SecondDerivative::pole_free:
      pole_free(grid, k, f);
      break;
  }
  f.velocity_slope = f.d[0];
  f.acceleration_slope = f.c[0] * f.d[0] + f.w.value[0];
  return safe;
}

}  // namespace mbdae
