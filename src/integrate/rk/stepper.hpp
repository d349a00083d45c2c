// One step of an explicit Runge-Kutta method on y = (q, v) with stabilization, driven by a tableau.
#pragma once

#include "control/weights.hpp"
#include "formulate/dynamics.hpp"
#include "integrate/rk/tableau.hpp"
#include "output/interpolant.hpp"
#include "stabilize/stabilizer.hpp"

namespace mbdae {

struct Stepper {
  const Tableau* tableau = nullptr;
  Dynamics dynamics;
  Stabilizer stabilizer;
  Tolerances tolerances;
  bool error_control = true;
  bool correction_in_error = false;  // count the stabilizing correction as error (DOPRI5), where it
                                     // removes the drift of one step and not that of many
  bool drift_is_own = true;          // y carries no drift of earlier steps: the last one stabilized
  bool stabilized = false;           // y_new was

  Vector y;                   // 2n: the accepted state; K[0] is its derivative
  Vector y_new;               // 2n: the result of the step; K[stages] is its derivative
  Vector y_stage;             // 2n
  Vector K;                   // derivatives() * 2n
  Vector e;                   // 2n: error estimate
  Vector e_low;               // 2n: second estimate of DOP853
  Vector lambda, lambda_new;  // m: multipliers at y and y_new
  Vector lambda_unused;       // m: those of stages nobody asks for
  Interpolant interpolant;
  bool interpolant_ready = false;

  Vector derivative(int j) const {
    return K.subspan(static_cast<std::size_t>(j) * y.size(), y.size());
  }
};

// A step from t to t_new, t_new - t being h up to rounding. err is the weighted RMS norm of the
// error estimate, 0 without error control; y_new and its derivative are valid only if err <= 1.
Status attempt_step(Stepper& s, double t, double h, double t_new, double& err);

// Before commit_step: the interpolant over [t, t+h] (evaluates the further stages of DOP853).
Status complete_interpolant(Stepper& s, double t, double h);

// Derivative and multipliers at y_new, stabilizing it first.
Status finish_at(Stepper& s, double t_new);

// y_new becomes y.
void commit_step(Stepper& s);

}  // namespace mbdae
