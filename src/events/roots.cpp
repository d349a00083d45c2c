// See roots.hpp.
#include "events/roots.hpp"

#include <algorithm>
#include <cmath>

namespace mbdae {

namespace {

Status evaluate(Roots& roots, double t, Vector g) {
  count_up(roots.evaluations);
  return roots.evaluate(roots.self, t, g);
}

RootResult failure(Status status, double t) {
  return {RootSearch::failed, status, t, -1};
}

bool changes_sign(double a, double b) {
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}

// The component whose secant through the ends meets zero first, -1 if none changes its sign.
int leading_component(ConstVector left, ConstVector right) {
  int leading = -1;
  double share = -1;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!changes_sign(left[i], right[i])) continue;
    const double here = std::abs(right[i] / (right[i] - left[i]));
    if (here > share) {
      share = here;
      leading = static_cast<int>(i);
    }
  }
  return leading;
}

bool any_zero(ConstVector g) {
  return std::find(g.begin(), g.end(), 0.0) != g.end();
}

RootResult report(Roots& roots, double t) {
  RootResult result{RootSearch::found, Status::ok, t, -1};
  for (std::size_t i = 0; i < roots.found.size(); ++i) {
    const bool here = roots.right[i] == 0.0 || changes_sign(roots.left[i], roots.right[i]);
    roots.found[i] = here ? 1 : 0;
    if (here && result.component < 0) result.component = static_cast<int>(i);
  }
  std::copy(roots.right.begin(), roots.right.end(), roots.left.begin());
  roots.checked_up_to = t;
  roots.at_root = true;
  return result;
}

}  // namespace

RootResult leave_start(Roots& roots, double t, double step) {
  roots.checked_up_to = t;
  Status status = evaluate(roots, t, roots.left);
  if (status != Status::ok) return failure(status, t);
  if (!any_zero(roots.left)) return {};
  const double after = t + step;
  status = evaluate(roots, after, roots.right);
  if (status != Status::ok) return failure(status, after);
  RootResult result;
  for (std::size_t i = 0; i < roots.left.size(); ++i) {
    const bool stays = roots.left[i] == 0.0 && roots.right[i] == 0.0;
    roots.found[i] = stays ? 1 : 0;
    if (stays && result.component < 0) {
      result = {RootSearch::at_start, Status::ok, after, static_cast<int>(i)};
    }
    if (roots.left[i] == 0.0) roots.left[i] = roots.right[i];  // the sign it took
  }
  if (result.search == RootSearch::at_start) roots.checked_up_to = after;
  return result;
}

RootResult search(Roots& roots, double t, double tolerance) {
  double left = roots.checked_up_to, right = t;
  Status status = evaluate(roots, right, roots.right);
  if (status != Status::ok) return failure(status, right);
  double weight = 1;  // of the left value: halved or doubled when an end stays twice (Illinois)
  int last_side = 0;
  while (std::abs(right - left) > tolerance) {
    const int leading = leading_component(roots.left, roots.right);
    if (leading < 0) break;
    const double a = roots.left[static_cast<std::size_t>(leading)];
    const double b = roots.right[static_cast<std::size_t>(leading)];
    const double length = right - left;
    double share = b / (b - weight * a);  // part of the bracket to cut off at the right
    const double smallest = std::min(0.5, 0.5 * tolerance / std::abs(length));
    share = std::clamp(share, smallest, 1.0 - smallest);
    const double middle = right - share * length;
    status = evaluate(roots, middle, roots.middle);
    if (status != Status::ok) return failure(status, middle);
    const bool root_on_left = leading_component(roots.left, roots.middle) >= 0;
    if (root_on_left || any_zero(roots.middle)) {
      right = middle;
      std::swap(roots.right, roots.middle);
      if (!root_on_left) break;
      weight = last_side == 1 ? 0.5 * weight : 1.0;
      last_side = 1;
    } else {
      left = middle;
      std::swap(roots.left, roots.middle);
      weight = last_side == -1 ? 2.0 * weight : 1.0;
      last_side = -1;
    }
  }
  if (any_zero(roots.right) || leading_component(roots.left, roots.right) >= 0) {
    return report(roots, right);
  }
  std::swap(roots.left, roots.right);
  roots.checked_up_to = right;
  return {};
}

}  // namespace mbdae
