#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Simulates a friction model of models/ with the built command and tells what came out.
#   scripts/demo.sh COMMAND OUTPUT_DIRECTORY
set -eu
stiction=$1
output=$2
model=ReferenceProblems.StickSlipPull

mkdir -p "$output"
"$stiction" simulate -L models -m "$model" -o "$output/StickSlipPull.csv" --report "$output/StickSlipPull.json" --quiet

awk -F, -v model="$model" '
  NR == 1 {
    for (i = 1; i <= NF; ++i) {
      name = $i
      gsub(/"/, "", name)
      column[name] = i
    }
    next
  }
  { time = $column["time"]; mode = $column["floor.mode"]; x = $column["mass.s"]; heat = $column["heat"] }
  NR > 2 && mode == 3 && last == 2 { printf "  t = %8.4f s  breaks away at x = %.4f m\n", time, x }
  NR > 2 && mode == 2 && last == 3 { printf "  t = %8.4f s  sticks again at x = %.4f m\n", time, x }
  { last = mode }
  END {
    printf "  t = %8.4f s  end: x = %.4f m, friction has made %.4f J of heat\n", time, x, heat
    printf "  %d rows, %d signals\n", NR - 1, NF - 1
  }
  BEGIN { printf "%s: a mass is pulled over a rough floor by a soft spring.\n", model }
' "$output/StickSlipPull.csv"
echo "The result lies in $output/StickSlipPull.csv, the report of the run in $output/StickSlipPull.json."
