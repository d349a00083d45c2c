// LDL' without pivoting for quasi-definite matrices (first block positive, second negative
// definite): Cholesky of M and of the Schur complement in one sweep. Column-major, lower triangle.
//
// Small matrices are eliminated by plain loops: below a few dozen unknowns the call overhead of
// LAPACK costs more than the arithmetic. Larger ones are treated in panels, the trailing matrix
// being updated by dgemm in pieces too small for OpenBLAS to spread over threads below 256 unknowns;
// dpotrf, dtrsm and dsyrk on the whole matrix were seen to wake them from about 70 unknowns on, for
// twice the processor time and no gain. Held to one thread they are up to a third faster than this.
#pragma once

#include "system/model.hpp"

namespace mbdae {

// Between 35 and 80 unknowns plain loops and panels tie within the noise (bench/saddle_routes); below
// this no BLAS is called at all.
inline constexpr int plain_limit = 64;

// Columns first..last-1 of the N x N matrix K, whose pivots must all have the given sign and exceed
// floor[k - first] in size. The trailing columns are updated; if `panels`, the upper triangle
// serves as workspace. Returns the first column whose pivot fails, or `last`.
int eliminate_columns(double* K, int N, int first, int last, double sign, const double* floor,
                      bool panels);

// x := K^-1 x with K = L D L' as left by eliminate_columns on all N columns.
void solve_ldl(const double* K, int N, double* x);

}  // namespace mbdae
