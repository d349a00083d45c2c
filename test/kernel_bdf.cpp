/* The BDF kernel: order of convergence, interpolation, nonnegative solutions, dense and band LU factors. */
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "check.h"
#include "integrate/bdf/bdf.hpp"
#include "linalg/lu.hpp"

using namespace mbdae;

namespace {

// y1' = -y2, y2' = y1, 0 = y3 - y1 y2
Status residual(void*, double, ConstVector y, ConstVector yp, Vector delta) {
  delta[0] = yp[0] + y[1];
  delta[1] = yp[1] - y[0];
  delta[2] = y[2] - y[0] * y[1];
  return Status::ok;
}

struct Matrix {
  std::array<double, 9> A{};
  std::array<int, 3> pivot{};
};

Status new_matrix(void* self, const NewtonPoint& p) {
  Matrix& m = *static_cast<Matrix*>(self);
  m.A = {p.cj, -1, -p.y[1], 1, p.cj, -p.y[0], 0, 0, 1};
  return factor_lu(m.A.data(), 3, m.pivot.data()) < 0 ? Status::ok : Status::singular;
}

void solve(void* self, Vector delta) {
  const Matrix& m = *static_cast<Matrix*>(self);
  solve_lu(m.A.data(), 3, m.pivot.data(), delta.data());
}

void exact(double t, double* y) {
  y[0] = std::cos(t);
  y[1] = std::sin(t);
  y[2] = y[0] * y[1];
}

struct Fixture {
  Matrix matrix;
  Bdf b;
  std::vector<double> y, yp, delta, change, weight, phi, coefficients;

  explicit Fixture(int order)
      : y(3), yp(3), delta(3), change(3), weight(3, 1.0), phi(18), coefficients(30) {
    b.newton.equations = {&matrix, residual, new_matrix, solve, nullptr};
    b.max_order = order;
    b.y = y, b.yp = yp, b.delta = delta, b.change = change;
    b.weight = b.error_weight = weight;
    b.phi = phi;
    const Vector c = coefficients;
    b.alpha = c.subspan(0, 6), b.beta = c.subspan(6, 6), b.gamma = c.subspan(12, 6);
    b.psi = c.subspan(18, 6), b.sigma = c.subspan(24, 6);
  }

  // Backward differences of the exact solution on a grid of step h that ends at t = 0.
  void begin_exactly(int k, double h) {
    std::vector<std::array<double, 3>> d(static_cast<std::size_t>(k + 1));
    for (int i = 0; i <= k; ++i) exact(-i * h, d[static_cast<std::size_t>(i)].data());
    for (std::size_t j = 0; j <= static_cast<std::size_t>(k); ++j) {
      for (std::size_t c = 0; c < 3; ++c) phi[3 * j + c] = d[0][c];
      for (std::size_t i = 0; i + 1 < d.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) d[i][c] -= d[i + 1][c];
      }
      d.pop_back();
    }
    for (int i = 0; i < 6; ++i) b.psi[static_cast<std::size_t>(i)] = (i + 1) * h;
    b.t = 0;
    b.h = b.old_h = h;
    b.order = b.old_order = k;
    b.starting = false;
    b.newton.cj_matrix = 1;
  }
};

// Error at t = 1 after steps of constant size and order.
double error_at(int k, int steps) {
  const double h = 1.0 / steps;
  Fixture f(k);
  f.begin_exactly(k, h);
  for (int i = 0; i < steps; ++i) {
    f.b.newton.age = MatrixAge::stale;
    assert_true(take_step(f.b, 1e-12) == StepEnd::accepted);
    f.b.h = h;
    f.b.order = k;
  }
  assert_close(f.b.t, 1.0, 1e-12);
  std::array<double, 3> y{};
  exact(1.0, y.data());
  double e = 0;
  for (std::size_t i = 0; i < 3; ++i) e = std::max(e, std::abs(f.y[i] - y[i]));
  return e;
}

void order_of_convergence(void**) {
  for (int k = 1; k <= 5; ++k) {
    const int steps = k < 4 ? 200 : 50;
    const double slope = std::log2(error_at(k, steps) / error_at(k, 2 * steps));
    print_message("order %d: slope %.2f\n", k, slope);
    assert_close(slope, k, 0.15);
  }
}

// The polynomial of order k reproduces the solution between the points to h^(k+1).
void interpolation(void**) {
  for (int k = 1; k <= 5; ++k) {
    Fixture f(k);
    f.begin_exactly(k, 0.05);
    std::array<double, 3> y{};
    exact(-0.02, y.data());
    interpolate(f.b, k, -0.02, f.y, f.yp);
    for (std::size_t i = 0; i < 3; ++i) assert_close(f.y[i], y[i], 2 * std::pow(0.05 * 2, k + 1));
    assert_close(f.yp[0], -y[1], 4 * std::pow(0.1, k));
    interpolate(f.b, k, -0.05 * k, f.y, f.yp);  // a point of the grid
    exact(-0.05 * k, y.data());
    for (std::size_t i = 0; i < 3; ++i) assert_close(f.y[i], y[i], 1e-14);
  }
}

