// See extended_mechanics.hpp.
#include "newton/extended_mechanics.hpp"

#include <algorithm>

#include "formulate/implicit_form.hpp"
#include "linalg/columns.hpp"
#include "linalg/lu.hpp"

namespace mbdae {

namespace {

ExtendedMechanics& self_of(void* self) {
  return *static_cast<ExtendedMechanics*>(self);
}

// Component j of y is this times what K is solved for.
double unit_of(const ExtendedSizes& sizes, std::size_t j, double slope1, double slope2) {
  const std::size_t forces = sizes.forces();
  if (j < sizes.nq || (j >= forces && j < forces + sizes.ns)) return 1.0;
  return j < sizes.nq + sizes.nr ? slope2 / slope1 : slope2;
}

Status residual(void* self, double t, ConstVector y, Vector y1, Vector y2, Vector delta) {
  ExtendedMechanics& e = self_of(self);
  e.t = t;
  std::copy(y.begin(), y.end(), e.at.begin());
  return evaluate_residual(e, t, y, y1, y2, delta);
}

void load(void* self) {
  ExtendedMechanics& e = self_of(self);
  std::copy(e.saddle.M.begin(), e.saddle.M.end(), e.M.begin());
  std::copy(e.saddle.G.begin(), e.saddle.G.end(), e.G.begin());
}

Status derive(void* self, const SecondOrderPoint& p) {
  return differentiate(self_of(self), p);
}

Status factor(void* self, double slope1, double slope2) {
  ExtendedMechanics& e = self_of(self);
  const Status status = differentiate_contacts(e);
  if (status != Status::ok) return status;
  e.slope1 = slope1;
  e.slope2 = slope2;
  assemble(e, slope1, slope2, e.K);
  count_up(e.factorizations);
  const auto N = static_cast<int>(e.model->sizes.all());
  return factor_lu(e.K.data(), N, e.pivot.data()) >= 0 ? Status::singular : Status::ok;
}

// delta of g less g_s h_s^-1 that of h
void eliminate_contacts(const ExtendedMechanics& e, Vector delta) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  const std::size_t forces = e.model->sizes.forces(), all = e.model->sizes.all();
  if (ns == 0 || nlambda == 0) return;
  const Vector contact = e.contact;
  std::copy_n(delta.begin() + static_cast<std::ptrdiff_t>(forces), ns, contact.begin());
  solve_lu(e.h_s.data(), static_cast<int>(ns), e.contact_pivot.data(), contact.data());
  for (std::size_t j = 0; j < ns; ++j) {
    const double* g_s = e.D.data() + (forces + j) * all + forces + ns;
    subtract_multiple(contact[j], g_s, delta.data() + forces + ns, static_cast<int>(nlambda));
  }
}

void solve(void* self, Vector delta) {
  ExtendedMechanics& e = self_of(self);
  const ExtendedSizes& sizes = e.model->sizes;
  const std::size_t forces = sizes.forces(), all = sizes.all();
  for (std::size_t i = 0; i < forces; ++i) delta[i] /= e.slope2;
  eliminate_contacts(e, delta);
  count_up(e.solves);
  solve_lu(e.K.data(), static_cast<int>(all), e.pivot.data(), delta.data());
  for (std::size_t i = 0; i < all; ++i) delta[i] *= unit_of(sizes, i, e.slope1, e.slope2);
}

}  // namespace

Status evaluate_gradient(ExtendedMechanics& e, double t, ConstVector q, ConstVector s, Vector G) {
  if (G.empty()) return Status::ok;
  if (e.model->gcnq != nullptr) return evaluate_jacobian(*e.model, t, q, s, G);
  return difference_jacobian(*e.model, e.combined, e.typical, t, q, s, G);
}

Status evaluate_residual(ExtendedMechanics& e, double t, ConstVector y, ConstVector y1,
                         ConstVector y2, Vector delta) {
  ExtendedModel& model = *e.model;
  const auto [nq, nr, nw, ns, nlambda] = model.sizes;
  const std::size_t forces = model.sizes.forces();
  const ConstVector q = y.first(nq), s = y.subspan(forces, ns);
  const Vector balance = delta.first(nq);
  Status status = evaluate_forces(model, {t, y, y1.first(nq)}, delta.first(forces));
  if (status == Status::ok) status = evaluate_mass(model, t, q, e.saddle.M);
  if (status == Status::ok) status = evaluate_gradient(e, t, q, s, e.saddle.G);
  if (status != Status::ok) return status;
  for (std::size_t i = 0; i < nq + nr; ++i) delta[i] = -delta[i];
  add_product(e.saddle.M, y2, balance);
  if (nlambda > 0) add_transposed_product(e.saddle.G, y.subspan(forces + ns), balance);
  for (std::size_t i = nq; i < nq + nr; ++i) delta[i] += y1[i];
  return evaluate_constraints(model, t, q, s, delta.subspan(forces));
}

void assemble(const ExtendedMechanics& e, double slope1, double slope2, Vector K) {
  const ExtendedSizes& sizes = e.model->sizes;
  const auto [nq, nr, nw, ns, nlambda] = sizes;
  const std::size_t forces = sizes.forces(), all = sizes.all();
  const std::size_t first_lambda = forces + ns;
  std::fill(K.begin(), K.end(), 0.0);
  for (std::size_t j = 0; j < all; ++j) {
    const Vector column = K.subspan(j * all, all);
    const double* by_y = e.D.data() + j * all;
    const double unit = unit_of(sizes, j, slope1, slope2);
    for (std::size_t i = 0; i < forces; ++i) column[i] = unit / slope2 * by_y[i];
    for (std::size_t i = forces; i < first_lambda; ++i) column[i] = unit * by_y[i];
  }
  for (std::size_t j = 0; j < nq; ++j) {
    const Vector column = K.subspan(j * all, all);
    const double* by_v = e.D.data() + (all + j) * all;
    for (std::size_t i = 0; i < forces; ++i) column[i] += slope1 / slope2 * by_v[i];
    for (std::size_t i = 0; i < nq; ++i) column[i] += e.M[i + j * nq];
    for (std::size_t i = 0; i < nlambda; ++i) {
      column[first_lambda + i] = e.G[i + j * nlambda];
      K[j + (first_lambda + i) * all] += e.G[i + j * nlambda];
    }
  }
  for (std::size_t j = nq; j < nq + nr; ++j) K[j + j * all] += 1.0;
}

SecondOrderEquations equations_of(ExtendedMechanics& e) {
  const auto [nq, nr, nw, ns, nlambda] = e.model->sizes;
  return {.self = &e,
          .sizes = {nq, nr, nw + ns + nlambda},
          .residual = residual,
          .load = load,
          .derive = derive,
          .factor = factor,
          .solve = solve};
}

}  // namespace mbdae
