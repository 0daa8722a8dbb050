#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs all tests of a build, and says at the end how many skipped themselves and why.
#   scripts/run_tests.sh BUILD_DIRECTORY [CTEST_ARGUMENT...]
set -u
build=$1
shift
rm -f "$build/tests.xml"
ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$(nproc)" --progress --output-junit tests.xml \
  --test-output-size-passed 1000000 "$@"
status=$?
# Where a test skips itself, its output has a line "FILE:LINE: Skipped" and then the reason.
[ -f "$build/tests.xml" ] && grep -A 1 ': Skipped$' "$build/tests.xml" | grep -v -e ': Skipped$' -e '^--$' |
  sort | uniq -c | sort -rn | sed -e 's/&apos;/'"'"'/g' -e 's/&quot;/"/g' -e '1i\\' -e 's/^ *\([0-9]*\) /\1 skipped: /'
exit $status
