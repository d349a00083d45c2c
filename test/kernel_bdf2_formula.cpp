/* Formulas of the second-order BDF against exact rational and quadruple-precision values
 * (test/data/alpha_modified_bdf.csv, polefree_weights.csv; computed symbolically, independently of
 * this library), and on polynomials. */
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "check.h"
#include "integrate/bdf2/formula.hpp"

using namespace mbdae;

namespace {

// "4/3" or "-1.5"
double number(const std::string& text) {
  const auto slash = text.find('/');
  const double above = std::strtod(text.c_str(), nullptr);
  return slash == std::string::npos ? above
                                    : above / std::strtod(text.c_str() + slash + 1, nullptr);
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(line);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<double> numbers(const std::string& text) {
  std::vector<double> result;
  for (const std::string& part : split(text, ' ')) result.push_back(number(part));
  return result;
}

Grid grid_of(const std::vector<double>& t, int k) {
  Grid grid;
  grid.count = static_cast<int>(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    grid.t[i] = t[i];
    grid.order[i] = k;
  }
  return grid;
}

// Table 3.3 of the source: alpha of BDF(.., k), the older orders as its name says, 3 standing for the
// exact derivative at the start.
void modified_formulas(void**) {
  std::ifstream file(TEST_DATA "/alpha_modified_bdf.csv");
  std::string line;
  std::getline(file, line);
  int rows = 0, refused = 0;
  while (std::getline(file, line)) {
    const auto end = line.rfind('"');
    const std::string name = line.substr(2, end - 3);
    const std::vector<std::string> rest = split(line.substr(end + 2), ',');
    std::vector<double> t;
    for (std::size_t i = 0; i < 5; ++i) t.push_back(number(rest[i]));
    const std::vector<std::string> orders = split(name, ',');
    const int k = std::atoi(orders.back().c_str());
    Grid grid = grid_of(t, 2);
    for (std::size_t j = 1; j < orders.size(); ++j) {
      const int old = std::atoi(orders[orders.size() - 1 - j].c_str());
      const bool exact = old > k || (k == 1 && old == 2);
      grid.order[j] = exact && old == 3 ? 0 : old;
    }
    Formula f;
    if (!make_formula(grid, k, SecondDerivative::sand, f)) {
      ++refused;
      continue;
    }
    ++rows;
    if (k == 1) {
      assert_close(-f.c[1], number(rest[5]), 1e-13 * std::abs(number(rest[5])));
      continue;
    }
    const double alpha1 = number(rest[5]), alpha2 = number(rest[6]);
    const double scale = std::abs(alpha1) + std::abs(alpha2);
    // q1[t_n, t_{n-1}] and q1[t_n, t_{n-1}, t_{n-2}] written out
    const double second = 1.0 / ((t[0] - t[2]) * (t[1] - t[2]));
    const double middle = 1.0 / ((t[1] - t[0]) * (t[1] - t[2]));
    assert_close(f.c[2], alpha2 * second, 1e-13 * scale);
    assert_close(f.c[1], -alpha1 + alpha2 * middle, 1e-13 * scale);
    assert_close(f.c[0] + f.c[1] + f.c[2], 0.0, 1e-13 * scale);
  }
  assert_int_equal(refused, 0);
  assert_int_equal(rows, 27);
}

void pole_free_weights(void**) {
  std::ifstream file(TEST_DATA "/polefree_weights.csv");
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> parts = split(line, ',');
    const int k = std::atoi(parts[0].c_str());
    const std::vector<double> d = numbers(parts[2]), c = numbers(parts[3]), w = numbers(parts[4]);
    Formula f;
    assert_true(make_formula(grid_of(numbers(parts[1]), k), k, SecondDerivative::pole_free, f));
    double largest = 1;
    for (const double x : w) largest = std::max(largest, std::abs(x));
    for (std::size_t j = 0; j <= static_cast<std::size_t>(k); ++j) {
      assert_close(f.d[j], d[j], 1e-13);
      assert_close(f.c[j], c[j], 1e-13);
    }
    for (std::size_t j = 0; j <= static_cast<std::size_t>(k) + 1; ++j) {
      assert_close(f.w.value[j], w[j], 1e-13 * largest);
    }
    ++rows;
  }
  assert_true(rows >= 15);
}

// Three successive halvings make the modified formula of order 2 singular; the other is meant for that.
void poles(void**) {
  Formula f, pole_free;
  const Grid halving = grid_of({0, -1, -3, -7, -15}, 2);
  assert_false(make_formula(halving, 2, SecondDerivative::sand, f));
  assert_true(make_formula(halving, 2, SecondDerivative::pole_free, pole_free));
  for (std::size_t j = 0; j < f.c.size(); ++j) assert_close(f.c[j], pole_free.c[j], 0.0);
}

// Every formula of order k is exact for polynomials of degree k + 1, however the orders of the past
// were mixed, and whether the start is near or not.
void exact_for_polynomials(void**) {
  const double times[] = {0.0,  -0.1, -0.25, -0.31, -0.5,  -0.62,
                          -0.8, -0.9, -1.1,  -1.2,  -1.35, -1.5};
  const int orders[] = {0, 3, 2, 4, 1, 5, 4, 3, 2, 2, 1, 0};
  for (int k = 1; k <= 5; ++k) {
    Grid grid;
    grid.count = 12;
    for (std::size_t i = 0; i < 12; ++i) {
      grid.t[i] = times[i];
      // no formula may look beyond the last node
      grid.order[i] = std::min(orders[i], 11 - static_cast<int>(i));
    }
    grid.order[0] = k;
    const auto q = [k](double t) { return std::pow(t + 2, k + 1); };
    const auto stored = [&](int j) {
      const auto node = static_cast<std::size_t>(j);
      if (grid.order[node] == 0) return (k + 1) * std::pow(times[node] + 2, k);
      const ValueWeights w = interpolation_weights(grid, j, grid.order[node], times[node], 1);
      double sum = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(w.used); ++i) {
        sum += w.value[i] * q(times[node + i]);
      }
      return sum;
    };
    for (const auto kind : {SecondDerivative::pole_free, SecondDerivative::sand}) {
      Formula f;
      if (!make_formula(grid, k, kind, f)) continue;
      double second = f.w.start_rate * stored(11);
      for (int j = 0; j <= k; ++j) second += f.c[static_cast<std::size_t>(j)] * stored(j);
      for (int j = 0; j < f.w.used; ++j) {
        second += f.w.value[static_cast<std::size_t>(j)] * q(times[static_cast<std::size_t>(j)]);
      }
      const double expected = k * (k + 1) * std::pow(2.0, k - 1);
      assert_close(second, expected, 1e-9 * expected);
    }
  }
}

// A grid of two nodes: the derivative at the start makes up for the third.
void first_step(void**) {
  Grid grid;
  grid.count = 2;
  grid.t[0] = 0.3;
  grid.t[1] = 0.1;
  grid.order[1] = 0;
  Formula f;
  assert_true(make_formula(grid, 1, SecondDerivative::pole_free, f));
  const double q0 = 0.7, v0 = -2, a = 5, h = 0.2;
  const double q1 = q0 + h * v0 + h * h / 2 * a;
  const double rate = f.d[0] * q1 + f.d[1] * q0;
  const double second =
      f.c[0] * rate + f.c[1] * v0 + f.w.value[0] * q1 + f.w.value[1] * q0 + f.w.start_rate * v0;
  assert_close(second, a, 1e-12);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(modified_formulas),
                              cmocka_unit_test(pole_free_weights), cmocka_unit_test(poles),
                              cmocka_unit_test(exact_for_polynomials),
                              cmocka_unit_test(first_step)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
