// The first call of the second-order BDF, and the integrator as drive.hpp sees it.
#pragma once

#include "integrate/bdf2/bdf2.hpp"
#include "integrate/drive.hpp"

namespace mbdae {

Integrator integrator_of(Bdf2& b);

// From y, y', y'' on.
DriveResult start(Bdf2& b, const Task& task, double& t);

}  // namespace mbdae
