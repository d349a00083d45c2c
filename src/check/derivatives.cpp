// Derivatives against differences: G, GT, L.
#include <algorithm>
#include <cmath>
#include <limits>

#include "check/calls.hpp"
#include "check/difference.hpp"

namespace mbdae {

namespace {

constexpr double tolerance = 1e-6;  // of the row's scale
constexpr double certainty = 10.0;  // error bounds
constexpr double must_find = 1e-4;  // of the row's scale: bounds that would hide this are noticed

// given against c.estimate, both m x columns; rows are judged by c.scale.
Finding compare(const Checker& c, ConstVector given, std::ptrdiff_t columns) {
  const std::ptrdiff_t m = c.m();
  Finding worst, rough;
  double most = -1;
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      const std::ptrdiff_t k = i + j * m;
      if (!std::isfinite(c.bound[k])) continue;
      const double off = std::abs(given[k] - c.estimate[k]);
      const double allowed = tolerance * c.scale[i] + certainty * c.bound[k];
      const double excess = off == 0 ? 0.0 : off / allowed;
      const bool beyond_doubt = off > certainty * c.bound[k];
      const double relative = beyond_doubt && c.scale[i] > 0 ? off / c.scale[i] : 0.0;
      const Finding here{excess > 1 ? MBDAE_FAILED : MBDAE_PASSED,
                         static_cast<int>(i),
                         static_cast<int>(j),
                         relative,
                         given[k],
                         c.estimate[k]};
      if (excess > most) {
        most = excess;
        worst = here;
      }
      if (certainty * c.bound[k] > must_find * std::max(c.scale[i], c.natural[i])) rough = here;
    }
  }
  if (worst.verdict != MBDAE_PASSED || rough.row < 0) return worst;
  rough.verdict = MBDAE_NOTICE;
  return rough;
}

// scale = largest entry of each row, of what was given and of what differences say
void widen_scale(const Checker& c, ConstVector given, std::ptrdiff_t columns, bool estimated) {
  const std::ptrdiff_t m = c.m();
  for (std::ptrdiff_t k = 0; k < m * columns; ++k) {
    double& scale = c.scale[k % m];
    scale = std::max(scale, std::abs(given[k]));
    if (estimated && std::isfinite(c.bound[k])) scale = std::max(scale, std::abs(c.estimate[k]));
  }
}

Vector column(Vector matrix, std::ptrdiff_t j, std::ptrdiff_t m) {
  return matrix.subspan(static_cast<std::size_t>(j * m), static_cast<std::size_t>(m));
}

void clear(Vector x) {
  std::fill(x.begin(), x.end(), 0.0);
}

// natural = change of each g if every coordinate changed by its own size, G as large as nearby, over
// `divisor`
void set_natural_scale(const Checker& c, double divisor) {
  const std::ptrdiff_t m = c.m();
  double farthest = 0;
  for (const double value : c.q) farthest = std::max(farthest, 1.0 + std::abs(value));
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double largest = c.nearby[i];
    for (std::ptrdiff_t j = 0; j < c.n(); ++j)
      largest = std::max(largest, std::abs(c.G[i + j * m]));
    c.natural[i] = largest * farthest / divisor;
  }
}

// Not below the rounding of the terms G_ij x_j, gt x_t.
void raise_noise(const Checker& c, ConstVector x, double x_t) {
  const std::ptrdiff_t m = c.m();
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double terms = std::abs(c.gt[i] * x_t);
    for (std::ptrdiff_t j = 0; j < c.n(); ++j) terms += std::abs(c.G[i + j * m] * x[j]);
    c.noise[i] = std::max(c.noise[i], std::numeric_limits<double>::epsilon() * terms);
  }
}

