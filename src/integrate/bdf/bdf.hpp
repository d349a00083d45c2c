// Backward differentiation formulas of order 1 to 5 with variable step and fixed leading
// coefficient, as in DASSL (Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems
// in Differential-Algebraic Equations, chapter 5): the same decisions in the same order, so that the
// sequence of steps is DASSL's.
//
// The polynomial through the past is kept in modified divided differences phi_1 .. phi_{k+1}; with
//     psi_i = t_n - t_{n-i},  alpha_i = h/psi_i,  beta_i, gamma_i, sigma_i
// the prediction is y = sum phi*_i, y' = sum gamma_i phi*_i, phi*_i = beta_i phi_i, and the corrector
// demands F(t, y, y') = 0 with y' = y'_p + cj (y - y_p), cj = -alpha_s/h, alpha_s = -sum_{j<=k} 1/j.
//
// Where the variables have a differentiation index i, weights w/h^(i-1) measure the error and
// w h^(nu-i) = h^(nu-1) w/h^(i-1), nu the largest index, the Newton iteration.
#pragma once

#include <span>

#include "control/weights.hpp"
#include "integrate/step_end.hpp"
#include "newton/corrector.hpp"

namespace mbdae {

inline constexpr int highest_order = 5;

struct Bdf {
  Newton newton;
  int max_order = highest_order;
  bool nonnegative = false;
  Tolerances tolerances;
  std::span<const int> index;  // of every variable, or empty
  int highest_index = 1;

  Vector y, yp;         // the caller's: what the corrector found
  Vector delta;         // scratch
  Vector change;        // y - y_predicted: the error estimate
  Vector weight;        // w = rtol |y| + atol, once a step
  Vector error_weight;  // w/h^(i-1); the same piece as weight where no index is given
  Vector phi;           // neq x (max_order + 1)
  Vector alpha, beta, gamma, psi, sigma;  // 6 each

  double t = 0, h = 0, old_h = 0;
  double cj = 0;
  int order = 1, old_order = 0;
  int equal_steps = 0;   // with the same h and order
  bool starting = true;  // order and step are raised every step

  int steps = 0, error_failures = 0, newton_failures = 0;

  std::size_t size() const { return y.size(); }
  Vector difference(int i) const {
    return phi.subspan(static_cast<std::size_t>(i - 1) * size(), size());
  }
};

// The first step starts from y, y' with step h.
void begin(Bdf& bdf, double h);

// One step: t, y, y', the history and the next h and order; on failure the state before it.
StepEnd take_step(Bdf& bdf, double hmin);

// y and y' at time t from the polynomial of the last step, of the given order.
void interpolate(const Bdf& bdf, int order, double t, Vector y, Vector yp);

// Consistent y' (and y) at t + h by one damped backward Euler step, for callers who do not know y'
// (DASSL's INFO(11)): t, y, y', h change.
StepEnd take_first_euler_step(Bdf& bdf, double hmin);

// ||J^-1 F|| at t, y, y', J the matrix of a step h: about the error of the values in the norm of the
// tolerances.
Status measure_inconsistency(Bdf& bdf, double h, double& norm);

// y' of the differential variables (kind 1) and y of the algebraic ones (kind -1) such that F = 0 at t;
// `norm` is what is left. diverged if 20 iterations are not enough; then they are as before.
Status make_consistent(Bdf& bdf, std::span<const int> kind, double h, double& norm);

}  // namespace mbdae
