/* The `mbdae` command. */
#include <mbdae/mbdae.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const char usage[] =
    "usage: mbdae demo           a mechanism with and without stabilization\n"
    "       mbdae list           the mechanisms and their parameters\n"
    "       mbdae run NAME [PARAMETER=VALUE ...] [OPTIONS]\n"
    "                            integrate one; options (also as --rtol=R):\n"
    "           --rtol R --atol A        1e-6, R/10\n"
    "           --stab S                 pstab baumgarte none s-full s-both projection velocities\n"
    "           --method M               dopri5 dop853 auto euler heun\n"
    "           --baumg G1,G2            Baumgarte's gains; the source's own\n"
    "           --t1 T                   end of the run; the source's own\n"
    "           --datol D --fixed H --nmax N --compat --rank     as in rkstab.h\n"
    "           --csv FILE [--dt DT]     t, q, v, lambda and outputs at every accepted step, or\n"
    "                                    t, q, v and outputs every DT; FILE - is stdout\n"
    "       mbdae table NAME [--markdown]\n"
    "                            run a published table again, beside the printed numbers:\n"
    "                            rkstab-3.1, rkstab-4.1 to rkstab-4.8, dassl-6.1 to dassl-6.5,\n"
    "                            bdf2nd-2.2, 2.3, 3.1, 3.2, 8.1 to 8.5; or one of our own:\n"
    "                            mbdae-accuracy, mbdae-drift, mbdae-energy; all of them: all\n"
    "       mbdae check-model NAME [PARAMETER=VALUE ...]\n"
    "                            the routines of a mechanism against each other\n"
    "       mbdae check-model FILE.so --q A,B,... [--m M] [OPTIONS]\n"
    "                            the same for a model of your own; without FILE: its options\n"
    "       mbdae options        positions of work and iwork, with defaults\n"
    "       mbdae codes          every value of IDID, with its remedy\n"
    "       mbdae --version\n";

static int is(const char* a, const char* b) {
  return strcmp(a, b) == 0;
}

static int print_version(void) {
  printf("mbdae %s\n", mbdae_version());
  return 0;
}

/* A file has a slash or a dot, a mechanism has not. */
static int check_model(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) {
    if (argv[i][0] == '-') continue;
    const int is_file = strchr(argv[i], '/') != NULL || strchr(argv[i], '.') != NULL;
    return is_file ? check_shared_model(argc, argv) : check_mechanism(argc, argv);
  }
  return check_shared_model(argc, argv);
}

/* Commands without anything behind them; -1 if it is none of them. */
static int run_alone(const char* command, int argc, char** argv) {
  static const struct {
    const char* name;
    int (*run)(void);
  } commands[] = {{"demo", print_demo},
                  {"list", print_catalogue},
                  {"options", print_options},
                  {"codes", print_codes},
                  {"--version", print_version}};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
    if (!is(command, commands[i].name)) continue;
    if (argc == 2) return commands[i].run();
    fprintf(stderr, "mbdae: %s: expected nothing behind it, not %s\n", command, argv[2]);
    return 2;
  }
  return -1;
}

int main(int argc, char** argv) {
  const char* command = argc > 1 ? argv[1] : "--help";
  for (int i = 2; i < argc && !is(command, "check-model"); ++i) {
    if (is(argv[i], "--help")) command = "--help";
  }
  const int status = run_alone(command, argc, argv);
  if (status >= 0) return status;
  if (is(command, "run")) return run_mechanism(argc - 2, argv + 2);
  if (is(command, "table") && argc == 3) return print_table(argv[2], 0);
  if (is(command, "table") && argc == 4 && is(argv[3], "--markdown"))
    return print_table(argv[2], 1);
  if (is(command, "table")) {
    fprintf(stderr, "mbdae: table: expected a name behind it, such as 4.1 or all\n");
    return 2;
  }
  if (is(command, "check-model")) return check_model(argc - 2, argv + 2);
  const int asked = is(command, "--help") || is(command, "-h");
  if (!asked) fprintf(stderr, "mbdae: %s: not understood\n", command);
  fputs(usage, asked ? stdout : stderr);
  if (asked) {
    printf("\n");
    print_options();
  }
  return asked ? 0 : 2;
}
