/* Tables 4.4, 4.5 and 4.8 of H. Chin's thesis: wheel suspension, slider-crank with spring. Data
 * only. */
#include "published.h"

#define PSTAB(r)   .settings = {.rtol = (r), .atol = (r) / 10}
#define BAUM_45(r) .settings = {.stab = 1, .rtol = (r), .atol = (r) / 10, .baumg = {40, 400}}
#define PRINT_44(nf, ns, na, nr) \
  .print = {.nfcn = (nf), .nstep = (ns), .naccp = (na), .nrejct = (nr)}
#define PRINT_45(nf, nr) .print = {.nfcn = (nf), .nrejct = (nr)}

/* The data of the published suspension are not public: the print is shown, not compared. */
static const published_row table_4_4[] = {
    {"1e-3, PStab", PSTAB(1e-3), PRINT_44(530, 88, 85, 3)},
    {"1e-4, PStab", PSTAB(1e-4), PRINT_44(896, 149, 136, 13)},
    {"1e-5, PStab", PSTAB(1e-5), PRINT_44(1298, 216, 211, 5)},
    {"1e-6, PStab", PSTAB(1e-6), PRINT_44(2060, 343, 338, 5)},
    {"1e-7, PStab", PSTAB(1e-7), PRINT_44(3284, 547, 541, 6)},
};

static const published_row table_4_5[] = {
    {"1e-3, B(40,400)", BAUM_45(1e-3), PRINT_45(644, 19)},
    {"1e-4, B(40,400)", BAUM_45(1e-4), PRINT_45(1040, 37)},
    {"1e-5, B(40,400)", BAUM_45(1e-5), PRINT_45(1556, 41)},
    {"1e-6, B(40,400)", BAUM_45(1e-6), PRINT_45(2240, 41)},
    {"1e-7, B(40,400)", BAUM_45(1e-7), PRINT_45(3404, 47)},
    {"1e-3, PStab", PSTAB(1e-3), PRINT_45(608, 16)},
    {"1e-4, PStab", PSTAB(1e-4), PRINT_45(968, 28)},
    {"1e-5, PStab", PSTAB(1e-5), PRINT_45(1442, 32)},
    {"1e-6, PStab", PSTAB(1e-6), PRINT_45(2216, 40)},
    {"1e-7, PStab", PSTAB(1e-7), PRINT_45(3356, 45)},
};

/* NSTEP is held to within one of an independent implementation's on the same stand-in data: 10, 14, 21,
 * 32. So is the print. */
#define PSTAB_48(r)      .settings = {.rtol = (r), .atol = (r)}
#define PRINT_48(nf, ns) .print = {.nfcn = (nf), .nstep = (ns)}
#define OTHER_48(nf, ns) .print = {.nfcn = (nf), .nstep = (ns)}, .not_ours = 1
#define LIMIT_48(ns, e)  .limit = {.nstep_about = (ns), .error_most = (e)}

static const published_row table_4_8[] = {
    {"1e-3, DASSL, index 2 (LM)", OTHER_48(251, 84)},
    {"1e-3, DASSL, revised (CM)", OTHER_48(242, 86)},
    {"1e-3, PStab", PSTAB_48(1e-3), PRINT_48(62, 10), LIMIT_48(10, 2e-3)},
    {"1e-4, DASSL, index 2 (LM)", OTHER_48(328, 128)},
    {"1e-4, DASSL, revised (CM)", OTHER_48(327, 119)},
    {"1e-4, PStab", PSTAB_48(1e-4), PRINT_48(86, 14), LIMIT_48(14, 2e-5)},
    {"1e-5, DASSL, index 2 (LM)", OTHER_48(462, 166)},
    {"1e-5, DASSL, revised (CM)", OTHER_48(456, 172)},
    {"1e-5, PStab", PSTAB_48(1e-5), PRINT_48(134, 22), LIMIT_48(21, 5e-6)},
    {"1e-6, DASSL, index 2 (LM)", OTHER_48(641, 250)},
    {"1e-6, DASSL, revised (CM)", OTHER_48(622, 237)},
    {"1e-6, PStab", PSTAB_48(1e-6), PRINT_48(200, 33), LIMIT_48(32, 5e-7)},
};

const published_table mechanism_tables[] = {
    {"rkstab-4.4",
     "Wheel suspension, case I (smooth bump), [0,1], DOPRI5, atol = rtol/10. The data of the\n"
     "published model are not public: ours has the same topology, forces and excitation, but its\n"
     "own geometry and masses, so that the columns are comparable in size only. NSTEP counts\n"
     "rejected steps; drift at accepted points, after stabilization; error: largest |dy|/(1+|y|) "
     "of\n"
     "q and v at t = 1.",
     "suspension case=1",
     SHOW_NFCN | SHOW_NSTEP | SHOW_NACCP | SHOW_NREJCT | SHOW_DRIFTP | SHOW_DRIFTV | SHOW_ERROR,
     ROWS_OF(table_4_4)},
    {"rkstab-4.5",
     "Wheel suspension, case II (the road falls away at t = 0.2), [0,1], DOPRI5, atol = rtol/10;\n"
     "our own data, as in 4.4. Drift at accepted points, after stabilization; error: largest\n"
     "|dy|/(1+|y|) of q and v at t = 1.",
     "suspension case=2", SHOW_NFCN | SHOW_NREJCT | SHOW_DRIFTP | SHOW_DRIFTV | SHOW_ERROR,
     ROWS_OF(table_4_5)},
    {"rkstab-4.8",
     "Slider-crank with spring and damper, k = 1000, [0,0.5], DOPRI5, atol = rtol. Masses, "
     "inertias\n"
     "and start are not printed: stand-ins, hence a comparison of sizes. The rows of DASSL are "
     "the\n"
     "printed ones (its evaluations of residuals, Jacobians not counted). NSTEP counts rejected\n"
     "steps; error: largest |dy|/(1+|y|) of q and v at t = 0.5.",
     "spring-crank stiffness=1000", SHOW_NFCN | SHOW_NSTEP | SHOW_DRIFTP | SHOW_DRIFTV | SHOW_ERROR,
     ROWS_OF(table_4_8)},
};
const int mechanism_table_count = (int)(sizeof mechanism_tables / sizeof *mechanism_tables);
