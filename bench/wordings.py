#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The same problem in other words, and models as users write them.

    bench/wordings.py --command build/release/bin/stiction [--library /path/with/Modelica] [--runs 5]

The first table: a chain of rubbing blocks (P3) in plain text and in other words, beside the components of Bench.Race.P3, in
turn; the ratio is the median of those of neighbouring runs. The second: how the simulation of models of the Modelica Standard
Library grows. Seconds are CPU time of the simulation, from the command's own report.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

FORCE = """    f[i] = if pre(mode[i]) == Forward or startFor[i] then f0
           elseif pre(mode[i]) == Backward or startBack[i] then -f0 else f0*sa[i];
"""
MOTION = """    m*a[i] = link[i] - link[i + 1] - f[i];
"""
FUNCTION = """  function Force
    input Boolean forward, backward;
    input Real f0, sa;
    output Real f;
  algorithm
    f := if forward then f0 elseif backward then -f0 else f0*sa;
  end Force;
"""
CALL = """    f[i] = Force(pre(mode[i]) == Forward or startFor[i], pre(mode[i]) == Backward or startBack[i], f0, sa[i]);
"""
ENUMERATION = "  type Mode = enumeration(Backward, Stuck, Forward);\n  Mode mode[n](each start = Mode.Stuck"
INTEGER = """  constant Integer Forward = 1, Stuck = 0, Backward = -1;
  Integer mode[n](each start = Stuck"""

# What is written otherwise.
WORDINGS = {
    "plain": [],
    "0 - f0": [("-f0 else", "0 - f0 else")],
    "f0*(-1)": [("-f0 else", "f0*(-1) else")],
    "a function": [("  Real x[n]", FUNCTION + "  Real x[n]"), (FORCE, CALL)],
    "array equations": [(MOTION, ""), ("equation\n", "equation\n  m*a = link[1:n] - link[2:n + 1] - f;\n")],
    "a record": [("  Real x[n]", "  record Pair Real to; Real fro; end Pair;\n  Pair pair[n];\n  Real x[n]"),
                 (MOTION, MOTION + "    pair[i] = Pair(f0, -f0);\n"), ("then f0\n", "then pair[i].to\n"),
                 ("-f0 else", "pair[i].fro else")],
    "an enumeration": [(INTEGER, ENUMERATION), ("== Stuck", "== Mode.Stuck"), ("== Forward", "== Mode.Forward"),
                       ("== Backward", "== Mode.Backward"), ("then Forward", "then Mode.Forward"),
                       ("then Backward else Stuck", "then Mode.Backward else Mode.Stuck")],
    "relations turned round": [("sa[i] > 1", "1 < sa[i]"), ("sa[i] < -1", "-1 > sa[i]"), ("v[i] > 0", "0 < v[i]"),
                               ("v[i] < 0", "0 > v[i]")],
    "a force that varies": [("then f0\n", "then f0*(1 + 1e-9*sin(time))\n"),
                            ("-f0 else", "-f0*(1 + 1e-9*sin(time)) else")],
}

