// SPDX-License-Identifier: BSD-3-Clause
// Files of tables: what is read, and what is said where something is wrong.
#include "runtime/external/table_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "tests/support/temporary_directory.h"
#include "tests/unit/runtime/external/mat_writer.h"

namespace stiction::runtime {
namespace {

using testing::HasSubstr;

const Matrix kMatrix{.rows = 3, .columns = 2, .values = {0, 1, 2, 3, 4, 50}};

std::string Wrong(const ReadMatrix& read) {
  const auto* wrong = std::get_if<std::string>(&read);
  return wrong == nullptr ? "(read)" : *wrong;
}

void ExpectMatrix(const ReadMatrix& read, const Matrix& expected) {
  ASSERT_TRUE(std::holds_alternative<Matrix>(read)) << std::get<std::string>(read);
  const auto& matrix = std::get<Matrix>(read);
  EXPECT_EQ(matrix.rows, expected.rows);
  EXPECT_EQ(matrix.columns, expected.columns);
  EXPECT_EQ(matrix.values, expected.values);
}

ReadMatrix Text(const std::string& text, const std::string& table = "a") {
  return ParseTableText(text, {.path = "f.txt", .table = table});
}
ReadMatrix Csv(const std::string& text, const std::string& delimiter = ",", int header_lines = 0) {
  return ParseTableCsv(text,
                       {.path = "f.csv", .table = "Values", .delimiter = delimiter, .header_lines = header_lines});
}
ReadMatrix Mat(const std::string& text, const std::string& table = "a") {
  return ParseTableMat(text, {.path = "f.mat", .table = table});
}

TEST(TableText, ReadsEveryWayToWriteIt) {
  ExpectMatrix(Text("#1\ndouble a(3,2) # what it is\n0 1\n2 3\n4 50\n"), kMatrix);
  ExpectMatrix(Text("\xEF\xBB\xBF#1 text\r\nfloat b(1,1)\r\n7\r\n# \xC3\xA4\r\ndouble a ( 3, 2 )\r\n0;1, +2.e0\t3 "
                    "4\r\n\r\n5.E+1"),
               kMatrix);
  ExpectMatrix(Text("#1\ndouble a(3,2) 0 1 2 # half\n 3 4 50\ndouble b(1,2)\n1 2\n"), kMatrix);
  ExpectMatrix(Text("#1\ndouble a(1,3)\n-1e-3 .5 2.\n"), {.rows = 1, .columns = 3, .values = {-1e-3, .5, 2}});
}

TEST(TableText, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Wrong(Text("double a(1,1)\n1\n")),
            "f.txt:1: a text file of tables has to begin with '#1'; it begins with 'double a(1,1)'");
  EXPECT_EQ(Wrong(Text("#1\ndouble b(1,2)\n1 2\nfloat c(1,1) 3\n")),
            "there is no table 'a' in file 'f.txt'; it has 'b', 'c'");
  EXPECT_EQ(Wrong(Text("#1\n")), "there is no table 'a' in file 'f.txt', nor any other");
  EXPECT_EQ(Wrong(Text("#1\ndouble a(2,2)\n1 2\n3 x4\n")), "f.txt:4: 'x4' in table 'a' is no number");
  EXPECT_EQ(Wrong(Text("#1\ndouble b(1,2)\n1 nan\n")), "f.txt:3: 'nan' in table 'b' is no number");
  EXPECT_EQ(Wrong(Text("#1\ndouble a(2,2)\n1 2 3\n")),
            "f.txt:4: table 'a' is declared 2 x 2 in line 2, but has 3 numbers instead of 4");
  EXPECT_EQ(Wrong(Text("#1\ndouble a(2,2)\n1 2 3\ndouble b(1,1)\n4\n")),
            "f.txt:4: table 'a' is declared 2 x 2 in line 2, but has 3 numbers instead of 4");
  EXPECT_EQ(Wrong(Text("#1\ndouble a(1,2)\n1 2 3\n")),
            "f.txt:3: table 'a' is declared 1 x 2 in line 2, but has more numbers than 2");
  EXPECT_EQ(Wrong(Text("#1\ndouble b(1,2)\n1 2 3\n")),
            "f.txt:3: table 'b' has more numbers than it is declared to have");
  EXPECT_EQ(Wrong(Text("#1\ndouble a(1,2)\n1 2\nend\n")),
            "f.txt:4: 'end' after table 'a' is neither a number nor the next 'double name(rows, columns)'");
  EXPECT_EQ(Wrong(Text("#1\ninteger a(1,2)\n1 2\n")),
            "f.txt:2: 'double name(rows, columns)' should stand here, not 'integer'");
  for (const char* declaration : {"double a\n", "double a(0,2)", "double a(1.5,2)", "double a(1,2", "double (1,2)"}) {
    EXPECT_EQ(Wrong(Text(std::string("#1\n") + declaration)),
              "f.txt:2: a table is declared as 'double name(rows, columns)', both at least 1");
  }
  EXPECT_THAT(Wrong(Text("#1\ndouble a(1000000000,1000000000)\n1 2\n")), HasSubstr("has 2 numbers instead of"));
}

TEST(TableCsv, ReadsRowsAfterTheHeader) {
  ExpectMatrix(Csv("0,1\n2,3\r\n 4 , 50 \n\n"), kMatrix);
  ExpectMatrix(Csv("\"t [s]\";y\nmore\n0;1\n2;3\n4;50", ";", 2), kMatrix);
  ExpectMatrix(Csv("0  1 \n 2 3\n4   50\n", " "), kMatrix);
}

TEST(TableCsv, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Wrong(Csv("t,y\n0,1\n")),
            "f.csv:1: 't' is no number; with the delimiter ',', 0 header lines are passed over");
  EXPECT_EQ(Wrong(Csv("0,1\n2;3\n")),
            "f.csv:2: '2;3' is no number; with the delimiter ',', 0 header lines are passed over");
  EXPECT_EQ(Wrong(Csv("0,1\n2,\n")),
            "f.csv:2: '' is no number; with the delimiter ',', 0 header lines are passed over");
  EXPECT_EQ(Wrong(Csv("h\n0,1\n2,3,4\n", ",", 1)), "f.csv:3: 3 numbers, the rows before have 2");
  EXPECT_EQ(Wrong(Csv("h\n", ",", 1)), "f.csv: no row of numbers after 1 header lines");
  EXPECT_EQ(Wrong(Csv("0,1\n", "")), "f.csv: the delimiter between two numbers is an empty string");
  EXPECT_EQ(Wrong(Csv("0,1\n", ",", -1)), "f.csv: nHeaderLines is -1; it has to be at least 0");
}

