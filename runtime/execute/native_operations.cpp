// SPDX-License-Identifier: BSD-3-Clause
#if defined(__x86_64__)

#include "runtime/execute/native_operations.h"

#include <bit>
#include <cstdint>

#include "runtime/execute/operations.h"

namespace stiction::runtime {
namespace {

namespace x86 = asmjit::x86;
using asmjit::Label;
using asmjit::Operand;
namespace Inst = x86::Inst;
using Unary = double (*)(double);
using Binary = double (*)(double, double);

// Predicates of cmpsd.
constexpr int kEqual = 0, kLess = 1, kLessOrEqual = 2, kNotEqual = 4;

constexpr uint64_t kSignBits = uint64_t{1} << 63;
constexpr std::array<uint64_t, 3> kConstantBits{kSignBits, ~kSignBits, std::bit_cast<uint64_t>(1.0)};
constexpr uint32_t kWide = 16;  // bytes of a register

Unary UnaryOf(OpCode op) {
  switch (op) {
#define STICTION_UNARY(id, name, failure, value, derivative)                    \
  case OpCode::k##id:                                                           \
    return [](double x) -> double {                                             \
      [[maybe_unused]] constexpr auto sin = [](double of) { return Sine(of); }; \
      return value;                                                             \
    };
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#include "runtime/operators/operators.def"
    default:
      return nullptr;
  }
}

Binary BinaryOf(OpCode op) {
  switch (op) {
#define STICTION_BINARY(id, name, failure, value, tangent) \
  case OpCode::k##id:                                      \
    return [](double x, double y) -> double { return value; };
#define STICTION_BINARY_OF_PROGRAMS STICTION_BINARY
#include "runtime/operators/operators.def"
    default:
      return nullptr;
  }
}

double TangentOf(int op, double x, double y, double dx, double dy, double v) {
  const double values[]{x, y}, tangents[]{dx, dy};
  return Tangent({.op = static_cast<OpCode>(op), .a = 0, .b = 1}, values, tangents, v);
}

}  // namespace

bool NativeOperations::IsInline(const Instruction& i, bool is_dual) {
  switch (i.op) {
    case OpCode::kAbs:
    case OpCode::kSqrt:
    case OpCode::kSquare:
      return !is_dual;
    case OpCode::kCopy:
    case OpCode::kNeg:
    case OpCode::kNot:
    case OpCode::kAdd:
    case OpCode::kSub:
    case OpCode::kMul:
    case OpCode::kDiv:
    case OpCode::kLt:
    case OpCode::kLe:
    case OpCode::kGt:
    case OpCode::kGe:
    case OpCode::kEq:
    case OpCode::kNe:
    case OpCode::kAnd:
    case OpCode::kOr:
    case OpCode::kSelect:
      return true;
    default:
      return i.op > OpCode::kCall && i.op != OpCode::kExternal;
  }
}

void NativeOperations::Write(const Instruction& i) {
  if (!IsInline(i, is_dual_)) return Called(i);
  const int value = Value(i);
  const int tangent = is_dual_ ? TangentInPlace(i, value) : NativeValues::kNone;
  values_.Put(i.dst, value);
  if (is_dual_) values_.Put(i.dst + values_.tangents(), tangent);
}

// Longer than a screen: one case for each operation.
int NativeOperations::Value(const Instruction& i) {
  const auto get = [&](Slot slot) { return values_.Get(slot); };
  switch (i.op) {
    case OpCode::kSqrt: {
      const x86::Xmm x = get(i.a);
      const int r = values_.Take();
      a_.vsqrtsd(NativeValues::Register(r), x, x);
      return r;
    }
    case OpCode::kCopy:
      return Copied(get(i.a));
    case OpCode::kNeg:
      return WithConstant(Inst::kIdVxorpd, get(i.a), Constant::kSignBit);
    case OpCode::kAbs:
      return WithConstant(Inst::kIdVandpd, get(i.a), Constant::kAllButSign);
    case OpCode::kSquare:
      return Arithmetic(OpCode::kMul, get(i.a), get(i.a));
    case OpCode::kNot: {
      const x86::Xmm x = get(i.a);
      a_.vxorpd(x86::xmm1, x86::xmm1, x86::xmm1);
      return Compared(x, x86::xmm1, kEqual);
    }
    case OpCode::kAnd:
    case OpCode::kOr: {
      const x86::Xmm x = get(i.a), y = get(i.b);
      const int r = values_.Take();
      const x86::Xmm result = NativeValues::Register(r);
      a_.vxorpd(x86::xmm1, x86::xmm1, x86::xmm1);
      a_.vcmpsd(x86::xmm0, y, x86::xmm1, kNotEqual);
      a_.vcmpsd(result, x, x86::xmm1, kNotEqual);
      a_.emit(i.op == OpCode::kAnd ? Inst::kIdVandpd : Inst::kIdVorpd, result, result, x86::xmm0);
      return OneWhere(r);
    }
    case OpCode::kSelect: {
      const x86::Xmm condition = get(i.a), y = get(i.c);
      return Selected(condition, get(i.b), y);
    }
    case OpCode::kGt: {
      const x86::Xmm y = get(i.b);
      return Compared(y, values_.GetOrAt(i.a), kLess);
    }
    case OpCode::kGe: {
      const x86::Xmm y = get(i.b);
      return Compared(y, values_.GetOrAt(i.a), kLessOrEqual);
    }
    default:
      break;
  }
  const x86::Xmm x = get(i.a);
  const Operand y = values_.GetOrAt(i.b);
  switch (i.op) {
    case OpCode::kLt:
      return Compared(x, y, kLess);
    case OpCode::kLe:
      return Compared(x, y, kLessOrEqual);
    case OpCode::kEq:
      return Compared(x, y, kEqual);
    case OpCode::kNe:
      return Compared(x, y, kNotEqual);
    default:
      return Arithmetic(i.op, x, y);
  }
}

int NativeOperations::TangentInPlace(const Instruction& i, int value) {
  const auto get = [&](Slot slot) { return values_.Get(slot); };
  const auto tangent = [&](Slot slot) { return values_.Get(slot + values_.tangents()); };
  switch (i.op) {
    case OpCode::kCopy:
      return Copied(tangent(i.a));
    case OpCode::kNeg:
      return WithConstant(Inst::kIdVxorpd, tangent(i.a), Constant::kSignBit);
    case OpCode::kAdd:
    case OpCode::kSub: {
      const x86::Xmm x = tangent(i.a);
      return Arithmetic(i.op, x, tangent(i.b));
    }
    case OpCode::kMul: {  // dx y + x dy
      const x86::Xmm dx = tangent(i.a);
      const int r = Arithmetic(OpCode::kMul, dx, get(i.b));
      a_.vmulsd(x86::xmm0, get(i.a), tangent(i.b));
      a_.vaddsd(NativeValues::Register(r), NativeValues::Register(r), x86::xmm0);
      return r;
    }
    case OpCode::kDiv: {  // (dx - v dy)/y
      const x86::Xmm dx = tangent(i.a), dy = tangent(i.b);
      const int r = values_.Take();
      const x86::Xmm result = NativeValues::Register(r);
      a_.vmulsd(x86::xmm0, NativeValues::Register(value), dy);
      a_.vsubsd(result, dx, x86::xmm0);
      a_.vdivsd(result, result, get(i.b));
      return r;
    }
    case OpCode::kSelect: {
      const x86::Xmm condition = get(i.a), y = tangent(i.c);
      return Selected(condition, tangent(i.b), y);
    }
    default: {  // of a truth value
      const int r = values_.Take();
      const x86::Xmm result = NativeValues::Register(r);
      a_.vxorpd(result, result, result);
      return r;
    }
  }
}

int NativeOperations::Copied(const x86::Xmm& x) {
  const int r = values_.Take();
  a_.vmovapd(NativeValues::Register(r), x);
  return r;
}

int NativeOperations::Arithmetic(OpCode op, const x86::Xmm& x, const Operand& y) {
  const int r = values_.Take();
  const auto id = op == OpCode::kAdd   ? Inst::kIdVaddsd
                  : op == OpCode::kSub ? Inst::kIdVsubsd
                  : op == OpCode::kMul ? Inst::kIdVmulsd
                                       : Inst::kIdVdivsd;
  a_.emit(id, NativeValues::Register(r), x, y);
  return r;
}

int NativeOperations::WithConstant(asmjit::InstId id, const x86::Xmm& x, Constant constant) {
  const int r = values_.Take();
  a_.emit(id, NativeValues::Register(r), x, Of(constant));
  return r;
}

int NativeOperations::Compared(const x86::Xmm& x, const Operand& y, int predicate) {
  const int r = values_.Take();
  a_.emit(Inst::kIdVcmpsd, NativeValues::Register(r), x, y, asmjit::Imm(predicate));
  return OneWhere(r);
}

int NativeOperations::OneWhere(int r) {
  const x86::Xmm result = NativeValues::Register(r);
  a_.vandpd(result, result, Of(Constant::kOne));
  return r;
}

int NativeOperations::Selected(const x86::Xmm& condition, const Operand& x, const x86::Xmm& y) {
  const int r = values_.Take();
  const x86::Xmm result = NativeValues::Register(r);
  a_.vxorpd(x86::xmm1, x86::xmm1, x86::xmm1);
  a_.vcmpsd(result, condition, x86::xmm1, kNotEqual);
  a_.emit(Inst::kIdVblendvpd, result, y, x, result);
  return r;
}

void NativeOperations::GoOnIfNotZero(Slot slot, const Label& label) {
  const x86::Xmm x = values_.Get(slot);
  a_.vxorpd(x86::xmm0, x86::xmm0, x86::xmm0);
  a_.vucomisd(x, x86::xmm0);
  a_.jp(label);
  a_.jne(label);
}

template <class Function>
void NativeOperations::Call(Function* function) {
  values_.ForgetAll();
  a_.mov(x86::rax, reinterpret_cast<uint64_t>(function));
  a_.call(x86::rax);
}

void NativeOperations::Called(const Instruction& i) {
  const Unary unary = UnaryOf(i.op);
  a_.vmovsd(x86::xmm0, values_.At(i.a));
  if (unary != nullptr) {
    Call(unary);
  } else {
    a_.vmovsd(x86::xmm1, values_.At(i.b));
    Call(BinaryOf(i.op));
  }
  if (is_dual_) {
    a_.vmovsd(x86::qword_ptr(x86::rsp), x86::xmm0);
    a_.vmovapd(x86::xmm4, x86::xmm0);
    values_.Load(x86::xmm0, i.a);
    values_.Load(x86::xmm2, i.a + values_.tangents());
    if (unary == nullptr) {
      values_.Load(x86::xmm1, i.b);
      values_.Load(x86::xmm3, i.b + values_.tangents());
    }
    a_.mov(x86::edi, static_cast<int>(i.op));
    Call(TangentOf);
    a_.vmovsd(values_.At(i.dst + values_.tangents()), x86::xmm0);
    a_.vmovsd(x86::xmm0, x86::qword_ptr(x86::rsp));
  }
  a_.vmovsd(values_.At(i.dst), x86::xmm0);
}

x86::Mem NativeOperations::Of(Constant constant) {
  Label& label = constants_[static_cast<size_t>(constant)];
  if (!label.isValid()) label = a_.newLabel();
  return x86::xmmword_ptr(label);
}

void NativeOperations::WriteConstants() {
  a_.align(asmjit::AlignMode::kData, kWide);
  for (size_t k = 0; k < constants_.size(); ++k) {
    if (!constants_[k].isValid()) continue;
    a_.bind(constants_[k]);
    const uint64_t both[]{kConstantBits[k], kConstantBits[k]};
    a_.embed(both, sizeof both);
  }
}

}  // namespace stiction::runtime

#endif
