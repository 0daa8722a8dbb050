# SPDX-License-Identifier: BSD-3-Clause
"""The command: where it is, how it is run, and what its exit codes mean."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Optional, Sequence

if TYPE_CHECKING:
    from ._result import Result

# Exit codes of the command (stiction --help).
DONE, MODEL_ERROR, USAGE_ERROR, STOPPED, OUTSIDE = 0, 1, 2, 3, 4


class Error(Exception):
    """What the command said when it failed, as it would stand on a terminal."""


class ModelError(Error):
    """The model has errors: the message has their places and hints."""


class UsageError(Error):
    """What was asked for is not possible: an unknown signal, a missing file, a wrong option."""


class SimulationStopped(Error):
    """A simulation did not reach its stop time. `result` has the rows up to there, None if there are none; `results` those
    of all runs, if they were many."""

    result: Optional["Result"] = None
    results: Sequence[Optional["Result"]] = ()


def command() -> str:
    """The path of the command: of the environment variable STICTION, else the one on PATH."""
    named = os.environ.get("STICTION")
    found = shutil.which(named or "stiction")
    if found is None:
        where = f"STICTION names '{named}', which is no command" if named else "it is not on PATH"
        raise UsageError(f"the command stiction is not found: {where}\n  hint: set STICTION to its path")
    return found


def version() -> str:
    """The version of the command."""
    return run(["--version"]).stdout.split()[-1]


def run(arguments: Sequence[str], allowed: Sequence[int] = (DONE,)) -> "subprocess.CompletedProcess[str]":
    """Runs the command without a shell. Other exit codes than those allowed raise."""
    done = subprocess.run(
        [command(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode in allowed:
        return done
    raise failure(done)


def failure(done: "subprocess.CompletedProcess[str]") -> Error:
    """The error that an exit code stands for."""
    kinds = {MODEL_ERROR: ModelError, USAGE_ERROR: UsageError, STOPPED: SimulationStopped}
    message = done.stderr.strip() or f"stiction ended with exit code {done.returncode}"
    return kinds.get(done.returncode, Error)(message)
