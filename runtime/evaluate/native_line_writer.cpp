#include "runtime/evaluate/native_line_writer.h"

#ifdef STICTION_NATIVE_CODE
#include <algorithm>
#include <cstddef>
#include <iterator>

namespace stiction::runtime {
namespace {

namespace x86 = asmjit::x86;
namespace Inst = x86::Inst;
using Kind = LineOperation::Kind;

constexpr int32_t kFactors = 5, kConstants = 6;  // bases beyond the arrays
enum Constant : int32_t { kSign, kSize, kOne, kZero };
constexpr int32_t kBytesOfConstant = 32;
constexpr int kNever = 1 << 30;

constexpr int kScratch = 15;           // of the vector registers
constexpr int kMostHeldConstants = 6;  // leaves enough registers for results
constexpr int32_t kMostStraight = 3;   // turns before the last; more are a loop
constexpr int32_t kLongLoop = 8;       // turns; four at a time, else two

constexpr x86::Gp kArrays[] = {x86::rdi, x86::rsi, x86::rdx, x86::rcx, x86::r8};       // as they are passed
constexpr x86::Gp kKeptArrays[] = {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15};  // where there are calls
constexpr x86::Gp kArgument = x86::rbp;
constexpr x86::Gp kLoop = x86::rax, kStride = x86::r10;
constexpr int kFrame = 24;     // the factors; keeps the stack aligned
constexpr int kRedZone = -16;  // likewise, where there are no calls

int32_t BaseOf(LineOperation::Array array) { return static_cast<int32_t>(array); }

}  // namespace

NativeLineWriter::NativeLineWriter(x86::Assembler& assembler) : to_(assembler), constants_(to_.newLabel()) {}

void NativeLineWriter::Write(const std::vector<LaneGroup>& groups) {
  for (const LaneGroup& group : groups) calls_ = calls_ || group.operations[0].kind == Kind::kOther;
  Begin();
  for (const LaneGroup& group : groups) WriteGroup(group);
  End();
}

void NativeLineWriter::Begin() {
  if (calls_) {
    for (const x86::Gp& kept : kKeptArrays) to_.push(kept);
    to_.push(kArgument);
    to_.sub(x86::rsp, kFrame);
    for (size_t i = 0; i < std::size(kArrays); ++i) to_.mov(kKeptArrays[i], kArrays[i]);
    to_.mov(kArgument, x86::r9);
  }
  for (int32_t i = 0; i < 2; ++i) to_.vmovsd(Address({kFactors, i, 0}), x86::xmm(static_cast<uint32_t>(i)));
}

void NativeLineWriter::End() {
  if (is_upper_used_) to_.vzeroupper();
  if (calls_) {
    to_.add(x86::rsp, kFrame);
    to_.pop(kArgument);
    for (size_t i = std::size(kKeptArrays); i-- > 0;) to_.pop(kKeptArrays[i]);
  }
  to_.ret();
  to_.align(asmjit::AlignMode::kData, kBytesOfConstant);
  to_.bind(constants_);
  for (const uint64_t bits : {0x8000000000000000u, 0x7fffffffffffffffu, 0x3ff0000000000000u, uint64_t{0}})
    to_.embedUInt64(bits, kBytesOfConstant / sizeof(uint64_t));
}

void NativeLineWriter::WriteCall(const LineOperation& operation) {
  if (is_upper_used_) to_.vzeroupper();
  is_upper_used_ = false;
  to_.mov(x86::rdi, reinterpret_cast<uint64_t>(operation.what));
  to_.mov(x86::rsi, kArgument);
  to_.mov(x86::rax, reinterpret_cast<uint64_t>(operation.other));
  to_.call(x86::rax);
}

void NativeLineWriter::WriteGroup(const LaneGroup& group) {
  if (group.operations[0].kind == Kind::kOther) return WriteCall(group.operations[0]);
  width_ = group.lanes >= 4 ? 4 : group.lanes >= 2 ? 2 : 1;
  is_upper_used_ = is_upper_used_ || width_ == 4;
  FindReads(group);
  HoldConstants();
  const int32_t full = (group.lanes - 1) / width_;  // turns before the last
  int32_t first = 0;
  if (full > kMostStraight) {
    const int32_t together = (full >= kLongLoop ? 4 : 2) * width_;
    first = full * width_ / together * together;
    const asmjit::Label again = to_.newLabel();
    to_.xor_(kLoop.r32(), kLoop.r32());
    to_.bind(again);
    for (int32_t lane = 0; lane < together; lane += width_) WriteLanes(lane, true);
    to_.add(kLoop, together * 8);
    to_.cmp(kLoop, first * 8);
    to_.jne(again);
  }
  for (; first < full * width_; first += width_) WriteLanes(first, false);
  WriteLanes(group.lanes - width_, false);
}

NativeLineWriter::Step NativeLineWriter::StepOf(const LineOperation& operation) {
  Step step{&operation, {}, 0, kNever};
  const auto add = [&](const Source& source) { step.reads[static_cast<size_t>(step.read_count++)] = {source, kNever}; };
  if (operation.kind == Kind::kReciprocal) add({kConstants, kOne, 0});
  for (const LineOperation::Operand& at : {operation.a, operation.b, operation.c}) {
    if (at.index >= 0) add({BaseOf(at.array), at.index, operation.lanes == 1 ? 1 : at.stride});
  }
  switch (operation.kind) {
    case Kind::kNegate:
      add({kConstants, kSign, 0});
      break;
    case Kind::kAbsolute:
      add({kConstants, kSize, 0});
      break;
    case Kind::kChoose:
      add({kConstants, kZero, 0});
      break;
    case Kind::kTurn:
      add({kFactors, 0, 0});
      add({kConstants, kSign, 0});
      break;
    case Kind::kIntegrate:
      add({kFactors, 1, 0});
      break;
    default:
      break;
  }
  return step;
}

void NativeLineWriter::FindReads(const LaneGroup& group) {
  steps_.clear();
  FlatMap<Source, int, HashOfSource> next;
  const auto next_of = [&](const Source& source) {
    const int* const found = next.Find(source);
    return found == nullptr ? kNever : *found;
  };
  for (size_t i = group.operations.size(); i-- > 0;) {
    const LineOperation& at = group.operations[i];
    Step& step = steps_.emplace_back(StepOf(at));
    if (at.kind != Kind::kIntegrate) step.next = next_of({BaseOf(LineOperation::Array::kValues), at.result, 1});
    for (int k = 0; k < step.read_count; ++k) {
      Read& read = step.reads[static_cast<size_t>(k)];
      read.next = next_of(read.source);
    }
    for (int k = 0; k < step.read_count; ++k) next[step.reads[static_cast<size_t>(k)].source] = static_cast<int>(i);
  }
  std::reverse(steps_.begin(), steps_.end());
}

// What all lanes read, as far as there are registers for it.
void NativeLineWriter::HoldConstants() {
  constant_registers_.clear();
  first_free_ = 0;
  if (width_ == 1) return;
  for (const Step& step : steps_) {
    for (int k = 0; k < step.read_count; ++k) {
      const Read& read = step.reads[static_cast<size_t>(k)];
      if (read.source.stride != 0 || read.next != kNever || first_free_ == kMostHeldConstants) continue;
      LoadInto(first_free_, read.source);
      constant_registers_.emplace_back(read.source, first_free_++);
    }
  }
}

void NativeLineWriter::WriteLanes(int32_t first, bool is_in_loop) {
  lane_ = first;
  is_in_loop_ = is_in_loop;
  held_.fill({});
  for (const Step& step : steps_) WriteStep(step);
}

void NativeLineWriter::WriteStep(const Step& step) {
  pinned_ = 0;
  switch (step.operation->kind) {
    case Kind::kCopy: {
      const int value = Load(step.reads[0]);
      Store({BaseOf(LineOperation::Array::kValues), step.operation->result, 1}, value);
      return Release(step);
    }
    case Kind::kNegate:
      return WriteSign(step, Inst::kIdVxorpd);
    case Kind::kAbsolute:
      return WriteSign(step, Inst::kIdVandpd);
    case Kind::kSquare: {
      const x86::Vec a = Register(Load(step.reads[0]));
      Release(step);
      const int result = Take();
      to_.emit(Choose(Inst::kIdVmulsd, Inst::kIdVmulpd), Register(result), a, a);
      return Finish(step, result);
    }
    case Kind::kSquareRoot: {
      const x86::Vec a = Register(Load(step.reads[0]));
      Release(step);
      const int result = Take();
      if (width_ == 1) {
        to_.vsqrtsd(x86::xmm(static_cast<uint32_t>(result)), a.xmm(), a.xmm());
      } else {
        to_.vsqrtpd(Register(result), a);
      }
      return Finish(step, result);
    }
    case Kind::kAdd:
      return Apply(step, Inst::kIdVaddsd, Inst::kIdVaddpd, true);
    case Kind::kSubtract:
      return Apply(step, Inst::kIdVsubsd, Inst::kIdVsubpd);
    case Kind::kMultiply:
    case Kind::kIntegrate:
      return Apply(step, Inst::kIdVmulsd, Inst::kIdVmulpd, true);
    case Kind::kDivide:
    case Kind::kReciprocal:
      return Apply(step, Inst::kIdVdivsd, Inst::kIdVdivpd);
    case Kind::kChoose:
      return WriteChoose(step);
    case Kind::kTurn:
      return WriteTurn(step);
    case Kind::kOther:
      return;
  }
}

// Either operand may be the first of sums and products.
void NativeLineWriter::Apply(const Step& step, asmjit::InstId of_one, asmjit::InstId of_vector, bool commutes) {
  const Read *first = step.reads.data(), *second = first + 1;
  if (commutes && Find(first->source) < 0 && Find(second->source) >= 0) std::swap(first, second);
  const x86::Vec a = Register(Load(*first));
  const asmjit::Operand b = Operand(*second);
  Release(step);
  const int result = Take();
  to_.emit(Choose(of_one, of_vector), Register(result), a, b);
  Finish(step, result);
}

void NativeLineWriter::WriteSign(const Step& step, asmjit::InstId bits) {
  const x86::Vec a = Register(Load(step.reads[0]));
  const asmjit::Operand mask = Operand(step.reads[1]);
  Release(step);
  const int result = Take();
  to_.emit(bits, Register(result), a, mask);
  Finish(step, result);
}

void NativeLineWriter::WriteChoose(const Step& step) {
  constexpr int kNotEqual = 4;  // or not ordered
  const x86::Vec c = Register(Load(step.reads[2]));
  const asmjit::Operand b = width_ == 1 ? Register(Load(step.reads[1])) : Operand(step.reads[1]);
  const x86::Vec zero = Register(Load(step.reads[3]));
  const asmjit::Operand a = Operand(step.reads[0]);
  const x86::Vec mask = Register(kScratch);
  to_.emit(Choose(Inst::kIdVcmpsd, Inst::kIdVcmppd), mask, zero, a, asmjit::imm(kNotEqual));
  Release(step);
  const int result = Take();
  to_.emit(Inst::kIdVblendvpd, Register(result), c, b, mask);
  Finish(step, result);
}

void NativeLineWriter::WriteTurn(const Step& step) {
  const asmjit::InstId multiply = Choose(Inst::kIdVmulsd, Inst::kIdVmulpd);
  const x86::Vec sign = Register(Load(step.reads[4]));
  const x86::Vec slope = Register(Load(step.reads[0]));
  const asmjit::Operand b = Operand(step.reads[1]), c = Operand(step.reads[2]), factor = Operand(step.reads[3]);
  const x86::Vec beside = Register(kScratch);
  const int turn = Take();
  to_.emit(multiply, Register(turn), slope, factor);
  if (step.operation->negates_factor) to_.emit(Inst::kIdVxorpd, Register(turn), Register(turn), sign);
  to_.emit(Inst::kIdVxorpd, beside, Register(turn), sign);
  to_.emit(multiply, beside, beside, c);
  Store({BaseOf(LineOperation::Array::kValues), step.operation->beside, 1}, kScratch);
  to_.emit(multiply, Register(turn), Register(turn), b);
  Release(step);
  Finish(step, turn);
}

x86::Vec NativeLineWriter::Register(int number) const {
  const auto id = static_cast<uint32_t>(number);
  return width_ == 4 ? x86::Vec(x86::ymm(id)) : x86::Vec(x86::xmm(id));
}

// Of an element `lane` lanes on.
x86::Mem NativeLineWriter::Address(const Source& source, int32_t lane) {
  if (source.base == kConstants) return x86::ptr(constants_, source.index * kBytesOfConstant);
  if (source.base == kFactors) return x86::ptr(x86::rsp, (calls_ ? 0 : kRedZone) + source.index * 8);
  const x86::Gp base = (calls_ ? kKeptArrays : kArrays)[source.base];
  if (source.stride == 0) return x86::ptr(base, source.index * 8);
  const int32_t offset = (source.index + (lane_ + lane) * source.stride) * 8;
  if (!is_in_loop_) return x86::ptr(base, offset);
  if (source.stride == 1) return x86::ptr(base, kLoop, 0, offset);
  to_.imul(kStride, kLoop, source.stride);
  return x86::ptr(base, kStride, 0, offset);
}

bool NativeLineWriter::CanBeOperand(const Source& source) const {
  return width_ == 1 || source.base == kConstants || source.stride == 1;
}

// The register that holds it; < 0: none.
int NativeLineWriter::Find(const Source& source) const {
  for (const auto& [of, number] : constant_registers_) {
    if (of == source) return number;
  }
  for (size_t i = 0; i < held_.size(); ++i) {
    if (held_[i].is_used && held_[i].source == source) return static_cast<int>(i);
  }
  return -1;
}

int NativeLineWriter::Load(const Read& read) {
  int number = Find(read.source);
  if (number < 0) {
    number = Take();
    LoadInto(number, read.source);
    held_[static_cast<size_t>(number)] = {read.source, read.next, true, true};
  }
  held_[static_cast<size_t>(number)].next = read.next;
  pinned_ |= 1u << number;
  return number;
}

// A register, or memory where that does.
asmjit::Operand NativeLineWriter::Operand(const Read& read) {
  if (Find(read.source) < 0 && read.next == kNever && CanBeOperand(read.source)) return Address(read.source);
  return Register(Load(read));
}

// A free register, or the one of what is read last of all.
int NativeLineWriter::Take() {
  int best = -1;
  for (int i = first_free_; i < kScratch; ++i) {
    const Held& held = held_[static_cast<size_t>(i)];
    if ((pinned_ >> i & 1) != 0) continue;
    if (!held.is_used) {
      best = i;
      break;
    }
    if (best < 0 || held.next > held_[static_cast<size_t>(best)].next) best = i;
  }
  Held& held = held_[static_cast<size_t>(best)];
  if (held.is_used && !held.is_stored) Store(held.source, best);
  held = {};
  pinned_ |= 1u << best;
  return best;
}

// Operands that nothing reads any more.
void NativeLineWriter::Release(const Step& step) {
  for (int k = 0; k < step.read_count; ++k) {
    const Read& read = step.reads[static_cast<size_t>(k)];
    const int number = Find(read.source);
    if (number < first_free_) continue;
    if (read.next == kNever) held_[static_cast<size_t>(number)] = {};
    pinned_ &= ~(1u << number);
  }
}

void NativeLineWriter::Finish(const Step& step, int result) {
  const LineOperation& at = *step.operation;
  if (at.kind == Kind::kIntegrate) return Store({BaseOf(LineOperation::Array::kAbove), at.result, 1}, result);
  const Source place{BaseOf(LineOperation::Array::kValues), at.result, 1};
  if (at.is_wanted) Store(place, result);
  if (step.next != kNever) held_[static_cast<size_t>(result)] = {place, step.next, at.is_wanted, true};
}

void NativeLineWriter::LoadInto(int number, const Source& source) {
  const auto id = static_cast<uint32_t>(number);
  if (width_ == 1) {
    to_.vmovsd(x86::xmm(id), Address(source));
  } else if (source.stride == 1 || source.base == kConstants) {
    to_.vmovupd(Register(number), Address(source));
  } else if (source.stride == 0 && width_ == 2) {
    to_.vmovddup(x86::xmm(id), Address(source));
  } else if (source.stride == 0) {
    to_.vbroadcastsd(x86::ymm(id), Address(source));
  } else {
    to_.vmovsd(x86::xmm(id), Address(source));
    to_.vmovhpd(x86::xmm(id), x86::xmm(id), Address(source, 1));
    if (width_ == 2) return;
    to_.vmovsd(x86::xmm(kScratch), Address(source, 2));
    to_.vmovhpd(x86::xmm(kScratch), x86::xmm(kScratch), Address(source, 3));
    to_.vinsertf128(x86::ymm(id), x86::ymm(id), x86::xmm(kScratch), 1);
  }
}

void NativeLineWriter::Store(const Source& to, int number) {
  if (width_ == 1) {
    to_.vmovsd(Address(to), x86::xmm(static_cast<uint32_t>(number)));
  } else {
    to_.vmovupd(Address(to), Register(number));
  }
}

}  // namespace stiction::runtime
#endif
