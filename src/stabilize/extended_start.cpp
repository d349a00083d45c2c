// See extended_start.hpp.
#include "stabilize/extended_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formulate/implicit_form.hpp"
#include "linalg/lu.hpp"
#include "linalg/norms.hpp"
#include "newton/contact.hpp"

namespace mbdae {

namespace {

constexpr double uround = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 50;

Status fail(ExtendedMechanics& e, double t, Status status, double value) {
  e.model->fault = {Routine::none, -1, 0, t, value};
  return status;
}

Vector positions(const ExtendedMechanics& e, const ExtendedStart& s) {
  return s.y.first(e.model->sizes.nq);
}
Vector contacts(const ExtendedMechanics& e, const ExtendedStart& s) {
  return s.y.subspan(e.model->sizes.forces(), e.model->sizes.ns);
}

Status check_symmetry(ExtendedMechanics& e, double t) {
  const std::size_t n = e.model->sizes.nq;
  const double scale = max_norm(e.saddle.M);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j + 1; i < n; ++i) {
      const double difference = e.saddle.M[i + j * n] - e.saddle.M[j + i * n];
      if (std::abs(difference) <= 1e-8 * scale) continue;
      e.model->fault = {Routine::amat, static_cast<int>(i + j * n), 0, t, difference};
      return Status::asymmetric;
    }
  }
  return Status::ok;
}

Status factor_saddle(ExtendedMechanics& e, const ExtendedStart& s) {
  Status status = evaluate_mass(*e.model, s.t, positions(e, s), e.saddle.M);
  if (status == Status::ok) status = check_symmetry(e, s.t);
  if (status == Status::ok) {
    status = evaluate_gradient(e, s.t, positions(e, s), contacts(e, s), e.saddle.G);
  }
  if (status != Status::ok) return status;
  count_up(e.factorizations);
  status = factor(e.saddle);
  return status == Status::ok ? status : fail(e, s.t, status, e.saddle.pivot_ratio);
}

// x -= the smallest change, in the metric of M, that G maps to the residual; its size
double subtract_correction(ExtendedMechanics& e, ConstVector residual, Vector x) {
  const Vector correction = e.x.first(x.size() + residual.size());
  std::fill(correction.begin(), correction.end(), 0.0);
  std::copy(residual.begin(), residual.end(), correction.subspan(x.size()).begin());
  count_up(e.solves);
  solve(e.saddle, correction);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= correction[i];
  return max_norm(correction.first(x.size()));
}

// g and its derivative along the motion, which is left in s.rate
Status measure(ExtendedMechanics& e, ExtendedStart& s, Drift& drift) {
  const ConstVector q = positions(e, s);
  Status status = constraint_derivatives(e, s.time_scale, s.t, q, s.v, contacts(e, s), s.rate,
                                         s.curvature, s.contact_rate);
  if (status != Status::ok) return status;
  drift.velocity = max_norm(s.rate);
  status = evaluate_constraints(*e.model, s.t, q, contacts(e, s), e.hg);
  drift.position = max_norm(e.hg.subspan(e.model->sizes.ns));
  return status;
}

// Would the corrections of q and v be smaller than the local error allowed, or are they rounding?
bool is_consistent(ExtendedMechanics& e, ExtendedStart& s) {
  const std::size_t nq = e.model->sizes.nq, all = e.model->sizes.all();
  const Vector q = positions(e, s);
  std::copy(q.begin(), q.end(), s.moved_q.begin());
  std::copy(s.v.begin(), s.v.end(), s.moved_v.begin());
  const double noise = std::pow(uround, 0.8);  // of the differences for the rate
  if (s.violation.position <= 32 * uround * (1 + max_norm(q)) &&
      s.violation.velocity <= noise * (1 + max_norm(s.v))) {
    return true;
  }
  subtract_correction(e, e.hg.subspan(e.model->sizes.ns), s.moved_q);
  subtract_correction(e, s.rate, s.moved_v);
  double sum = 0;
  const auto add = [&sum](double difference, double weight) {
    if (weight > 0) sum += (difference / weight) * (difference / weight);
  };
  for (std::size_t i = 0; i < nq; ++i) {
    add(s.moved_q[i] - q[i], s.tolerances.weight(i, std::abs(q[i])));
    add(s.moved_v[i] - s.v[i], s.tolerances.weight(all + i, std::abs(s.v[i])));
  }
  return sum <= 2 * static_cast<double>(nq);
}

Status move_positions(ExtendedMechanics& e, ExtendedStart& s) {
  const Vector q = positions(e, s), contact = contacts(e, s);
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_iterations; ++k) {
    Status status = find_contact(e, s.t, q, contact);
    if (status == Status::ok) status = factor_saddle(e, s);
    if (status != Status::ok) return status;
    const double change = subtract_correction(e, e.hg.subspan(contact.size()), q);
    const double rounding = 8 * uround * (1 + max_norm(q));
    if (change <= rounding || (change <= 1e3 * rounding && change > 0.5 * previous)) {
      return find_contact(e, s.t, q, contact);
    }
    if (!std::isfinite(change)) break;
    previous = change;
  }
  return fail(e, s.t, Status::diverged, previous);
}

