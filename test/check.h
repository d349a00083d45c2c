/* cmocka with what it needs before it, for C and C++ alike */
#ifndef MBDAE_TEST_CMOCKA_H
#define MBDAE_TEST_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif

/* |actual - expected| <= tolerance, with the numbers in the message; NaN fails */
#define assert_close(actual, expected, tolerance)                                                  \
  do {                                                                                             \
    const double actual_ = (actual), expected_ = (expected), tolerance_ = (tolerance);             \
    if (!((actual_ > expected_ ? actual_ - expected_ : expected_ - actual_) <= tolerance_))        \
      fail_msg("%s = %.17g, expected %.17g within %.3g", #actual, actual_, expected_, tolerance_); \
  } while (0)

/* actual <= limit; NaN fails */
#define assert_at_most(actual, limit)                                                        \
  do {                                                                                       \
    const double actual_ = (actual), limit_ = (limit);                                       \
    if (!(actual_ <= limit_)) fail_msg("%s = %.17g exceeds %.3g", #actual, actual_, limit_); \
  } while (0)

#endif
