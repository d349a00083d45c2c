// Time of one factorization and one solution of the saddle-point system by each route, against
// n + m: where does LAPACK overtake the plain code? Answer: plain_limit in src/linalg/saddle.hpp.
// Ratios of the smallest of several repetitions, taken in one run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "linalg/lapack.hpp"
#include "linalg/ldl_small.hpp"
#include "linalg/saddle.hpp"

namespace {

struct Problem {
  int n, m;
  std::vector<double> M, G, rhs;
};

Problem random_problem(int n, int m) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Problem p{n, m, {}, {}, {}};
  p.M.resize(static_cast<std::size_t>(n) * n);
  p.G.resize(static_cast<std::size_t>(m) * n);
  p.rhs.resize(static_cast<std::size_t>(n) + m);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i <= j; ++i) {
      p.M[i + static_cast<std::size_t>(j) * n] = p.M[j + static_cast<std::size_t>(i) * n] =
          uniform(generator) + (i == j ? n : 0);
    }
  }
  for (double& x : p.G) x = uniform(generator);
  for (double& x : p.rhs) x = uniform(generator);
  return p;
}

// nanoseconds per call, smallest of nine rounds
template <class Work>
double time_of(Work work, int calls) {
  double best = 1e300;
  for (int round = 0; round < 9; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) work();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / calls);
  }
  return best;
}

// The two halves of saddle.cpp without the choice between them.
double plain(const Problem& p, int calls) {
  const int N = p.n + p.m;
  std::vector<double> K(static_cast<std::size_t>(N) * N), x(p.rhs), floor(N, 0.0);
  return time_of(
      [&] {
        for (int j = 0; j < p.n; ++j) {
          double* column = K.data() + static_cast<std::ptrdiff_t>(j) * N;
          std::copy_n(p.M.data() + static_cast<std::ptrdiff_t>(j) * p.n + j, p.n - j, column + j);
          std::copy_n(p.G.data() + static_cast<std::ptrdiff_t>(j) * p.m, p.m, column + p.n);
        }
        for (int j = p.n; j < N; ++j) {
          std::fill_n(K.data() + static_cast<std::ptrdiff_t>(j) * N + j, N - j, 0.0);
        }
        mbdae::eliminate_columns(K.data(), N, 0, p.n, 1.0, floor.data());
        mbdae::eliminate_columns(K.data(), N, p.n, N, -1.0, floor.data());
        x = p.rhs;
        mbdae::solve_ldl(K.data(), N, x.data());
      },
      calls);
}

double lapack(const Problem& p, int calls) {
  const int n = p.n, m = p.m, N = n + m, step = 1;
  const double one = 1.0, zero = 0.0;
  std::vector<double> K(static_cast<std::size_t>(N) * N), x(p.rhs);
  return time_of(
      [&] {
        for (int j = 0; j < n; ++j) {
          double* column = K.data() + static_cast<std::ptrdiff_t>(j) * N;
          std::copy_n(p.M.data() + static_cast<std::ptrdiff_t>(j) * n + j, n - j, column + j);
          std::copy_n(p.G.data() + static_cast<std::ptrdiff_t>(j) * m, m, column + n);
        }
        int info = 0;
        double* L22 = K.data() + static_cast<std::ptrdiff_t>(n) * (N + 1);
        dpotrf_("L", &n, K.data(), &N, &info, 1);
        dtrsm_("R", "L", "T", "N", &m, &n, &one, K.data(), &N, K.data() + n, &N, 1, 1, 1, 1);
        dsyrk_("L", "N", &m, &n, &one, K.data() + n, &N, &zero, L22, &N, 1, 1);
        dpotrf_("L", &m, L22, &N, &info, 1);
        x = p.rhs;
        dtrsv_("L", "N", "N", &N, K.data(), &N, x.data(), &step, 1, 1, 1);
        for (int i = n; i < N; ++i) x[i] = -x[i];
        dtrsv_("L", "T", "N", &N, K.data(), &N, x.data(), &step, 1, 1, 1);
      },
      calls);
}

}  // namespace

int main() {
  std::printf("one factorization and one solution, ns\n");
  std::printf("%4s %4s %5s %10s %10s %12s\n", "n", "m", "n+m", "plain", "LAPACK", "plain/LAPACK");
  constexpr int sizes[][2] = {{2, 1},   {7, 6},   {12, 11}, {18, 12}, {21, 14}, {24, 16},
                              {27, 18}, {30, 20}, {36, 24}, {42, 28}, {60, 40}};
  for (const auto& size : sizes) {
    const Problem p = random_problem(size[0], size[1]);
    const int N = p.n + p.m;
    const int calls = std::max(50, 4000000 / (N * N * N + 1000));
    const double a = plain(p, calls), b = lapack(p, calls);
    std::printf("%4d %4d %5d %10.0f %10.0f %12.2f\n", p.n, p.m, N, a, b, a / b);
  }
  return 0;
}
