/* The complex form of the equations of motion inside: the Newton matrix against differences of the
 * residual and its condition as the step gets small, contact parameters and derivatives along a
 * motion. The model has every dependence the form allows. */
#include <cmath>
#include <vector>

#include "check.h"
#include "linalg/lu.hpp"
#include "newton/contact.hpp"
#include "newton/extended_mechanics.hpp"

using namespace mbdae;

namespace {

/* Two masses; s, the foot of q on the curve x2 = 0.3 cos x1, has a neighbour of its own kind. */
int mass(int, int ld, double, const double* q, double* am, void*) {
  am[0] = 2 + 0.3 * std::sin(q[1]);
  am[ld + 1] = 1.5;
  am[1] = am[ld] = 0.2 * q[0];
  return 0;
}
int forces(int, int, int, int, int, double t, const double* q, const double* v, const double* r,
           const double* w, const double* s, const double* lambda, double* fa, double* fd,
           double* d, void*) {
  fa[0] = -q[0] * v[1] + r[0] - 0.7 * w[0] + 0.1 * s[0] * s[0];
  fa[1] = -9.81 + std::sin(t) * v[0] - w[1] * s[1] + 0.05 * lambda[0] * lambda[0];
  fd[0] = -3 * r[0] + q[1] + v[0] * v[0] - 0.4 * w[0] + 0.2 * lambda[0] + s[1];
  d[0] = w[0] + 0.1 * w[1] + 0.2 * lambda[0] * std::tanh(v[0]) + 0.1 * r[0] * q[0];
  d[1] = w[1] * (2 + w[0] * w[0]) - s[0] - 0.1 * lambda[0] * v[1];
  return 0;
}
int contacts(int, int, int, double t, const double* q, const double* s, double* h, double* g,
             void*) {
  const double c = 0.3 * std::cos(s[0]), slope = -0.3 * std::sin(s[0]);
  h[0] = (q[0] - s[0]) + slope * (q[1] - c);
  h[1] = s[1] + 0.2 * s[1] * s[1] * s[1] - q[1] + 0.1 * s[0] - 0.1 * std::sin(t);
  g[0] = q[1] - c - 0.5 * s[1] + 0.1 * q[0] * s[0];
  return 0;
}

constexpr ExtendedSizes sizes{2, 1, 2, 2, 1};
constexpr std::size_t all = 8;

struct Arrays {
  std::vector<std::vector<double>> doubles;
  std::vector<std::vector<int>> ints;
  Vector take(std::size_t n) {
    doubles.emplace_back(n);
    return doubles.back();
  }
  std::span<int> take_ints(std::size_t n) {
    ints.emplace_back(n);
    return ints.back();
  }
};

struct Machine {
  Arrays arrays;
  ExtendedModel model;
  ExtendedMechanics e;
  SecondOrderEquations equations;

