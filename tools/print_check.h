/* print_check.h - the result of mbdae_check_model as a table */
#ifndef MBDAE_PRINT_CHECK_H
#define MBDAE_PRINT_CHECK_H

/* failed, report, place as mbdae_check_model left them. Returns the exit status: 0 if nothing failed,
 * 1 if a check did or a routine could not be called, 2 if an argument was refused; then the reason goes
 * to stderr. */
int print_check_report(int failed, const double report[], const int place[]);

#endif
