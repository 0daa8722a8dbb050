// SPDX-License-Identifier: BSD-3-Clause
#if defined(__x86_64__)

#include "runtime/execute/native_values.h"

namespace stiction::runtime {

namespace x86 = asmjit::x86;

NativeValues::NativeValues(x86::Assembler& assembler, const NativeBody& body,
                           bool (*is_inline)(const Instruction&, bool), NativeScratch& scratch)
    : a_(assembler), body_(body), scratch_(scratch) {
  held_.fill(kNone);
  if (scratch_.register_of.size() < body_.frame_size()) scratch_.register_of.resize(body_.frame_size(), kNone);
  if (scratch_.next_use.size() < body_.frame_size()) scratch_.next_use.resize(body_.frame_size(), kNever);
  FindUses(is_inline);
}

// From the last instruction to the first. Where registers are lost, later reads are of memory.
void NativeValues::FindUses(bool (*is_inline)(const Instruction&, bool)) {
  const std::span<const Instruction> code = body_.code;
  std::vector<char> is_target(code.size() + 1, 0);
  for (const Instruction& i : code) {
    if (IsJump(i)) is_target[body_.TargetOf(i)] = 1;
  }
  uses_.resize(code.size());
  std::vector<int32_t>& next = scratch_.next_use;
  int32_t lost = kNever;  // from this instruction on
  const auto next_of = [&](Slot slot) { return slot == kNoSlot || next[slot] >= lost ? kNever : next[slot]; };
  for (size_t k = code.size(); k-- > 0;) {
    const Instruction& i = code[k];
    const auto number = static_cast<int32_t>(k);
    const bool stays = is_inline(i, body_.is_dual);
    if (stays) {
      if (i.op < OpCode::kCall) {
        uses_[k].result = next_of(i.dst);
        next[i.dst] = kNever;
      }
      const bool has_value_in_a = i.op < OpCode::kCall || i.op == OpCode::kAssert;
      if (has_value_in_a) uses_[k].a = next_of(i.a);
      uses_[k].b = next_of(i.b);
      if (i.op == OpCode::kSelect) uses_[k].c = next_of(i.c);
      if (has_value_in_a) next[i.a] = number;
      if (i.b != kNoSlot && i.op != OpCode::kAssert) next[i.b] = number;
      if (i.op == OpCode::kSelect) next[i.c] = number;
    }
    if (!stays || is_target[k] != 0) lost = number;
  }
  for (const Instruction& i : code) {
    for (const Slot slot : {i.dst, i.a, i.b, i.c}) {
      if (slot >= 0 && static_cast<size_t>(slot) < next.size()) next[slot] = kNever;
    }
  }
}

// Tangents are used where values are.
int32_t NativeValues::NextUseOf(Slot slot) const {
  const Slot value = slot >= tangents() ? slot - tangents() : slot;
  const Instruction& i = body_.code[now_];
  const Uses& uses = uses_[now_];
  return value == i.a ? uses.a : value == i.b ? uses.b : value == i.c ? uses.c : kNever;
}

void NativeValues::Load(const x86::Xmm& to, Slot slot) {
  if (IsTangentOfConstant(slot)) {
    a_.vxorpd(to, to, to);
  } else {
    a_.vmovsd(to, At(slot));
  }
}

x86::Xmm NativeValues::Get(Slot slot) {
  int r = scratch_.register_of[slot];
  if (r == kNone) {
    r = Take();
    held_[r] = slot;
    scratch_.register_of[slot] = r;
    Load(Register(r), slot);
  }
  used_[r] = clock_;
  next_[r] = NextUseOf(slot);
  return Register(r);
}

asmjit::Operand NativeValues::GetOrAt(Slot slot) {
  const bool is_read_here_only = scratch_.register_of[slot] == kNone && !body_.is_dual && NextUseOf(slot) == kNever;
  if (is_read_here_only) return At(slot);
  return Get(slot);
}

// That which is free, or else the one whose value is read last.
int NativeValues::Take() {
  int best = kNone;
  for (int r = 0; r < kCount; ++r) {
    if (used_[r] == clock_) continue;
    if (held_[r] == kNone) {
      best = r;
      break;
    }
    if (best == kNone || next_[r] > next_[best]) best = r;
  }
  Forget(best);
  used_[best] = clock_;
  return best;
}

void NativeValues::Put(Slot slot, int r) {
  if (scratch_.register_of[slot] != kNone) Forget(scratch_.register_of[slot]);
  held_[r] = slot;
  scratch_.register_of[slot] = r;
  next_[r] = uses_[now_].result;
  a_.vmovsd(At(slot), Register(r));
}

void NativeValues::Forget(int r) {
  if (held_[r] != kNone) scratch_.register_of[held_[r]] = kNone;
  held_[r] = kNone;
}

void NativeValues::ForgetAll() {
  for (int r = 0; r < kCount; ++r) Forget(r);
}

void NativeValues::ForgetSlots(Slot begin, Slot count) {
  for (int r = 0; r < kCount; ++r) {
    if (held_[r] >= begin && held_[r] < begin + count) Forget(r);
  }
}

void NativeValues::Restore(const Held& held) {
  ForgetAll();
  for (int r = 0; r < kCount; ++r) {
    held_[r] = held[r];
    if (held[r] != kNone) scratch_.register_of[held[r]] = r;
  }
}

}  // namespace stiction::runtime

#endif
