# SPDX-License-Identifier: BSD-3-Clause
"""Readers of result files: MATLAB v4 trajectories, and comma-separated values with or without a row of units."""

from __future__ import annotations

import csv
import dataclasses
import re
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclasses.dataclass
class Table:
    """The contents of a result file. Constants have one value."""

    time: Array
    columns: Dict[str, Array]
    units: Dict[str, str]
    comments: Dict[str, str]
    literals: Dict[str, Tuple[str, ...]]


def read_table(path: Path) -> Table:
    """Reads a file by its extension: .mat, else comma-separated values. ValueError says what is wrong with it."""
    try:
        return _read_mat(path) if path.suffix == ".mat" else _read_csv(path)
    except (IndexError, KeyError, StopIteration) as error:
        raise ValueError(f"{path}: no result of a simulation, or cut off ({error!r})") from error


def _read_csv(path: Path) -> Table:
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        names = next(lines)
        rows = list(lines)
    units: Dict[str, str] = {}
    if rows and rows[0][0] == "s":
        units = {name: unit for name, unit in zip(names, rows.pop(0)) if unit}
    if any(len(row) != len(names) for row in rows):
        raise ValueError(f"{path}: a row has another number of values than the {len(names)} names of the header")
    values = np.array(rows, dtype=np.float64).reshape(len(rows), len(names))
    columns = {name: values[:, i] for i, name in enumerate(names)}
    return Table(columns.pop("time"), columns, units, {}, {})


def _matrices(data: bytes) -> Dict[str, npt.NDArray[np.float64]]:
    """The matrices of a MATLAB v4 file, little endian; texts as codes of characters."""
    formats = {0: "<f8", 1: "<f4", 2: "<i4", 3: "<i2", 4: "<u2", 5: "<u1"}
    matrices = {}
    at = 0
    while at < len(data):
        kind, rows, columns, imaginary, length = (int(n) for n in np.frombuffer(data, "<i4", 5, at))
        number = formats.get(kind // 10 % 10)
        if kind >= 1000 or imaginary or number is None or rows < 0 or columns < 0:
            raise ValueError("no MATLAB v4 file of a trajectory")
        name = data[at + 20 : at + 20 + length - 1].decode("latin-1")
        at += 20 + length
        numbers = np.frombuffer(data, number, rows * columns, at)
        matrices[name] = numbers.reshape((columns, rows)).T
        at += numbers.nbytes
    return matrices


def _texts(matrix: npt.NDArray[np.float64], by_columns: bool) -> List[str]:
    lines = matrix.T if by_columns else matrix
    return [bytes(line.astype(np.uint8)).split(b"\0")[0].decode("utf-8", "replace").rstrip() for line in lines]


def _read_mat(path: Path) -> Table:
    try:
        matrices = _matrices(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    kinds = _texts(matrices["Aclass"], False)
    if kinds[:2] != ["Atrajectory", "1.1"]:
        raise ValueError(f"{path}: the class is {kinds[:2]}, not that of a trajectory 1.1")
    by_columns = kinds[3] == "binTrans"
    names = _texts(matrices["name"], by_columns)
    described = _texts(matrices["description"], by_columns)
    info = matrices["dataInfo"] if by_columns else matrices["dataInfo"].T
    data = {key: matrices[f"data_{key}"] if by_columns else matrices[f"data_{key}"].T for key in (1, 2)}
    table = Table(data[2][0].astype(np.float64), {}, {}, {}, {})
    for i, name in enumerate(names):
        where, row = int(info[0, i]), int(info[1, i])
        if where != 0:
            values = data[where][abs(row) - 1].astype(np.float64)
            table.columns[name] = (values[:1] if where == 1 else values) * (1.0 if row > 0 else -1.0) + 0.0
        _describe(table, name, described[i])
    return table


def _describe(table: Table, name: str, description: str) -> None:
    """Takes a description apart: "comment [unit:#(type=enumeration(A,B))]"."""
    match = re.fullmatch(r"(.*?)\s*(?:\[([^\[\]]*)\])?", description, re.DOTALL)
    comment, brackets = match.groups(default="") if match else (description, "")
    unit, _, kind = brackets.partition(":#(type=")
    if comment:
        table.comments[name] = comment
    if unit:
        table.units[name] = unit.split("|")[0]
    if kind.startswith("Boolean"):
        table.literals[name] = ("false", "true")
    elif kind.startswith("enumeration("):
        table.literals[name] = tuple(kind[len("enumeration(") :].rstrip(")").split(","))
