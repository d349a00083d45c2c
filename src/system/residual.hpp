// What a user of dassl_like gives: a residual F(t,y,y') = 0, perhaps its Jacobian, behind one gate.
#pragma once

#include <mbdae/dassl_like.h>

#include "system/model.hpp"

namespace mbdae {

struct Residual {
  int neq = 0;
  mbdae_res res = nullptr;
  mbdae_jac jac = nullptr;
  void* user = nullptr;
  Fault fault;
};

Status evaluate_residual(Residual& system, double t, ConstVector y, ConstVector yp, Vector delta);

// pd = dF/dy + cj dF/dy', column-major (or in band storage) with leading dimension ldpd.
Status evaluate_newton_matrix(Residual& system, double t, ConstVector y, ConstVector yp, double cj,
                              Vector pd, int ldpd);

}  // namespace mbdae
