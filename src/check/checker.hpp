// The model checker: what include/mbdae/check.h promises, check by check. All storage is the
// caller's; every call of a model routine goes through calls.hpp and from there through the gate of
// system/model.hpp.
#pragma once

#include <mbdae/check.h>

#include <array>
#include <cstddef>

#include "system/model.hpp"

namespace mbdae {

// What a check found: the worst entry and the verdict on it.
struct Finding {
  int verdict = MBDAE_NOT_MADE;
  int row = -1, column = -1;
  double error = 0, given = 0, expected = 0;
};

struct Checker {
  Model* model = nullptr;
  double t = 0;
  ConstVector q, v;  // the point, as the caller gave it; the routines only see copies

  // Arrays handed to the routines, in guards: see calls.hpp.
  Vector inputs;  // inputs_length(n)
  Vector arena;   // arena_length(n, m)

  // What the routines gave at the point.
  Vector M, f, g, G, gt, L;  // n*n, n, m, m*n, m, m

  Vector shifted;             // n: positions near the point
  Vector velocity;            // n: see check_curvature
  Vector table;               // levels * m: extrapolation
  Vector plus, minus, start;  // m each: samples
  Vector noise, scale;        // m each: of the function being differenced, of its rows
  Vector natural;             // m: scale below which differences say nothing
  Vector estimate, bound;     // m*n each: derivatives by differences, and their error
  Vector nearby;              // m: size of the rows of G near the point

  Vector eigenvectors;  // max(n, m)^2
  Vector eigenvalues;   // max(n, m)
  Vector eigenwork;     // 3 max(n, m)
  Vector unit;          // n: sizes of the coordinates as their masses tell them

  std::array<Finding, MBDAE_CHECKS> findings{};
  int ldam = 0;  // of the last call of amat

  int n() const { return model->n; }
  int m() const { return model->m; }
};

inline constexpr int extrapolation_levels = 14;
inline constexpr double nearby_distance = 1e-4;  // of `nearby`, relative to 1 + |q_j|

// One function per group of checks; not ok if a routine failed at the point itself.
Status check_conduct(Checker& c);      // LDAM, OUTSIDE, INPUTS, REPEAT; leaves M, f, g, G, gt, L
void check_mass(Checker& c);           // M_SYMMETRIC, M_DEFINITE; leaves unit
Status check_derivatives(Checker& c);  // G, GT
Status check_curvature(Checker& c);    // L
void check_constraints(Checker& c);    // RANK, POSITION, VELOCITY

// Has G or gt been found wrong? Then G v + gt is no measure for L and v.
inline bool rate_is_wrong(const Checker& c) {
  return c.findings[MBDAE_CHECK_G].verdict == MBDAE_FAILED ||
         c.findings[MBDAE_CHECK_GT].verdict == MBDAE_FAILED;
}

// All of them, in this order.
Status check_model(Checker& c);

}  // namespace mbdae
