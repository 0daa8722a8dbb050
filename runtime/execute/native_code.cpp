// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/native_code.h"

#if defined(__x86_64__)

#include <asmjit/x86.h>

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/execute/native_frame.h"
#include "runtime/execute/operations.h"

namespace stiction::runtime {
namespace {

namespace x86 = asmjit::x86;
using asmjit::Label;
using Unary = double (*)(double);
using Binary = double (*)(double, double);

// Predicates of cmpsd.
constexpr int kEqual = 0, kLess = 1, kLessOrEqual = 2, kNotEqual = 4;

constexpr uint64_t kSignBit = uint64_t{1} << 63;
constexpr uint64_t kOne = std::bit_cast<uint64_t>(1.0);

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

// Instructions that become one piece of machine code.
struct Body {
  std::span<const Instruction> code;
  Slot first = 0;  // what jumps call the first instruction
  Slot slot_count = 0;
  std::vector<LocalKind> kinds;                       // none: all are as others left them
  const double* constants = nullptr;                  // by slot
  const std::vector<runtime::Call>* calls = nullptr;  // null: by NativeHost::leave

  size_t FrameSize(bool dual) const { return static_cast<size_t>(slot_count) * (dual ? 2 : 1); }
};

Body BodyOf(const FunctionCode& function) {
  return {function.code,
          0,
          static_cast<Slot>(function.initial_locals.size()),
          KindsOfLocals(function),
          function.initial_locals.data(),
          &function.calls};
}

Body BodyOf(const Program& program, Range range) {
  const std::span<const Instruction> code(program.code);
  return {code.subspan(static_cast<size_t>(range.begin), static_cast<size_t>(range.end - range.begin)),
          range.begin,
          static_cast<Slot>(program.initial_slots.size()),
          {},
          nullptr,
          nullptr};
}

// Writes the machine code of one body. Values stay in registers as long as there is room, and each is stored as
// soon as it is computed: memory is up to date whenever other code runs. Many methods: one for each kind of
// instruction.
class Writer {
 public:
  /// @param register_of room for as many slots as there are, kNone each; as it was in the end
  Writer(asmjit::CodeHolder& code, const Program& program, const NativeFunction& native, Body body,
         const std::function<const NativeFunction&(int32_t)>& callee, std::vector<int>& register_of)
      : a_(&code),
        program_(program),
        native_(native),
        callee_(callee),
        body_(std::move(body)),
        tangents_(body_.slot_count),
        dual_(native.is_dual),
        register_of_(register_of) {
    if (register_of_.size() < body_.FrameSize(dual_)) register_of_.resize(body_.FrameSize(dual_), kNone);
  }

  std::vector<Slot> Constants() const {
    std::vector<Slot> constants;
    for (Slot slot = 0; slot < static_cast<Slot>(body_.kinds.size()); ++slot) {
      if (IsConstant(slot)) constants.push_back(slot);
    }
    return constants;
  }

  void Run() {
    a_.push(kSlots);
    a_.push(kHost);
    a_.push(kConstants);
    a_.sub(x86::rsp, kFrame);
    a_.mov(kSlots, x86::rdi);
    a_.mov(kHost, x86::rsi);
    a_.mov(kConstants, reinterpret_cast<uint64_t>(body_.constants));
    Begin();
    ended_ = a_.newLabel();
    failed_ = a_.newLabel();
    out_ = a_.newLabel();
    FindTargets();
    for (now_ = 0; now_ < body_.code.size(); ++now_) {
      BindTarget();
      Write(body_.code[now_]);
    }
    BindTarget();
    ForgetAll();
    a_.bind(ended_);
    a_.mov(x86::eax, 1);
    a_.jmp(out_);
    a_.bind(failed_);
    a_.xor_(x86::eax, x86::eax);
    a_.bind(out_);
    a_.add(x86::rsp, kFrame);
    a_.pop(kConstants);
    a_.pop(kHost);
    a_.pop(kSlots);
    a_.ret();
  }

 private:
  static constexpr int kNone = -1;
  static constexpr int kFirstCached = 2;  // xmm0 and xmm1 are free at any time
  static constexpr int kCached = 14;
  static constexpr int kFrame = 16;  // keeps the stack aligned to 16 bytes; the first 8 hold a value over a call
  static constexpr x86::Gp kSlots = x86::rbx, kHost = x86::r12, kConstants = x86::r13;

