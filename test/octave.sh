#!/bin/sh
# Octave on our library: octave.sh libmbdae_dassl.so source-directory [sanitized]
# Its own tests of dassl pass, and dassl and dasrt print what they print without it.
set -eu
library=$1 source=$2
[ "${3:-}" != sanitized ] || exit 77 # the sanitizer must come first in a process
command -v octave-cli >/dev/null || exit 77
fail() { echo "FAILED: $*" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch" OMP_NUM_THREADS=1
run() { octave-cli --no-init-file --no-history --quiet --norc "$@"; }

run --eval 'printf ("%s\n", fullfile (OCTAVE_HOME, "share", "octave", OCTAVE_VERSION, "etc", "tests"))' \
  >"$scratch/where" 2>/dev/null
shipped="$(cat "$scratch/where")/libinterp/corefcn/dassl.cc-tst"
[ -f "$shipped" ] || fail "Octave's dassl.cc-tst is not at $shipped"

# Is it really our routine that Octave calls?
LD_DEBUG=bindings LD_DEBUG_OUTPUT="$scratch/bindings" LD_PRELOAD="$library" \
  run "$source/test/octave_dassl.m" >"$scratch/ours" 2>"$scratch/ours.err" || fail "$(cat "$scratch/ours.err")"
for symbol in ddassl_ ddasrt_; do
  grep -h "symbol \`$symbol'" "$scratch"/bindings* | grep -q "to $library " ||
    fail "$symbol was not taken from $library"
done

run "$source/test/octave_dassl.m" >"$scratch/genuine" 2>"$scratch/genuine.err" || fail "without the library"
[ "$(wc -l <"$scratch/genuine")" -eq 9 ] || fail "9 lines expected"
# Times of roots are located to 100 units of rounding, solutions differ by rounding of the same steps.
paste -d '\n' "$scratch/genuine" "$scratch/ours" | awk '
  function size(x) { return x < 0 ? -x : x }
  NR % 2 { split($0, a); n = NF; next }
  n != NF { print "different length:", $1; bad = 1; next }
  { for (i = 1; i <= n; ++i)
      if (a[i] != $i && !(size(a[i] - $i) <= 1e-8 * (1e-3 + size(a[i])))) {
        print $1, "entry", i, "without", a[i], "with", $i; bad = 1 } }
  END { exit bad }' || fail "the numbers differ"

# Where the genuine one stops the program, ours lets Octave report: 10 steps are not enough.
LD_PRELOAD="$library" run --eval 'dassl_options ("step limit", 10);
  [x, xdot, istate] = dassl (@(x, xdot, t) xdot + x, 1, -1, [0, 1000]); printf ("%d\n", istate)' \
  >"$scratch/limit" 2>/dev/null || fail "the step limit stopped Octave"
[ "$(cat "$scratch/limit")" = -1 ] || fail "step limit: istate $(cat "$scratch/limit"), expected -1"

LD_PRELOAD="$library" run --eval "test ('$shipped')" >"$scratch/tests" 2>&1 || fail "$(cat "$scratch/tests")"
grep -q 'PASSES 4 out of 4 tests' "$scratch/tests" || fail "$(cat "$scratch/tests")"
