// Collocation under the strategy of extrapolation.hpp: v and lambda of the stages, and lambda' as if
// lambda were one of the differentiated variables (L. Wunderlich, (6.21) to (6.23)),
//     Lambda_i = lambda + h sum a_ij Lambda'_j,   hence   Lambda' = A^-1 (Lambda - lambda)/h.
#include <algorithm>

#include "integrate/collocation/collocation.hpp"

namespace mbdae {

namespace {

// y = (q, lambda, v, lambda')
struct Pieces {
  Vector q, lambda, v, rate;
};

Pieces pieces(const Collocation& c, Vector y) {
  const std::size_t n = c.n(), m = c.m();
  return {y.first(n), y.subspan(n, m), y.subspan(n + m, n), y.subspan(2 * n + m, m)};
}

void copy(ConstVector from, Vector to) {
  std::copy_n(from.begin(), to.size(), to.begin());
}

}  // namespace

void collect_start(Collocation& c) {
  const Extrapolation& x = c.extrapolation;
  const Pieces y = pieces(c, x.y);
  copy(c.q, y.q);
  copy(c.lambda, y.lambda);
  copy(c.v, y.v);
  copy(c.start_multiplier_rate, y.rate);
  push(x);
  c.grid = extended({}, c.t, 0);
}

void collect_end(const Collocation& c) {
  const std::size_t n = c.n(), m = c.m(), last = c.stages() - 1;
  const Pieces y = pieces(c, c.extrapolation.y);
  for (std::size_t k = 0; k < n; ++k) y.q[k] = c.q[k] + c.Z[last * n + k];
  copy(c.V.subspan(last * n, n), y.v);
  copy(c.L.subspan(last * m, m), y.lambda);
  for (std::size_t k = 0; k < m; ++k) {
    y.rate[k] = 0;
    for (std::size_t j = 0; j <= last; ++j) {
      y.rate[k] += c.method->A_inverse[last][j] * (c.L[j * m + k] - c.lambda[k]) / c.h;
    }
  }
}

double extrapolated_first_step(const Collocation& c) {
  const Extrapolation& x = c.extrapolation;
  const Pieces rate = pieces(c, x.y);
  copy(c.v, rate.q);
  copy(c.start_multiplier_rate, rate.lambda);
  copy(c.a, rate.v);
  std::fill(rate.rate.begin(), rate.rate.end(), 0.0);  // lambda'' is not known
  return first_step_length(x, c.tolerances);
}

void interpolate_extrapolated(const Collocation& c, double t) {
  const Pieces out = pieces(c, c.extrapolation.out);
  interpolate(c.extrapolation, c.grid, t);
  copy(out.q, c.out);
  copy(out.lambda, c.out_lambda);
  copy(out.v, c.out1);
}

}  // namespace mbdae
