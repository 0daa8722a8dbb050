#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the tests of the package with the command that STICTION names, and says what is skipped. Exit code 77: all is."""

import importlib.util
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


def say_skipped(what: str, reason: str) -> None:
    # As the tests in C++ say it; scripts/run_tests.sh counts them.
    print(f"{what}: Skipped\n{reason}\n")


def main() -> int:
    if importlib.util.find_spec("numpy") is None:
        say_skipped(__file__, "NumPy is not there (Debian package python3-numpy)")
        return 77
    sys.path[:0] = [str(HERE.parent), str(HERE)]
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.discover(str(HERE)))
    for test, reason in result.skipped:
        say_skipped(test.id(), reason)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
