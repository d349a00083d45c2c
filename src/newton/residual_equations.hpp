// A residual of the user's as Equations: matrix by the user or by differences, dense or banded.
#pragma once

#include <span>

#include "newton/equations.hpp"
#include "system/residual.hpp"

namespace mbdae {

struct ResidualEquations {
  Residual* system = nullptr;
  bool banded = false;
  int lower = 0, upper = 0;
  Vector matrix;  // neq^2, or (2 lower + upper + 1) neq
  Vector saved;   // band with differences: 2 (neq/(lower+upper+1) + 1)
  std::span<int> pivot;
};

Equations equations_of(ResidualEquations& residual);

}  // namespace mbdae
