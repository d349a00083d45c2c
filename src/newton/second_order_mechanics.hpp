// A mechanism's second-order equations for Newton's method, y = (q, lambda):
//
//     M(t,q) q'' - f(t,q,q') + G' lambda = 0,    0 = g(t,q)     index 3
//                                         or     0 = G q'' + L  index 1
//
// With R = -df/dv, B = d(M q'' - f + G' lambda)/dq and the slopes s1, s2 of q', q'' the matrix, its
// rows divided by s2 and lambda measured in s2,
//
//     [ M + (s1/s2) R + B/s2   G' ] [ dq         ]   [ F1/s2         ]
//     [ G                      0  ] [ dlambda/s2 ] = [ g  or  F2/s2  ],
//
// tends to the saddle-point matrix as h -> 0, however small h: its condition does not depend on h.
// (Index 1: G + (s1/s2) dL/dv + (d(G q'' + L)/dq)/s2 in the second row.)
//
// Minimal extension: index 3, but q' and q'' of m coordinates chosen such that G q' + gt = 0 and
// G q'' + L = 0 instead of by the formula, which makes it a system of index 1 with the same matrix.
#pragma once

#include "formulate/dependent_coordinates.hpp"
#include "formulate/implicit_form.hpp"
#include "newton/second_order.hpp"

namespace mbdae {

struct SecondOrderMechanics {
  ImplicitForm form;  // index3 or index1
  Vector M, G;        // n*n, m*n: of the matrix
  Vector R, B;        // (n+rows)*n: derivatives with respect to velocities and to positions
  Vector K;           // (n+m)^2, factored
  std::span<int> pivot;
  Vector x, z;                     // n+m each: scratch
  double slope1 = 1, slope2 = 1;   // of the matrix
  bool minimal_extension = false;  // of index 3
  DependentCoordinates dependent;  // for that
  Vector hidden;                   // m: scratch

  // rows of constraints that have derivatives beside G
  std::size_t constraint_rows() const {
    return form.form == Form::index3 ? 0 : static_cast<std::size_t>(form.dynamics->model->m);
  }
};

SecondOrderEquations equations_of(SecondOrderMechanics& e);

// M and G of the last evaluation become those of the matrix.
void load_matrices(SecondOrderMechanics& e);

// K for slopes whose ratios are slope1/slope2 and 1/slope2, not yet factored: for collocation, too.
void assemble(const SecondOrderMechanics& e, double velocity_part, double position_part, double* K);

}  // namespace mbdae
