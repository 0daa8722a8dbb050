#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the tables of docs/msl.md anew: the 49 driveline models of the standard library, and the errors by tolerance.

Runs each model of tests/msl/driveline_models.csv in both forms with the built command, compares the ODE form's result with
the published one where STICTION_REFERENCE has it, and lets the test `ToleranceSweep` print its errors. What stands between
`<!-- NAME: begin -->` and `<!-- NAME: end -->` in the page is replaced. Times are CPU times of this machine. The library lies
where the command looks for it (`stiction --help`).

    STICTION_REFERENCE=... scripts/driveline_tables.py [--build build/release] [--only drivelines|sweep]
"""

import argparse
import csv
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PAGE = SOURCE / "docs" / "msl.md"
LAYERS = ("fixed_point", "pivoting", "path_following", "enumeration", "least_norm", "unsolved")


def simulate(command, model, form, interval, directory):
    """Returns the report of a run, the CPU seconds of its process [s] and where its result is."""
    result, report = directory / f"{form}.csv", directory / f"{form}.json"
    arguments = [command, "simulate", "-m", model, "-o", result, "--report", report, "--form", form, "--quiet"]
    if interval is not None:
        arguments += ["--interval", repr(interval)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(report.read_text()), cpu, result


def use_of_tube(command, result, reference, settings, directory):
    """The signal that uses most of the tube round the published result, and how much."""
    signals, report = directory / "signals.txt", directory / "comparison.json"
    signals.write_text("\n".join(settings["signals"]) + "\n")
    run = subprocess.run([command, "compare", result, reference, "--signals", signals, "--json", report, "--quiet"])
    compared = json.loads(report.read_text())["signals"]
    if run.returncode != 0:
        return "outside: " + ", ".join(f"`{s['name']}`" for s in compared if s["status"] != "inside")
    worst = max(compared, key=lambda signal: signal["use"] or 0)
    use = 100 * (worst["use"] or 0)
    return "0 %" if use < 1e-3 else f"{use:.2g} % `{worst['name']}`"


def with_published(ours, published):
    """Our figure, with the published one in brackets where that differs."""
    return str(ours) if ours == published else f"{ours} ({published})"


def by_form(of_ode, of_dae):
    return str(of_ode) if of_ode == of_dae else f"{of_ode} / {of_dae}"


def driveline_row(command, line, reference_root, directory, totals):
    """The row of a model; adds its counts to `totals`, by form."""
    model = line["model"]
    reference = pathlib.Path(reference_root, model, "reference.csv") if reference_root else None
    settings = None
    if reference and reference.exists():
        settings = json.loads(reference.with_name("reference.json").read_text())
    interval = settings["interval"] if settings else None
    ode, cpu, result = simulate(command, model, "ode", interval, directory)
    dae, _, _ = simulate(command, model, "dae", interval, directory)
    tube = use_of_tube(command, result, reference, settings, directory) if settings else "no data"
    events = "{}/{}".format(ode["events"]["state"], ode["events"]["time"])
    published_events = line["published state events"] + "/" + line["published time events"]
    counts = []
    for key in ("solves", *LAYERS):
        counts.append(by_form(ode["mixed"][key], dae["mixed"][key]))
        totals["ode"][key] = totals["ode"].get(key, 0) + ode["mixed"][key]
        totals["dae"][key] = totals["dae"].get(key, 0) + dae["mixed"][key]
    cells = [
        "`" + model.removeprefix("Modelica.Mechanics.") + "`",
        with_published(str(ode["unknowns"]), line["published unknowns"]),
        with_published(str(ode["states"]), line["published states"]),
        with_published(events, published_events),
        *counts,
        tube,
        f"{cpu:.2f}",
        f"{ode['seconds']['initialize'] + ode['seconds']['simulate']:.3f}",
    ]
    return "| " + " | ".join(cells) + " |"


def driveline_table(command):
    head = ["model", "unknowns", "states", "events", "mixed solves", *(layer.replace("_", " ") for layer in LAYERS)]
    head += ["worst use of the tube", "CPU", "of it simulation"]
    rows = ["| " + " | ".join(head) + " |", "|--" * len(head) + "|"]
    totals = {"ode": {}, "dae": {}}
    with open(SOURCE / "tests" / "msl" / "driveline_models.csv", newline="") as models, tempfile.TemporaryDirectory() as d:
        for line in csv.DictReader(models):
            rows.append(driveline_row(command, line, os.environ.get("STICTION_REFERENCE"), pathlib.Path(d), totals))
            print(rows[-1], flush=True)
    sums = [by_form(totals["ode"][key], totals["dae"][key]) for key in ("solves", *LAYERS)]
    rows.append("| **all** |  |  |  | " + " | ".join(sums) + " |  |  |  |")
    return "\n".join(rows)


def sweep_table(build):
    test = next(path for path in build.rglob("msl_test") if path.is_file())
    run = subprocess.run([test, "--gtest_filter=*ToleranceSweep*"], capture_output=True, text=True)
    rows = [line for line in run.stdout.splitlines() if line.startswith("| `")]
    if run.returncode != 0 or not rows:
        sys.exit(run.stdout)
    head = "| model | method | 1e-4 | 1e-5 | 1e-6 | 1e-7 | 1e-8 | 1e-9 | 1e-10 | factor a decade |\n" + "|--" * 10 + "|\n"
    return head + "\n".join(row.replace("Modelica.Mechanics.", "") for row in rows)


def replace(name, text):
    page = PAGE.read_text()
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    page, count = pattern.subn(lambda _: f"{begin}\n{text}\n{end}", page)
    if count != 1:
        sys.exit(f"{PAGE}: not exactly one pair of {begin} and {end}")
    PAGE.write_text(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build" / "release", help="build directory")
    parser.add_argument("--only", choices=("drivelines", "sweep"), help="write this table only")
    options = parser.parse_args()
    model = "Modelica.Mechanics.Rotational.Examples.First"
    found = subprocess.run([options.build / "bin" / "stiction", "check", "-m", model], capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(found.stderr)
    if options.only != "sweep":
        replace("drivelines", driveline_table(options.build / "bin" / "stiction"))
    if options.only != "drivelines":
        replace("sweep", sweep_table(options.build))


if __name__ == "__main__":
    main()
