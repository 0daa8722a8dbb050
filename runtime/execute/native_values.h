// SPDX-License-Identifier: BSD-3-Clause
// Values of machine code in registers and in memory. Inside of native_*.cpp only.
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "runtime/execute/native_frame.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Instructions that become one piece of machine code.
struct NativeBody {
  std::span<const Instruction> code;
  Slot first = 0;  // what jumps call the first instruction
  Slot slot_count = 0;
  bool is_dual = false;                               // each slot has a tangent, slot_count behind it
  std::vector<LocalKind> kinds;                       // none: all are as others left them
  const double* constants = nullptr;                  // by slot
  const std::vector<runtime::Call>* calls = nullptr;  // null: by NativeHost::leave

  size_t frame_size() const { return static_cast<size_t>(slot_count) * (is_dual ? 2 : 1); }
  size_t TargetOf(const Instruction& jump) const { return static_cast<size_t>(jump.a - first); }
};

/// Room that compilations share.
struct NativeScratch {
  std::vector<int> register_of;   // by slot; kNone each before and after
  std::vector<int32_t> next_use;  // likewise
};

/// Values stay in registers while there is room, and each is stored as soon as it is computed: memory is up to date
/// whenever other code runs.
/// The members beyond the usual number are those of the registers.
class NativeValues {
 public:
  static constexpr int kNone = -1;
  static constexpr int32_t kNever = std::numeric_limits<int32_t>::max();
  static constexpr asmjit::x86::Gp kSlots = asmjit::x86::rbx, kHost = asmjit::x86::r12, kConstants = asmjit::x86::r13;

  /// @param is_inline says of an instruction whether it leaves the registers as they are
  NativeValues(asmjit::x86::Assembler& assembler, const NativeBody& body, bool (*is_inline)(const Instruction&, bool),
               NativeScratch& scratch);
  ~NativeValues() { ForgetAll(); }
  NativeValues(const NativeValues&) = delete;
  NativeValues& operator=(const NativeValues&) = delete;

  /// To be called before each instruction is written. @param number in the body
  void BeginInstruction(size_t number) {
    ++clock_;
    now_ = number;
  }

  Slot tangents() const { return body_.slot_count; }  // from a slot to its tangent
  bool IsConstant(Slot slot) const {
    const auto at = static_cast<size_t>(slot);
    return at < body_.kinds.size() && body_.kinds[at] == LocalKind::kConstant;
  }
  bool IsTangentOfConstant(Slot slot) const { return slot >= tangents() && IsConstant(slot - tangents()); }
  asmjit::x86::Mem At(Slot slot) const {
    return asmjit::x86::qword_ptr(IsConstant(slot) ? kConstants : kSlots, slot * 8);
  }
  /// Whatever the registers hold.
  void Load(const asmjit::x86::Xmm& to, Slot slot);

  static asmjit::x86::Xmm Register(int r) { return asmjit::x86::xmm(static_cast<uint32_t>(kFirst + r)); }

  /// The register of an operand of this instruction, loaded where it is not there yet.
  asmjit::x86::Xmm Get(Slot slot);
  /// That, or its place in memory if nobody else would read the register.
  asmjit::Operand GetOrAt(Slot slot);
  /// A register that no operand of this instruction is in. xmm0 and xmm1 are free at any time.
  int Take();
  /// The result of this instruction is in register `r` from here on, and in memory.
  void Put(Slot slot, int r);

  void ForgetAll();
  void ForgetSlots(Slot begin, Slot count);
  using Held = std::array<Slot, 14>;
  const Held& held() const { return held_; }
  /// The registers are as they were; none must have been written since.
  void Restore(const Held& held);

 private:
  static constexpr int kFirst = 2;
  static constexpr int kCount = 14;

  /// Instructions that next read the values of operands and of the result from a register.
  struct Uses {
    int32_t a = kNever, b = kNever, c = kNever, result = kNever;
  };
  void FindUses(bool (*is_inline)(const Instruction&, bool));
  int32_t NextUseOf(Slot slot) const;
  void Forget(int r);

  asmjit::x86::Assembler& a_;
  const NativeBody& body_;
  NativeScratch& scratch_;
  std::vector<Uses> uses_;  // by instruction
  size_t now_ = 0;
  long clock_ = 0;
  Held held_;                           // by register
  std::array<long, kCount> used_{};     // when last
  std::array<int32_t, kCount> next_{};  // instruction
};

}  // namespace stiction::runtime
