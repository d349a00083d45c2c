// S-full, thesis Algorithm 3.2: the Gauss-Newton step onto positions and velocities together.
#pragma once

#include "stabilize/stabilizer.hpp"

namespace mbdae {

// One step with the residuals s.g, s.rate taken at (t, q, v), G of that point being loaded.
Status apply_s_full(Dynamics& d, Stabilizer& s, double t, Vector q, Vector v);

}  // namespace mbdae
