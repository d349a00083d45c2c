#!/bin/sh
# fortran_robertson.sh PROGRAM: the DDASSL driver on the drop-in library. The values are those of the genuine
# DDASSL in Octave 7.3 at RTOL 1e-8, ATOL 1e-12, rounded to five digits.
set -eu
"$1" | awk '
  function size(x) { return x < 0 ? -x : x }
  $1 == 3 { y1[++n] = $3; y2[n] = $4; y3[n] = $5 }
  /^steps/ { steps = $5 }
  END {
    if (n != 7) { print "7 lines expected, found", n; exit 1 }
    split("0.98517 0.90552 0.71583 0.45052 0.18320 0.038983 0.0049383", a)
    split("3.3864e-5 2.2405e-5 9.1855e-6 3.2229e-6 8.9424e-7 1.6218e-7 1.9850e-8", b)
    for (i = 1; i <= 7; i++) {
      if (size(y1[i] - a[i]) > 2e-5 * a[i]) { print "y1 at line", i, y1[i], "expected", a[i]; bad = 1 }
      if (size(y2[i] - b[i]) > 5e-5 * b[i]) { print "y2 at line", i, y2[i], "expected", b[i]; bad = 1 }
      if (size(y1[i] + y2[i] + y3[i] - 1) > 1e-9) { print "mass at line", i; bad = 1 }
    }
    if (!(steps > 200 && steps < 2000)) { print "steps", steps; bad = 1 }
    exit bad
  }'
