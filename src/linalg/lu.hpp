// P A = L U with partial pivoting, column-major, in place; L unit lower.
//
// Plain loops for small matrices, panels with dgemm above plain_limit, all of it in tiles too small for
// OpenBLAS to spread over threads. Needs no workspace of the caller, because DASSL's work arrays have none
// to give.
#pragma once

namespace mbdae {

// Returns -1, or the first column in which no pivot was found (zero or not a number).
int factor_lu(double* A, int n, int* pivot);

// x := A^-1 x.
void solve_lu(const double* A, int n, const int* pivot, double* x);

// The same for a band matrix with `lower` and `upper` diagonals beside the main one in LAPACK's band
// storage: A(i,j) at band[lower + upper + i - j + j*ld], ld = 2 lower + upper + 1; the first `lower`
// rows receive the fill-in.
int factor_band(double* band, int n, int lower, int upper, int* pivot);
void solve_band(const double* band, int n, int lower, int upper, const int* pivot, double* x);

}  // namespace mbdae
