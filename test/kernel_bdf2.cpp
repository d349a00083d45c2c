/* Orders of the second-order BDF in positions, velocities and multipliers, from an exact past, on
 * smooth grids and on grids whose step ratio is random within the caps of the step control. The
 * problem has the exact solution q = (sin t, cos t), lambda = sin t cos t. */
#include <algorithm>
#include <functional>
#include <vector>

#include "reference.hpp"
#include "second_order_run.hpp"

using namespace mbdae;

namespace {

struct Errors {
  double q = 0, v = 0, lambda = 0;
  double peak = 0;  // of lambda
};

// Root mean square errors over the second half of steps over [1, 2.2] whose lengths are proportional to
// `lengths`, with order k from the first on.
Errors run(int k, SecondDerivative kind, const std::vector<double>& lengths) {
  test::SecondOrderFixture f(test::circle_model());
  Bdf2& b = f.b;
  b.kind = kind;
  b.order = b.old_order = k;
  // the past: exact values, rates as BDF of order k gives them
  const double span = 1.2;
  double total = 0;
  for (const double x : lengths) total += x;
  const double first = lengths.front() / total * span;
  Grid& grid = b.grid;
  grid.count = kept_nodes;
  for (int j = 0; j < kept_nodes; ++j) {
    grid.t[static_cast<std::size_t>(j)] = 1 - j * first;
    grid.order[static_cast<std::size_t>(j)] = k;
  }
  grid.order.back() = 1;
  b.t = 1;
  for (int j = 0; j < kept_rows; ++j) {
    const test::CircleState x = test::circle_at(grid.t[static_cast<std::size_t>(j)]);
    for (std::size_t i = 0; i < 2; ++i) b.values(j)[i] = x.q[i];
    b.algebraic(j)[0] = x.lambda;
    if (j > 5) continue;
    const ValueWeights w =
        interpolation_weights(grid, j, k, grid.t[static_cast<std::size_t>(j)], 1);
    for (std::size_t i = 0; i < 2; ++i) b.rates(j)[i] = 0;
    for (int l = 0; l < w.used; ++l) {
      const test::CircleState y = test::circle_at(grid.t[static_cast<std::size_t>(j + l)]);
      for (std::size_t i = 0; i < 2; ++i) {
        b.rates(j)[i] += w.value[static_cast<std::size_t>(l)] * y.q[i];
      }
    }
  }
  Errors mean;  // over the second half
  for (std::size_t step = 0; step < lengths.size(); ++step) {
    b.h = lengths[step] / total * span;
    Grid next;
    assert_status(solve_step(b, next), Status::ok);
    push_point(b, next);
    if (step < lengths.size() / 2) continue;
    interpolate(b, b.t);
    const test::CircleState x = test::circle_at(b.t);
    for (std::size_t i = 0; i < 2; ++i) {
      mean.q += std::pow(b.out[i] - x.q[i], 2);
      mean.v += std::pow(b.out1[i] - x.v[i], 2);
    }
    const double error = std::abs(b.out_algebraic[0] - x.lambda);
    mean.lambda += error * error;
    mean.peak = std::max(mean.peak, error);
  }
  const auto count = static_cast<double>(lengths.size()) / 2;
  return {std::sqrt(mean.q / count), std::sqrt(mean.v / count), std::sqrt(mean.lambda / count),
          mean.peak};
}

// The slope between N and 4N steps.
Errors slopes(int k, SecondDerivative kind, std::size_t steps,
              const std::function<std::vector<double>(std::size_t)>& lengths) {
  const Errors coarse = run(k, kind, lengths(steps)), fine = run(k, kind, lengths(4 * steps));
  return {test::slope(4, coarse.q, 1, fine.q), test::slope(4, coarse.v, 1, fine.v),
          test::slope(4, coarse.lambda, 1, fine.lambda), 0};
}

void report(int k, const char* grid, const Errors& s) {
  print_message("order %d, %s: slopes %.2f %.2f %.2f\n", k, grid, s.q, s.v, s.lambda);
}

std::vector<double> smooth(std::size_t steps) {
  std::vector<double> lengths(steps);
  for (std::size_t i = 0; i < steps; ++i) {
    lengths[i] = 1 + 0.5 * std::sin(6.0 * static_cast<double>(i) / static_cast<double>(steps));
  }
  return lengths;
}

// Steps large enough that rounding errors, eps/h^2 in lambda, stay below.
constexpr std::size_t coarse_steps[] = {60, 80, 80, 40, 20};

void smooth_grids(void**) {
  for (int k = 1; k <= 5; ++k) {
    const Errors s = slopes(k, SecondDerivative::pole_free,
                            coarse_steps[static_cast<std::size_t>(k - 1)], smooth);
    report(k, "smooth", s);
    assert_true(s.q >= k - 0.3);
    assert_true(s.v >= k - 0.3);
    assert_true(s.lambda >= k - 0.3);
  }
}

// Lengths independent of each other, any two of them within the cap of the step control.
std::vector<double> random_lengths(unsigned seed, double growth, std::size_t steps) {
  test::Random random(seed);
  std::vector<double> lengths(steps);
  for (double& length : lengths) length = std::exp(0.5 * std::log(growth) * random());
  return lengths;
}

// Geometric means of the errors over many grids.
Errors mean_error(int k, double growth, std::size_t steps) {
  constexpr unsigned grids = 15;
  Errors sum;
  for (unsigned seed = 1; seed <= grids; ++seed) {
    const Errors e = run(k, SecondDerivative::pole_free, random_lengths(seed, growth, steps));
    sum.q += std::log(e.q) / grids;
    sum.v += std::log(e.v) / grids;
    sum.lambda += std::log(e.lambda) / grids;
  }
  return {std::exp(sum.q), std::exp(sum.v), std::exp(sum.lambda)};
}

// On random grids the observed orders scatter: a separate implementation with 34 digits found 2.44 to
// 2.96 for k = 3 and 3.57 to 3.92 for k = 4.
void random_grids(void**) {
  constexpr double growth[] = {2, 1.8, 1.5, 1.3};
  for (int k = 1; k <= 4; ++k) {
    const std::size_t steps = coarse_steps[static_cast<std::size_t>(k - 1)];
    const Errors coarse = mean_error(k, growth[k - 1], steps);
    const Errors fine = mean_error(k, growth[k - 1], 4 * steps);
    const Errors s = {test::slope(4, coarse.q, 1, fine.q), test::slope(4, coarse.v, 1, fine.v),
                      test::slope(4, coarse.lambda, 1, fine.lambda), 0};
    report(k, "random", s);
    assert_true(s.q >= k - 0.3);
    assert_true(s.v >= k - 0.3);
    assert_true(s.lambda >= k - 0.3);
  }
}

// BDF applied twice, as a first-order code does, leaves an error of O(1) in lambda behind a change of
// step; the formulas for second-order equations do not.
void change_of_step(void**) {
  const auto halved = [](std::size_t steps) {
    std::vector<double> lengths(steps, 1.0);
    for (std::size_t i = 3 * steps / 4; i < steps; ++i) lengths[i] = 0.5;
    return lengths;
  };
  for (const std::size_t steps : {40UL, 160UL}) {
    const Errors twice = run(1, SecondDerivative::twice, halved(steps));
    const Errors ours = run(1, SecondDerivative::pole_free, halved(steps));
    print_message("%zu steps: lambda %.1e twice, %.1e pole-free\n", steps, twice.peak, ours.peak);
    assert_true(twice.peak > 0.1);
    assert_at_most(ours.peak, 2.0 / static_cast<double>(steps));
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(smooth_grids), cmocka_unit_test(random_grids),
                              cmocka_unit_test(change_of_step)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
