// The saddle-point system where it is regular, against LAPACK's dgesv on the whole matrix and
// against values by hand.
#include <limits>

#include "saddle_problem.hpp"

using namespace mbdae;
using test::Factored;
using test::make_problem;
using test::Numbers;
using test::Problem;
using test::regular;
using test::relative_residual;

namespace {

void check_regular(const Problem& p, const Factored& f, test::Random& random, SaddleRoute route) {
  assert_status(f.status, Status::ok);
  assert_int_equal(static_cast<int>(f.saddle.route), static_cast<int>(route));
  assert_int_equal(f.saddle.defect, 0);
  for (int repetition = 0; repetition < 3; ++repetition) {
    const Numbers b = random.numbers(static_cast<std::size_t>(p.n + p.m));
    const Numbers x = f.solution(b), expected = test::solve_by_lu(p.whole(), b);
    assert_at_most(relative_residual(p, x, b), 1e-13);
    assert_at_most(test::largest_difference(x, expected), 1e-11 * test::largest(expected));
  }
}

void regular_systems_agree_with_lu(void**) {
  test::Random random(1);
  const int sizes[][2] = {{1, 0},
                          {1, 1},
                          {2, 1},
                          {5, 5},
                          {7, 6},
                          {12, 11},
                          {20, 20},
                          {30, 20},
                          {plain_limit - 20, 20},
                          {plain_limit - 20, 21},
                          {plain_limit + 1, 0},
                          {40, 40},
                          {60, 40}};
  for (const auto& size : sizes) {
    const Problem p = regular(random, size[0], size[1]);
    check_regular(p, Factored(p), random,
                  size[0] + size[1] <= plain_limit ? SaddleRoute::plain : SaddleRoute::panels);
  }
}

void only_the_lower_triangle_of_m_is_read(void**) {
  test::Random random(2);
  for (const int n : {6, plain_limit}) {
    const Problem p = regular(random, n, n / 2);
    Problem spoilt = p;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < j; ++i) spoilt.M[p.at(i, j)] = std::numeric_limits<double>::quiet_NaN();
    }
    check_regular(p, Factored(spoilt), random, n == 6 ? SaddleRoute::plain : SaddleRoute::panels);
  }
}

// M of rank r < n; m >= n - r independent rows make the whole regular.
void massless_directions_agree_with_lu(void**) {
  test::Random random(3);
  const int sizes[][3] = {{2, 1, 1},  {6, 3, 4},    {10, 10, 0},
                          {12, 8, 5}, {40, 20, 30}, {50, 30, 25}};
  for (const auto& [n, m, rank] : sizes) {
    const Problem p = make_problem(random, n, m, rank, 0.0);
    check_regular(p, Factored(p), random, SaddleRoute::bunch_kaufman);
  }
}

// A massless coordinate held by a constraint, by hand: M = diag(1, 0), g = q2 - q1:
// a1 = a2 = f1 + f2 (w = 0), lambda = f2.
void massless_coordinate_by_hand(void**) {
  const Problem p{2, 1, {1, 0, 0, 0}, {-1, 1}};
  const Factored f(p);
  assert_status(f.status, Status::ok);
  const Numbers x = f.solution({3, 4, 0});
  assert_close(x[0], 7.0, 1e-14);
  assert_close(x[1], 7.0, 1e-14);
  assert_close(x[2], 4.0, 1e-14);
}

// M = I - z z' with unit z has the massless direction z alone; the smaller the last component
// delta of z, the later Cholesky without pivoting comes upon it, and then with a pivot of size
// eps / delta^2 instead of 0. G z is of size 1: the whole matrix is well conditioned.
void hidden_massless_direction_agrees_with_lu(void**) {
  test::Random random(9);
  for (const double delta : {1e-1, 1e-2, 1e-3, 1e-4}) {
    for (int repetition = 0; repetition < 40; ++repetition) {
      Problem p{4, 1, Numbers(16), Numbers(4)};
      Numbers z = random.numbers(4);
      z[3] = delta;
      double square = 0;
      for (const double value : z) square += value * value;
      for (int j = 0; j < 4; ++j) {
        const auto k = static_cast<std::size_t>(j);
        for (int i = 0; i < 4; ++i) {
          p.M[p.at(i, j)] = (i == j ? 1.0 : 0.0) - z[static_cast<std::size_t>(i)] * z[k] / square;
        }
        p.G[k] = z[k] / std::sqrt(square) + 0.1 * random();
      }
      const Factored f(p);
      assert_status(f.status, Status::ok);
      const Numbers b = random.numbers(5), expected = test::solve_by_lu(p.whole(), b);
      assert_at_most(test::largest_difference(f.solution(b), expected),
                     1e-12 * test::largest(expected));
    }
  }
}

