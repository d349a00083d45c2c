/* reference.h - the reference solutions of problems/data, which are part of the library of problems
 *
 * Each is a heading and rows t, q, v, lambda, ...; problems/data/README.md says where they come
 * from. */
#ifndef MBDAE_REFERENCE_H
#define MBDAE_REFERENCE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The first `columns` numbers after t in the row of time t of that reference (its file name without
 * .csv); 0 if found. */
int read_reference(const char* name, double t, int columns, double* values);

/* Largest |y_i - reference_i| / (1 + |reference_i|) over y = (q, v); NaN if there is no such row, or
 * q or v has a NaN. */
double reference_error(const char* name, double t, int n, const double* q, const double* v);

/* Largest |lambda_i - reference_i| over 1 + the largest |reference_i| of any row: forces of thousands
 * come and go, and their errors do not go with them. The columns follow those of q and v; NaN also
 * if there are none. */
double reference_multiplier_error(const char* name, double t, int n, int m, const double* lambda);

#ifdef __cplusplus
}
#endif

#endif
