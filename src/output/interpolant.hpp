// Dense output. One nested form serves every method:
//     y(told + theta h) = c0 + theta (c1 + (1-theta) (c2 + theta (c3 + (1-theta) (c4 + ...)))),
// c0 = y0, c1 = y1 - y0, c2 = h y0' - c1, c3 = c1 - h y1' - c2 being cubic Hermite, further terms
// raising the order (Hairer, Norsett & Wanner, Solving ODEs I, II.6).
//
// The interpolant is plain numbers, so that a Fortran caller may keep copies:
//     rcont = told, h, c0[2n], c1[2n], ...      icont = number of terms, n
#pragma once

#include "system/model.hpp"

namespace mbdae {

inline constexpr int rcont_header = 2;
inline constexpr int icont_length = 2;

struct Interpolant {
  Vector rcont;
  std::span<int> icont;

  double start() const { return rcont[0]; }
  double step() const { return rcont[1]; }
  Vector term(int k) const;  // 2n
};

// Where the Hermite part comes from.
struct StepEnds {
  double told, h;
  ConstVector y0, y1, dydt0, dydt1;
};

// Sets the header and terms 0..3; the caller adds the others, up to `terms` in all.
void set_hermite(Interpolant& interpolant, const StepEnds& ends, int terms);

// Add `change`, growing linearly from the start, so that the interpolant meets a state at t that
// was stabilized after it had been interpolated.
void bend_to(Interpolant& interpolant, double t, ConstVector change);

// A constant: before the first step.
void set_constant(Interpolant& interpolant, double t, ConstVector y);

// q and v at time t, either may be null. The span of the arrays is taken from icont.
void evaluate_interpolant(const double* rcont, const int* icont, double t, double* q, double* v);

}  // namespace mbdae

// What solout sees: an interpolant that may still have to be completed.
struct mbdae_dense {
  mbdae::Interpolant* interpolant;
  double t_new;         // end of the step: the interpolant may reach further if it was cut short
  mbdae::Model* model;  // knows what failed if complete() does
  // Brings the interpolant to its full order.
  mbdae::Status (*complete)(void* context);
  void* context;
};