// Motions the constraints allow that carry no mass, or a negative one.
void no_mass_on_the_kernel_is_indefinite(void**) {
  const Problem cases[] = {{1, 0, {0}, {}},
                           {1, 0, {-1}, {}},
                           {2, 1, {1, 0, 0, 0}, {1, 0}},
                           {2, 1, {1, 1, 1, 1}, {2, 2}},  // hold (1,1), not the massless (1,-1)
                           {2, 0, {1, 2, 2, 1}, {}}};
  for (const Problem& p : cases) assert_status(Factored(p).status, Status::indefinite);
  Problem large{45, 1, Numbers(45 * 45), Numbers(45)};
  for (int i = 0; i < 44; ++i) large.M[large.at(i, i)] = 1.0;
  large.G[0] = 1.0;
  assert_status(Factored(large).status, Status::indefinite);
  large.G[44] = 1.0;  // now the massless coordinate is held
  assert_status(Factored(large).status, Status::ok);
}

// Rows in other units: D G (a, lambda) -> lambda / D. Scaling by powers of two is exact, so that
// the accelerations must agree to rounding with those of the well-scaled rows.
void badly_scaled_rows_are_independent(void**) {
  test::Random random(8);
  for (const int n : {6, plain_limit}) {
    const Problem p = regular(random, n, 4);
    const double scales[] = {0x1p-30, 1, 0x1p20, 0x1p-3};
    Problem scaled = p;
    Numbers b = random.numbers(static_cast<std::size_t>(n + 4)), scaled_b = b;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < n; ++j) scaled.G[p.row(i, j)] *= scales[i];
      scaled_b[static_cast<std::size_t>(n + i)] *= scales[i];
    }
    const Factored f(scaled);
    assert_status(f.status, Status::ok);
    Numbers x = f.solution(scaled_b);
    for (int i = 0; i < 4; ++i) x[static_cast<std::size_t>(n + i)] *= scales[i];
    const Numbers expected = test::solve_by_lu(p.whole(), b);
    assert_at_most(test::largest_difference(x, expected), 1e-12 * test::largest(expected));
  }
}

// The same with a massless direction (1,-1,0), held by the row of small size: ker G = (0,1,0)
// carries mass 1, so the system is regular. By hand with w = 0: a1 = a3 = 0, a2 = f2.
void badly_scaled_rows_with_semidefinite_mass(void**) {
  for (const double small : {1e-3, 1e-6, 1e-9}) {
    const Problem p{3, 2, {1, 1, 0, 1, 1, 0, 0, 0, 1}, {0, small, 0, 0, 1 / small, 0}};
    const Factored f(p);
    assert_status(f.status, Status::ok);
    const Numbers x = f.solution({1, 2, 3, 0, 0});
    assert_close(x[0], 0.0, 1e-12);
    assert_close(x[1], 2.0, 1e-12);
    assert_close(x[2], 0.0, 1e-12);
    assert_close(x[4] * small, -1.0, 1e-12);  // lambda2 small = f1 - a2
  }
}

// Rows at angle theta, M = 1: the second pivot is |g2|^2 sin^2 theta.
void pivot_ratio_is_the_squared_sine(void**) {
  for (const double theta : {1.5, 0.3, 1e-3, 1e-5}) {
    const Problem p{2, 2, {1, 0, 0, 1}, {1, 7 * std::cos(theta), 0, 7 * std::sin(theta)}};
    const Factored f(p);
    assert_status(f.status, Status::ok);
    const double expected = std::sin(theta) * std::sin(theta);
    assert_close(f.saddle.pivot_ratio, expected, 4e-16 + 1e-14 * expected);
  }
}

void pivot_ratio_of_the_large_route(void**) {
  constexpr int n = plain_limit;
  Problem p{n, 2, Numbers(n * n), Numbers(2 * n)};
  for (int i = 0; i < n; ++i) p.M[p.at(i, i)] = 1;
  p.G[p.row(0, 7)] = 2;
  p.G[p.row(1, 7)] = std::cos(0.3);
  p.G[p.row(1, 30)] = std::sin(0.3);
  const Factored f(p);
  assert_int_equal(static_cast<int>(f.saddle.route), static_cast<int>(SaddleRoute::panels));
  assert_close(f.saddle.pivot_ratio, std::sin(0.3) * std::sin(0.3), 1e-15);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(regular_systems_agree_with_lu),
      cmocka_unit_test(only_the_lower_triangle_of_m_is_read),
      cmocka_unit_test(massless_directions_agree_with_lu),
      cmocka_unit_test(massless_coordinate_by_hand),
      cmocka_unit_test(hidden_massless_direction_agrees_with_lu),
      cmocka_unit_test(no_mass_on_the_kernel_is_indefinite),
      cmocka_unit_test(badly_scaled_rows_are_independent),
      cmocka_unit_test(badly_scaled_rows_with_semidefinite_mass),
      cmocka_unit_test(pivot_ratio_is_the_squared_sine),
      cmocka_unit_test(pivot_ratio_of_the_large_route),
  };
  return cmocka_run_group_tests_name("saddle", tests, nullptr, nullptr);
}
