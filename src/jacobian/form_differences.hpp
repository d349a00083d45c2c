// Derivatives of the rows of an implicit form by difference quotients, one model evaluation a column:
//     B = d(M a - f + G' lambda)/dq,   R = -df/dv,
// and, where a form has one, those of the constraint row that depends on velocities or accelerations
// (implicit_form.hpp).
#pragma once

#include "formulate/implicit_form.hpp"

namespace mbdae {

// Where; q and v are changed and restored. Increments come from what a step does to a component.
struct FormPoint {
  double t = 0, h = 0;
  Vector q, v;
  ConstVector rate, a, lambda;     // q', v'
  ConstVector q_weight, v_weight;  // sizes of the components
};

// Rows of the point itself; the second is empty where the form has no such row.
struct FormRows {
  ConstVector balance, constraint;
};

// Column j goes to data + j*ld.
struct Columns {
  double* data = nullptr;
  std::ptrdiff_t ld = 0;
};

// B and the constraint row's derivative with respect to q. Scratch: as `base`. M and G of the last
// point evaluated are left in the dynamics.
Status difference_positions(ImplicitForm& form, const FormPoint& p, const FormRows& base,
                            Vector balance, Vector constraint, Columns B, Columns C);

// R += factor (-df/dv), and factor (dL/dv + gain1 G) in the rows below where `base` has L.
Status difference_velocities(ImplicitForm& form, const FormPoint& p, ConstVector forces,
                             ConstVector curvature_there, Vector shifted, Vector shifted_curvature,
                             ConstVector G, double factor, Columns R);

}  // namespace mbdae
