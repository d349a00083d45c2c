// dF/dy and dF/dv of the complex form by forward differences: a whole residual for a column of q or
// s, the forces alone for one of v, r, w or lambda; what M, G and r' contribute is exact and left
// out.
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lu.hpp"
#include "newton/extended_mechanics.hpp"

namespace mbdae {

namespace {

// dF/dx of one component, by residuals
Status residual_column(ExtendedMechanics& e, const SecondOrderPoint& p, double& x, double change,
                       double typical, Vector column) {
  const double there = x, d = forward_increment(there, change, typical);
  x += d;
  const Status status = evaluate_residual(e, p.t, p.y, p.y1, p.y2, column);
  x = there;
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = (column[i] - p.delta[i]) / d;
  return status;
}

// the same by forces, which are `forces` without the increment
Status force_column(ExtendedMechanics& e, const SecondOrderPoint& p, ConstVector forces, double& x,
                    double change, double typical, Vector column) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  const double there = x, d = forward_increment(there, change, typical);
  x += d;
  const Status status =
      evaluate_forces(*e.model, {p.t, p.y, p.y1.first(nq)}, column.first(forces.size()));
  x = there;
  for (std::size_t i = 0; i < nq + nr; ++i) column[i] = (forces[i] - column[i]) / d;
  for (std::size_t i = nq + nr; i < forces.size(); ++i) column[i] = (column[i] - forces[i]) / d;
  std::fill(column.begin() + static_cast<std::ptrdiff_t>(forces.size()), column.end(), 0.0);
  return status;
}

}  // namespace

double forward_increment(double x, double change, double typical) {
  static const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  const double size = std::max({std::abs(x), std::abs(change), typical});
  const double shifted = x + std::copysign(root * (size > 0 ? size : 1.0), change);
  return shifted - x;
}

Status differentiate(ExtendedMechanics& e, const SecondOrderPoint& p) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  const std::size_t count = e.model->sizes.forces(), all = e.model->sizes.all();
  const Vector forces = e.x.first(count);
  Status status = evaluate_forces(*e.model, {p.t, p.y, p.y1.first(nq)}, forces);
  for (std::size_t j = 0; j < all && status == Status::ok; ++j) {
    const Vector column = e.D.subspan(j * all, all);
    const double change = j < nq + nr ? p.h * p.y1[j] : 0.0;
    const bool in_constraints = j < nq || (j >= count && j < count + ns);
    status = in_constraints ? residual_column(e, p, p.y[j], change, e.typical[j], column)
                            : force_column(e, p, forces, p.y[j], change, e.typical[j], column);
  }
  for (std::size_t j = 0; j < nq && status == Status::ok; ++j) {
    status = force_column(e, p, forces, p.y1[j], p.h * p.y2[j], e.typical[all + j],
                          e.D.subspan((all + j) * all, all));
  }
  return status;
}

Status differentiate_contacts(ExtendedMechanics& e) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  const std::size_t forces = e.model->sizes.forces(), all = e.model->sizes.all();
  if (ns == 0) return Status::ok;
  const ConstVector q = e.at.first(nq), s = e.at.subspan(forces, ns);
  const Vector shifted = e.x.first(ns + nlambda);
  Status status = evaluate_constraints(*e.model, e.t, q, s, e.hg);
  for (std::size_t j = 0; j < forces + ns && status == Status::ok; ++j) {
    if (j >= nq && j < forces) continue;
    const double there = e.at[j], d = forward_increment(there, 0.0, e.typical[j]);
    e.at[j] += d;
    status = evaluate_constraints(*e.model, e.t, q, s, shifted);
    e.at[j] = there;
    double* column = e.D.data() + j * all + forces;
    for (std::size_t i = 0; i < shifted.size(); ++i) column[i] = (shifted[i] - e.hg[i]) / d;
    if (j >= forces) std::copy_n(column, ns, e.h_s.data() + (j - forces) * ns);
  }
  if (status != Status::ok) return status;
  if (factor_lu(e.h_s.data(), static_cast<int>(ns), e.contact_pivot.data()) < 0) return Status::ok;
  e.model->fault = {Routine::none, -1, 0, e.t, 0.0};
  return Status::singular;
}

}  // namespace mbdae
