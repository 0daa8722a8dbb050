// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/csv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/results/recorder.h"
#include "runtime/results/shortest_number.h"
#include "tests/support/temporary_directory.h"

namespace stiction::runtime {
namespace {

VariableInfo Signal(const std::string& name, Slot slot, ValueType type = ValueType::kReal, bool negated = false) {
  VariableInfo info;
  info.name = name;
  info.slot = slot;
  info.type = type;
  info.negated = negated;
  return info;
}

Program TwoSignals() {
  Program program;
  program.model = "Block";
  program.initial_slots = {0.1, 1, 3};
  program.variables = {Signal("mass.v", 0), Signal("stuck", 1, ValueType::kBoolean), Signal("mode", 2),
                       Signal("minus", 0, ValueType::kReal, true), Signal("slides", 1, ValueType::kBoolean, true)};
  return program;
}

TEST(Csv, HasQuotedNamesAndShortestNumbers) {
  const Program program = TwoSignals();
  Recorder recorder(program);
  ASSERT_FALSE(recorder.Choose(std::nullopt));
  recorder.Record(0, program.initial_slots.data());
  recorder.Record(1.0 / 3, program.initial_slots.data());
  EXPECT_EQ(FormatCsv(recorder.trajectory()),
            "\"time\",\"mass.v\",\"stuck\",\"mode\",\"minus\",\"slides\"\n"
            "0,0.1,1,3,-0.1,0\n"
            "0.3333333333333333,0.1,1,3,-0.1,0\n");
}

TEST(Csv, RepeatsRunsOfTheRowAboveWhereverTheyStand) {
  constexpr size_t kSignals = 40, kRows = 400;
  Trajectory trajectory;
  std::string expected = "\"time\"";
  for (size_t k = 0; k < kSignals; ++k) {
    trajectory.signals.push_back(Signal(std::to_string(k), static_cast<Slot>(k)));
    expected += ",\"" + std::to_string(k) + "\"";
  }
  expected += '\n';
  std::vector<double> row(kSignals);
  for (size_t i = 0; i < kRows; ++i) {
    // Changes move through the row: runs of all lengths, at its begin and at its end.
    for (size_t k = i % 7; k < kSignals; k += 1 + i % 41) row[k] = static_cast<double>(i * k) / (i % 3 == 0 ? 3 : 8);
    trajectory.times.push_back(static_cast<double>(i / 2) / 3);  // each twice, as at an event
    trajectory.values.insert(trajectory.values.end(), row.begin(), row.end());
    expected += ShortestNumber(trajectory.times.back());
    for (const double value : row) expected += ',' + ShortestNumber(value);
    expected += '\n';
  }
  EXPECT_EQ(FormatCsv(trajectory), expected);

  // The writer's pieces join.
  const test::TemporaryDirectory directory;
  const std::filesystem::path path = directory.File("rows.csv");
  const std::unique_ptr<ResultWriter> writer = MakeCsvWriter(path);
  writer->Begin(trajectory.signals, kNoSlot);
  std::string more = expected;
  for (size_t repetition = 0; repetition < 3; ++repetition) {
    if (repetition > 0) more += expected.substr(expected.find('\n') + 1);
    for (size_t i = 0; i < kRows; ++i) writer->Row(trajectory.times[i], trajectory.values.data() + i * kSignals);
  }
  ASSERT_FALSE(writer->Finish());
  std::ifstream file(path);
  std::stringstream written;
  written << file.rdbuf();
  EXPECT_EQ(written.str(), more);
}

TEST(Csv, RepeatsNumbersOfTheRowAbove) {
  constexpr double kLongest = -2.2250738585072014e-308;
  Trajectory trajectory;
  trajectory.signals = {Signal("a", 0), Signal("b", 1)};
  trajectory.times = {0, 1, 2, 3, 4};
  trajectory.values = {kLongest, kLongest, kLongest, 0.0, 7, -0.0, 7, 1e22, 70, 1e22};
  EXPECT_EQ(FormatCsv(trajectory),
            "\"time\",\"a\",\"b\"\n"
            "0,-2.2250738585072014e-308,-2.2250738585072014e-308\n"
            "1,-2.2250738585072014e-308,0\n"
            "2,7,0\n"
            "3,7,1e+22\n"
            "4,70,1e+22\n");
}

TEST(Csv, WritesTheWholeFile) {
  const Program program = TwoSignals();
  Recorder recorder(program);
  ASSERT_FALSE(recorder.Choose(std::vector<std::string>{"time", "mode"}));
  recorder.Record(2, program.initial_slots.data());
  const test::TemporaryDirectory directory;
  const std::filesystem::path path = directory.File("result.csv");
  ASSERT_FALSE(WriteCsv(recorder.trajectory(), path));
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), FormatCsv(recorder.trajectory()));
  EXPECT_EQ(text.str(), "\"time\",\"mode\"\n2,3\n");
}

TEST(Csv, TellsWhyAFileCannotBeWritten) {
  const auto error = WriteCsv(Trajectory{}, "/nonexistent-directory/result.csv");
  ASSERT_TRUE(error);
  EXPECT_NE(error->find("No such file"), std::string::npos) << *error;
}

TEST(Recorder, NamesTheNearestSignal) {
  const Program program = TwoSignals();
  Recorder recorder(program);
  const auto error = recorder.Choose(std::vector<std::string>{"mas.v"});
  ASSERT_TRUE(error);
  EXPECT_NE(error->find("`mas.v`"), std::string::npos);
  EXPECT_NE(error->find("`mass.v`"), std::string::npos) << *error;
}

}  // namespace
}  // namespace stiction::runtime
