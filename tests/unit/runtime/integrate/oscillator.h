// SPDX-License-Identifier: BSD-3-Clause
// A system with a solution known in closed form, for tests of integrators.
#pragma once

#include "tests/support/program_builder.h"

namespace stiction::test {

/// x' = y, y' = -x from (0, 1): x = sin t.
inline Program Oscillator() {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot y = b.State("y", 1);
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kCopy, y);
  b.EmitTo(y + 1, OpCode::kNeg, x);
  b.Explicit(b.All(), from, {x + 1, y + 1});
  return b.program;
}

}  // namespace stiction::test
