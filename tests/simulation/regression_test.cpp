// SPDX-License-Identifier: BSD-3-Clause
// `stiction compare`, `test` and `plot`, and result files, as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/browser.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const kSlider =
    "model Slider \"a mass that stops\"\n"
    "  parameter Real stop = 1;\n"
    "  Real v(start = 1, fixed = true, unit = \"m/s\") \"speed\";\n"
    "  discrete Integer mode(start = 1, fixed = true);\n"
    "  Boolean slides = time < stop;\n"
    "equation\n"
    "  der(v) = if slides then -0.5 else 0;\n"
    "  when not slides then\n"
    "    mode = 2;\n"
    "  end when;\n"
    "  annotation(experiment(StopTime = 2, Interval = 0.01)TEST);\n"
    "end Slider;\n";

void Write(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string Read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string Slider(const std::string& annotation = "") {
  std::string text = kSlider;
  return text.replace(text.find("TEST"), 4, annotation.empty() ? "" : ", __Stiction(" + annotation + ")");
}

/// The model's speed and mode, the stop at another time.
std::string SliderCsv(double stop, const std::string& mode = "2") {
  std::ostringstream csv;
  csv.precision(17);
  csv << "time,v,mode\n";
  for (int i = 0; i <= 200; ++i) {
    const double t = 0.01 * i;
    if (i > 0 && t - 0.01 < stop && t > stop) {
      for (const char* value : {"1", mode.c_str()}) csv << stop << "," << 1 - 0.5 * stop << "," << value << "\n";
    }
    csv << t << "," << 1 - 0.5 * std::min(t, stop) << "," << (t > stop ? mode : "1") << "\n";
  }
  return csv.str();
}

/// A directory with a case that passes and, if wanted, one whose reference is shifted.
void WriteCases(const TemporaryDirectory& directory, bool shifted) {
  const auto write = [&](const std::string& name, double stop) {
    Write(directory.File(name + "/Slider.mo"), Slider());
    Write(directory.File(name + "/reference.csv"), SliderCsv(stop));
    Write(directory.File(name + "/reference.json"),
          R"({"model": "Slider", "files": ["Slider.mo"], "generator": "by hand", "signals": ["v", "mode"]})");
  };
  write("right", 1.0005);
  if (shifted) write("shifted", 1.055);
}

TEST(CompareCommand, TellsTheWorstFirstAndWhatIsMissing) {
  const TemporaryDirectory directory;
  Write(directory.File("a.csv"), SliderCsv(1.05, "3"));
  Write(directory.File("b.csv"), SliderCsv(1));
  Write(directory.File("c.csv"), "time,v,other\n0,1,1\n2,0.5,1\n");
  const CommandResult same = RunStiction({"compare", directory.File("b.csv"), directory.File("b.csv")});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("2 of 2 signals compared: 2 inside, 0 outside"));
  const CommandResult differs = RunStiction({"compare", directory.File("a.csv"), directory.File("b.csv"), "--json",
                                             directory.File("d.json"), "--report", directory.File("d.html")});
  EXPECT_EQ(differs.exit_code, 4);
  EXPECT_THAT(differs.out,
              AllOf(HasSubstr("outside  mode: no switch to 2"), HasSubstr("outside  v: "), HasSubstr("allowed")));
  EXPECT_LT(differs.out.find("mode:"), differs.out.find("v:"));
  const nlohmann::json json = nlohmann::json::parse(Read(directory.File("d.json")));
  EXPECT_EQ(json.at("passes"), false);
  EXPECT_EQ(json.at("signals").at(0).at("kind"), "discrete");
  EXPECT_GT(json.at("signals").at(1).at("excess").get<double>(), 0);
  EXPECT_THAT(Read(directory.File("d.html")), HasSubstr("data-signal"));
  const CommandResult missing = RunStiction({"compare", directory.File("c.csv"), directory.File("b.csv")});
  EXPECT_EQ(missing.exit_code, 4);
  EXPECT_THAT(missing.out, AllOf(HasSubstr("mode: missing in the result"), HasSubstr("1 only in the result")));
  Write(directory.File("signals"), "v\nmodes\n");
  const CommandResult misspelt = RunStiction(
      {"compare", directory.File("b.csv"), directory.File("b.csv"), "--signals", directory.File("signals")});
  EXPECT_EQ(misspelt.exit_code, 4);
  EXPECT_THAT(misspelt.out, HasSubstr("hint: did you mean `mode`?"));
}

