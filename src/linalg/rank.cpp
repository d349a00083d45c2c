// Rank-revealing treatment of the saddle-point system. With A = M (or M + G'WG, W a diagonal weight
// that brings the rows of G to the size of M, where M alone is not positive definite: as G a = w
// this changes neither a nor lambda if f + G'W w takes the place of f) and the scaled Schur
// complement
//     S^ = D G A^-1 G' D = U diag(omega) U',   D = diag(G A^-1 G')^-1/2,
// eigenvalues at rounding level mark the dependent rows: those with sizeable entries in the null
// vectors. lambda = D U omega^+ U' D (G A^-1 f^ - w), less its part in ker G', is the solution of
// least norm; the forces G' lambda are the same for all of them.
#include "linalg/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lapack.hpp"

namespace mbdae {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double involved = 0.1;  // entry of a null vector, relative to its largest

// Where the pieces live: the factor of A and X = G L^-T in K, the rest in scratch.
struct Pieces {
  std::ptrdiff_t n, m, N;
  double* L;      // n x n, leading dimension N
  double* X;      // m x n, leading dimension N
  double* U;      // m x m eigenvectors
  double* Z;      // m x m, first `null_count()` columns: orthonormal basis of ker G'
  double* omega;  // m inverse eigenvalues, 0 for null directions
  double* D;      // m row scales
  double* z;      // m
  double* W;      // m weights of the augmentation, all 0: none
  double* nulls;  // 1: columns of Z
  double* work;   // n + 3m: dsyev and diagonals
};

Pieces pieces(const Saddle& s) {
  const std::ptrdiff_t n = s.n, m = s.m, N = n + m;
  double* at = s.scratch.data();
  const auto take = [&at](std::ptrdiff_t count) {
    double* start = at;
    at += count;
    return start;
  };
  Pieces p{n,       m,       N,       s.K.data(), s.K.data() + n, take(m * m), take(m * m),
           take(m), take(m), take(m), take(m),    take(1),        nullptr};
  p.work = at;
  return p;
}

double sum_of_squares(ConstVector x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return sum;
}

// Pivots of A below this part of its diagonal mean that A is not positive definite.
constexpr double augmented_threshold = 1e-10;

// L := Cholesky factor of A = M + G'WG; false if that is not safely positive definite.
bool factor_augmented(Saddle& s, const Pieces& p, double threshold) {
  const int n = s.n, N = s.size();
  for (std::ptrdiff_t j = 0; j < p.n; ++j) {
    for (std::ptrdiff_t i = j; i < p.n; ++i) {
      double coupling = 0;
      for (std::ptrdiff_t k = 0; k < p.m; ++k) {
        coupling += p.W[k] * s.G[k + i * p.m] * s.G[k + j * p.m];
      }
      p.L[i + j * p.N] = s.M[i + j * p.n] + coupling;
    }
  }
  double* diagonal = p.work;
  for (std::ptrdiff_t i = 0; i < p.n; ++i) diagonal[i] = p.L[i * (p.N + 1)];
  int info = 0;
  dpotrf_("L", &n, p.L, &N, &info, 1);
  if (info != 0) return false;
  for (std::ptrdiff_t i = 0; i < p.n; ++i) {
    const double pivot = p.L[i * (p.N + 1)] * p.L[i * (p.N + 1)];
    if (!(pivot > threshold * diagonal[i])) return false;
  }
  return true;
}

// Weights with which each row of G is as large as the mean diagonal entry of M.
void set_weights(const Saddle& s, const Pieces& p) {
  double trace = 0;
  for (std::ptrdiff_t i = 0; i < p.n; ++i) trace += std::abs(s.M[i * (p.n + 1)]);
  const double size = trace > 0 ? trace / static_cast<double>(p.n) : 1.0;
  for (std::ptrdiff_t k = 0; k < p.m; ++k) {
    double square = 0;
    for (std::ptrdiff_t j = 0; j < p.n; ++j) square += s.G[k + j * p.m] * s.G[k + j * p.m];
    p.W[k] = square > 0 ? size / square : 0.0;
  }
}

// Mark in p.z the rows taking part in null vector u of the scaled complement.
void mark_rows(const Pieces& p, const double* u) {
  double largest = 0;
  for (std::ptrdiff_t i = 0; i < p.m; ++i) largest = std::max(largest, std::abs(u[i]));
  for (std::ptrdiff_t i = 0; i < p.m; ++i) {
    if (std::abs(u[i]) > involved * largest) p.z[i] = 1.0;
  }
}

void collect_rows(Saddle& s, const Pieces& p) {
  for (int i = 0; i < s.m; ++i) {
    if (p.z[i] == 0) continue;
    if (s.row_count < reported_rows) s.rows[s.row_count] = i;
    ++s.row_count;
  }
}

// Append D u, made orthogonal to the columns before it, to the basis of ker G'.
void extend_kernel(const Pieces& p, const double* u) {
  const auto count = static_cast<std::ptrdiff_t>(*p.nulls);
  double* z = p.Z + count * p.m;
  double alive = 0;  // the part of u that does not belong to vanished rows
  for (std::ptrdiff_t i = 0; i < p.m; ++i) {
    z[i] = p.D[i] * u[i];
    if (p.D[i] > 0) alive += u[i] * u[i];
  }
  if (alive < 1e-12) return;  // a vanished row alone: its multiplier is 0 already
  const double before = std::sqrt(sum_of_squares({z, static_cast<std::size_t>(p.m)}));
  for (int pass = 0; pass < 2; ++pass) {
    for (std::ptrdiff_t c = 0; c < count; ++c) {
      double along = 0;
      for (std::ptrdiff_t i = 0; i < p.m; ++i) along += p.Z[i + c * p.m] * z[i];
      for (std::ptrdiff_t i = 0; i < p.m; ++i) z[i] -= along * p.Z[i + c * p.m];
    }
  }
  const double after = std::sqrt(sum_of_squares({z, static_cast<std::size_t>(p.m)}));
  if (!(after > 1e-8 * before)) return;  // nothing new
  for (std::ptrdiff_t i = 0; i < p.m; ++i) z[i] /= after;
  *p.nulls += 1;
}

// lambda -= Z Z' lambda; the second pass removes what rounding left of large multipliers that
// cancel.
void remove_kernel(const Pieces& p, double* lambda) {
  for (int pass = 0; pass < 2; ++pass) {
    for (std::ptrdiff_t c = 0; c < static_cast<std::ptrdiff_t>(*p.nulls); ++c) {
      const double* z = p.Z + c * p.m;
      double along = 0;
      for (std::ptrdiff_t i = 0; i < p.m; ++i) along += z[i] * lambda[i];
      for (std::ptrdiff_t i = 0; i < p.m; ++i) lambda[i] -= along * z[i];
    }
  }
}

}  // namespace

