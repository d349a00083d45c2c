// Right-looking LDL', Golub & Van Loan 4.1; unit lower L below the diagonal, D on it.
#include "linalg/ldl.hpp"

#include <algorithm>
#include <cstddef>

#include "linalg/columns.hpp"
#include "linalg/lapack.hpp"

namespace mbdae {

namespace {

bool acceptable(double pivot, double sign, double floor) {
  return sign * pivot > floor;
}

void scale(double factor, double* x, int length) {
  for (int i = 0; i < length; ++i) x[i] *= factor;
}

// Pivots first..last-1, two at a time; the columns from there up to `end` are updated.
int eliminate_plain(double* K, int N, int first, int last, int end, double sign,
                    const double* floor) {
  const auto ld = static_cast<std::ptrdiff_t>(N);
  for (int k = first; k < last; k += 2) {
    double* one = K + k * ld;
    if (!acceptable(one[k], sign, floor[k - first])) return k;
    const double inverse_one = 1.0 / one[k];
    double* two = one + ld;
    if (k + 1 < end) {
      subtract_multiple(one[k + 1] * inverse_one, one + k + 1, two + k + 1, N - k - 1);
    }
    if (k + 1 >= last) {  // a single pivot is left
      for (int j = k + 2; j < end; ++j) {
        subtract_multiple(one[j] * inverse_one, one + j, K + j * ld + j, N - j);
      }
      scale(inverse_one, one + k + 1, N - k - 1);
      return last;
    }
    if (!acceptable(two[k + 1], sign, floor[k + 1 - first])) return k + 1;
    const double inverse_two = 1.0 / two[k + 1];
    for (int j = k + 2; j < end; ++j) {
      const double a = one[j] * inverse_one, b = two[j] * inverse_two;
      if (a == 0.0 && b == 0.0) continue;  // masses and constraints couple few coordinates
      subtract_two_multiples(a, one + j, b, two + j, K + j * ld + j, N - j);
    }
    scale(inverse_one, one + k + 1, N - k - 1);
    scale(inverse_two, two + k + 2, N - k - 2);
  }
  return last;
}

constexpr int panel_width = 32;

// K22 -= (D L21')' L21' for the panel of columns first..last-1. D L21' goes to the upper triangle,
// rows of the panel; the update runs over block columns, so that one dgemm has 32 x 32 x N at most.
// What dgemm leaves above the diagonal of a block is never read. Both factors are transposed because
// OpenBLAS's small kernel for two plain ones allocates memory (0.3.21 with AVX-512).
void update_trailing(double* K, int N, int first, int last) {
  const auto ld = static_cast<std::ptrdiff_t>(N);
  for (int j = last; j < N; ++j) {
    double* above = K + j * ld;
    for (int k = first; k < last; ++k) above[k] = K[k * ld + k] * K[k * ld + j];
  }
  const int width = last - first;
  const double minus_one = -1.0, one = 1.0;
  for (int j = last; j < N; j += panel_width) {
    const int rows = N - j, columns = std::min(panel_width, rows);
    dgemm_("T", "T", &rows, &columns, &width, &minus_one, K + j * ld + first, &N,
           K + first * ld + j, &N, &one, K + j * ld + j, &N, 1, 1);
  }
}

}  // namespace

int eliminate_columns(double* K, int N, int first, int last, double sign, const double* floor,
                      bool panels) {
  if (!panels) return eliminate_plain(K, N, first, last, N, sign, floor);
  for (int k = first; k < last; k += panel_width) {
    const int end = std::min(k + panel_width, last);
    const int done = eliminate_plain(K, N, k, end, end, sign, floor + (k - first));
    if (done < end) return done;
    update_trailing(K, N, k, end);
  }
  return last;
}

void solve_ldl(const double* K, int N, double* x) {
  const auto ld = static_cast<std::ptrdiff_t>(N);
  int k = 0;
  while (k < N && x[k] == 0.0)
    ++k;                        // right-hand sides (0, w) of the stabilization begin with zeros
  for (; k + 4 <= N; k += 4) {  // four columns at a time
    const double* c = K + k * ld;
    x[k + 1] -= x[k] * c[k + 1];
    x[k + 2] = (x[k + 2] - x[k] * c[k + 2]) - x[k + 1] * c[ld + k + 2];
    x[k + 3] =
        ((x[k + 3] - x[k] * c[k + 3]) - x[k + 1] * c[ld + k + 3]) - x[k + 2] * c[2 * ld + k + 3];
    subtract_four_in_turn(x + k, c + k + 4, ld, x + k + 4, N - k - 4);
  }
  for (; k < N; ++k) subtract_multiple(x[k], K + k * ld + k + 1, x + k + 1, N - k - 1);
  for (k = 0; k < N; ++k) x[k] /= K[k * ld + k];
  for (k = N - 2; k >= 0; --k) {
    x[k] -= dot(K + k * ld + k + 1, x + k + 1, N - k - 1);
  }
}

}  // namespace mbdae