TEST(CompareCommand, TakesTolerances) {
  const TemporaryDirectory directory;
  Write(directory.File("a.csv"), SliderCsv(1.05));
  Write(directory.File("b.csv"), SliderCsv(1));
  const auto compare = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", directory.File("a.csv"), directory.File("b.csv"), "--quiet"});
    return RunStiction(more).exit_code;
  };
  EXPECT_EQ(compare({}), 4);
  EXPECT_EQ(compare({"--time-tolerance", "0.06", "--absolute", "0.03"}), 0);
  EXPECT_EQ(compare({"--tolerance", "0.06"}), 0);
  Write(directory.File("tolerances"), "# of the stop\nmode time=0.06\nv absolute=0.03  # half a step\n");
  EXPECT_EQ(compare({"--tolerances", directory.File("tolerances")}), 0);
  Write(directory.File("signals"), "v\n");
  EXPECT_EQ(compare({"--signals", directory.File("signals"), "--absolute", "0.03"}), 0);
  Write(directory.File("tolerances"), "mode\n");
  EXPECT_EQ(compare({"--tolerances", directory.File("tolerances")}), 2);
}

TEST(CompareCommand, NamesFileAndRowOfDamagedInput) {
  const TemporaryDirectory directory;
  Write(directory.File("good.csv"), SliderCsv(1));
  const auto refuses = [&](const std::string& name, const std::string& text, const std::string& what) {
    Write(directory.File(name), text);
    const CommandResult run = RunStiction({"compare", directory.File(name), directory.File("good.csv")});
    EXPECT_EQ(run.exit_code, 2) << name;
    EXPECT_THAT(run.err, AllOf(HasSubstr(directory.File(name)), HasSubstr(what)));
  };
  refuses("truncated.csv", "time,v,mode\n0,1,1\n0.5,0.", "line 3");
  refuses("header.csv", "zeit,v,mode\n0,1,1\n", "line 1");
  refuses("backwards.csv", "time,v,mode\n0,1,1\n1,1,1\n0.5,1,1\n", "line 4");
  refuses("empty.csv", "", "empty");
  refuses("no.mat", "time,v,mode\n0,1,1\n", "no MATLAB v4 file");
  refuses("wide.csv", "time,v,mode\n0" + std::string(100000, ',') + "\n", "line 2");
  refuses("cut.csv.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10), "cut off");
  Write(directory.File("nan.csv"), "time,v,mode\n0,1,1\n1,nan,1\n2,1,1\n");
  const CommandResult nan = RunStiction({"compare", directory.File("nan.csv"), directory.File("good.csv")});
  EXPECT_EQ(nan.exit_code, 4);
  EXPECT_THAT(nan.out, HasSubstr("v: not finite at t = 1 s (" + directory.File("nan.csv") + ", row 2)"));
}

TEST(CompareCommand, FailsOnAnIncompleteResult) {
  const TemporaryDirectory directory;
  Write(directory.File("a.csv"), SliderCsv(1));
  EXPECT_EQ(RunStiction({"compare", directory.File("a.csv"), directory.File("a.csv")}).exit_code, 0);
  Write(directory.File("a.csv.incomplete"), "interrupted\n");
  EXPECT_EQ(RunStiction({"compare", directory.File("a.csv"), directory.File("a.csv")}).exit_code, 4);
}

TEST(TestCommand, GoesOnAfterFailuresAndReports) {
  const TemporaryDirectory directory;
  WriteCases(directory, true);
  Write(directory.File("broken/reference.csv"), SliderCsv(1));
  Write(directory.File("broken/reference.json"), R"({"model": "Nowhere", "stopTime": 1})");
  Write(directory.File("wrong/reference.json"), "{ not json");
  Write(directory.File("endless/E.mo"),
        "model E\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = sin(1e6*time);\nend E;\n");
  Write(directory.File("endless/reference.csv"), "time,x\n0,0\n1e6,0\n");
  Write(directory.File("endless/reference.json"),
        R"({"model": "E", "files": ["E.mo"], "stopTime": 1e6, "interval": 1, "timeLimit": 0.5})");
  const CommandResult run = RunStiction({"test", directory.File(""), "--jobs", "2", "--junit", directory.File("j.xml"),
                                         "--report", directory.File("report")});
  EXPECT_EQ(run.exit_code, 4) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("5 tests: 1 passed, 1 failed, 1 model error, 1 timeout, 1 no reference"),
                             HasSubstr("instead of 1.055 s"), HasSubstr("this is no JSON object")));
  const std::string junit = Read(directory.File("j.xml"));
  EXPECT_THAT(junit,
              AllOf(HasSubstr("tests=\"5\" failures=\"1\" errors=\"3\" skipped=\"0\""), HasSubstr("type=\"timeout\"")));
  EXPECT_THAT(Read(directory.File("report/index.html")),
              AllOf(HasSubstr("data-status=\"failed\""), HasSubstr("Nowhere")));
  EXPECT_TRUE(fs::exists(directory.File("report/times.json")));
  const CommandResult again =
      RunStiction({"test", directory.File("right"), "--report", directory.File("report"), "--quiet"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_FALSE(fs::exists(directory.File("report/002-E.html"))) << "pages of cases that are gone";
  EXPECT_THAT(Read(directory.File("report/index.html")),
              AnyOf(HasSubstr(" %</td></tr>"), HasSubstr("as before</td></tr>")))
      << "time against the last run";
}

TEST(TestCommand, ReadsAnnotationsAndUpdates) {
  const TemporaryDirectory directory;
  Write(directory.File("Slider.mo"), Slider("test(signals = {\"v\", \"mode\"}, tolerance = 0.001)"));
  Write(directory.File("Lib/package.mo"),
        "package Lib\n  model Inner\n    Real x = time;\n    annotation(__Stiction(test));\n  end Inner;\nend Lib;\n");
  Write(directory.File("Lib/Sub.mo"),
        "within Lib;\nmodel Sub\n  Real x = 2*time;\n"
        "  annotation(__Stiction(test(reference = \"sub.csv\")));\nend Sub;\n");
  const std::string place = directory.File("");
  const CommandResult before = RunStiction({"test", place});
  EXPECT_EQ(before.exit_code, 4);
  EXPECT_THAT(before.out, AllOf(HasSubstr("3 no reference"), HasSubstr("--update writes it")));
  const CommandResult update = RunStiction({"test", place, "--update"});
  EXPECT_EQ(update.exit_code, 0) << update.out << update.err;
  EXPECT_THAT(update.out, AllOf(HasSubstr("3 updated"), HasSubstr("references/Slider.csv written: 2 signals")));
  EXPECT_THAT(Read(directory.File("references/Slider.json")),
              AllOf(HasSubstr("\"Stiction "), HasSubstr("regression only")));
  EXPECT_TRUE(fs::exists(directory.File("Lib/sub.csv")));
  EXPECT_TRUE(fs::exists(directory.File("Lib/references/Lib.Inner.csv")));
  EXPECT_EQ(RunStiction({"test", place}).exit_code, 0);

  Write(directory.File("Slider.mo"),
        Slider("test(tolerance = 0.001)").replace(std::string(kSlider).find("stop = 1"), 8, "stop = 1.2"));
  const CommandResult changed = RunStiction({"test", place, "--only", "Slider"});
  EXPECT_EQ(changed.exit_code, 4);
  EXPECT_THAT(changed.out, HasSubstr("instead of 1 s"));
  const CommandResult shown = RunStiction({"test", place, "--update"});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.out, AllOf(HasSubstr("2 passed, 1 updated"), HasSubstr("instead of 1 s")));

  Write(directory.File("Slider.mo"), Slider("test(tolerances = 1)"));
  EXPECT_THAT(RunStiction({"test", place}).out,
              AllOf(HasSubstr("Slider.mo:11:"), HasSubstr("`tolerances` is no part")));
}

