// Roots of switching functions g_i(t, y(t), y'(t)) on the polynomial of a step: the leftmost sign
// change, bracketed and narrowed down by the Illinois variant of regula falsi over all components.
#pragma once

#include <span>

#include "system/model.hpp"
#include "system/status.hpp"

namespace mbdae {

struct Roots {
  void* self = nullptr;
  // g at time t of the solution as the integrator knows it
  Status (*evaluate)(void* self, double t, Vector g) = nullptr;
  Vector left, right, middle;  // g at the ends of the bracket, and inside
  double checked_up_to = 0;    // left end: everything before has been reported
  bool at_root = false;        // the last call ended there
  std::span<int> found;        // 1 for every function with a root
  int evaluations = 0;
};

enum class RootSearch { none, found, at_start, failed };

struct RootResult {
  RootSearch search = RootSearch::none;
  Status status = Status::ok;
  double t = 0;
  int component = -1;
};

// g at the start of the search. A function that is zero there must have left zero a tiny `step`
// later; at_start: one has not, `found` has all of them and the search has come so far.
RootResult leave_start(Roots& roots, double t, double step);

// The leftmost root in (checked_up_to, t], located within `tolerance`.
RootResult search(Roots& roots, double t, double tolerance);

}  // namespace mbdae
