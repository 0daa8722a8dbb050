#include "runtime/evaluate/native_line.h"

#ifdef STICTION_NATIVE_CODE
#include <asmjit/x86.h>

#include <optional>
#include <utility>
#endif

namespace stiction::runtime {

#ifdef STICTION_NATIVE_CODE
namespace {

namespace x86 = asmjit::x86;

asmjit::JitRuntime& Memory() {
  static asmjit::JitRuntime runtime;
  return runtime;
}

/// Writes the code of one line: arguments in registers that calls preserve, each result through xmm0.
class Writer {
 public:
  Writer(x86::Assembler& assembler, NativeLine::Other other) : to_(assembler), other_(other) {
    sign_ = to_.newLabel();
    size_ = to_.newLabel();
    one_ = to_.newLabel();
  }

  void Begin() {
    for (const x86::Gp& kept : kKept) to_.push(kept);
    to_.sub(x86::rsp, kFrame);
    to_.mov(kArrays[0], x86::rdi);
    to_.mov(kArrays[1], x86::rsi);
    to_.mov(kArrays[2], x86::rdx);
    to_.mov(kArrays[3], x86::rcx);
    to_.mov(kArrays[4], x86::r8);
    to_.mov(kArgument, x86::r9);
    to_.movsd(x86::qword_ptr(x86::rsp), x86::xmm0);
    to_.movsd(x86::qword_ptr(x86::rsp, 8), x86::xmm1);
  }

  void End() {
    to_.add(x86::rsp, kFrame);
    for (size_t i = std::size(kKept); i-- > 0;) to_.pop(kKept[i]);
    to_.ret();
    to_.align(asmjit::AlignMode::kData, 16);
    const auto constant = [&](const asmjit::Label& label, uint64_t bits) {
      to_.bind(label);
      to_.embedUInt64(bits, 2);
    };
    constant(sign_, 0x8000000000000000u);
    constant(size_, 0x7fffffffffffffffu);
    constant(one_, 0x3ff0000000000000u);
  }

  void Write(const NativeLine::Operation& at) {
    using Kind = NativeLine::Kind;
    switch (at.kind) {
      case Kind::kCopy:
        Load(at.a);
        return Store(at.result);
      case Kind::kNegate:
        Load(at.a);
        to_.xorpd(x86::xmm0, x86::ptr(sign_));
        return Store(at.result);
      case Kind::kAbsolute:
        Load(at.a);
        to_.andpd(x86::xmm0, x86::ptr(size_));
        return Store(at.result);
      case Kind::kSquare:
        Load(at.a);
        to_.mulsd(x86::xmm0, x86::xmm0);
        return Store(at.result);
      case Kind::kSquareRoot:
        to_.sqrtsd(x86::xmm0, At(at.a));
        return Store(at.result);
      case Kind::kReciprocal:
        to_.movsd(x86::xmm0, x86::qword_ptr(one_));
        to_.divsd(x86::xmm0, At(at.a));
        return Store(at.result);
      case Kind::kAdd:
        return Commute(at, [&](const x86::Mem& b) { to_.addsd(x86::xmm0, b); });
      case Kind::kMultiply:
        return Commute(at, [&](const x86::Mem& b) { to_.mulsd(x86::xmm0, b); });
      case Kind::kSubtract:
        Load(at.a);
        to_.subsd(x86::xmm0, At(at.b));
        return Store(at.result);
      case Kind::kDivide:
        Load(at.a);
        to_.divsd(x86::xmm0, At(at.b));
        return Store(at.result);
      case Kind::kChoose:
        return Choose(at);
      case Kind::kTurn:
        return Turn(at);
      case Kind::kIntegrate:
        Load(at.a);
        to_.mulsd(x86::xmm0, x86::qword_ptr(x86::rsp, 8));
        to_.movsd(At({NativeLine::Array::kAbove, at.result}), x86::xmm0);
        known_.reset();
        return;
      case Kind::kOther:
        to_.mov(x86::rdi, reinterpret_cast<uint64_t>(at.what));
        to_.mov(x86::rsi, kArgument);
        to_.mov(x86::rax, reinterpret_cast<uint64_t>(other_));
        to_.call(x86::rax);
        known_.reset();
        return;
    }
  }

