// Memory for the kernels' views: every piece is a vector of its own, so that a sanitizer sees each
// step over its end. Everything is zero at first.
#pragma once

#include <deque>
#include <vector>

#include "check.h"
#include "integrate/rk/stepper.hpp"

#define assert_status(actual, expected) \
  assert_int_equal(static_cast<int>(actual), static_cast<int>(expected))

namespace test {

class Storage {
 public:
  std::span<double> take(std::ptrdiff_t count) {
    return doubles_.emplace_back(static_cast<std::size_t>(count), 0.0);
  }
  std::span<int> take_ints(std::ptrdiff_t count) {
    return ints_.emplace_back(static_cast<std::size_t>(count), 0);
  }

  void give(mbdae::Saddle& saddle, std::ptrdiff_t n, std::ptrdiff_t m) {
    saddle.n = static_cast<int>(n);
    saddle.m = static_cast<int>(m);
    saddle.M = take(n * n);
    saddle.G = take(m * n);
    saddle.K = take((n + m) * (n + m));
    saddle.row_scale = take(m);
    saddle.scratch = take(mbdae::saddle_scratch(n, m));
    saddle.pivot = take_ints(n + m);
  }

  void give(mbdae::Dynamics& d, mbdae::Model& model) {
    const std::ptrdiff_t n = model.n, m = model.m;
    d.model = &model;
    give(d.saddle, n, m);
    d.rhs = take(n + m);
    d.g = take(m);
    d.gt = take(m);
    d.shifted_q = take(n);
    d.shifted_G = take(m * n);
    d.shifted_rate = take(m);
  }

  void give(mbdae::Stabilizer& s, std::ptrdiff_t n, std::ptrdiff_t m) {
    s.g = take(m);
    s.rate = take(m);
    s.G = take(m * n);
    s.correction = take(n + m);
    give(s.gradient, n, m);
    give(s.full, 2 * n, 2 * m);
    s.full_correction = take(2 * (n + m));
  }

  void give(mbdae::Interpolant& interpolant, std::ptrdiff_t n, int terms) {
    interpolant.rcont = take(mbdae::rcont_header + terms * 2 * n);
    interpolant.icont = take_ints(mbdae::icont_length);
  }

  void give(mbdae::Stepper& s, const mbdae::Tableau& tableau, mbdae::Model& model) {
    const std::ptrdiff_t n = model.n, m = model.m;
    s.tableau = &tableau;
    s.y = take(2 * n);
    s.y_new = take(2 * n);
    s.y_stage = take(2 * n);
    s.K = take(tableau.derivatives() * 2 * n);
    s.e = take(2 * n);
    s.e_low = take(2 * n);
    s.lambda = take(m);
    s.lambda_new = take(m);
    s.lambda_unused = take(m);
    give(s.interpolant, n, tableau.interpolant_terms());
    give(s.dynamics, model);
    give(s.stabilizer, n, m);
  }

 private:
  std::deque<std::vector<double>> doubles_;
  std::deque<std::vector<int>> ints_;
};

}  // namespace test
