// SPDX-License-Identifier: BSD-3-Clause
// The slots that instructions of Program::code read and write.
#pragma once

#include <span>

#include "runtime/program/program.h"

namespace stiction::runtime {

inline std::span<const Instruction> CodeIn(const Program& program, Range range) {
  return std::span(program.code)
      .subspan(static_cast<size_t>(range.begin), static_cast<size_t>(range.end - range.begin));
}

/// Calls `visit` with each slot that an instruction reads: of a call its arguments, of a jump its condition.
template <class Visit>
void ForEachRead(const Program& program, const Instruction& i, const Visit& visit) {
  if (i.op == OpCode::kCall) {
    for (const Slot argument : program.calls[static_cast<size_t>(i.a)].arguments) visit(argument);
  } else if (IsJump(i)) {
    if (i.b != kNoSlot) visit(i.b);
  } else {
    for (const Slot operand : {i.a, i.b, i.c}) {
      if (operand != kNoSlot) visit(operand);
    }
  }
}

/// Likewise each slot that it writes.
template <class Visit>
void ForEachWrite(const Program& program, const Instruction& i, const Visit& visit) {
  if (i.op == OpCode::kCall) {
    for (const Slot result : program.calls[static_cast<size_t>(i.a)].results) visit(result);
  } else if (!IsJump(i)) {
    visit(i.dst);
  }
}

}  // namespace stiction::runtime
