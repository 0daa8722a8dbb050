# SPDX-License-Identifier: BSD-3-Clause
"""Modelica models simulated with the ``stiction`` command, results as numpy arrays.

>>> import stiction
>>> model = stiction.Model("Block.mo")
>>> run = model.simulate(set={"f0": 3})
>>> run["v"][-1]
"""

from ._command import Error, ModelError, SimulationStopped, UsageError, command, version
from ._compare import Comparison, Verdict, compare
from ._model import Model, SimulationSettings
from ._result import Result, read

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Error",
    "Model",
    "ModelError",
    "Result",
    "SimulationSettings",
    "SimulationStopped",
    "UsageError",
    "Verdict",
    "command",
    "compare",
    "read",
    "version",
]
