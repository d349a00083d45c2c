#!/bin/sh
# command.sh BUILD: `mbdae list` and `mbdae run`, and what they say of a bad command line.
set -eu
mbdae=$1/mbdae
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/out" "$work/err" 2>/dev/null; exit 1; }

# expect STATUS PATTERN WORD...: exit status, and a line of either stream
expect() {
  expected=$1 pattern=$2
  shift 2
  status=0
  "$mbdae" "$@" >"$work/out" 2>"$work/err" || status=$?
  [ $status -eq "$expected" ] || fail "mbdae $*: status $status, expected $expected"
  cat "$work/out" "$work/err" | grep -q -e "$pattern" || fail "mbdae $*: no line '$pattern'"
}

# Every mechanism of the list runs, on a tenth of its interval.
"$mbdae" list >"$work/list"
names=$(awk '/^[a-z]/ { print $1 }' "$work/list")
[ "$(echo "$names" | wc -l)" -ge 13 ] || fail "mbdae list"
for name in $names; do expect 0 '^xend reached' run "$name" --t1 0.01 --rtol 1e-4; done

# The error against the reference is told: the pendulum after a whole period.
expect 0 '^error .*e-0[89], ' run pendulum --t1 2 --rtol 1e-8

# CSV: equidistant rows end at t1, the heading names the outputs; accepted steps carry lambda.
expect 0 '^xend reached' run chain links=3 --t1 1 --dt 0.25 --csv "$work/dt.csv"
[ "$(head -1 "$work/dt.csv")" = t,q1,q2,q3,q4,q5,q6,v1,v2,v3,v4,v5,v6,x_tip,y_tip ] || fail "CSV heading"
awk -F, 'NR > 1 { if ($1 != 0.25 * (NR - 2) || NF != 15) exit 1 } END { exit NR != 6 }' "$work/dt.csv" ||
  fail "CSV rows"
expect 0 '^xend reached' run chain links=3 --csv "$work/steps.csv"
head -1 "$work/steps.csv" | grep -q lambda3 || fail "CSV with multipliers"
# on stdout nothing but the rows
"$mbdae" run pendulum --t1 1 --dt 0.5 --csv - 2>/dev/null | awk -F, 'NF != 9 { exit 1 }' || fail "CSV -"
# backwards
expect 0 '^t  *-1$' run pendulum --t1 -1 --dt 0.5 --csv "$work/back.csv"
awk -F, 'END { exit !(NR == 4 && $1 == -1) }' "$work/back.csv" || fail "CSV backwards"

# nothing to integrate: the start, not the mechanism's own end
expect 0 '^t  *0$' run pendulum --t1 0
expect 0 '^steps  *0,' run pendulum --t1=0

# Settings reach the solver, after a blank or an equals sign.
expect 0 '5.3e-07 position' run manipulator --stab=baumgarte --rtol=1e-6
expect 0 '5.3e-07 position' run manipulator --stab baumgarte --rtol 1e-6
expect 0 'warning: near a singular posture' run singular-crank --t1 3
expect 1 'lost rank' run singular-crank --method dop853 --rtol 1e-9
expect 1 'NMAX steps' run andrews --nmax 10

# Bad command lines name the option, its value and what was expected.
expect 2 "no mechanism 'nothing'; known: andrews" run nothing
expect 2 'expected the name of a mechanism' run
expect 2 'links=0: expected a whole number from 1 to 1000' run chain links=0
expect 2 'links=2.5: expected a whole number' run chain links=2.5
expect 2 'links=3x: expected' run chain links=3x
expect 2 'size=3: chain has the parameters links=10' run chain size=3
expect 2 'size=3: disc has no parameters' run disc size=3
expect 2 'expected an even number of elements' run flexible-crank elements=3 printed=1
expect 2 '--rtol abc: expected a number' run chain --rtol abc
expect 2 '--rtol nan: expected a number' run chain --rtol nan
expect 2 '--rtol -1: expected a number, at least 0' run chain --rtol -1
expect 2 '--rtol: expected a value' run chain --rtol
expect 2 '--rtol=: expected a value' run chain --rtol=
expect 2 '--compat=1: expected no value' run chain --compat=1
expect 2 '--nmax 1.5: expected a whole number from 1' run chain --nmax 1.5
expect 2 '--nmax 1e10: expected a whole number from 1' run chain --nmax 1e10
expect 1 'NMAX steps' run andrews --nmax=10
expect 2 'list: expected nothing behind it, not extra' list extra
expect 2 'options: expected nothing behind it' options extra
expect 0 'links=10  number of links; dense' list
expect 2 '--stab stiff: expected one of pstab' run chain --stab stiff
expect 2 '--baumg 1: expected two numbers' run chain --baumg 1
expect 2 'unknown option --tol' run chain --tol 1
expect 2 '--dt 0: expected a positive number' run chain --dt 0 --csv -
expect 1 'cannot write .*/no/such' run chain --csv "$work/no/such"
expect 2 'rtol and atol are too small' run chain --rtol 0
expect 2 'expected --fixed H' run andrews --method euler
expect 2 'expected --csv FILE' run andrews --dt 0.01
expect 0 '^usage: mbdae' run --help
expect 2 'expected a name' table
expect 2 'such as ./model.so' check-model mine --q 1,0
expect 2 "no table '9.9'" table 9.9
expect 2 'table 3.1: which, rkstab-3.1 or bdf2nd-3.1?' table 3.1
expect 0 '^0 of 10 rows outside' table 2.3
expect 2 'not understood' nonsense
if [ -w /dev/full ]; then expect 1 'could not be written' run chain --csv /dev/full; fi
# Gains that no velocity can follow: the routine that squares it is not to blame.
expect 1 '^the solution overflowed.*or baumg is too large' run pendulum --stab baumgarte --baumg 1e200,1e300

# Without memory for the arrays: an error and nothing else (where the command itself can still be run).
export OPENBLAS_NUM_THREADS=1 # its threads want memory of their own
if (ulimit -v 150000 && timeout 20 "$mbdae" list) >/dev/null 2>&1; then
  status=0
  (ulimit -v 150000 && timeout 60 "$mbdae" run chain links=1000 --t1 0.001) >"$work/out" 2>"$work/err" || status=$?
  [ $status -eq 1 ] && [ ! -s "$work/out" ] || fail "out of memory: status $status"
  grep -q 'out of memory: the work arrays for n = 2000, m = 1000 need [0-9]* MB' "$work/err" ||
    fail "out of memory"
fi
echo "command line: all as expected"
