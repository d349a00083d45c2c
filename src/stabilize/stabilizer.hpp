// Post-stabilization: pull the result (q, v) of a step back to g = 0 and G v + gt = 0.
//
//   S-both   q -= F g, v -= F (G v + gt),  F = D (G D)^-1,  D = M^-1 G' (or G', thesis Remark 3.4)
//   PStab    S-both twice with the same F (Algorithm 3.3): drift O(h^2(p+1))
//   S-full   (q, v) -= H'(H H')^-1 (g, G v + gt),  H = [G 0; C G],  C = d(G v + gt)/dq
//   velocities only, iterated projection, none
//
// F is applied through the saddle-point factors: [M G'; G 0] (dq, mu) = (0, g) gives dq = F g.
#pragma once

#include "formulate/dynamics.hpp"

namespace mbdae {

enum class Stabilization { pstab, baumgarte, none, s_full, s_both, projection, velocities };

struct Drift {
  double position = 0, velocity = 0;  // max norms of g and of G v + gt
  double relative = 0;                // of g, see relative_drift
};

struct Stabilizer {
  Stabilization kind = Stabilization::pstab;
  bool last_stage_matrices = false;  // F from the last stage instead of the new point
  bool along_gradient = false;       // D = G' instead of M^-1 G'
  double datol = 0;                  // act only on drift above this

  Vector g, rate;          // m each: g and G v + gt
  Vector row_size;         // m: see relative_drift; zero before the first
  Vector G;                // m*n: fresh Jacobian for the residuals of later passes
  Vector correction;       // n+m
  Saddle gradient;         // [I G'; G 0], for along_gradient
  Saddle full;             // [I H'; H 0], for S-full
  Vector full_correction;  // 2n+2m
  int count = 0;           // stabilizations done

  bool acts(const Model& model) const {
    return model.m > 0 && kind != Stabilization::none && kind != Stabilization::baumgarte;
  }
};

// What a stabilization left behind: are the matrices in Dynamics those of the final point?
enum class Matrices { elsewhere, of_this_point };

// Stabilize (q, v) at time t in place.
Status stabilize(Dynamics& d, Stabilizer& s, double t, Vector q, Vector v, Matrices& matrices);

// Drift at (t, q, v), G as given; g and G v + gt are left in s.
Status measure_drift(Model& model, Stabilizer& s, ConstVector G, double t, ConstVector q,
                     ConstVector v, Drift& drift);

// The part of q that the g left by measure_drift stands for: max |g_i| / sum_j |G_ij| (1 + |q_j|),
// the sum being the largest its row has had in the run, so that a row which vanishes at some point
// tells no tales. A lower bound of the error in q, whatever the units of the constraints.
double relative_drift(const Model& model, Stabilizer& s, ConstVector G, ConstVector q);

// Is that drift no larger than the rounding errors of evaluating it at (q, v)? Then there is
// nothing to correct, even where G is so small that the correction would be large.
bool is_rounding(const Model& model, const Drift& drift, ConstVector G, ConstVector q,
                 ConstVector v);

}  // namespace mbdae
