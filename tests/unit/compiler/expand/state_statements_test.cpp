// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/state_statements.h"

#include <gtest/gtest.h>

namespace stiction::flatten {
namespace {

/// Two machines: 0 and 1; and 2 and 3 within 0, with 4 alone beside these.
StateTree Tree() {
  StateTree tree;
  tree.states = {{.parent = -1, .machine = 0, .span = {}},
                 {.parent = -1, .machine = 0, .span = {}},
                 {.parent = 0, .machine = 1, .span = {}},
                 {.parent = 0, .machine = 1, .span = {}},
                 {.parent = 0, .machine = 2, .span = {}}};
  return tree;
}

TEST(StateTree, LiesWithinTheStatesAround) {
  const StateTree tree = Tree();
  EXPECT_TRUE(tree.IsWithin(2, 0));
  EXPECT_TRUE(tree.IsWithin(2, 2));
  EXPECT_TRUE(tree.IsWithin(2, -1));
  EXPECT_FALSE(tree.IsWithin(2, 1));
  EXPECT_FALSE(tree.IsWithin(0, 2));
  EXPECT_FALSE(tree.IsWithin(-1, 0));
}

TEST(StateTree, StatesOfOneMachineExcludeEachOther) {
  const StateTree tree = Tree();
  EXPECT_TRUE(tree.AreExclusive(0, 1));
  EXPECT_TRUE(tree.AreExclusive(2, 3));
  EXPECT_TRUE(tree.AreExclusive(3, 1)) << "by the state around it";
  EXPECT_FALSE(tree.AreExclusive(2, 4)) << "machines beside each other";
  EXPECT_FALSE(tree.AreExclusive(2, 0)) << "it lies in the other";
  EXPECT_FALSE(tree.AreExclusive(2, 2));
  EXPECT_FALSE(tree.AreExclusive(-1, 2)) << "what lies in no state is always there";
}

}  // namespace
}  // namespace stiction::flatten