TEST(TestCommand, LeavesReferencesOfOtherToolsAlone) {
  const TemporaryDirectory directory;
  WriteCases(directory, true);
  const std::string before = Read(directory.File("shifted/reference.csv"));
  const CommandResult update = RunStiction({"test", directory.File("shifted"), "--update"});
  EXPECT_EQ(update.exit_code, 4);
  EXPECT_THAT(update.out, HasSubstr("not updated: the reference is of by hand"));
  EXPECT_EQ(Read(directory.File("shifted/reference.csv")), before);
  EXPECT_EQ(RunStiction({"test", directory.File("shifted"), "--update", "--force"}).exit_code, 0);
  EXPECT_NE(Read(directory.File("shifted/reference.csv")), before);
  EXPECT_THAT(Read(directory.File("shifted/reference.json")), HasSubstr("\"files\""));
}

TEST(TestCommand, UpdatesBelowItsDirectoriesOnly) {
  const TemporaryDirectory directory;
  WriteCases(directory, true);
  Write(directory.File("outside.csv"), "time,x\n0,7\n1,7\n");
  nlohmann::json json = nlohmann::json::parse(Read(directory.File("shifted/reference.json")));
  json["reference"] = "../outside.csv";
  Write(directory.File("shifted/reference.json"), json.dump());
  const CommandResult update = RunStiction({"test", directory.File("shifted"), "--update", "--force"});
  EXPECT_EQ(update.exit_code, 4);
  EXPECT_THAT(update.out, HasSubstr("lies outside of the directories that are tested"));
  EXPECT_EQ(Read(directory.File("outside.csv")), "time,x\n0,7\n1,7\n");
}

