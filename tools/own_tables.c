/* Tables of our own over all mechanisms: accuracy against the reference solutions, drift of PStab
 * beside Baumgarte's, energy over long runs. Data only. */
#include <stddef.h>

#include "published.h"

#define RUN(m, r, end) .settings = {.method = (m), .rtol = (r), .atol = (r) / 10, .t1 = (end)}

/* Three tolerances of each method. The limit on the error is `times` the tolerance. */
#define AT_TOLERANCE(name, spec, end, m, method, r, times)                                 \
  {                                                                                        \
    name ", " method " " #r, spec, RUN(m, r, end), .limit = {.error_most = (times) * (r) } \
  }
#define THREE(name, spec, end, m, method, r1, r2, r3, times) \
  AT_TOLERANCE(name, spec, end, m, method, r1, times),       \
      AT_TOLERANCE(name, spec, end, m, method, r2, times),   \
      AT_TOLERANCE(name, spec, end, m, method, r3, times)
#define BOTH(name, spec, end, r1, r2, r3, times)          \
  THREE(name, spec, end, 0, "DOPRI5", r1, r2, r3, times), \
      THREE(name, spec, end, 1, "DOP853", r1, r2, r3, times)

static const published_row accuracy[] = {
    BOTH("Andrews, t = 0.03", "andrews", 0.03, 1e-6, 1e-8, 1e-10, 150),
    BOTH("Andrews", "andrews", 0.3, 1e-7, 1e-9, 1e-11, 10000),
    BOTH("chain, 10 links", "chain links=10", 1, 1e-6, 1e-8, 1e-10, 100),
    BOTH("disc, t = 1.5", "disc", 1.5, 1e-6, 1e-8, 1e-10, 1000),
    BOTH("double pendulum, t = 5", "double-pendulum", 5, 1e-6, 1e-8, 1e-10, 1000),
    BOTH("double pendulum, unequal", "double-pendulum mass1=1e6 mass2=2e-4", 5, 1e-5, 1e-7, 1e-9,
         1000),
    BOTH("flexible crank, 60", "flexible-crank speed=60", 0.1, 1e-7, 1e-8, 1e-9, 10000),
    BOTH("flexible crank, 120", "flexible-crank speed=120", 0.1, 1e-7, 1e-8, 1e-9, 10000),
    BOTH("flexible crank, 180", "flexible-crank speed=180", 0.1, 1e-7, 1e-8, 1e-9, 50000),
    BOTH("flexible crank, printed", "flexible-crank speed=180 printed=1", 0.1, 1e-7, 1e-8, 1e-9,
         50000),
    BOTH("manipulator, case I", "manipulator", 10, 1e-6, 1e-8, 1e-10, 1000),
    BOTH("paraboloid", "paraboloid", 10, 1e-6, 1e-8, 1e-10, 1000),
    BOTH("pendulum, t = 33.3", "pendulum", 33.3, 1e-6, 1e-8, 1e-10, 1000),
    BOTH("regular crank", "regular-crank", 20, 1e-6, 1e-8, 1e-10, 100),
    BOTH("rigid crank", "rigid-crank", 1, 1e-6, 1e-8, 1e-10, 100),
    /* DOP853 at 1e-9 meets a singular posture so closely that it stops there (rank code) */
    THREE("singular crank", "singular-crank", 20, 0, "DOPRI5", 1e-5, 1e-7, 1e-9, 100),
    BOTH("spring crank, k = 1000", "spring-crank stiffness=1000", 0.5, 1e-6, 1e-8, 1e-10, 10),
    BOTH("spring crank, k = 10000", "spring-crank stiffness=10000", 0.5, 1e-6, 1e-8, 1e-10, 100),
    BOTH("suspension, case I", "suspension case=1", 1, 1e-5, 1e-7, 1e-9, 100),
    BOTH("suspension, case II", "suspension case=2", 1, 1e-5, 1e-7, 1e-9, 100),
    BOTH("truck, bumps", "truck", 20, 1e-6, 1e-8, 1e-10, 100),
    BOTH("truck, hump", "truck road=2", 20, 1e-6, 1e-8, 1e-10, 100),
};

/* PStab's drift lies below that of Baumgarte's terms at least by the factors given: as printed in
 * Tables 4.6 and 4.7 for the manipulator, as found by an independent implementation for the other
 * mechanisms of the thesis (its figures do not show numbers), 1e6 for the rest. */
#define BAUMGARTE(name, spec, end, r, g1, g2)        \
  {                                                  \
    name ", B(" #g1 "," #g2 ")", spec, .settings = { \
      .stab = 1,                                     \
      .rtol = (r),                                   \
      .atol = (r) / 10,                              \
      .t1 = (end),                                   \
      .nmax = 1000000,                               \
      .baumg = {(g1), (g2)}                          \
    }                                                \
  }
#define PSTAB(name, spec, end, r, belowp, belowv)                                             \
  {                                                                                           \
    name ", PStab", spec,                                                                     \
        .settings = {.rtol = (r), .atol = (r) / 10, .t1 = (end), .nmax = 1000000}, .limit = { \
          .driftp_below = (belowp),                                                           \
          .driftv_below = (belowv)                                                            \
        }                                                                                     \
  }