TEST(TableMat, ReadsBackWhatIsWritten) {
  const Matrix other{.rows = 1, .columns = 2, .values = {1, 2}};
  for (const bool big_endian : {false, true}) {
    for (int precision = 0; precision <= 5; ++precision) {
      ExpectMatrix(Mat(Mat4("b", other, 0, big_endian) + Mat4("a", kMatrix, precision, big_endian)), kMatrix);
    }
    ExpectMatrix(
        Mat(Mat5Header(big_endian) + Mat5Array("other", other, big_endian) + Mat5Array("a", kMatrix, big_endian)),
        kMatrix);
  }
  ExpectMatrix(Mat(Mat5Header() + Mat5Compressed(Mat5Array("b", other)) + Mat5Compressed(Mat5Array("a", kMatrix))),
               kMatrix);
  const std::string nested =
      Mat5Structure("s", {{"x", Mat5Array("", other)}, {"inner", Mat5Structure("", {{"a", Mat5Array("", kMatrix)}})}});
  ExpectMatrix(Mat(Mat5Header() + nested, "s.inner.a"), kMatrix);
  ExpectMatrix(Mat(Mat5Header() + Mat5Compressed(nested), "s.x"), other);
  EXPECT_EQ(Wrong(Mat(Mat5Header() + nested)), "there is no table 'a' in file 'f.mat'; it has 's.x', 's.inner.a'");
}

