// What to do when G loses rank: which rows, and the minimum-norm solution. Called by saddle.cpp.
#pragma once

#include "linalg/saddle.hpp"

namespace mbdae {

// Doubles of scratch used here for n coordinates and m constraints.
std::ptrdiff_t rank_scratch(std::ptrdiff_t n, std::ptrdiff_t m);

// Decompose G M^-1 G' into eigenvectors and decide on its rank: sets defect, rows, and leaves what
// solve_minimum_norm needs in K and scratch. `at_least` null directions are taken in any case.
// indefinite if M has no mass on the kernel of G.
Status analyse_rank(Saddle& saddle, int at_least);

void solve_minimum_norm(const Saddle& saddle, Vector x);

}  // namespace mbdae