#define PAIR(name, spec, end, r, g1, g2, belowp, belowv) \
  BAUMGARTE(name, spec, end, r, g1, g2), PSTAB(name, spec, end, r, belowp, belowv)

static const published_row drift[] = {
    PAIR("Andrews", "andrews", 0.3, 1e-5, 20, 100, 1.5e11, 6e8),
    PAIR("disc (velocities)", "disc", 2, 1e-3, 20, 0, 0, 1e13),
    PAIR("flexible crank, 60", "flexible-crank speed=60", 1, 1e-3, 16, 90, 3e11, 1e6),
    PAIR("flexible crank, 180", "flexible-crank speed=180", 1, 1e-3, 30, 100, 2e12, 1e6),
    PAIR("manipulator, case I", "manipulator", 10, 1e-5, 12, 70, 9474, 1e4),
    PAIR("manipulator, case II", "manipulator case=2", 10, 1e-5, 12, 70, 1e5, 417),
    PAIR("rigid crank", "rigid-crank", 4, 1e-3, 10, 80, 4e9, 1e5),
    PAIR("singular crank", "singular-crank", 10, 1e-5, 20, 100, 1e5, 1e5),
    PAIR("spring crank", "spring-crank", 0.5, 1e-5, 20, 100, 5e8, 1e7),
    PAIR("suspension, case I", "suspension case=1", 1, 1e-4, 10, 30, 1e6, 1e6),
    PAIR("suspension, case II", "suspension case=2", 1, 1e-4, 40, 400, 1e6, 1e6),
    PAIR("chain, 10 links", "chain links=10", 1, 1e-5, 20, 100, 1e6, 1e6),
    PAIR("double pendulum", "double-pendulum", 10, 1e-5, 20, 100, 1e6, 1e6),
    PAIR("pendulum", "pendulum", 10, 1e-5, 20, 100, 1e6, 1e6),
};

/* The limit is `times` the tolerance; explicit methods lose or gain energy steadily. */
#define KEPT(name, spec, end, m, called, r, times)                                                \
  {                                                                                               \
    name ", " called " " #r, spec,                                                                \
        .settings = {.method = (m), .rtol = (r), .atol = (r) / 10, .t1 = (end), .nmax = 1000000}, \
        .limit = {                                                                                \
          .energy_most = (times) * (r)                                                            \
        }                                                                                         \
  }
#define ENERGY(name, spec, end, times)                  \
  KEPT(name, spec, end, 0, "DOPRI5", 1e-6, times),      \
      KEPT(name, spec, end, 0, "DOPRI5", 1e-8, times),  \
      KEPT(name, spec, end, 0, "DOPRI5", 1e-10, times), \
      KEPT(name, spec, end, 1, "DOP853", 1e-6, times),  \
      KEPT(name, spec, end, 1, "DOP853", 1e-8, times),  \
      KEPT(name, spec, end, 1, "DOP853", 1e-10, times)

static const published_row energy[] = {
    ENERGY("double pendulum, 100 s", "double-pendulum", 100, 3000),
    ENERGY("chain, 20 links, 10 s", "chain links=20", 10, 200),
    ENERGY("pendulum, 100 s", "pendulum", 100, 500),
    ENERGY("disc, 3 s", "disc", 3, 100),
    ENERGY("manipulator, 10 s", "manipulator", 10, 100),
    ENERGY("Andrews, 0.3 s", "andrews", 0.3, 1000),
};

const published_table own_tables[] = {
    {"mbdae-accuracy",
     "Error at the end against the reference solutions of problems/data, largest |dy|/(1+|y|) "
     "over\n"
     "q and v; PStab, atol = rtol/10. NSTEP counts rejected steps. Order: how fast the error fell\n"
     "from the row above, log(error ratio)/log(ratio of accepted steps); lucky cancellations at "
     "the\n"
     "end time included.",
     NULL, SHOW_NFCN | SHOW_NSTEP | SHOW_NREJCT | SHOW_ERROR | SHOW_ORDER, ROWS_OF(accuracy)},
    {"mbdae-drift",
     "Baumgarte's terms, gains of the source where it has any, beside PStab: DOPRI5, atol =\n"
     "rtol/10, on the intervals and tolerances of the source where printed (flexible crank: the\n"
     "first of four seconds). Drift: max |g| and max |G v + gt| at accepted points, after\n"
     "stabilization. NSTEP counts rejected steps.",
     NULL, SHOW_NSTEP | SHOW_NREJCT | SHOW_DRIFTP | SHOW_DRIFTV, ROWS_OF(drift)},
    {"mbdae-energy",
     "Conservative mechanisms over long runs: largest change of the energy at accepted points,\n"
     "relative to 1 + |energy at the start|; PStab, atol = rtol/10. NSTEP counts rejected steps.",
     NULL, SHOW_NSTEP | SHOW_DRIFTP | SHOW_DRIFTV | SHOW_ENERGY, ROWS_OF(energy)},
};
const int own_table_count = (int)(sizeof own_tables / sizeof *own_tables);
