// What the caller sees of a step: inequalities, then solout. Used by begin.cpp and advance.cpp.
#pragma once

#include "integrate/rk/run.hpp"

namespace mbdae {

// Inequalities and solout at the start point.
Status show_start(Run& run, bool& interrupt);

// Stop an accepted step early where an inequality fails: t_new, y_new and its derivative are moved
// to that point. Before the step is shown.
Status watch_inequalities(Run& run, double t, double h, double& t_new, bool& interrupt);

// Publish y_new as the accepted state and call solout.
Status show_step(Run& run, double t, double h, double t_new, bool& interrupt);

}  // namespace mbdae
