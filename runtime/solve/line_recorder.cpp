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

int32_t LineRecorder::NodeOf(double number) {
  int32_t& known = numbers_.At(std::bit_cast<uint64_t>(number), -1);
  if (known < 0) known = Append({.is_known = true, .value = number});
  return known;
}

const LineRecorder::Value& LineRecorder::Read(Slot slot) {
  const auto at = static_cast<size_t>(slot);
  const bool is_known = kinds_[at] != SlotKind::kMoving;
  const double number = slots_[slot];
  const int32_t start = Append({.origin = Origin::kSlot, .is_known = is_known, .slot = slot, .value = number});
  states_[at] = {.value = {number, start, is_known}, .start = start, .run = run_};
  inputs_.push_back(start);
  return states_[at].value;
}

LineRecorder::Value LineRecorder::Apply(OpCode op, const Value& a, const Value& b, const Value& c) {
  const auto is = [](const Value& value, double number) {
    return value.is_known && std::bit_cast<uint64_t>(value.number) == std::bit_cast<uint64_t>(number);
  };
  switch (op) {
    case OpCode::kCopy:
      return a;
    // What leaves every bit of the other operand as it is.
    case OpCode::kMul:
      if (is(a, 1)) return Relying(b, a);
      if (is(b, 1)) return Relying(a, b);
      break;
    case OpCode::kDiv:
      if (is(b, 1)) return Relying(a, b);
      break;
    case OpCode::kSub:
      if (is(b, 0)) return Relying(a, b);
      break;
    case OpCode::kSelect:
      if (a.is_known) return Relying(a.number != 0 ? b : c, a);
      break;
    case OpCode::kAnd:
    case OpCode::kOr:
      for (const Value* operand : {&a, &b}) {
        const bool truth = operand->number != 0;
        if (operand->is_known && truth == (op == OpCode::kOr)) return Relying(Number(truth ? 1 : 0), *operand);
      }
      break;
    default:
      break;
  }
  double values[4] = {a.number, b.number, c.number, 0};
  ExecuteScalar({op, 3, 0, 1, 2}, values);
  if (!a.is_known || !b.is_known || !c.is_known) return Compute(op, a, b, c, values[3]);
  for (const Value* operand : {&a, &b, &c}) RelyOn(*operand);
  return Number(values[3]);
}

LineRecorder::Value LineRecorder::Compute(OpCode op, const Value& a, const Value& b, const Value& c, double number) {
  const Operation operation{op, NodeOf(a), NodeOf(b), NodeOf(c)};
  int32_t& node = computed_.At(operation, -1);
  if (node < 0) {
    node = Append({.origin = Origin::kOperation,
                   .op = op,
                   .a = operation.a,
                   .b = operation.b,
                   .c = operation.c,
                   .value = number});
  }
  return {number, node, false};
}

void LineRecorder::OnRun(const Instruction* begin, const Instruction* end) {
  if (!is_recording()) return;
  const Value none;
  const auto operand = [&](Slot slot) -> const Value& { return slot == kNoSlot ? none : Of(slot); };
  for (const Instruction* i = begin; i < end; ++i) {
    if (i->op >= OpCode::kCall) return Abandon();
    Set(i->dst, Apply(i->op, operand(i->a), operand(i->b), operand(i->c)));
  }
}

void LineRecorder::RequireHeld(Slot slot) {
  if (!is_recording()) return;
  const Value& value = Of(slot);
  if (!value.is_known) return Abandon();
  RelyOn(value);
}

void LineRecorder::RequireFinite(Slot slot) {
  if (is_recording()) GuardFinite(Of(slot));
}

void LineRecorder::AddGuard(Kind kind, bool expected, const Value& a, const Value& b, const Value& c) {
  if (a.is_known && b.is_known && c.is_known) {
    for (const Value* value : {&a, &b, &c}) RelyOn(*value);
    return;
  }
  const StraightLine::Guard guard{kind, expected, NodeOf(a), NodeOf(b), NodeOf(c)};
  uint8_t& guards = nodes_[static_cast<size_t>(guard.a)].guards;
  const auto bit = static_cast<uint8_t>(1 << static_cast<int>(kind));
  if ((guards & bit) != 0 && std::find(guards_.begin(), guards_.end(), guard) != guards_.end()) return;
  guards |= bit;
  guards_.push_back(guard);
}