TEST(TestCommand, RefusesWhereThereIsNothing) {
  const TemporaryDirectory directory;
  const CommandResult none = RunStiction({"test", directory.File("")});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no tests"));
  EXPECT_EQ(RunStiction({"test", directory.File("nowhere")}).exit_code, 2);
  WriteCases(directory, true);
  const CommandResult other = RunStiction({"test", directory.File(""), "--only", "Sldier"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("none of the 2 tests has a name that contains 'Sldier'"));
}

TEST(Report, WorksInABrowser) {
  if (!FindBrowser()) GTEST_SKIP() << kNoBrowser;
  const TemporaryDirectory directory;
  WriteCases(directory, true);
  ASSERT_EQ(RunStiction({"test", directory.File(""), "--report", directory.File("report")}).exit_code, 4);
  const std::vector<std::string> pages{"index.html", "001-Slider.html", "002-Slider.html"};
  const nlohmann::json seen = VisitReport(directory.File("report"), pages, "shifted");
  for (const std::string& page : pages) {
    EXPECT_EQ(seen.at(page).at("errors"), 0) << seen.at(page);
    EXPECT_FALSE(seen.at(page).contains("visitor_error")) << seen.at(page);
  }
  EXPECT_EQ(seen.at("index.html").at("rows"), 2);
  EXPECT_EQ(seen.at("001-Slider.html").at("violations"), 0);
  const nlohmann::json& shifted = seen.at("002-Slider.html");
  EXPECT_GE(shifted.at("violations").get<int>(), 2) << "one of the speed, one of the mode";
  EXPECT_EQ(shifted.at("figures"), 2);
  EXPECT_EQ(shifted.at("drawn"), 2);
  EXPECT_EQ(shifted.at("references"), 2);
  EXPECT_EQ(shifted.at("tubes"), 1);
  EXPECT_GE(shifted.at("ticks").get<int>(), 2);
  const auto range = [&](const char* name) {
    return std::pair(shifted.at(name).at(0).get<double>(), shifted.at(name).at(1).get<double>());
  };
  EXPECT_EQ(range("whole"), std::pair(0.0, 2.0));
  EXPECT_EQ(range("zoomed"), std::pair(0.5, 1.5));
  EXPECT_EQ(range("reset"), range("whole"));
  EXPECT_NEAR(range("wheeled").second - range("wheeled").first, 1.6, 1e-6);
  EXPECT_NEAR(range("dragged").second - range("dragged").first, 0.2 * 2 * 1000 / 908, 0.01);
  EXPECT_GT(range("panned").first, range("dragged").first);
  EXPECT_EQ(shifted.at("linked"), true);
}

TEST(PlotCommand, DrawsResultsAndComparisons) {
  const TemporaryDirectory directory;
  Write(directory.File("Slider.mo"), Slider());
  ASSERT_EQ(RunStiction({"simulate", directory.File("Slider.mo"), "-o", directory.File("a.mat"), "--quiet"}).exit_code,
            0);
  Write(directory.File("b.csv"), SliderCsv(1.05));
  const CommandResult svg = RunStiction({"plot", directory.File("a.mat"), directory.File("b.csv"), "v", "mode", "-o",
                                         directory.File("p.svg"), "--reference", directory.File("b.csv")});
  ASSERT_EQ(svg.exit_code, 0) << svg.err;
  EXPECT_THAT(Read(directory.File("p.svg")),
              AllOf(HasSubstr("[m/s]"), HasSubstr("v (a.mat)"), HasSubstr("reference mode"), HasSubstr("<polygon")));
  const CommandResult png =
      RunStiction({"plot", directory.File("a.mat"), "v", "-o", directory.File("p.png"), "--from", "0.5"});
  ASSERT_EQ(png.exit_code, 0) << png.err;
  EXPECT_THAT(Read(directory.File("p.png")), HasSubstr("IHDR"));
  const CommandResult unknown = RunStiction({"plot", directory.File("a.mat"), "mod", "-o", directory.File("p.svg")});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("`mod`"), HasSubstr("did you mean `mode`?")));
  EXPECT_EQ(RunStiction({"plot", directory.File("a.mat"), "v", "-o", directory.File("p.gif")}).exit_code, 2);
}

