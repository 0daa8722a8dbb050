# SPDX-License-Identifier: BSD-3-Clause
"""The package against the command that STICTION names: models, results, errors, comparisons, frames and plots."""

import doctest
import importlib.util
import json
import os
import tempfile
import unittest
from pathlib import Path

import numpy as np

import stiction

MODEL = """
model Block "a block that stops"
  type Phase = enumeration(Slides, Rests);
  parameter Real v0(unit = "m/s") = 1 "speed at the start";
  parameter Real f = 0.5;
  Real v(start = v0, fixed = true, unit = "m/s") "speed";
  Real w = -v;
  Real x[2](each start = 0, each fixed = true, unit = {"m", "m"});
  Boolean rests(start = false, fixed = true);
  Phase phase = if rests then Phase.Rests else Phase.Slides "what it does";
equation
  der(x) = {v, 2*v};
  der(v) = if rests then 0 else -f;
  when v <= 0 then
    rests = true;
  end when;
  assert(x[1] < 100, "too far");
  annotation(experiment(StopTime = 4, Interval = 0.1));
end Block;
"""


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


class StictionTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        (self.directory / "Block.mo").write_text(MODEL)
        self.model = stiction.Model(self.directory / "Block.mo")


class ModelsAreSimulated(StictionTest):
    def test_with_values_and_settings(self) -> None:
        run = self.model.simulate(set={"f": 0.25, "x[2].start": 3}, stop_time=2, signals=["v", "x[*]"])
        self.assertEqual(list(run), ["v", "x[1]", "x[2]"])
        self.assertAlmostEqual(run["v"][-1], 0.5)
        self.assertAlmostEqual(run["x[2]"][0], 3)
        self.assertEqual(run.time[-1], 2)
        self.assertEqual(run.report["status"], "success")
        self.assertIn("Block", repr(run))

    def test_many_times_in_order(self) -> None:
        runs = self.model.simulate_many([{"f": f} for f in (0.25, 0.5, 1)], stop_time=1)
        for run, f in zip(runs, (0.25, 0.5, 1)):
            self.assertAlmostEqual(run["v"][-1], 1 - f)

    def test_many_times_though_one_stops(self) -> None:
        with self.assertRaises(stiction.SimulationStopped) as caught:
            self.model.simulate_many([{"v0": 1, "f": 1}, {"v0": 60, "f": 1}])
        self.assertIn("too far", str(caught.exception))
        first, second = caught.exception.results
        assert first is not None and second is not None
        self.assertEqual(first.time[-1], 4)
        self.assertLess(second.time[-1], 2)
        self.assertEqual(second.report["status"], "stopped")
        self.assertAlmostEqual(second.report["time_reached"], second.time[-1])
        with self.assertRaises(ValueError):
            self.model.simulate_many([{"v0": 1}, {"f": 1}])

    def test_and_kept(self) -> None:
        for name in ("kept.mat", "kept.csv"):
            run = self.model.simulate(keep=self.directory / name)
            again = stiction.read(self.directory / name)
            np.testing.assert_array_equal(run["x[1]"], again["x[1]"])

    def test_up_to_where_they_stop(self) -> None:
        with self.assertRaises(stiction.SimulationStopped) as caught:
            self.model.simulate(set={"v0": 60, "f": 1})
        self.assertIn("too far", str(caught.exception))
        result = caught.exception.result
        assert result is not None
        self.assertLess(result.time[-1], 2)
        self.assertEqual(result.report["status"], "failed")

    def test_by_name_in_a_library(self) -> None:
        model = stiction.Model(name="Block", libraries=[self.directory])
        self.assertEqual(model.check(), "")
        self.assertEqual(len(model.simulate(intervals=2).events), 1)


