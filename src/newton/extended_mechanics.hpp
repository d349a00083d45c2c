// The complex form of the equations of motion (bdf2nd_ext.h) for Newton's method, y = (q, r, w, s,
// lambda) and the residual
//
//     F = ( M q'' - fa + G' lambda,  r' - fd,  d,  h,  g ).
//
// With s1, s2 the slopes of first and second derivatives, the rows of forces are divided by s2, r
// is measured in s2/s1 and the variables that balance forces, w and lambda, in s2; the row of g is
// replaced by g - g_s h_s^-1 h, whose derivative is G. As h -> 0 the matrix tends to
//
//     [ M     0   -fa_w   0     G' - fa_lambda ]
//     [ 0     I   -fd_w   0       -fd_lambda   ]
//     [ 0     0    d_w    0      d_lambda      ]
//     [ h_q   0    0      h_s      0           ]
//     [ G     0    0      0        0           ],
//
// so that its condition does not depend on h. Beside M and G, which every residual brings, it is
// made of derivatives by difference quotients that are kept apart by y and by v: another step needs
// no new ones. Only those of h and g, which act on positions undiminished by h, are renewed with M
// and G.
#pragma once

#include "jacobian/combined_jacobian.hpp"
#include "linalg/saddle.hpp"
#include "newton/second_order.hpp"
#include "system/extended_model.hpp"

namespace mbdae {

struct ExtendedMechanics {
  ExtendedModel* model = nullptr;
  Saddle saddle;  // M and G of the last evaluation; factored at the start only
  CombinedJacobian combined;
  Vector typical;  // y, then v: sizes below which a component counts as small
  Vector M, G;     // of the matrix
  Vector D;        // all*(all+nq): dF/dy without M, G and r', then dF/dv
  Vector at;       // all: y of the last residual
  double t = 0;    // and its time
  Vector K;        // all*all, factored
  std::span<int> pivot;
  Vector h_s;  // ns*ns, factored
  std::span<int> contact_pivot;
  Vector x, z;                             // all each: scratch
  Vector motion_q, motion_s, contact, hg;  // nq, ns, ns, ns+nlambda: scratch of contact.hpp
  double slope1 = 1, slope2 = 1;
  int factorizations = 0, solves = 0;
};

SecondOrderEquations equations_of(ExtendedMechanics& e);

// G at a point, by the user's routine or by differences.
Status evaluate_gradient(ExtendedMechanics& e, double t, ConstVector q, ConstVector s, Vector G);

// K for these slopes, not yet factored.
void assemble(const ExtendedMechanics& e, double slope1, double slope2, Vector K);

// D, and the part of it that contacts bring, of the last residual: with it h_s.
Status differentiate(ExtendedMechanics& e, const SecondOrderPoint& p);
Status differentiate_contacts(ExtendedMechanics& e);

// Increment of a forward difference.
double forward_increment(double x, double change, double typical);

Status evaluate_residual(ExtendedMechanics& e, double t, ConstVector y, ConstVector y1,
                         ConstVector y2, Vector delta);

}  // namespace mbdae