  // ---- the frame ----

  // Variables that begin with a value get it, long runs of them as blocks.
  void Begin() {
    constexpr Slot kLong = 24;
    const auto count = static_cast<Slot>(body_.kinds.size());
    for (Slot first = 0; first < count; ++first) {
      if (body_.kinds[static_cast<size_t>(first)] != LocalKind::kBegins) continue;
      Slot end = first;
      while (end < count && body_.kinds[static_cast<size_t>(end)] == LocalKind::kBegins) ++end;
      if (end - first < kLong) {
        for (Slot slot = first; slot < end; ++slot) BeginOne(slot);
      } else {
        BeginBlock(first, end - first);
      }
      first = end;
    }
  }

  void BeginOne(Slot slot) {
    a_.movsd(x86::xmm0, x86::qword_ptr(kConstants, slot * 8));
    a_.movsd(At(slot), x86::xmm0);
    if (!dual_) return;
    a_.xorpd(x86::xmm1, x86::xmm1);
    a_.movsd(At(slot + tangents_), x86::xmm1);
  }

  void BeginBlock(Slot first, Slot count) {
    a_.lea(x86::rsi, x86::qword_ptr(kConstants, first * 8));
    a_.lea(x86::rdi, At(first));
    a_.mov(x86::ecx, count);
    a_.rep().movsq();
    if (!dual_) return;
    a_.lea(x86::rdi, At(first + tangents_));
    a_.mov(x86::ecx, count);
    a_.xor_(x86::eax, x86::eax);
    a_.rep().stosq();
  }

  bool IsConstant(Slot slot) const {
    const auto at = static_cast<size_t>(slot);
    return at < body_.kinds.size() && body_.kinds[at] == LocalKind::kConstant;
  }
  bool IsTangentOfConstant(Slot slot) const { return slot >= tangents_ && IsConstant(slot - tangents_); }

  // ---- jumps ----

  void FindTargets() {
    targets_.resize(body_.code.size() + 1);
    for (const Instruction& i : body_.code) {
      if (!IsJump(i)) continue;
      Label& target = targets_[TargetOf(i)];
      if (!target.isValid()) target = a_.newLabel();
    }
  }

  size_t TargetOf(const Instruction& jump) const { return static_cast<size_t>(jump.a - body_.first); }

  void BindTarget() {
    if (!targets_[now_].isValid()) return;
    ForgetAll();  // where other values are in the registers
    a_.bind(targets_[now_]);
  }

  void Jump(const Instruction& i) {
    const size_t at = TargetOf(i);
    if (at > now_) {
      a_.jmp(targets_[at]);
      return;
    }
    a_.inc(x86::qword_ptr(kHost, offsetof(NativeHost, jumps)));
    a_.cmp(x86::qword_ptr(kHost, offsetof(NativeHost, jumps)), static_cast<int32_t>(kMaxJumps));
    a_.jle(targets_[at]);
    LeaveForGood(i);
  }

  void JumpIfZero(const Instruction& i) {
    const Label stay = a_.newLabel();
    GoOnIfNotZero(i.b, stay);
    Jump(i);
    a_.bind(stay);
  }

  // NaN is not zero.
  void GoOnIfNotZero(Slot slot, const Label& label) {
    const x86::Xmm x = Get(slot);
    a_.xorpd(x86::xmm0, x86::xmm0);
    a_.ucomisd(x, x86::xmm0);
    a_.jp(label);
    a_.jne(label);
  }

  // ---- registers ----

  x86::Mem At(Slot slot) const { return x86::qword_ptr(IsConstant(slot) ? kConstants : kSlots, slot * 8); }

  void Forget(int r) {
    if (held_[r] != kNone) register_of_[held_[r]] = kNone;
    held_[r] = kNone;
  }
  void ForgetAll() {
    for (int r = 0; r < kCached; ++r) Forget(r);
  }
  void ForgetSlots(Slot begin, Slot count) {
    for (int r = 0; r < kCached; ++r) {
      if (held_[r] >= begin && held_[r] < begin + count) Forget(r);
    }
  }

  // A register that no operand of this instruction is in.
  int Take() {
    int best = kNone;
    for (int r = 0; r < kCached; ++r) {
      if (used_[r] == clock_) continue;
      if (held_[r] == kNone) {
        best = r;
        break;
      }
      if (best == kNone || used_[r] < used_[best]) best = r;
    }
    Forget(best);
    used_[best] = clock_;
    return best;
  }

