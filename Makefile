# A thin front for CMake: see README.md. Every target installs the packages it lacks (Debian).
BUILD ?= build
PREFIX ?= /usr/local
TYPE ?= Release
MAKEFLAGS += --no-print-directory
JOBS := $(shell nproc 2>/dev/null || echo 2)
CONFIGURE = cmake -S . -B $(1) -DCMAKE_BUILD_TYPE=$(TYPE) -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(2) >$(1)/configure.log || { cat $(1)/configure.log; exit 1; }

.PHONY: all demo tables check check-asan bench lint format install deps deps-build clean

all: deps-build
	@mkdir -p $(BUILD)
	@$(call CONFIGURE,$(BUILD),-DMBDAE_TESTS=OFF)
	@cmake --build $(BUILD) -j $(JOBS)

demo: all
	@$(BUILD)/mbdae demo

# Every published table, run again, into docs/tables.md; takes a minute.
tables: all
	@tools/write-tables $(BUILD)/mbdae docs/tables.in.md >$(BUILD)/tables.md
	@cp $(BUILD)/tables.md docs/tables.md

check: deps
	@mkdir -p $(BUILD)
	@$(call CONFIGURE,$(BUILD),-DMBDAE_TESTS=ON)
	@cmake --build $(BUILD) -j $(JOBS)
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS)

# The whole suite under AddressSanitizer and UndefinedBehaviorSanitizer.
check-asan: deps
	@mkdir -p $(BUILD)-asan
	@$(call CONFIGURE,$(BUILD)-asan,-DMBDAE_TESTS=ON -DMBDAE_SANITIZE=ON)
	@cmake --build $(BUILD)-asan -j $(JOBS)
	@cd $(BUILD)-asan && ctest --output-on-failure -j $(JOBS)

# Timings and thresholds; never part of the tests. Without its peers the benchmark says so.
bench: deps
	@tools/install-packages bench || echo "make bench: goes on without the codes to compare with"
	@mkdir -p $(BUILD)
	@$(call CONFIGURE,$(BUILD),-DMBDAE_TESTS=ON)
	@cmake --build $(BUILD) -j $(JOBS) --target saddle_routes method_threshold stabilization_share singular_warnings dassl_ratio second_order
	@$(BUILD)/saddle_routes
	@$(BUILD)/method_threshold
	@$(BUILD)/stabilization_share
	@$(BUILD)/singular_warnings
	@OPENBLAS_NUM_THREADS=1 $(BUILD)/dassl_ratio
	@OPENBLAS_NUM_THREADS=1 $(BUILD)/second_order

lint: deps
	@tools/install-packages lint
	@tools/lint $(BUILD)

format:
	@tools/install-packages lint
	@git ls-files '*.c' '*.h' '*.cpp' '*.hpp' | xargs clang-format -i

install: all
	@cmake --install $(BUILD)

deps-build:
	@tools/install-packages build

deps:
	@tools/install-packages build test

clean:
	rm -rf $(BUILD) $(BUILD)-asan