class MistakesAreTold(StictionTest):
    def test_of_the_model(self) -> None:
        (self.directory / "Wrong.mo").write_text("model Wrong\n  Real x = 1\nend Wrong;\n")
        with self.assertRaisesRegex(stiction.ModelError, "Wrong.mo:"):
            stiction.Model(self.directory / "Wrong.mo").simulate()

    def test_of_the_call(self) -> None:
        with self.assertRaisesRegex(stiction.UsageError, "no signal fits"):
            self.model.simulate(signals=["q*"])
        with self.assertRaisesRegex(TypeError, "stop"):
            self.model.simulate(stop=2)
        with self.assertRaises(ValueError):
            stiction.Model()

    def test_of_the_environment(self) -> None:
        known = os.environ["STICTION"]
        self.addCleanup(os.environ.__setitem__, "STICTION", known)
        os.environ["STICTION"] = "/nowhere/stiction"
        with self.assertRaisesRegex(stiction.UsageError, "hint: set STICTION"):
            self.model.check()


class ResultsAreMappings(StictionTest):
    def setUp(self) -> None:
        super().setUp()
        self.run_ = self.model.simulate()

    def test_with_units_comments_and_literals(self) -> None:
        self.assertEqual(self.run_.units["v"], "m/s")
        self.assertEqual(self.run_.comments["v"], "speed")
        self.assertEqual(self.run_.literals["phase"], ("Slides", "Rests"))
        self.assertEqual(self.run_.comments["phase"], "what it does")
        self.assertEqual(self.run_.literals["rests"], ("false", "true"))
        self.assertEqual(self.run_.parameters, {"v0": 1, "f": 0.5})
        self.assertEqual(len(self.run_["f"]), len(self.run_.time))

    def test_in_which_aliases_have_their_sign(self) -> None:
        np.testing.assert_array_equal(self.run_["w"], -self.run_["v"] + 0.0)

    def test_with_events_that_have_two_sides(self) -> None:
        (event,) = self.run_.events
        self.assertAlmostEqual(event, 2)
        self.assertEqual(self.run_.at("rests", event, before=True), 0)
        self.assertEqual(self.run_.at("rests", event), 1)
        self.assertAlmostEqual(self.run_.at("v", 0.123), 1 - 0.5 * 0.123)
        self.assertAlmostEqual(self.run_.at("v", 4, before=True), 0)
        with self.assertRaises(ValueError):
            self.run_.at("v", 5)

    def test_that_find_names(self) -> None:
        self.assertEqual(self.run_.find("x[?]", "v"), ["x[1]", "x[2]", "v"])
        with self.assertRaisesRegex(KeyError, "phase"):
            self.run_.find("fase")
        with self.assertRaises(KeyError):
            self.run_["y"]

    def test_whatever_the_file_is(self) -> None:
        for name in ("a.mat", "a.csv"):
            self.model.simulate(keep=self.directory / name)
        mat, csv = stiction.read(self.directory / "a.mat"), stiction.read(self.directory / "a.csv")
        self.assertEqual(set(mat), set(csv))
        for name in mat:
            np.testing.assert_array_equal(mat[name], csv[name])
        (self.directory / "units.csv").write_text('"time","a"\n"s","m"\n0,1\n1,2\n')
        self.assertEqual(stiction.read(self.directory / "units.csv").units, {"time": "s", "a": "m"})

    def test_unless_the_file_is_damaged(self) -> None:
        self.model.simulate(keep=self.directory / "a.mat")
        whole = (self.directory / "a.mat").read_bytes()
        for damaged in (b"", whole[:10], whole[:-5], b"time,a\n1\n" + whole):
            (self.directory / "b.mat").write_bytes(damaged)
            with self.assertRaises(ValueError):
                stiction.read(self.directory / "b.mat")
        (self.directory / "b.csv").write_text("time,a\n0,1\n1\n")
        with self.assertRaisesRegex(ValueError, "b.csv"):
            stiction.read(self.directory / "b.csv")


