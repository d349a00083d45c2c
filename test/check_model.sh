#!/bin/sh
# check_model.sh BUILD SOURCE [sanitized]: `mbdae check-model` on shared objects made as a user would,
# in C and in Fortran: a right model, a wrong one, one that fails, and command lines that are wrong.
set -eu
build=$1 source=$2
[ "${3:-}" != sanitized ] || exit 77 # the models would need the sanitizers' runtime
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >model.c <<'C'
#include <mbdae/model.h>
#ifndef SIGN
#define SIGN 1
#endif
int amat(int n, int ldam, double t, const double* q, double* am, void* user) {
  (void)t, (void)q, (void)user;
  for (int i = 0; i < n; ++i) am[i + i * ldam] = 1;
  return 0;
}
#ifndef G01
#define G01 gq[1]
#endif
int fcn(int n, double t, const double* q, const double* v, double* f, void* user) {
  (void)n, (void)t, (void)q, (void)v, (void)user;
  f[1] = -9.81;
  return FCN_RETURNS;
}
int gcn(int m, int n, double t, const double* q, double* g, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  g[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
  return 0;
}
int gcnq(int m, int n, double t, const double* q, double* gq, void* user) {
  (void)m, (void)n, (void)t, (void)user;
  gq[0] = q[0];
  gq[1] = SIGN * q[1];
  gq[1] = G01;
  return 0;
}
int gcnqq(int m, int n, double t, const double* q, const double* v, double* l, void* user) {
  (void)m, (void)n, (void)t, (void)q, (void)user;
  l[0] = v[0] * v[0] + v[1] * v[1];
  return 0;
}
C
compile="cc -std=c99 -shared -fPIC -I$source/include model.c"
$compile -DFCN_RETURNS=0 -o right.so
$compile -DFCN_RETURNS=0 -DSIGN=-1 -o wrong.so
$compile -DFCN_RETURNS=-1 -o stops.so
$compile -DFCN_RETURNS=3 -o refuses.so
$compile -DFCN_RETURNS=0 -DG01=0./0 -o nan.so
$compile -DFCN_RETURNS=0 -DG01=-1e308*10 -o inf.so

# try WHAT STATUS PATTERN ARGUMENTS...: exit status and a line of the output
try() {
  what=$1 want=$2 pattern=$3
  shift 3
  status=0
  "$build/mbdae" check-model "$@" >out 2>&1 || status=$?
  if [ $status -ne "$want" ] || ! grep -q -e "$pattern" out; then
    cat out
    echo "FAILED: $what: exit status $status, expected $want with a line '$pattern'"
    exit 1
  fi
  echo "ok: $what"
}
point="--n 2 --m 1 --q 0.6,0.8 --v -0.8,0.6"
# shellcheck disable=SC2086
{
  try "right model" 0 '^none failed$' right.so $point
  try "path" 0 '^none failed$' ./right.so --m=1 --q=0.6,-0.8 --t 3
  try "off the circle" 0 '^POSITION *notice' right.so --m 1 --q 0.6,0.9
  try "wrong sign" 1 '^G *FAILED.*row 0, column 1 (from 0): gave -0.8, expected 0.8' wrong.so $point
  try "once" 1 '^G .*along the motion\|^G *FAILED *[^ ]*  gcnq is the derivative of gcn by q: row 0' wrong.so $point
  try "stopped" 1 'finished: fcn returned -1; ' stops.so $point
  try "refused" 1 '^CALLS *FAILED.*: fcn returned 3; ' refuses.so $point
  try "NaN" 1 'finished: gcnq(0,1) is NaN; ' nan.so $point
  try "Inf" 1 '^CALLS *FAILED.*: gcnq(0,1) is -Inf; ' inf.so $point
  try "nonholonomic" 0 '^G *not made' right.so --ihol 1 $point
  try "no such file" 2 'cannot be loaded' missing.so $point
  try "too few numbers" 2 'expected as many numbers' right.so --n 3 --m 1 --q 0.6,0.8
  try "not a number" 2 'expected as many numbers' right.so --m 1 --q 0.6,x
  try "NaN in q" 2 '--q: component 1 (from 0) is nan, expected a finite number' right.so --m 1 --q 0.6,nan
  try "Inf in v" 2 '--v: component 0 (from 0) is -inf' right.so --m 1 --q 0.6,0.8 --v -inf,1
  try "bad ihol" 2 'ihol is out of range; expected 0' right.so --ihol 5 $point
  try "unknown option" 2 'not understood: --x' right.so --x 1 $point
  try "bad number" 2 'not understood: --m x$' right.so --q 0.6,0.8 --m x
  try "negative size" 2 'm is out of range' right.so --q 1,2 --m -1
  try "constraints forgotten" 2 '--m is missing' right.so --q 0.6,0.8
  try "nothing" 2 '^usage' 
  try "help" 0 '^usage' --help
}

if command -v gfortran >/dev/null; then
  # the routines of the Fortran test, the program left out; WRONGQ in the place of GCNQ
  awk '/^C     A pendulum of unit length/ { on = 1 } on' "$source/test/fortran_check.f" >right.f
  sed -e 's/SUBROUTINE GCNQ(/SUBROUTINE RIGHTQ(/' -e 's/SUBROUTINE WRONGQ(/SUBROUTINE GCNQ(/' right.f >wrong.f
  gfortran -shared -fPIC right.f -o right_f.so
  gfortran -shared -fPIC wrong.f -o wrong_f.so
  # shellcheck disable=SC2086
  {
    try "Fortran, right" 0 '^none failed$' right_f.so --fortran $point
    try "Fortran, wrong" 1 '^G *FAILED.*row 0, column 1' wrong_f.so --fortran $point
    try "Fortran forgotten" 2 'no global routine amat, but amat_: add --fortran' right_f.so $point
  }
fi
