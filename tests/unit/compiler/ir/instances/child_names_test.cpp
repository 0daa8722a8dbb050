// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/child_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stiction::ir {
namespace {

std::vector<std::string> NamesIn(const ChildNames& names) {
  std::vector<std::string> found;
  for (const auto& [name, id] : names) found.push_back(name.str());
  return found;
}

TEST(ChildNames, KeepTheOrderOfInsertion) {
  ChildNames names;
  names.emplace("w", InstanceId(1));
  names.emplace("a", InstanceId(2));
  names.emplace("w", InstanceId(3));
  names.insert_or_assign("a", InstanceId(4));
  EXPECT_EQ(NamesIn(names), (std::vector<std::string>{"w", "a"}));
  EXPECT_EQ(names.find("w")->second, InstanceId(1));
  EXPECT_EQ(names.find("a")->second, InstanceId(4));
  EXPECT_FALSE(names.contains("b"));
}

// Shorter and longer than the list that is compared one by one.
TEST(ChildNames, FindWhatIsLeftAfterSomeAreGone) {
  for (const int count : {3, 16, 17, 100}) {
    ChildNames names;
    for (int i = 0; i < count; ++i) names.emplace("c" + std::to_string(i), InstanceId(i));
    names.erase_if([](InstanceId id) { return id == InstanceId(1); });
    names.erase_if([](InstanceId id) { return id == InstanceId(1); });
    names.emplace("late", InstanceId(1000));
    EXPECT_FALSE(names.contains("c1")) << count;
    EXPECT_EQ(names.find("late")->second, InstanceId(1000)) << count;
    for (int i = 0; i < count; ++i) {
      if (i == 1) continue;
      const auto found = names.find("c" + std::to_string(i));
      ASSERT_NE(found, names.end()) << i << " of " << count;
      EXPECT_EQ(found->second, InstanceId(i)) << count;
    }
    EXPECT_EQ(NamesIn(names).size(), static_cast<size_t>(count)) << count;
  }
}

}  // namespace
}  // namespace stiction::ir