  Machine() {
    const auto [nq, nr, nw, ns, nl] = sizes;
    model.sizes = sizes;
    model.amat = mass, model.fcn = forces, model.gcn = contacts;
    e.model = &model;
    e.saddle.n = static_cast<int>(nq), e.saddle.m = static_cast<int>(nl);
    e.saddle.M = arrays.take(nq * nq), e.saddle.G = arrays.take(nl * nq);
    e.typical = arrays.take(all + nq);
    for (double& x : e.typical) x = 1;
    e.M = arrays.take(nq * nq), e.G = arrays.take(nl * nq);
    e.D = arrays.take(all * (all + nq)), e.K = arrays.take(all * all);
    e.pivot = arrays.take_ints(all);
    e.h_s = arrays.take(ns * ns), e.contact_pivot = arrays.take_ints(ns);
    e.at = arrays.take(all), e.x = arrays.take(all), e.z = arrays.take(all);
    e.motion_q = arrays.take(nq), e.motion_s = arrays.take(ns), e.contact = arrays.take(ns);
    e.hg = arrays.take(ns + nl);
    e.combined = {arrays.take(nq),      arrays.take(ns),      arrays.take(ns + nl),
                  arrays.take(ns + nl), arrays.take(ns * ns), arrays.take(ns * nl),
                  arrays.take_ints(ns)};
    equations = equations_of(e);
  }
};

struct Point {
  double t = 0.4;
  std::vector<double> y{0.7, 0.5, 0.2, -0.3, 0.4, 0.6, 0.3, -5}, y1{0.8, -0.4, 0.9}, y2{1.2, -2};
  std::vector<double> delta = std::vector<double>(all), weight = std::vector<double>(3, 1e-3);
};

// The matrix at a point for the slopes of BDF 2 with step h, its derivatives loaded.
void derive(Machine& m, Point& p, double h) {
  const SecondOrderEquations& q = m.equations;
  assert_true(q.residual(q.self, p.t, p.y, p.y1, p.y2, p.delta) == Status::ok);
  q.load(q.self);
  const SecondOrderPoint point{p.t, h, p.y, p.y1, p.y2, p.delta, p.weight, p.weight};
  assert_true(q.derive(q.self, point) == Status::ok);
}

/* solve(dF dy) = dy for dF by central differences of F along y, y' and y'' together. The row of g is
 * exact where h = g = 0 only up to the change of h_s: the point is on h = 0. */
void the_matrix_is_the_derivative(void**) {
  Machine m;
  Point p;
  const Vector s = Vector(p.y).subspan(5, 2);
  assert_true(find_contact(m.e, p.t, Vector(p.y).first(2), s) == Status::ok);
  for (const double h : {0.1, 1e-3}) {
    const double s1 = 1.5 / h, s2 = 2.25 / (h * h);
    derive(m, p, h);
    assert_true(m.equations.factor(m.equations.self, s1, s2) == Status::ok);
    const double unit[all] = {1, 1, s2 / s1, s2, s2, 1, 1, s2};
    for (std::size_t j = 0; j < all; ++j) {
      const double d = 1e-5 * h * h * unit[j];
      std::vector<double> change(all), side(all);
      for (const double sign : {1.0, -1.0}) {
        Point q = p;
        q.y[j] += sign * d;
        if (j < 3) q.y1[j] += sign * s1 * d;
        if (j < 2) q.y2[j] += sign * s2 * d;
        assert_true(m.equations.residual(m.equations.self, q.t, q.y, q.y1, q.y2, side) ==
                    Status::ok);
        for (std::size_t i = 0; i < all; ++i) change[i] += sign * side[i] / (2 * d);
      }
      m.equations.solve(m.equations.self, change);
      for (std::size_t i = 0; i < all; ++i) {
        assert_close(change[i] * unit[j] / unit[i], i == j ? 1 : 0, 2e-5);
      }
    }
  }
}

double norm1(const std::vector<double>& A) {
  double largest = 0;
  for (std::size_t j = 0; j < all; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < all; ++i) sum += std::abs(A[i + j * all]);
    largest = std::max(largest, sum);
  }
  return largest;
}

double condition(const std::vector<double>& A) {
  std::vector<double> factors = A, inverse(all * all);
  int pivot[all];
  assert_int_equal(factor_lu(factors.data(), all, pivot), -1);
  for (std::size_t j = 0; j < all; ++j) {
    inverse[j + j * all] = 1;
    solve_lu(factors.data(), all, pivot, inverse.data() + j * all);
  }
  return norm1(A) * norm1(inverse);
}

// Of the matrix solved with, and of dF/dy as it stands.
void the_condition_does_not_depend_on_the_step(void**) {
  Machine m;
  Point p;
  assert_true(find_contact(m.e, p.t, Vector(p.y).first(2), Vector(p.y).subspan(5, 2)) ==
              Status::ok);
  derive(m, p, 1e-3);
  double largest = 0;
  for (int k = 1; k <= 6; ++k) {
    const double h = std::pow(10.0, -k), s1 = 1.5 / h, s2 = 2.25 / (h * h);
    std::vector<double> K(all * all), plain(all * all);
    assemble(m.e, s1, s2, K);
    const double unit[all] = {1, 1, s2 / s1, s2, s2, 1, 1, s2};
    for (std::size_t j = 0; j < all; ++j) {
      for (std::size_t i = 0; i < all; ++i) {
        plain[i + j * all] = K[i + j * all] * (i < 5 ? s2 : 1.0) / unit[j];
      }
    }
    const double scaled = condition(K);
    print_message("h = %g: condition %.1f, unscaled %.1e\n", h, scaled, condition(plain));
    largest = std::max(largest, scaled);
  }
  assert_at_most(largest, 40);
}

