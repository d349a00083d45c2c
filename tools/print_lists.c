/* `mbdae options`, `mbdae codes`: the lists of the public headers as tables. */
#include <mbdae/mbdae.h>
#include <stdio.h>

#include "commands.h"

#define OPTION(name, position, default_, meaning) \
  printf("  %-12s %3d  %-12s %s\n", #name, position, default_, meaning);

int print_options(void) {
  printf("Positions RKSTAB_<name> (C; Fortran: position + 1). Options: 0 means default.\n");
  printf("\niwork, options%21s default\n", "");
  RKSTAB_IWORK_OPTIONS(OPTION)
  printf("\nwork, options\n");
  RKSTAB_WORK_OPTIONS(OPTION)
  printf("\niwork, results\n");
  RKSTAB_IWORK_RESULTS(OPTION)
  printf("\nwork, results\n");
  RKSTAB_WORK_RESULTS(OPTION)
  return 0;
}

#define CODE(name, value, sentence, remedy) \
  printf("%5d  %-24s %s; %s\n", value, #name, sentence, remedy);

int print_codes(void) {
  MBDAE_CODES(CODE)
  return 0;
}
