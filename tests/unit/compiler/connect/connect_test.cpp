// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/support/flattened.h"
#include "tests/support/instance_builder.h"

namespace stiction {
namespace {

using test::EquationsOf;
using test::FlattenChecked;
using test::InstanceBuilder;
using B = InstanceBuilder;

TEST(Connect, FlowsOfInsideAndOutsideConnectorsHaveOppositeSigns) {
  InstanceBuilder b;
  const auto sub = b.Add(b.tree.root, "sub", ir::InstanceKind::kComposite);
  const auto outer = b.Connector(sub, "p");
  const auto inner = b.Add(sub, "part", ir::InstanceKind::kComposite);
  const auto q = b.Connector(inner, "q");
  b.At(inner).equations.push_back(B::Equal(B::Ref(b.At(q).children.front()), B::Number(1)));
  b.At(sub).equations.push_back(B::Connect(outer, q));
  EXPECT_EQ(EquationsOf(FlattenChecked(b.tree)),
            (std::vector<std::string>{"sub.part.q.s = 1.0", "sub.p.s = sub.part.q.s", "sub.part.q.f - sub.p.f = 0.0",
                                      "sub.p.f = 0.0"}));
}

TEST(Connect, ASetOfNPotentialsGivesNMinusOneEquationsAndOneSum) {
  InstanceBuilder b;
  std::vector<ir::InstanceId> ends;
  for (int k = 0; k < 4; ++k) {
    const auto part = b.Add(b.tree.root, "c" + std::to_string(k), ir::InstanceKind::kComposite);
    ends.push_back(b.Connector(part, "p"));
    const ir::InstanceId flow = b.At(ends.back()).children.back();
    b.At(part).equations.push_back(B::Equal(B::Ref(flow), B::Number(k)));
  }
  b.At(b.tree.root).equations = {B::Connect(ends[0], ends[1]), B::Connect(ends[2], ends[3]),
                                 B::Connect(ends[1], ends[2])};
  EXPECT_EQ(
      EquationsOf(FlattenChecked(b.tree)),
      (std::vector<std::string>{"c0.p.f = 0.0", "c1.p.f = 1.0", "c2.p.f = 2.0", "c3.p.f = 3.0", "c0.p.s = c1.p.s",
                                "c0.p.s = c2.p.s", "c0.p.s = c3.p.s", "c0.p.f + c1.p.f + c2.p.f + c3.p.f = 0.0"}));
}

TEST(Connect, ConnectorsOfDifferentStructureAreRefused) {
  InstanceBuilder b;
  const auto p = b.Connector(b.Add(b.tree.root, "a", ir::InstanceKind::kComposite), "p");
  const auto q = b.Connector(b.Add(b.tree.root, "b", ir::InstanceKind::kComposite), "q");
  b.Real(q, "extra");
  b.At(b.tree.root).equations.push_back(B::Connect(p, q));
  Diagnostics diagnostics;
  Flatten(b.tree, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].kind, DiagnosticKind::ConnectIncompatible);
  EXPECT_EQ(diagnostics.all()[0].message, "cannot connect `a.p` with `b.q`: only the second has a variable `extra`");
}

}  // namespace
}  // namespace stiction
