// Plain LDL' without pivoting for small quasi-definite matrices: below a few dozen unknowns the
// call overhead of LAPACK costs more than the arithmetic. Column-major, lower triangle.
#pragma once

#include "system/model.hpp"

namespace mbdae {

// One block of the elimination: columns first..last-1 of the N x N matrix K, whose pivots must all
// have the given sign and exceed floor[k - first] in size. The trailing columns are updated.
// Returns the first column whose pivot fails, or `last`.
int eliminate_columns(double* K, int N, int first, int last, double sign, const double* floor);

// x := K^-1 x with K = L D L' as left by eliminate_columns on all N columns.
void solve_ldl(const double* K, int N, double* x);

}  // namespace mbdae
