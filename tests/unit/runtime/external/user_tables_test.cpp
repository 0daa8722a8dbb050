// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/user_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace stiction::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// As compiled C code does: 2 x 3 numbers under "rows", the same stored by columns under "columns".
int Tables(double* locals, void** objects, const char** message) {
  static double by_rows[] = {1, 2, 3, 4, 5, 6}, by_columns[] = {1, 4, 2, 5, 3, 6};
  const std::string name = static_cast<const char*>(objects[0]);
  int* const sizes = static_cast<int*>(objects[1]);
  if (name == "crossed") {
    *message = "the table is crossed";
    return 1;
  }
  const bool is_by_columns = name == "columns";
  if (name == "rows" || is_by_columns) {
    sizes[0] = is_by_columns ? 3 : 2;
    sizes[1] = is_by_columns ? 2 : 3;
    *static_cast<int*>(objects[2]) = is_by_columns ? 1 : 0;
    *static_cast<double**>(objects[3]) = is_by_columns ? by_columns : by_rows;
  }
  locals[0] = name == "none" || locals[0] != 1 ? 1 : 0;
  return 0;
}

TEST(UserTables, AreReadInBothLayouts) {
  SetUserTables(Tables);
  for (const char* name : {"rows", "columns"}) {
    const auto read = ReadUserTable(name, UserTable::k1D);
    ASSERT_TRUE(std::holds_alternative<Matrix>(read)) << std::get<std::string>(read);
    const Matrix& matrix = std::get<Matrix>(read);
    EXPECT_EQ(matrix.rows, 2u);
    EXPECT_EQ(matrix.columns, 3u);
    EXPECT_THAT(matrix.values, ElementsAre(1, 2, 3, 4, 5, 6));
  }
  SetUserTables(nullptr);
}

TEST(UserTables, FailuresNameTheTable) {
  const auto why = [](const char* name, UserTable kind = UserTable::k1D) {
    return std::get<std::string>(ReadUserTable(name, kind));
  };
  EXPECT_THAT(why("rows"), HasSubstr("no C code of the model has a function `usertab`"));
  SetUserTables(Tables);
  EXPECT_THAT(why("none"), HasSubstr("no table 'none'"));
  EXPECT_THAT(why("rows", UserTable::k2D), HasSubstr("no table 'rows'"));
  EXPECT_THAT(why("empty"), HasSubstr("0 x 0"));
  EXPECT_THAT(why("crossed"), HasSubstr("the table is crossed"));
  SetUserTables(nullptr);
}

}  // namespace
}  // namespace stiction::runtime
