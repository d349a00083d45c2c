/* vector3.h - vectors and matrices of three-dimensional mechanics, by value */
#ifndef MBDAE_VECTOR3_H
#define MBDAE_VECTOR3_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vector3 {
  double x, y, z;
} vector3;

/* by columns: of a rotation, the axes of the turned frame */
typedef struct matrix3 {
  vector3 x, y, z;
} matrix3;

static inline vector3 vector3_of(double x, double y, double z) {
  vector3 r;
  r.x = x, r.y = y, r.z = z;
  return r;
}
static inline vector3 plus(vector3 a, vector3 b) {
  return vector3_of(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline vector3 minus(vector3 a, vector3 b) {
  return vector3_of(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline vector3 times(double s, vector3 a) {
  return vector3_of(s * a.x, s * a.y, s * a.z);
}
static inline double dot(vector3 a, vector3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vector3 cross(vector3 a, vector3 b) {
  return vector3_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double norm(vector3 a) {
  return sqrt(dot(a, a));
}
static inline vector3 unit(vector3 a) {
  return times(1.0 / norm(a), a);
}

/* A a and A' a */
static inline vector3 apply(const matrix3* A, vector3 a) {
  return plus(times(a.x, A->x), plus(times(a.y, A->y), times(a.z, A->z)));
}
static inline vector3 apply_transposed(const matrix3* A, vector3 a) {
  return vector3_of(dot(A->x, a), dot(A->y, a), dot(A->z, a));
}

/* Rotations: R Rx(a), R Ry(a), R Rz(a), turning about R's own axes */
static inline matrix3 turn_x(const matrix3* R, double a) {
  const double c = cos(a), s = sin(a);
  matrix3 T;
  T.x = R->x;
  T.y = plus(times(c, R->y), times(s, R->z));
  T.z = minus(times(c, R->z), times(s, R->y));
  return T;
}
static inline matrix3 turn_y(const matrix3* R, double a) {
  const double c = cos(a), s = sin(a);
  matrix3 T;
  T.x = minus(times(c, R->x), times(s, R->z));
  T.y = R->y;
  T.z = plus(times(c, R->z), times(s, R->x));
  return T;
}
static inline matrix3 turn_z(const matrix3* R, double a) {
  const double c = cos(a), s = sin(a);
  matrix3 T;
  T.x = plus(times(c, R->x), times(s, R->y));
  T.y = minus(times(c, R->y), times(s, R->x));
  T.z = R->z;
  return T;
}

/* A B' */
static inline matrix3 times_transposed(const matrix3* A, const matrix3* B) {
  matrix3 T;
  T.x = apply(A, vector3_of(B->x.x, B->y.x, B->z.x));
  T.y = apply(A, vector3_of(B->x.y, B->y.y, B->z.y));
  T.z = apply(A, vector3_of(B->x.z, B->y.z, B->z.z));
  return T;
}

#ifdef __cplusplus
}
#endif

#endif
