// Consistent start values of a residual with known kinds of variables (P. N. Brown, A. C. Hindmarsh,
// L. R. Petzold, Consistent initial condition calculation for differential-algebraic systems, SIAM J.
// Sci. Comput. 19 (1998)): y of the differential variables is given; their y', and y of the algebraic
// ones, are found by Newton's method with the matrix J = dF/dy + cj dF/dy' of a small step h = 1/cj,
//     dy_a = -J^-1 F,   dy'_d = -cj J^-1 F,
// the change of y_d, h dy'_d, being neglected. Steps are halved until ||J^-1 F|| falls.
#include <algorithm>
#include <cmath>

#include "control/weighted_norm.hpp"
#include "integrate/bdf/bdf.hpp"

namespace mbdae {

namespace {

constexpr int most_iterations_here = 20, iterations_per_matrix = 5, most_halvings = 8;
constexpr double close_enough = 0.01 * newton_threshold;

Status evaluate(Bdf& b) {
  count_up(b.newton.residuals);
  return b.newton.equations.residual(b.newton.equations.self, b.t, b.y, b.yp, b.delta);
}

Status renew_matrix(Bdf& b) {
  count_up(b.newton.matrices);
  const NewtonPoint point{b.t, b.h, b.cj, b.y, b.yp, b.delta, b.weight, b.change};
  return b.newton.equations.new_matrix(b.newton.equations.self, point);
}

// delta := J^-1 delta; returns its norm.
double solve_and_measure(Bdf& b) {
  b.newton.equations.solve(b.newton.equations.self, b.delta);
  return weighted_rms(b.delta, b.weight);
}

// What is unknown of a variable: y' or y.
double& unknown(Bdf& b, std::span<const int> kind, std::size_t i) {
  return kind[i] > 0 ? b.yp[i] : b.y[i];
}

void save_unknowns(Bdf& b, std::span<const int> kind, Vector to) {
  for (std::size_t i = 0; i < b.size(); ++i) to[i] = unknown(b, kind, i);
}

// The line search starts from here, and so did the whole iteration.
Vector start_of_line(Bdf& b) {
  return b.difference(1);
}
Vector start_of_iteration(Bdf& b) {
  return b.difference(2);
}

// From the start of the line along -direction.
void move(Bdf& b, std::span<const int> kind, ConstVector direction, double part) {
  const ConstVector x0 = start_of_line(b);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double slope = kind[i] > 0 ? b.cj : 1.0;
    unknown(b, kind, i) = x0[i] - part * slope * direction[i];
  }
}

// The longest of the steps 1, 1/2, 1/4 .. after which the norm is smaller; delta is that of the new
// point.
Status search_line(Bdf& b, std::span<const int> kind, double& norm) {
  double part = 1;
  save_unknowns(b, kind, start_of_line(b));
  std::copy(b.delta.begin(), b.delta.end(), b.change.begin());
  Status status = Status::diverged;
  for (int i = 0; i < most_halvings; ++i, part *= 0.5) {
    move(b, kind, b.change, part);
    status = evaluate(b);
    if (status == Status::stopped || status == Status::threw) return status;
    if (status != Status::ok) continue;
    const double after = solve_and_measure(b);
    if (after <= (1.0 - 1e-4 * part) * norm) {
      norm = after;
      return Status::ok;
    }
    status = Status::diverged;
  }
  move(b, kind, b.change, 0.0);
  return status;
}

Status iterate(Bdf& b, std::span<const int> kind, double h, double& norm) {
  Status status = measure_inconsistency(b, h, norm);
  if (status != Status::ok) return status;
  for (int i = 1; i <= most_iterations_here; ++i) {
    if (norm <= close_enough) return Status::ok;
    status = search_line(b, kind, norm);
    if (status == Status::diverged && i % iterations_per_matrix != 1) status = Status::ok;
    if (status != Status::ok) return status;
    if (i % iterations_per_matrix == 0 && norm > close_enough) {
      status = measure_inconsistency(b, h, norm);
      if (status != Status::ok) return status;
    }
  }
  return Status::diverged;
}

}  // namespace

Status measure_inconsistency(Bdf& b, double h, double& norm) {
  b.h = h;
  b.cj = 1.0 / h;
  Status status = evaluate(b);
  if (status == Status::ok) status = renew_matrix(b);
  if (status == Status::ok) norm = solve_and_measure(b);
  return status;
}

Status make_consistent(Bdf& b, std::span<const int> kind, double h, double& norm) {
  save_unknowns(b, kind, start_of_iteration(b));
  const Status status = iterate(b, kind, h, norm);
  if (status == Status::ok) return status;
  const ConstVector x0 = start_of_iteration(b);
  for (std::size_t i = 0; i < b.size(); ++i) unknown(b, kind, i) = x0[i];
  return status;
}

}  // namespace mbdae