TEST(PlotCommand, SaysWhyThereIsNoImage) {
  const TemporaryDirectory directory;
  Write(directory.File("a.csv"), SliderCsv(1));
  Write(directory.File("libcairo.so.2"), "");  // found before the one of the system, and no library
  setenv("LD_LIBRARY_PATH", directory.path().c_str(), 1);
  const CommandResult png = RunStiction({"plot", directory.File("a.csv"), "v", "-o", directory.File("p.png")});
  const CommandResult svg = RunStiction({"plot", directory.File("a.csv"), "v", "-o", directory.File("p.svg")});
  unsetenv("LD_LIBRARY_PATH");
  EXPECT_EQ(png.exit_code, 2);
  EXPECT_THAT(png.err, AllOf(HasSubstr("cannot draw"), HasSubstr("libcairo.so.2"), HasSubstr(".svg needs no library")));
  EXPECT_FALSE(std::filesystem::exists(directory.File("p.png")));
  EXPECT_EQ(svg.exit_code, 0) << svg.err;
}

TEST(MatFile, IsReadByAnIndependentReader) {
  const std::string python = "/usr/bin/python3";
  const bool has_scipy = fs::exists(python) && test::Run(python, {"-c", "import scipy.io"}).exit_code == 0;
  if (!has_scipy) GTEST_SKIP() << "SciPy is not there (Debian package python3-scipy)";
  const TemporaryDirectory directory;
  Write(directory.File("Slider.mo"), Slider());
  for (const char* extension : {"mat", "csv"}) {
    ASSERT_EQ(RunStiction({"simulate", directory.File("Slider.mo"), "-o", directory.File(std::string("a.") + extension),
                           "--quiet"})
                  .exit_code,
              0);
  }
  Write(directory.File("read.py"),
        "import csv, scipy.io, sys\n"
        "m = scipy.io.loadmat(sys.argv[1], chars_as_strings=False)\n"
        "texts = lambda a: [''.join(a[:, i]).rstrip('\\0 ') for i in range(a.shape[1])]\n"
        "assert [''.join(r).strip() for r in m['Aclass']] == ['Atrajectory', '1.1', '', 'binTrans'], m['Aclass']\n"
        "names, info = texts(m['name']), m['dataInfo']\n"
        "rows = list(csv.reader(open(sys.argv[2])))\n"
        "assert names == rows[0], (names, rows[0])\n"
        "assert texts(m['description'])[names.index('v')] == 'speed [m/s]'\n"
        "constants = 0\n"
        "for i, name in enumerate(names):\n"
        "    table = m['data_1' if info[0, i] == 1 else 'data_2']\n"
        "    constants += info[0, i] == 1\n"
        "    row = table[abs(info[1, i]) - 1] * (1 if info[1, i] > 0 else -1)\n"
        "    for k, line in enumerate(rows[1:]):\n"
        "        value = row[0] if info[0, i] == 1 else row[k]\n"
        "        assert value == float(line[i]), (name, k, value, line[i])\n"
        "assert constants == 1, constants\n"
        "assert m['data_1'].shape[1] == 2 and m['data_1'][0, 1] == 2\n"
        "print(len(names), len(rows) - 1)\n");
  const CommandResult read =
      test::Run(python, {directory.File("read.py"), directory.File("a.mat"), directory.File("a.csv")});
  EXPECT_EQ(read.exit_code, 0) << read.err;
  EXPECT_THAT(read.out, HasSubstr("20"));
}

const char* const kLong =
    "model Long\n  Real x[10](each start = 1, each fixed = true);\nequation\n"
    "  for i in 1:10 loop\n    der(x[i]) = -0.1*i*x[i];\n  end for;\nend Long;\n";

