// Error test and steps by extrapolation, the strategy of the modified BDF's source (L. Wunderlich,
// Diplomarbeit, TU Berlin 2005, sections 4.3 to 4.5): all variables y = (q, lambda, v[, lambda'])
// alike, the polynomial through the last four points against the new one.
//
//     ERR = || p(t_n) - y_n ||,  weights  RTOL_i |p(t_n) - y_n|_i + ATOL_i        (4.19) to (4.24)
//     h_{n+1} / h_n = 2, after a rejection by (2 ERR)^{-1/2}                      (4.25) to (4.28)
//
// The source leaves some of it open; this reading reproduces its Tables 8.4 and 8.5: weights from the
// difference itself, as printed in (4.20), and the exponent of k = 1 for every order. Multipliers and
// velocities are not smooth where the step changes, so that many steps are rejected: of little use but
// for those tables.
#pragma once

#include "control/weights.hpp"
#include "integrate/bdf2/formula.hpp"

namespace mbdae {

inline constexpr int extrapolation_rows = 6;

struct Extrapolation {
  bool on = false;
  int start_steps = 4;  // of one length, not tested
  Vector rows;          // extrapolation_rows times y, of the newest points accepted, newest first
  Vector y;             // of the step under way; y' at the start
  Vector out;           // of the time asked for

  Vector row(int j) const { return rows.subspan(static_cast<std::size_t>(j) * y.size(), y.size()); }
};

// (2 error)^(-1/(order+1)): makes the error half the tolerance.
double plain_factor(double error, int order);

// The first component whose weight could vanish (atol = 0), or -1.
int first_without_weight(const Extrapolation& x, const Tolerances& tolerances);

// 1/2 ||y'||^-1 (4.30), the upper bound being the caller's; weights from the start.
double first_step_length(const Extrapolation& x, const Tolerances& tolerances);

// ERR; grid: the new point and those before it. 0 in the first steps.
double error_of(const Extrapolation& x, const Grid& grid, const Tolerances& tolerances);

// y belongs to the past.
void push(const Extrapolation& x);

// What the step is multiplied by when it was accepted, grid having its end as newest point.
double factor_after_success(const Extrapolation& x, const Grid& grid, double error, bool rejected);

// And after the failures-th rejection in a row of a step of that order.
double factor_after_failure(double error, int order, int failures);

// To x.out, by the polynomial through the newest points (4.31).
void interpolate(const Extrapolation& x, const Grid& grid, double t);

}  // namespace mbdae
