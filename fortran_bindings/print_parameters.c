/* Prints mbdae_parameters.inc: the codes of codes.h, the positions of rkstab_options.h,
 * dassl_like_options.h and bdf2nd_options.h, and the checks of check.h as Fortran parameters. Run while
 * the library is built; the output goes beside mbdae.f90 and is installed.
 *
 * One short statement per line, from column 7 on, '!' comments in column 1, no continuation lines:
 * valid in fixed and in free form. Fortran does not tell upper from lower case, so a position named
 * like a routine gets the ending _AT. */
#include <ctype.h>
#include <mbdae/mbdae.h>
#include <stdio.h>
#include <string.h>

enum { LAST_COLUMN = 72, LONGEST_NAME = 63, MOST_NAMES = 500 };

static const char* const routines[] = {"rkstab",
                                       "contrk",
                                       "rkstab_lwork",
                                       "rkstab_liwork",
                                       "rkstab_explain",
                                       "dassl_like",
                                       "dassl_like_lrw",
                                       "dassl_like_liw",
                                       "dassl_like_mbs",
                                       "dassl_like_mbs_lrw",
                                       "dassl_like_mbs_liw",
                                       "dassl_like_explain",
                                       "bdf2nd",
                                       "bdf2nd_lwork",
                                       "bdf2nd_liwork",
                                       "bdf2nd_ext",
                                       "bdf2nd_ext_lwork",
                                       "bdf2nd_ext_liwork",
                                       "mbdae_message",
                                       "mbdae_version",
                                       "mbdae_check_model",
                                       "mbdae_check_model_lwork",
                                       "mbdae_check_explain"};

static char names[MOST_NAMES][LONGEST_NAME + 1];
static int count;
static int failed;

static void fail(const char* what, const char* name) {
  fprintf(stderr, "print_parameters: %s: %s\n", what, name);
  failed = 1;
}

static int same(const char* a, const char* b) {
  while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
    ++a;
    ++b;
  }
  return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

static int is_routine(const char* name) {
  for (size_t i = 0; i < sizeof routines / sizeof *routines; ++i) {
    if (same(name, routines[i])) return 1;
  }
  return 0;
}

static void print_parameter(const char* prefix, const char* name, int value) {
  char* kept = names[count < MOST_NAMES ? count : MOST_NAMES - 1];
  char line[2 * LAST_COLUMN];
  int length = snprintf(kept, sizeof names[0], "%s%s", prefix, name);
  if (is_routine(kept)) {
    length = snprintf(kept, sizeof names[0], "%s%s_AT", prefix, name);
  }
  if (length > LONGEST_NAME) fail("name too long for Fortran", kept);
  for (int i = 0; i < count; ++i) {
    if (same(names[i], kept)) fail("name used twice", kept);
  }
  if (++count > MOST_NAMES) fail("more names than MOST_NAMES", kept);
  length = snprintf(line, sizeof line, "      PARAMETER (%s=%d)", kept, value);
  if (length > LAST_COLUMN) fail("line too long for fixed form", kept);
  printf("      INTEGER %s\n%s\n", kept, line);
}

#define CODE(name, value, sentence, remedy)   print_parameter("", #name, value);
#define CHECK(name, number, sentence, remedy) print_parameter("MBDAE_CHECK_", #name, number);
#define POSITION(name, position, default_, meaning) \
  print_parameter("RKSTAB_", #name, (position) + 1);
#define B2_AT(name, position, default_, meaning) print_parameter("B2_", #name, (position) + 1);
#define DL_AT(name, position, default_, meaning) print_parameter("DL_", #name, (position) + 1);

int main(void) {
  printf("! mbdae %s, generated from codes.h, the options and check.h\n!\n", MBDAE_VERSION);
  printf(
      "! Values of IDID. A name like MBDAE_FCN_NOT_FINITE tells the routine and\n"
      "! what it did; `mbdae codes` prints all with their remedies.\n");
  MBDAE_CODES(CODE)
  printf("! Positions of IWORK: options, then results\n");
  RKSTAB_IWORK_OPTIONS(POSITION)
  RKSTAB_IWORK_RESULTS(POSITION)
  printf("! Positions of WORK: options, then results\n");
  RKSTAB_WORK_OPTIONS(POSITION)
  RKSTAB_WORK_RESULTS(POSITION)
  printf("! Named positions at the front of IWORK and WORK\n");
  print_parameter("RKSTAB_", "IWORK_HEADER", RKSTAB_IWORK_HEADER);
  print_parameter("RKSTAB_", "WORK_HEADER", RKSTAB_WORK_HEADER);
  printf("! DASSL_LIKE: positions of INFO\n");
  DL_INFO_OPTIONS(DL_AT)
  printf("! Positions of its RWORK\n");
  DL_RWORK_POSITIONS(DL_AT)
  DL_MBS_RWORK_POSITIONS(DL_AT)
  printf("! Positions of its IWORK\n");
  DL_IWORK_POSITIONS(DL_AT)
  DL_MBS_IWORK_POSITIONS(DL_AT)
  print_parameter("DL_", "INFO_LENGTH", DL_INFO_LENGTH);
  printf("! BDF2ND: positions of INFO\n");
  B2_INFO_OPTIONS(B2_AT)
  printf("! Positions of its WORK\n");
  B2_WORK_POSITIONS(B2_AT)
  printf("! Positions of its IWORK\n");
  B2_IWORK_POSITIONS(B2_AT)
  print_parameter("B2_", "INFO_LENGTH", B2_INFO_LENGTH);
  printf("! IDID of the successful calls of both\n");
  print_parameter("DL_", "STEPPED", DL_STEPPED);
  print_parameter("DL_", "AT_TSTOP", DL_AT_TSTOP);
  print_parameter("DL_", "AT_TOUT", DL_AT_TOUT);
  printf("! Checks of MBDAE_CHECK_MODEL: numbers as in C, from 0\n");
  MBDAE_CHECK_LIST(CHECK)
  print_parameter("MBDAE_", "CHECKS", MBDAE_CHECKS);
  printf("! Their verdicts\n");
  print_parameter("MBDAE_", "NOT_MADE", MBDAE_NOT_MADE);
  print_parameter("MBDAE_", "PASSED", MBDAE_PASSED);
  print_parameter("MBDAE_", "FAILED", MBDAE_FAILED);
  print_parameter("MBDAE_", "NOTICE", MBDAE_NOTICE);
  return failed;
}
