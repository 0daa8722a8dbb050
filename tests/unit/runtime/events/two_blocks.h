// Two equal elements in one model, for tests of what they share.
#pragma once

#include "tests/unit/runtime/simulate/models.h"

namespace stiction::test {

constexpr int32_t kRelations = 4;  // of one block: sa > 1, sa < -1, v > 0, v < 0

/// Two blocks beside each other, with loads that are states.
inline Program TwoBlocks(double second_friction) {
  ProgramBuilder b;
  const Slot load1 = b.State("u1", 0), load2 = b.State("u2", 0);
  const Slot v1 = b.State("v1", 0), v2 = b.State("v2", 0);
  const int32_t from = b.From();
  for (const Slot load : {load1, load2}) b.EmitTo(load + 1, OpCode::kCopy, load);
  b.Explicit(b.All(), from, {load1 + 1, load2 + 1});
  AddFriction(b, 1, v1, load1, "one.");
  AddFriction(b, second_friction, v2, load2, "two.");
  return b.program;
}

}  // namespace stiction::test