CLUTCHES = """model Train "Discs in a row, each held to the next one by a clutch whose press force varies"
  parameter Integer n = 10;
  Modelica.Mechanics.Rotational.Components.Inertia disc[n + 1](each J = 0.7, each phi(start = 0, fixed = true),
    each w(start = 0, fixed = true));
  Modelica.Mechanics.Rotational.Components.Clutch clutch[n](each fn_max = 120, each mu_pos = [0, 0.4], each cgeo = 1,
    each peak = 1.1);
  Modelica.Mechanics.Rotational.Sources.Torque motor;
equation
  motor.tau = 45*sin(2.1*time) + 12*sin(7.7*time);
  connect(motor.flange, disc[1].flange_a);
  for i in 1:n loop
    clutch[i].f_normalized = 0.5 + 0.45*sin(3*time + 0.8*i);
    connect(disc[i].flange_b, clutch[i].flange_a);
    connect(clutch[i].flange_b, disc[i + 1].flange_a);
  end for;
end Train;
"""
GRID = """model Grid "Resistors between the nodes of a square, a switch to ground at each node of one side"
  parameter Integer n = 10;
  Modelica.Electrical.Analog.Basic.Resistor h[n, n - 1](each R = 10), v[n - 1, n](each R = 10);
  Modelica.Electrical.Analog.Ideal.IdealClosingSwitch s[n](each Ron = 1e-3, each Goff = 1e-6);
  Modelica.Electrical.Analog.Sources.SineVoltage source(V = 10, f = 2);
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(source.n, ground.p);
  connect(source.p, h[1, 1].p);
  for i in 1:n loop
    for j in 1:n - 2 loop connect(h[i, j].n, h[i, j + 1].p); end for;
    s[i].control = sin(3*time + i) > 0.3;
    connect(s[i].p, h[i, n - 1].n);
    connect(s[i].n, ground.p);
  end for;
  for j in 1:n loop
    for i in 1:n - 2 loop connect(v[i, j].n, v[i + 1, j].p); end for;
  end for;
  for i in 1:n - 1 loop
    for j in 1:n - 1 loop connect(h[i, j].p, v[i, j].p); end for;
    connect(h[i, n - 1].n, v[i, n].p);
  end for;
  for j in 1:n - 1 loop connect(h[n, j].p, v[n - 1, j].n); end for;
  connect(h[n, n - 1].n, v[n - 1, n].n);
end Grid;
"""
LIBRARY = [
    ("Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6", ["--intervals", "10"]),
    ("Modelica.Electrical.Machines.Examples.SynchronousMachines.SMEE_Rectifier", []),
    ("Modelica.Electrical.PowerConverters.Examples.ACDC.RectifierBridge2mPulse.ThyristorBridge2mPulse_DC_Drive", []),
]


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="bench")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def run(self, *arguments):
        """Seconds of the simulation, and the report."""
        report = os.path.join(self.folder, "report.json")
        command = [self.options.command, "simulate", "--quiet", "-o", os.path.join(self.folder, "out.csv"), "--report",
                   report, *arguments]
        if self.options.library:
            command += ["-L", self.options.library]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
        with open(report) as file:
            told = json.load(file)
        return told["seconds"]["simulate"], told

    def wordings(self, n):
        arguments = ["--set", f"n={n}", "--stop-time", "10", "--tolerance", "1e-8", "--intervals", "100"]
        with open(os.path.join(ROOT, "models/Bench/Race/P3Plain.mo")) as file:
            plain = file.read().replace("within Bench.Race;\n", "")
        components = ["-L", os.path.join(ROOT, "models"), "-m", "Bench.Race.P3", *arguments, "--signals",
                      self.write("components", "sumX\n")]
        print(f"\n### P3 with {n} blocks\n\n| wording | seconds | to the components | mixed solves |\n|---|---|---|---|")
        for name, changes in WORDINGS.items():
            text = plain
            for before, after in changes:
                assert before in text, (name, before)
                text = text.replace(before, after)
            own = [self.write("P3.mo", text), *arguments, "--signals", self.write("plain", f"x[{n}]\n")]
            pairs = [(self.run(*own), self.run(*components)[0]) for _ in range(self.options.runs)]
            seconds = statistics.median(run[0] for run, _ in pairs)
            ratio = statistics.median(run[0] / other for run, other in pairs)
            print(f"| {name} | {seconds:.3g} | {ratio:.2f} | {pairs[0][0][1]['mixed']['solves']} |")

    def growth(self, text, sizes, *arguments):
        path = self.write("Model.mo", text)
        name = text.split()[1]
        runs = [[self.run(path, "--set", f"n={n}", *arguments)[0] for n in sizes] for _ in range(self.options.runs)]
        cells = [f"{statistics.median(column):.3g}" for column in zip(*runs)]
        last = statistics.median(run[-1] / run[-2] for run in runs)
        print(f"| {name} {' '.join(arguments)} | {', '.join(map(str, sizes))} | {', '.join(cells)} | {last:.2f} |")

    def library(self):
        print("\n### Models of the library\n\n| model | n | seconds | last ratio |\n|---|---|---|---|")
        self.growth(CLUTCHES, [40, 100, 200], "--stop-time", "10", "--intervals", "200")
        self.growth(CLUTCHES, [20, 40], "--stop-time", "10", "--intervals", "200", "--solver", "ida")
        self.growth(GRID, [20, 40, 80], "--intervals", "50")
        for model, arguments in LIBRARY:
            seconds = statistics.median(self.run("-m", model, *arguments)[0] for _ in range(self.options.runs))
            print(f"| {model} | | {seconds:.3g} | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=os.path.join(ROOT, "build/release/bin/stiction"))
    parser.add_argument("--library", default="", help="directory that holds Modelica, before those where the command looks")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--wordings-only", action="store_true", help="no models of the library")
    options = parser.parse_args()
    bench = Bench(options)
    bench.wordings(options.blocks)
    if not options.wordings_only:
        bench.library()


if __name__ == "__main__":
    main()
