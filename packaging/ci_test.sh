#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs regression tests and shows what came out in the summary of the job (GITHUB_STEP_SUMMARY, where that is set).
#   packaging/ci_test.sh PATH REPORT_DIRECTORY [ARGUMENT...]     further arguments are those of `stiction test`
set -uo pipefail
path=$1
report=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
stiction test "$path" --report "$report" --junit "$report/junit.xml" "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    if [ "$status" -eq 0 ]; then echo '### Models: all tests passed'; else echo "### Models: tests failed (exit code $status)"; fi
    echo '~~~~text'
    cat "$log"
    echo '~~~~'
  } >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
