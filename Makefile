# SPDX-License-Identifier: BSD-3-Clause
# The entry points; what they do stands in CMake and scripts/.
.PHONY: all setup setup-optional demo test sanitize lint lsp-edits mixed-million bench clean

# The release build; the command lies at build/release/bin/stiction.
all: build/release/build.ninja
	ninja -C build/release

build/release/build.ninja:
	cmake --preset release

# Installs the Debian packages that are missing.
setup:
	@scripts/setup.sh

# Installs also what some tests skip themselves without: a browser and SciPy.
setup-optional:
	@scripts/setup.sh --optional

# Builds the command and simulates a friction model.
demo: setup
	@cmake --preset release >/dev/null
	ninja -C build/release stiction
	@scripts/demo.sh build/release/bin/stiction build/demo

# Builds everything and runs all tests.
test: setup
	@cmake --preset release >/dev/null
	ninja -C build/release
	@scripts/run_tests.sh build/release

# All tests again, instrumented with the address and undefined-behaviour sanitizers. Here they run in shards: GTEST_FILTER
# in the environment chooses some of them.
sanitize: setup
	@cmake --preset asan >/dev/null
	ninja -C build/asan
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0 \
	scripts/run_tests.sh build/asan

# The format of the sources and clang-tidy's findings. In the build that puts several sources into one, where headers are
# read once for all of them.
lint: setup
	@cmake --preset asan >/dev/null
	ninja -C build/asan stiction_grammar
	@scripts/lint.sh build/asan

# Random edits of files, of the library where it is found, through the language server under the sanitizers.
lsp-edits: setup
	@cmake --preset asan >/dev/null
	ninja -C build/asan stiction
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0 UBSAN_OPTIONS=halt_on_error=1 \
	scripts/lsp_edits.py build/asan/bin/stiction models --library --edits 10000

# A million random problems of coupled friction elements, each answer verified: an hour of processor time.
mixed-million: setup
	@cmake --preset release >/dev/null
	ninja -C build/release mixed_million
	build/release/bin/mixed_million

# Times of the mixed solver, of kernels and of numbers as text; then friction problems as whole processes, into docs/benchmarks.md.
# STICTION_BENCH_PROGRAMS names the directory of the hand-written programs to race against.
bench: setup
	@cmake --preset release -DSTICTION_BENCHMARKS=ON >/dev/null
	ninja -C build/release mixed_bench kernel_bench code_bench number_bench stiction
	build/release/bin/mixed_bench
	build/release/bin/kernel_bench
	build/release/bin/code_bench
	build/release/bin/number_bench
	bench/friction.py --write docs/benchmarks.md
	bench/wordings.py

clean:
	rm -rf build
