// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/native_code.h"

#if defined(__x86_64__)

#include <asmjit/x86.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/execute/native_operations.h"
#include "runtime/execute/native_values.h"
#include "runtime/program/operands.h"

namespace stiction::runtime {
namespace {

namespace x86 = asmjit::x86;
using asmjit::Label;

NativeBody BodyOf(const FunctionCode& function, bool is_dual) {
  return {function.code,
          0,
          static_cast<Slot>(function.initial_locals.size()),
          is_dual,
          KindsOfLocals(function),
          function.initial_locals.data(),
          &function.calls};
}

NativeBody BodyOf(const Program& program, Range range) {
  return {CodeIn(program, range),
          range.begin,
          static_cast<Slot>(program.initial_slots.size()),
          false,
          {},
          nullptr,
          nullptr};
}

// Writes the machine code of one body: its frame, jumps and calls.
class Writer {
 public:
  Writer(asmjit::CodeHolder& code, const Program& program, const NativeFunction& native, NativeBody body,
         const std::function<const NativeFunction&(int32_t)>& callee, NativeScratch& scratch)
      : a_(&code),
        program_(program),
        native_(native),
        callee_(callee),
        body_(std::move(body)),
        values_(a_, body_, NativeOperations::IsInline, scratch),
        operations_(a_, values_, body_.is_dual) {}

  std::vector<Slot> Constants() const {
    std::vector<Slot> constants;
    for (Slot slot = 0; slot < static_cast<Slot>(body_.kinds.size()); ++slot) {
      if (values_.IsConstant(slot)) constants.push_back(slot);
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
    operations_.WriteConstants();
  }

 private:
  static constexpr int kFrame = 16;  // keeps the stack aligned to 16 bytes; the first 8 hold a value over a call
  static constexpr x86::Gp kSlots = NativeValues::kSlots, kHost = NativeValues::kHost,
                           kConstants = NativeValues::kConstants;

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
    a_.vmovsd(x86::xmm0, x86::qword_ptr(kConstants, slot * 8));
    a_.vmovsd(values_.At(slot), x86::xmm0);
    if (!body_.is_dual) return;
    a_.vxorpd(x86::xmm1, x86::xmm1, x86::xmm1);
    a_.vmovsd(values_.At(slot + values_.tangents()), x86::xmm1);
  }

  void BeginBlock(Slot first, Slot count) {
    a_.lea(x86::rsi, x86::qword_ptr(kConstants, first * 8));
    a_.lea(x86::rdi, values_.At(first));
    a_.mov(x86::ecx, count);
    a_.rep().movsq();
    if (!body_.is_dual) return;
    a_.lea(x86::rdi, values_.At(first + values_.tangents()));
    a_.mov(x86::ecx, count);
    a_.xor_(x86::eax, x86::eax);
    a_.rep().stosq();
  }

  // ---- jumps ----

  void FindTargets() {
    targets_.resize(body_.code.size() + 1);
    for (const Instruction& i : body_.code) {
      if (!IsJump(i)) continue;
      Label& target = targets_[body_.TargetOf(i)];
      if (!target.isValid()) target = a_.newLabel();
    }
  }

  void BindTarget() {
    if (!targets_[now_].isValid()) return;
    values_.ForgetAll();  // where other values are in the registers
    a_.bind(targets_[now_]);
  }

  void Jump(const Instruction& i) {
    const size_t at = body_.TargetOf(i);
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
    operations_.GoOnIfNotZero(i.b, stay);
    Jump(i);
    a_.bind(stay);
  }

  // ---- calls ----

  void Leave(const Instruction& i) {
    a_.mov(x86::rdi, kHost);
    a_.mov(x86::rsi, reinterpret_cast<uint64_t>(&native_));
    a_.mov(x86::rdx, reinterpret_cast<uint64_t>(&i));
    a_.mov(x86::rcx, kSlots);
    values_.ForgetAll();
    a_.call(x86::qword_ptr(kHost, offsetof(NativeHost, leave)));
    a_.test(x86::al, x86::al);
    a_.jz(failed_);
  }