TEST(TableMat, SaysWhatIsWrong) {
  EXPECT_EQ(Wrong(Mat("")), "file 'f.mat' is no MAT file: it has 0 bytes");
  EXPECT_EQ(Wrong(Mat("#1\ndouble a(1,1)\n1 2 3 4 5 6\n")),
            "file 'f.mat' is no MAT file: it begins with '#1?double a(1,1)?1 2'");
  EXPECT_EQ(Wrong(Mat(Mat4("b", kMatrix))), "there is no table 'a' in file 'f.mat'; it has 'b'");
  EXPECT_EQ(Wrong(Mat(Mat4("a", kMatrix, 0, false, 1))),
            "table 'a' of file 'f.mat' is a text matrix; only full real ones can be tables");
  EXPECT_EQ(Wrong(Mat(Mat4("a", kMatrix).substr(0, 60))),
            "file 'f.mat' ends within matrix 'a', which is declared 3 x 2");
  EXPECT_EQ(Wrong(Mat(Mat4("b", kMatrix) + "more")),
            "file 'f.mat' is no MAT file of version 4, or a damaged one: the header of matrix 2 is not one");
  EXPECT_EQ(Wrong(Mat(Mat4("a", {.rows = 1, .columns = 1, .values = {std::numeric_limits<double>::quiet_NaN()}}))),
            "table 'a' of file 'f.mat' has nan in row 1, column 1");
  EXPECT_EQ(Wrong(Mat(Mat5Header() + Mat5Array("b", kMatrix))), "there is no table 'a' in file 'f.mat'; it has 'b'");
  EXPECT_EQ(Wrong(Mat(Mat5Header() + Mat5Array("a", kMatrix, false, 5))),
            "table 'a' of file 'f.mat' is sparse; only full real matrices can be tables");
  EXPECT_EQ(Wrong(Mat(Mat5Header() + Mat5Array("a", kMatrix, false, 0x806))),
            "table 'a' of file 'f.mat' is complex; only full real matrices can be tables");
  EXPECT_EQ(Wrong(Mat((Mat5Header() + Mat5Array("a", kMatrix)).substr(0, 150))),
            "file 'f.mat' is a damaged MAT file: it ends within array 1");
  std::string damaged = Mat5Header() + Mat5Compressed(Mat5Array("a", kMatrix));
  damaged[140] ^= 0x55;
  EXPECT_EQ(Wrong(Mat(damaged)), "file 'f.mat' is a damaged MAT file: array 1 cannot be decompressed");
  std::string newer = Mat5Header();
  newer[125] = 2;
  EXPECT_EQ(Wrong(Mat(newer)),
            "file 'f.mat' is a MAT file of version 7.3 (HDF5), which is not supported; save it with '-v7'");
}

class TableFiles : public testing::Test {
 protected:
  ReadMatrix Read(const std::string& name, const std::string& contents) {
    std::ofstream(folder_ / name, std::ios::binary) << contents;
    return ReadTableFile({.path = folder_ / name, .table = "a"});
  }

  const test::TemporaryDirectory directory_;
  const std::filesystem::path folder_ = directory_.path();
};

TEST_F(TableFiles, TheNameDecidesOnTheFormat) {
  ExpectMatrix(Read("t.txt", "#1\ndouble a(3,2)\n0 1 2 3 4 50"), kMatrix);
  ExpectMatrix(Read("t.CSV", "0,1\n2,3\n4,50\n"), kMatrix);
  ExpectMatrix(Read("t.mat", Mat4("a", kMatrix)), kMatrix);
}

TEST_F(TableFiles, AFileThatIsNotThereIsNamedWithWhatWasTried) {
  const std::string missing = Wrong(ReadTableFile({.path = "no_such_folder/../t.txt", .table = "a"}));
  EXPECT_THAT(missing,
              HasSubstr("the table file 'no_such_folder/../t.txt' cannot be read: No such file or directory (tried '" +
                        (std::filesystem::current_path() / "t.txt").string() + "')"));
  EXPECT_THAT(missing, HasSubstr("loadResource(\"modelica://...\") finds it in a library"));
  EXPECT_THAT(Wrong(ReadTableFile({.path = folder_, .table = "a"})), HasSubstr("it is a folder"));
}

}  // namespace
}  // namespace stiction::runtime