/* G by differences against the derivative of g(t,q,s(t,q)) by differences of its own */
void the_combined_jacobian(void**) {
  Machine m;
  Point p;
  const Vector q = Vector(p.y).first(2), s = Vector(p.y).subspan(5, 2);
  assert_true(find_contact(m.e, p.t, q, s) == Status::ok);
  double G[2];
  assert_true(evaluate_gradient(m.e, p.t, q, s, G) == Status::ok);
  for (std::size_t j = 0; j < 2; ++j) {
    double slope = 0;
    for (const double shift : {-2.0, -1.0, 1.0, 2.0}) {
      std::vector<double> there(q.begin(), q.end()), foot(s.begin(), s.end());
      there[j] += 1e-3 * shift;
      assert_true(follow_contact(m.e, p.t, there, foot) == Status::ok);
      slope += (shift * shift > 1 ? -1 : 8) * (shift > 0 ? 1 : -1) * m.e.hg[2] / 12e-3;
    }
    assert_close(G[j], slope, 1e-9);
  }
}

/* rate and curvature on q = (sin t, cos t) v: d/dt and d2/dt2 of g less G q'' */
void derivatives_along_a_motion(void**) {
  Machine m;
  const double t = 0.4, c = std::cos(t), s = std::sin(t);
  const std::vector<double> q{s, 1 + 0.5 * c}, v{c, -0.5 * s}, a{-s, -0.5 * c};
  std::vector<double> foot{0.4, 0.5}, g;
  assert_true(find_contact(m.e, t, q, foot) == Status::ok);
  double rate, curvature, foot_rate[2], G[2];
  assert_true(constraint_derivatives(m.e, 10, t, q, v, foot, {&rate, 1}, {&curvature, 1},
                                     foot_rate) == Status::ok);
  assert_true(evaluate_gradient(m.e, t, q, foot, G) == Status::ok);
  const double d = 2e-2;
  double first = 0, second = 0, first_foot = 0;
  // sixth order: truncation 1e-11, rounding 1e-12
  const double weight[] = {-1, 9, -45, 0, 45, -9, 1}, bend[] = {2, -27, 270, -490, 270, -27, 2};
  for (int k = -3; k <= 3; ++k) {
    const double at = t + k * d;
    const std::vector<double> there{std::sin(at), 1 + 0.5 * std::cos(at)};
    std::vector<double> near = foot;
    assert_true(find_contact(m.e, at, there, near) == Status::ok);
    first += weight[k + 3] / (60 * d) * m.e.hg[2];
    second += bend[k + 3] / (180 * d * d) * m.e.hg[2];
    first_foot += weight[k + 3] / (60 * d) * near[0];
  }
  assert_close(rate, first, 1e-9);
  for (const int side : {-1, 1}) {
    double coarse;
    assert_true(constraint_rate(m.e, 10, side, t, q, v, foot, {&coarse, 1}) == Status::ok);
    assert_close(coarse, first, 1e-8);
  }
  assert_close(foot_rate[0], first_foot, 1e-9);
  assert_close(G[0] * a[0] + G[1] * a[1] + curvature, second, 1e-8);
}

void no_root_of_h(void**) {
  Machine m;
  m.model.gcn = [](int, int, int, double, const double*, const double* s, double* h, double* g,
                   void*) {
    h[0] = s[0] * s[0] + 1;
    h[1] = s[1];
    g[0] = 0;
    return 0;
  };
  Point p;
  assert_true(find_contact(m.e, p.t, Vector(p.y).first(2), Vector(p.y).subspan(5, 2)) ==
              Status::diverged);
  m.model.gcn = [](int, int, int, double, const double*, const double* s, double* h, double* g,
                   void*) {
    h[0] = h[1] = s[0] - 7;
    g[0] = 0;
    return 0;
  };
  p = {};
  assert_true(find_contact(m.e, p.t, Vector(p.y).first(2), Vector(p.y).subspan(5, 2)) ==
              Status::singular);
  double G[2];
  assert_true(evaluate_gradient(m.e, p.t, Vector(p.y).first(2), Vector(p.y).subspan(5, 2), G) ==
              Status::singular);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(the_matrix_is_the_derivative),
                              cmocka_unit_test(the_condition_does_not_depend_on_the_step),
                              cmocka_unit_test(the_combined_jacobian),
                              cmocka_unit_test(derivatives_along_a_motion),
                              cmocka_unit_test(no_root_of_h)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