  static x86::Xmm Register(int r) { return x86::xmm(static_cast<uint32_t>(kFirstCached + r)); }

  x86::Xmm Get(Slot slot) {
    int r = register_of_[slot];
    if (r == kNone) {
      r = Take();
      held_[r] = slot;
      register_of_[slot] = r;
      LoadSlot(Register(r), slot);
    }
    used_[r] = clock_;
    return Register(r);
  }

  // The value of `slot` is in register `r` from here on, and in memory.
  void Put(Slot slot, int r) {
    if (register_of_[slot] != kNone) Forget(register_of_[slot]);
    held_[r] = slot;
    register_of_[slot] = r;
    a_.movsd(At(slot), Register(r));
  }

  void Load(const x86::Xmm& to, uint64_t bits) {
    if (bits == 0) {
      a_.xorpd(to, to);
      return;
    }
    a_.mov(x86::rax, bits);
    a_.movq(to, x86::rax);
  }

  void LoadSlot(const x86::Xmm& to, Slot slot) {
    if (IsTangentOfConstant(slot)) {
      a_.xorpd(to, to);
    } else {
      a_.movsd(to, At(slot));
    }
  }

  template <class Function>
  void Call(Function* function) {
    ForgetAll();
    a_.mov(x86::rax, reinterpret_cast<uint64_t>(function));
    a_.call(x86::rax);
  }

  void Leave(const Instruction& i) {
    a_.mov(x86::rdi, kHost);
    a_.mov(x86::rsi, reinterpret_cast<uint64_t>(&native_));
    a_.mov(x86::rdx, reinterpret_cast<uint64_t>(&i));
    a_.mov(x86::rcx, kSlots);
    ForgetAll();
    a_.call(x86::qword_ptr(kHost, offsetof(NativeHost, leave)));
    a_.test(x86::al, x86::al);
    a_.jz(failed_);
  }

  // The frame of the other function stands behind this one.
  void CallFunction(const Instruction& i) {
    if (body_.calls == nullptr) return Leave(i);
    const runtime::Call& call = (*body_.calls)[static_cast<size_t>(i.a)];
    const FunctionCode& callee = program_.functions[static_cast<size_t>(call.function)];
    const auto inner = static_cast<Slot>(body_.FrameSize(dual_));
    const auto inner_tangents = inner + static_cast<Slot>(callee.initial_locals.size());
    const auto place = [](Slot slot) { return x86::qword_ptr(kSlots, slot * 8); };
    Guard(i, inner + static_cast<Slot>(callee.initial_locals.size() * (dual_ ? 2 : 1)));
    for (size_t k = 0; k < call.arguments.size(); ++k) {
      ++clock_;
      const auto at = static_cast<Slot>(k);
      a_.movsd(place(inner + at), Get(call.arguments[k]));
      if (dual_) a_.movsd(place(inner_tangents + at), Get(call.arguments[k] + tangents_));
    }
    ForgetAll();
    a_.lea(x86::rdi, place(inner));
    a_.mov(x86::rsi, kHost);
    a_.mov(x86::rax, reinterpret_cast<uint64_t>(&callee_(call.function).entry));
    a_.call(x86::qword_ptr(x86::rax));
    a_.test(x86::al, x86::al);
    a_.jz(failed_);
    a_.dec(x86::dword_ptr(kHost, offsetof(NativeHost, depth)));
    for (size_t k = 0; k < call.results.size(); ++k) {
      if (call.results[k] == kNoSlot) continue;
      const Slot output = callee.input_count + static_cast<Slot>(k);
      a_.movsd(x86::xmm0, place(inner + output));
      a_.movsd(At(call.results[k]), x86::xmm0);
      if (!dual_) continue;
      a_.movsd(x86::xmm0, place(inner_tangents + output));
      a_.movsd(At(call.results[k] + tangents_), x86::xmm0);
    }
  }

