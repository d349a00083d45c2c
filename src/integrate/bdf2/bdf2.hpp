// Second-order equations by BDF of order 1 to 5 with variable steps, without reduction to first order:
// y' and y'' by the formulas of formula.hpp, positions the only differential unknowns.
//
// Local error of the positions (and of variables with a first derivative), with the newest k+2 values:
//     e_k = h prod_{j=1..k} (t_n - t_{n-j}) y[t_n, .., t_{n-k-1}].
// Velocities and multipliers are not smooth where the step changes, and are not tested, unless asked
// for: velocities by 2 (k+2) h prod_{j=1..k} (t_n - t_{n-j}) y[t_n, .., t_{n-k-2}].
#pragma once

#include "control/weights.hpp"
#include "integrate/bdf2/formula.hpp"
#include "integrate/extrapolation.hpp"
#include "integrate/step_end.hpp"
#include "newton/second_order.hpp"

namespace mbdae {

inline constexpr int kept_rows = value_nodes;  // of the past, newest first

struct Bdf2 {
  SecondOrderNewton newton;
  int max_order = 3;
  SecondDerivative kind = SecondDerivative::pole_free;
  bool fixed = false;  // constant step, as the caller sets it: no error test
  bool test_velocities = false;
  Tolerances tolerances;  // of y, then of the velocities

  Vector y, y1, y2;                         // the new point
  Vector delta;                             // all()
  Vector error;                             // differential()
  Vector weight, weight1;                   // of y and y'
  Vector past, past_rates, past_algebraic;  // kept_rows times differential() (twice), nz
  Vector known1, known2;                    // what the past contributes to y', y''
  Vector start_acceleration;                // n: y'' at the start
  Vector start_algebraic_rate;              // nz: z' there, zero where unknown
  Vector out, out1, out_algebraic;          // where interpolate puts y, y', z

  Grid grid;       // of the accepted points, the newest first
  int newest = 0;  // row of the newest point
  double t = 0, h = 0, old_h = 0;
  int order = 1, old_order = 0;
  int steps_at_order = 0;
  double old_error = 0;         // of the last accepted step, 0 if none
  Formula formula;              // of the step under way
  Extrapolation extrapolation;  // if on: error test, steps and interpolation are its

  int steps = 0, error_failures = 0, newton_failures = 0, formula_switches = 0;

  SecondOrderSizes sizes() const { return newton.equations.sizes; }
  // j steps back
  Vector values(int j) const { return row(past, sizes().differential(), j); }
  Vector rates(int j) const { return row(past_rates, sizes().differential(), j); }
  Vector algebraic(int j) const { return row(past_algebraic, sizes().nz, j); }

 private:
  Vector row(Vector rows, std::size_t length, int j) const {
    return rows.subspan(static_cast<std::size_t>((newest + j) % kept_rows) * length, length);
  }
};

// From y, y', y'' on: the first step is of order 1. h is the caller's.
void begin(Bdf2& b);

// The length of a first step whose error would be a quarter of the tolerance.
double first_step_length(const Bdf2& b);

// Weights from the newest point: the first that is not positive, or -1.
int set_weights(Bdf2& b);

// One step: a new point with its next h and order; on failure the state before it.
StepEnd take_step(Bdf2& b, double hmin);

// y, y' and z at a time in the last step, to out, out1, out_algebraic.
void interpolate(Bdf2& b, double t);

// The new point for given h and order, without tests: y, y', y'' solve the equations, the grid
// has it as its newest node.
Status solve_step(Bdf2& b, Grid& grid);
// The point found belongs to the past.
void push_point(Bdf2& b, const Grid& grid);

// The new point, or the start, to extrapolation.y.
void collect_point(const Bdf2& b);
double extrapolated_first_step(const Bdf2& b);
void interpolate_extrapolated(const Bdf2& b, double t);

}  // namespace mbdae
