#!/bin/sh
# fortran_manipulator.sh PROGRAM REFERENCE: the angles printed by the Fortran 77 example at
# t = 0, 1, ..., 10 against the quad-precision solution.
#
# The example runs with rtol = atol = 1e-8. On this problem an error committed in a step grows by a
# factor of up to 100 until t = 10 (measured in quad precision with two tolerances), the steps meet
# the tolerance relative to 1 + |y| with |y| of a few units: 200 rtol.
set -eu
"$1" >fortran_manipulator.out
cat fortran_manipulator.out
awk -v within=2e-6 '
  FNR == NR { if (FNR > 1) { split($0, field, ","); th1[field[1] + 0] = field[2]; th2[field[1] + 0] = field[3] } next }
  /^#/ { next }
  {
    t = $1 + 0
    if (!(t in th1)) { print "no reference at t =", $1; bad = 1; next }
    e1 = $2 - th1[t]; e2 = $3 - th2[t]
    if (e1 < 0) e1 = -e1
    if (e2 < 0) e2 = -e2
    if (!(e1 <= within && e2 <= within)) { print "t =", t, "errors", e1, e2, "exceed", within; bad = 1 }
    rows++; last = t
  }
  END {
    if (rows != 11 || last != 10) { print "expected 11 rows up to t = 10, got", rows; bad = 1 }
    exit bad
  }' "$2" fortran_manipulator.out
