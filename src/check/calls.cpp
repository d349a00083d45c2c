// Guarded calls; see calls.hpp.
#include "check/calls.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace mbdae {

namespace {

// Of ordinary size, so that adding to it shows as well as overwriting it.
constexpr double guard_value = 0.73908513321516064;
constexpr std::ptrdiff_t input_guard = 4;

std::ptrdiff_t arena_guard(std::ptrdiff_t n, std::ptrdiff_t m) {
  return 8 + n + m;
}

Vector input_q(const Checker& c) {
  return c.inputs.subspan(input_guard, c.q.size());
}

Vector input_v(const Checker& c) {
  return c.inputs.subspan(2 * input_guard + c.q.size(), c.q.size());
}

Vector output(const Checker& c, std::ptrdiff_t length) {
  return c.arena.subspan(static_cast<std::size_t>(arena_guard(c.n(), c.m())),
                         static_cast<std::size_t>(length));
}

void copy_inputs(Checker& c, const Point& at) {
  std::copy(at.q.begin(), at.q.end(), input_q(c).begin());
  std::copy(at.v.begin(), at.v.end(), input_v(c).begin());
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// First position in [from, to) of x that is no guard any more, or `to`.
std::ptrdiff_t first_trace(ConstVector x, std::ptrdiff_t from, std::ptrdiff_t to) {
  while (from < to && same_bits(x[from], guard_value)) ++from;
  return from;
}

void note(Checker& c, int check, Routine routine, std::ptrdiff_t position, double given,
          double expected) {
  Finding& finding = c.findings[static_cast<std::size_t>(check)];
  if (finding.verdict == MBDAE_FAILED) return;  // the first one is the one to mend
  finding = {MBDAE_FAILED, static_cast<int>(routine), static_cast<int>(position), 1.0, given,
             expected};
}

void inspect_arena(Checker& c, Routine routine, std::ptrdiff_t from, std::ptrdiff_t to,
                   std::ptrdiff_t origin) {
  const std::ptrdiff_t at = first_trace(c.arena, from, to);
  if (at < to) note(c, MBDAE_CHECK_OUTSIDE, routine, at - origin, c.arena[at], guard_value);
}

void inspect_inputs(Checker& c, Routine routine, std::ptrdiff_t from) {
  const std::ptrdiff_t at = first_trace(c.inputs, from, from + input_guard);
  if (at == from + input_guard) return;
  note(c, MBDAE_CHECK_INPUTS, routine, -1, c.inputs[at], guard_value);
}

void compare_inputs(Checker& c, Routine routine, ConstVector before, ConstVector after,
                    std::ptrdiff_t offset) {
  for (std::ptrdiff_t j = 0; j < std::ssize(before); ++j) {
    if (same_bits(before[j], after[j])) continue;
    note(c, MBDAE_CHECK_INPUTS, routine, offset + j, after[j], before[j]);
  }
}

}  // namespace

std::ptrdiff_t inputs_length(std::ptrdiff_t n) {
  return 3 * input_guard + 2 * n;
}

std::ptrdiff_t arena_length(std::ptrdiff_t n, std::ptrdiff_t m) {
  const std::ptrdiff_t longest =
      std::max((n + padded_rows) * n, m * std::max<std::ptrdiff_t>(n, 1));
  return longest + 2 * arena_guard(n, m);
}

bool is_given(const Model& model, Routine routine) {
  switch (routine) {
    case Routine::amat:
    case Routine::fcn:
      return true;
    case Routine::gcn:
      return model.m > 0 && model.holonomic;
    case Routine::gcnq:
      return model.m > 0;
    case Routine::gcnt:
      return model.m > 0 && model.gcnt != nullptr;
    case Routine::gcnqq:
      return model.m > 0 && model.gcnqq != nullptr;
    default:
      return false;
  }
}

Status call_routine(Checker& c, Routine routine, const Point& at, Vector& out) {
  Model& model = *c.model;
  const std::ptrdiff_t n = c.n(), m = c.m();
  copy_inputs(c, at);
  const ConstVector q = input_q(c), v = input_v(c);
  switch (routine) {
    case Routine::amat:
      out = output(c, n * n);
      c.ldam = c.n();
      return evaluate_mass(model, at.t, q, out);
    case Routine::fcn:
      out = output(c, n);
      return evaluate_forces(model, at.t, q, v, out);
    case Routine::gcn:
      out = output(c, m);
      return evaluate_constraints(model, at.t, q, out);
    case Routine::gcnq:
      out = output(c, m * n);
      return evaluate_jacobian(model, at.t, q, out);
    case Routine::gcnt:
      out = output(c, m);
      return evaluate_time_derivative(model, at.t, q, out);
    case Routine::gcnqq:
      out = output(c, m);
      return evaluate_curvature(model, at.t, q, v, out);
    default:
      out = {};
      return Status::ok;
  }
}

Status call_mass_padded(Checker& c, const Point& at, Vector& out) {
  const int ldam = c.ldam = c.n() + padded_rows;
  copy_inputs(c, at);
  out = output(c, static_cast<std::ptrdiff_t>(ldam) * c.n());
  return evaluate_mass(*c.model, at.t, input_q(c), ldam, out);
}

void raise_guards(Checker& c) {
  std::fill(c.inputs.begin(), c.inputs.end(), guard_value);
  std::fill(c.arena.begin(), c.arena.end(), guard_value);
}

void inspect_guards(Checker& c, Routine routine, const Point& at, ConstVector out) {
  const std::ptrdiff_t begin = out.data() - c.arena.data();
  const std::ptrdiff_t end = begin + std::ssize(out);
  inspect_arena(c, routine, end, std::ssize(c.arena), begin);
  inspect_arena(c, routine, 0, begin, begin);
  const std::ptrdiff_t n = c.n();
  compare_inputs(c, routine, at.q, input_q(c), 0);
  compare_inputs(c, routine, at.v, input_v(c), n);
  for (const std::ptrdiff_t block : {0, 1, 2}) {
    inspect_inputs(c, routine, block * (input_guard + n));
  }
}

}  // namespace mbdae
