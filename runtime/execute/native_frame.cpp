// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/native_frame.h"

#include <algorithm>

namespace stiction::runtime {
namespace {

// Calls `visit` with the first of the locals that an instruction reads, and their count; several times.
template <class Visit>
void ForEachReadOf(const FunctionCode& function, const Instruction& i, const Visit& visit) {
  switch (i.op) {
    case OpCode::kCall:
      for (const Slot argument : function.calls[static_cast<size_t>(i.a)].arguments) visit(argument, 1);
      return;
    case OpCode::kJump:
    case OpCode::kReturn:
    case OpCode::kExternal:
      return;
    case OpCode::kJumpIfZero:
      return visit(i.b, 1);
    case OpCode::kLoadElement:
      visit(i.b, 1);
      return visit(i.a, i.c);
    case OpCode::kStoreElement:
      visit(i.a, 1);
      return visit(i.b, 1);
    case OpCode::kAssert:
      visit(i.a, 1);
      for (const MessagePart& part : function.messages[static_cast<size_t>(i.b)]) {
        if (part.slot != kNoSlot) visit(part.slot, 1);
        if (part.guard != kNoSlot) visit(part.guard, 1);
      }
      return;
    default:
      for (const Slot operand : {i.a, i.b, i.c}) {
        if (operand != kNoSlot) visit(operand, 1);
      }
  }
}

// Likewise those that it writes, or of which it writes one.
template <class Visit>
void ForEachWriteOf(const FunctionCode& function, const Instruction& i, const Visit& visit) {
  switch (i.op) {
    case OpCode::kCall:
      for (const Slot result : function.calls[static_cast<size_t>(i.a)].results) {
        if (result != kNoSlot) visit(result, 1);
      }
      return;
    case OpCode::kJump:
    case OpCode::kJumpIfZero:
    case OpCode::kReturn:
    case OpCode::kAssert:
    case OpCode::kExternal:
      return;
    case OpCode::kStoreElement:
      return visit(i.dst, i.c);
    default:
      visit(i.dst, 1);
  }
}

}  // namespace

std::vector<LocalKind> KindsOfLocals(const FunctionCode& function) {
  std::vector<LocalKind> kinds(function.initial_locals.size(), LocalKind::kConstant);
  const auto set = [&kinds](Slot first, Slot count, LocalKind kind) {
    std::fill_n(kinds.begin() + first, count, kind);
  };
  const bool is_external = std::any_of(function.code.begin(), function.code.end(),
                                       [](const Instruction& i) { return i.op == OpCode::kExternal; });
  if (is_external) {  // which reads and writes where it likes
    set(0, static_cast<Slot>(kinds.size()), LocalKind::kBegins);
    set(0, function.input_count, LocalKind::kInput);
    return kinds;
  }
  std::vector<bool> is_target(function.code.size() + 1);
  for (const Instruction& i : function.code) {
    ForEachWriteOf(function, i, [&](Slot first, Slot count) { set(first, count, LocalKind::kTemporary); });
    if (IsJump(i)) is_target[static_cast<size_t>(i.a)] = true;
  }
  // An array of which an element is chosen lies at one place.
  for (const Instruction& i : function.code) {
    if (i.op != OpCode::kLoadElement) continue;
    const auto begin = kinds.begin() + i.a, end = begin + i.c;
    const auto is_constant = [](LocalKind kind) { return kind == LocalKind::kConstant; };
    if (std::any_of(begin, end, is_constant) && !std::all_of(begin, end, is_constant))
      set(i.a, i.c, LocalKind::kBegins);
  }
  set(function.input_count, function.output_count, LocalKind::kBegins);
  set(0, function.input_count, LocalKind::kInput);
  // What is read begins with its initial value, unless it was written since the last place that is jumped to or from.
  std::vector<size_t> written_in(kinds.size(), 0);
  size_t piece = 1;
  for (size_t at = 0; at < function.code.size(); ++at) {
    const Instruction& i = function.code[at];
    if (is_target[at]) ++piece;
    ForEachReadOf(function, i, [&](Slot first, Slot count) {
      for (Slot slot = first; slot < first + count; ++slot) {
        LocalKind& kind = kinds[static_cast<size_t>(slot)];
        if (kind == LocalKind::kTemporary && written_in[static_cast<size_t>(slot)] != piece) kind = LocalKind::kBegins;
      }
    });
    if (i.op == OpCode::kStoreElement) continue;  // of which the others stay as they were
    ForEachWriteOf(function, i, [&](Slot slot, Slot) { written_in[static_cast<size_t>(slot)] = piece; });
    if (IsJump(i)) ++piece;
  }
  return kinds;
}

}  // namespace stiction::runtime