  // Room for the frames, the number of calls and their depth.
  void Guard(const Instruction& i, Slot end) {
    const Label bad = a_.newLabel(), good = a_.newLabel();
    a_.lea(x86::rax, x86::qword_ptr(kSlots, end * 8));
    a_.cmp(x86::rax, x86::qword_ptr(kHost, offsetof(NativeHost, end_of_frames)));
    a_.ja(bad);
    a_.add(x86::qword_ptr(kHost, offsetof(NativeHost, jumps)), static_cast<int32_t>(kJumpsOfCall));
    a_.cmp(x86::qword_ptr(kHost, offsetof(NativeHost, jumps)), static_cast<int32_t>(kMaxJumps));
    a_.jg(bad);
    a_.inc(x86::dword_ptr(kHost, offsetof(NativeHost, depth)));
    a_.cmp(x86::dword_ptr(kHost, offsetof(NativeHost, depth)), kMaxDepthOfCalls);
    a_.jle(good);
    a_.bind(bad);
    LeaveForGood(i);
    a_.bind(good);
  }

  // Tells a failure. The way around it has the registers as they are.
  void LeaveForGood(const Instruction& i) {
    const std::array<int, kCached> held = held_;
    Leave(i);
    for (int r = 0; r < kCached; ++r) {
      held_[r] = held[r];
      if (held[r] != kNone) register_of_[held[r]] = r;
    }
  }

  // ---- operations ----

  void Write(const Instruction& i) {
    ++clock_;
    switch (i.op) {
      case OpCode::kJump:
        return Jump(i);
      case OpCode::kJumpIfZero:
        return JumpIfZero(i);
      case OpCode::kLoadElement:
      case OpCode::kStoreElement:
        return Element(i);
      case OpCode::kReturn:
        a_.jmp(ended_);
        return;
      case OpCode::kAssert: {
        const Label holds = a_.newLabel();
        GoOnIfNotZero(i.a, holds);
        LeaveForGood(i);
        a_.bind(holds);
        return;
      }
      case OpCode::kCall:
        return CallFunction(i);
      case OpCode::kExternal:
        return Leave(i);
      default:
        return Scalar(i);
    }
  }

  void Element(const Instruction& i) {
    const Label good = a_.newLabel(), bad = a_.newLabel();
    const x86::Xmm index = Get(i.b);
    a_.xorpd(x86::xmm0, x86::xmm0);
    a_.ucomisd(index, x86::xmm0);
    a_.jp(bad);
    a_.jb(bad);
    a_.cvttsd2si(x86::rax, index);
    a_.cmp(x86::rax, i.c);
    a_.jb(good);
    a_.bind(bad);
    LeaveForGood(i);
    a_.bind(good);
    const bool is_load = i.op == OpCode::kLoadElement;
    for (const Slot further : {Slot{0}, tangents_}) {
      if (further != 0 && !dual_) break;
      const Slot from = i.a + further, to = i.dst + further;
      const Slot array = is_load ? from : to;
      const auto element = x86::qword_ptr(IsConstant(array) ? kConstants : kSlots, x86::rax, 3, array * 8);
      if (is_load && !IsTangentOfConstant(from)) {
        a_.movsd(x86::xmm0, element);
      } else {
        LoadSlot(x86::xmm0, from);
      }
      a_.movsd(is_load ? At(to) : element, x86::xmm0);
      ForgetSlots(to, is_load ? 1 : i.c);
    }
  }

  void Scalar(const Instruction& i) {
    if (!Inline(i)) Called(i);
  }

  // The operations that take few machine instructions, and their tangents.
  bool Inline(const Instruction& i) {
    switch (i.op) {
      case OpCode::kCopy:
      case OpCode::kNeg:
      case OpCode::kAbs:
      case OpCode::kSqrt:
      case OpCode::kSquare:
      case OpCode::kNot:
        if (dual_ && i.op != OpCode::kCopy && i.op != OpCode::kNeg && i.op != OpCode::kNot) return false;
        break;
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
        break;
      default:
        return false;
    }
    const int value = Value(i);
    const int tangent = dual_ ? TangentInPlace(i, value) : kNone;
    Put(i.dst, value);
    if (dual_) Put(i.dst + tangents_, tangent);
    return true;
  }

