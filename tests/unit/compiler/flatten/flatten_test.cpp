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

}  // namespace
}  // namespace stiction
