#!/bin/sh
# tables.sh BUILD SOURCE [sanitized]: docs/tables.md is what `make tables` writes today. Text must be
# equal; counts may differ by a little between machines (rounding), other numbers are not compared
# here: their limits are in the tables themselves, and every row must be inside them.
set -eu
build=$1 source=$2
[ "${3:-}" != sanitized ] || exit 77 # the rows are run by door_tables and door_mechanisms
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source/tools/write-tables" "$build/mbdae" "$source/docs/tables.in.md" >"$work/now" ||
  { grep -n 'OFF |$' "$work/now"; echo "rows outside their limits"; exit 1; }

awk -F'|' '
  function differs(now, then) {
    gsub(/ /, "", now); gsub(/ /, "", then)
    if (now == then) return 0
    if (now !~ /^[0-9.e+-]+$/ || then !~ /^[0-9.e+-]+$/) return 1
    if (now ~ /[.e]/ && then ~ /[.e]/) return 0
    d = now - then
    return (d < 0 ? -d : d) > 0.03 * now + 3
  }
  FNR == NR { page[FNR] = $0; lines = FNR; next }
  {
    n = split($0, now); m = split(page[FNR], then)
    bad = n != m
    for (i = 1; i <= n && !bad; i++) bad = n == 1 ? now[i] != then[i] : differs(now[i], then[i])
    if (bad) { print "docs/tables.md:" FNR ":", page[FNR]; print "now:", $0; status = 1 }
  }
  END {
    if (lines == 0 || lines != FNR) { print "docs/tables.md has", lines, "lines, expected", FNR; status = 1 }
    if (status) print "run `make tables`"
    exit status
  }' "$source/docs/tables.md" "$work/now"