TEST(Streaming, KeepsMemoryFlat) {
  if (STICTION_TEST_PATIENCE > 1) GTEST_SKIP() << "the sanitizers need address space of their own";
  const TemporaryDirectory directory;
  Write(directory.File("Long.mo"), kLong);
  // The rows would take 176 MB in memory.
  for (const char* extension : {"mat", "csv"}) {
    const CommandResult run = test::Run("/bin/sh", {"-c", "ulimit -v 200000; exec \"$@\"", "sh", STICTION_COMMAND,
                                                    "simulate", directory.File("Long.mo"), "--intervals", "2000000",
                                                    "-o", directory.File(std::string("long.") + extension), "--quiet"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_GT(fs::file_size(directory.File(std::string("long.") + extension)), 176'000'000U);
    fs::remove(directory.File(std::string("long.") + extension));
  }
}

TEST(Interrupt, KeepsTheRowsAndMarksThem) {
  if (!fs::exists("/usr/bin/timeout")) GTEST_SKIP() << "needs timeout (Debian package coreutils)";
  const TemporaryDirectory directory;
  Write(directory.File("Endless.mo"),
        "model Endless\n  Real x[10](each start = 1, each fixed = true);\nequation\n"
        "  for i in 1:10 loop\n    der(x[i]) = cos(1000*i*time);\n  end for;\nend Endless;\n");
  const std::string output = directory.File("long.mat");
  const std::vector<std::string> simulate{STICTION_COMMAND,
                                          "simulate",
                                          directory.File("Endless.mo"),
                                          "--stop-time",
                                          "1e9",
                                          "--interval",
                                          "10",
                                          "-o",
                                          output};
  std::vector<std::string> arguments{"--preserve-status", "--signal=INT", "1"};
  arguments.insert(arguments.end(), simulate.begin(), simulate.end());
  const CommandResult run = test::Run("/usr/bin/timeout", arguments);
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("interrupted"), HasSubstr("long.mat.incomplete")));
  EXPECT_THAT(Read(output + ".incomplete"), HasSubstr("interrupted"));
  EXPECT_THAT(RunStiction({"compare", output, output}).out, AllOf(HasSubstr("is incomplete"), HasSubstr("20 inside")));
  int files = 0;
  for (const auto& entry : fs::directory_iterator(directory.File("")))
    files += entry.path().extension() == ".part" ? 1 : 0;
  EXPECT_EQ(files, 0);
}

// The lines that were shown one over the other.
std::vector<std::string> ProgressLines(const std::string& shown) {
  const std::string wipe = "\r\x1b[K";
  std::vector<std::string> lines;
  for (size_t at = shown.find(wipe); at != std::string::npos; at = shown.find(wipe, at + 1)) {
    const size_t begin = at + wipe.size();
    const std::string line = shown.substr(begin, shown.find_first_of("\r\n", begin) - begin);
    if (line.starts_with("[")) lines.push_back(line);
  }
  return lines;
}

TEST(ProgressLine, TellsHowFarARunIsAndFitsTheTerminal) {
  const TemporaryDirectory directory;
  Write(directory.File("Endless.mo"),
        "model Endless\n  Real x[10](each start = 1, each fixed = true);\nequation\n"
        "  for i in 1:10 loop\n    der(x[i]) = cos(1000*i*time);\n  end for;\nend Endless;\n");
  const std::vector<std::string> arguments{
      "simulate", directory.File("Endless.mo"), "--stop-time", "1e9", "--interval", "10",
      "-o",       directory.File("long.csv")};
  const CommandResult wide = RunOnTerminal(arguments, 200, "simulating: t = ");
  EXPECT_EQ(wide.exit_code, 3) << wide.out;
  ASSERT_FALSE(ProgressLines(wide.out).empty()) << wide.out;
  EXPECT_THAT(ProgressLines(wide.out).back(),
              AllOf(HasSubstr("s] simulating: t = "), HasSubstr(" %)"), HasSubstr("events, step")));
  EXPECT_THAT(wide.out, HasSubstr("long.csv.incomplete"));
  const CommandResult narrow = RunOnTerminal(arguments, 30, "simulating: t = ");
  EXPECT_EQ(narrow.exit_code, 3) << narrow.out;
  ASSERT_FALSE(ProgressLines(narrow.out).empty()) << narrow.out;
  for (const std::string& line : ProgressLines(narrow.out)) {
    // The terminal shows the Ctrl-C as ^C behind it.
    EXPECT_LE(line.substr(0, line.find('^')).size(), 29U) << line;
  }
}

