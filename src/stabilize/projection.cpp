// See projection.hpp.
#include "stabilize/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/norms.hpp"
#include "stabilize/correction.hpp"

namespace mbdae {

namespace {

// Corrections of this size are rounding errors.
double rounding_level(ConstVector q) {
  return 8.0 * std::numeric_limits<double>::epsilon() * (1.0 + max_norm(q));
}

Status reload(Dynamics& d, Stabilizer& s, double t, ConstVector q) {
  const Status status = load_matrices(d, t, q);
  return status == Status::ok ? refresh_gradient(d, s, t) : status;
}

Status project_positions(Dynamics& d, Stabilizer& s, const ProjectionRule& rule, double t,
                         Vector q) {
  double previous = std::numeric_limits<double>::infinity();
  bool current = true;  // are the matrices those of q?
  bool slow = false;
  for (int iteration = 0; iteration < rule.most; ++iteration) {
    Status status = evaluate_constraints(*d.model, t, q, s.g);
    if (status != Status::ok) return status;
    const bool small_enough = max_norm(s.g) <= rule.tolerance;
    if (!small_enough && !current && (rule.newton || slow)) {
      status = reload(d, s, t, q);
      if (status != Status::ok) return status;
    }
    const double change = small_enough ? 0.0 : subtract_correction(d, s, s.g, q);
    if (!small_enough) current = false;
    if (!std::isfinite(change)) break;
    slow = change > 0.1 * previous;
    // near a singular position the noise in g is magnified: corrections then stagnate above
    // rounding
    const bool stagnates = change > 0.5 * previous;
    if (change <= rounding_level(q) * (stagnates ? 1e3 : 1.0))
      return current ? Status::ok : reload(d, s, t, q);
    previous = change;
  }
  d.model->fault = {Routine::none, -1, 0, t, previous};
  return Status::diverged;
}

}  // namespace

Status project(Dynamics& d, Stabilizer& s, const ProjectionRule& rule, double t, Vector q,
               Vector v) {
  if (d.model->holonomic) {
    const Status status = project_positions(d, s, rule, t, q);
    if (status != Status::ok) return status;
  }
  const Status status = velocity_residual(*d.model, d.saddle.G, t, q, v, s.rate);
  if (status != Status::ok) return status;
  subtract_correction(d, s, s.rate, v);  // exact: the residual is linear in v
  return Status::ok;
}

}  // namespace mbdae
