// Every tableau against the order conditions, which it shares with no code of the library: all
// rooted trees up to the order are generated (trees.hpp). The coefficients are doubles, so that
// the conditions hold to about 1e-14.
#include <cmath>

#include "check.h"
#include "trees.hpp"

using namespace mbdae;
using test::Tree;
using test::Weights;

namespace {

constexpr double rounding = 1e-14;

struct Method {
  const Tableau& tab;
  std::vector<Tree> trees;
  std::vector<Weights> A, phi;

  Method(const Tableau& tableau, int most_nodes)
      : tab(tableau),
        trees(test::all_trees(most_nodes)),
        A(test::coefficients(tableau)),
        phi(test::elementary_weights(A, trees)) {}

  Weights weights(const double* w, int count) const {
    Weights result(A.size());
    for (int i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = w[i];
    return result;
  }

  // Largest | sum w Phi(t) - target(t) | over the trees of first..last nodes.
  template <class Target>
  double defect(const Weights& w, int first, int last, Target target) const {
    double worst = 0;
    for (std::size_t k = 0; k < trees.size(); ++k) {
      if (trees[k].nodes < first || trees[k].nodes > last) continue;
      long double sum = -target(trees[k]);
      for (std::size_t i = 0; i < w.size(); ++i) sum += w[i] * phi[k][i];
      worst = std::max(worst, std::abs(static_cast<double>(sum)));
    }
    return worst;
  }
};

long double integral(const Tree& tree) {
  return 1.0L / tree.gamma;
}
long double nothing(const Tree&) {
  return 0;
}

// w is of exactly this order: some condition of the next one fails, and not by rounding.
template <class Target>
void check_order(const Method& method, const Weights& w, int order, Target target) {
  assert_at_most(method.defect(w, 1, order, target), rounding);
  assert_true(method.defect(w, order + 1, order + 1, target) > 1e-6);
}

// Numbers of rooted trees, Solving ODEs I, Table II.2.1: 1 1 2 4 9 20 48 115, and 286.
void as_many_trees_as_there_are(void**) {
  const int expected[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
  int counts[9] = {};
  for (const Tree& tree : test::all_trees(9)) ++counts[tree.nodes - 1];
  for (int k = 0; k < 9; ++k) assert_int_equal(counts[k], expected[k]);
}

// The tall tree has gamma = n!, the bush gamma = n.
void densities_of_extreme_trees(void**) {
  double smallest = 1e9, greatest = 0;
  for (const Tree& tree : test::all_trees(6)) {
    if (tree.nodes < 6) continue;
    smallest = std::min(smallest, tree.gamma);
    greatest = std::max(greatest, tree.gamma);
  }
  assert_close(smallest, 6, 0);
  assert_close(greatest, 720, 0);
}

void orders_of_the_methods(void**) {
  for (const Tableau* tab : {&euler, &heun, &dopri5, &dop853}) {
    const Method method(*tab, tab->order + 1);
    check_order(method, method.weights(tab->b, tab->stages), tab->order, integral);
  }
  assert_int_equal(euler.order, 1);
  assert_int_equal(heun.order, 2);
  assert_int_equal(dopri5.order, 5);
  assert_int_equal(dop853.order, 8);
}

// sum_j a_ij = c_i; the sums cancel, terms reach 43.
void row_sums_are_the_nodes(void**) {
  for (const Tableau* tab : {&euler, &heun, &dopri5, &dop853}) {
    const auto A = test::coefficients(*tab);
    for (int i = 0; i < tab->derivatives(); ++i) {
      long double sum = 0, size = 0;
      for (const long double a : A[static_cast<std::size_t>(i)]) {
        sum += a;
        size += std::abs(a);
      }
      const double node = i == tab->stages ? 1.0 : tab->c[i];  // the end of the step
      assert_close(static_cast<double>(sum), node, 2.3e-16 * static_cast<double>(size + 1));
    }
  }
}

// No stage uses a later one: above the diagonal the stored rows are zero.
void methods_are_explicit(void**) {
  for (const Tableau* tab : {&heun, &dopri5, &dop853}) {
    for (int i = 0; i < tab->derivatives(); ++i) {
      if (i == tab->stages) continue;
      for (int j = i; j < max_stages; ++j) assert_close(tab->a[i * max_stages + j], 0.0, 0);
    }
  }
}

// e = b - b^ with b^ of order 4: e integrates nothing up to order 4, b^ everything.
void embedded_formula_of_dopri5(void**) {
  const Method method(dopri5, 6);
  const Weights e = method.weights(dopri5.e, 7);
  check_order(method, e, 4, nothing);
  Weights embedded = method.weights(dopri5.b, 6);
  for (std::size_t i = 0; i < embedded.size(); ++i) embedded[i] -= e[i];
  check_order(method, embedded, 4, integral);
}

// Solving ODEs I, Table II.5.2: the published weights of the embedded formula.
void embedded_weights_of_dopri5_as_published(void**) {
  const double published[] = {
      5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40};
  for (int i = 0; i < 7; ++i) {
    assert_close((i < 6 ? dopri5.b[i] : 0.0) - dopri5.e[i], published[i], 2e-16);
  }
}

void embedded_formulas_of_dop853(void**) {
  const Method method(dop853, 6);
  check_order(method, method.weights(dop853.e, dop853.stages), 5, nothing);
  check_order(method, method.weights(dop853.e_low, dop853.stages), 3, nothing);
  assert_close(dop853.e[12], 0.0, 0);  // the derivative at the result takes no part
  assert_close(dop853.e_low[12], 0.0, 0);
}

// Weights w_i(theta) with y(t + theta h) = y + h sum w_i k_i, from the nested form of
// interpolant.hpp written out for k instead of y.
Weights interpolant_weights(const Method& method, long double theta) {
  const Tableau& tab = method.tab;
  const auto last = static_cast<std::size_t>(tab.stages);
  std::vector<Weights> c(1);  // c1, c2, ... at 1, 2, ...
  c.push_back(method.weights(tab.b, tab.stages));
  Weights c2(c[1].size()), c3(c2);
  for (std::size_t i = 0; i < c2.size(); ++i) {
    c2[i] = (i == 0 ? 1 : 0) - c[1][i];
    c3[i] = c[1][i] - (i == last ? 1 : 0) - c2[i];
  }
  c.push_back(c2);
  c.push_back(c3);
  for (int row = 0; row < tab.dense_rows; ++row) {
    c.push_back(method.weights(tab.dense + row * max_stages, tab.derivatives()));
  }
  Weights w(c2.size());
  long double factor = 1;
  for (std::size_t k = 1; k < c.size(); ++k) {
    factor *= k % 2 == 1 ? theta : 1 - theta;
    for (std::size_t i = 0; i < w.size(); ++i) w[i] += factor * c[k][i];
  }
  return w;
}

// The interpolant is of order p if sum w_i(theta) Phi_i(t) = theta^nodes / gamma(t) up to p nodes.
// Its weights reach 500 and cancel, hence 500 times the rounding of a sum of size 1.
void check_interpolant(const Tableau& tab, int order, double tolerance) {
  const Method method(tab, order + 1);
  for (const long double theta : {0.125L, 0.3L, 0.5L, 0.77L, 0.9L}) {
    const Weights w = interpolant_weights(method, theta);
    const auto target = [theta](const Tree& tree) {
      return std::pow(theta, static_cast<long double>(tree.nodes)) / tree.gamma;
    };
    assert_at_most(method.defect(w, 1, order, target), tolerance);
    assert_true(method.defect(w, order + 1, order + 1, target) > 1e-8);
  }
}

void orders_of_the_interpolants(void**) {
  check_interpolant(euler, 1, rounding);
  check_interpolant(heun, 2, rounding);
  check_interpolant(dopri5, 4, rounding);
  check_interpolant(dop853, 7, 5e-14);
}

// The further stages of DOP853 carry order conditions of their own only through the interpolant;
// their nodes are published: 1/10, 1/5, 7/9.
void further_nodes_of_dop853(void**) {
  assert_close(dop853.c[13], 0.1, 0);
  assert_close(dop853.c[14], 0.2, 0);
  assert_close(dop853.c[15], 7.0 / 9, 2e-16);
}

// Nodes as published with sqrt(6), Solving ODEs I, II.5: c2 = 2/3 c3, c3 = 2/3 c4,
// c4 = (6 - sqrt 6)/30, c5 = (6 + sqrt 6)/30, 1/3, 1/4, 4/13, 127/195, 3/5, 6/7.
void nodes_of_dop853(void**) {
  const double root = std::sqrt(6.0), c4 = (6 - root) / 30;
  const double expected[] = {0,       4 * c4 / 9, 2 * c4 / 3, c4,          (6 + root) / 30,
                             1.0 / 3, 0.25,       4.0 / 13,   127.0 / 195, 0.6,
                             6.0 / 7, 1,          1};
  for (int i = 0; i < 13; ++i) assert_close(dop853.c[i], expected[i], 2e-16);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(as_many_trees_as_there_are),
      cmocka_unit_test(densities_of_extreme_trees),
      cmocka_unit_test(orders_of_the_methods),
      cmocka_unit_test(row_sums_are_the_nodes),
      cmocka_unit_test(methods_are_explicit),
      cmocka_unit_test(embedded_formula_of_dopri5),
      cmocka_unit_test(embedded_weights_of_dopri5_as_published),
      cmocka_unit_test(embedded_formulas_of_dop853),
      cmocka_unit_test(orders_of_the_interpolants),
      cmocka_unit_test(further_nodes_of_dop853),
      cmocka_unit_test(nodes_of_dop853),
  };
  return cmocka_run_group_tests_name("tableau", tests, nullptr, nullptr);
}
