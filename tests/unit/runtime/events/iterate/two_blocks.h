// SPDX-License-Identifier: BSD-3-Clause
// Two equal elements in one model, for tests of what they share.
#pragma once

#include "tests/unit/runtime/simulate/models.h"

namespace stiction::test {

constexpr int32_t kRelations = 4;  // of one block: sa > 1, sa < -1, v > 0, v < 0

/// Two blocks beside each other, with loads that are states, or computed from states in some steps.
inline Program TwoBlocks(double second_friction, int first_steps, int second_steps) {
  ProgramBuilder b;
  const Slot state1 = b.State("u1", 0), state2 = b.State("u2", 0);
  const Slot v1 = b.State("v1", 0), v2 = b.State("v2", 0);
  const int32_t from = b.From();
  for (const Slot state : {state1, state2}) b.EmitTo(state + 1, OpCode::kCopy, state);
  const auto load_of = [&](Slot state, int steps) {
    Slot load = state;
    for (int k = 0; k < steps; ++k) load = b.Emit(OpCode::kNeg, load);
    return load;
  };
  const Slot load1 = load_of(state1, first_steps), load2 = load_of(state2, second_steps);
  b.Explicit(b.All(), from, {state1 + 1, state2 + 1, load1, load2});
  AddFriction(b, 1, v1, load1, "one.");
  AddFriction(b, second_friction, v2, load2, "two.");
  return b.program;
}
inline Program TwoBlocks(double second_friction) { return TwoBlocks(second_friction, 0, 0); }
inline Program TwoBlocksUnderLoads(int first_steps, int second_steps) {
  return TwoBlocks(1, first_steps, second_steps);
}

}  // namespace stiction::test
