// Saddle-point problems with known properties, and their factorization by the library.
#pragma once

#include "reference.hpp"
#include "storage.hpp"

namespace test {

struct Problem {
  int n, m;
  Numbers M, G;

  std::size_t at(int i, int j) const { return static_cast<std::size_t>(i + j * n); }
  std::size_t row(int i, int j) const { return static_cast<std::size_t>(i + j * m); }

  // [M G'; G 0]
  Numbers whole() const {
    const int N = n + m;
    Numbers K(static_cast<std::size_t>(N * N));
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) K[static_cast<std::size_t>(i + j * N)] = M[at(i, j)];
      for (int i = 0; i < m; ++i) {
        K[static_cast<std::size_t>(n + i + j * N)] = G[row(i, j)];
        K[static_cast<std::size_t>(j + (n + i) * N)] = G[row(i, j)];
      }
    }
    return K;
  }
};

// M = B B' + shift I with B n x rank: semi-definite of that rank if shift = 0. G: independent rows,
// unit vectors plus noise.
inline Problem make_problem(Random& random, int n, int m, int rank, double shift) {
  Problem p{n, m, Numbers(static_cast<std::size_t>(n * n)),
            Numbers(static_cast<std::size_t>(m * n))};
  const Numbers B = random.numbers(static_cast<std::size_t>(n * rank));
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < rank; ++k) p.M[p.at(i, j)] += B[p.at(i, k)] * B[p.at(j, k)] / n;
    }
    p.M[p.at(j, j)] += shift;
    for (int i = 0; i < m; ++i) {
      p.G[p.row(i, j)] = 0.5 * random() / std::sqrt(n) + (i % n == j ? 1.0 : 0.0);
    }
  }
  return p;
}

inline Problem regular(Random& random, int n, int m) {
  return make_problem(random, n, m, n, 0.5);
}

struct Factored {
  Storage storage;
  mbdae::Saddle saddle;
  mbdae::Status status = mbdae::Status::ok;

  explicit Factored(const Problem& p, bool minimum_norm = false) {
    storage.give(saddle, p.n, p.m);
    saddle.minimum_norm_allowed = minimum_norm;
    refactor(p);
  }
  void refactor(const Problem& p) {
    std::copy(p.M.begin(), p.M.end(), saddle.M.begin());
    std::copy(p.G.begin(), p.G.end(), saddle.G.begin());
    status = mbdae::factor(saddle);
  }
  Numbers solution(Numbers b) const {
    mbdae::solve(saddle, b);
    return b;
  }
};

// |K x - b| / (|K| |x| + |b|)
inline double relative_residual(const Problem& p, const Numbers& x, const Numbers& b) {
  const int N = p.n + p.m;
  const Numbers K = p.whole();
  Numbers r = b;
  double norm = 0;
  for (int i = 0; i < N; ++i) {
    double row_sum = 0;
    for (int j = 0; j < N; ++j) {
      const double entry = K[static_cast<std::size_t>(i + j * N)];
      r[static_cast<std::size_t>(i)] -= entry * x[static_cast<std::size_t>(j)];
      row_sum += std::abs(entry);
    }
    norm = std::max(norm, row_sum);
  }
  return largest(r) / (norm * largest(x) + largest(b));
}

}  // namespace test
