// Newton's matrix dF/dy + cj dF/dy' by difference quotients, one column or one group of columns
// (band) at a time, y and y' being changed together: y_j + d, y'_j + cj d.
#pragma once

#include "newton/equations.hpp"
#include "system/residual.hpp"

namespace mbdae {

// Increment of DASSL: sqrt(u) times the largest of |y|, |h y'| and the weight, in the direction of
// the motion, made exactly representable.
double difference_increment(double y, double h_yp, double weight);

Status difference_dense(Residual& system, const NewtonPoint& point, Vector matrix);

// `saved`: 2 (neq/width + 1) doubles, width = lower + upper + 1.
Status difference_band(Residual& system, const NewtonPoint& point, int lower, int upper,
                       Vector band, Vector saved);

}  // namespace mbdae
