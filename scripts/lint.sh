#!/bin/sh
# Format and lint of our own C++ sources: clang-format on all, clang-tidy (see .clang-tidy) on all that is not a test.
#   scripts/lint.sh BUILD_DIRECTORY     a configured build with its compile_commands.json and generated sources
set -eu
build=$1

find compiler runtime cli tests -name '*.h' -o -name '*.cpp' | sort | xargs clang-format --dry-run -Werror
echo "Format: clean."
find compiler runtime cli -name '*.cpp' | sort | xargs -n 1 -P "$(nproc)" clang-tidy -p "$build" --quiet 2>/dev/null
echo "Lint: clean."
