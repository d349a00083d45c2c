#!/bin/sh
# install.sh BUILD SOURCE [sanitized]: install into an empty place and use the library from outside by
# every way the README names; then move the place and try again. The programs are those of README.md.
set -eu
build=$1 source=$2
[ "${3:-}" != sanitized ] || exit 77 # outside programs would need the sanitizers' runtime first
here=$source/test
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v language=c -f "$here/extract_program.awk" "$source/README.md" >"$work/pendulum.c"
awk -v language=fortran -f "$here/extract_program.awk" "$source/README.md" >"$work/pendulum.f"

judge() { # judge WHAT PROGRAM: run, and hold the result against the exact one
  if ! "$2" >"$work/out" || ! awk -f "$here/lowest_point.awk" "$work/out"; then
    cat "$work/out"
    echo "FAILED: $1"
    exit 1
  fi
  echo "ok: $1"
}

loads_shared() { readelf -d "$1" | grep -q 'NEEDED.*libmbdae\.so\.0'; }

try_everything() { # try_everything PREFIX
  prefix=$1
  pc=$(find "$prefix" -name mbdae.pc)
  PKG_CONFIG_PATH=$(dirname "$pc")
  export PKG_CONFIG_PATH
  libdir=$(pkg-config --variable=libdir mbdae)
  fortrandir=$(pkg-config --variable=fortrandir mbdae)
  export LD_LIBRARY_PATH="$libdir"
  rm -rf "$work/try"
  mkdir "$work/try"
  cd "$work/try"

  # shellcheck disable=SC2046
  cc -std=c99 ../pendulum.c $(pkg-config --cflags --libs mbdae) -lm -o shared
  loads_shared shared
  judge "pkg-config, shared" ./shared

  # shellcheck disable=SC2046
  cc -std=c99 ../pendulum.c $(pkg-config --cflags mbdae) \
    $(pkg-config --static --libs mbdae | sed s/-lmbdae/-l:libmbdae.a/) -o static
  if loads_shared static; then echo "FAILED: static program loads libmbdae.so"; exit 1; fi
  judge "pkg-config, static" ./static

  unset LD_LIBRARY_PATH # CMake writes the path into the program
  cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES C)
find_package(mbdae 0.1 REQUIRED)
foreach(library mbdae mbdae_static)
  add_executable(with_${library} ../pendulum.c)
  target_link_libraries(with_${library} PRIVATE mbdae::${library} m)
endforeach()
CMAKE
  if ! { cmake -S . -B out -DCMAKE_PREFIX_PATH="$prefix" && cmake --build out; } >log 2>&1; then
    cat log
    echo "FAILED: find_package"
    exit 1
  fi
  loads_shared out/with_mbdae
  if loads_shared out/with_mbdae_static; then echo "FAILED: mbdae_static is shared"; exit 1; fi
  judge "find_package, mbdae::mbdae" out/with_mbdae
  judge "find_package, mbdae::mbdae_static" out/with_mbdae_static

  export LD_LIBRARY_PATH="$libdir"
  if command -v gfortran >/dev/null; then
    gfortran ../pendulum.f -I"$fortrandir" -L"$libdir" -lmbdae -o fortran77
    judge "gfortran -lmbdae" ./fortran77
    gfortran "$fortrandir/mbdae.f90" "$source/fortran_bindings/examples/pendulum.f90" \
      -L"$libdir" -lmbdae -o module
    ./module >out.module || { cat out.module; echo "FAILED: module mbdae"; exit 1; }
    echo "ok: module mbdae"
  fi

  unset LD_LIBRARY_PATH
  "$prefix/bin/mbdae" --version
  test -s "$(find "$prefix" -name mbdae.1)"
  cd "$work"
}

cmake --install "$build" --prefix "$work/first place" >/dev/null
mv "$work/first place" "$work/first"
try_everything "$work/first"
mkdir "$work/deeper"
mv "$work/first" "$work/deeper/second"
echo "moved"
try_everything "$work/deeper/second"
