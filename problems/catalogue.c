/* See catalogue.h. */
#include "catalogue.h"

#include <stddef.h>

#include "andrews.h"
#include "circle.h"
#include "circle_t2.h"
#include "driven_pendulum.h"
#include "rolling_disc.h"
#include "singular_crank.h"

static void set_gains(mechanism* m, double g1, double g2) {
  m->gains[0] = g1;
  m->gains[1] = g2;
}

static const char* open_andrews(const double* values, mechanism* m) {
  (void)values;
  m->problem = andrews_problem;
  m->reference = "andrews";
  return NULL;
}

static const char* open_chain(const double* values, mechanism* m) {
  m->data.links.links = (int)values[0];
  m->problem = chain_problem(&m->data.links);
  if (values[0] == 10) m->reference = "chain10";
  return NULL;
}

static const char* open_circle(const double* values, mechanism* m) {
  (void)values;
  m->problem = circle_problem;
  m->reference = "circle";
  return NULL;
}

static const char* open_circle_t2(const double* values, mechanism* m) {
  (void)values;
  m->problem = circle_t2_problem;
  m->reference = "circle_t2";
  return NULL;
}

static const char* open_crank_slider(const double* values, mechanism* m) {
  (void)values;
  m->data.rods = crank_slider;
  m->problem = rod_pendulum_problem(&m->data.rods);
  m->reference = "crank_slider";
  return NULL;
}

static const char* open_disc(const double* values, mechanism* m) {
  (void)values;
  m->problem = rolling_disc_problem;
  m->reference = "disc";
  set_gains(m, 20, 0);
  return NULL;
}

static const char* open_double_pendulum(const double* values, mechanism* m) {
  m->data.rods = double_pendulum;
  m->data.rods.mass[0] = values[0];
  m->data.rods.mass[1] = values[1];
  m->problem = rod_pendulum_problem(&m->data.rods);
  if (values[0] == 1 && values[1] == 2) m->reference = "double_pendulum";
  if (values[0] == 1e6 && values[1] == 2e-4) m->reference = "double_pendulum_unequal";
  return NULL;
}

static const char* open_driven_pendulum(const double* values, mechanism* m) {
  (void)values;
  m->problem = driven_pendulum_problem;
  return NULL;
}

static const char* open_flexible_crank(const double* values, mechanism* m) {
  flexible_crank* c = &m->data.flexible;
  c->elements = (int)values[0];
  c->speed = values[1];
  c->as_printed = (int)values[2];
  if (c->as_printed && c->elements % 2 != 0) {
    return "printed=1 needs a node in the middle: expected an even number of elements";
  }
  m->problem = flexible_crank_problem(c);
  set_gains(m, c->speed > 100 ? 30 : 16, c->speed > 100 ? 100 : 90);
  if (c->elements == 2 && !c->as_printed) {
    if (c->speed == 60) m->reference = "flex_w060";
    if (c->speed == 120) m->reference = "flex_w120";
    if (c->speed == 180) m->reference = "flex_w180";
  }
  if (c->elements == 2 && c->as_printed && c->speed == 180) m->reference = "flex_printed_w180";
  return NULL;
}

static const char* open_rigid_crank(const double* values, mechanism* m) {
  m->data.flexible.speed = values[0];
  m->problem = flexible_crank_problem(&m->data.flexible);
  set_gains(m, 10, 80);
  if (values[0] == 60) m->reference = "rigid_w060";
  return NULL;
}

static const char* open_manipulator(const double* values, mechanism* m) {
  manipulator* arm = &m->data.arm;
  arm->mass = 36;
  arm->time_dependent = values[0] == 2;
  arm->omega = values[1];
  m->problem = manipulator_problem;
  if (arm->time_dependent) m->problem.energy = NULL; /* the moving path does work */
  set_gains(m, 12, 70);
  m->reference = "manipulator_case1";
  if (arm->time_dependent) {
    m->reference = values[1] == 0.5 ? "manipulator_case2_om0.5"
                   : values[1] == 1 ? "manipulator_case2_om1"
                   : values[1] == 5 ? "manipulator_case2_om5"
                                    : NULL;
  }
  return NULL;
}

static const char* open_paraboloid(const double* values, mechanism* m) {
  m->data.bowl.circling = values[0] == 2;
  m->problem = paraboloid_problem;
  m->reference = m->data.bowl.circling ? "paraboloid_circle" : "paraboloid";
  return NULL;
}

static const char* open_pendulum(const double* values, mechanism* m) {
  (void)values;
  m->data.rods = planar_pendulum;
  m->problem = rod_pendulum_problem(&m->data.rods);
  m->reference = "pendulum";
  return NULL;
}

static const char* open_regular_crank(const double* values, mechanism* m) {
  (void)values;
  m->problem = regular_crank_problem;
  m->reference = "singular_crank";
  return NULL;
}

