#include "runtime/solve/line_recorder.h"

#include <cmath>
#include <limits>
#include <span>

#include "runtime/evaluate/operations.h"
#include "runtime/evaluate/relation.h"

namespace stiction::runtime {

using Kind = StraightLine::Guard::Kind;

LineRecorder::LineRecorder(std::vector<SlotKind> kinds, std::vector<SlotUse> uses)
    : kinds_(std::move(kinds)), uses_(std::move(uses)), states_(kinds_.size() + 1), written_(kinds_.size()) {
  StateOf(kNoSlot).run = std::numeric_limits<int32_t>::max();
}

void LineRecorder::Begin(const double* slots) {
  slots_ = slots;
  is_recording_ = is_shareable_ = true;
  pauses_ = 0;
  run_ += 2;
  graph_.Begin();
  written_count_ = 0;
  guards_.clear();
}

[[gnu::noinline]] void LineRecorder::Read(Slot slot) {
  const double number = slots_[slot];
  SlotState& state = StateOf(slot);
  state.number = number;
  state.node = graph_.Read(slot, number, kinds_[static_cast<size_t>(slot)] != SlotKind::kMoving);
  state.run = run_;
}

// Operands are looked up before the result may take the place of one of them.
template <class Operands, class Execute>
[[gnu::always_inline]] inline int32_t LineRecorder::Follow(OpCode op, const Operands& operands,
                                                           const Execute& execute) {
  const auto is = [](const Value& value, double number) {
    return value.is_known() && std::bit_cast<uint64_t>(value.number) == std::bit_cast<uint64_t>(number);
  };
  switch (op) {
    case OpCode::kCopy: {
      const Value& a = operands.A();
      execute(OpCode::kCopy);
      return a.node;
    }
    case OpCode::kSelect: {
      const Value& a = operands.A();
      if (!a.is_known()) break;
      const Value& chosen = operands.BOrC(a.number != 0);
      execute(OpCode::kSelect);
      return Relying(chosen, a);
    }
    case OpCode::kAdd: {
      const Value &a = operands.A(), &b = operands.B();
      execute(OpCode::kAdd);
      return Join(op, a, b);
    }
    // What leaves every bit of the other operand as it is.
    case OpCode::kMul: {
      const Value &a = operands.A(), &b = operands.B();
      execute(OpCode::kMul);
      return is(a, 1) ? Relying(b, a) : is(b, 1) ? Relying(a, b) : Join(op, a, b);
    }
    case OpCode::kDiv: {
      const Value &a = operands.A(), &b = operands.B();
      execute(OpCode::kDiv);
      return is(b, 1) ? Relying(a, b) : Join(op, a, b);
    }
    case OpCode::kSub: {
      const Value &a = operands.A(), &b = operands.B();
      execute(OpCode::kSub);
      return is(b, 0) ? Relying(a, b) : Join(op, a, b);
    }
    case OpCode::kAnd:
    case OpCode::kOr: {
      const Value &a = operands.A(), &b = operands.B();
      execute(op);
      for (const Value* operand : {&a, &b}) {
        const bool truth = operand->number != 0;
        if (operand->is_known() && truth == (op == OpCode::kOr)) return Relying({0, Value::kNumber}, *operand);
      }
      return Join(op, a, b);
    }
    default:
      break;
  }
  const Value &a = operands.A(), &b = operands.B(), &c = operands.C();
  execute(op);
  return Join(op, a, b, c);
}

LineRecorder::Value LineRecorder::Apply(OpCode op, const Value& a, const Value& b, const Value& c) {
  struct Values {
    const Value& A() const { return a; }
    const Value& B() const { return b; }
    const Value& C() const { return c; }
    const Value& BOrC(bool is_b) const { return is_b ? b : c; }
    const Value &a, &b, &c;
  };
  double numbers[4] = {a.number, b.number, c.number, 0};
  const int32_t node = Follow(
      op, Values{a, b, c}, [&](OpCode known) __attribute__((always_inline)) {
        ExecuteSurelyScalar({known, 3, 0, 1, 2}, numbers);
      });
  return {numbers[3], node};
}

const Instruction* LineRecorder::OnRun(const Instruction* begin, const Instruction* end, double* slots) {
  struct OfSlots {
    const Value& A() const { return recorder.Of(instruction.a); }
    const Value& B() const { return recorder.Of(instruction.b); }
    const Value& C() const { return recorder.Of(instruction.c); }
    const Value& BOrC(bool is_b) const { return recorder.Of(is_b ? instruction.b : instruction.c); }
    LineRecorder& recorder;
    const Instruction& instruction;
  };
  if (!is_recording()) return begin;
  if (slots != slots_) {  // a copy of them, which no line has
    Abandon();
    return begin;
  }
  for (const Instruction* i = begin; i < end; ++i) {
    if (i->op >= OpCode::kCall) [[unlikely]] {
      Abandon();
      return i;
    }
    SlotState& result = StateOf(i->dst);
    if (!IsAsTold(result, i->dst)) [[unlikely]]
      Abandon();
    const int32_t node = Follow(
        i->op, OfSlots{*this, *i}, [&](OpCode known) __attribute__((always_inline)) {
          ExecuteSurelyScalar({known, i->dst, i->a, i->b, i->c}, slots);
        });
    Put(i->dst, result, {slots[i->dst], node});
  }
  return end;
}

void LineRecorder::RequireHeld(Slot slot) {
  if (!is_recording()) return;
  const Value& value = Of(slot);
  if (!value.is_known()) return Abandon();
  graph_.RelyOn(value);
}

void LineRecorder::RequireFinite(Slot slot) {
  if (is_recording()) GuardFinite(Of(slot));
}

void LineRecorder::AddGuard(Kind kind, bool expected, const Value& a, const Value& b, const Value& c) {
  if ((a.node & b.node & c.node) < 0) {
    for (const Value* value : {&a, &b, &c}) graph_.RelyOn(*value);
    return;
  }
  const StraightLine::Guard guard{
      .kind = kind, .expected = expected, .a = graph_.NodeOf(a), .b = graph_.NodeOf(b), .c = graph_.NodeOf(c)};
  if (graph_.IsFirst(static_cast<int32_t>(kind), guard.a, guard.b, guard.c)) Append(guards_, guard);
}

void LineRecorder::Guard(const Value& truth) { AddGuard(Kind::kTruth, truth.number != 0, truth); }

void LineRecorder::GuardFinite(const Value& value) { AddGuard(Kind::kFinite, std::isfinite(value.number), value); }

void LineRecorder::GuardSmall(const Value& residual, const Value& terms, const Value& product, bool is_small) {
  AddGuard(Kind::kSmall, is_small, residual, terms, product);
}

void LineRecorder::Decide(const RelationInfo& relation, bool held, bool reads_equal) {
  if (!is_recording()) return;
  const Value &left = Of(relation.left), &right = Of(relation.right);
  if (relation.kind == RelationInfo::Kind::kDiscrete) return Guard(Apply(relation.op, left, right));
  const double gap = left.number - right.number;
  if (!std::isfinite(gap)) return Abandon();
  reads_equal = reads_equal && relation.kind == RelationInfo::Kind::kState;
  if (reads_equal && gap == 0) return Guard(Apply(OpCode::kEq, left, right));
  const bool is_greater = relation.op == OpCode::kGt || relation.op == OpCode::kGe;
  const double width = TieWidth(left.number, right.number);
  // A tie stays on the side held, or takes its right limit: beyond it on one side only is the value another.
  const bool tied = relation.kind == RelationInfo::Kind::kTime ? is_greater : held;
  const bool is_above = is_greater != tied;
  const bool is_beyond = is_above ? gap > width : gap < -width;
  if (reads_equal && !is_beyond) Guard(Apply(OpCode::kEq, left, right));
  AddGuard(is_above ? Kind::kAbove : Kind::kBelow, is_beyond, left, right);
}

bool LineRecorder::LeaveOutUnchanged() {
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  const std::vector<LineGraph::Input>& inputs = graph_.inputs();
  for (size_t k = LineGraph::kFirstInput; k < inputs.size(); ++k) {
    const LineGraph::Input& input = inputs[k];
    SlotState& state = StateOf(input.slot);
    if (!IsAsTold(state, input.slot)) return false;
    const bool is_number = input.is_known && input.is_relied_on;
    const bool is_same = state.node == graph_.StartOf(input) ||
                         (is_number && bits(state.number) == bits(input.value) && graph_.IsNumber(state));
    if (is_same) state.run = run_;
  }
  return true;
}

bool LineRecorder::FindWrites() {
  if (!LeaveOutUnchanged()) return false;
  writes_.clear();
  unwatched_.clear();
  for (const Slot slot : std::span(written_).first(written_count_)) {
    const SlotState& state = StateOf(slot);
    if (state.run == run_) continue;
    if (!IsAsTold(state, slot)) return false;
    const auto at = static_cast<size_t>(slot);
    if (kinds_[at] == SlotKind::kMoving && uses_[at] == SlotUse::kNone) continue;
    Append(uses_[at] == SlotUse::kWatched ? writes_ : unwatched_, slot);
  }
  return true;
}

std::optional<LineRecorder::Recorded> LineRecorder::End() {
  if (!is_recording()) return std::nullopt;
  is_recording_ = false;
  if (!FindWrites()) return std::nullopt;
  const size_t watched = writes_.size();
  writes_.insert(writes_.end(), unwatched_.begin(), unwatched_.end());
  nodes_written_.clear();
  for (const Slot slot : writes_) Append(nodes_written_, graph_.NodeOf(StateOf(slot)));
  StraightLine::Code code = emission_.Emit(graph_, guards_, nodes_written_);
  code.watched = watched;
  std::vector<Slot> places = EmitPlaces(code);
  return Recorded{StraightLine(std::move(code)), std::move(places)};
}

std::vector<Slot> LineRecorder::EmitPlaces(StraightLine::Code& code) {
  const std::vector<LineGraph::Input>& inputs = graph_.inputs();
  std::vector<Slot> places;
  places.reserve(inputs.size() + writes_.size());
  fixed_.clear();
  for (std::vector<double>* values : {&code.held, &code.fixed}) values->reserve(inputs.size());
  for (size_t k = LineGraph::kFirstInput; k < inputs.size(); ++k) {
    const LineGraph::Input& input = inputs[k];
    if (!input.is_known || !input.is_relied_on) continue;
    const bool is_fixed = kinds_[static_cast<size_t>(input.slot)] == SlotKind::kFixed;
    (is_fixed ? fixed_ : places).push_back(input.slot);
    (is_fixed ? code.fixed : code.held).push_back(input.value);
  }
  for (const std::vector<Slot>* list :
       std::initializer_list<const std::vector<Slot>*>{&emission_.loads(), &writes_, &fixed_}) {
    places.insert(places.end(), list->begin(), list->end());
  }
  return places;
}

}  // namespace stiction::runtime
