#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Format and lint of our own C++ sources: clang-format on all, clang-tidy (see .clang-tidy) on all that is not a test.
#   scripts/lint.sh BUILD_DIRECTORY     a configured build with its compile_commands.json and generated sources
set -eu
build=$1

find compiler runtime fmi cli tests -name '*.h' -o -name '*.cpp' | sort | xargs clang-format --dry-run -Werror
echo "Format: clean."

# One header of ANTLR's runtime, which nothing here uses, is no valid C++20 for clang: it is seen as empty.
: >"$build/empty.h"
cat >"$build/lint-overlay.yaml" <<OVERLAY
{ "version": 0, "roots": [ { "type": "directory", "name": "/usr/include/antlr4-runtime/misc", "contents": [
  { "type": "file", "name": "InterpreterDataReader.h", "external-contents": "$(realpath "$build")/empty.h" } ] } ] }
OVERLAY
"$(dirname "$0")/tidy.py" "$build"