// Noise of g where all coordinates and the time move, as arguments carry rounding errors, too; on two
// lines, because g may be constant on one. Scratch: velocity, scale.
Status constraint_noise(Checker& c) {
  clear(c.noise);
  for (const double sign : {1.0, -1.0}) {
    for (std::ptrdiff_t j = 0; j < c.n(); ++j) {
      c.velocity[j] = (j % 2 == 0 ? 1.0 : sign) * (1.0 + std::abs(c.q[j]));
    }
    const Line line{1.0 + std::abs(c.t), c.velocity, -1, 1.0};
    const Status status = measure_noise(c, Sampled::constraints, line, c.scale);
    if (status != Status::ok) return status;
    for (std::ptrdiff_t i = 0; i < c.m(); ++i) c.noise[i] = std::max(c.noise[i], c.scale[i]);
  }
  raise_noise(c, c.q, c.t);
  return Status::ok;
}

Status check_jacobian(Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  clear(c.scale);
  widen_scale(c, c.G, n, false);
  std::copy(c.nearby.begin(), c.nearby.end(), c.natural.begin());
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    const Line line{0.0, {}, j, 1.0 + std::abs(c.q[j])};
    const Status status = differentiate(c, Sampled::constraints, line, 1, c.noise, c.scale,
                                        column(c.estimate, j, m), column(c.bound, j, m));
    if (status != Status::ok) return status;
  }
  widen_scale(c, c.G, n, true);
  c.findings[MBDAE_CHECK_G] = compare(c, c.G, n);
  return Status::ok;
}

Status check_time_derivative(Checker& c) {
  const std::ptrdiff_t m = c.m();
  const double time = 1.0 + std::abs(c.t);
  clear(c.scale);
  widen_scale(c, c.gt, 1, false);
  const Status status = differentiate(c, Sampled::constraints, {1.0, {}, -1, time}, 1, c.noise,
                                      c.scale, column(c.estimate, 0, m), column(c.bound, 0, m));
  if (status != Status::ok) return status;
  widen_scale(c, c.gt, 1, true);
  set_natural_scale(c, time);
  Finding finding = compare(c, c.gt, 1);
  finding.column = -1;
  c.findings[MBDAE_CHECK_GT] = finding;
  return Status::ok;
}

bool at_rest(ConstVector v) {
  return std::all_of(v.begin(), v.end(), [](double value) { return value == 0; });
}

// c.velocity := some velocity of the size of the coordinates, made to satisfy G v + gt = 0 by
// conjugate gradients on G G' y = G v + gt, v := v - G' y, which needs no factorization and does not
// mind dependent rows: models may use that v is consistent. Scratch: table, shifted.
void invent_velocity(Checker& c) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  const Vector r = column(c.table, 0, m), p = column(c.table, 1, m), Ap = column(c.table, 2, m);
  double phase = 0.5;
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    phase = std::fmod(phase + 0.61803398874989485, 1.0);  // well spread, never repeated
    c.velocity[j] = (j % 2 == 0 ? 1.0 : -1.0) * (0.5 + 0.5 * phase) * (1.0 + std::abs(c.q[j]));
  }
  std::copy(c.gt.begin(), c.gt.end(), r.begin());
  for (std::ptrdiff_t k = 0; k < m * n; ++k) r[k % m] += c.G[k] * c.velocity[k / m];
  std::copy(r.begin(), r.end(), p.begin());
  double square = 0;
  for (const double value : r) square += value * value;
  const double first = square;
  for (std::ptrdiff_t step = 0; step < 2 * m + 10 && square > 1e-28 * first; ++step) {
    clear(c.shifted);
    clear(Ap);
    for (std::ptrdiff_t k = 0; k < m * n; ++k) c.shifted[k / m] += c.G[k] * p[k % m];
    for (std::ptrdiff_t k = 0; k < m * n; ++k) Ap[k % m] += c.G[k] * c.shifted[k / m];
    double curvature = 0;
    for (const double value : c.shifted) curvature += value * value;
    if (!(curvature > 0)) return;
    const double alpha = square / curvature;
    for (std::ptrdiff_t j = 0; j < n; ++j) c.velocity[j] -= alpha * c.shifted[j];
    double next = 0;
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      r[i] -= alpha * Ap[i];
      next += r[i] * r[i];
    }
    for (std::ptrdiff_t i = 0; i < m; ++i) p[i] = r[i] + next / square * p[i];
    square = next;
  }
}