static const char* open_singular_crank(const double* values, mechanism* m) {
  (void)values;
  m->problem = singular_crank_problem;
  m->reference = "singular_crank";
  m->other_multipliers = 1; /* the regular crank's */
  return NULL;
}

static const char* open_spring_crank(const double* values, mechanism* m) {
  m->data.spring.stiffness = values[0];
  m->data.spring.free_length = values[1];
  m->problem = spring_crank_problem;
  if (values[0] == 1000 && values[1] == 10) m->reference = "tsda_k1000";
  if (values[0] == 10000 && values[1] == 10) m->reference = "tsda_k10000";
  return NULL;
}

static const char* open_suspension(const double* values, mechanism* m) {
  suspension* s = &m->data.wheel;
  s->excitation = (int)values[0];
  s->damping = values[1];
  m->problem = suspension_problem;
  if (s->excitation == SUSPENSION_AT_REST && s->damping == 0) m->problem.energy = suspension_energy;
  if (s->excitation == SUSPENSION_CASE_II) {
    set_gains(m, 40, 400);
  } else {
    set_gains(m, 10, 30);
  }
  if (s->damping == 2000 && s->excitation == SUSPENSION_CASE_I) m->reference = "suspension_case1";
  if (s->damping == 2000 && s->excitation == SUSPENSION_CASE_II) m->reference = "suspension_case2";
  return NULL;
}

static const char* open_truck(const double* values, mechanism* m) {
  m->data.vehicle.road = (int)values[0];
  m->problem = truck_problem;
  if (m->data.vehicle.road == TRUCK_BUMPS) m->reference = "truck_bumps";
  if (m->data.vehicle.road == TRUCK_HUMP) m->reference = "truck_hump";
  return NULL;
}

const catalogue_entry catalogue[] = {
    {"andrews",
     "Andrews' squeezing mechanism, seven bodies driven by a motor",
     {{0}},
     open_andrews},
    {"chain",
     "point masses on rigid links, released from the horizontal",
     {{"links", 10, 1, 1000, 1, "number of links; dense: a step costs (3 links)^3"}},
     open_chain},
    {"circle", "particle on a circle, forces depending on its velocity", {{0}}, open_circle},
    {"circle-t2", "particle pushed along a circle, its angle t^2", {{0}}, open_circle_t2},
    {"crank-slider",
     "two hinged rods in absolute coordinates, the end on a line",
     {{0}},
     open_crank_slider},
    {"disc", "disc rolling on a plane (nonholonomic)", {{0}}, open_disc},
    {"double-pendulum",
     "two hinged rods in absolute coordinates",
     {{"mass1", 1, 1e-6, 1e6, 0, "of the upper rod"},
      {"mass2", 2, 1e-6, 1e6, 0, "of the lower rod"}},
     open_double_pendulum},
    {"driven-pendulum", "pendulum with a known motion", {{0}}, open_driven_pendulum},
    {"flexible-crank",
     "slider-crank with an elastic rod of beam elements",
     {{"elements", 2, 1, 64, 1, "beam elements"},
      {"speed", 180, -1000, 1000, 0, "phi'(0) in rad/s"},
      {"printed", 0, 0, 1, 1, "1: the slider's constraint as printed in the source"}},
     open_flexible_crank},
    {"manipulator",
     "two-link arm whose tip follows a path",
     {{"case", 1, 1, 2, 1, "1: tip on a parabola, 2: height of the tip prescribed"},
      {"omega", 1, 0, 100, 0, "frequency in case 2"}},
     open_manipulator},
    {"paraboloid",
     "particle on a paraboloid",
     {{"case", 1, 1, 2, 1, "1: rising and falling, 2: on a circle"}},
     open_paraboloid},
    {"pendulum", "one rod in absolute coordinates, period 2", {{0}}, open_pendulum},
    {"regular-crank",
     "slider-crank with equal links, constraint without a singular posture",
     {{0}},
     open_regular_crank},
    {"rigid-crank",
     "the flexible crank with a rigid rod",
     {{"speed", 60, -1000, 1000, 0, "phi'(0) in rad/s"}},
     open_rigid_crank},
    {"singular-crank",
     "slider-crank with equal links, passing singular postures",
     {{0}},
     open_singular_crank},
    {"spring-crank",
     "slider-crank with spring and damper in twelve absolute coordinates",
     {{"stiffness", 1000, 0, 1e12, 0, "of the spring"},
      {"free", 10, 0.1, 100, 0, "length of the spring"}},
     open_spring_crank},
    {"suspension",
     "five-point wheel suspension, spatial, four closed loops",
     {{"case", 1, 0, 2, 1, "1: bump, 2: the road drops, 0: even road"},
      {"damping", 2000, 0, 1e6, 0, "of the damper, N s/m"}},
     open_suspension},
    {"truck",
     "planar truck with stiff tyres, air springs and a joint",
     {{"road", 1, 0, 2, 1, "1: bumps, 2: hump, 0: even"}},
     open_truck},
};
const int catalogue_count = (int)(sizeof catalogue / sizeof *catalogue);
