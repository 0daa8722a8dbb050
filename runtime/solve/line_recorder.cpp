#include "runtime/solve/line_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/evaluate/operations.h"
#include "runtime/evaluate/relation.h"

namespace stiction::runtime {

using Kind = StraightLine::Guard::Kind;

void LineRecorder::Begin(const double* slots) {
  slots_ = slots;
  is_recording_ = is_shareable_ = true;
  pauses_ = 0;
  ++run_;
  nodes_.clear();
  written_.clear();
  computed_.Clear();
  numbers_.Clear();
  inputs_.clear();
  guards_.clear();
}

LineRecorder::Value LineRecorder::Number(double value) {
  Value& known = numbers_.At(std::bit_cast<uint64_t>(value), -1);
  if (known < 0) known = Append({.is_known = true, .value = value});
  return known;
}

LineRecorder::Value LineRecorder::Read(Slot slot) {
  const auto at = static_cast<size_t>(slot);
  const Value start = Append(
      {.origin = Origin::kSlot, .is_known = kinds_[at] != SlotKind::kMoving, .slot = slot, .value = slots_[slot]});
  states_[at] = {.start = start, .value = start, .run = run_};
  inputs_.push_back(start);
  return start;
}

LineRecorder::Value LineRecorder::Simplified(OpCode op, Value a, Value b, Value c) {
  switch (op) {
    case OpCode::kCopy:
      return a;
    // What leaves every bit of the other operand as it is.
    case OpCode::kMul:
      if (Is(a, 1)) return Relying(b, a);
      if (Is(b, 1)) return Relying(a, b);
      break;
    case OpCode::kDiv:
      if (Is(b, 1)) return Relying(a, b);
      break;
    case OpCode::kSub:
      if (Is(b, 0)) return Relying(a, b);
      break;
    case OpCode::kSelect:
      if (IsKnown(a)) return Relying(At(a).value != 0 ? b : c, a);
      break;
    case OpCode::kAnd:
    case OpCode::kOr:
      for (const Value operand : {a, b}) {
        const bool truth = At(operand).value != 0;
        if (IsKnown(operand) && truth == (op == OpCode::kOr)) return Relying(Number(truth ? 1 : 0), operand);
      }
      break;
    default:
      break;
  }
  if (!IsKnown(a) || !IsKnown(b) || !IsKnown(c)) return -1;
  for (const Value operand : {a, b, c}) RelyOn(operand);
  return Number(ValueOf({op, a, b, c}));
}

double LineRecorder::ValueOf(const Operation& operation) const {
  const auto value_of = [&](Value operand) { return operand < 0 ? 0 : At(operand).value; };
  double values[4] = {value_of(operation.a), value_of(operation.b), value_of(operation.c), 0};
  ExecuteScalar({operation.op, 3, 0, 1, 2}, values);
  return values[3];
}

LineRecorder::Value LineRecorder::Computed(const Operation& operation) {
  Value& known = computed_.At(operation, -1);
  if (known < 0) {
    const auto& [op, a, b, c] = operation;
    known = Append({.origin = Origin::kOperation, .op = op, .a = a, .b = b, .c = c, .value = ValueOf(operation)});
  }
  return known;
}

void LineRecorder::OnRun(const Instruction* begin, const Instruction* end) {
  if (!is_recording()) return;
  const auto operand = [&](Slot slot) { return slot == kNoSlot ? -1 : Of(slot); };
  for (const Instruction* i = begin; i < end; ++i) {
    if (i->op >= OpCode::kCall) return Abandon();
    const Operation operation{i->op, operand(i->a), operand(i->b), operand(i->c)};
    const SlotState& before = states_[static_cast<size_t>(i->dst)];
    if (before.run == run_ && before.operation == operation) {
      Write(i->dst, before.result);
      continue;
    }
    const Value result = Apply(operation.op, operation.a, operation.b, operation.c);
    SlotState& after = Write(i->dst, result);
    after.operation = operation;
    after.result = result;
  }
}

void LineRecorder::RequireHeld(Slot slot) {
  if (!is_recording()) return;
  const Value value = Of(slot);
  if (!IsKnown(value)) return Abandon();
  RelyOn(value);
}

void LineRecorder::RequireFinite(Slot slot) {
  if (is_recording()) GuardFinite(Of(slot));
}

void LineRecorder::AddGuard(const StraightLine::Guard& guard) {
  if (IsKnown(guard.a) && IsKnown(guard.b) && IsKnown(guard.c)) {
    for (const Value value : {guard.a, guard.b, guard.c}) RelyOn(value);
    return;
  }
  uint8_t& guards = nodes_[static_cast<size_t>(guard.a)].guards;
  const auto bit = static_cast<uint8_t>(1 << static_cast<int>(guard.kind));
  if ((guards & bit) != 0 && std::find(guards_.begin(), guards_.end(), guard) != guards_.end()) return;
  guards |= bit;
  guards_.push_back(guard);
}

// A sum, a difference or a product is finite only if its operands are. These come before what is computed of them.
LineRecorder::Guards LineRecorder::NeededGuards() const {
  std::vector<char> is_finite(nodes_.size(), 0);  // because something computed of it is
  const auto add = [&](Value value) { is_finite[static_cast<size_t>(value)] = 1; };
  const auto add_operands = [&](const Node& node) {
    if (node.origin != Origin::kOperation) return;
    switch (node.op) {
      case OpCode::kAdd:
      case OpCode::kSub:
      case OpCode::kMul:
        add(node.b);
        [[fallthrough]];
      case OpCode::kNeg:
      case OpCode::kAbs:
      case OpCode::kSquare:
      case OpCode::kDiv:
        add(node.a);
        break;
      default:
        break;
    }
  };
  for (const StraightLine::Guard& guard : guards_) {
    if (guard.kind == Kind::kFinite && guard.expected) add_operands(At(guard.a));
    if (guard.kind != Kind::kAbove && guard.kind != Kind::kBelow) continue;
    for (const Value operand : {guard.a, guard.b}) add(operand);
  }
  for (size_t k = nodes_.size(); k-- > 0;) {
    if (is_finite[k]) add_operands(nodes_[k]);
  }
  Guards needed;
  needed.reserve(guards_.size() + 1);
  for (const StraightLine::Guard& guard : guards_) {
    const bool is_implied = guard.kind == Kind::kFinite && guard.expected && is_finite[static_cast<size_t>(guard.a)];
    if (!is_implied) needed.push_back(guard);
  }
  return needed;
}

void LineRecorder::Guard(Value truth) {
  AddGuard({.kind = Kind::kTruth, .expected = At(truth).value != 0, .a = truth});
}

void LineRecorder::GuardFinite(Value value) {
  AddGuard({.kind = Kind::kFinite, .expected = std::isfinite(At(value).value), .a = value});
}

void LineRecorder::GuardSmall(Value residual, Value terms, Value product, bool is_small) {
  AddGuard({.kind = Kind::kSmall, .expected = is_small, .a = residual, .b = terms, .c = product});
}

void LineRecorder::Decide(const RelationInfo& relation, bool held, bool reads_equal) {
  if (!is_recording()) return;
  const Value left = Of(relation.left), right = Of(relation.right);
  if (relation.kind == RelationInfo::Kind::kDiscrete) return Guard(Apply(relation.op, left, right));
  const double gap = At(left).value - At(right).value;
  if (!std::isfinite(gap)) return Abandon();
  reads_equal = reads_equal && relation.kind == RelationInfo::Kind::kState;
  if (reads_equal && gap == 0) return Guard(Apply(OpCode::kEq, left, right));
  const bool is_greater = relation.op == OpCode::kGt || relation.op == OpCode::kGe;
  const double width = TieWidth(At(left).value, At(right).value);
  // A tie stays on the side held, or takes its right limit: beyond it on one side only is the value another.
  const bool tied = relation.kind == RelationInfo::Kind::kTime ? is_greater : held;
  const bool is_above = is_greater != tied;
  const bool is_beyond = is_above ? gap > width : gap < -width;
  if (reads_equal && !is_beyond) Guard(Apply(OpCode::kEq, left, right));
  AddGuard({.kind = is_above ? Kind::kAbove : Kind::kBelow, .expected = is_beyond, .a = left, .b = right});
}

/// Numbers what is needed of the values.
struct LineRecorder::Emission {
  const LineRecorder& recorder;
  std::vector<char> is_needed;
  std::vector<int32_t> index_of;
  std::vector<Value> numbers, loads;
  std::vector<Instruction> operations;
  int32_t first_computed = 0;

