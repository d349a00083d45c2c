// The modified Newton iteration of DASSL (Brenan, Campbell & Petzold 5.2.2): the matrix is kept over
// steps, its age made up for by the factor 2/(1 + cj/cj_matrix), and the rate of convergence,
// remembered from the last iterations, tells when the remaining error is small enough.
#pragma once

#include "newton/equations.hpp"

namespace mbdae {

enum class MatrixAge { stale = -1, fresh = 0, old = 1 };

struct Newton {
  Equations equations;
  double cj_matrix = 0;           // cj of the matrix
  double error_per_change = 100;  // rate/(1 - rate): bound of the error by the last change
  MatrixAge age = MatrixAge::stale;
  int residuals = 0, matrices = 0;  // counted as DASSL does: not those of difference quotients
};

struct Iterate {
  double t = 0, h = 0, cj = 0;
  Vector y, yp;            // the prediction on entry, the solution on return
  Vector delta;            // scratch
  Vector change;           // sum of the corrections: y - y_predicted
  ConstVector weight;      // of the convergence test
  ConstVector sizes;       // of the components, for increments
  double norm_factor = 1;  // the test is norm_factor * ||.|| in these weights
};

// ok: converged. diverged: it did not, with a matrix of this step. singular, or what F returned.
// With an old matrix a failure is tried again with a new one; `predict` restores y, y' for that.
Status correct(Newton& newton, Iterate& iterate, void (*predict)(void*), void* predictor);

// The convergence threshold, and the bound of the rate above which the iteration is given up.
inline constexpr double newton_threshold = 0.33;
inline constexpr double slowest_rate = 0.9;
inline constexpr int most_iterations = 4;
// A fresh matrix with which the iteration converges, but with rate/(1 - rate) above this, is to be
// improved.
inline constexpr double slow_per_change = 1.0;

}  // namespace mbdae