  // @returns the register of the result
  int Value(const Instruction& i) {
    const x86::Xmm x = Get(i.a);
    switch (i.op) {
      case OpCode::kCopy:
        return Copied(x);
      case OpCode::kNeg: {
        const int r = Copied(x);
        Load(x86::xmm0, kSignBit);
        a_.xorpd(Register(r), x86::xmm0);
        return r;
      }
      case OpCode::kAbs: {
        const int r = Copied(x);
        Load(x86::xmm0, ~kSignBit);
        a_.andpd(Register(r), x86::xmm0);
        return r;
      }
      case OpCode::kSqrt: {
        const int r = Take();
        a_.sqrtsd(Register(r), x);
        return r;
      }
      case OpCode::kSquare:
        return Arithmetic(OpCode::kMul, x, x);
      case OpCode::kNot: {
        a_.xorpd(x86::xmm1, x86::xmm1);
        const int r = Copied(x);
        a_.cmpsd(Register(r), x86::xmm1, kEqual);
        return OneWhere(r);
      }
      case OpCode::kAdd:
      case OpCode::kSub:
      case OpCode::kMul:
      case OpCode::kDiv:
        return Arithmetic(i.op, x, Get(i.b));
      case OpCode::kAnd:
      case OpCode::kOr: {
        const x86::Xmm y = Get(i.b);
        const int r = Copied(x);
        a_.xorpd(x86::xmm1, x86::xmm1);
        a_.movapd(x86::xmm0, y);
        a_.cmpsd(x86::xmm0, x86::xmm1, kNotEqual);
        a_.cmpsd(Register(r), x86::xmm1, kNotEqual);
        i.op == OpCode::kAnd ? a_.andpd(Register(r), x86::xmm0) : a_.orpd(Register(r), x86::xmm0);
        return OneWhere(r);
      }
      case OpCode::kSelect:
        return Selected(x, Get(i.b), Get(i.c));
      case OpCode::kLt:
        return Compared(x, Get(i.b), kLess);
      case OpCode::kLe:
        return Compared(x, Get(i.b), kLessOrEqual);
      case OpCode::kGt:
        return Compared(Get(i.b), x, kLess);
      case OpCode::kGe:
        return Compared(Get(i.b), x, kLessOrEqual);
      case OpCode::kEq:
        return Compared(x, Get(i.b), kEqual);
      default:
        return Compared(x, Get(i.b), kNotEqual);
    }
  }

  int TangentInPlace(const Instruction& i, int value) {
    switch (i.op) {
      case OpCode::kCopy:
        return Copied(Get(i.a + tangents_));
      case OpCode::kNeg: {
        const int r = Copied(Get(i.a + tangents_));
        Load(x86::xmm0, kSignBit);
        a_.xorpd(Register(r), x86::xmm0);
        return r;
      }
      case OpCode::kAdd:
      case OpCode::kSub:
        return Arithmetic(i.op, Get(i.a + tangents_), Get(i.b + tangents_));
      case OpCode::kMul: {  // dx y + x dy
        const int r = Arithmetic(OpCode::kMul, Get(i.a + tangents_), Get(i.b));
        a_.movapd(x86::xmm0, Get(i.a));
        a_.mulsd(x86::xmm0, Get(i.b + tangents_));
        a_.addsd(Register(r), x86::xmm0);
        return r;
      }
      case OpCode::kDiv: {  // (dx - v dy)/y
        const int r = Copied(Get(i.a + tangents_));
        a_.movapd(x86::xmm0, Register(value));
        a_.mulsd(x86::xmm0, Get(i.b + tangents_));
        a_.subsd(Register(r), x86::xmm0);
        a_.divsd(Register(r), Get(i.b));
        return r;
      }
      case OpCode::kSelect:
        return Selected(Get(i.a), Get(i.b + tangents_), Get(i.c + tangents_));
      default: {  // of a truth value
        const int r = Take();
        a_.xorpd(Register(r), Register(r));
        return r;
      }
    }
  }

  int Copied(const x86::Xmm& x) {
    const int r = Take();
    a_.movapd(Register(r), x);
    return r;
  }

  int OneWhere(int r) {
    Load(x86::xmm0, kOne);
    a_.andpd(Register(r), x86::xmm0);
    return r;
  }

  int Arithmetic(OpCode op, const x86::Xmm& x, const x86::Xmm& y) {
    const int r = Copied(x);
    switch (op) {
      case OpCode::kAdd:
        a_.addsd(Register(r), y);
        break;
      case OpCode::kSub:
        a_.subsd(Register(r), y);
        break;
      case OpCode::kMul:
        a_.mulsd(Register(r), y);
        break;
      default:
        a_.divsd(Register(r), y);
    }
    return r;
  }