  explicit Emission(const LineRecorder& of) : recorder(of), is_needed(of.nodes_.size(), 0) {}

  void Mark(Value value) {
    if (value >= 0) is_needed[static_cast<size_t>(value)] = 1;
  }

  // Operands come before what is computed of them.
  void NumberInputs() {
    size_t computed = 0;
    for (size_t i = is_needed.size(); i-- > 0;) {
      const Node& node = recorder.nodes_[i];
      if (!is_needed[i] || node.origin != Origin::kOperation) continue;
      ++computed;
      Mark(node.a);
      Mark(node.b);
      Mark(node.c);
    }
    for (std::vector<Value>* list : {&numbers, &loads}) list->reserve(is_needed.size());
    for (size_t i = 0; i < is_needed.size(); ++i) {
      if (!is_needed[i] || recorder.nodes_[i].origin == Origin::kOperation) continue;
      (IsNumber(recorder.nodes_[i]) ? numbers : loads).push_back(static_cast<Value>(i));
    }
    index_of.resize(is_needed.size(), -1);
    for (const std::vector<Value>* list : {&numbers, &loads}) {
      for (const Value value : *list) index_of[static_cast<size_t>(value)] = first_computed++;
    }
    operations.reserve(computed);
  }

  int32_t Index(Value value) const { return value < 0 ? 0 : index_of[static_cast<size_t>(value)]; }