// Backwards from t = 0 the solution is negative, y2 = sin h, y3 = cos h sin h. It is cut to zero where
// that is small in the norm of the Newton iteration, (1/h) ||.|| of the error test if y3 has index 2.
void nonnegative_in_the_norm_of_newton(void**) {
  const double h = -0.01;
  const std::vector<int> index{1, 1, 2};
  const auto one_step = [&](double tolerance, bool with_index) {
    Fixture f(2);
    f.begin_exactly(2, h);
    std::vector<double> error_weight(3);
    f.weight.assign(3, tolerance);
    if (with_index) {
      f.b.index = index, f.b.highest_index = 2;
      f.b.error_weight = error_weight;
    }
    f.b.nonnegative = true;
    f.b.newton.age = MatrixAge::stale;
    if (take_step(f.b, 1e-12) != StepEnd::accepted) return 0.0;
    assert_true(f.y[1] == 0 && f.y[2] == 0);
    return f.b.old_h;  // the step taken
  };
  // the norm is |h| sqrt(2/3)/w; with the index sqrt(1/3)/w, whatever the step
  assert_close(one_step(0.05, false), h, 0);
  assert_close(one_step(0.01, false), h / 4, 0);
  assert_close(one_step(0.05, true), 0, 0);
  assert_close(one_step(5, true), h, 0);
}

// ||A x - b|| against rounding, for sizes around the change from loops to panels; rows need
// interchanges.
void dense_factors(void**) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const int n : {1, 2, 3, 5, 31, 63, 64, 65, 66, 96, 97, 107, 130, 200, 257}) {
    const auto size = static_cast<std::size_t>(n);
    std::vector<double> A(size * size), x(size), b;
    for (double& a : A) a = uniform(random);
    for (std::size_t i = 0; i < size; ++i) A[i * (size + 1)] *= 1e-3;
    for (double& value : x) value = uniform(random);
    b = x;
    std::vector<double> LU = A;
    std::vector<int> pivot(size);
    assert_int_equal(factor_lu(LU.data(), n, pivot.data()), -1);
    solve_lu(LU.data(), n, pivot.data(), x.data());
    double largest = 0;
    for (const double value : x) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < size; ++i) {
      double sum = -b[i];
      for (std::size_t j = 0; j < size; ++j) sum += A[i + j * size] * x[j];
      assert_close(sum, 0, 1e-14 * n * (1 + largest));
    }
  }
  std::vector<double> singular(100 * 100, 1.0);
  std::vector<int> pivot(100);
  assert_int_equal(factor_lu(singular.data(), 100, pivot.data()), 1);
  for (const int zero : {0, 7, 8, 20, 37, 64, 99}) {  // the column without a pivot is named
    for (double& a : singular) a = uniform(random);
    std::fill_n(singular.begin() + zero * 100, 100, 0.0);
    assert_int_equal(factor_lu(singular.data(), 100, pivot.data()), zero);
  }
  std::vector<double> bad(4, std::nan(""));
  assert_true(factor_lu(bad.data(), 2, pivot.data()) >= 0);
}

void band_factors(void**) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  struct Shape {
    int n, lower, upper;
  };
  for (const Shape& s : {Shape{1, 0, 0}, Shape{5, 1, 0}, Shape{5, 0, 2}, Shape{20, 1, 1},
                         Shape{20, 3, 2}, Shape{9, 8, 8}, Shape{50, 2, 7}}) {
    const int ld = 2 * s.lower + s.upper + 1;
    std::vector<double> band(static_cast<std::size_t>(ld * s.n)), x(static_cast<std::size_t>(s.n)),
        b;
    for (double& a : band) a = uniform(random);
    for (double& value : x) value = uniform(random);
    b = x;
    std::vector<double> factors = band;
    std::vector<int> pivot(static_cast<std::size_t>(s.n));
    assert_int_equal(factor_band(factors.data(), s.n, s.lower, s.upper, pivot.data()), -1);
    solve_band(factors.data(), s.n, s.lower, s.upper, pivot.data(), x.data());
    double largest = 0;
    for (const double value : x) largest = std::max(largest, std::abs(value));
    for (int i = 0; i < s.n; ++i) {
      double sum = -b[static_cast<std::size_t>(i)];
      for (int j = std::max(0, i - s.lower); j <= std::min(s.n - 1, i + s.upper); ++j) {
        sum += band[static_cast<std::size_t>(s.lower + s.upper + i - j + j * ld)] *
               x[static_cast<std::size_t>(j)];
      }
      assert_close(sum, 0, 1e-13 * s.n * (1 + largest));
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(order_of_convergence),
      cmocka_unit_test(interpolation),
      cmocka_unit_test(nonnegative_in_the_norm_of_newton),
      cmocka_unit_test(dense_factors),
      cmocka_unit_test(band_factors),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
