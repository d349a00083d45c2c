// A constraint that is nonlinear and moves,
//     g = (x^2 + 2 y^2 - r^2) / 2 + k t x y,   r = 1 + 0.2 t,   k = 0.3,   M = [2 1/2; 1/2 1],
// so that neither G v nor M^-1 G' is special; and a point on it, disturbed by eps.
#pragma once

#include "reference.hpp"
#include "storage.hpp"

namespace test::ellipse {

using namespace mbdae;

inline constexpr double t = 0.5, k = 0.3, rate_of_r = 0.2;
inline constexpr double r = 1 + rate_of_r * t;

inline Numbers gradient(ConstVector q) {
  return {q[0] + k * t * q[1], 2 * q[1] + k * t * q[0]};
}

inline int positions(int, int, double time, const double* q, double* g, void*) {
  const double radius = 1 + rate_of_r * time;
  g[0] = 0.5 * (q[0] * q[0] + 2 * q[1] * q[1] - radius * radius) + k * time * q[0] * q[1];
  return 0;
}

inline int jacobian(int, int, double time, const double* q, double* G, void*) {
  G[0] = q[0] + k * time * q[1];
  G[1] = 2 * q[1] + k * time * q[0];
  return 0;
}

inline int time_derivative(int, int, double time, const double* q, double* gt, void*) {
  gt[0] = -rate_of_r * (1 + rate_of_r * time) + k * q[0] * q[1];
  return 0;
}

inline int curvature(int, int, double time, const double* q, const double* v, double* L, void*) {
  L[0] = v[0] * v[0] + 2 * v[1] * v[1] - rate_of_r * rate_of_r + 2 * k * time * v[0] * v[1] +
         2 * k * (v[0] * q[1] + q[0] * v[1]);
  return 0;
}

inline int masses(int, int ld, double, const double*, double* M, void*) {
  M[0] = 2;
  M[1] = M[ld] = 0.5;
  M[ld + 1] = 1;
  return 0;
}

inline Model moving_ellipse() {
  Model model;
  model.n = 2;
  model.m = 1;
  model.amat = masses;
  model.gcn = positions;
  model.gcnq = jacobian;
  model.gcnt = time_derivative;
  model.gcnqq = curvature;
  return model;
}

struct Bench {
  test::Storage storage;
  Model model;
  Dynamics d;
  Stabilizer s;
  Numbers q, v;
  Matrices matrices = Matrices::elsewhere;

  explicit Bench(Stabilization kind, double eps = 0, Model from = moving_ellipse())
      : model(from), q{0.6, 0.7}, v(2) {
    storage.give(d, model);
    storage.give(s, model.n, model.m);
    s.kind = kind;
    // q: scaled to the ellipse; v: along it, plus what gt demands
    const double size = std::sqrt(q[0] * q[0] + 2 * q[1] * q[1] + 2 * k * t * q[0] * q[1]);
    for (double& value : q) value *= r / size;
    const Numbers G = gradient(q);
    const double needed = (rate_of_r * r - k * q[0] * q[1]) / (G[0] * G[0] + G[1] * G[1]);
    v = {needed * G[0] - 1.3 * G[1], needed * G[1] + 1.3 * G[0]};
    q = {q[0] + 0.7 * eps, q[1] + 0.4 * eps};
    v = {v[0] - 0.5 * eps, v[1] + 0.9 * eps};
  }

  double g() const {
    double value = 0;
    positions(1, 2, t, q.data(), &value, nullptr);
    return value;
  }
  double velocity() const {
    double gt = 0;
    time_derivative(1, 2, t, q.data(), &gt, nullptr);
    const Numbers G = gradient(q);
    return G[0] * v[0] + G[1] * v[1] + gt;
  }
  Status run() { return stabilize(d, s, t, q, v, matrices); }

  // The matrices of a point delta away, as those of the last stage are.
  void load_elsewhere(double delta) {
    const Numbers there{q[0] + 0.3 * delta, q[1] - 0.8 * delta};
    s.last_stage_matrices = true;
    assert_status(load_matrices(d, t, there), Status::ok);
  }
};

}  // namespace test::ellipse
