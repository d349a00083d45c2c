// The first call of collocation, and the integrator as drive.hpp sees it.
#pragma once

#include "integrate/collocation/collocation.hpp"
#include "integrate/drive.hpp"

namespace mbdae {

Integrator integrator_of(Collocation& c);

// From q, v, a, lambda on.
DriveResult start(Collocation& c, const Task& task, double& t);

}  // namespace mbdae
