#!/bin/sh
# exports.sh LIBRARY LIST SONAME: the shared library defines the names of the list and no others, and has
# that name.
set -eu
library=$1 list=$2 name=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$library" | awk '{ print $NF }' | LC_ALL=C sort >"$work/have"
LC_ALL=C sort "$list" >"$work/want"
if ! diff "$work/want" "$work/have" >"$work/diff"; then
  echo "exported names differ (< missing, > not allowed):"
  grep '^[<>]' "$work/diff"
  exit 1
fi

soname=$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
if [ "$soname" != "$name" ]; then
  echo "SONAME is '$soname', expected $name"
  exit 1
fi
echo "$(wc -l <"$work/have") names, SONAME $soname"
