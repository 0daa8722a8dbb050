// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/operations.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace stiction::runtime {
namespace {

struct Operation {
  OpCode op;
  std::string name;
  size_t operands;
};

const Operation kOperations[] = {
#define STICTION_UNARY(id, name, ...) {OpCode::k##id, name, 1},
#define STICTION_BINARY(id, name, ...) {OpCode::k##id, name, 2},
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#define STICTION_BINARY_OF_PROGRAMS STICTION_BINARY
#include "runtime/operators/operators.def"
};

double ValueOf(const Operation& operation, double x, double y) {
  std::array<double, 3> slots{x, y, 0};
  EXPECT_TRUE(ExecuteScalar({operation.op, 2, 0, operation.operands == 2 ? 1 : kNoSlot}, slots.data()));
  return slots[2];
}

TEST(Operations, TangentsAgreeWithCentralDifferences) {
  const double h = 1e-6;
  for (const Operation& operation : kOperations) {
    SCOPED_TRACE(operation.name);
    for (const auto& [x, y] : {std::array{0.3, 0.7}, std::array{0.8, 0.35}}) {
      const std::array<double, 2> slots{x, y};
      const double v = ValueOf(operation, x, y);
      EXPECT_TRUE(std::isfinite(v));
      const auto expect = [&](const std::array<double, 2>& d) {
        const double above = ValueOf(operation, x + h * d[0], y + h * d[1]);
        const double below = ValueOf(operation, x - h * d[0], y - h * d[1]);
        const double tangent =
            Tangent({operation.op, 2, 0, operation.operands == 2 ? 1 : kNoSlot}, slots.data(), d.data(), v);
        EXPECT_NEAR(tangent, (above - below) / (2 * h), 1e-8 * (1 + std::fabs(tangent)));
      };
      expect({1, 0});
      if (operation.operands == 2) expect({0, 1});
      if (operation.operands == 2) expect({-0.5, 2});
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
