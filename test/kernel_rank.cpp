// The saddle-point system where G is short of rank: which rows, and the minimum-norm solution
// against LAPACK's dgelsd (singular values of the whole matrix).
#include "saddle_problem.hpp"

using namespace mbdae;
using test::Factored;
using test::make_problem;
using test::Numbers;
using test::Problem;
using test::regular;
using test::relative_residual;

namespace {

void check_rows(const Factored& f, int defect, const std::vector<int>& rows) {
  assert_status(f.status, Status::rank_lost);
  assert_int_equal(f.saddle.defect, defect);
  assert_int_equal(f.saddle.row_count, static_cast<int>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) assert_int_equal(f.saddle.rows[k], rows[k]);
}

struct Dependence {
  std::vector<int> rows;
  void (*spoil)(Problem& p, int j);  // column j of G
};

const Dependence dependences[] = {
    {{1, 3}, [](Problem& p, int j) { p.G[p.row(3, j)] = p.G[p.row(1, j)]; }},
    {{0, 2, 4}, [](Problem& p, int j) { p.G[p.row(4, j)] = p.G[p.row(0, j)] + p.G[p.row(2, j)]; }},
    {{2}, [](Problem& p, int j) { p.G[p.row(2, j)] = 0; }},
    {{0, 4}, [](Problem& p, int j) { p.G[p.row(4, j)] = -1e5 * p.G[p.row(0, j)]; }},
    {{0, 1}, [](Problem& p, int j) { p.G[p.row(0, j)] = 1e-7 * p.G[p.row(1, j)]; }},
};

// With M definite and semi-definite, small and large.
template <class Check>
void for_dependent_problems(unsigned seed, Check check) {
  test::Random random(seed);
  for (const Dependence& dependence : dependences) {
    for (const int n : {8, plain_limit}) {
      for (const bool definite : {true, false}) {
        Problem p = definite ? regular(random, n, 5) : make_problem(random, n, 5, n - 3, 0.0);
        for (int j = 0; j < n; ++j) dependence.spoil(p, j);
        check(p, dependence, random);
      }
    }
  }
}

void dependent_rows_are_named(void**) {
  for_dependent_problems(4, [](const Problem& p, const Dependence& dependence, test::Random&) {
    const Factored f(p);
    check_rows(f, 1, dependence.rows);
    assert_at_most(f.saddle.pivot_ratio, 1e-13);
  });
}

void two_dependences_are_both_named(void**) {
  test::Random random(5);
  Problem p = regular(random, 9, 6);
  for (int j = 0; j < 9; ++j) {
    p.G[p.row(5, j)] = p.G[p.row(0, j)];
    p.G[p.row(2, j)] = 3 * p.G[p.row(4, j)];
  }
  check_rows(Factored(p), 2, {0, 2, 4, 5});
}

// f arbitrary, w = G a for some a.
Numbers consistent_right_side(const Problem& p, test::Random& random) {
  Numbers b = random.numbers(static_cast<std::size_t>(p.n + p.m));
  const Numbers a = random.numbers(static_cast<std::size_t>(p.n));
  for (int i = 0; i < p.m; ++i) {
    double& w = b[static_cast<std::size_t>(p.n + i)] = 0;
    for (int j = 0; j < p.n; ++j) w += p.G[p.row(i, j)] * a[static_cast<std::size_t>(j)];
  }
  return b;
}

// The kernel of the whole matrix is (0, ker G'), so that its least-norm solution is the unique a
// with the least-norm lambda. Rows of very different size make the singular value route inexact:
// `tolerance` says what is left of it.
void check_minimum_norm(const Problem& p, test::Random& random, int defect, double tolerance) {
  const Factored f(p, true);
  assert_status(f.status, Status::ok);
  assert_int_equal(static_cast<int>(f.saddle.route), static_cast<int>(SaddleRoute::minimum_norm));
  assert_int_equal(f.saddle.defect, defect);
  const Numbers b = consistent_right_side(p, random);
  int rank = 0;
  const Numbers x = f.solution(b), expected = test::solve_by_svd(p.whole(), b, 1e-13, rank);
  assert_int_equal(rank, p.n + p.m - defect);
  assert_at_most(relative_residual(p, x, b), 1e-12);
  assert_at_most(test::largest_difference(x, expected), tolerance * test::largest(expected));
}

void minimum_norm_agrees_with_singular_values(void**) {
  for_dependent_problems(6, [](const Problem& p, const Dependence&, test::Random& random) {
    check_minimum_norm(p, random, 1, test::largest(p.G) > 1e3 ? 1e-8 : 1e-10);
  });
}

// A zero row beside a duplicated one: two null directions of equal eigenvalue, in any mixture.
void zero_row_beside_a_duplicate(void**) {
  test::Random random(10);
  for (int repetition = 0; repetition < 20; ++repetition) {
    Problem p = regular(random, 8, 5);
    for (int j = 0; j < 8; ++j) {
      p.G[p.row(1, j)] = 0;
      p.G[p.row(4, j)] = -2 * p.G[p.row(3, j)];
    }
    check_rows(Factored(p), 2, {1, 3, 4});
    check_minimum_norm(p, random, 2, 1e-12);
  }
}

// More rows than coordinates: rank n at most.
void more_constraints_than_coordinates(void**) {
  test::Random random(7);
  const int sizes[][2] = {{1, 2}, {3, 5}, {4, 12}, {30, 35}};
  for (const auto& [n, m] : sizes) {
    const Problem p = regular(random, n, m);
    assert_status(Factored(p).status, Status::rank_lost);
    check_minimum_norm(p, random, m - n, 1e-10);
  }
}

// Two ropes share a load: equal and unequal duplicates by hand. M = 1, G = (1; k), a = 0, f = 1:
// lambda1 + k lambda2 = 1 with least norm is (1, k) / (1 + k^2).
void load_is_shared_by_least_norm(void**) {
  for (const double k : {1.0, 2.0, -0.25}) {
    const Factored f(Problem{1, 2, {1}, {1, k}}, true);
    assert_status(f.status, Status::ok);
    const Numbers x = f.solution({1, 0, 0});
    assert_close(x[0], 0.0, 1e-15);
    assert_close(x[1], 1 / (1 + k * k), 1e-14);
    assert_close(x[2], k / (1 + k * k), 1e-14);
  }
}

// (G M^-1 G')_22 = r^2 after 1 before: below 1e-14 the row counts as vanished.
void shrinking_row_is_reported(void**) {
  for (const double mass : {1.0, 4.0}) {
    Problem p{2, 2, {mass, 0, 0, mass}, {1, 0, 0, 1}};
    Factored f(p);
    assert_close(f.saddle.row_scale[1], 1 / mass, 1e-15);
    p.G[3] = 1e-6;
    f.refactor(p);
    assert_status(f.status, Status::ok);
    assert_close(f.saddle.pivot_ratio, 1e-12, 1e-26);
    p.G[3] = 0.9e-7;
    f.refactor(p);
    check_rows(f, 1, {1});
    assert_status(Factored(p).status, Status::ok);  // small from the beginning: only a unit
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(dependent_rows_are_named),
      cmocka_unit_test(two_dependences_are_both_named),
      cmocka_unit_test(minimum_norm_agrees_with_singular_values),
      cmocka_unit_test(zero_row_beside_a_duplicate),
      cmocka_unit_test(more_constraints_than_coordinates),
      cmocka_unit_test(load_is_shared_by_least_norm),
      cmocka_unit_test(shrinking_row_is_reported),
  };
  return cmocka_run_group_tests_name("rank", tests, nullptr, nullptr);
}
