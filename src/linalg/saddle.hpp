// The saddle-point system of constrained mechanics,
//
//     [ M  G' ] [ a      ]   [ f ]
//     [ G  0  ] [ lambda ] = [ w ],
//
// factored by the cheapest route that is safe for the matrices at hand:
//   M positive definite      LDL' without interchanges, that is Cholesky of M and of the Schur
//                            complement G M^-1 G'; plain loops when small, panels when large
//   M semi-definite          Bunch-Kaufman (LAPACK dsytrf)
//   G short of rank          status rank_lost with the rows involved, or the minimum-norm solution
// All storage is the caller's.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "linalg/ldl.hpp"
#include "system/model.hpp"
#include "system/status.hpp"

namespace mbdae {

enum class SaddleRoute { plain, panels, bunch_kaufman, minimum_norm };

inline constexpr int reported_rows = 8;

struct Saddle {
  int n = 0, m = 0;
  Vector M;              // n*n, as evaluated; only the lower triangle is read
  Vector G;              // m*n, as evaluated
  Vector K;              // (n+m)^2: the factors
  std::span<int> pivot;  // n+m: interchanges of Bunch-Kaufman
  Vector row_scale;      // m: largest (G M^-1 G')_ii met in this run; zero before the first
  Vector scratch;        // saddle_scratch(n, m)
  bool minimum_norm_allowed = false;
  int plain_up_to = plain_limit;  // unknowns

  // What the last factorization found.
  SaddleRoute route = SaddleRoute::plain;
  double pivot_ratio = 1.0;  // smallest pivot of G M^-1 G' over the scale of its row
  int defect = 0;            // rank deficiency of G
  int row_count = 0;         // constraint rows involved in it
  std::array<int, reported_rows> rows{};

  int size() const { return n + m; }
};

// Doubles needed in Saddle::scratch.
std::ptrdiff_t saddle_scratch(std::ptrdiff_t n, std::ptrdiff_t m);

// Pivot ratios of G M^-1 G' below this count as loss of rank; see the note on singular passages in
// docs/theory.md for why it is no larger.
inline constexpr double rank_threshold = 1e-14;

// Pivots of M below this part of its diagonal send the system to Bunch-Kaufman: the routes without
// interchanges lose 1/pivot in accuracy, and what is left of a massless direction is noise of any
// size up to there.
inline constexpr double mass_threshold = 1e-6;

// x := identity, n x n.
void set_identity(Vector x, std::ptrdiff_t n);

// Factor the system held in M and G. ok, rank_lost or indefinite.
Status factor(Saddle& saddle);

// x = (f, w) on entry, (a, lambda) on return. Only after a factorization that was ok.
void solve(const Saddle& saddle, Vector x);

}  // namespace mbdae
