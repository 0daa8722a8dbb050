#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs one model over many values of a parameter and many tolerances, and tells the runs that stop.

usage: false_stops.py STICTION FILE MODEL STOP_TIME NAME=FIRST:LAST:COUNT [--tolerances 1e-3,1e-6] [--solvers auto,ida]
NAME stands for the parameter; in `x.mu=[0,{}]` the value takes the place of {}. Whole numbers are swept as such.
Libraries are found as by the command (`stiction --help`). Exit 0 if every run reaches the stop time.
"""
import subprocess
import sys
import tempfile


def values(sweep):
    first, last, count = sweep.split(":")
    if "." not in first + last and "e" not in first + last:
        step = max(1, (int(last) - int(first)) // max(1, int(count) - 1))
        return [str(v) for v in range(int(first), int(last) + 1, step)]
    width = (float(last) - float(first)) / max(1, int(count) - 1)
    return [f"{float(first) + k * width:.10g}" for k in range(int(count))]


def main():
    arguments = sys.argv[1:]
    options = {"--tolerances": "1e-6", "--solvers": "auto"}
    for name in list(options):
        if name in arguments:
            at = arguments.index(name)
            options[name] = arguments[at + 1]
            del arguments[at : at + 2]
    if len(arguments) != 5:
        sys.exit(__doc__)
    stiction, file, model, stop_time, parameter = arguments
    name, sweep = parameter.rsplit("=", 1)
    if "{}" not in name:
        name += "={}"
    runs = stopped = 0
    with tempfile.TemporaryDirectory() as directory:
        for value in values(sweep):
            for tolerance in options["--tolerances"].split(","):
                for solver in options["--solvers"].split(","):
                    command = [stiction, "simulate", file, "-m", model, "--stop-time", stop_time, "--tolerance", tolerance]
                    command += ["--solver", solver, "--set", name.format(value), "-o", directory + "/r.mat", "--quiet"]
                    command += ["--no-unit-check", "--intervals", "50"]
                    try:
                        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
                        failed, why = done.returncode != 0, done.stderr.strip().split("\n")
                        why = next((line for line in why if "stopped" in line or "error" in line), why[0])
                    except subprocess.TimeoutExpired:
                        failed, why = True, "does not end"
                    runs += 1
                    stopped += failed
                    if failed:
                        print(f"{name.format(value)} tolerance {tolerance} {solver}: {why}", flush=True)
    print(f"{stopped} of {runs} runs stopped")
    sys.exit(stopped > 0)


main()
