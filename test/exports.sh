#!/bin/sh
# exports.sh LIBRARY: the shared library defines the names of exports.txt and no others, and is
# called libmbdae.so.0.
set -eu
library=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$library" | awk '{ print $NF }' | LC_ALL=C sort >"$work/have"
LC_ALL=C sort "$here/exports.txt" >"$work/want"
if ! diff "$work/want" "$work/have" >"$work/diff"; then
  echo "exported names differ (< missing, > not allowed):"
  grep '^[<>]' "$work/diff"
  exit 1
fi

soname=$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
if [ "$soname" != libmbdae.so.0 ]; then
  echo "SONAME is '$soname', expected libmbdae.so.0"
  exit 1
fi
echo "$(wc -l <"$work/have") names, SONAME $soname"