TEST(TestCommand, StopsOnCtrlCAndCountsTheRestAsSkipped) {
  const TemporaryDirectory directory;
  WriteCases(directory, false);
  Write(directory.File("z/Endless.mo"),
        "model Endless\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = cos(10000*time);\n"
        "  annotation(experiment(StopTime = 1e9, Interval = 1e5), __Stiction(test));\nend Endless;\n");
  const CommandResult run =
      RunOnTerminal({"test", directory.File(""), "--jobs", "1", "--junit", directory.File("junit.xml")}, 80, "1 of 2");
  EXPECT_EQ(run.exit_code, 3) << run.out;
  EXPECT_THAT(run.out, AllOf(HasSubstr("passed       Slider"), HasSubstr("skipped      Endless")));
  EXPECT_THAT(Read(directory.File("junit.xml")), HasSubstr("skipped=\"1\""));
}

// Processes that have the text in their command line, but for those of the test itself.
std::vector<pid_t> ProcessesWith(const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (Read(entry.path().string() + "/cmdline").find(text) != std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

// Waits for that many of them, at most a minute.
bool WaitForProcesses(const std::string& text, size_t count) {
  for (int i = 0; i < 6000; ++i) {
    if (ProcessesWith(text).size() == count) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(TestCommand, LeavesNothingBehindWhenASignalEndsIt) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGKILL}) {
    SCOPED_TRACE(strsignal(signal));
    const TemporaryDirectory directory;
    Write(directory.File("cases/Endless.mo"),
          "model Endless\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = cos(10000*time);\n"
          "  annotation(experiment(StopTime = 1e9, Interval = 1e5), __Stiction(test));\nend Endless;\n");
    const std::string temporary = directory.File("tmp");
    fs::create_directories(temporary);
    const std::string cases = directory.File("cases");
    const pid_t parent = fork();
    ASSERT_GE(parent, 0);
    if (parent == 0) {
      setenv("TMPDIR", temporary.c_str(), 1);
      for (const int ignored : {SIGTERM, SIGINT, SIGHUP}) std::signal(ignored, SIG_DFL);
      execl(STICTION_COMMAND, "stiction", "test", cases.c_str(), "--quiet", nullptr);
      _exit(127);
    }
    // The command itself, and the case that it runs.
    EXPECT_TRUE(WaitForProcesses(cases, 2));
    kill(parent, signal);
    int status = 0;
    waitpid(parent, &status, 0);
    EXPECT_TRUE(WaitForProcesses(cases, 0)) << "the case still runs";
    const bool is_empty = fs::is_empty(temporary);
    EXPECT_EQ(is_empty, signal != SIGKILL);
    if (is_empty) {
      EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 3);
      continue;
    }
    // What a killed process cannot remove, the next one does; not what one that lives has.
    const fs::path abandoned = fs::directory_iterator(temporary)->path();
    fs::last_write_time(abandoned, fs::file_time_type::clock::now() - std::chrono::hours(1));
    const CommandResult next =
        test::Run("/usr/bin/env", {"TMPDIR=" + temporary, STICTION_COMMAND, "test", cases, "--time-limit", "0.1"});
    EXPECT_THAT(next.out, HasSubstr("timeout"));
    EXPECT_TRUE(fs::is_empty(temporary));
  }
}

TEST(TestCommand, OneCaseDoesNotTakeTheOthersWithIt) {
  // The rights of directories do not bind root.
  std::vector<std::string> command;
  if (geteuid() == 0) command = {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  command.emplace_back(STICTION_COMMAND);
  const auto run_with = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all(command.begin() + 1, command.end());
    all.insert(all.end(), arguments.begin(), arguments.end());
    return test::Run(command.front(), all);
  };
  if (run_with({"--version"}).exit_code != 0) GTEST_SKIP() << "root cannot run the command with the rights of nobody";

  const TemporaryDirectory directory;
  WriteCases(directory, false);
  Write(directory.File("locked/reference.csv"), SliderCsv(1.0005));
  Write(directory.File("closed/reference.json"),
        R"({"model": "Slider", "files": ["../right/Slider.mo"], "reference": "../locked/reference.csv"})");
  fs::permissions(directory.File(""), fs::perms::all);
  fs::permissions(directory.File("locked"), fs::perms::none);
  const CommandResult run = run_with({"test", directory.File("")});
  fs::permissions(directory.File("locked"), fs::perms::owner_all);
  EXPECT_EQ(run.exit_code, 4) << run.out << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("2 tests: 1 passed, 1 no reference"), HasSubstr("there is no ")));
  EXPECT_THAT(run.err, AllOf(HasSubstr("locked'"), HasSubstr("Permission denied")));
}

