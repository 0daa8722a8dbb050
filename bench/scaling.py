#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How translation and simulation grow with the size of a model.

Writes chains of N inertias and spring-dampers of the Modelica Standard Library, translates and simulates them with the
built command, and prints a table with the CPU seconds of each phase (median of several processes, from the command's own
report) and the exponent p of its growth, seconds ~ N^p, between one size and the next.

    bench/scaling.py --command build/release/bin/stiction [--library /path/with/Modelica]
    bench/scaling.py ... --kind array --sizes 1000 3000 --runs 5 --stop-time 0.1
"""
import argparse
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile

INERTIA = "Modelica.Mechanics.Rotational.Components.Inertia"
SPRING = "Modelica.Mechanics.Rotational.Components.SpringDamper"


def components(n):
    """A declaration and connects for each: what a graphical editor writes."""
    yield "model Chain"
    for i in range(1, n + 1):
        start = "phi(start=0.1, fixed=true)" if i == 1 else "phi(fixed=true)"
        yield f"  {INERTIA} j{i}(J=1, {start}, w(fixed=true));"
    for i in range(1, n):
        yield f"  {SPRING} s{i}(c=100, d=0.5);"
    yield "equation"
    for i in range(1, n):
        yield f"  connect(j{i}.flange_b, s{i}.flange_a);"
        yield f"  connect(s{i}.flange_b, j{i + 1}.flange_a);"
    yield "end Chain;"


def array(n):
    """The same with arrays of components, a modifier for each element and connects in a loop."""
    yield "model Chain"
    yield f"  parameter Integer n = {n};"
    yield f"  {INERTIA} j[n](each J=1, phi(start={{if i == 1 then 0.1 else 0 for i in 1:n}}, each fixed=true),"
    yield "    w(each fixed=true));"
    yield f"  {SPRING} s[n - 1](each c=100, each d=0.5);"
    yield "equation"
    yield "  for i in 1:n - 1 loop"
    yield "    connect(j[i].flange_b, s[i].flange_a);"
    yield "    connect(s[i].flange_b, j[i + 1].flange_a);"
    yield "  end for;"
    yield "end Chain;"


def masses(n):
    """Component arrays without a library: masses that hold their neighbours."""
    yield "model Chain"
    yield "  connector Flange Real s; flow Real f; end Flange;"
    yield "  model Mass Flange a, b; parameter Real m = 1; Real s(start=0, fixed=true), v(start=0, fixed=true);"
    yield "  equation a.s = s; b.s = s; der(s) = v; m*der(v) = a.f + b.f; end Mass;"
    yield "  model Spring Flange a, b; parameter Real c = 100, d = 0.5; Real l(start=0); Real f;"
    yield "  equation l = b.s - a.s; f = c*l + d*der(l); b.f = f; a.f = -f; end Spring;"
    yield f"  parameter Integer n = {n};"
    yield "  Mass m[n](s(start={if i == 1 then 0.1 else 0 for i in 1:n}));"
    yield "  Spring c[n - 1];"
    yield "equation"
    yield "  for i in 1:n - 1 loop connect(m[i].b, c[i].a); connect(c[i].b, m[i + 1].a); end for;"
    yield "end Chain;"


KINDS = {"components": components, "array": array, "masses": masses}


def run(options, model, folder):
    report = os.path.join(folder, "report.json")
    command = [options.command, "simulate", model, "--quiet", "--solver", "ida", "--stop-time", str(options.stop_time),
               "--intervals", "10", "-o", os.path.join(folder, "out.csv"), "--report", report]
    if options.library:
        command += ["-L", options.library]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    with open(report) as file:
        return json.load(file)


def measure(options, kind, n):
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "Chain.mo")
        with open(model, "w") as file:
            file.write("\n".join(KINDS[kind](n)) + "\n")
        reports = [run(options, model, folder) for _ in range(options.runs)]
    seconds = {phase: statistics.median(r["seconds"][phase] for r in reports) for phase in reports[0]["seconds"]}
    after = ("initialize", "simulate", "total")
    seconds["translation"] = statistics.median(
        sum(s for phase, s in r["seconds"].items() if phase not in after) for r in reports)
    seconds["per step"] = seconds["simulate"] / max(reports[0]["steps"], 1)
    return seconds, reports[0]


def table(options, kind):
    rows = [(n, *measure(options, kind, n)) for n in options.sizes]
    print(f"\n{kind}: median of {options.runs} processes, CPU seconds; steps are of IDA\n")
    print("| N | " + " | ".join(str(n) for n in options.sizes) + " | growth p |")
    print("|---|" + "---|" * (len(options.sizes) + 1))
    for what in ("states", "steps"):
        print(f"| {what} | " + " | ".join(str(report[what]) for _, _, report in rows) + " | |")
    for phase in rows[0][1]:
        values = [seconds[phase] for _, seconds, _ in rows]
        pairs = zip(options.sizes, options.sizes[1:], values, values[1:])
        growth = [f"{math.log(b / a) / math.log(m / n):.2f}" if a > 0 and b > 0 else "" for n, m, a, b in pairs]
        print(f"| {phase} | " + " | ".join(f"{v:.3g}" for v in values) + " | " + ", ".join(growth) + " |")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nlargest process so far: {peak:.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default="build/release/bin/stiction")
    parser.add_argument("--library", default="", help="directory that holds Modelica, before those where the command looks")
    parser.add_argument("--kind", choices=sorted(KINDS), action="append", help="all without it")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1000, 3000])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stop-time", type=float, default=0.1)
    options = parser.parse_args()
    for kind in options.kind or list(KINDS):
        table(options, kind)


if __name__ == "__main__":
    main()
