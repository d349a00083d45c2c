// With T(k,0) the central difference at the increment h_k = h_0 / 4^k,
//     T(k,j+1) = T(k,j) + (T(k,j) - T(k-1,j)) / (16^(j+1) - 1),
// and the larger of |T(k,j+1) - T(k,j)|, |T(k,j+1) - T(k-1,j)| as its error (Ridders). The whole
// triangle is searched for the smallest: where the function varies within less than h_0 the first
// rows are worthless, where it is noisy the last ones are. As the smallest of many differences of
// noise may be small by accident, the noise itself is measured and added.
#include "check/difference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "check/calls.hpp"

namespace mbdae {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double first_increment = 0.1;
constexpr double reduction = 4.0;
constexpr double settled = 1e-9;  // of the scale: no smaller increment is tried

Status sample_rate(Checker& c, const Point& at, Vector rate) {
  const std::ptrdiff_t n = c.n(), m = c.m();
  Vector out;
  Status status = call_routine(c, Routine::gcnq, at, out);
  if (status != Status::ok) return status;
  std::fill(rate.begin(), rate.end(), 0.0);
  for (std::ptrdiff_t j = 0; j < n; ++j) {
    for (std::ptrdiff_t i = 0; i < m; ++i) rate[i] += out[i + j * m] * at.v[j];
  }
  status = call_routine(c, Routine::gcnt, at, out);
  if (status != Status::ok) return status;
  for (std::ptrdiff_t i = 0; i < m; ++i) rate[i] += out[i];
  return Status::ok;
}

Status sample(Checker& c, Sampled what, const Line& line, double s, Vector values) {
  std::copy(c.q.begin(), c.q.end(), c.shifted.begin());
  if (line.column >= 0) c.shifted[line.column] += s;
  for (std::size_t j = 0; j < line.dq.size(); ++j) c.shifted[j] += s * line.dq[j];
  const double t = c.t + s * line.dt;
  if (what == Sampled::rate) return sample_rate(c, {t, c.shifted, line.dq}, values);
  Vector out;
  const Status status = call_routine(c, Routine::gcn, {t, c.shifted, c.v}, out);
  if (status == Status::ok) std::copy(out.begin(), out.end(), values.begin());
  return status;
}

// An increment that the coordinate or the time really takes; 0 if it is too small for that.
double exact_increment(const Checker& c, const Line& line, double s) {
  const double from = line.column >= 0 ? std::abs(c.q[line.column])
                      : line.dt != 0   ? std::abs(c.t)
                                       : 0.0;
  if (s < 64.0 * eps * from) return 0.0;
  return (from + s) - from;
}

double quotient(int order, double minus, double start, double plus, double s) {
  return order == 1 ? (plus - minus) / (2.0 * s) : ((plus - start) - (start - minus)) / (s * s);
}

struct Estimate {
  double value = 0, bound = infinity;
};

// A row of the triangle for one component: table[j] holds T(k-1,j) on entry, T(k,j) on return.
// Returns the best entry of the row.
Estimate extrapolate(double current, int have, double rounding, double* table,
                     std::ptrdiff_t stride) {
  Estimate best;
  double power = 1.0;
  for (int j = 0; j < have; ++j) {
    double& entry = table[j * stride];
    power *= reduction * reduction;
    const double next = current + (current - entry) / (power - 1.0);
    const double error = std::max(std::abs(next - current), std::abs(next - entry)) + rounding;
    entry = current;
    current = next;
    if (error < best.bound) best = {next, error};
  }
  table[have * stride] = current;
  return best;
}

// The better of both, unless they contradict each other: then the one from the smaller increments is
// right, the other was agreement by accident of a function that varies much faster.
Estimate reconcile(const Estimate& before, const Estimate& finer) {
  constexpr double contradiction = 10.0;
  if (!std::isfinite(finer.bound)) return before;
  if (!std::isfinite(before.bound) || finer.bound < before.bound) return finer;
  const double apart = std::abs(before.value - finer.value);
  return apart > contradiction * (before.bound + finer.bound) ? finer : before;
}

}  // namespace

