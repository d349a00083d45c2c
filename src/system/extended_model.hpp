// The routines of a mechanism in complex form (bdf2nd_ext.h) behind their gates.
#pragma once

#include <mbdae/bdf2nd_ext.h>

#include "system/model.hpp"

namespace mbdae {

// y = (q, r, w, s, lambda), and rows of equations in the same order: balance, r', d, h, g.
struct ExtendedSizes {
  std::size_t nq = 0, nr = 0, nw = 0, ns = 0, nlambda = 0;

  std::size_t forces() const { return nq + nr + nw; }       // rows of fcn: fa, fd, d
  std::size_t constraints() const { return ns + nlambda; }  // rows of gcn: h, g
  std::size_t all() const { return forces() + constraints(); }
};

struct ExtendedModel {
  ExtendedSizes sizes;
  mbdae_amat amat = nullptr;
  mbdae_fcn_ext fcn = nullptr;
  mbdae_gcn_ext gcn = nullptr;
  mbdae_gcnq_ext gcnq = nullptr;  // or null
  void* user = nullptr;

  std::array<int, routine_count> calls{};
  Fault fault;

  int& count(Routine r) { return calls[static_cast<std::size_t>(r)]; }
};

// A point: y as above, and the velocities.
struct ExtendedPoint {
  double t = 0;
  ConstVector y, v;
};

Status evaluate_mass(ExtendedModel& model, double t, ConstVector q, Vector M);  // nq*nq
// out = (fa, fd, d)
Status evaluate_forces(ExtendedModel& model, const ExtendedPoint& p, Vector out);
// out = (h, g); nothing is called if both are empty
Status evaluate_constraints(ExtendedModel& model, double t, ConstVector q, ConstVector s,
                            Vector out);
// The user's G, nlambda*nq; only if gcnq is there.
Status evaluate_jacobian(ExtendedModel& model, double t, ConstVector q, ConstVector s, Vector G);

}  // namespace mbdae
