// SPDX-License-Identifier: BSD-3-Clause
// The slots that instructions of Program::code read and write.
#pragma once

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Calls `see` with each slot that an instruction reads: of a call its arguments, of a jump its condition.
template <class See>
void ForEachOperand(const Program& program, const Instruction& i, const See& see) {
  if (i.op == OpCode::kCall) {
    for (const Slot argument : program.calls[static_cast<size_t>(i.a)].arguments) see(argument);
  } else if (IsJump(i)) {
    if (i.op == OpCode::kJumpIfZero) see(i.b);
  } else {
    for (const Slot operand : {i.a, i.b, i.c}) {
      if (operand != kNoSlot) see(operand);
    }
  }
}

/// Likewise each slot that it writes.
template <class See>
void ForEachResult(const Program& program, const Instruction& i, const See& see) {
  if (i.op == OpCode::kCall) {
    for (const Slot result : program.calls[static_cast<size_t>(i.a)].results) see(result);
  } else if (!IsJump(i)) {
    see(i.dst);
  }
}

}  // namespace stiction::runtime
