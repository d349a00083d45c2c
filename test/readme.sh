#!/bin/sh
# readme.sh BUILD SOURCE [sanitized]: the programs of README.md, compiled by the very commands printed
# below them against the build tree, give the right numbers; the demo's table is the present one.
set -eu
build=$1 source=$2
[ "${3:-}" != sanitized ] || exit 77 # outside programs would need the sanitizers' runtime first
here=$source/test
readme=$source/README.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# mbdae.pc as installed, but pointing into the build tree
sed -e "s|^libdir=.*|libdir=$build|" -e "s|^includedir=.*|includedir=$source/include|" \
    -e "s|^fortrandir=.*|fortrandir=$build/fortran_bindings|" "$build/mbdae.pc" >"$work/mbdae.pc"
export PKG_CONFIG_PATH="$work" LD_LIBRARY_PATH="$build"

# run_program LANGUAGE FILE COMPILER: extract, compile with the printed command, run, judge
run_program() {
  awk -v language="$1" -f "$here/extract_program.awk" "$readme" >"$work/$2"
  [ -s "$work/$2" ] || { echo "no complete $1 program in README.md"; exit 1; }
  command=$(grep "^    $3 $2 " "$readme") || { echo "no command for $2 in README.md"; exit 1; }
  echo "$command"
  (cd "$work" && rm -f program && eval "$command" && "./${command##*-o }") >"$work/out"
  cat "$work/out"
  awk -f "$here/lowest_point.awk" "$work/out"
}

run_program c pendulum.c cc
if command -v gfortran >/dev/null; then
  run_program fortran pendulum.f gfortran
else
  echo "no gfortran: the Fortran program was not tried"
fi

# Every fenced program was covered: one per language.
programs=$(grep -c -e 'int main(' -e '^ *PROGRAM ' "$readme")
[ "$programs" -eq 2 ] || { echo "README.md has $programs programs, 2 were run"; exit 1; }

# Counts of the demo may differ by a little between machines (rounding), not more.
"$build/mbdae" demo | awk '/^stabilization/ { table = 1; next } table && NF' >"$work/demo"
awk '/^<!-- demo -->/ { demo = 1 } demo && /^stabilization/ { table = 1; next }
     table && /^```/ { exit } table && NF' "$readme" >"$work/printed"
[ -s "$work/printed" ] || { echo "no demo table in README.md"; exit 1; }
awk 'FNR == NR { printed[FNR] = $0; rows = FNR; next }
     {
       n = split($0, now); m = split(printed[FNR], then)
       for (i = n - 6; i <= n - 3; i++) {
         d = now[i] - then[i + m - n]
         if (d < 0) d = -d
         if (n != m || d > 0.03 * now[i] + 2) { print "README.md:", printed[FNR]; print "now:      ", $0; bad = 1; break }
       }
     }
     END { if (rows == 0 || rows != FNR) { print "demo table of README.md has", rows, "rows, expected", FNR; bad = 1 } exit bad }' \
  "$work/printed" "$work/demo"
