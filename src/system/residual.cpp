// The gates to RES and JAC; see residual.hpp.
#include "system/residual.hpp"

#include "system/gate.hpp"

namespace mbdae {

Status evaluate_residual(Residual& system, double t, ConstVector y, ConstVector yp, Vector delta) {
  return pass_gate(system.fault, Routine::res, t, delta, [&] {
    return system.res(system.neq, t, y.data(), yp.data(), delta.data(), system.user);
  });
}

Status evaluate_newton_matrix(Residual& system, double t, ConstVector y, ConstVector yp, double cj,
                              Vector pd, int ldpd) {
  return pass_gate(system.fault, Routine::jac, t, pd, [&] {
    return system.jac(system.neq, t, y.data(), yp.data(), cj, pd.data(), ldpd, system.user);
  });
}

}  // namespace mbdae