  // Of x and y as they stand, or of y and x.
  int Compared(const x86::Xmm& x, const x86::Xmm& y, int predicate) {
    const int r = Copied(x);
    a_.cmpsd(Register(r), y, predicate);
    return OneWhere(r);
  }

  int Selected(const x86::Xmm& condition, const x86::Xmm& x, const x86::Xmm& y) {
    const int r = Copied(condition);
    a_.xorpd(x86::xmm1, x86::xmm1);
    a_.cmpsd(Register(r), x86::xmm1, kNotEqual);
    a_.movapd(x86::xmm0, Register(r));
    a_.andpd(Register(r), x);
    a_.andnpd(x86::xmm0, y);
    a_.orpd(Register(r), x86::xmm0);
    return r;
  }

  // By the function behind operators.def.
  void Called(const Instruction& i) {
    const Unary unary = UnaryOf(i.op);
    a_.movsd(x86::xmm0, At(i.a));
    if (unary != nullptr) {
      Call(unary);
    } else {
      a_.movsd(x86::xmm1, At(i.b));
      Call(BinaryOf(i.op));
    }
    if (dual_) {
      a_.movsd(x86::qword_ptr(x86::rsp), x86::xmm0);
      a_.movapd(x86::xmm4, x86::xmm0);
      LoadSlot(x86::xmm0, i.a);
      LoadSlot(x86::xmm2, i.a + tangents_);
      if (unary == nullptr) {
        LoadSlot(x86::xmm1, i.b);
        LoadSlot(x86::xmm3, i.b + tangents_);
      }
      a_.mov(x86::edi, static_cast<int>(i.op));
      Call(TangentOf);
      a_.movsd(At(i.dst + tangents_), x86::xmm0);
      a_.movsd(x86::xmm0, x86::qword_ptr(x86::rsp));
    }
    a_.movsd(At(i.dst), x86::xmm0);
  }

  x86::Assembler a_;
  const Program& program_;
  const NativeFunction& native_;
  const std::function<const NativeFunction&(int32_t)>& callee_;
  const Body body_;
  const Slot tangents_;
  const bool dual_;
  size_t now_ = 0;
  long clock_ = 0;
  std::vector<Label> targets_;     // by instruction
  std::vector<int>& register_of_;  // by slot
  std::array<int, kCached> held_ = [] {
    std::array<int, kCached> none{};
    none.fill(kNone);
    return none;
  }();
  std::array<long, kCached> used_{};
  Label ended_, failed_, out_;
};

}  // namespace

class NativeCode::Runtime : public asmjit::JitRuntime {
 public:
  bool Compile(const Program& program, NativeFunction& native, Body body,
               const std::function<const NativeFunction&(int32_t)>& callee) {
    constexpr Slot kMaxSlots = Slot{1} << 26;  // displacements of 32 bits
    if (body.slot_count >= kMaxSlots) return false;
    asmjit::CodeHolder code;
    if (code.init(environment()) != asmjit::kErrorOk) return false;
    Writer writer(code, program, native, std::move(body), callee, register_of_);
    writer.Run();
    native.constants = writer.Constants();
    return add(&native.entry, &code) == asmjit::kErrorOk;
  }

 private:
  std::vector<int> register_of_;
};

NativeCode::NativeCode() : runtime_(std::make_unique<Runtime>()) {}
NativeCode::~NativeCode() = default;

bool NativeCode::Compile(const Program& program, NativeFunction& function,
                         const std::function<const NativeFunction&(int32_t)>& callee) {
  return runtime_->Compile(program, function, BodyOf(program.functions[static_cast<size_t>(function.function)]),
                           callee);
}

bool NativeCode::Compile(const Program& program, Range range, NativeFunction& native) {
  return runtime_->Compile(program, native, BodyOf(program, range), {});
}

}  // namespace stiction::runtime

#else

namespace stiction::runtime {

class NativeCode::Runtime {};
NativeCode::NativeCode() = default;
NativeCode::~NativeCode() = default;
bool NativeCode::Compile(const Program&, NativeFunction&, const std::function<const NativeFunction&(int32_t)>&) {
  return false;
}
bool NativeCode::Compile(const Program&, Range, NativeFunction&) { return false; }

}  // namespace stiction::runtime

#endif
