# SPDX-License-Identifier: BSD-3-Clause
"""Models: what is simulated, and with which values."""

from __future__ import annotations

import csv
import dataclasses
import itertools
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from . import _command
from ._files import read_table
from ._result import Result

if TYPE_CHECKING:
    import pandas

PathLike = Union[str, "os.PathLike[str]"]
Value = Union[bool, int, float, str]


@dataclasses.dataclass(frozen=True)
class SimulationSettings:
    """How a model is simulated; what is None comes from its experiment annotation. `signals` are names and patterns of
    what is recorded, all if there are none."""

    start_time: Optional[float] = None
    stop_time: Optional[float] = None
    interval: Optional[float] = None
    intervals: Optional[int] = None
    tolerance: Optional[float] = None
    solver: Optional[str] = None
    form: Optional[str] = None
    signals: Sequence[str] = ()

    def arguments(self) -> List[str]:
        """The options of the command."""
        options: List[str] = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is not None and field.name != "signals":
                options += ["--" + field.name.replace("_", "-"), _text(value)]
        for pattern in self.signals:
            options += ["--signals", pattern]
        return options


def _text(value: Value) -> str:
    """The value as Modelica text; a text stands for itself, as "Modes.Fast" or "{1, 2}"."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value.item() if hasattr(value, "item") else value)


def _set_arguments(values: Mapping[str, Value]) -> List[str]:
    options: List[str] = []
    for name, value in values.items():
        options += ["--set", f"{name}={_text(value)}"]
    return options


class Model:
    """A Modelica model: the one of `files`, or the one called `name` there or in a library.

    >>> Model("Block.mo")
    >>> Model(name="Modelica.Mechanics.Rotational.Examples.CoupledClutches")
    """

    def __init__(self, *files: PathLike, name: Optional[str] = None, libraries: Iterable[PathLike] = ()) -> None:
        if not files and name is None:
            raise ValueError("give files, or the name of a model of a library")
        self.files = [Path(file) for file in files]
        self.name = name
        self.libraries = [Path(library) for library in libraries]

    def _arguments(self) -> List[str]:
        options = [str(file) for file in self.files]
        for library in self.libraries:
            options += ["-L", str(library)]
        return options + (["-m", self.name] if self.name else [])

    def check(self) -> str:
        """Looks for errors without simulating. @returns the warnings; ModelError tells the errors"""
        return _command.run(["check", *self._arguments()]).stderr

    def simulate(
        self,
        set: Optional[Mapping[str, Value]] = None,  # as the option is called
        settings: Optional[SimulationSettings] = None,
        keep: Optional[PathLike] = None,
        **options: Any,
    ) -> Result:
        """Runs the model.

        @param set values of parameters, elements (``a[2]``) and start values (``x.start``)
        @param settings how; or its fields one by one, as ``stop_time=2``
        @param keep a .mat or .csv file that is to hold the result afterwards, too
        SimulationStopped, if it does not reach its stop time, has the rows up to there.
        """
        if settings is not None and options:
            raise TypeError("give settings, or their fields one by one")
        how = settings if settings is not None else SimulationSettings(**options)
        with tempfile.TemporaryDirectory(prefix="stiction-") as directory:
            output = Path(directory) / ("result" + (Path(keep).suffix if keep is not None else ".mat"))
            report = Path(directory) / "report.json"
            arguments = ["simulate", *self._arguments(), *_set_arguments(set or {}), *how.arguments()]
            arguments += ["-o", str(output), "--report", str(report), "--quiet"]
            done = _command.run(arguments, allowed=(_command.DONE, _command.STOPPED))
            result = Result(read_table(output), json.loads(report.read_text("utf-8")))
            if keep is not None:
                shutil.copyfile(output, keep)
            if done.returncode == _command.DONE:
                return result
            stopped = _command.SimulationStopped(done.stderr.strip())
            stopped.result = result if len(result.time) else None
            raise stopped

    def simulate_many(
        self,
        sets: Iterable[Mapping[str, Value]],
        settings: Optional[SimulationSettings] = None,
        jobs: Optional[int] = None,
        **options: Any,
    ) -> List[Result]:
        """A run for each of the sets of values, in their order, by `stiction sweep`: translated once, `jobs` runs at a time, as
        many as there are processors if that is None. Each set has the same names.

        SimulationStopped, if one did not reach its stop time, has the rows of the first such one as `result`, and those of
        all runs as `results`. `report` of a result has "status", "reason", "time_reached" and the "set".
        """
        rows = _same_names(sets)
        how = settings if settings is not None else SimulationSettings(**options)
        with tempfile.TemporaryDirectory(prefix="stiction-") as directory:
            files = Path(directory) / "results"
            arguments = ["--results", str(files), *([] if jobs is None else ["--jobs", str(jobs)])]
            table = Path(directory) / "table.csv"
            said = self._sweep(rows, how, table, Path(directory), arguments)
            results: List[Optional[Result]] = []
            stopped: Optional[_command.SimulationStopped] = None
            for row, told, number in zip(rows, _read_rows(table), itertools.count(1)):
                reached = float(told["time"]) if told["time"] else None
                report = {"status": told["status"], "reason": told["reason"], "time_reached": reached, "set": row}
                file = files / f"run-{number:0{len(str(len(rows)))}d}.mat"
                results.append(Result(read_table(file), report) if file.exists() else None)
                if told["status"] not in ("done", "terminated") and stopped is None:
                    stopped = _command.SimulationStopped(f"{row}: {told['status']}: {told['reason']}\n{said}".strip())
                    stopped.result = results[-1]
            if stopped is not None:
                stopped.results = results
                raise stopped
            return [result for result in results if result is not None]

    def sweep(
        self,
        sets: Iterable[Mapping[str, Value]],
        observe: Sequence[str] = (),
        events: Sequence[str] = (),
        settings: Optional[SimulationSettings] = None,
        table: Optional[PathLike] = None,
        **options: Any,
    ) -> "pandas.DataFrame":
        """A run for each of the sets of values, as by `simulate_many`, of which a frame keeps a few numbers.

        @param observe signals of which it has the value at the end, the least and the largest; the states if there are none
        @param events of which it has the first time: ``"mode=Stuck"``, ``"v<0.1"``
        @param table a .csv file that is to hold the frame, too; an interrupted sweep of it goes on where it was
        """
        import pandas

        rows = _same_names(sets)
        how = settings if settings is not None else SimulationSettings(**options)
        how = dataclasses.replace(how, signals=())  # a frame has what is observed
        with tempfile.TemporaryDirectory(prefix="stiction-") as directory:
            output = Path(table) if table is not None else Path(directory) / "table.csv"
            arguments: List[str] = []
            for name in observe:
                arguments += ["--observe", name]
            for event in events:
                arguments += ["--event", event]
            self._sweep(rows, how, output, Path(directory), arguments)
            return pandas.read_csv(output)

    def _sweep(
        self,
        rows: List[Dict[str, Value]],
        how: SimulationSettings,
        table: Path,
        directory: Path,
        arguments: List[str],
    ) -> str:
        """Writes the table of a sweep. @returns what the command said"""
        cases = directory / "cases.csv"
        with open(cases, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(rows[0])
            writer.writerows([_text(value) for value in row.values()] for row in rows)
        all_arguments = ["sweep", *self._arguments(), "--cases", str(cases), *how.arguments(), *arguments]
        all_arguments += ["-o", str(table), "--quiet"]
        return _command.run(all_arguments, allowed=(_command.DONE, _command.STOPPED)).stderr


def _same_names(sets: Iterable[Mapping[str, Value]]) -> List[Dict[str, Value]]:
    rows = [dict(values) for values in sets]
    if not rows or not rows[0] or any(row.keys() != rows[0].keys() for row in rows):
        raise ValueError("each of the sets has values of the same names")
    return [{name: row[name] for name in rows[0]} for row in rows]


def _read_rows(table: Path) -> List[Dict[str, str]]:
    with open(table, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