Status settle_constraints(ExtendedMechanics& e, ExtendedStart& s) {
  Status status = factor_saddle(e, s);
  if (status == Status::ok) status = measure(e, s, s.violation);
  if (status != Status::ok || s.start == Start::accept || s.rate.empty()) return status;
  if (is_consistent(e, s)) return Status::ok;
  if (s.start == Start::reject_inconsistent) return Status::inconsistent;
  status = move_positions(e, s);
  Drift left;
  if (status == Status::ok) status = factor_saddle(e, s);
  if (status == Status::ok) status = measure(e, s, left);
  if (status != Status::ok) return status;
  subtract_correction(e, s.rate, s.v);  // exact: the rate is linear in v
  return measure(e, s, left);
}

// The matrix of (q'', w, lambda) by columns in e.K; `forces` at the point.
Status load_matrix(ExtendedMechanics& e, ExtendedStart& s, ConstVector forces) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  const std::size_t size = nq + nw + nlambda, first_force = nq + nr;
  const Vector K = e.K.first(size * size), shifted = e.z.first(forces.size());
  std::fill(K.begin(), K.end(), 0.0);
  for (std::size_t j = 0; j < nq; ++j) {
    for (std::size_t i = 0; i < nq; ++i) K[i + j * size] = e.saddle.M[i + j * nq];
    for (std::size_t i = 0; i < nlambda; ++i) {
      K[nq + nw + i + j * size] = K[j + (nq + nw + i) * size] = e.saddle.G[i + j * nlambda];
    }
  }
  for (std::size_t j = 0; j < nw + nlambda; ++j) {
    const std::size_t k = first_force + (j < nw ? j : j + ns);
    const double there = s.y[k], d = forward_increment(there, 0.0, e.typical[k]);
    s.y[k] += d;
    const Status status = evaluate_forces(*e.model, {s.t, s.y, s.v}, shifted);
    s.y[k] = there;
    if (status != Status::ok) return status;
    double* column = K.data() + (nq + j) * size;
    for (std::size_t i = 0; i < nq; ++i) column[i] -= (shifted[i] - forces[i]) / d;
    for (std::size_t i = 0; i < nw; ++i) {
      column[nq + i] = (shifted[first_force + i] - forces[first_force + i]) / d;
    }
  }
  count_up(e.factorizations);
  const int none = factor_lu(K.data(), static_cast<int>(size), e.pivot.data());
  return none < 0 ? Status::ok : fail(e, s.t, Status::singular, 0.0);
}

// x -= dx, and the largest dx against its group of variables
double apply(Vector x, ConstVector dx, ConstVector typical, double floor) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= dx[i];
  double ratio = 0;
  const double group = max_norm(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ratio = std::max(ratio, std::abs(dx[i]) / (group + typical[i] + floor));
  }
  return ratio;
}

Status find_forces(ExtendedMechanics& e, ExtendedStart& s) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  const std::size_t size = nq + nw + nlambda, count = e.model->sizes.forces();
  // all of one length: the forces, and the residual turned correction
  const Vector forces = e.D.first(count), dx = e.x.first(size);
  const Vector w = s.y.subspan(nq + nr, nw), lambda = s.y.subspan(count + ns, nlambda);
  std::fill(s.a.begin(), s.a.end(), 0.0);
  for (int k = 0; k < most_iterations; ++k) {
    Status status = evaluate_forces(*e.model, {s.t, s.y, s.v}, forces);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < nq; ++i) dx[i] = -forces[i];
    add_product(e.saddle.M, s.a, dx.first(nq));
    if (nlambda > 0) add_transposed_product(e.saddle.G, lambda, dx.first(nq));
    std::copy_n(forces.begin() + static_cast<std::ptrdiff_t>(nq + nr), nw,
                dx.begin() + static_cast<std::ptrdiff_t>(nq));
    const Vector last = dx.subspan(nq + nw);
    std::copy(s.curvature.begin(), s.curvature.end(), last.begin());
    add_product(e.saddle.G, s.a, last);
    status = load_matrix(e, s, forces);
    if (status != Status::ok) return status;
    count_up(e.solves);
    solve_lu(e.K.data(), static_cast<int>(size), e.pivot.data(), dx.data());
    if (!std::isfinite(max_norm(dx))) break;
    const double floor = 1e-8 * (max_norm(s.a) + max_norm(dx));
    const double ratio = std::max({apply(s.a, dx.first(nq), e.typical.first(nq), floor),
                                   apply(w, dx.subspan(nq, nw), e.typical.subspan(nq + nr), floor),
                                   apply(lambda, last, e.typical.subspan(count + ns), floor)});
    if (!(ratio <= 1e-8)) continue;  // Newton's method: the error left is far smaller
    status = evaluate_forces(*e.model, {s.t, s.y, s.v}, forces);
    std::copy_n(forces.begin() + static_cast<std::ptrdiff_t>(nq), nr, s.r1.begin());
    return status;
  }
  return fail(e, s.t, Status::diverged, 0.0);
}

}  // namespace

Status make_consistent(ExtendedMechanics& e, ExtendedStart& start) {
  start.part = StartPart::contacts;
  Status status = find_contact(e, start.t, positions(e, start), contacts(e, start));
  if (status != Status::ok) return status;
  start.part = StartPart::constraints;
  status = settle_constraints(e, start);
  if (status != Status::ok) return status;
  start.part = StartPart::forces;
  return find_forces(e, start);
}

}  // namespace mbdae
