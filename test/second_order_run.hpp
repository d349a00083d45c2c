// A mechanism with the storage of the second-order kernels, for tests that look inside.
#pragma once

#include <cmath>

#include "integrate/bdf2/bdf2.hpp"
#include "integrate/collocation/collocation.hpp"
#include "storage.hpp"

namespace test {

struct SecondOrderFixture {
  Storage storage;
  mbdae::Model model;
  mbdae::Dynamics dynamics;
  mbdae::Stabilizer stabilizer;
  mbdae::SecondOrderMechanics mechanics;
  mbdae::Bdf2 b;
  mbdae::Collocation c;
  double rtol = 1e-13, atol = 1e-13;

  explicit SecondOrderFixture(const mbdae::Model& given) : model(given) {
    const std::ptrdiff_t n = model.n, m = model.m, N = n + m;
    storage.give(dynamics, model);
    storage.give(stabilizer, n, m);
    stabilizer.kind = mbdae::Stabilization::s_both;
    mbdae::SecondOrderMechanics& e = mechanics;
    e.form.dynamics = &dynamics;
    e.form.form = mbdae::Form::index3;
    e.M = storage.take(n * n);
    e.G = storage.take(m * n);
    e.R = storage.take(n * n);
    e.B = storage.take(n * n);
    e.K = storage.take(N * N);
    e.x = storage.take(N);
    e.z = storage.take(N);
    e.pivot = storage.take_ints(N);
    b.newton.equations = equations_of(e);
    b.newton.threshold = 1e-3;
    for (mbdae::Vector* piece : {&b.y1, &b.y2, &b.error, &b.weight, &b.weight1, &b.known1,
                                 &b.known2, &b.start_acceleration, &b.out, &b.out1}) {
      *piece = storage.take(n);
    }
    b.y = storage.take(N);
    b.delta = storage.take(N);
    b.out_algebraic = storage.take(m);
    b.past = storage.take(mbdae::kept_rows * n);
    b.past_rates = storage.take(mbdae::kept_rows * n);
    b.past_algebraic = storage.take(mbdae::kept_rows * m);
    b.tolerances.rtol = &rtol;
    b.tolerances.atol = &atol;
    give_collocation(n, m);
  }

  void give_collocation(std::ptrdiff_t n, std::ptrdiff_t m) {
    const std::ptrdiff_t N = n + m;
    c.mechanics = &mechanics;
    c.stabilizer = &stabilizer;
    c.tolerances = b.tolerances;
    for (mbdae::Vector* piece : {&c.q, &c.v, &c.a, &c.old_q, &c.old_v, &c.old_a, &c.stage_q,
                                 &c.error, &c.error_rate, &c.weight, &c.weight1, &c.out, &c.out1}) {
      *piece = storage.take(n);
    }
    for (mbdae::Vector* piece : {&c.lambda, &c.old_lambda, &c.older_lambda, &c.out_lambda}) {
      *piece = storage.take(m);
    }
    use(mbdae::radau3);
    c.complex_side = storage.take(2 * N);
    c.K = storage.take(2 * N * N);
    c.pivot = storage.take_ints(N);
  }

  void use(const mbdae::CollocationMethod& method) {
    const std::ptrdiff_t n = model.n, m = model.m, s = method.stages;
    c.method = &method;
    for (mbdae::Vector* piece : {&c.Z, &c.V, &c.A}) *piece = storage.take(s * n);
    c.L = storage.take(s * m);
    c.deviation = storage.take(s * m);
    c.side = storage.take(s * (n + m));
    c.turned = storage.take(s * (n + m));
  }
};

// Example 8.1.1 of the source of the modified BDF: q = (sin t, cos t), lambda = sin t cos t.
inline mbdae::Model circle_model() {
  mbdae::Model model;
  model.n = 2;
  model.m = 1;
  model.amat = [](int, int ld, double, const double*, double* M, void*) {
    M[0] = M[1 + ld] = 1;
    return 0;
  };
  model.fcn = [](int, double, const double* q, const double* v, double* f, void*) {
    f[0] = -q[0] - 2 * q[0] * v[0] * v[1];
    f[1] = -v[0] + 2 * q[0] * q[1] * q[1];
    return 0;
  };
  model.gcn = [](int, int, double, const double* q, double* g, void*) {
    g[0] = q[0] * q[0] + q[1] * q[1] - 1;
    return 0;
  };
  model.gcnq = [](int, int, double, const double* q, double* G, void*) {
    G[0] = 2 * q[0];
    G[1] = 2 * q[1];
    return 0;
  };
  model.gcnqq = [](int, int, double, const double*, const double* v, double* L, void*) {
    L[0] = 2 * (v[0] * v[0] + v[1] * v[1]);
    return 0;
  };
  return model;
}

struct CircleState {
  double q[2], v[2], a[2], lambda;
};

inline CircleState circle_at(double t) {
  const double s = std::sin(t), c = std::cos(t);
  return {{s, c}, {c, -s}, {-s, -c}, s * c};
}

}  // namespace test
