// Projection of positions, then velocities, iterated to convergence.
#pragma once

#include "stabilize/stabilizer.hpp"

namespace mbdae {

struct ProjectionRule {
  double tolerance;  // |g| below this is enough; 0: down to rounding
  int most;          // iterations
  bool newton;       // new matrices in every iteration, not only when convergence is slow
};

// The matrices of (t, q) must be loaded; on return they are those of the projected q, and v
// satisfies G v + gt = 0. diverged after too many iterations.
Status project(Dynamics& d, Stabilizer& s, const ProjectionRule& rule, double t, Vector q,
               Vector v);

}  // namespace mbdae
