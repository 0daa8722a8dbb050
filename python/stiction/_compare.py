# SPDX-License-Identifier: BSD-3-Clause
"""Comparisons of two result files by `stiction compare`."""

from __future__ import annotations

import dataclasses
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _command

PathLike = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What came out for one signal: `status` is "inside", "outside" or "not compared"; `details` is all that the command
    tells of it."""

    name: str
    status: str
    explanation: str
    details: Dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The verdicts of all signals, the worst first. True if all are inside their tolerances."""

    passes: bool
    summary: str
    signals: List[Verdict]

    def __bool__(self) -> bool:
        return self.passes

    def __str__(self) -> str:
        outside = [f"{v.status}  {v.name}: {v.explanation}" for v in self.signals if v.status != "inside"]
        return "\n".join([*outside, self.summary])


def compare(
    result: PathLike, reference: PathLike, signals: Sequence[str] = (), tolerance: Optional[float] = None
) -> Comparison:
    """Compares a result with what it should be. `signals` are names and patterns, all of the reference if there are none.

    >>> assert stiction.compare("block.csv", "reference.csv"), "changed"
    """
    with tempfile.TemporaryDirectory(prefix="stiction-") as directory:
        report = Path(directory) / "comparison.json"
        arguments = ["compare", str(result), str(reference), "--json", str(report), "--quiet"]
        for pattern in signals:
            arguments += ["--signals", pattern]
        if tolerance is not None:
            arguments += ["--tolerance", repr(tolerance)]
        _command.run(arguments, allowed=(_command.DONE, _command.OUTSIDE))
        told = json.loads(report.read_text("utf-8"))
    verdicts = [Verdict(s["name"], s["status"], s["explanation"], s) for s in told["signals"]]
    return Comparison(told["passes"], told["summary"], verdicts)
