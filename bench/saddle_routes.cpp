// Time of one factorization and one solution of the saddle-point system by each route, against
// n + m: where do panels overtake the plain loops? Answer: plain_limit in src/linalg/ldl.hpp.
// Ratios of the smallest of several repetitions, taken in one run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

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

// Factor and solve, the plain code being used up to that many unknowns.
double time_route(const Problem& p, int plain_up_to, int calls) {
  const std::size_t N = p.rhs.size();
  std::vector<double> M(p.M), G(p.G), K(N * N), row_scale(N), x(N);
  std::vector<double> scratch(static_cast<std::size_t>(mbdae::saddle_scratch(p.n, p.m)));
  std::vector<int> pivot(N);
  mbdae::Saddle saddle;
  saddle.n = p.n;
  saddle.m = p.m;
  saddle.M = M;
  saddle.G = G;
  saddle.K = K;
  saddle.pivot = pivot;
  saddle.row_scale = mbdae::Vector(row_scale).first(static_cast<std::size_t>(p.m));
  saddle.scratch = scratch;
  saddle.plain_up_to = plain_up_to;
  return time_of(
      [&] {
        mbdae::factor(saddle);
        x = p.rhs;
        mbdae::solve(saddle, x);
      },
      calls);
}

}  // namespace

int main() {
  std::printf("one factorization and one solution, ns\n");
  std::printf("%4s %4s %5s %10s %10s %12s\n", "n", "m", "n+m", "plain", "panels", "plain/panels");
  constexpr int sizes[][2] = {{2, 1},   {7, 6},   {12, 11}, {18, 12}, {21, 14},
                              {24, 16}, {27, 18}, {30, 20}, {36, 24}, {42, 28},
                              {48, 32}, {60, 40}, {90, 60}, {120, 80}};
  for (const auto& size : sizes) {
    const Problem p = random_problem(size[0], size[1]);
    const int N = p.n + p.m;
    const int calls = std::max(50, 4000000 / (N * N * N + 1000));
    const double a = time_route(p, N, calls), b = time_route(p, 0, calls);
    std::printf("%4d %4d %5d %10.0f %10.0f %12.2f\n", p.n, p.m, N, a, b, a / b);
  }
  return 0;
}