namespace {

constexpr int noise_samples = 11;
static_assert(noise_samples <= extrapolation_levels);

// Differences of order k of white noise have the variance (2k)!/(k!)^2 times its own, while those of
// a smooth function vanish like the spacing to the power k (More and Wild). Narrow spacing: all
// orders from 3 tell. The wider ones see the noise of single precision and of tables, which are
// constant within the narrow one; where they were, second differences tell how coarse they are.
struct Spacing {
  double size;
  int lowest_order;
};
constexpr Spacing spacings[] = {{1e-10, 3}, {1.3e-7, 5}, {2e-7, 5}};
constexpr double variance[] = {1, 2, 6, 20, 70, 252};
constexpr int highest_order = 5;

// Noise of component i of the samples in c.table, which are destroyed; `constant` is read with the
// wider spacings, set with the narrow one.
double noise_of_samples(const Checker& c, std::ptrdiff_t i, const Spacing& spacing,
                        double& constant) {
  const std::ptrdiff_t m = c.m();
  const bool narrow = &spacing == spacings;
  double noise = 0;
  for (int order = 1; order <= highest_order; ++order) {
    double sum = 0, largest = 0;
    for (int k = 0; k < noise_samples - order; ++k) {
      double& value = c.table[k * m + i];
      value = c.table[(k + 1) * m + i] - value;
      sum += value * value;
      largest = std::max(largest, std::abs(value));
    }
    if (narrow && order == 1) constant = largest == 0 ? 1.0 : 0.0;
    if (!narrow && order == 2 && constant != 0) noise = std::max(noise, largest);
    if (order < spacing.lowest_order) continue;
    noise = std::max(noise, std::sqrt(sum / (noise_samples - order) / variance[order]));
  }
  return noise;
}

}  // namespace

Status measure_noise(Checker& c, Sampled what, const Line& line, Vector noise) {
  const std::ptrdiff_t m = c.m();
  std::fill(noise.begin(), noise.end(), 0.0);
  const Vector constant = c.start;
  for (const Spacing& spacing : spacings) {
    for (int k = 0; k < noise_samples; ++k) {
      constexpr int middle = noise_samples / 2;
      const Vector values = c.table.subspan(static_cast<std::size_t>(k * m), c.g.size());
      const Status status =
          sample(c, what, line, (k - middle) * spacing.size * line.length, values);
      if (ends_check(status)) return status;
      if (status != Status::ok) return Status::ok;  // at the border of the model: rounding only
    }
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      noise[i] = std::max(noise[i], noise_of_samples(c, i, spacing, constant[i]));
    }
  }
  return Status::ok;
}

Status differentiate(Checker& c, Sampled what, const Line& line, int order, ConstVector noise,
                     ConstVector scale, Vector estimate, Vector bound) {
  constexpr double safety = 4.0;
  constexpr int confirmations = 2;  // rows in succession: one may agree by accident
  const std::ptrdiff_t m = c.m();
  std::fill(estimate.begin(), estimate.end(), 0.0);
  std::fill(bound.begin(), bound.end(), infinity);
  Status status = sample(c, what, line, 0.0, c.start);
  if (status != Status::ok) return status;
  int have = 0;  // rows of the triangle
  int good = 0;  // the last so many of them settled
  double wanted = first_increment * line.length;
  for (int level = 0; level < extrapolation_levels; ++level, wanted /= reduction) {
    const double s = exact_increment(c, line, wanted);
    if (s == 0) break;
    status = sample(c, what, line, s, c.plus);
    if (status == Status::ok) status = sample(c, what, line, -s, c.minus);
    if (ends_check(status)) return status;
    if (status != Status::ok) {
      have = good = 0;
      continue;
    }
    const double divisor = order == 1 ? s : s * s;
    bool all_settled = true;
    for (std::ptrdiff_t i = 0; i < m; ++i) {
      const double size =
          std::max({std::abs(c.start[i]), std::abs(c.plus[i]), std::abs(c.minus[i])});
      const double rounding = safety * (noise[i] + eps * size) / divisor;
      const Estimate row = extrapolate(quotient(order, c.minus[i], c.start[i], c.plus[i], s), have,
                                       rounding, c.table.data() + i, m);
      const Estimate best = reconcile({estimate[i], bound[i]}, row);
      estimate[i] = best.value;
      bound[i] = best.bound;
      all_settled = all_settled && row.bound <= settled * scale[i];
    }
    ++have;
    good = all_settled ? good + 1 : 0;
    if (good == confirmations) break;
  }
  return Status::ok;
}

}  // namespace mbdae