// The time in which a coordinate moves by its own size, or the time itself.
double time_of_change(const Checker& c) {
  double rate = 1.0 / (1.0 + std::abs(c.t));
  for (std::ptrdiff_t j = 0; j < c.n(); ++j) {
    rate = std::max(rate, std::abs(c.velocity[j]) / (1.0 + std::abs(c.q[j])));
  }
  return 1.0 / rate;
}

// Terms of L may cancel: widen scale to the largest change of an entry of G times its velocity.
// Scratch: estimate.
Status widen_scale_to_terms(Checker& c, double time) {
  const double s = 1e-4 * time;
  const std::ptrdiff_t n = c.n(), m = c.m();
  for (const double sign : {1.0, -1.0}) {
    for (std::ptrdiff_t j = 0; j < n; ++j) c.shifted[j] = c.q[j] + sign * s * c.velocity[j];
    Vector out;
    const Status status =
        call_routine(c, Routine::gcnq, {c.t + sign * s, c.shifted, c.velocity}, out);
    if (ends_check(status)) return status;
    if (status != Status::ok) return Status::ok;
    if (sign > 0) {
      std::copy(out.begin(), out.end(), c.estimate.begin());
      continue;
    }
    for (std::ptrdiff_t k = 0; k < m * n; ++k) {
      const double term = (c.estimate[k] - out[k]) / (2.0 * s) * c.velocity[k / m];
      c.scale[k % m] = std::max(c.scale[k % m], std::abs(term));
    }
  }
  return Status::ok;
}

}  // namespace

Status check_derivatives(Checker& c) {
  if (!is_given(*c.model, Routine::gcn)) return Status::ok;
  Status status = constraint_noise(c);
  if (status == Status::ok) status = check_jacobian(c);
  if (status == Status::ok) status = check_time_derivative(c);
  return status;
}

Status check_curvature(Checker& c) {
  if (!is_given(*c.model, Routine::gcnqq)) return Status::ok;
  const std::ptrdiff_t m = c.m();
  Status status = Status::ok;
  if (at_rest(c.v)) {
    invent_velocity(c);
    Vector out;
    status = call_routine(c, Routine::gcnqq, {c.t, c.q, c.velocity}, out);
    if (status != Status::ok) return ends_check(status) ? status : Status::ok;
    std::copy(out.begin(), out.end(), c.L.begin());
  } else {
    std::copy(c.v.begin(), c.v.end(), c.velocity.begin());
  }
  const bool doubtful = rate_is_wrong(c);
  const Sampled what = doubtful ? Sampled::constraints : Sampled::rate;
  const double time = time_of_change(c);
  const Line motion{1.0, c.velocity, -1, time};
  clear(c.scale);
  widen_scale(c, c.L, 1, false);
  status = widen_scale_to_terms(c, time);
  if (status == Status::ok) status = measure_noise(c, what, motion, c.noise);
  if (status != Status::ok) return status;
  if (doubtful) {
    raise_noise(c, c.q, c.t);
  } else {
    raise_noise(c, c.velocity, 1.0);
  }
  status = differentiate(c, what, motion, doubtful ? 2 : 1, c.noise, c.scale,
                         column(c.estimate, 0, m), column(c.bound, 0, m));
  if (status != Status::ok) return status;
  widen_scale(c, c.L, 1, true);
  set_natural_scale(c, time * time);
  Finding finding = compare(c, c.L, 1);
  finding.column = -1;
  c.findings[MBDAE_CHECK_L] = finding;
  return Status::ok;
}

}  // namespace mbdae
