#include "runtime/results/csv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/results/recorder.h"
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

TEST(Csv, NumbersReadBackTheSame) {
  for (double value : {1.0 / 3, 1e300, -5e-300, 123456789.123456789, std::nextafter(1.0, 2.0)}) {
    EXPECT_EQ(std::stod(ShortestNumber(value)), value);
  }
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
