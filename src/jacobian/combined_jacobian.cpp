// See combined_jacobian.hpp.
#include "jacobian/combined_jacobian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/columns.hpp"
#include "linalg/lu.hpp"

namespace mbdae {

namespace {

double central_increment(double x, double typical) {
  static const double root = std::cbrt(std::numeric_limits<double>::epsilon());
  const double size = std::max(std::abs(x), typical);
  const double shifted = x + root * (size > 0 ? size : 1.0);
  return shifted - x;
}

// ahead := d(h, g)/dx, x being a component of q or s.
Status difference(ExtendedModel& model, const CombinedJacobian& c, double t, double& x,
                  double typical) {
  const double there = x, d = central_increment(there, typical);
  x = there + d;
  Status status = evaluate_constraints(model, t, c.q, c.s, c.ahead);
  x = there - d;
  const double width = (there + d) - x;
  if (status == Status::ok) status = evaluate_constraints(model, t, c.q, c.s, c.behind);
  x = there;
  for (std::size_t i = 0; i < c.ahead.size(); ++i) {
    c.ahead[i] = (c.ahead[i] - c.behind[i]) / width;
  }
  return status;
}

}  // namespace

Status difference_jacobian(ExtendedModel& model, const CombinedJacobian& c, ConstVector typical,
                           double t, ConstVector q, ConstVector s, Vector G) {
  const auto [nq, nr, nw, ns, nlambda] = model.sizes;
  const Vector h = c.ahead.first(ns), g = c.ahead.subspan(ns);
  std::copy(q.begin(), q.end(), c.q.begin());
  std::copy(s.begin(), s.end(), c.s.begin());
  for (std::size_t j = 0; j < ns; ++j) {
    const Status status = difference(model, c, t, c.s[j], typical[model.sizes.forces() + j]);
    if (status != Status::ok) return status;
    std::copy(h.begin(), h.end(), c.h_s.subspan(j * ns).begin());
    std::copy(g.begin(), g.end(), c.g_s.subspan(j * nlambda).begin());
  }
  const auto count = static_cast<int>(ns);
  if (factor_lu(c.h_s.data(), count, c.pivot.data()) >= 0) {
    model.fault = {Routine::none, -1, 0, t, 0.0};
    return Status::singular;
  }
  for (std::size_t j = 0; j < nq; ++j) {
    const Status status = difference(model, c, t, c.q[j], typical[j]);
    if (status != Status::ok) return status;
    solve_lu(c.h_s.data(), count, c.pivot.data(), h.data());
    for (std::size_t k = 0; k < ns; ++k) {
      subtract_multiple(h[k], c.g_s.data() + k * nlambda, g.data(), static_cast<int>(nlambda));
    }
    std::copy(g.begin(), g.end(), G.subspan(j * nlambda).begin());
  }
  return Status::ok;
}

}  // namespace mbdae
