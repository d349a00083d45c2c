// Calls of the model routines that nothing of the caller or of the checker can be harmed by: inputs
// are copies, the output lies in the middle of an arena as long as the longest output and more.
// Guards are numbers that no one expects there:
//     inputs   guard, q, guard, v, guard
//     arena    guard, output, the rest guard
#pragma once

#include "check/checker.hpp"

namespace mbdae {

inline constexpr int padded_rows = 3;  // ldam = n + padded_rows in the check of ldam

std::ptrdiff_t inputs_length(std::ptrdiff_t n);
std::ptrdiff_t arena_length(std::ptrdiff_t n, std::ptrdiff_t m);

struct Point {
  double t;
  ConstVector q, v;
};

inline Point point_of(const Checker& c) {
  return {c.t, c.q, c.v};
}

bool is_given(const Model& model, Routine routine);

// Call `routine` at the point; its output comes back as a view of the arena, valid until the next
// call. Guards are set by raise_guards only: outputs of different length share the arena.
Status call_routine(Checker& c, Routine routine, const Point& at, Vector& out);
Status call_mass_padded(Checker& c, const Point& at, Vector& out);  // (n + padded_rows) * n

// Set all guards; find what has been written over them or over the inputs by a call at `at` whose
// output was `out`.
void raise_guards(Checker& c);
void inspect_guards(Checker& c, Routine routine, const Point& at, ConstVector out);

// Must the check end, or can a smaller increment help?
constexpr bool ends_check(Status s) {
  return s != Status::ok && !recoverable(s);
}

}  // namespace mbdae
