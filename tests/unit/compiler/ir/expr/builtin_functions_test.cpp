// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/builtin_functions.h"

#include <gtest/gtest.h>

#include <set>

namespace stiction {
namespace {

TEST(BuiltinFunctions, EachStandsOnceWithAsManyNamesAsArgumentsAtTheMost) {
  std::set<std::string_view> names;
  for (const BuiltinFunction& function : BuiltinFunctions()) {
    EXPECT_TRUE(names.insert(function.name).second) << function.name;
    EXPECT_LE(function.least, function.most) << function.name;
    const bool is_overloaded = function.formals.size() > function.most;
    if (is_overloaded) {
      EXPECT_EQ(function.formals.size() % function.most, 0u) << function.name;
    }
    EXPECT_FALSE(IsNotCompiled(function.name)) << function.name;
  }
}

TEST(BuiltinFunctions, AreFoundByName) {
  ASSERT_TRUE(FindBuiltinFunction("atan2"));
  EXPECT_EQ(FindBuiltinFunction("atan2")->least, 2u);
  EXPECT_EQ(FindBuiltinFunction("cat")->most, kManyArguments);
  EXPECT_FALSE(FindBuiltinFunction("promote"));
  EXPECT_TRUE(IsBuiltinFunction("promote"));
  EXPECT_FALSE(IsBuiltinFunction("f"));
}

}  // namespace
}  // namespace stiction