std::ptrdiff_t rank_scratch(std::ptrdiff_t n, std::ptrdiff_t m) {
  return 2 * m * m + 4 * m + 1 + std::max<std::ptrdiff_t>(3 * m, 1) + n;
}

Status analyse_rank(Saddle& s, int at_least) {
  const Pieces p = pieces(s);
  const int n = s.n, m = s.m, N = s.size();
  const double one = 1.0, zero = 0.0;
  s.defect = 0;
  s.row_count = 0;
  *p.nulls = 0;
  std::fill_n(p.W, p.m, 0.0);
  const bool definite = factor_augmented(s, p, mass_threshold);
  if (!definite) {
    set_weights(s, p);
    if (!factor_augmented(s, p, augmented_threshold)) return Status::indefinite;
  }
  if (m == 0) return Status::ok;
  for (std::ptrdiff_t j = 0; j < n; ++j) std::copy_n(s.G.data() + j * m, m, p.X + j * p.N);
  dtrsm_("R", "L", "T", "N", &m, &n, &one, p.L, &N, p.X, &N, 1, 1, 1, 1);
  dsyrk_("L", "N", &m, &n, &one, p.X, &N, &zero, p.U, &m, 1, 1);
  for (std::ptrdiff_t i = 0; i < p.m; ++i) {
    double& scale = s.row_scale[i];
    const double diagonal = p.U[i * (p.m + 1)];
    if (definite) scale = std::max(scale, diagonal);
    const bool vanished = !(diagonal > 0) || (definite && diagonal <= rank_threshold * scale);
    p.D[i] = vanished ? 0.0 : 1.0 / std::sqrt(diagonal);
  }
  for (std::ptrdiff_t j = 0; j < p.m; ++j) {
    for (std::ptrdiff_t i = j; i < p.m; ++i) p.U[i + j * p.m] *= p.D[i] * p.D[j];
  }
  const int lwork = 3 * m;
  int info = 0;
  dsyev_("V", "L", &m, p.U, &m, p.omega, p.work, &lwork, &info, 1, 1);  // ascending
  if (info != 0) return Status::indefinite;  // no convergence: overflow in M or G
  std::fill_n(p.z, p.m, 0.0);
  const double cut = 8.0 * std::max(rank_threshold, static_cast<double>(N) * eps);
  for (std::ptrdiff_t k = 0; k < p.m; ++k) {
    if (p.omega[k] > cut && k >= at_least) {
      p.omega[k] = 1.0 / p.omega[k];
      continue;
    }
    p.omega[k] = 0;
    ++s.defect;
    mark_rows(p, p.U + k * p.m);
    extend_kernel(p, p.U + k * p.m);
  }
  collect_rows(s, p);
  return Status::ok;
}

void solve_minimum_norm(const Saddle& s, Vector x) {
  const Pieces p = pieces(s);
  const int n = s.n, N = s.size(), one = 1;
  const auto m = static_cast<std::size_t>(s.m);
  double* a = x.data();
  double* lambda = a + p.n;
  // z = w for now; f^ = f + G'W w
  std::copy_n(lambda, p.m, p.z);
  for (std::ptrdiff_t j = 0; j < p.n; ++j) {
    for (std::ptrdiff_t i = 0; i < p.m; ++i) {
      a[j] += p.W[i] * s.G[i + j * p.m] * p.z[i];
    }
  }
  dtrsv_("L", "N", "N", &n, p.L, &N, a, &one, 1, 1, 1);
  // z = D (X L^-1 f^ - w)
  for (std::ptrdiff_t i = 0; i < p.m; ++i) {
    double sum = -p.z[i];
    for (std::ptrdiff_t j = 0; j < p.n; ++j) sum += p.X[i + j * p.N] * a[j];
    p.z[i] = p.D[i] * sum;
  }
  std::fill_n(lambda, p.m, 0.0);
  for (std::size_t k = 0; k < m; ++k) {
    const double* u = p.U + k * m;
    double along = 0;
    for (std::size_t i = 0; i < m; ++i) along += u[i] * p.z[i];
    along *= p.omega[k];
    for (std::size_t i = 0; i < m; ++i) lambda[i] += p.D[i] * u[i] * along;
  }
  remove_kernel(p, lambda);
  // a = L^-T (L^-1 f^ - X' lambda)
  for (std::ptrdiff_t j = 0; j < p.n; ++j) {
    for (std::ptrdiff_t i = 0; i < p.m; ++i) a[j] -= p.X[i + j * p.N] * lambda[i];
  }
  dtrsv_("L", "T", "N", &n, p.L, &N, a, &one, 1, 1, 1);
}

}  // namespace mbdae