  void Compute(Value value) {
    if (value >= 0 && index_of[static_cast<size_t>(value)] < 0) Append(value);
  }

  void Append(Value value) {
    const Node& node = recorder.At(value);
    Compute(node.a);
    Compute(node.b);
    Compute(node.c);
    index_of[static_cast<size_t>(value)] = first_computed++;
    operations.push_back({node.op, Index(value), Index(node.a), Index(node.b), Index(node.c)});
  }
};

std::optional<LineRecorder::Recorded> LineRecorder::End(const double* slots) {
  if (!is_recording()) return std::nullopt;
  is_recording_ = false;
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  const auto state_of = [&](Slot slot) -> const SlotState& { return states_[static_cast<size_t>(slot)]; };
  // Something wrote that did not say so.
  for (const Slot slot : written_) {
    if (bits(At(state_of(slot).value).value) != bits(slots[slot])) return std::nullopt;
  }
  std::vector<Slot> writes, others;  // watched, and not
  for (std::vector<Slot>* list : {&writes, &others}) list->reserve(written_.size());
  for (const Slot slot : written_) {
    const auto at = static_cast<size_t>(slot);
    if (kinds_[at] == SlotKind::kMoving && uses_[at] == SlotUse::kNone) continue;
    const SlotState& state = states_[at];
    if (state.value == state.start) continue;
    if (state.start >= 0) {
      const Node &value = At(state.value), &start = At(state.start);
      if (IsNumber(start) && IsNumber(value) && bits(start.value) == bits(value.value)) continue;
    }
    (uses_[at] == SlotUse::kWatched ? writes : others).push_back(slot);
  }
  for (std::vector<Slot>* list : {&writes, &others}) std::sort(list->begin(), list->end());
  StraightLine::Code code;
  code.watched = writes.size();
  writes.insert(writes.end(), others.begin(), others.end());

  Emission emission(*this);
  Guards guards = NeededGuards();
  for (const StraightLine::Guard& guard : guards) {
    for (const Value value : {guard.a, guard.b, guard.c}) emission.Mark(value);
  }
  for (const Slot slot : writes) emission.Mark(state_of(slot).value);
  emission.NumberInputs();
  for (StraightLine::Guard& guard : guards) {
    for (const Value value : {guard.a, guard.b, guard.c}) emission.Compute(value);
    for (Value* const value : {&guard.a, &guard.b, &guard.c}) *value = emission.Index(*value);
    guard.operations = emission.operations.size();
  }
  code.stored.reserve(writes.size());
  for (const Slot slot : writes) {
    emission.Compute(state_of(slot).value);
    code.stored.push_back(emission.Index(state_of(slot).value));
  }
  code.guards = std::move(guards);
  code.guards.push_back({.kind = Kind::kEnd, .operations = emission.operations.size()});
  code.operations = std::move(emission.operations);
  code.values.resize(static_cast<size_t>(emission.first_computed));
  for (const Value number : emission.numbers)
    code.values[static_cast<size_t>(emission.Index(number))] = At(number).value;
  code.first_load = emission.numbers.size();

  std::vector<Slot> places, fixed;
  places.reserve(inputs_.size() + writes.size());
  for (const Value input : inputs_) {
    const Node& node = At(input);
    if (!node.is_known || !node.is_relied_on) continue;
    const bool is_fixed = kinds_[static_cast<size_t>(node.slot)] == SlotKind::kFixed;
    (is_fixed ? fixed : places).push_back(node.slot);
    (is_fixed ? code.fixed : code.held).push_back(node.value);
  }
  for (const Value load : emission.loads) places.push_back(At(load).slot);
  for (const std::vector<Slot>* list : {&writes, &fixed}) places.insert(places.end(), list->begin(), list->end());
  return Recorded{StraightLine(std::move(code)), std::move(places)};
}

}  // namespace stiction::runtime
