// Newton's method for second-order equations F(t, y, y', y'') = 0 discretized by a multistep formula:
// y' and y'' of the new point follow y with the slopes dy' = slope1 dy, dy'' = slope2 dy, so that only
// y itself is unknown.
//
// y = (q, r, z): n positions, whose second derivatives occur, nr variables with a first derivative,
// and nz algebraic ones (multipliers last); y' has n + nr, y'' n entries.
//
// The matrix and the derivatives it is made of are kept over steps and renewed one after the other
// when the iteration gets slow: first M and G, which every residual brings, then the derivatives.
#pragma once

#include "system/model.hpp"
#include "system/status.hpp"

namespace mbdae {

struct SecondOrderSizes {
  std::size_t n = 0, nr = 0, nz = 0;

  std::size_t differential() const { return n + nr; }
  std::size_t all() const { return n + nr + nz; }
};

// A point of the iteration.
struct SecondOrderPoint {
  double t = 0, h = 0;
  Vector y, y1, y2;             // changed by difference quotients, and restored
  ConstVector delta;            // F there
  ConstVector weight, weight1;  // sizes of y (differential part) and of y'
};

struct SecondOrderEquations {
  void* self = nullptr;
  SecondOrderSizes sizes;
  // delta = F; may replace entries of y1, y2 that hidden constraints determine
  Status (*residual)(void* self, double t, ConstVector y, Vector y1, Vector y2,
                     Vector delta) = nullptr;
  // Before a step: what stays fixed in it may be chosen anew. Null: nothing to choose.
  Status (*new_step)(void* self) = nullptr;
  // Entries of y' that hidden constraints determine, at a point of output. Null: none.
  Status (*complete)(void* self, double t, ConstVector y, Vector y1) = nullptr;
  // The matrices of the last residual become those of the iteration,
  void (*load)(void* self) = nullptr;
  // and so do the derivatives at that point.
  Status (*derive)(void* self, const SecondOrderPoint& point) = nullptr;
  Status (*factor)(void* self, double slope1, double slope2) = nullptr;
  // delta := matrix^-1 delta, the correction of y
  void (*solve)(void* self, Vector delta) = nullptr;
};

enum class Freshness { none, old, new_matrix, new_derivatives };

struct SecondOrderNewton {
  SecondOrderEquations equations;
  double slope1 = 0, slope2 = 0;                       // of the matrix
  double error_per_change = 100;                       // rate/(1 - rate)
  Freshness fresh = Freshness::none;                   // of the matrix
  bool renew_derivatives = true, renew_matrix = true;  // before the next iteration
  int residuals = 0, derivations = 0, factorizations = 0;
  int most_iterations = 7;
  double threshold = 1e-3;  // of the remaining error, in the norm of the weights
};

struct SecondOrderIterate {
  SecondOrderPoint point;  // the prediction on entry, the solution on return
  double slope1 = 0, slope2 = 0;
  Vector delta;  // as point.delta
  void (*predict)(void*) = nullptr;
  void* predictor = nullptr;
};

// ok: converged, y and y' within `threshold` of their weights. diverged: it did not, with matrices
// and derivatives of this step. singular, or what the residual returned.
Status correct(SecondOrderNewton& newton, SecondOrderIterate& iterate);

}  // namespace mbdae
