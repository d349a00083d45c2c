// A mechanism as F(t,y,y') = 0, y = (q, v, lambda[, mu]), rows in this order:
//
//   GGL        M (q' - v) + G' mu = 0,  M v' - f + G' lambda = 0,  g = 0,  G v + gt = 0
//              or, along the gradient, q' - v + G' mu = 0
//   index 3           q' - v = 0,       M v' - f + G' lambda = 0,  g = 0
//   index 2           q' - v = 0,       M v' - f + G' lambda = 0,  G v + gt = 0
//   index 1           q' - v = 0,       M v' - f + G' lambda = 0,  G v' + L = 0
//   Baumgarte  as index 1 with          G v' + L + gain1 (G v + gt) + gain2 g = 0
//
// C. W. Gear, B. Leimkuhler, G. K. Gupta 1985 for GGL; with M in its first row the matrices of
// positions and of velocities are the same saddle-point matrix.
#pragma once

#include "formulate/dynamics.hpp"

namespace mbdae {

enum class Form { ggl, index3, index2, index1, baumgarte };

struct ImplicitForm {
  Dynamics* dynamics = nullptr;  // its M and G are those of the last evaluation
  Form form = Form::ggl;
  bool along_gradient = false;  // GGL
  double gain1 = 0, gain2 = 0;  // Baumgarte's

  bool has_mu() const { return form == Form::ggl; }
};

// Number of unknowns, and the index of unknown i. In index 1 and Baumgarte's form lambda has index 1
// by differentiation, but what the iteration leaves in v enters M v' + G' lambda = f as 1/h of it: in
// a step lambda behaves as a variable of index 2.
std::ptrdiff_t unknowns(Form form, std::ptrdiff_t n, std::ptrdiff_t m);
int index_of(Form form, std::ptrdiff_t n, std::ptrdiff_t i);

// delta = F(t,y,y')
Status evaluate_form(ImplicitForm& form, double t, ConstVector y, ConstVector yp, Vector delta);

// row = M a - f; M of (t, q) is left in the dynamics.
Status evaluate_inertia(ImplicitForm& form, double t, ConstVector q, ConstVector v, ConstVector a,
                        Vector row);

// row = M a - f + G' lambda; M and G of (t, q) are left in the dynamics.
Status evaluate_balance(ImplicitForm& form, double t, ConstVector q, ConstVector v, ConstVector a,
                        ConstVector lambda, Vector row);

// The constraint row that depends on velocities or accelerations, G of (t, q) being loaded:
// G v + gt, or that of index 1 or Baumgarte. Not for index 3, which has none.
Status evaluate_rate(ImplicitForm& form, double t, ConstVector q, ConstVector v, ConstVector a,
                     Vector row);

// row += G x, out += G' x.
void add_product(ConstVector G, ConstVector x, Vector row);
void add_transposed_product(ConstVector G, ConstVector x, Vector out);

}  // namespace mbdae
