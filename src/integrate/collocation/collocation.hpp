// Collocation for constrained mechanisms in second-order form. With stages Q_i, V_i, A_i, Lambda_i at
// t + c_i h,
//     Q_i = q + h sum a_ij V_j,   V_i = v + h sum a_ij A_j,
//     M A_i - f(Q_i, V_i) + G' Lambda_i = 0,   0 = g(Q_i),
// so that V = A^-1 (Q - q)/h and A_i = A^-1 (V - v)/h: only Z_i = Q_i - q and the Lambda_i themselves
// are unknown. Newton's method with the matrices of the step's start separates, in the coordinates
// T^-1 Z of Butcher's inverse, into one real (three stages) and one complex system of n + m unknowns,
//     [ M + R/s + B/s^2   G' ] [ dz           ]        s = gamma/h  or  (alpha + i beta)/h,
//     [ G                 0  ] [ dlambda/s^2  ],       R = -df/dv, B = d(M a - f + G' lambda)/dq,
// whose condition does not depend on h (second_order_mechanics.hpp).
//
// The stages give positions of order 2s-1 but velocities of order s and multipliers of order s-1 only.
// Errors of the velocities lie across the constraints; at the end of a step they are projected onto
// G v + gt = 0, and v', lambda are computed from the equations of index 1 there: all have the order of
// the positions.
//
// Error estimate (Hairer & Wanner II, IV.8): the embedded method with v and v' of the start, filtered
// by (I - h gamma0 J)^-1.
#pragma once

#include <array>

#include "control/weights.hpp"
#include "integrate/collocation/method.hpp"
#include "integrate/extrapolation.hpp"
#include "integrate/step_end.hpp"
#include "newton/second_order_mechanics.hpp"
#include "stabilize/stabilizer.hpp"

namespace mbdae {

struct Collocation {
  const CollocationMethod* method = &radau3;
  SecondOrderMechanics* mechanics = nullptr;  // its K is the real matrix
  Stabilizer* stabilizer = nullptr;
  bool fixed = false;     // constant step, no error test
  bool project = true;    // velocities, and v', lambda from index 1; else those of the stages
  Tolerances tolerances;  // of (q, lambda, v[, lambda'])
  double threshold = 0;   // of Newton's iteration, 0: by rtol

  Vector K;                                // 2 (n+m)^2: the complex matrix, factored
  std::span<int> pivot;                    // n+m
  Vector q, v, a, lambda;                  // the point reached
  Vector old_q, old_v, old_a, old_lambda;  // and the one before
  Vector older_lambda;                     // and the one before that
  Vector deviation;                        // s*m: Lambda_i - lambda(t_i) in the last step
  Vector Z, V, A, L;                       // stages: s*n, s*n, s*n, s*m
  Vector side;                             // s*(n+m): residuals, then corrections
  Vector turned;                           // the same in the coordinates T^-1
  Vector stage_q;                          // n
  Vector error, error_rate;                // n each
  Vector weight, weight1;                  // n each: of q and of v
  Vector complex_side;                     // 2 (n+m)
  Vector out, out1, out_lambda;            // where interpolate puts q, v, lambda

  Extrapolation extrapolation;   // if on: error test, steps and interpolation are its
  Grid grid;                     // of the points it knows
  Vector start_multiplier_rate;  // lambda' at the start

  double t = 0, h = 0, old_h = 0, older_h = 0;
  double matrix_h = 0;                   // of the factors, 0: none
  double rate = 1;                       // of the last iterations
  double error_per_change = 1;           // rate/(1 - rate), remembered
  double old_error = 0, accepted_h = 0;  // for the step control
  bool derivatives_old = true;           // not those of this point
  bool rejected = false;                 // the last step was
  bool first = true;

  int steps = 0, error_failures = 0, newton_failures = 0;
  int residuals = 0, derivations = 0;

  std::size_t n() const { return q.size(); }
  std::size_t m() const { return lambda.size(); }
  std::size_t stages() const { return static_cast<std::size_t>(method->stages); }
};

// The start values stand in q, v, a, lambda, and their M and G are loaded.
void begin(Collocation& c);
double first_step_length(const Collocation& c);
int set_weights(Collocation& c);
StepEnd take_step(Collocation& c, double hmin);

// q, v, lambda inside the last step: the quintic polynomial with q, v, v' of both ends, put onto the
// constraints.
void interpolate(Collocation& c, double t);

// lambda at t + ahead by the polynomial through the multipliers of the newest points; component k.
double extrapolate_lambda(const Collocation& c, double ahead, std::size_t k);

// The stages for given h. diverged, singular, or what the model returned.
Status solve_stages(Collocation& c);
// The end of the step from the stages: the new q, v, a, lambda; M and G there become the matrices.
Status finish_step(Collocation& c, Vector q, Vector v, Vector a, Vector lambda);
// Norm of the embedded error.
double estimate_error(Collocation& c);

// For extrapolation.y: the start, the end of the step under way.
void collect_start(Collocation& c);
void collect_end(const Collocation& c);
double extrapolated_first_step(const Collocation& c);
void interpolate_extrapolated(const Collocation& c, double t);

}  // namespace mbdae
