// Choice of route; see saddle.hpp.
#include "linalg/saddle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lapack.hpp"
#include "linalg/ldl.hpp"
#include "linalg/rank.hpp"

namespace mbdae {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int block_size = 32;  // of dsytrf, for large systems

std::ptrdiff_t sytrf_work(std::ptrdiff_t N) {
  return N <= plain_limit ? N : N * block_size;
}

// Lower triangle of [M G'; G 0] into K.
void load(Saddle& s) {
  const std::ptrdiff_t n = s.n, m = s.m, N = n + m;
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    double* column = s.K.data() + j * N;
    std::copy_n(s.M.data() + j * n + j, n - j, column + j);
    std::copy_n(s.G.data() + j * m, m, column + n);
  }
  for (std::ptrdiff_t j = n; j < N; ++j) std::fill_n(s.K.data() + j * N + j, N - j, 0.0);
}

// Smallest pivots that count as positive. Rows of G are judged by the largest size they had in
// this run, so that a row that vanishes counts as dependent.
struct Floors {
  double* mass;         // n
  double* constraints;  // m
};

Floors mass_floors(Saddle& s) {
  const Floors floors{s.scratch.data(), s.scratch.data() + s.n};
  const std::ptrdiff_t n = s.n;
  for (std::ptrdiff_t i = 0; i < n; ++i) floors.mass[i] = mass_threshold * s.M[i * (n + 1)];
  return floors;
}

// To be called when the columns of M are eliminated: -K_ii, i >= n, are the diagonal entries of
// G M^-1 G' then.
void constraint_floors(Saddle& s, const Floors& floors) {
  const std::ptrdiff_t N = s.size();
  const double tolerance = std::max(rank_threshold, 4.0 * static_cast<double>(N) * eps);
  for (std::ptrdiff_t i = 0; i < s.m; ++i) {
    s.row_scale[i] = std::max(s.row_scale[i], -s.K[(s.n + i) * (N + 1)]);
    floors.constraints[i] = tolerance * s.row_scale[i];
  }
}

// Smallest pivot against the scale of its row, over the rows before `done`; the row there has
// failed.
void note_pivot_ratio(Saddle& s, std::ptrdiff_t done) {
  const std::ptrdiff_t N = s.size();
  for (std::ptrdiff_t i = 0; i < s.m && s.n + i <= done; ++i) {
    const double scale = s.row_scale[i];
    const double pivot = std::max(0.0, -s.K[(s.n + i) * (N + 1)]);
    s.pivot_ratio = std::min(s.pivot_ratio, scale > 0 ? pivot / scale : 0.0);
  }
}

enum class Outcome { ok, mass_fails, constraint_fails };

Outcome factor_ldl(Saddle& s, bool panels) {
  const int n = s.n, N = s.size();
  const Floors floors = mass_floors(s);
  load(s);
  double* K = s.K.data();
  if (eliminate_columns(K, N, 0, n, 1.0, floors.mass, panels) < n) return Outcome::mass_fails;
  constraint_floors(s, floors);
  const int done = eliminate_columns(K, N, n, N, -1.0, floors.constraints, panels);
  note_pivot_ratio(s, done);
  return done < N ? Outcome::constraint_fails : Outcome::ok;
}

// Inertia and smallest-to-largest ratio of the block diagonal D that dsytrf('L') left in K.
struct BlockDiagonal {
  int positive = 0, negative = 0;
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;

  void add(double eigenvalue) {
    if (eigenvalue > 0) ++positive;
    if (eigenvalue < 0) ++negative;
    smallest = std::min(smallest, std::abs(eigenvalue));
    largest = std::max(largest, std::abs(eigenvalue));
  }
};