  // The frame of the other function stands behind this one.
  void CallFunction(const Instruction& i) {
    if (body_.calls == nullptr) return Leave(i);
    const runtime::Call& call = (*body_.calls)[static_cast<size_t>(i.a)];
    const FunctionCode& callee = program_.functions[static_cast<size_t>(call.function)];
    const auto inner = static_cast<Slot>(body_.frame_size());
    const auto inner_tangents = inner + static_cast<Slot>(callee.initial_locals.size());
    const auto place = [](Slot slot) { return x86::qword_ptr(kSlots, slot * 8); };
    Guard(i, inner + static_cast<Slot>(callee.initial_locals.size() * (body_.is_dual ? 2 : 1)));
    for (size_t k = 0; k < call.arguments.size(); ++k) {
      values_.BeginInstruction(now_);
      const auto at = static_cast<Slot>(k);
      a_.vmovsd(place(inner + at), values_.Get(call.arguments[k]));
      if (body_.is_dual) a_.vmovsd(place(inner_tangents + at), values_.Get(call.arguments[k] + values_.tangents()));
    }
    values_.ForgetAll();
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
      a_.vmovsd(x86::xmm0, place(inner + output));
      a_.vmovsd(values_.At(call.results[k]), x86::xmm0);
      if (!body_.is_dual) continue;
      a_.vmovsd(x86::xmm0, place(inner_tangents + output));
      a_.vmovsd(values_.At(call.results[k] + values_.tangents()), x86::xmm0);
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
    const NativeValues::Held held = values_.held();
    Leave(i);
    values_.Restore(held);
  }

  // ---- instructions ----

  void Write(const Instruction& i) {
    values_.BeginInstruction(now_);
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
        operations_.GoOnIfNotZero(i.a, holds);
        LeaveForGood(i);
        a_.bind(holds);
        return;
      }
      case OpCode::kCall:
        return CallFunction(i);
      case OpCode::kExternal:
        return Leave(i);
      default:
        return operations_.Write(i);
    }
  }

  void Element(const Instruction& i) {
    const Label good = a_.newLabel(), bad = a_.newLabel();
    const x86::Xmm index = values_.Get(i.b);
    a_.vxorpd(x86::xmm0, x86::xmm0, x86::xmm0);
    a_.vucomisd(index, x86::xmm0);
    a_.jp(bad);
    a_.jb(bad);
    a_.vcvttsd2si(x86::rax, index);
    a_.cmp(x86::rax, i.c);
    a_.jb(good);
    a_.bind(bad);
    LeaveForGood(i);
    a_.bind(good);
    const bool is_load = i.op == OpCode::kLoadElement;
    for (const Slot further : {Slot{0}, values_.tangents()}) {
      if (further != 0 && !body_.is_dual) break;
      const Slot from = i.a + further, to = i.dst + further;
      const Slot array = is_load ? from : to;
      const auto element = x86::qword_ptr(values_.IsConstant(array) ? kConstants : kSlots, x86::rax, 3, array * 8);
      if (is_load && !values_.IsTangentOfConstant(from)) {
        a_.vmovsd(x86::xmm0, element);
      } else {
        values_.Load(x86::xmm0, from);
      }
      a_.vmovsd(is_load ? values_.At(to) : element, x86::xmm0);
      values_.ForgetSlots(to, is_load ? 1 : i.c);
    }
  }

  x86::Assembler a_;
  const Program& program_;
  const NativeFunction& native_;
  const std::function<const NativeFunction&(int32_t)>& callee_;
  const NativeBody body_;
  NativeValues values_;
  NativeOperations operations_;
  size_t now_ = 0;
  std::vector<Label> targets_;  // by instruction
  Label ended_, failed_, out_;
};

}  // namespace

class NativeCode::Runtime : public asmjit::JitRuntime {
 public:
  bool Compile(const Program& program, NativeFunction& native, NativeBody body,
               const std::function<const NativeFunction&(int32_t)>& callee) {
    constexpr Slot kMaxSlots = Slot{1} << 26;  // displacements of 32 bits
    if (body.slot_count >= kMaxSlots || !has_avx_) return false;
    asmjit::CodeHolder code;
    if (code.init(environment()) != asmjit::kErrorOk) return false;
    Writer writer(code, program, native, std::move(body), callee, scratch_);
    writer.Run();
    native.constants = writer.Constants();
    return add(&native.entry, &code) == asmjit::kErrorOk;
  }

 private:
  const bool has_avx_ = asmjit::CpuInfo::host().hasFeature(asmjit::CpuFeatures::X86::kAVX);
  NativeScratch scratch_;
};

NativeCode::NativeCode() : runtime_(std::make_unique<Runtime>()) {}
NativeCode::~NativeCode() = default;

bool NativeCode::Compile(const Program& program, NativeFunction& function,
                         const std::function<const NativeFunction&(int32_t)>& callee) {
  const FunctionCode& code = program.functions[static_cast<size_t>(function.function)];
  return runtime_->Compile(program, function, BodyOf(code, function.is_dual), callee);
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
