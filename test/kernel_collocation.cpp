/* Collocation: the coefficients against their definition, orders with constant steps, and matrices
 * whose condition does not depend on the step (Andrews' mechanism). */
#include <algorithm>
#include <cmath>

#include "../problems/andrews.h"
#include "linalg/lu_complex.hpp"
#include "reference.hpp"
#include "second_order_run.hpp"

using namespace mbdae;

extern "C" void dgesvd_(const char* jobu, const char* jobvt, const int* m, const int* n, double* a,
                        const int* lda, double* s, double* u, const int* ldu, double* vt,
                        const int* ldvt, double* work, const int* lwork, int* info, std::size_t,
                        std::size_t);

namespace {

const CollocationMethod* const methods[] = {&radau2, &radau3, &gauss2};

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// A c^{k-1} = c^k/k and b c^{k-1} = 1/k for k up to the number of stages: this defines collocation.
// A A^-1 = I, T D T^-1 = A^-1; the embedded method of order s.
void coefficients(void**) {
  for (const CollocationMethod* method : methods) {
    const CollocationMethod& m = *method;
    const int s = m.stages;
    for (int k = 1; k <= s; ++k) {
      double total = 0, embedded = k == 1 ? m.gamma0 : 0;
      for (int i = 0; i < s; ++i) {
        double sum = 0;
        for (int j = 0; j < s; ++j) sum += m.A[at(i)][at(j)] * std::pow(m.c[at(j)], k - 1);
        assert_close(sum, std::pow(m.c[at(i)], k) / k, 1e-15);
        total += m.b[at(i)] * std::pow(m.c[at(i)], k - 1);
        // bhat = b + e A
        double b_hat = m.b[at(i)];
        for (int j = 0; j < s; ++j) b_hat += m.error[at(j)] * m.A[at(j)][at(i)];
        embedded += b_hat * std::pow(m.c[at(i)], k - 1);
      }
      assert_close(total, 1.0 / k, 1e-15);
      assert_close(embedded, 1.0 / k, 1e-14);
    }
    assert_int_equal(m.error_order, s);
    double D[3][3] = {};
    const int first = m.has_real ? 1 : 0;
    if (m.has_real) D[0][0] = m.gamma;
    D[first][first] = D[first + 1][first + 1] = m.alpha;
    D[first][first + 1] = -m.beta;
    D[first + 1][first] = m.beta;
    for (int i = 0; i < s; ++i) {
      for (int j = 0; j < s; ++j) {
        double identity = 0, turned = 0;
        for (int k = 0; k < s; ++k) {
          identity += m.A[at(i)][at(k)] * m.A_inverse[at(k)][at(j)];
          for (int l = 0; l < s; ++l) {
            turned += m.T[at(i)][at(k)] * D[k][l] * m.T_inverse[at(l)][at(j)];
          }
        }
        assert_close(identity, i == j ? 1.0 : 0.0, 1e-14);
        assert_close(turned, m.A_inverse[at(i)][at(j)], 1e-13);
      }
    }
  }
}

struct Errors {
  double q = 0, v = 0, lambda = 0;
};

// Constant steps over [0, 1] on the circle.
Errors run(const CollocationMethod& method, int steps, bool project) {
  test::SecondOrderFixture f(test::circle_model());
  Collocation& c = f.c;
  f.rtol = f.atol = 1e-11;
  f.use(method);
  c.fixed = true;
  c.project = project;
  c.h = 1.0 / steps;
  const test::CircleState start = test::circle_at(0);
  for (std::size_t i = 0; i < 2; ++i) {
    c.q[i] = start.q[i];
    c.v[i] = start.v[i];
    c.a[i] = start.a[i];
  }
  c.lambda[0] = start.lambda;
  begin(c);
  Errors worst;
  for (int i = 0; i < steps; ++i) {
    assert_int_equal(set_weights(c), -1);
    const StepEnd end = take_step(c, 0);
    if (end != StepEnd::accepted)
      fail_msg("step %d of %d ended with %d", i, steps, static_cast<int>(end));
    const test::CircleState x = test::circle_at(c.t);
    for (std::size_t k = 0; k < 2; ++k) {
      worst.q = std::max(worst.q, std::abs(c.q[k] - x.q[k]));
      worst.v = std::max(worst.v, std::abs(c.v[k] - x.v[k]));
    }
    worst.lambda = std::max(worst.lambda, std::abs(c.lambda[0] - x.lambda));
  }
  return worst;
}

Errors slopes(const CollocationMethod& method, int steps, bool project) {
  const Errors coarse = run(method, steps, project), fine = run(method, 2 * steps, project);
  return {test::slope(2, coarse.q, 1, fine.q), test::slope(2, coarse.v, 1, fine.v),
          test::slope(2, coarse.lambda, 1, fine.lambda)};
}

// From the stages alone: Radau 3,3,2 (two) and 5,3,2 (three stages) in q, v, lambda, as a separate
// implementation had and the theory of index 3 says; with velocities projected and lambda from
// index 1 all have the order of the positions.
void orders(void**) {
  struct Row {
    const CollocationMethod* method;
    const char* name;
    int steps;
    bool project;
    double q, v, lambda;
  };
  for (const Row& row :
       {Row{&radau2, "Radau 2, stages", 20, false, 3, 3, 2},
        Row{&radau2, "Radau 2", 20, true, 3, 3, 3},
        Row{&radau3, "Radau 3, stages", 16, false, 5, 3, 2},
        Row{&radau3, "Radau 3", 16, true, 5, 5, 5}, Row{&gauss2, "Gauss 2", 20, true, 4, 4, 4}}) {
    const Errors s = slopes(*row.method, row.steps, row.project);
    print_message("%s: slopes %.2f %.2f %.2f\n", row.name, s.q, s.v, s.lambda);
    assert_true(s.q >= row.q - 0.3);
    assert_true(s.v >= row.v - 0.3);
    assert_true(s.lambda >= row.lambda - 0.3);
  }
}

// Largest over smallest singular value of an N x N matrix.
double condition(test::Numbers K, int N) {
  test::Numbers s(at(N)), work(at(10 * N));
  const int lwork = 10 * N, one = 1;
  int info = 0;
  dgesvd_("N", "N", &N, &N, K.data(), &N, s.data(), nullptr, &one, nullptr, &one, work.data(),
          &lwork, &info, 1, 1);
  assert_int_equal(info, 0);
  return s[0] / s[at(N - 1)];
}

// Rows and columns scaled to the same size first: lengths, masses and forces of Andrews' mechanism
// have no common unit, and that is not what is asked here.
double scaled_condition(test::Numbers K, int N) {
  for (int sweep = 0; sweep < 20; ++sweep) {
    for (int j = 0; j < N; ++j) {
      double row = 0, column = 0;
      for (int i = 0; i < N; ++i) {
        column = std::max(column, std::abs(K[at(i + j * N)]));
        row = std::max(row, std::abs(K[at(j + i * N)]));
      }
      for (int i = 0; i < N; ++i) {
        K[at(i + j * N)] /= std::sqrt(column);
        K[at(j + i * N)] /= std::sqrt(row);
      }
    }
  }
  return condition(K, N);
}

void conditions(void**) {
  Model model;
  model.n = andrews_problem.n;
  model.m = andrews_problem.m;
  model.amat = andrews_problem.amat;
  model.fcn = andrews_problem.fcn;
  model.gcn = andrews_problem.gcn;
  model.gcnq = andrews_problem.gcnq;
  model.gcnqq = andrews_problem.gcnqq;
  test::SecondOrderFixture f(model);
  const auto n = static_cast<std::size_t>(model.n), m = static_cast<std::size_t>(model.m);
  const int N = model.n + model.m;
  test::Numbers q(n), v(n), a(n), lambda(m), y(n + m), state(2 * n), rate(2 * n), weight(n, 1e-6);
  andrews_problem.start(q.data(), v.data(), nullptr);
  std::copy(q.begin(), q.end(), state.begin());
  assert_status(state_derivative(f.dynamics, 0, state, rate, lambda), Status::ok);
  std::copy(q.begin(), q.end(), y.begin());
  std::copy(lambda.begin(), lambda.end(), y.begin() + static_cast<std::ptrdiff_t>(n));
  std::copy(rate.begin() + static_cast<std::ptrdiff_t>(n), rate.end(), a.begin());
  test::Numbers delta(n + m);
  const SecondOrderEquations e = equations_of(f.mechanics);
  assert_status(e.residual(e.self, 0, y, v, a, delta), Status::ok);
  e.load(e.self);
  assert_status(e.derive(e.self, {0, 1e-4, y, v, a, delta, weight, weight}), Status::ok);
  double least = HUGE_VAL, most = 0;
  test::Numbers K(at(N * N));
  // The mechanism turns once in 3e-3: from there down nothing may grow. Longer steps meet its spring.
  for (double h = 1e-1; h > 0.9e-8; h /= 10) {
    assemble(f.mechanics, h, h * h, K.data());
    const double here = scaled_condition(K, N);
    print_message("h = %.0e: condition %.4g\n", h, here);
    assert_at_most(here, 1e6);
    if (h > 2e-3) continue;
    least = std::min(least, here);
    most = std::max(most, here);
  }
  assert_at_most(most / least, 1.5);
}

// Random complex systems against LAPACK's real solver, [Re -Im; Im Re].
void complex_factors(void**) {
  test::Random random(7);
  for (int n = 1; n <= 40; n += 3) {
    test::Numbers A = random.numbers(at(2 * n * n)), b = random.numbers(at(2 * n));
    test::Numbers real(at(4 * n * n)), side(at(2 * n));
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const double re = A[at(2 * (i + j * n))], im = A[at(2 * (i + j * n) + 1)];
        real[at(i + j * 2 * n)] = real[at(n + i + (n + j) * 2 * n)] = re;
        real[at(n + i + j * 2 * n)] = im;
        real[at(i + (n + j) * 2 * n)] = -im;
      }
      side[at(j)] = b[at(2 * j)];
      side[at(n + j)] = b[at(2 * j + 1)];
    }
    const test::Numbers expected = test::solve_by_lu(real, side);
    std::vector<int> pivot(at(n));
    assert_int_equal(factor_lu_complex(A.data(), n, pivot.data()), -1);
    solve_lu_complex(A.data(), n, pivot.data(), b.data());
    const double scale = test::largest(expected);
    for (int j = 0; j < n; ++j) {
      assert_close(b[at(2 * j)], expected[at(j)], 1e-11 * scale);
      assert_close(b[at(2 * j + 1)], expected[at(n + j)], 1e-11 * scale);
    }
  }
  double zero[2 * 4] = {1, 1, 2, 2, 1, 1, 2, 2};
  int pivot[2];
  assert_int_equal(factor_lu_complex(zero, 2, pivot), 1);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(coefficients), cmocka_unit_test(orders),
                              cmocka_unit_test(conditions), cmocka_unit_test(complex_factors)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