class ResultsAreCompared(StictionTest):
    def test_by_tubes_and_switches(self) -> None:
        self.model.simulate(keep=self.directory / "a.csv")
        self.model.simulate(set={"f": 0.51}, keep=self.directory / "b.csv")
        same = stiction.compare(self.directory / "a.csv", self.directory / "a.csv")
        self.assertTrue(same)
        differs = stiction.compare(self.directory / "b.csv", self.directory / "a.csv", ["v", "rests"])
        self.assertFalse(differs)
        self.assertEqual({verdict.name for verdict in differs.signals}, {"v", "rests"})
        self.assertIn("outside  v:", str(differs))
        self.assertTrue(stiction.compare(self.directory / "b.csv", self.directory / "a.csv", ["v"], tolerance=0.1))


@unittest.skipUnless(has("pandas"), "pandas is not there (Debian package python3-pandas)")
class ResultsAreFrames(StictionTest):
    def test_over_time(self) -> None:
        run = self.model.simulate()
        frame = run.to_frame("v", "x*")
        self.assertEqual(list(frame.columns), ["v", "x[1]", "x[2]"])
        self.assertEqual(frame.index.name, "time")
        self.assertEqual(frame.attrs["units"]["v"], "m/s")
        self.assertNotIn("f", run.to_frame().columns)
        self.assertIn("f", run.to_frame(parameters=True).columns)

    def test_of_sweeps(self) -> None:
        frame = self.model.sweep([{"f": f} for f in (0.25, 0.5)], observe=["v"], stop_time=1)
        self.assertEqual(len(frame), 2)
        self.assertEqual(list(frame["f"]), [0.25, 0.5])
        with self.assertRaises(ValueError):
            self.model.sweep([{"f": 1}, {"v0": 1}])


@unittest.skipUnless(has("matplotlib"), "matplotlib is not there (Debian package python3-matplotlib)")
class ResultsAreDrawn(StictionTest):
    def setUp(self) -> None:
        super().setUp()
        import matplotlib

        matplotlib.use("Agg")

    def test_with_units_and_names_of_values(self) -> None:
        from matplotlib import pyplot

        run = self.model.simulate()
        _, (above, below) = pyplot.subplots(2)
        self.addCleanup(pyplot.close, "all")
        run.plot("v", ax=above, label="f = 0.5")
        run.plot("phase", ax=below)
        self.assertEqual(above.get_ylabel(), "[m/s]")
        self.assertEqual(above.get_legend().get_texts()[0].get_text(), "v (f = 0.5)")
        self.assertEqual([text.get_text() for text in below.get_yticklabels()], ["Slides", "Rests"])


class PagesAndNotebooksAreRight(unittest.TestCase):
    """As run from the top of the source tree."""

    top = Path(__file__).resolve().parents[2]

    def setUp(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.top)

    def test_in_what_they_show(self) -> None:
        failed, tried = doctest.testfile(str(self.top / "docs/python.md"), module_relative=False)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 10)

    @unittest.skipUnless(has("matplotlib"), "matplotlib is not there (Debian package python3-matplotlib)")
    def test_in_what_they_run(self) -> None:
        import matplotlib
        from matplotlib import pyplot

        matplotlib.use("Agg")
        self.addCleanup(pyplot.close, "all")
        notebook = json.loads((self.top / "python/examples/friction.ipynb").read_text("utf-8"))
        os.chdir(self.top / "python/examples")
        names: "dict[str, object]" = {}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)


@unittest.skipUnless(has("mypy"), "mypy is not there (Debian package python3-mypy)")
class TypesAreRight(unittest.TestCase):
    def test_strictly(self) -> None:
        from mypy import api

        package = Path(stiction.__file__).parent
        told, _, code = api.run(["--config-file", str(package.parent / "pyproject.toml"), str(package), "--cache-dir", os.devnull])
        self.assertEqual(code, 0, told)


if __name__ == "__main__":
    unittest.main()