BlockDiagonal inspect_block_diagonal(const Saddle& s) {
  const std::ptrdiff_t N = s.size();
  BlockDiagonal D;
  for (std::ptrdiff_t k = 0; k < N; ++k) {
    const double* at = s.K.data() + k * (N + 1);
    if (s.pivot[k] > 0) {
      D.add(at[0]);
      continue;
    }
    const double a = at[0], b = at[1], c = at[N + 1];  // 2 x 2 block [a b; b c]
    const double mean = 0.5 * (a + c), radius = std::hypot(0.5 * (a - c), b);
    D.add(mean + radius);
    D.add(mean - radius);
    ++k;
  }
  return D;
}

// regular: n positive and m negative eigenvalues, none near 0, as the saddle-point matrix has when
// M is positive definite on ker G and G has full rank; suspect: some are near 0, or only badly
// scaled.
enum class BunchKaufman { regular, suspect, singular };

BunchKaufman factor_bunch_kaufman(Saddle& s) {
  const int N = s.size();
  const auto lwork = static_cast<int>(sytrf_work(N));
  int info = 0;
  load(s);
  dsytrf_("L", &N, s.K.data(), &N, s.pivot.data(), s.scratch.data(), &lwork, &info, 1);
  if (info != 0) return BunchKaufman::singular;
  const BlockDiagonal D = inspect_block_diagonal(s);
  if (D.smallest == 0) return BunchKaufman::singular;
  const bool inertia = D.positive == s.n && D.negative == s.m;
  return inertia && D.smallest > 1e-10 * D.largest ? BunchKaufman::regular : BunchKaufman::suspect;
}

Status factor_semidefinite(Saddle& s) {
  s.route = SaddleRoute::bunch_kaufman;
  if (factor_bunch_kaufman(s) == BunchKaufman::regular) return Status::ok;
  // The eigenvalues of the scaled Schur complement decide.
  const Status status = analyse_rank(s, 0);
  if (status != Status::ok) return status;
  if (s.defect == 0) {
    return factor_bunch_kaufman(s) == BunchKaufman::singular ? Status::indefinite : Status::ok;
  }
  s.route = SaddleRoute::minimum_norm;
  s.pivot_ratio = 0;
  return s.minimum_norm_allowed ? Status::ok : Status::rank_lost;
}

}  // namespace

std::ptrdiff_t saddle_scratch(std::ptrdiff_t n, std::ptrdiff_t m) {
  return std::max({n + m, sytrf_work(n + m), rank_scratch(n, m)});
}

void set_identity(Vector x, std::ptrdiff_t n) {
  std::fill(x.begin(), x.end(), 0.0);
  for (std::ptrdiff_t i = 0; i < n; ++i) x[i * (n + 1)] = 1.0;
}

Status factor(Saddle& s) {
  s.pivot_ratio = 1.0;
  s.defect = 0;
  s.row_count = 0;
  const bool panels = s.size() > s.plain_up_to;
  s.route = panels ? SaddleRoute::panels : SaddleRoute::plain;
  switch (factor_ldl(s, panels)) {
    case Outcome::ok:
      return Status::ok;
    case Outcome::mass_fails:
      return factor_semidefinite(s);
    case Outcome::constraint_fails:
      break;
  }
  const Status status = analyse_rank(s, 1);
  if (status != Status::ok) return status;
  s.route = SaddleRoute::minimum_norm;
  return s.minimum_norm_allowed ? Status::ok : Status::rank_lost;
}

void solve(const Saddle& s, Vector x) {
  switch (s.route) {
    case SaddleRoute::plain:
    case SaddleRoute::panels:
      solve_ldl(s.K.data(), s.size(), x.data());
      return;
    case SaddleRoute::bunch_kaufman: {
      const int N = s.size(), one = 1;
      int info = 0;
      dsytrs_("L", &N, &one, s.K.data(), &N, s.pivot.data(), x.data(), &N, &info, 1);
      return;
    }
    case SaddleRoute::minimum_norm:
      solve_minimum_norm(s, x);
      return;
  }
}

}  // namespace mbdae
