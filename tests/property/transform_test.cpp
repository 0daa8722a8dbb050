// SPDX-License-Identifier: BSD-3-Clause
// The rewritings do rewrite, and what they should only.
#include "tests/property/transform.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "compiler/ir/ast/print.h"
#include "tests/support/command.h"

namespace stiction::test {
namespace {

constexpr const char* kText = R"(model M
  parameter Real k = 2;
  Real x(start = k), y = k*x, z[3];
  Part part(k = k);
equation
  der(x) = -y;
  for i in 1:3 loop
    z[i] = k*x + part.k;
  end for;
  connect(part.a, part.b);
end M;
)";

ast::StoredDefinition Model(const TemporaryDirectory& directory) {
  std::ofstream(directory.File("M.mo")) << kText;
  return ReadModelica(directory.File("M.mo"));
}

std::string Text(const ast::StoredDefinition& stored) {
  std::ostringstream text;
  Print(text, stored);
  return text.str();
}

TEST(Transform, SwapsConnects) {
  const TemporaryDirectory directory;
  const ast::StoredDefinition stored = Model(directory);
  SwapConnects(*stored.classes.front());
  EXPECT_NE(Text(stored).find("connect(part.b, part.a);"), std::string::npos) << Text(stored);
}

TEST(Transform, RenamesComponentsButNoMembersAndNoModifiers) {
  const TemporaryDirectory directory;
  const ast::StoredDefinition stored = Model(directory);
  Random random(1);
  const auto names = RenameComponents(*stored.classes.front(), random);
  ASSERT_EQ(names.size(), 5U);
  const std::string k = names.at("k"), x = names.at("x"), part = names.at("part");
  const std::string text = Text(stored);
  for (const std::string& expected :
       {"parameter Real " + k + " = 2;", "Real " + x + "(start = " + k + ");", "Part " + part + "(k = " + k + ");",
        names.at("z") + "[i] = " + k + " * " + x + " + " + part + ".k;", "connect(" + part + ".a, " + part + ".b);"}) {
    EXPECT_NE(text.find(expected), std::string::npos) << expected << "\n" << text;
  }
}

TEST(Transform, ShufflesWithoutLosingALine) {
  const TemporaryDirectory directory;
  const ast::StoredDefinition stored = Model(directory);
  const std::string before = Text(stored);
  Random random(1);
  ShuffleOrder(*stored.classes.front(), random);
  const std::string after = Text(stored);
  EXPECT_NE(before, after);
  const auto lines = [](const std::string& text) {
    std::multiset<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) all.insert(line);
    return all;
  };
  EXPECT_EQ(lines(before), lines(after));
}

TEST(Transform, AddsObservers) {
  const TemporaryDirectory directory;
  const ast::StoredDefinition stored = Model(directory);
  AddObservers(*stored.classes.front(), {"x"});
  EXPECT_NE(Text(stored).find("Real observer0 = 2 * x - der(x);"), std::string::npos) << Text(stored);
}

}  // namespace
}  // namespace stiction::test
