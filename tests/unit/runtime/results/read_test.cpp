// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>

#include "runtime/results/csv.h"
#include "runtime/results/gunzip.h"
#include "runtime/results/incomplete.h"
#include "runtime/results/mat_writer.h"
#include "runtime/results/read_csv.h"
#include "runtime/results/read_mat.h"
#include "runtime/results/read_result.h"
#include "runtime/results/recorder.h"
#include "tests/support/command.h"
#include "tests/support/mat_file.h"
#include "tests/support/temporary_directory.h"

namespace stiction::runtime {
namespace {

using test::MatFile;
using testing::AllOf;
using testing::HasSubstr;

ResultTable Table(const ReadTable& read) {
  EXPECT_TRUE(std::holds_alternative<ResultTable>(read)) << std::get<std::string>(read);
  return std::holds_alternative<ResultTable>(read) ? std::get<ResultTable>(read) : ResultTable{};
}

std::string Wrong(const ReadTable& read) {
  EXPECT_TRUE(std::holds_alternative<std::string>(read));
  return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : std::string();
}

TEST(ReadCsv, ReadsQuotedHeadersAndNumbers) {
  const ResultTable table = Table(ParseCsv("\"Time\",\"a[1,2]\", b\r\n0, 1e-3,+2\n0,nan,3\n1,2,-4\n"));
  EXPECT_EQ(table.names, (std::vector<std::string>{"a[1,2]", "b"}));
  EXPECT_EQ(table.times, (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(table.Values(1), (std::vector<double>{2, 3, -4}));
  EXPECT_TRUE(std::isnan(table.Values(0)[1]));
  EXPECT_EQ(table.Find("b"), 1u);
  EXPECT_EQ(table.Find("time"), std::nullopt);
}

TEST(ReadCsv, ReadsWhatOtherToolsWrite) {
  const ResultTable comma = Table(ParseCsv("sep=;\r\ntime [s];x;y\r\n0,5;1,25;-1.#INF\r\n1,5;true;1D-2\r\n"));
  EXPECT_EQ(comma.times, (std::vector<double>{0.5, 1.5}));
  EXPECT_EQ(comma.Values(0), (std::vector<double>{1.25, 1}));
  EXPECT_EQ(comma.Values(1), (std::vector<double>{-std::numeric_limits<double>::infinity(), 0.01}));
  // A separator at the ends of lines, an unquoted index with a comma, the time in the middle, a comment.
  const ResultTable untidy =
      Table(ParseCsv("\xEF\xBB\xBF# run 3\na[1,2],TIME,\"b \"\"q\"\"\",\n1,0,2,\n\n3,1,\"4\",\n"));
  EXPECT_EQ(untidy.names, (std::vector<std::string>{"a[1,2]", "b \"q\""}));
  EXPECT_EQ(untidy.times, (std::vector<double>{0, 1}));
  EXPECT_EQ(untidy.Values(1), (std::vector<double>{2, 4}));
  const ResultTable tabs = Table(ParseCsv("time\tx\n0\t1\n1\t 2"));
  EXPECT_EQ(tabs.Values(0), (std::vector<double>{1, 2}));
}

TEST(ReadCsv, FindsTheSeparatorBesideNamesThatHoldOthers) {
  const std::vector<std::string> names{"a[1,2]", "f(x,y)", "c;d"};
  EXPECT_EQ(Table(ParseCsv("time,a[1,2],f(x,y),c;d\n0,1,2,3\n")).names, names);
  EXPECT_EQ(Table(ParseCsv("time\ta[1,2]\tf(x,y)\tc;d\n0\t1\t2\t3\n")).names, names);
  EXPECT_EQ(Table(ParseCsv("Time;a[1,2];f(x,y);\"c;d\"\r\n0;1;2;3;\r\n\"1,5\";2,0;3,0;4,0;\r\n")).names, names);
}

// Whatever the parts in which a text arrives, the table is the same.
TEST(ReadCsv, ReadsPartByPart) {
  const std::string text = "time,x,\"y\"\n# a note\n0,1,2\r\n\n0.5,3,4\n1,5,6";
  for (size_t part = 1; part <= text.size(); ++part) {
    const size_t first = std::max<size_t>(part, 30);  // a few lines
    std::string held = text.substr(0, first);
    size_t read = held.size();
    const MoreText more = [&](std::string_view& rest) {
      held.erase(0, held.size() - rest.size());
      held += text.substr(std::min(read, text.size()), part);
      const bool is_longer = read < text.size();
      read += part;
      rest = held;
      return is_longer;
    };
    const ResultTable table = Table(ParseCsv(held, more, text.size()));
    EXPECT_EQ(table.times, (std::vector<double>{0, 0.5, 1})) << part;
    EXPECT_EQ(table.Values(1), (std::vector<double>{2, 4, 6})) << part;
  }
}

TEST(ReadCsv, ReadsUnits) {
  const ResultTable behind = Table(ParseCsv("Time (ms),\"speed, relative [m/s]\",a[1],der(x),p (bar)\n500,1,2,3,4\n"));
  EXPECT_EQ(behind.names, (std::vector<std::string>{"speed, relative", "a[1]", "der(x)", "p"}));
  EXPECT_EQ(behind.units, (std::vector<std::string>{"m/s", "", "", "bar"}));
  EXPECT_EQ(behind.times, std::vector<double>{0.5});
  const ResultTable below = Table(ParseCsv("time;v;mode\n[min];[m/s];\n0,5;1;2\n"));
  EXPECT_EQ(below.units, (std::vector<std::string>{"m/s", ""}));
  EXPECT_EQ(below.times, std::vector<double>{30});
  EXPECT_TRUE(Table(ParseCsv("time,v\n0,1\n")).units.empty());
  EXPECT_THAT(Wrong(ParseCsv("time [fortnight],v\n0,1\n")), AllOf(HasSubstr("line 1"), HasSubstr("'fortnight'")));
  EXPECT_THAT(Wrong(ParseCsv("time [ms],v\ns,m\n0,1\n")), AllOf(HasSubstr("line 2"), HasSubstr("two units")));
  // A row that is no row of units is one that cannot be read.
  EXPECT_THAT(Wrong(ParseCsv("time,v\nx,y\n0,1\n")), AllOf(HasSubstr("line 2"), HasSubstr("'x' in column 1")));
}

TEST(ReadCsv, SkipsCommentsAndTellsOtherEncodings) {
  EXPECT_EQ(Table(ParseCsv("// by hand\n% again\ntime,v\n# and again\n0,1\n")).times.size(), 1U);
  EXPECT_THAT(Wrong(ParseCsv(std::string_view("\xFF\xFEt\0i\0m\0e\0", 10))), HasSubstr("UTF-16"));
}

TEST(ReadCsv, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(Wrong(ParseCsv("")), HasSubstr("empty"));
  EXPECT_THAT(Wrong(ParseCsv(" \n\n")), HasSubstr("empty"));
  EXPECT_THAT(Wrong(ParseCsv("a,b\n")), AllOf(HasSubstr("line 1"), HasSubstr("\"time\"")));
  EXPECT_THAT(Wrong(ParseCsv("0,1\n1,2\n")), AllOf(HasSubstr("line 1"), HasSubstr("numbers where the header")));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n")), HasSubstr("no rows"));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n0,1\n1\n2,3\n")), AllOf(HasSubstr("line 3"), HasSubstr("1 columns")));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n0,1\n1")), AllOf(HasSubstr("line 3"), HasSubstr("cut off")));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n0,1\n1,1.5e")), AllOf(HasSubstr("line 3"), HasSubstr("cut off")));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n0,1,2\n")), HasSubstr("line 2"));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n0,one\n")), HasSubstr("'one' in column 2 is no number"));
  EXPECT_THAT(Wrong(ParseCsv("time,b\n1,1\n0,1\n")), AllOf(HasSubstr("line 3"), HasSubstr("comes after")));
  EXPECT_THAT(Wrong(ParseCsv("time,b\nnan,1\n")), AllOf(HasSubstr("line 2"), HasSubstr("the time is nan")));
}

