#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the tables and pictures of docs/elastic-friction.md anew: six experiments with each law of elastic friction.

What stands between `<!-- NAME: begin -->` and `<!-- NAME: end -->` in the page is replaced. Times are CPU times of this machine.
With --check nothing is written: each number of the page, but for times, steps and events, is compared with what comes out now.

    scripts/friction_gallery.py [--build build/release] [--only EXPERIMENT]... [--check]
"""

import argparse
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PAGE = SOURCE / "docs" / "elastic-friction.md"
TIGHT = 1e-11
ALLOWED = 0.01  # by which a number may differ from the page, relative; the page has four digits

LAWS = {
    "Sticking": "FrictionGallery.Sticking",
    "Dahl": "Dahl(f1 = 0.4)",
    "LuGre": "LuGre(peak = 1.5, f1 = 0.4)",
    "ElastoPlastic": "ElastoPlastic(peak = 1.5, f1 = 0.4)",
    "MaxwellSlip": "MaxwellSlip(peak = 1.5, f1 = 0.4)",
    "Leuven": "Leuven(peak = 1.5, f1 = 0.4)",
    "SevenParameters": "SevenParameters(f1 = 0.4, damping = 300)",
    "BoucWen": "BoucWen(f1 = 0.4)",
    "LinearRegion": "LinearRegion(peak = 1.5, stribeckSpeed = 0.001, threshold = 1e-5, f1 = 0.4)",
    "RegularizedTanh": "RegularizedTanh(peak = 1.5, f1 = 0.4)",
}


class Columns(dict):
    """Signals of a result by name, each a list of numbers in the order of the rows."""

    def at(self, name, time):
        """The signal there, on a straight line between two rows."""
        times, values = self["time"], self[name]
        after = next((i for i, t in enumerate(times) if t >= time), len(times) - 1)
        if after == 0 or times[after] == times[after - 1]:
            return values[after]
        part = (time - times[after - 1]) / (times[after] - times[after - 1])
        return values[after - 1] + part * (values[after] - values[after - 1])


def first_maximum(columns):
    """[N] of the friction, as far as it falls again."""
    force = columns["floor.f"]
    for i in range(1, len(force) - 1):
        if force[i] > force[i + 1] + 1e-7:
            return max(force[: i + 1])
    return max(force)


def displacements(columns):
    """[um] at the largest force, when it is 0 again, and at the smallest one."""
    return [1e6 * columns.at("body.s", quarter * 14.25) for quarter in (1, 2, 3)]


def slips(columns):
    """[s, m, m/s]: from one slip to the next, its length, the largest speed, in the second half of the run."""
    times, speeds = columns["time"], columns["body.v"]
    starts = []
    for i in range(1, len(times)):
        if speeds[i - 1] < 0.01 <= speeds[i] and times[i] > times[i - 1]:
            part = (0.01 - speeds[i - 1]) / (speeds[i] - speeds[i - 1])
            starts.append(times[i - 1] + part * (times[i] - times[i - 1]))
    fastest = max(v for t, v in zip(times, speeds) if t > 20)
    if len(starts) < 2:
        return [math.nan, math.nan, fastest]
    length = columns.at("body.s", starts[-1] - 0.5) - columns.at("body.s", starts[-2] - 0.5)
    return [starts[-1] - starts[-2], length, fastest]


def drift(columns):
    """[m] in the hour, from the first row after the start on."""
    return [columns["body.s"][-1] - columns["body.s"][1]]


def friction_at_turns(columns):
    """[N] at half of the largest speed, while it grows and while it falls, and where it is 0."""
    period = 2 * math.pi / 10
    return [columns.at("floor.f", period * (1 + part)) for part in (1 / 12, 5 / 12, 1 / 2)]


def slide(columns):
    """[mm, s, um]: way and time to rest after the blow, and what it moves from then to the end."""
    times, speeds, places = columns["time"], columns["body.v"], columns["body.s"]
    before = max(i for i, t in enumerate(times) if t <= 1 and speeds[i] < 0.05)
    rest = next((i for i in range(before + 2, len(times)) if speeds[i] <= 1e-5), None)
    if rest is None:
        return [1e3 * (places[-1] - places[before]), math.nan, math.nan]
    return [1e3 * (places[rest] - places[before]), times[rest] - 1, 1e6 * (places[-1] - places[rest])]


# name: (model, [arguments of each run], columns of the table, quantities)
EXPERIMENTS = {
    "break-away": ("BreakAway", [["--set", f"rate={rate}", "--stop-time", f"{2 / rate}", "--intervals", "2000"] for rate in (1, 10, 40)],
                   ["at 1 N/s [N]", "at 10 N/s [N]", "at 40 N/s [N]"], lambda c: [first_maximum(c)]),
    "hysteresis": ("Hysteresis", [["--stop-time", "71.25", "--interval", "0.0375"]],
                   ["at 1.425 N [um]", "back at 0 N [um]", "at -1.425 N [um]"], displacements),
    "stick-slip": ("StickSlip", [["--stop-time", "40", "--interval", "0.005"]],
                   ["period [s]", "slip [m]", "largest speed [m/s]"], slips),
    "hold": ("Hold", [["--stop-time", "3600", "--interval", "10"]], ["drift in an hour [m]"], drift),
    "reversal": ("Reversal", [["--stop-time", "1.5", "--interval", "0.0005"]],
                 ["at 1 mm/s, faster [N]", "at 1 mm/s, slower [N]", "at 0 [N]"], friction_at_turns),
    "impact": ("Impact", [["--stop-time", "3", "--interval", "0.0005"]], ["way [mm]", "time [s]", "afterwards [um]"], slide),
}


def simulate(command, experiment, law, arguments, tolerance, directory):
    """Returns the columns of a run and its report."""
    friction = LAWS[law] if "." in LAWS[law].split("(")[0] else "FrictionElements.Elastic.Translational." + LAWS[law]
    model, result, report = directory / "Run.mo", directory / "run.csv", directory / "run.json"
    model.write_text(f"model Run\n  extends FrictionGallery.{experiment}(redeclare model Friction = {friction});\nend Run;\n")
    subprocess.run([command, "simulate", model, "-L", SOURCE / "models", "-m", "Run", "-o", result, "--report", report, "--quiet",
                    "--tolerance", str(tolerance), *arguments], check=True, stderr=subprocess.DEVNULL)
    with open(result, newline="") as file:
        rows = list(csv.reader(file))
    columns = Columns({name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])})
    return columns, json.loads(report.read_text())


def measure(command, name, law, directory, tolerance):
    """The quantities of an experiment, and the sums of seconds, steps and events of its runs."""
    model, runs, _, quantities = EXPERIMENTS[name]
    numbers, seconds, steps, events = [], 0, 0, 0
    for arguments in runs:
        columns, report = simulate(command, model, law, arguments, tolerance, directory)
        numbers += quantities(columns)
        seconds += report["seconds"]["simulate"]
        steps += report["steps"]
        events += report["events"]["state"]
    return numbers, seconds, steps, events


# What the pictures show: the signal, what it is drawn over, from when on. Laws that need a scale of their own are left out.
PICTURES = {
    "break-away": ("floor.f", "time", 0),
    "hysteresis": ("push.f", "body.s", 0),
    "stick-slip": ("body.s", "time", 0),
    "reversal": ("floor.f", "floor.v", 0.7),
    "impact": ("body.s", "time", 0.95),
}
PICTURED = ["Sticking", "LuGre", "ElastoPlastic", "MaxwellSlip", "SevenParameters"]


def draw(command, name, directory, suffix="svg"):
    """Writes the picture of an experiment: the first run, of break-away the second."""
    signal, over, begin = PICTURES[name]
    model, runs, _, _ = EXPERIMENTS[name]
    results = []
    for law in PICTURED:
        columns, _ = simulate(command, model, law, runs[min(1, len(runs) - 1)], 1e-7, directory)
        rows = [i for i, t in enumerate(columns["time"]) if t >= begin]
        rows = rows[::max(1, len(rows) // 500)]
        results.append(directory / f"{law}.csv")
        with open(results[-1], "w", newline="") as file:
            names = ["time"] + [n for n in (over, signal) if n != "time"]
            csv.writer(file).writerows([names] + [[columns[n][i] for n in names] for i in rows])
    arguments = [command, "plot", *results, signal, "-o", SOURCE / "docs" / "images" / f"gallery-{name}.{suffix}", "--title", name, "--size", "800x400"]
    subprocess.run(arguments + (["--x", over] if over != "time" else []), check=True)


def shown(number):
    return "-" if math.isnan(number) else f"{number:.4g}" if abs(number) >= 1e-9 else "0"


def table(command, name, directory, progress):
    """Lines of Markdown."""
    yield "| law | " + " | ".join(EXPERIMENTS[name][2]) + " | error | time [ms] | steps | events |"
    yield "|---|" + "---|" * (len(EXPERIMENTS[name][2]) + 4)
    for law in LAWS:
        progress(f"{name}: {law}")
        numbers, seconds, steps, events = measure(command, name, law, directory, 1e-6)
        exact = measure(command, name, law, directory, TIGHT if name != "hold" else 1e-8)[0]
        error = max(abs(a - b) / max(abs(b), 1e-9) if abs(a - b) > 1e-12 else 0 for a, b in zip(numbers, exact)
                    if not math.isnan(b)) if any(not math.isnan(b) for b in exact) else math.nan
        yield (f"| {law} | " + " | ".join(map(shown, exact)) + f" | {error:.1e} | {1e3 * seconds:.3g} | {steps} | {events} |")


def numbers_of_page(name):
    """By law, what its row of the page says."""
    section = re.search(f"<!-- {name}: begin -->\n(.*?)<!-- {name}: end -->", PAGE.read_text(), re.S).group(1)
    count = len(EXPERIMENTS[name][2])
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in section.splitlines() if line.startswith("| ")]
    return {row[0]: row[1:1 + count] for row in rows if row[0] in LAWS}


def check(command, names, directory):
    """Returns what differs from the page, a line each."""
    for name in names:
        page = numbers_of_page(name)
        for law in LAWS:
            numbers = measure(command, name, law, directory, 1e-9)[0]
            for title, says, now in zip(EXPERIMENTS[name][2], page[law], numbers):
                if says == "-" and math.isnan(now):
                    continue
                scale = max(abs(float(x)) for x in page[law] if x != "-")
                if says == "-" or math.isnan(now) or abs(float(says) - now) > ALLOWED * max(scale, 1e-9):
                    yield f"{name}, {law}, {title}: the page says {says}, now it is {shown(now)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build" / "release", help="build directory with bin/stiction")
    parser.add_argument("--only", action="append", choices=list(EXPERIMENTS), help="this experiment; may be given several times")
    parser.add_argument("--check", action="store_true", help="compare with the page")
    options = parser.parse_args()
    command = options.build.resolve() / "bin" / "stiction"
    names = options.only or list(EXPERIMENTS)
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(temporary)
        if options.check:
            differences = list(check(command, names, directory))
            print("\n".join(differences) or f"{len(names)} experiments as the page says")
            return 1 if differences else 0
        page = PAGE.read_text()
        for name in names:
            lines = "\n".join(table(command, name, directory, lambda text: print(text, file=sys.stderr)))
            if name in PICTURES:
                draw(command, name, directory)
            page = re.sub(f"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)", lambda m: m.group(1) + lines + "\n" + m.group(2), page, flags=re.S)
        PAGE.write_text(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
