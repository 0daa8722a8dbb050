// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/flatten.h"

#include <gtest/gtest.h>

#include "compiler/ir/flat/print.h"
#include "compiler/typecheck/typecheck.h"
#include "tests/support/instance_builder.h"

namespace stiction {
namespace {

using test::InstanceBuilder;
using B = InstanceBuilder;

std::vector<std::string> EquationsOf(const ir::FlatModel& flat) {
  const ir::ExprNames names = ir::NamesOf(flat);
  std::vector<std::string> out;
  for (const ir::FlatEquation& e : flat.equations) {
    if (e.kind != ir::FlatEquation::Kind::kEquality) continue;
    out.push_back(ir::ToString(*flat.pool, e.left, names) + " = " + ir::ToString(*flat.pool, e.right, names));
  }
  return out;
}

ir::FlatModel FlattenChecked(ir::InstanceTree& tree) {
  Diagnostics diagnostics;
  Typecheck(tree, diagnostics);
  ir::FlatModel flat = Flatten(tree, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.message;
  return flat;
}

TEST(Flatten, FlowsOfInsideAndOutsideConnectorsHaveOppositeSigns) {
  InstanceBuilder b;
  const auto sub = b.Add(b.tree.root, "sub", ir::InstanceKind::kComposite);
  const auto outer = b.Connector(sub, "p");
  const auto inner = b.Add(sub, "part", ir::InstanceKind::kComposite);
  const auto q = b.Connector(inner, "q");
  b.At(sub).equations.push_back(B::Connect(outer, q));
  EXPECT_EQ(EquationsOf(FlattenChecked(b.tree)),
            (std::vector<std::string>{"sub.p.s = sub.part.q.s", "sub.part.q.f - sub.p.f = 0.0", "sub.p.f = 0.0"}));
}

TEST(Flatten, ASetOfNPotentialsGivesNMinusOneEquationsAndOneSum) {
  InstanceBuilder b;
  std::vector<ir::InstanceId> ends;
  for (int k = 0; k < 4; ++k) {
    const auto part = b.Add(b.tree.root, "c" + std::to_string(k), ir::InstanceKind::kComposite);
    ends.push_back(b.Connector(part, "p"));
  }
  b.At(b.tree.root).equations = {B::Connect(ends[0], ends[1]), B::Connect(ends[2], ends[3]),
                                 B::Connect(ends[1], ends[2])};
  EXPECT_EQ(EquationsOf(FlattenChecked(b.tree)),
            (std::vector<std::string>{"c0.p.s = c1.p.s", "c0.p.s = c2.p.s", "c0.p.s = c3.p.s",
                                      "c0.p.f + c1.p.f + c2.p.f + c3.p.f = 0.0"}));
}

TEST(Flatten, ForEquationsAndMatrixProductsAreUnrolled) {
  InstanceBuilder b;
  const auto x = b.Real(b.tree.root, "x", {2});
  const auto y = b.Real(b.tree.root, "y", {2});
  const auto a = b.Real(b.tree.root, "A", {2, 2});
  const auto iterator = [] {
    ir::BoundPtr i = B::Make(ir::BoundKind::kIterator);
    i->local = 7;
    return i;
  };
  ir::BoundEquation loop{};
  loop.kind = ast::EquationKind::kFor;
  loop.indices.push_back({7, "i", B::Make(ir::BoundKind::kRange, {B::Whole(1), B::Whole(2)})});
  loop.body.push_back(B::Equal(B::Make(ir::BoundKind::kBuiltin, {B::Ref(x, {iterator()})}, "der"), iterator()));
  b.At(b.tree.root).equations.push_back(std::move(loop));
  b.At(b.tree.root)
      .equations.push_back(B::Equal(B::Ref(y), B::Binary(ast::BinaryOperator::kMultiply, B::Ref(a), B::Ref(x))));
  EXPECT_EQ(EquationsOf(FlattenChecked(b.tree)),
            (std::vector<std::string>{"der(x[1]) = 1.0", "der(x[2]) = 2.0", "y[1] = A[1,1]*x[1] + A[1,2]*x[2]",
                                      "y[2] = A[2,1]*x[1] + A[2,2]*x[2]"}));
}

TEST(Flatten, ASubscriptOutOfRangeIsReportedOnce) {
  InstanceBuilder b;
  const auto x = b.Real(b.tree.root, "x", {2});
  b.At(b.tree.root).equations.push_back(B::Equal(B::Ref(x, {B::Whole(3)}), B::Number(1)));
  Diagnostics diagnostics;
  Typecheck(b.tree, diagnostics);
  Flatten(b.tree, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].kind, DiagnosticKind::SubscriptOutOfRange);
  EXPECT_EQ(diagnostics.all()[0].message, "subscript 3 is out of range 1:2");
}

TEST(Flatten, ConnectorsOfDifferentStructureAreRefused) {
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
