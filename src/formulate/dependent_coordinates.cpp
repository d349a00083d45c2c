// See dependent_coordinates.hpp.
#include "formulate/dependent_coordinates.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/lu.hpp"
#include "linalg/norms.hpp"
#include "linalg/saddle.hpp"

namespace mbdae {

namespace {

// A choice is given up when its quality has fallen to this part of what it was: a new one costs little,
// and what Newton's matrix leaves out grows with 1/G2.
constexpr double worn_out = 0.7;

// The m best columns by Gaussian elimination with complete pivoting.
Status choose(DependentCoordinates& c, ConstVector G) {
  const std::size_t m = c.columns.size(), n = G.size() / m;
  std::copy(G.begin(), G.end(), c.scratch.begin());
  const Vector A = c.scratch;
  double largest = 0;
  for (std::size_t k = 0; k < m; ++k) {
    std::size_t row = k, column = 0;
    double best = -1;
    for (std::size_t j = 0; j < n; ++j) {
      const auto end = c.columns.begin() + static_cast<std::ptrdiff_t>(k);
      if (std::find(c.columns.begin(), end, static_cast<int>(j)) != end) continue;
      for (std::size_t i = k; i < m; ++i) {
        if (std::abs(A[i + j * m]) > best) best = std::abs(A[i + j * m]), row = i, column = j;
      }
    }
    if (k == 0) largest = best;
    if (!(best > rank_threshold * largest)) return Status::rank_lost;
    c.columns[k] = static_cast<int>(column);
    for (std::size_t j = 0; j < n; ++j) std::swap(A[k + j * m], A[row + j * m]);
    for (std::size_t i = k + 1; i < m; ++i) {
      const double factor = A[i + column * m] / A[k + column * m];
      for (std::size_t j = 0; j < n; ++j) A[i + j * m] -= factor * A[k + j * m];
    }
  }
  count_up(c.choices);
  return Status::ok;
}

// The smallest pivot of G2 over the largest entry of G.
double quality_of(const DependentCoordinates& c, ConstVector G) {
  const std::size_t m = c.columns.size();
  double smallest = HUGE_VAL;
  for (std::size_t k = 0; k < m; ++k) smallest = std::min(smallest, std::abs(c.G2[k + k * m]));
  return smallest / max_norm(G);
}

}  // namespace

Status factor_dependent(DependentCoordinates& c, ConstVector G) {
  const std::size_t m = c.columns.size();
  for (std::size_t k = 0; k < m; ++k) {
    const auto from = G.begin() + c.columns[k] * static_cast<std::ptrdiff_t>(m);
    std::copy_n(from, m, c.G2.begin() + static_cast<std::ptrdiff_t>(k * m));
  }
  const int failed = factor_lu(c.G2.data(), static_cast<int>(m), c.pivot.data());
  return failed >= 0 ? Status::singular : Status::ok;
}

Status review_choice(DependentCoordinates& c, ConstVector G) {
  const std::size_t m = c.columns.size();
  if (m == 0) return Status::ok;
  if (c.quality > 0 && factor_dependent(c, G) == Status::ok &&
      quality_of(c, G) > worn_out * c.quality) {
    return Status::ok;
  }
  Status status = choose(c, G);
  if (status == Status::ok) status = factor_dependent(c, G);
  c.quality = status == Status::ok ? quality_of(c, G) : 0;
  return status;
}

void complete(const DependentCoordinates& c, ConstVector G, Vector w, Vector x) {
  const std::size_t m = c.columns.size();
  for (const int k : c.columns) x[static_cast<std::size_t>(k)] = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (std::size_t i = 0; i < m; ++i) w[i] += G[i + j * m] * x[j];
  }
  solve_lu(c.G2.data(), static_cast<int>(m), c.pivot.data(), w.data());
  for (std::size_t k = 0; k < m; ++k) x[static_cast<std::size_t>(c.columns[k])] = -w[k];
}

}  // namespace mbdae