TEST(TestCommand, RefusesNumbersThatMeanNothing) {
  const TemporaryDirectory directory;
  Write(directory.File("a/Slider.mo"), Slider("test(timeLimit = 0)"));
  Write(directory.File("b/reference.json"), R"({"model": "Slider", "compare": {"tolerance": -0.002}})");
  Write(directory.File("b/reference.csv"), SliderCsv(1));
  const CommandResult run = RunStiction({"test", directory.File("")});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.out, AllOf(HasSubstr("\"timeLimit\" must be positive, not 0"),
                             HasSubstr("\"tolerance\" must be between 0 and 1, not -0.002")));
}

TEST(TestCommand, NeedsADirectoryForTemporaryFiles) {
  const TemporaryDirectory directory;
  WriteCases(directory, false);
  const CommandResult run =
      test::Run("/usr/bin/env", {"TMPDIR=/nonexistent", STICTION_COMMAND, "test", directory.File("")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("TMPDIR"));
}

TEST(TestCommand, WritesNoReportOverPagesOfOthers) {
  const TemporaryDirectory directory;
  WriteCases(directory, false);
  Write(directory.File("site/index.html"), "<html>mine</html>");
  Write(directory.File("site/001-mine.html"), "<html>mine</html>");
  const CommandResult refused = RunStiction({"test", directory.File("right"), "--report", directory.File("site")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("index.html"));
  fs::remove(directory.File("site/index.html"));
  ASSERT_EQ(RunStiction({"test", directory.File("right"), "--report", directory.File("site")}).exit_code, 0);
  EXPECT_EQ(Read(directory.File("site/001-mine.html")), "<html>mine</html>");
  // Ours are: the page of a case that is no longer there goes.
  Write(directory.File("site/002-Gone.html"), Read(directory.File("site/001-Slider.html")));
  ASSERT_EQ(RunStiction({"test", directory.File("right"), "--report", directory.File("site")}).exit_code, 0);
  EXPECT_FALSE(fs::exists(directory.File("site/002-Gone.html")));
}

TEST(CompareCommand, TakesNamesOfValuesFromMatFiles) {
  const TemporaryDirectory directory;
  Write(directory.File("Slider.mo"), Slider());
  const auto simulate = [&](const std::string& stop, const std::string& name) {
    EXPECT_EQ(RunStiction({"simulate", directory.File("Slider.mo"), "--set", "stop=" + stop, "-o", directory.File(name),
                           "--quiet"})
                  .exit_code,
              0);
  };
  simulate("1", "a.mat");
  simulate("1.5", "b.csv");
  const CommandResult compared =
      RunStiction({"compare", directory.File("b.csv"), directory.File("a.mat"), "--signals", "slides"});
  EXPECT_EQ(compared.exit_code, 4);
  EXPECT_THAT(compared.out, HasSubstr("switch to false at 1.5 s instead of 1 s"));
}

TEST(CompareCommand, NamesTheValuesOfEnumerations) {
  const TemporaryDirectory directory;
  Write(directory.File("a.csv"), SliderCsv(1.05));
  Write(directory.File("b.csv"), SliderCsv(1));
  Write(directory.File("run.json"), R"({"literals": {"mode": ["Forward", "Stuck"]}})");
  const CommandResult named = RunStiction(
      {"compare", directory.File("a.csv"), directory.File("b.csv"), "--literals", directory.File("run.json")});
  EXPECT_EQ(named.exit_code, 4);
  EXPECT_THAT(named.out, HasSubstr("switch to Stuck at 1.06 s instead of 1.01 s"));
  Write(directory.File("run.json"), R"({"literals": {"mode": [1, 2]}})");
  const CommandResult wrong = RunStiction(
      {"compare", directory.File("a.csv"), directory.File("b.csv"), "--literals", directory.File("run.json")});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("simulate --report"));
}

}  // namespace
}  // namespace stiction::test
