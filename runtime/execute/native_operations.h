// SPDX-License-Identifier: BSD-3-Clause
// Machine code of scalar operations and their tangents. Inside of native_*.cpp only.
#pragma once

#include <asmjit/x86.h>

#include <array>

#include "runtime/execute/native_values.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// With three operands, as AVX has them; operands keep their order, so that NaNs come through as in C++.
class NativeOperations {
 public:
  NativeOperations(asmjit::x86::Assembler& assembler, NativeValues& values, bool is_dual)
      : a_(assembler), values_(values), is_dual_(is_dual) {}

  /// The operation takes few machine instructions and calls nothing; so do jumps, and elements of arrays.
  static bool IsInline(const Instruction& i, bool is_dual);

  /// @pre i.op < kCall
  void Write(const Instruction& i);
  /// Jumps if a slot is not 0. NaN is not.
  void GoOnIfNotZero(Slot slot, const asmjit::Label& label);
  /// Constants, behind the code that reads them.
  void WriteConstants();

 private:
  enum class Constant : uint8_t { kSignBit, kAllButSign, kOne };

  /// @returns the register of the result
  int Value(const Instruction& i);
  int TangentInPlace(const Instruction& i, int value);
  int Copied(const asmjit::x86::Xmm& x);
  int Arithmetic(OpCode op, const asmjit::x86::Xmm& x, const asmjit::Operand& y);
  int WithConstant(asmjit::InstId id, const asmjit::x86::Xmm& x, Constant constant);
  /// Of x and y as they stand, or of y and x; 1 where it holds.
  int Compared(const asmjit::x86::Xmm& x, const asmjit::Operand& y, int predicate);
  int OneWhere(int r);
  int Selected(const asmjit::x86::Xmm& condition, const asmjit::Operand& x, const asmjit::x86::Xmm& y);
  /// By the function behind operators.def.
  void Called(const Instruction& i);
  template <class Function>
  void Call(Function* function);
  asmjit::x86::Mem Of(Constant constant);

  asmjit::x86::Assembler& a_;
  NativeValues& values_;
  const bool is_dual_;
  std::array<asmjit::Label, 3> constants_;
};

}  // namespace stiction::runtime
