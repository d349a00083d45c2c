// See residual_equations.hpp.
#include "newton/residual_equations.hpp"

#include "jacobian/difference_matrix.hpp"
#include "linalg/lu.hpp"

namespace mbdae {

namespace {

Status residual(void* self, double t, ConstVector y, ConstVector yp, Vector delta) {
  return evaluate_residual(*static_cast<ResidualEquations*>(self)->system, t, y, yp, delta);
}

Status fill_matrix(ResidualEquations& r, const NewtonPoint& p) {
  if (r.system->jac != nullptr) {
    const int ld = r.banded ? 2 * r.lower + r.upper + 1 : r.system->neq;
    return evaluate_newton_matrix(*r.system, p.t, p.y, p.yp, p.cj, r.matrix, ld);
  }
  if (r.banded) return difference_band(*r.system, p, r.lower, r.upper, r.matrix, r.saved);
  return difference_dense(*r.system, p, r.matrix);
}

Status new_matrix(void* self, const NewtonPoint& point) {
  ResidualEquations& r = *static_cast<ResidualEquations*>(self);
  const Status status = fill_matrix(r, point);
  if (status != Status::ok) return status;
  const int neq = r.system->neq;
  const int failed = r.banded ? factor_band(r.matrix.data(), neq, r.lower, r.upper, r.pivot.data())
                              : factor_lu(r.matrix.data(), neq, r.pivot.data());
  return failed >= 0 ? Status::singular : Status::ok;
}

void solve(void* self, Vector delta) {
  const ResidualEquations& r = *static_cast<ResidualEquations*>(self);
  const int neq = r.system->neq;
  if (r.banded) {
    solve_band(r.matrix.data(), neq, r.lower, r.upper, r.pivot.data(), delta.data());
  } else {
    solve_lu(r.matrix.data(), neq, r.pivot.data(), delta.data());
  }
}

}  // namespace

Equations equations_of(ResidualEquations& r) {
  return {&r, residual, new_matrix, solve};
}

}  // namespace mbdae
