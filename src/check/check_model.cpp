// All checks in their order, and CALLS: what became of the calls themselves; see checker.hpp.
#include "check/checker.hpp"

namespace mbdae {

namespace {

Status run_checks(Checker& c) {
  Status status = check_conduct(c);
  if (status != Status::ok) return status;
  check_mass(c);
  status = check_derivatives(c);
  if (status == Status::ok) status = check_curvature(c);
  check_constraints(c);
  return status;
}

// Rows of the matrix a routine gives; 0: a vector.
int rows_of_output(const Checker& c, Routine routine) {
  if (routine == Routine::amat) return c.ldam;
  return routine == Routine::gcnq ? c.m() : 0;
}

// The call that ended the checks.
Finding name_call(const Checker& c) {
  const Fault& fault = c.model->fault;
  Finding finding;
  finding.verdict = MBDAE_FAILED;
  finding.error = 1;
  finding.expected = static_cast<int>(fault.routine);
  finding.given = fault.returned;
  if (fault.component < 0) return finding;
  const int rows = rows_of_output(c, fault.routine);
  finding.given = fault.value;
  finding.row = rows > 0 ? fault.component % rows : fault.component;
  finding.column = rows > 0 ? fault.component / rows : -1;
  return finding;
}

}  // namespace

Status check_model(Checker& c) {
  const Status status = run_checks(c);
  Finding& calls = c.findings[MBDAE_CHECK_CALLS];
  if (status == Status::ok) {
    calls.verdict = MBDAE_PASSED;
  } else {
    calls = name_call(c);
  }
  return status;
}

}  // namespace mbdae
