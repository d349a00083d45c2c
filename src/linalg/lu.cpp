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
constexpr int narrow_panel = 8, narrow_rows = 4;  // plain loops up to here
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

// Rows and columns [first, last) of a matrix.
struct Range {
  int first, last;
  int length() const { return last - first; }
};

// A(rows, columns) -= A(rows, inner) A(inner, columns) in tiles. The right factor is copied transposed,
// because OpenBLAS's small kernel for two plain ones allocates memory (0.3.21 with AVX-512).
void subtract_product(double* A, int n, Range rows, Range inner, Range columns) {
  const auto ld = static_cast<std::ptrdiff_t>(n);
  std::array<double, static_cast<std::size_t>(tile) * panel_width> right;
  const int width = inner.length();
  const double minus_one = -1.0, one = 1.0;
  for (int j = columns.first; j < columns.last; j += tile) {
    const int across = std::min(tile, columns.last - j);
    for (int c = 0; c < across; ++c) {
      const double* column = A + inner.first + (j + c) * ld;
      double* row = right.data() + c;
      for (int k = 0; k < width; ++k, row += tile) *row = column[k];
    }
    for (int i = rows.first; i < rows.last; i += tile) {
      const int down = std::min(tile, rows.last - i);
      dgemm_("N", "T", &down, &across, &width, &minus_one, A + i + inner.first * ld, &n,
             right.data(), &tile, &one, A + i + j * ld, &n, 1, 1);
    }
  }
}

// A(rows, columns) := L^-1 A(rows, columns), L the unit lower triangle of A(rows, rows).
void solve_rows(double* A, int n, Range rows, Range columns) {
  const auto ld = static_cast<std::ptrdiff_t>(n);
  if (rows.length() > narrow_rows) {
    const int middle = rows.first + rows.length() / 2;
    const Range upper{rows.first, middle}, lower{middle, rows.last};
    solve_rows(A, n, upper, columns);
    subtract_product(A, n, lower, upper, columns);
    solve_rows(A, n, lower, columns);
    return;
  }
  for (int j = columns.first; j < columns.last; ++j) {
    double* column = A + j * ld;
    for (int k = rows.first; k < rows.last; ++k) {
      subtract_multiple(column[k], A + k * ld + k + 1, column + k + 1, rows.last - k - 1);
    }
  }
}

void exchange_rows(double* A, int n, const int* pivot, Range rows, Range columns) {
  for (int i = rows.first; i < rows.last; ++i) {
    swap_rows(A, n, i, pivot[i], columns.first, columns.last);
  }
}

// The same as factor_panel by halves, so that most of it is products of matrices (S. Toledo, Locality of
// reference in LU decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18 (1997)).
int factor_halves(double* A, int n, Range panel, int* pivot) {
  if (panel.length() <= narrow_panel) return factor_panel(A, n, panel.first, panel.last, pivot);
  const int middle = panel.first + panel.length() / 2;
  const Range left{panel.first, middle}, right{middle, panel.last};
  int failed = factor_halves(A, n, left, pivot);
  if (failed >= 0) return failed;
  exchange_rows(A, n, pivot, left, right);
  solve_rows(A, n, left, right);
  subtract_product(A, n, {middle, n}, left, right);
  failed = factor_halves(A, n, right, pivot);
  if (failed >= 0) return failed;
  exchange_rows(A, n, pivot, right, left);
  return -1;
}

}  // namespace

int factor_lu(double* A, int n, int* pivot) {
  if (n <= plain_limit) return factor_panel(A, n, 0, n, pivot);
  for (int k = 0; k < n; k += panel_width) {
    const int end = std::min(k + panel_width, n);
    const Range panel{k, end}, done{0, k}, rest{end, n};
    const int failed = factor_halves(A, n, panel, pivot);
    if (failed >= 0) return failed;
    exchange_rows(A, n, pivot, panel, done);
    exchange_rows(A, n, pivot, panel, rest);
    solve_rows(A, n, panel, rest);
    subtract_product(A, n, rest, panel, rest);
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
