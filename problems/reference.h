/* reference.h - read a row of a reference solution: a CSV file with a heading and columns t, q, v,
 * ... */
#ifndef MBDAE_REFERENCE_H
#define MBDAE_REFERENCE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The first `columns` numbers after t in the row of time t; 0 if found. */
int read_reference(const char* file, double t, int columns, double* values);

#ifdef __cplusplus
}
#endif

#endif
