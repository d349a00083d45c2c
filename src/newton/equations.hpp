// What the implicit integrators ask of a system of equations F(t,y,y') = 0, whoever formulated it.
#pragma once

#include "system/model.hpp"
#include "system/status.hpp"

namespace mbdae {

// A point at which Newton's matrix dF/dy + cj dF/dy' is wanted.
struct NewtonPoint {
  double t = 0, h = 0, cj = 0;
  Vector y, yp;        // changed by difference quotients, and restored
  ConstVector delta;   // F there
  ConstVector weight;  // sizes of the components, for increments
  Vector scratch;      // neq
};

struct Equations {
  void* self = nullptr;
  // delta = F(t,y,y')
  Status (*residual)(void* self, double t, ConstVector y, ConstVector yp, Vector delta) = nullptr;
  // Newton's matrix at that point, factored; Status::singular if it cannot be
  Status (*new_matrix)(void* self, const NewtonPoint& point) = nullptr;
  // delta := matrix^-1 delta
  void (*solve)(void* self, Vector delta) = nullptr;
  // What ||y|| stands for in the rounding errors of a correction that does not get smaller, in that
  // norm; null: there is no saying
  double (*size)(void* self, ConstVector y, ConstVector weight) = nullptr;
  // The iteration was slow or diverged with a matrix of the same step: is there a better one to be
  // had from new_matrix? null: no
  bool (*improve)(void* self) = nullptr;
};

}  // namespace mbdae
