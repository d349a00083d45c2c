/* suspension_data.h - geometry, masses and forces of the wheel suspension: data, no logic
 *
 * Rear left wheel, SI units, x forward, y to the left, z up, origin in the car's plane of symmetry
 * on the axle line. Coordinates of the design position. The points are chosen for this
 * model, not measured on a car. What they give, wheel centre raised and lowered by 0.1 m: camber
 * -2.0 and +0.3 degrees, toe-in +0.20 and -0.23 degrees, half track -18 and -11 mm, wheel base
 * 4 and 9 mm, wheel rate 26 N/mm at design and 25 to 28 N/mm between (suspension_absolute.py
 * prints the table); joint angles below 25 degrees within +-0.12 m. */
#ifndef MBDAE_SUSPENSION_DATA_H
#define MBDAE_SUSPENSION_DATA_H

#include "vector3.h"

enum { RODS = 5 };

/* rod i: from A on the car to B on the carrier */
typedef struct rod_data {
  vector3 A, B;
  double mass;
} rod_data;

static const rod_data rod[RODS] = {
    {{-0.050, 0.354, 0.128}, {-0.010, 0.670, 0.150}, 1.4},   /* upper, lateral */
    {{0.240, 0.439, 0.128}, {0.050, 0.660, 0.140}, 1.2},     /* upper, from the front */
    {{0.280, 0.420, -0.108}, {0.050, 0.690, -0.110}, 1.6},   /* lower, from the front */
    {{-0.170, 0.322, -0.054}, {-0.150, 0.700, -0.045}, 1.3}, /* toe link */
    {{-0.070, 0.280, -0.126}, {-0.040, 0.690, -0.120}, 3.0}, /* lower, carries the spring */
};
static const double rod_radius = 0.015; /* axial inertia m r^2/2, transverse m l^2/12 */

static const double carrier_mass = 18.0;
static const vector3 carrier_centre = {0.005, 0.690, 0.005};
static const matrix3 carrier_inertia = {
    {0.20, 0.010, 0.005}, {0.010, 0.25, -0.008}, {0.005, -0.008, 0.22}};

static const double wheel_mass = 20.0;
static const vector3 wheel_centre = {0.0, 0.76, 0.0};
static const matrix3 wheel_inertia = {{0.55, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.55}};
static const double wheel_radius = 0.3, speed = 30.0;

static const double gravity = 9.81;

/* Spring and damper, from the car to a point of rod 5. The free length is such that the design
 * position is in equilibrium: the virtual work of all forces in the travel of the wheel is zero. */
static const vector3 spring_car = {-0.055, 0.500, 0.280};
static const double spring_fraction = 0.7; /* of the length of rod 5, from A */
static const double spring_rate = 55000.0;
static const double spring_free_length = 0.51348632740856248;

static const double tyre_rate = 200000.0, tyre_preload = 4404.134;

#endif
