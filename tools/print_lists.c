/* `mbdae options`, `mbdae codes`: the lists of the public headers as tables. */
#include <mbdae/mbdae.h>
#include <stdio.h>

#include "commands.h"

#define OPTION(name, position, default_, meaning) \
  printf("  %-14s %3d  %-12s %s\n", #name, position, default_, meaning);

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
  printf("\nPositions DL_<name> of dassl_like and dassl_like_mbs\n\ninfo\n");
  DL_INFO_OPTIONS(OPTION)
  printf("\nrwork\n");
  DL_RWORK_POSITIONS(OPTION)
  printf("\niwork\n");
  DL_IWORK_POSITIONS(OPTION)
  printf("\nrwork, dassl_like_mbs\n");
  DL_MBS_RWORK_POSITIONS(OPTION)
  printf("\niwork, dassl_like_mbs\n");
  DL_MBS_IWORK_POSITIONS(OPTION)
  return 0;
}

#define CODE(name, value, sentence, remedy) \
  printf("%5d  %-24s %s; %s\n", value, #name, sentence, remedy);

int print_codes(void) {
  MBDAE_CODES(CODE)
  return 0;
}
