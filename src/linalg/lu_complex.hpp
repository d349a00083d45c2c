// P A = L U of a complex matrix, for the conjugate pair of eigenvalues of a Runge-Kutta method; real
// and imaginary parts alternate, columns one after the other as in LAPACK. Plain loops.
#pragma once

namespace mbdae {

// Returns -1, or the first column in which no pivot was found.
int factor_lu_complex(double* A, int n, int* pivot);

// x := A^-1 x.
void solve_lu_complex(const double* A, int n, const int* pivot, double* x);

}  // namespace mbdae