 private:
  using Operand = NativeLine::Operand;

  static x86::Mem At(Operand operand) {
    return x86::qword_ptr(kArrays[static_cast<size_t>(operand.array)], operand.index * 8);
  }
  bool IsKnown(Operand operand) const { return operand.array == NativeLine::Array::kValues && operand.index == known_; }
  void Load(Operand operand) {
    if (!IsKnown(operand)) to_.movsd(x86::xmm0, At(operand));
  }
  void Store(int32_t index) {
    to_.movsd(At({NativeLine::Array::kValues, index}), x86::xmm0);
    known_ = index;
  }
  // Either operand may be the first: sums and products are the same.
  template <class Apply>
  void Commute(const NativeLine::Operation& at, const Apply& apply) {
    const bool swaps = IsKnown(at.b);
    Load(swaps ? at.b : at.a);
    apply(At(swaps ? at.a : at.b));
    Store(at.result);
  }
  void Choose(const NativeLine::Operation& at) {
    const asmjit::Label first = to_.newLabel(), end = to_.newLabel();
    to_.xorpd(x86::xmm1, x86::xmm1);
    to_.ucomisd(x86::xmm1, At(at.a));
    to_.jne(first);
    to_.jp(first);
    to_.movsd(x86::xmm0, At(at.c));
    to_.jmp(end);
    to_.bind(first);
    to_.movsd(x86::xmm0, At(at.b));
    to_.bind(end);
    Store(at.result);
  }
  void Turn(const NativeLine::Operation& at) {
    to_.movsd(x86::xmm0, x86::qword_ptr(x86::rsp));
    if (at.negates_factor) to_.xorpd(x86::xmm0, x86::ptr(sign_));
    to_.mulsd(x86::xmm0, At(at.a));
    to_.movapd(x86::xmm1, x86::xmm0);
    to_.xorpd(x86::xmm1, x86::ptr(sign_));
    to_.mulsd(x86::xmm1, At(at.c));
    to_.movsd(At({NativeLine::Array::kValues, at.beside}), x86::xmm1);
    to_.mulsd(x86::xmm0, At(at.b));
    Store(at.result);
  }

  static constexpr x86::Gp kArrays[] = {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15};
  static constexpr x86::Gp kArgument = x86::rbp;
  static constexpr x86::Gp kKept[] = {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15, x86::rbp};
  static constexpr int kFrame = 24;  // the factors; keeps the stack aligned

  x86::Assembler& to_;
  NativeLine::Other other_;
  asmjit::Label sign_, size_, one_;
  std::optional<int32_t> known_;  // of kValues: what xmm0 holds
};

}  // namespace

std::unique_ptr<NativeLine> NativeLine::Compile(const std::vector<Operation>& operations, Other other) {
  asmjit::CodeHolder code;
  if (code.init(Memory().environment()) != asmjit::kErrorOk) return nullptr;
  x86::Assembler assembler(&code);
  Writer writer(assembler, other);
  writer.Begin();
  for (const Operation& operation : operations) writer.Write(operation);
  writer.End();
  Function function = nullptr;
  if (Memory().add(&function, &code) != asmjit::kErrorOk) return nullptr;
  return std::unique_ptr<NativeLine>(new NativeLine(function));
}

NativeLine::~NativeLine() { Memory().release(function_); }

#else

std::unique_ptr<NativeLine> NativeLine::Compile(const std::vector<Operation>& /*operations*/, Other /*other*/) {
  return nullptr;
}

NativeLine::~NativeLine() = default;

#endif

}  // namespace stiction::runtime
