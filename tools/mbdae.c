/* The `mbdae` command. */
#include <mbdae/mbdae.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const char usage[] =
    "usage: mbdae demo           a mechanism with and without stabilization\n"
    "       mbdae table NAME     run a published table again, beside the printed numbers:\n"
    "                            rkstab-3.1, rkstab-4.6, rkstab-4.7\n"
    "       mbdae options        positions of work and iwork, with defaults\n"
    "       mbdae codes          every value of IDID, with its remedy\n"
    "       mbdae --version\n";

int main(int argc, char** argv) {
  const char* command = argc > 1 ? argv[1] : "--help";
  if (strcmp(command, "demo") == 0) return print_demo();
  if (strcmp(command, "table") == 0 && argc == 3) return print_table(argv[2]);
  if (strcmp(command, "options") == 0) return print_options();
  if (strcmp(command, "codes") == 0) return print_codes();
  if (strcmp(command, "check-model") == 0) return check_shared_model(argc - 2, argv + 2);
  if (strcmp(command, "--version") == 0) {
    printf("mbdae %s\n", mbdae_version());
    return 0;
  }
  const int asked = strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0;
  fputs(usage, asked ? stdout : stderr);
  if (asked) {
    printf("\n");
    print_options();
  }
  return asked ? 0 : 2;
}