// A sum, a difference or a product is finite only if its operands are. These come before what is computed of them.
LineRecorder::Guards LineRecorder::NeededGuards() const {
  std::vector<char> is_finite(nodes_.size(), 0);  // because something computed of it is
  const auto add = [&](int32_t node) { is_finite[static_cast<size_t>(node)] = 1; };
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
    for (const int32_t operand : {guard.a, guard.b}) add(operand);
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

/// Numbers what is needed of the nodes.
struct LineRecorder::Emission {
  const LineRecorder& recorder;
  std::vector<char> is_needed;
  std::vector<int32_t> index_of;
  std::vector<int32_t> numbers, loads;
  std::vector<Instruction> operations;
  int32_t first_computed = 0;

  explicit Emission(const LineRecorder& of) : recorder(of), is_needed(of.nodes_.size(), 0) {}

  void Mark(int32_t node) {
    if (node >= 0) is_needed[static_cast<size_t>(node)] = 1;
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
    for (std::vector<int32_t>* list : {&numbers, &loads}) list->reserve(is_needed.size());
    for (size_t i = 0; i < is_needed.size(); ++i) {
      if (!is_needed[i] || recorder.nodes_[i].origin == Origin::kOperation) continue;
      (IsNumber(recorder.nodes_[i]) ? numbers : loads).push_back(static_cast<int32_t>(i));
    }
    index_of.resize(is_needed.size(), -1);
    for (const std::vector<int32_t>* list : {&numbers, &loads}) {
      for (const int32_t node : *list) index_of[static_cast<size_t>(node)] = first_computed++;
    }
    operations.reserve(computed);
  }

  int32_t Index(int32_t node) const { return node < 0 ? 0 : index_of[static_cast<size_t>(node)]; }

  void Compute(int32_t node) {
    if (node >= 0 && index_of[static_cast<size_t>(node)] < 0) Append(node);
  }

  void Append(int32_t number) {
    const Node& node = recorder.At(number);
    Compute(node.a);
    Compute(node.b);
    Compute(node.c);
    index_of[static_cast<size_t>(number)] = first_computed++;
    operations.push_back({node.op, Index(number), Index(node.a), Index(node.b), Index(node.c)});
  }
};

std::optional<LineRecorder::Recorded> LineRecorder::End(const double* slots) {
  if (!is_recording()) return std::nullopt;
  is_recording_ = false;
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  const auto state_of = [&](Slot slot) -> const SlotState& { return states_[static_cast<size_t>(slot)]; };
  // Something wrote that did not say so.
  for (const Slot slot : written_) {
    if (bits(state_of(slot).value.number) != bits(slots[slot])) return std::nullopt;
  }
  std::vector<Slot> writes, others;  // watched, and not
  for (std::vector<Slot>* list : {&writes, &others}) list->reserve(written_.size());
  for (const Slot slot : written_) {
    const auto at = static_cast<size_t>(slot);
    if (kinds_[at] == SlotKind::kMoving && uses_[at] == SlotUse::kNone) continue;
    SlotState& state = states_[at];
    if (state.start >= 0) {
      const Node& start = At(state.start);
      const bool stays_number =
          IsNumber(start) && IsNumber(state.value) && bits(start.value) == bits(state.value.number);
      if (state.value.node == state.start || stays_number) continue;
    }
    state.value.node = NodeOf(state.value);
    (uses_[at] == SlotUse::kWatched ? writes : others).push_back(slot);
  }
  for (std::vector<Slot>* list : {&writes, &others}) std::sort(list->begin(), list->end());
  StraightLine::Code code;
  code.watched = writes.size();
  writes.insert(writes.end(), others.begin(), others.end());

  Emission emission(*this);
  Guards guards = NeededGuards();
  for (const StraightLine::Guard& guard : guards) {
    for (const int32_t node : {guard.a, guard.b, guard.c}) emission.Mark(node);
  }
  for (const Slot slot : writes) emission.Mark(state_of(slot).value.node);
  emission.NumberInputs();
  for (StraightLine::Guard& guard : guards) {
    for (const int32_t node : {guard.a, guard.b, guard.c}) emission.Compute(node);
    for (int32_t* const node : {&guard.a, &guard.b, &guard.c}) *node = emission.Index(*node);
    guard.operations = emission.operations.size();
  }
  code.stored.reserve(writes.size());
  for (const Slot slot : writes) {
    const int32_t node = state_of(slot).value.node;
    emission.Compute(node);
    code.stored.push_back(emission.Index(node));
  }
  code.guards = std::move(guards);
  code.guards.push_back({.kind = Kind::kEnd, .operations = emission.operations.size()});
  code.operations = std::move(emission.operations);
  code.values.resize(static_cast<size_t>(emission.first_computed));
  for (const int32_t number : emission.numbers)
    code.values[static_cast<size_t>(emission.Index(number))] = At(number).value;
  code.first_load = emission.numbers.size();

  std::vector<Slot> places, fixed;
  places.reserve(inputs_.size() + writes.size());
  for (const int32_t input : inputs_) {
    const Node& node = At(input);
    if (!node.is_known || !node.is_relied_on) continue;
    const bool is_fixed = kinds_[static_cast<size_t>(node.slot)] == SlotKind::kFixed;
    (is_fixed ? fixed : places).push_back(node.slot);
    (is_fixed ? code.fixed : code.held).push_back(node.value);
  }
  for (const int32_t load : emission.loads) places.push_back(At(load).slot);
  for (const std::vector<Slot>* list : {&writes, &fixed}) places.insert(places.end(), list->begin(), list->end());
  return Recorded{StraightLine(std::move(code)), std::move(places)};
}

}  // namespace stiction::runtime