TEST(ReadCsv, TellsARowOfManyColumnsAndReadsAsManyWithTheirNames) {
  constexpr int kColumns = 100000;
  std::string header = "time";
  std::string row = "0";
  for (int i = 1; i < kColumns; ++i) {
    header += ",x" + std::to_string(i);
    row += ",1";
  }
  EXPECT_THAT(Wrong(ParseCsv("time,x\n0,1\n" + row + "\n")), AllOf(HasSubstr("line 3"), HasSubstr("100000 columns")));
  EXPECT_EQ(Table(ParseCsv(header + "\n" + row + "\n")).names.size(), size_t{kColumns} - 1);
}

void ExpectSmallTrajectory(const ResultTable& table) {
  EXPECT_EQ(table.names, (std::vector<std::string>{"x", "minus", "p"}));
  EXPECT_EQ(table.times, (std::vector<double>{0, 1, 1.5}));
  EXPECT_EQ(table.Values(0), (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(table.Values(1), (std::vector<double>{-1, -2, -4}));
  EXPECT_EQ(table.Values(2), (std::vector<double>{7, 7, 7}));
  EXPECT_EQ(table.units, (std::vector<std::string>{"m", "m", ""}));
  EXPECT_EQ(table.descriptions[0], "position [m]");
}

TEST(ReadMat, ReadsBothLayoutsInBothByteOrders) {
  for (const bool transposed : {true, false}) {
    for (const bool big_endian : {true, false}) {
      for (const MatFile::Type type : {MatFile::kDouble, MatFile::kFloat}) {
        ExpectSmallTrajectory(Table(ParseMat(test::SmallTrajectory(transposed, type, big_endian))));
      }
    }
  }
}

TEST(ReadMat, ReadsVersionOne) {
  MatFile file;
  file.Texts("Aclass", {"Atrajectory", "1.0", "", "binNormal"}, false);
  file.Texts("names", {"Time", "x"}, false);
  file.Numbers("data", 3, 2, {0, 5, 1, 6, 2, 7}, MatFile::kFloat);
  const ResultTable table = Table(ParseMat(file.bytes()));
  EXPECT_EQ(table.names, (std::vector<std::string>{"x"}));
  EXPECT_EQ(table.Values(0), (std::vector<double>{5, 6, 7}));
}

TEST(ReadMat, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(Wrong(ParseMat("no matrix at all, but a sentence")), HasSubstr("no MATLAB v4 file"));
  EXPECT_THAT(Wrong(ParseMat("MATLAB 5.0 MAT-file, by hand")), HasSubstr("version 5"));
  MatFile other;
  other.Numbers("A", 2, 2, {1, 2, 3, 4});
  EXPECT_THAT(Wrong(ParseMat(other.bytes())), HasSubstr("no trajectory"));
  const std::string whole = test::SmallTrajectory(true);
  EXPECT_THAT(Wrong(ParseMat(whole.substr(0, whole.size() - 8))), AllOf(HasSubstr("'data_2'"), HasSubstr("cut off")));
  for (size_t size = 0; size < whole.size(); ++size) Wrong(ParseMat(whole.substr(0, size)));

  const auto trajectory = [](std::vector<double> info, std::vector<double> times) {
    MatFile file;
    file.Texts("Aclass", {"Atrajectory", "1.1", "", "binTrans"}, false);
    file.Texts("name", {"time", "x"}, true);
    file.Numbers("dataInfo", 4, 2, info, MatFile::kInt32);
    file.Numbers("data_2", 1, times.size(), times);
    return file.bytes();
  };
  const std::vector<double> good{0, 2, 1, 1, 0, 0, -1, 0};
  EXPECT_THAT(Wrong(ParseMat(trajectory({0, 2, 1, 9, 0, 0, -1, 0}, {0, 1}))),
              AllOf(HasSubstr("'dataInfo', row 2 ('x')"), HasSubstr("not 9")));
  EXPECT_THAT(Wrong(ParseMat(trajectory({0, 5, 1, 1, 0, 0, -1, 0}, {0, 1}))), HasSubstr("no data_5"));
  EXPECT_THAT(Wrong(ParseMat(trajectory(good, {0, 1, 0.5}))), AllOf(HasSubstr("row 3"), HasSubstr("comes after")));
  EXPECT_THAT(Wrong(ParseMat(trajectory(good, {0, std::nan("")}))), HasSubstr("row 2: the time is nan"));
  EXPECT_THAT(Wrong(ParseMat(trajectory(good, {}))), HasSubstr("no rows"));
}

TEST(ReadResult, NamesTheFile) {
  EXPECT_THAT(Wrong(ReadResult("/nonexistent/a.csv")),
              AllOf(HasSubstr("/nonexistent/a.csv"), HasSubstr("No such file")));
  const test::TemporaryDirectory directory;
  EXPECT_THAT(Wrong(ReadResult(directory.path())), HasSubstr("directory"));
  const std::filesystem::path path = directory.File("read.mat");
  std::ofstream(path) << "time,x\n0,1\n";
  EXPECT_THAT(Wrong(ReadResult(path)), AllOf(HasSubstr(path.string()), HasSubstr("no MATLAB v4 file")));
  std::ofstream(path) << "";
  EXPECT_THAT(Wrong(ReadResult(path)), HasSubstr("empty"));
}

TEST(ReadResult, RefusesTwoSignalsOfOneName) {
  EXPECT_THAT(Wrong(ParseResult("time,a,x,x\n0,0,1,2\n")), HasSubstr("signals 2 and 3 are both called 'x'"));
}

TEST(ReadResult, UnpacksGzip) {
  if (!std::filesystem::exists("/usr/bin/gzip")) GTEST_SKIP() << "needs gzip (Debian package gzip)";
  const test::TemporaryDirectory directory;
  for (const std::string& bytes : {std::string("time,x\n0,1\n1,2\n"), test::SmallTrajectory(true)}) {
    const std::string path = directory.File("packed");
    std::ofstream(path, std::ios::binary) << bytes;
    ASSERT_EQ(test::Run("/usr/bin/gzip", {"-f", path}).exit_code, 0);
    EXPECT_EQ(Table(ReadResult(path + ".gz")).Values(0)[1], 2);
    std::ostringstream packed;
    packed << std::ifstream(path + ".gz", std::ios::binary).rdbuf();
    EXPECT_THAT(std::get<std::string>(Gunzip(packed.str(), bytes.size() - 1)), HasSubstr("more than"));
    EXPECT_EQ(std::get<Unpacked>(Gunzip(packed.str(), bytes.size())).bytes, bytes);
    const std::string half = packed.str().substr(0, packed.str().size() / 2);
    EXPECT_THAT(Wrong(ParseResult(half)), HasSubstr("cut off"));
    std::string damaged = packed.str();
    damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
    EXPECT_THAT(Wrong(ParseResult(damaged)), HasSubstr("damaged"));
    EXPECT_THAT(Table(ParseResult(packed.str() + packed.str().substr(0, 0))).times.size(), testing::Gt(1U));
  }
}

Program Model() {
  const auto variable = [](std::string name, Slot slot, ValueType type, VariableKind kind, bool negated) {
    VariableInfo info;
    info.name = std::move(name);
    info.slot = slot;
    info.type = type;
    info.kind = kind;
    info.negated = negated;
    return info;
  };
  Program program;
  program.model = "Block";
  program.time = 4;
  program.initial_slots = {0, 9, 1, 5, 0};
  using enum VariableKind;
  program.variables = {variable("x", 0, ValueType::kReal, kState, false),
                       variable("reaction", 0, ValueType::kReal, kAlgebraic, true),
                       variable("p", 1, ValueType::kReal, kParameter, false),
                       variable("minus_p", 1, ValueType::kReal, kAlgebraic, true),
                       variable("stuck", 2, ValueType::kBoolean, kDiscrete, false),
                       variable("slides", 2, ValueType::kBoolean, kDiscrete, true),
                       variable("only_negated", 3, ValueType::kReal, kAlgebraic, true),
                       variable("clock", 4, ValueType::kReal, kAlgebraic, false)};
  program.variables[0].shared_declaration =
      std::make_shared<Declaration>(Declaration{.literals = {}, .unit = "m", .comment = "position", .place = {}});
  return program;
}

TEST(WriteMat, ReadsBackTheSame) {
  const Program program = Model();
  const test::TemporaryDirectory directory;
  const std::filesystem::path path = directory.File("write.mat");
  const auto writer = MakeMatWriter(path);
  Recorder recorder(program, writer.get());
  ASSERT_FALSE(recorder.Choose(std::nullopt));
  std::vector<double> slots = program.initial_slots;
  std::vector<double> expected_x;
  std::vector<double> expected_stuck;
  for (int i = 0; i < 1000; ++i) {
    slots[0] = std::sin(i);
    slots[2] = i % 3 == 0 ? 1 : 0;
    slots[4] = 0.1 * i;
    expected_x.push_back(slots[0]);
    expected_stuck.push_back(slots[2]);
    recorder.Record(slots[4], slots.data());
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_EQ(writer->Finish(), std::nullopt);
  EXPECT_EQ(recorder.trajectory().rows(), 0U);
  const ResultTable table = Table(ReadResult(path));
  EXPECT_EQ(table.names.size(), 8U);
  EXPECT_EQ(table.rows(), 1000U);
  EXPECT_LE(table.columns.size(), 6U) << "aliases share their column";
  const auto values = [&](const char* name) { return table.Values(*table.Find(name)); };
  EXPECT_EQ(values("x"), expected_x);
  EXPECT_EQ(values("stuck"), expected_stuck);
  EXPECT_EQ(values("reaction")[1], -std::sin(1));
  EXPECT_EQ(values("slides")[3], 0);
  EXPECT_EQ(values("slides")[4], 1);
  EXPECT_EQ(values("p"), std::vector<double>(1000, 9));
  EXPECT_EQ(values("minus_p")[5], -9);
  EXPECT_EQ(values("only_negated")[5], -5);
  EXPECT_EQ(values("clock"), table.times);
  EXPECT_EQ(table.units[0], "m");
  EXPECT_EQ(table.descriptions[0], "position [m]");
}

TEST(WriteMat, WithoutRowsIsStillAFile) {
  const Program program = Model();
  const test::TemporaryDirectory directory;
  const std::filesystem::path path = directory.File("no_rows.mat");
  const auto writer = MakeMatWriter(path);
  Recorder recorder(program, writer.get());
  ASSERT_FALSE(recorder.Choose(std::nullopt));
  ASSERT_EQ(writer->Finish(), std::nullopt);
  EXPECT_THAT(Wrong(ReadResult(path)), HasSubstr("no rows"));
}

TEST(WriteMat, LeavesNothingWithoutFinish) {
  const test::TemporaryDirectory directory;
  const Program program = Model();
  {
    const auto writer = MakeMatWriter(directory.File("a.mat"));
    Recorder recorder(program, writer.get());
    ASSERT_FALSE(recorder.Choose(std::nullopt));
    recorder.Record(0, program.initial_slots.data());
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.File("")));
}

TEST(Writers, TellThatRowsAreLost) {
  const test::TemporaryDirectory directory;
  const auto writer = MakeCsvWriter("/nonexistent/a.csv");
  writer->Begin({}, kNoSlot);
  EXPECT_TRUE(writer->failed());
  EXPECT_THAT(writer->Finish().value_or(""), HasSubstr("No such file"));
}

TEST(Incomplete, IsMarkedBesideTheResultAndUnmarkedByTheNext) {
  const test::TemporaryDirectory directory;
  const std::string result = directory.File("a.csv");
  ASSERT_EQ(MarkIncomplete(result, "interrupted\n"), std::nullopt);
  EXPECT_EQ(ReadIncompleteMark(result), "interrupted");
  ASSERT_EQ(MarkIncomplete(result, ""), std::nullopt);
  EXPECT_EQ(ReadIncompleteMark(result), std::nullopt);
}

}  // namespace
}  // namespace stiction::runtime
