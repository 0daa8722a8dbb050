// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/graph_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/execute/operations.h"
#include "runtime/model/continuous_system.h"
#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

struct Operation {
  OpCode op;
  std::string name;
};

const Operation kOperations[] = {
#define STICTION_UNARY(id, name, ...) {OpCode::k##id, name},
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#include "runtime/operators/operators.def"
};

// x' = op(x)
TEST(GraphJacobian, HasTheDerivativesOfTheTable) {
  for (const Operation& operation : kOperations) {
    SCOPED_TRACE(operation.name);
    ProgramBuilder b;
    const Slot x = b.State("x", 0);
    const int32_t from = b.From();
    b.EmitTo(x + 1, operation.op, x);
    b.Explicit(b.All(), from, {x + 1});
    std::vector<double> slots = b.program.initial_slots;
    Tape tape(b.program);
    SolveStatistics statistics;
    ContinuousSystem system(b.program, slots.data(), tape, statistics);
    system.Refresh();
    const auto jacobian = system.MakeJacobian();
    ASSERT_TRUE(jacobian);
    for (const double at : {0.3, 0.8}) {
      const double in[] = {at, 0}, d[] = {1, 0};
      double out[] = {at, 0};
      ASSERT_TRUE(ExecuteScalar({operation.op, 1, 0}, out));
      const double expected = Tangent({operation.op, 1, 0}, in, d, out[1]);
      std::vector<double> values;
      jacobian->Refresh(slots.data());
      ASSERT_TRUE(jacobian->Compute(0, &at, system.slots(), system.solver(), values));
      ASSERT_EQ(values.empty(), expected == 0);
      if (!values.empty()) {
        EXPECT_NEAR(values[0], expected, 1e-15 * std::fabs(expected));
      }
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
