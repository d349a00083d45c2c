// Newton's matrix of a mechanism's implicit form, reduced to its n + m velocities and multipliers.
//
// With r = (r1, r2, r3[, r4]) the residual and dq' = cj dq etc. the linear system reads, divided by
// cj where it helps, with z = dq - dv/cj:
//
//   [ M + R_v/cj + B/cj^2   G' ] [ dv         ]   [ (r2 - B z)/cj ]        B = d(M v' - f + G' lambda)/dq
//   [ G + C/cj              0  ] [ dlambda/cj ] = [ r4 - C z      ]        C = d(G v + gt)/dq, R_v = -f_v
//
//   index 3      second row  G dv = cj r3 - G r1,  z = r1/cj                     exact
//   index 2      z = r1/cj                                                       exact
//   index 1      second row  G + L_v/cj + E/cj^2, right side (r3 - E z)/cj,
//                E = d(G v' + L)/dq; Baumgarte: L_v + gain1 G, E + gain1 C + gain2 G
//   GGL          [ M G'; G 0 ] (z, dmu/cj) = (r1/cj, r3 - G dv/cj); in the rows above z is taken with
//                r4 for G dv, which neglects terms of the order h C; along the gradient with I for M
//
// Without the derivatives B, C, R_v both matrices are the saddle-point matrix [M G'; G 0], factored
// once and free of h; that fails where forces are stiff or lambda is large against M/h^2. Left to
// choose, it is tried first, and after `trial_length` matrices with derivatives again.
#pragma once

#include <span>

#include "formulate/implicit_form.hpp"
#include "newton/equations.hpp"

namespace mbdae {

// As info[DL_MATRIX].
enum class DerivativeUse { where_needed, never, always };
inline constexpr int trial_length = 30;

struct MechanicalEquations {
  ImplicitForm form;
  DerivativeUse use = DerivativeUse::where_needed;
  bool derivatives = true;  // of forces and constraints, by differences: has the matrix them?
  int needed = 0;           // by so many of the next matrices
  Saddle gradient;          // [I G'; G 0], for GGL along the gradient
  Vector K;                 // (n+m)^2: the matrix above, factored
  std::span<int> pivot;     // n+m
  Vector B;                 // n*n
  Vector C;                 // m*n: C or E
  Vector G;                 // m*n: of the matrix
  Vector x, z;              // n+m each
  double cj = 0;
};

Equations equations_of(MechanicalEquations& e);

}  // namespace mbdae
