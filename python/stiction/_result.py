# SPDX-License-Identifier: BSD-3-Clause
"""Results: signals over time by name."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Union

import numpy as np

from ._files import Array, Table, read_table

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes


class Result(Mapping[str, Array]):
    """A mapping from names to values, each as long as `time`. At an event two rows have the same time: what holds
    before it, and after it.

    `units`, `comments` and `literals` (names of the values of Booleans from 0 on, and of enumerations from 1 on) hold what
    the file tells; `report` is what `stiction simulate --report` writes, empty of a result that was read from a file.
    """

    def __init__(self, table: Table, report: Optional[Dict[str, Any]] = None) -> None:
        self._table = table
        self.time = table.time
        self.units = table.units
        self.comments = table.comments
        self.literals = table.literals
        self.report: Dict[str, Any] = report or {}

    def __getitem__(self, name: str) -> Array:
        if name == "time":
            return self.time
        if name not in self._table.columns:
            raise KeyError(f"the result has no signal '{name}'{self._nearest(name)}")
        values = self._table.columns[name]
        return values if len(values) == len(self.time) else np.full(len(self.time), values[0])

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.columns)

    def __len__(self) -> int:
        return len(self._table.columns)

    def __repr__(self) -> str:
        model = self.report.get("model", "a file")
        span = f"{self.time[0]:g} s to {self.time[-1]:g} s" if len(self.time) else "no row"
        return f"<Result of {model}: {len(self)} signals, {len(self.time)} rows, {span}>"

    def _nearest(self, name: str) -> str:
        import difflib

        near = difflib.get_close_matches(name, self._table.columns, 3)
        return f"; there is {', '.join(near)}" if near else ""

    @property
    def parameters(self) -> Dict[str, float]:
        """What never changes, in files that tell it from the rest (.mat)."""
        rows = len(self.time)
        return {name: float(c[0]) for name, c in self._table.columns.items() if len(c) == 1 and rows != 1}

    @property
    def events(self) -> Array:
        """The times of events: those that stand twice."""
        times: Array = np.unique(self.time[1:][np.diff(self.time) == 0])
        return times

    def find(self, *patterns: str) -> List[str]:
        """Names that fit one of the patterns, in which ``*`` stands for any characters and ``?`` for one."""
        found: Dict[str, None] = {}
        for pattern in patterns:
            expression = re.compile(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), re.DOTALL)
            fitting = [pattern] if pattern in self._table.columns else [n for n in self if expression.fullmatch(n)]
            if not fitting:
                raise KeyError(f"no signal fits '{pattern}'{self._nearest(pattern)}")
            found.update(dict.fromkeys(fitting))
        return list(found)

    def at(self, name: str, time: float, before: bool = False) -> float:
        """The value at a time, by a straight line between rows; at an event what holds after it, or before it."""
        values = self[name]
        if not self.time[0] <= time <= self.time[-1]:
            raise ValueError(f"the result goes from {self.time[0]} s to {self.time[-1]} s, not to {time} s")
        row = int(np.searchsorted(self.time, time, side="left" if before else "right"))
        row = min(row, len(self.time) - 1) if before else row - 1
        if self.time[row] == time:
            return float(values[row])
        low = row - 1 if before else row
        share = (time - self.time[low]) / (self.time[low + 1] - self.time[low])
        return float(values[low] + share * (values[low + 1] - values[low]))

    def to_frame(self, *patterns: str, parameters: bool = False) -> "pandas.DataFrame":
        """A pandas frame over time, of all signals that are no parameters, or of those that fit the patterns."""
        import pandas

        constants = self.parameters
        names = self.find(*patterns) if patterns else [n for n in self if parameters or n not in constants]
        frame = pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self.time, name="time"))
        frame.attrs["units"] = {name: self.units[name] for name in names if name in self.units}
        return frame

    def plot(self, *patterns: str, ax: Optional["Axes"] = None, label: Optional[str] = None) -> "Axes":
        """Draws signals over time with matplotlib. @param label is put behind the names, to tell runs apart."""
        from matplotlib import pyplot

        names = self.find(*patterns)
        axes: "Axes" = pyplot.gca() if ax is None else ax
        for name in names:
            axes.plot(self.time, self[name], label=f"{name} ({label})" if label else name)
        units = {self.units.get(name, "") for name in names}
        axes.set_xlabel("time [s]")
        if len(units) == 1 and units != {""}:
            axes.set_ylabel(f"[{units.pop()}]")
        self._name_values(names, axes)
        axes.legend()
        return axes

    def _name_values(self, names: List[str], axes: "Axes") -> None:
        """Literals in place of numbers, where all signals have the same."""
        kinds = {self.literals.get(name, ()) for name in names}
        if len(kinds) != 1 or kinds == {()}:
            return
        literals = kinds.pop()
        first = 0 if literals[0] == "false" else 1
        axes.set_yticks(range(first, first + len(literals)), labels=literals)


def read(path: Union[str, "os.PathLike[str]"]) -> Result:
    """Reads a result: .mat (MATLAB v4, also of other tools) or comma-separated values as Stiction writes them."""
    return Result(read_table(Path(path)))
