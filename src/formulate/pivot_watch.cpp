// See pivot_watch.hpp.
#include "formulate/pivot_watch.hpp"

#include <algorithm>

namespace mbdae {

namespace {

// Stages lie off the motion by their own error: where the ratio hardly changes, three of them make no
// parabola.
constexpr double valley = 0.5;

void keep(PivotWatch& w, double t, double ratio) {
  if (!(ratio < w.smallest)) return;
  w.smallest = ratio;
  w.smallest_time = t;
}

// The vertex of the parabola through the three points, if it opens upwards and has it inside.
void keep_vertex(PivotWatch& w) {
  const double to_inside = w.inside_time - w.start, to_end = w.end - w.start;
  const double secant = (w.inside - w.latest) / to_inside;
  const double curvature = ((w.at_end - w.latest) / to_end - secant) / (w.end - w.inside_time);
  const double slope = secant - curvature * to_inside;  // at the start
  const double vertex = -0.5 * slope / curvature;
  if (!(curvature * to_end * to_end > 0 && vertex / to_end > 0 && vertex / to_end < 1)) return;
  keep(w, w.start + vertex, std::max(0.0, w.latest + 0.5 * slope * vertex));
}

}  // namespace

void begin_motion(PivotWatch& w, double t) {
  w = {};
  w.end = t;
}

void begin_step(PivotWatch& w, double t, double t_new) {
  w.start = t;
  w.end = t_new;
  w.end_seen = w.inside_seen = false;
}

void note(PivotWatch& w, double t, double ratio) {
  if (t == w.end) {
    w.at_end = ratio;
    w.end_seen = true;
  } else if (!w.inside_seen || ratio < w.inside) {
    w.inside = ratio;
    w.inside_time = t;
    w.inside_seen = true;
  }
}

void keep_step(PivotWatch& w) {
  if (w.inside_seen) keep(w, w.inside_time, w.inside);
  if (!w.end_seen) return;
  keep(w, w.end, w.at_end);
  if (w.inside_seen && w.inside < valley * std::min(w.latest, w.at_end)) keep_vertex(w);
  w.latest = w.at_end;
}

}  // namespace mbdae
