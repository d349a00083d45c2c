/* See print_check.h. */
#include "print_check.h"

#include <mbdae/mbdae.h>
#include <stdio.h>
#include <string.h>

#define NAME(name, number, sentence, remedy) #name,
static const char* const names[] = {MBDAE_CHECK_LIST(NAME)};

static const char* verdict_name(int verdict) {
  switch (verdict) {
    case MBDAE_PASSED:
      return "passed";
    case MBDAE_FAILED:
      return "FAILED";
    case MBDAE_NOTICE:
      return "notice";
    default:
      return "not made";
  }
}

/* The verdict has a column of its own. */
static void cut_out(char* line, const char* word) {
  char* const at = strstr(line, word);
  if (at != NULL) memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

/* The particulars only where there are any. */
static void print_check(int check, const double report[], const int place[]) {
  const int verdict = place[3 * check];
  const int particular = verdict == MBDAE_FAILED || verdict == MBDAE_NOTICE;
  char line[600];
  mbdae_check_explain(check, particular ? report : NULL, place, line, (int)sizeof line);
  cut_out(line, verdict == MBDAE_FAILED ? ": FAILED" : ": notice");
  printf("%-12s %-9s", names[check], verdict_name(verdict));
  if (verdict == MBDAE_NOT_MADE) {
    printf("%9s", "");
  } else {
    printf("%9.1e", report[3 * check]);
  }
  printf("  %s\n", line);
}

/* Where the check ended: what CALLS says of it. */
static void print_end(const double report[], const int place[]) {
  char line[600];
  mbdae_check_explain(MBDAE_CHECK_CALLS, report, place, line, (int)sizeof line);
  const char* const particulars = strstr(line, ": FAILED: ");
  fflush(stdout);
  fprintf(stderr, "the check could not be finished: %s\n",
          particulars != NULL ? particulars + strlen(": FAILED: ") : line);
}

int print_check_report(int failed, const double report[], const int place[]) {
  int notices = 0;
  if (failed <= -100 || failed == MBDAE_INTERNAL) { /* nothing was checked */
    fprintf(stderr, "mbdae: %s\n", mbdae_message(failed));
    return 2;
  }
  printf("%-12s %-9s%9s\n", "check", "verdict", "error");
  for (int k = 0; k < MBDAE_CHECKS; ++k) {
    print_check(k, report, place);
    notices += place[3 * k] == MBDAE_NOTICE;
  }
  if (failed < 0) {
    print_end(report, place);
  } else if (failed > 0) {
    printf("%d failed\n", failed);
  } else {
    printf(notices > 0 ? "none failed, see %d notice%s\n" : "none failed\n", notices,
           notices == 1 ? "" : "s");
  }
  return failed == 0 ? 0 : 1;
}
