// Prediction and solution of one step; see bdf2.hpp.
#include <algorithm>
#include <cmath>

#include "integrate/bdf2/bdf2.hpp"

namespace mbdae {

namespace {

constexpr double iteration_part = 1e-4;  // of the tolerance

// What a prediction needs: the step's grid, and how much of the past it uses.
struct Prediction {
  Bdf2* b;
  const Grid* grid;
};

void add_multiple(double factor, ConstVector x, Vector y) {
  if (factor == 0) return;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * x[i];
}

// y' and y'' from y: what depends on the past alone is known beforehand.
void set_known_parts(Bdf2& b) {
  const auto [n, nr, nz] = b.sizes();
  const Formula& f = b.formula;
  std::fill(b.known1.begin(), b.known1.end(), 0.0);
  std::fill(b.known2.begin(), b.known2.end(), 0.0);
  for (int j = 1; j <= f.order; ++j) {
    const auto k = static_cast<std::size_t>(j);
    add_multiple(f.d[k], b.values(j - 1), b.known1);
    add_multiple(f.c[k], b.rates(j - 1), b.known2);
  }
  for (int j = 1; j < f.w.used; ++j) {
    add_multiple(f.w.value[static_cast<std::size_t>(j)], b.values(j - 1).first(n), b.known2);
  }
  if (f.w.start_rate != 0) add_multiple(f.w.start_rate, b.rates(b.grid.count - 1), b.known2);
}

void set_derivatives(Bdf2& b) {
  const auto [n, nr, nz] = b.sizes();
  const Formula& f = b.formula;
  for (std::size_t i = 0; i < n + nr; ++i) b.y1[i] = f.d[0] * b.y[i] + b.known1[i];
  for (std::size_t i = 0; i < n; ++i) {
    b.y2[i] = f.c[0] * b.y1[i] + f.w.value[0] * b.y[i] + b.known2[i];
  }
}

// Before there is a past: q + h v + h^2/2 a, r + h r'.
void predict_first(Bdf2& b) {
  const auto [n, nr, nz] = b.sizes();
  const ConstVector y0 = b.values(0), v0 = b.rates(0);
  for (std::size_t i = 0; i < n; ++i) {
    b.y[i] = y0[i] + b.h * (v0[i] + b.h / 2 * b.start_acceleration[i]);
  }
  for (std::size_t i = n; i < n + nr; ++i) b.y[i] = y0[i] + b.h * v0[i];
  const ConstVector z0 = b.algebraic(0);
  for (std::size_t i = 0; i < nz; ++i) b.y[n + nr + i] = z0[i] + b.h * b.start_algebraic_rate[i];
}

// The tolerance of a component is that of the larger of its old and its predicted value.
void raise_weights(Bdf2& b) {
  const auto [n, nr, nz] = b.sizes();
  const ConstVector values = b.values(0), rates = b.rates(0);
  for (std::size_t i = 0; i < n + nr; ++i) {
    b.weight[i] = b.tolerances.weight(i, std::max(std::abs(values[i]), std::abs(b.y[i])));
  }
  for (std::size_t i = 0; i < n; ++i) {
    b.weight1[i] =
        b.tolerances.weight(n + nr + nz + i, std::max(std::abs(rates[i]), std::abs(b.y1[i])));
  }
}

void predict(void* self) {
  const Prediction& p = *static_cast<Prediction*>(self);
  Bdf2& b = *p.b;
  const Grid& grid = *p.grid;
  if (grid.count == 2 && grid.order[1] == 0) {
    predict_first(b);
    set_derivatives(b);
    raise_weights(b);
    return;
  }
  const std::size_t count = b.sizes().differential();
  const Vector positions = b.y.first(count), others = b.y.subspan(count);
  std::fill(b.y.begin(), b.y.end(), 0.0);
  const ValueWeights w = interpolation_weights(grid, 1, b.order + 1, grid.t[0], 0);
  for (int j = 0; j < w.used; ++j) {
    add_multiple(w.value[static_cast<std::size_t>(j)], b.values(j), positions);
  }
  if (w.start_rate != 0) add_multiple(w.start_rate, b.rates(grid.count - 2), positions);
  Grid plain = grid;  // multipliers have no derivative at the start
  plain.order[static_cast<std::size_t>(grid.count - 1)] = 1;
  const ValueWeights z = interpolation_weights(plain, 1, b.order, grid.t[0], 0);
  for (int j = 0; j < z.used; ++j) {
    add_multiple(z.value[static_cast<std::size_t>(j)], b.algebraic(j), others);
  }
  set_derivatives(b);
  raise_weights(b);
}

// The iteration error of q appears in lambda divided by h^2. Where steps are shorter than the error
// test asks for, at the start above all, it must stay below the error of the formula all the same.
double iteration_threshold(const Bdf2& b) {
  return iteration_part * std::clamp(2 * b.old_error, 0.01, 1.0);
}

}  // namespace

Status solve_step(Bdf2& b, Grid& grid) {
  const SecondOrderEquations& equations = b.newton.equations;
  if (equations.new_step != nullptr) {
    const Status status = equations.new_step(equations.self);
    if (status != Status::ok) return status;
  }
  grid = extended(b.grid, b.t + b.h, b.order);
  if (!make_formula(grid, b.order, b.kind, b.formula)) count_up(b.formula_switches);
  set_known_parts(b);
  b.newton.threshold = iteration_threshold(b);
  Prediction prediction{&b, &grid};
  SecondOrderIterate it;
  it.point = {grid.t[0], b.h, b.y, b.y1, b.y2, b.delta, b.weight, b.weight1};
  it.slope1 = b.formula.velocity_slope;
  it.slope2 = b.formula.acceleration_slope;
  it.delta = b.delta;
  it.predict = predict;
  it.predictor = &prediction;
  return correct(b.newton, it);
}

void push_point(Bdf2& b, const Grid& grid) {
  b.newest = (b.newest + kept_rows - 1) % kept_rows;
  const auto [n, nr, nz] = b.sizes();
  std::copy_n(b.y.begin(), n + nr, b.values(0).begin());
  // what the formula gives, also where hidden constraints had another say
  const Vector rates = b.rates(0);
  for (std::size_t i = 0; i < n + nr; ++i) rates[i] = b.formula.d[0] * b.y[i] + b.known1[i];
  std::copy_n(b.y.begin() + static_cast<std::ptrdiff_t>(n + nr), nz, b.algebraic(0).begin());
  b.grid = grid;
  b.t = grid.t[0];
}

}  // namespace mbdae
