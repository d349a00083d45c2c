// Right-looking LU, Golub & Van Loan 3.4; see lu.hpp.
#include "linalg/lu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "linalg/columns.hpp"
#include "linalg/lapack.hpp"
#include "linalg/ldl.hpp"

namespace mbdae {

namespace {

constexpr int panel_width = 32;
constexpr int tile = 64;

int largest_entry(const double* x, int length) {
  int at = 0;
  double largest = std::abs(x[0]);
  for (int i = 1; i < length; ++i) {
    const double size = std::abs(x[i]);
    if (size > largest) {
      largest = size;
      at = i;
    }
  }
  return at;
}

void swap_rows(double* A, std::ptrdiff_t ld, int r, int s, int first, int last) {
  if (r == s) return;
  for (int j = first; j < last; ++j) std::swap(A[r + j * ld], A[s + j * ld]);
}

// Pivot of column k among the rows below; the column becomes that of L. False: there is none.
bool take_pivot(double* column, int n, int k, int& row) {
  row = k + largest_entry(column + k, n - k);
  const double pivot = column[row];
  if (!(std::abs(pivot) > 0.0)) return false;  // zero or not a number
  column[row] = column[k];
  column[k] = pivot;
  const double inverse = 1.0 / pivot;
  for (int i = k + 1; i < n; ++i) column[i] *= inverse;
  return true;
}

// Columns first..last-1; rows are interchanged and updated in these columns only.
int factor_panel(double* A, int n, int first, int last, int* pivot) {
  const auto ld = static_cast<std::ptrdiff_t>(n);
  for (int k = first; k < last; k += 2) {
    double* one = A + k * ld;
    int row = k;
    if (!take_pivot(one, n, k, row)) return k;
    pivot[k] = row;
    swap_rows(A, ld, k, row, first, k);
    swap_rows(A, ld, k, row, k + 1, last);
    if (k + 1 == last) return -1;
    double* two = one + ld;
    subtract_multiple(two[k], one + k + 1, two + k + 1, n - k - 1);
    if (!take_pivot(two, n, k + 1, row)) return k + 1;
    pivot[k + 1] = row;
    swap_rows(A, ld, k + 1, row, first, k + 1);
    swap_rows(A, ld, k + 1, row, k + 2, last);
    for (int j = k + 2; j < last; ++j) {
      double* column = A + j * ld;
      column[k + 1] -= one[k + 1] * column[k];
      subtract_two_multiples(column[k], one + k + 2, column[k + 1], two + k + 2, column + k + 2,
                             n - k - 2);
    }
  }
  return -1;
}

// U12 := L11^-1 A12 for the columns from `last` on.
void solve_rows(double* A, int n, int first, int last) {
  const auto ld = static_cast<std::ptrdiff_t>(n);
  for (int j = last; j < n; ++j) {
    double* column = A + j * ld;
    for (int k = first; k < last; ++k) {
      subtract_multiple(column[k], A + k * ld + k + 1, column + k + 1, last - k - 1);
    }
  }
}

// A22 -= L21 U12 in tiles. Both factors are copied transposed, because OpenBLAS's small kernel for
// two plain ones allocates memory (0.3.21 with AVX-512).
void update_trailing(double* A, int n, int first, int last) {
  const auto ld = static_cast<std::ptrdiff_t>(n);
  std::array<double, static_cast<std::size_t>(tile) * panel_width> left, right;
  const int width = last - first;
  const double minus_one = -1.0, one = 1.0;
  for (int j = last; j < n; j += tile) {
    const int columns = std::min(tile, n - j);
    for (int c = 0; c < columns; ++c) {
      for (int k = 0; k < width; ++k) {
        right[static_cast<std::size_t>(k) * tile + static_cast<std::size_t>(c)] =
            A[first + k + (j + c) * ld];
      }
    }
    for (int i = last; i < n; i += tile) {
      const int rows = std::min(tile, n - i);
      for (int r = 0; r < rows; ++r) {
        for (int k = 0; k < width; ++k) {
          left[static_cast<std::size_t>(r) * panel_width + static_cast<std::size_t>(k)] =
              A[i + r + (first + k) * ld];
        }
      }
      dgemm_("T", "T", &rows, &columns, &width, &minus_one, left.data(), &panel_width, right.data(),
             &tile, &one, A + i + j * ld, &n, 1, 1);
    }
  }
}

}  // namespace

int factor_lu(double* A, int n, int* pivot) {
  if (n <= plain_limit) return factor_panel(A, n, 0, n, pivot);
  for (int k = 0; k < n; k += panel_width) {
    const int end = std::min(k + panel_width, n);
    const int failed = factor_panel(A, n, k, end, pivot);
    if (failed >= 0) return failed;
    for (int i = k; i < end; ++i) {
      swap_rows(A, n, i, pivot[i], 0, k);
      swap_rows(A, n, i, pivot[i], end, n);
    }
    solve_rows(A, n, k, end);
    update_trailing(A, n, k, end);
  }
  return -1;
}

void solve_lu(const double* A, int n, const int* pivot, double* x) {
  const auto ld = static_cast<std::ptrdiff_t>(n);
  for (int k = 0; k < n; ++k) std::swap(x[k], x[pivot[k]]);
  int k = 0;
  for (; k + 4 <= n; k += 4) {  // four columns of L at a time
    const double* c = A + k * ld;
    x[k + 1] -= c[k + 1] * x[k];
    x[k + 2] -= c[k + 2] * x[k] + c[ld + k + 2] * x[k + 1];
    x[k + 3] -= c[k + 3] * x[k] + c[ld + k + 3] * x[k + 1] + c[2 * ld + k + 3] * x[k + 2];
    subtract_four_multiples(x + k, c + k + 4, ld, x + k + 4, n - k - 4);
  }
  for (; k < n; ++k) subtract_multiple(x[k], A + k * ld + k + 1, x + k + 1, n - k - 1);
  for (k = n - 1; k >= 3; k -= 4) {  // four columns of U, from the right
    const double* c = A + (k - 3) * ld;
    x[k] /= c[3 * ld + k];
    x[k - 1] = (x[k - 1] - c[3 * ld + k - 1] * x[k]) / c[2 * ld + k - 1];
    x[k - 2] = (x[k - 2] - c[3 * ld + k - 2] * x[k] - c[2 * ld + k - 2] * x[k - 1]) / c[ld + k - 2];
    x[k - 3] = (x[k - 3] - c[3 * ld + k - 3] * x[k] - c[2 * ld + k - 3] * x[k - 1] -
                c[ld + k - 3] * x[k - 2]) /
               c[k - 3];
    subtract_four_multiples(x + k - 3, c, ld, x, k - 3);
  }
  for (; k >= 0; --k) {
    x[k] /= A[k * ld + k];
    subtract_multiple(x[k], A + k * ld, x, k);
  }
}

int factor_band(double* band, int n, int lower, int upper, int* pivot) {
  const int diagonal = lower + upper;
  const auto ld = static_cast<std::ptrdiff_t>(diagonal) + lower + 1;
  for (int j = 0; j < n; ++j) std::fill_n(band + j * ld, lower, 0.0);
  int reach = 0;  // last column touched by the interchanges so far
  for (int k = 0; k < n; ++k) {
    const int below = std::min(lower, n - 1 - k);
    double* column = band + k * ld + diagonal;  // column[i] is A(k+i, k)
    const int row = largest_entry(column, below + 1);
    pivot[k] = k + row;
    if (!(std::abs(column[row]) > 0.0)) return k;
    reach = std::max(reach, std::min(k + upper + row, n - 1));
    std::swap(column[0], column[row]);
    const double inverse = 1.0 / column[0];
    for (int i = 1; i <= below; ++i) column[i] *= inverse;
    for (int j = k + 1; j <= reach; ++j) {
      double* other = band + j * ld + diagonal + (k - j);  // other[i] is A(k+i, j)
      if (row != 0) std::swap(other[0], other[row]);
      subtract_multiple(other[0], column + 1, other + 1, below);
    }
  }
  return -1;
}

void solve_band(const double* band, int n, int lower, int upper, const int* pivot, double* x) {
  const int diagonal = lower + upper;
  const auto ld = static_cast<std::ptrdiff_t>(diagonal) + lower + 1;
  for (int k = 0; k < n; ++k) {
    std::swap(x[k], x[pivot[k]]);
    subtract_multiple(x[k], band + k * ld + diagonal + 1, x + k + 1, std::min(lower, n - 1 - k));
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* column = band + k * ld + diagonal;
    x[k] /= column[0];
    const int above = std::min(diagonal, k);
    subtract_multiple(x[k], column - above, x + k - above, above);
  }
}

}  // namespace mbdae
