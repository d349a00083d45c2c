// See inequalities.hpp. The step is looked at in four places, so that a short violation inside a
// long step is not passed over; inside the first piece that ends in a violation the zero of
// min_i gi is bracketed by the Illinois variant of regula falsi, safeguarded by bisection and
// giving way to it where gi jumps or has a multiple zero.
#include "events/inequalities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbdae {

namespace {

constexpr int pieces = 4;
constexpr int regula_falsi_iterations = 40;
constexpr int most_iterations =
    regula_falsi_iterations + 70;  // bisection reaches any rounding level

Status smallest_on(Model& model, InequalityWatch& watch, const Interpolant& interpolant, double t,
                   double& smallest) {
  evaluate_interpolant(interpolant.rcont.data(), interpolant.icont.data(), t, watch.q.data(),
                       watch.v.data());
  return smallest_inequality(model, watch, t, watch.q, watch.v, smallest);
}

struct Bracket {
  double good, value_good;  // all inequalities hold
  double bad, value_bad;    // one fails
};

Status narrow(Model& model, InequalityWatch& watch, const Interpolant& interpolant, Bracket& b) {
  int same_side = 0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const double width = std::abs(b.bad - b.good);
    const double resolution =
        2.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(b.good), std::abs(b.bad));
    if (width <= resolution) break;
    double t = b.good + (b.bad - b.good) * b.value_good / (b.value_good - b.value_bad);
    const bool inside = (t - b.good) * (b.bad - t) > 0;
    if (!inside || iteration % 4 == 3 || iteration >= regula_falsi_iterations) {
      t = b.good + 0.5 * (b.bad - b.good);
    }
    if (t == b.good || t == b.bad) break;
    double value = 0;
    const Status status = smallest_on(model, watch, interpolant, t, value);
    if (status != Status::ok) return status;
    if (value >= 0) {
      b.good = t;
      b.value_good = value;
      if (same_side > 0) b.value_bad *= 0.5;
      same_side = 1;
    } else {
      b.bad = t;
      b.value_bad = value;
      if (same_side < 0) b.value_good *= 0.5;
      same_side = -1;
    }
  }
  double value = 0;
  return smallest_on(model, watch, interpolant, b.bad, value);  // leaves the row that fails
}

}  // namespace

Status smallest_inequality(Model& model, InequalityWatch& watch, double t, ConstVector q,
                           ConstVector v, double& smallest) {
  const Status status = evaluate_inequalities(model, t, q, v, watch.gi);
  if (status != Status::ok) return status;
  const auto at = std::min_element(watch.gi.begin(), watch.gi.end());
  smallest = *at;
  watch.row = smallest < 0 ? static_cast<int>(at - watch.gi.begin()) : -1;
  return Status::ok;
}

Status locate_failure(Model& model, InequalityWatch& watch, const Interpolant& interpolant,
                      double t_new, double& t_stop, bool& found) {
  found = false;
  Bracket b{};
  b.good = interpolant.start();
  Status status = smallest_on(model, watch, interpolant, b.good, b.value_good);
  for (int piece = 1; piece <= pieces && status == Status::ok; ++piece) {
    const double t =
        piece == pieces ? t_new : interpolant.start() + interpolant.step() * piece / pieces;
    double value = 0;
    status = smallest_on(model, watch, interpolant, t, value);
    if (status != Status::ok) return status;
    if (value >= 0) {
      b.good = t;
      b.value_good = value;
      continue;
    }
    b.bad = t;
    b.value_bad = value;
    status = narrow(model, watch, interpolant, b);
    t_stop = b.good;
    found = true;
    return status;
  }
  return status;
}

}  // namespace mbdae
