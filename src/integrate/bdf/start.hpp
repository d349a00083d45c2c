// The first call of DASSL's integrator, and the integrator as drive.hpp sees it.
#pragma once

#include "integrate/bdf/bdf.hpp"
#include "integrate/drive.hpp"

namespace mbdae {

// What may be unknown of the start values.
struct StartWish {
  bool compute_derivatives = false;  // y' is not known
  bool make_consistent = false;      // of variables of these kinds, see bdf.hpp
  bool check_only = false;           // or only measure
  bool start_only = false;           // and do not integrate
  std::span<const int> kind;
};

Integrator integrator_of(Bdf& bdf);

// From t, y, y' on.
DriveResult start(Bdf& bdf, const Task& task, const StartWish& wish, double& t);

}  // namespace mbdae
