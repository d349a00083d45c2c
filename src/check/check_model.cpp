// All checks in their order; see checker.hpp.
#include "check/checker.hpp"

namespace mbdae {

Status check_model(Checker& c) {
  Status status = check_conduct(c);
  if (status != Status::ok) return status;
  check_mass(c);
  status = check_derivatives(c);
  if (status == Status::ok) status = check_curvature(c);
  check_constraints(c);
  return status;
}

}  // namespace mbdae
