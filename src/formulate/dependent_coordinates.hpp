// Coordinates that follow from the others: m columns G2 of G that form a regular matrix, so that
//     G v + gt = 0  and  G a + L = 0
// give m velocities and accelerations from the rest (minimal extension, coordinate partitioning).
#pragma once

#include <span>

#include "system/model.hpp"
#include "system/status.hpp"

namespace mbdae {

struct DependentCoordinates {
  std::span<int> columns;  // m: which, from 0
  std::span<int> pivot;    // m
  Vector G2;               // m*m, factored
  Vector scratch;          // m*n
  double quality = 0;      // of G2 when it was chosen; 0: nothing is chosen yet
  int choices = 0;         // made so far
};

// Keeps the choice while G2 is well conditioned, else chooses anew by complete pivoting. rank_lost if
// there is no regular G2.
Status review_choice(DependentCoordinates& c, ConstVector G);

// G2 of this G, factored; singular if it is.
Status factor_dependent(DependentCoordinates& c, ConstVector G);

// The dependent entries of x such that G x + w = 0. w is overwritten.
void complete(const DependentCoordinates& c, ConstVector G, Vector w, Vector x);

}  // namespace mbdae
