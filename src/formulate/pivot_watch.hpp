// How near a motion comes to a singular posture: the smallest pivot ratio of G M^-1 G' along it.
//
// Where G loses rank the ratio falls like the square of the distance, p = a (t - t*)^2 + p*, and a
// long step sees it only at its stages. The parabola through its start, its smallest stage and its
// end tells how small it was between them. Stages of rejected steps may lie anywhere and say nothing
// about the motion.
#pragma once

namespace mbdae {

struct PivotWatch {
  double smallest = 1, smallest_time = 0;  // of the motion so far
  double latest = 1;                       // at the last accepted point

  // the step under way
  double start = 0, end = 0;           // times
  double at_end = 1;                   // ratio at the last factorization there
  double inside = 1, inside_time = 0;  // smallest at any other
  bool end_seen = false, inside_seen = false;
};

// The start of the motion: the next note() is its first point.
void begin_motion(PivotWatch& w, double t);
void begin_step(PivotWatch& w, double t, double t_new);
void note(PivotWatch& w, double t, double ratio);

// The step was accepted, or is the last one tried: what it met belongs to the motion.
void keep_step(PivotWatch& w);

}  // namespace mbdae
