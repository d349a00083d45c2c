// See interpolant.hpp.
#include "output/interpolant.hpp"

#include <algorithm>

namespace mbdae {

Vector Interpolant::term(int k) const {
  const std::size_t length = 2 * static_cast<std::size_t>(icont[1]);
  return rcont.subspan(rcont_header + static_cast<std::size_t>(k) * length, length);
}

void set_hermite(Interpolant& interpolant, const StepEnds& ends, int terms) {
  interpolant.rcont[0] = ends.told;
  interpolant.rcont[1] = ends.h;
  interpolant.icont[0] = terms;
  interpolant.icont[1] = static_cast<int>(ends.y0.size() / 2);
  const Vector c0 = interpolant.term(0), c1 = interpolant.term(1), c2 = interpolant.term(2),
               c3 = interpolant.term(3);
  for (std::size_t i = 0; i < ends.y0.size(); ++i) {
    c0[i] = ends.y0[i];
    c1[i] = ends.y1[i] - ends.y0[i];
    c2[i] = ends.h * ends.dydt0[i] - c1[i];
    c3[i] = c1[i] - ends.h * ends.dydt1[i] - c2[i];
  }
}

void bend_to(Interpolant& interpolant, double t, ConstVector change) {
  const double theta = (t - interpolant.start()) / interpolant.step();
  if (theta == 0) return;
  const Vector c1 = interpolant.term(1);
  for (std::size_t i = 0; i < change.size(); ++i) c1[i] += change[i] / theta;
}

void set_constant(Interpolant& interpolant, double t, ConstVector y) {
  interpolant.rcont[0] = t;
  interpolant.rcont[1] = 0;
  interpolant.icont[0] = 1;
  interpolant.icont[1] = static_cast<int>(y.size() / 2);
  const Vector c0 = interpolant.term(0);
  std::copy(y.begin(), y.end(), c0.begin());
}

void evaluate_interpolant(const double* rcont, const int* icont, double t, double* q, double* v) {
  const std::ptrdiff_t terms = icont[0], n = icont[1];
  const double theta = rcont[1] == 0 ? 0.0 : (t - rcont[0]) / rcont[1];
  const double rest = 1.0 - theta;
  const double* c = rcont + rcont_header;
  for (std::ptrdiff_t i = 0; i < 2 * n; ++i) {
    double* out = i < n ? q : v;
    if (out == nullptr) continue;
    double value = c[(terms - 1) * 2 * n + i];
    for (std::ptrdiff_t k = terms - 2; k >= 0; --k) {
      value = c[k * 2 * n + i] + (k % 2 == 0 ? theta : rest) * value;
    }
    out[i < n ? i : i - n] = value;
  }
}

}  // namespace mbdae
