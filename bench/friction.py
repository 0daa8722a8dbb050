#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Friction problems: the built command against hand-written programs, and how the cost of an event grows.

    bench/friction.py --command build/release/bin/stiction --programs /path/to/programs
    bench/friction.py ... --write docs/benchmarks.md        # replaces the part between the marks in the page
    bench/friction.py ... --quick                           # small sizes, one run

--programs (or STICTION_BENCH_PROGRAMS) names a directory with the built programs `dopri5` and `sundials`, called as
`dopri5 PROBLEM N RTOL 1` and `sundials ida PROBLEM N RTOL 1` and answering with a line of NAME=VALUE pairs (cpu_ms, x1,
sumx). Without it these columns stay empty. Both sides run in turn, so that the load of the machine meets both; times are
medians of CPU seconds of the simulation, translation excluded, and ratios are medians of those of two neighbouring runs: a
neighbour on the same core, which comes and goes, slows both. The error stands beside each time.
"""
import argparse
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- friction.py: begin -->", "<!-- friction.py: end -->"

# Models with the states of the programs and no others. End values that a Taylor series with isolated roots and, for one block, explicit solutions agree on.
PROBLEMS = [
    ("P1", 1, "Bench.Race.P1", [], "x", 0.01109062263),
    ("P1b", 1, "Bench.Race.P1b", [], "x", 0.0),
    ("P2", 1, "Bench.Race.P2", [], "mass.s", 1.97953737395),
    ("P3", 10, "Bench.Race.P3", ["--set", "n=10"], "sumX", 0.416740196968),
    ("P3", 100, "Bench.Race.P3", ["--set", "n=100"], "sumX", -2.01900819403),
    ("P3", 1000, "Bench.Race.P3", ["--set", "n=1000"], "sumX", -15.8344096526),
]
SSN_END = {20: -0.276919, 100: -0.536258}


class Bench:
    def __init__(self, options):
        self.options = options
        self.directory = tempfile.mkdtemp(prefix="bench")

    def simulate(self, model, arguments, *signals, keeps_rows=False):
        """One process; seconds of the simulation and of the process, last value of the first signal, events, report,
        peak memory [MB]; its rows if they are wanted."""
        names = os.path.join(self.directory, "signals")
        with open(names, "w") as file:
            file.write("".join(signal + "\n" for signal in signals))
        csv, report = (os.path.join(self.directory, name) for name in ("out.csv", "report.json"))
        if os.path.exists(csv):
            os.remove(csv)  # to put a file in the place of another has the system write it out at once
        command = [self.options.command, "simulate", "-L", os.path.join(ROOT, "models"), "-m", model, "--quiet",
                   "-o", csv, "--report", report, "--signals", names, *arguments]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise subprocess.CalledProcessError(process.returncode, command)
        with open(report) as file:
            told = json.load(file)
        with open(csv, "rb") as file:  # of a long file only the end: what this process holds counts as the next one's
            file.seek(max(0, os.path.getsize(csv) - (1 << 20)))
            lines = file.read().decode().splitlines()[1:]
        rows = [line.split(",", 2)[:2] for line in (lines if keeps_rows else lines[-1:])]
        memory = usage.ru_maxrss / 1024
        seconds = told["seconds"]
        return {"seconds": seconds["simulate"], "value": float(rows[-1][1]), "rows": rows, "events": told["events"]["state"],
                "method": told["method"], "total": seconds["total"], "phases": seconds, "memory": memory,
                "set_up": seconds["initialize"], "process": usage.ru_utime + usage.ru_stime}

    def program(self, program, problem, n, tolerance):
        directory = self.options.programs
        if not directory:
            return None
        words = [os.path.join(directory, program[0]), *program[1:], problem, str(n), str(tolerance), "1"]
        line = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        told = dict(re.findall(r"(\w+)=(\S+)", line))
        value = float(told["sumx"])
        return {"seconds": float(told["cpu_ms"]) / 1e3, "value": value}

    def pair(self, runs, ours, theirs):
        """Medians of either, and of the ratios of their seconds."""
        a, b = [], []
        for _ in range(runs):
            a.append(ours())
            b.append(theirs())
        median = lambda results: dict(results[0], **{key: statistics.median(r[key] for r in results)
                                                     for key in ("seconds", "set_up") if key in results[0]})
        if not b[0]:
            return median(a), None, None
        return median(a), median(b), statistics.median(one["seconds"] / other["seconds"] for one, other in zip(a, b))


def number(value):
    return "" if value is None else f"{value:.2g}" if abs(value) < 100 else f"{value:.0f}"


TOLERANCES = ("1e-3", "3e-4", "1e-4", "3e-5", "1e-5", "3e-6", "1e-6", "3e-7", "1e-7")
FINER_TOLERANCES = ("3e-8", "1e-8", "3e-9", "1e-9", "3e-10", "1e-10", "3e-11", "1e-11")


def loosest(bench, ours, theirs, end):
    """The loosest tolerance at which our error is not larger than that of the program; 1e-6 if there is none."""
    if theirs is None:
        return "1e-6"
    for tolerance in TOLERANCES:
        if abs(ours(tolerance)["value"] - end) <= abs(theirs["value"] - end):
            return tolerance
    return "1e-6"


def race(bench, title, solver, program, options):
    yield f"### {title}"
    yield ""
    yield ("The program runs at 1e-6, ours at the loosest tolerance at which its error is not larger (1e-6 where the program "
           "is right by symmetry). `ours` is the simulation; `set-up` comes before it: initialization, kernels and what "
           "else of a run does not depend on its values.")
    yield ""
    yield "| problem | N | tolerance | state events | set-up [s] | ours [s] | our error | program [s] | its error | ratio | of medians |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for problem, n, model, arguments, signal, end in PROBLEMS:
        if n > options.largest or (solver == "ida" and n > options.largest_ida):
            continue
        runs = options.runs if n < 1000 else min(options.runs, 5)
        run = lambda tolerance: bench.simulate(model, [*arguments, "--solver", solver, "--tolerance", tolerance], signal)
        tolerance = loosest(bench, run, bench.program(program, problem, n, 1e-6), end)
        ours, theirs, ratio = bench.pair(runs, lambda: run(tolerance),
                                         lambda: bench.program(program, problem, n, 1e-6))
        row = [problem, n, tolerance, ours["events"], number(ours["set_up"]), number(ours["seconds"]),
               number(abs(ours["value"] - end))]
        if theirs:
            row += [number(theirs["seconds"]), number(abs(theirs["value"] - end)), f"{ratio:.3g}",
                    number(ours["seconds"] / theirs["seconds"])]
        else:
            row += ["", "", "", ""]
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""


def growth(bench, options):
    yield "### P3 and SS-N: growth"
    yield ""
    yield ("`--solver auto`, tolerance 1e-6; `Bench.Race.P3` for 10 s, `Bench.Race.SSN` for 50 s. `set-up` is the initialization "
           "of the run with its kernels.")
    yield ""
    yield "| model | N | method | state events | simulation [s] | per event [us] | set-up [s] | error of the first block |"
    yield "|---|---|---|---|---|---|---|---|"
    for model, ends in (("P3", {}), ("SSN", SSN_END)):
        for n in (20, 100, 400, 1000):
            if n > options.largest:
                continue
            results = [bench.simulate(f"Bench.Race.{model}", ["--set", f"n={n}", "--solver", "auto", "--tolerance", "1e-6"],
                                      "mass[1].s") for _ in range(options.runs)]
            r = dict(results[0], seconds=statistics.median(x["seconds"] for x in results))
            error = number(abs(r["value"] - ends[n])) if n in ends else ""
            yield (f"| {model} | {n} | {r['method']} | {r['events']} | {number(r['seconds'])} | "
                   f"{number(1e6 * r['seconds'] / r['events'])} | {number(r['set_up'])} | {error} |")
    yield ""
    yield ("`--solver ida` at 1e-6 and `auto` at the loosest tolerance at which its error is not larger, in turn:")
    yield ""
    yield "| N | tolerance | auto [s] | its error | ida [s] | its error | ratio |"
    yield "|---|---|---|---|---|---|---|"
    for n in (20, 100):
        if n > min(options.largest, options.largest_ida):
            continue
        run = lambda solver, tolerance: bench.simulate(
            "Bench.Race.SSN", ["--set", f"n={n}", "--solver", solver, "--tolerance", tolerance], "mass[1].s")
        slow = run("ida", "1e-6")
        tolerance = loosest(bench, lambda tolerance: run("auto", tolerance), slow, SSN_END[n])
        theirs, ours, ratio = bench.pair(options.runs, lambda: run("ida", "1e-6"), lambda: run("auto", tolerance))
        yield (f"| {n} | {tolerance} | {number(ours['seconds'])} | {number(abs(ours['value'] - SSN_END[n]))} | "
               f"{number(theirs['seconds'])} | {number(abs(theirs['value'] - SSN_END[n]))} | "
               f"{number(ratio)} |")
    yield ""


# The plant, what it is called, blocks, rows, the signal compared and the stop time.
FRICTIONS = [
    ("Bench.Race.SSN", "shaken", 1, 50, "mass[1].s", 50),
    ("Bench.Race.SSN", "shaken", 1, 1000, "mass[1].s", 1000),
    ("Bench.StickSlip", "pulled", 1, 4000, "mass.s", 40),
    ("Bench.StickSlip", "pulled", 1, 400, "mass.s", 40),
    ("Bench.StickSlip", "pulled", 1, 1000, "mass.s", 1000),
    ("Bench.Race.SSN", "shaken", 5, 50, "mass[1].s", 50),
    ("Bench.Race.SSN", "shaken", 20, 50, "mass[1].s", 50),
    ("Bench.Race.SSN", "shaken", 100, 50, "mass[1].s", 50),
]


def deviation(run, exact):
    """The largest one at the times of the rows of `exact` that no event made double."""
    def grid(result):
        values = {}
        for time, value in result["rows"]:
            values.setdefault(float(time), []).append(float(value))
        return {time: value[0] for time, value in values.items() if len(value) == 1}
    ours, theirs = grid(run), grid(exact)
    return max(abs(ours[time] - theirs[time]) for time in ours.keys() & theirs.keys())


def as_near(run, error, exact):
    """The loosest tolerance at which run(tolerance) is as near to its own solution."""
    for tolerance in TOLERANCES + FINER_TOLERANCES:
        try:
            if deviation(run(tolerance), exact) <= error:
                return tolerance
        except subprocess.CalledProcessError:
            pass  # one far looser than the width of a kink stops as chattering
    return FINER_TOLERANCES[-1]


def elastic(bench, options):
    yield "### Elastic friction (LuGre) against friction that sticks and slides"
    yield ""
    yield ("The same plant with either: a block pulled by a soft spring (`Bench.StickSlip`, `Bench.StickSlipElastic`) and a chain of "
           "blocks that are shaken (`Bench.Race.SSN`, `Bench.Race.SSNElastic`). What sticks and slides runs with `--solver auto` and the "
           "tolerance 1e-6; the elastic model with `--solver auto`, and with `--solver ida`, a multistep method as other tools have; at "
           "1e-6, and at equal error: at the loosest tolerance at which it is as near to its own solution, at the rows, as the other one "
           "is to its own, or at 1e-11 (solutions: either at 1e-12; up to 20 blocks). Ratios are to the time of what sticks and slides. One block "
           "takes so short that in the time of its experiment most of the code runs for the first time; 1000 s tell what its periods "
           "cost.")
    yield ""
    tables = {"auto": [], "ida": []}
    for model, plant, n, rows, signal, stop in FRICTIONS:
        if n > options.largest:
            continue
        arguments = ([] if model == "Bench.StickSlip" else ["--set", f"n={n}"]) + [
            "--stop-time", str(stop), "--interval", str(stop / rows)]
        run = lambda name, tolerance, solver="auto": bench.simulate(
            name, [*arguments, "--tolerance", tolerance, "--solver", solver], signal, keeps_rows=True)
        twin, has_solution = model + "Elastic", n <= 20
        variants = [(solver, "1e-6") for solver in tables]
        if has_solution:
            error, exact = deviation(run(model, "1e-6"), run(model, "1e-12")), run(twin, "1e-12")
            variants += [(solver, as_near(lambda t: run(twin, t, solver), error, exact)) for solver in tables]
        ours, theirs = [], [[] for _ in variants]  # in turn
        for _ in range(options.runs if n < 100 else min(options.runs, 5)):
            ours.append(run(model, "1e-6"))
            for (solver, tolerance), runs in zip(variants, theirs):
                runs.append(run(twin, tolerance, solver))
        seconds = lambda runs: number(statistics.median(one["seconds"] for one in runs))
        ratio = lambda runs: number(statistics.median(other["seconds"] / one["seconds"] for one, other in zip(ours, runs)))
        for solver, table in tables.items():
            row = [plant, n, stop, rows, seconds(ours), number(error) if has_solution else ""]
            own = [(tolerance, runs) for (of, tolerance), runs in zip(variants, theirs) if of == solver]
            for i, (tolerance, runs) in enumerate(own):
                error_of = number(deviation(runs[0], exact)) if has_solution else ""
                row += [tolerance] * (i > 0) + [error_of, seconds(runs), ratio(runs)]
            table.append("| " + " | ".join(map(str, row + [""] * (13 - len(row)))) + " |")
    for solver, table in tables.items():
        yield (f"| plant | blocks | time [s] | rows | sticks and slides [s] | error | elastic, {solver}: error | [s] | ratio | "
               "equal error: tolerance | error | [s] | ratio |")
        yield "|" + "---|" * 13
        yield from table
        yield ""


LAWS = ["Dahl", "LuGre", "ElastoPlastic", "MaxwellSlip", "Leuven", "SevenParameters", "BoucWen", "LinearRegion", "RegularizedTanh"]


def laws(bench, options):
    yield "### The laws of elastic friction against friction that sticks and slides"
    yield ""
    yield ("The chain `FrictionGallery.Chain` of shaken blocks with each law, `--solver auto`, 50 s, one row a second. `Sticking` runs at the tolerance "
           "1e-6; a law at the loosest tolerance at which the first block is as near to its own solution, at the rows, as that of `Sticking` is to "
           "its own (solutions: either at 1e-11), with 100 blocks at 1e-6. Ratios are to the time of `Sticking`, in turn.")
    yield ""
    yield "| law | " + " | ".join(f"{n}: tolerance | [s] | ratio" for n in (1, 5, 20, 100)) + " |"
    yield "|" + "---|" * 13
    rows = {law: [] for law in LAWS}
    for n in (1, 5, 20, 100):
        if n > options.largest:
            continue
        run = lambda law, tolerance: bench.simulate(
            f"FrictionGallery.Chains.Of{law}", ["--set", f"n={n}", "--stop-time", "50", "--interval", "1", "--tolerance", tolerance],
            "mass[1].s", keeps_rows=True)
        has_solution = n <= 20
        error = deviation(run("Sticking", "1e-6"), run("Sticking", "1e-11")) if has_solution else None
        for law in LAWS:
            tolerance = "1e-6"
            if has_solution:
                tolerance = as_near(lambda t: run(law, t), error, run(law, "1e-11"))
            ours, theirs, ratio = bench.pair(options.runs if n < 100 else min(options.runs, 3), lambda: run(law, tolerance),
                                             lambda: run("Sticking", "1e-6"))
            rows[law] += [tolerance, number(ours["seconds"]), number(ratio)]
    for law, cells in rows.items():
        yield "| " + " | ".join([law, *map(str, cells)]) + " |"
    yield ""


def whole_process(bench, options):
    yield "### The whole process: from the text of P3 to a CSV file of all states"
    yield ""
    yield "`Bench.Race.P3`, `--solver auto`, tolerance 1e-6, 10 s; two rows at each event."
    yield ""
    yield "| N | state events | process [s] | of it translation [s] | simulation [s] |"
    yield "|---|---|---|---|---|"
    for n in (10, 100, 1000):
        if n > options.largest:
            continue
        states = [f"mass[{i}].{name}" for i in range(1, n + 1) for name in "sv"]
        results = [bench.simulate("Bench.Race.P3", ["--set", f"n={n}", "--tolerance", "1e-6"], *states)
                   for _ in range(options.runs if n < 1000 else 1)]
        r = sorted(results, key=lambda x: x["process"])[len(results) // 2]
        phases = sum(v for k, v in r["phases"].items() if k not in ("total", "simulate", "initialize"))
        yield f"| {n} | {r['events']} | {number(r['process'])} | {number(phases)} | {number(r['seconds'])} |"
    yield ""


def translation(bench, options):
    yield "### Translation of P3 as an array of components"
    yield ""
    yield ("Each run follows an unmeasured one of the same size: a virtual machine may have to ask its host for memory that "
           "was free for some seconds, which here can take longer than the translation itself. `p`: exponent of seconds ~ "
           "N^p, median of those of two neighbouring runs. The memory is that of `simulate` to the end of the initialization.")
    yield ""
    yield "| N | translation [s] | p | largest phases [s] | peak memory [MB] |"
    yield "|---|---|---|---|---|"
    sizes = [n for n in (100, 1000, 10000) if n <= options.largest_translation]
    runs = {n: [] for n in sizes}
    for _ in range(min(options.runs, 7)):
        for n in sizes:
            arguments = ["--set", f"n={n}", "--stop-time", "0"]
            bench.simulate("Bench.P3", arguments, "sumX")
            run = bench.simulate("Bench.P3", arguments, "sumX")
            run["phases"] = {k: v for k, v in run["phases"].items() if k not in ("total", "simulate", "initialize")}
            run["translation"] = sum(run["phases"].values())
            runs[n].append(run)
    for smaller, n in zip([None, *sizes], sizes):
        medians = {phase: statistics.median(run["phases"][phase] for run in runs[n]) for phase in runs[n][0]["phases"]}
        largest = sorted(medians.items(), key=lambda item: -item[1])[:3]
        told = ", ".join(f"{name} {number(seconds)}" for name, seconds in largest)
        p = "-"
        if smaller:
            grown = statistics.median(b["translation"] / a["translation"] for a, b in zip(runs[smaller], runs[n]))
            p = f"{math.log(grown) / math.log(n / smaller):.2f}"
        seconds = statistics.median(run["translation"] for run in runs[n])
        memory = max(run["memory"] for run in runs[n])
        yield f"| {n} | {number(seconds)} | {p} | {told} | {memory:.0f} |"
    yield ""


def machine():
    model = "processor unknown"
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def page(bench, options):
    yield (f"Machine: {machine()}; CPU time, medians of {options.runs} runs. A ratio is the median of those of two neighbouring "
           "runs: what else the machine does comes and goes, and slows both; `of medians` is that of the two times before.")
    yield ""
    yield from race(bench, "`--solver auto` (taylor) against a hand-written DOPRI5", "auto", ("dopri5",), options)
    yield from race(bench, "`--solver ida` against a hand-written IDA program", "ida", ("sundials", "ida"), options)
    yield from growth(bench, options)
    yield from elastic(bench, options)
    yield from laws(bench, options)
    yield from whole_process(bench, options)
    yield from translation(bench, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=os.path.join(ROOT, "build/release/bin/stiction"))
    parser.add_argument("--programs", default=os.environ.get("STICTION_BENCH_PROGRAMS"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--largest", type=int, default=1000, help="number of blocks")
    parser.add_argument("--largest-ida", type=int, default=1000)
    parser.add_argument("--largest-translation", type=int, default=10000)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", metavar="PAGE.md")
    options = parser.parse_args()
    if options.quick:
        options.runs, options.largest, options.largest_ida, options.largest_translation = 1, 10, 10, 100
    lines = []
    for line in page(Bench(options), options):
        print(line, flush=True)
        lines.append(line)
    if options.write:
        with open(options.write) as file:
            text = file.read()
        if BEGIN not in text or END not in text:
            sys.exit(f"{options.write} has no marks {BEGIN} and {END}")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        with open(options.write, "w") as file:
            file.write(before + BEGIN + "\n" + "\n".join(lines) + END + after)


if __name__ == "__main__":
    main()
