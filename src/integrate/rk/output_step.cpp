// See output_step.hpp.
#include "integrate/rk/output_step.hpp"

#include <algorithm>
#include <utility>

namespace mbdae {

namespace {

struct StepOnShow {
  Stepper* stepper;
  double t, h;
};

Status complete_on_demand(void* context) {
  auto* step = static_cast<StepOnShow*>(context);
  return complete_interpolant(*step->stepper, step->t, step->h);
}

void publish(Run& run, double t, ConstVector y) {
  const std::size_t n = run.q.size();
  *run.x = t;
  std::copy_n(y.begin(), n, run.q.begin());
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, run.v.begin());
}

}  // namespace

Status show_start(Run& run, bool& interrupt) {
  Stepper& s = run.stepper;
  if (run.model->mi > 0) {
    double smallest = 0;
    const Status status =
        smallest_inequality(*run.model, run.watch, *run.x, run.q, run.v, smallest);
    if (status != Status::ok) return status;
    interrupt = smallest < 0;
  }
  if (run.iout == 0) return Status::ok;
  set_constant(s.interpolant, *run.x, s.y);
  s.interpolant_ready = true;
  StepOnShow shown{&s, *run.x, 0.0};
  const mbdae_dense dense{&s.interpolant, *run.x, run.model, complete_on_demand, &shown};
  bool stop = false;
  const Status status =
      report_step(*run.model, 1, *run.x, *run.x, run.q, run.v, s.lambda, &dense, stop);
  interrupt = interrupt || stop;
  return status;
}

Status watch_inequalities(Run& run, double t, double h, double& t_new, bool& interrupt) {
  if (run.model->mi == 0) return Status::ok;
  Stepper& s = run.stepper;
  Status status = complete_interpolant(s, t, h);
  if (status != Status::ok) return status;
  double t_stop = t_new;
  status = locate_failure(*run.model, run.watch, s.interpolant, t_new, t_stop, interrupt);
  if (status != Status::ok || !interrupt) return status;
  const std::size_t n = run.q.size();
  evaluate_interpolant(s.interpolant.rcont.data(), s.interpolant.icont.data(), t_stop,
                       s.y_new.data(), s.y_new.data() + n);
  t_new = t_stop;
  std::copy(s.y_new.begin(), s.y_new.end(), s.e.begin());
  // the factors at hand are those of another time
  const bool last_stage_matrices = std::exchange(s.stabilizer.last_stage_matrices, false);
  status = finish_at(s, t_new);
  s.stabilizer.last_stage_matrices = last_stage_matrices;
  if (status != Status::ok) return status;
  for (std::size_t i = 0; i < s.e.size(); ++i) s.e[i] = s.y_new[i] - s.e[i];
  bend_to(s.interpolant, t_new, s.e);
  return Status::ok;
}

Status show_step(Run& run, double t, double h, double t_new, bool& interrupt) {
  Stepper& s = run.stepper;
  publish(run, t_new, s.y_new);
  if (run.iout == 0) return Status::ok;
  StepOnShow shown{&s, t, h};
  const mbdae_dense dense{&s.interpolant, *run.x, run.model, complete_on_demand, &shown};
  bool stop = false;
  const Status status =
      report_step(*run.model, run.accepted + 1, t, t_new, run.q, run.v, s.lambda_new, &dense, stop);
  interrupt = interrupt || stop;
  return status;
}

}  // namespace mbdae
