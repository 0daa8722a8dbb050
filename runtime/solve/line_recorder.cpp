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
  StateOf(kNoSlot).run = run_;
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
  SlotState& state = StateOf(slot);
  state = {.value = {number, start, is_known}, .start = start, .run = run_};
  inputs_.push_back(start);
  return state.value;
}

[[gnu::always_inline]] inline LineRecorder::Value LineRecorder::Result(OpCode op, const Value& a, const Value& b,
                                                                       const Value& c) {
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
  ExecuteSurelyScalar({op, 3, 0, 1, 2}, values);
  if (!(a.is_known & b.is_known & c.is_known)) return Compute(op, a, b, c, values[3]);
  for (const Value* operand : {&a, &b, &c}) RelyOn(*operand);
  return Number(values[3]);
}

LineRecorder::Value LineRecorder::Apply(OpCode op, const Value& a, const Value& b, const Value& c) {
  return Result(op, a, b, c);
}

LineRecorder::Value LineRecorder::Compute(OpCode op, const Value& a, const Value& b, const Value& c, double number) {
  const int32_t first = NodeOf(a), second = NodeOf(b), third = NodeOf(c);
  int32_t& node = computed_.At({op, first, second, third}, -1);
  if (node < 0) {
    node = Append({.origin = Origin::kOperation,
                   .op = op,
                   .a = first,
                   .b = second,
                   .c = third,
                   .slot = kNoSlot,
                   .value = number});
  }
  return {number, node, false};
}

void LineRecorder::OnRun(const Instruction* begin, const Instruction* end) {
  if (!is_recording()) return;
  for (const Instruction* i = begin; i < end; ++i) {
    if (i->op >= OpCode::kCall) return Abandon();
    const Value& a = Of(i->a);
    if (i->op == OpCode::kCopy) {
      Set(i->dst, a);
    } else if (i->op == OpCode::kSelect && a.is_known) {
      RelyOn(a);
      Set(i->dst, Of(a.number != 0 ? i->b : i->c));
    } else {
      Set(i->dst, Result(i->op, a, Of(i->b), Of(i->c)));
    }
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
  const StraightLine::Guard guard{.kind = kind, .expected = expected, .a = NodeOf(a), .b = NodeOf(b), .c = NodeOf(c)};
  uint8_t& guards = nodes_[static_cast<size_t>(guard.a)].guards;
  const auto bit = static_cast<uint8_t>(1 << static_cast<int>(kind));
  if ((guards & bit) != 0 && std::find(guards_.begin(), guards_.end(), guard) != guards_.end()) return;
  guards |= bit;
  guards_.push_back(guard);
}

// A sum, a difference or a product is finite only if its operands are. These come before what is computed of them.
LineRecorder::Guards LineRecorder::NeededGuards() {
  std::vector<char>& is_finite = is_finite_;  // because something computed of it is
  is_finite.assign(nodes_.size(), 0);
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

bool LineRecorder::IsFinite(int32_t number) const {
  const Node& node = At(number);
  return is_finite_[static_cast<size_t>(number)] != 0 || (IsNumber(node) && std::isfinite(node.value));
}

bool LineRecorder::IsSize(int32_t number) const {
  const Node& node = At(number);
  if (IsNumber(node)) return node.value >= 0;
  if (node.origin != Origin::kOperation) return false;
  return node.op == OpCode::kAbs ? IsFinite(node.a) : node.op == OpCode::kAdd && IsSize(node.a) && IsSize(node.b);
}

// A residual of 0 is small compared with anything but NaN.
bool LineRecorder::ZeroSuffices(const StraightLine::Guard& guard) const {
  const Node& product = At(guard.c);
  const bool is_product = product.origin == Origin::kOperation && product.op == OpCode::kMul;
  return guard.expected && IsSize(guard.b) &&
         (IsFinite(guard.c) || (is_product && IsFinite(product.a) && IsFinite(product.b)));
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

void LineRecorder::Emission::Begin(size_t count) {
  is_needed.assign(count, 0);
  index_of.assign(count, -1);
  for (std::vector<int32_t>* list : {&numbers, &loads}) list->clear();
  operations.clear();
  late.clear();
  first_computed = 0;
}

// Operands come before what is computed of them.
void LineRecorder::Emission::NumberInputs(const std::vector<Node>& nodes) {
  size_t computed = 0;
  for (size_t i = is_needed.size(); i-- > 0;) {
    if (!is_needed[i]) continue;
    const Node& node = nodes[i];
    if (node.origin == Origin::kOperation) {
      ++computed;
      for (const int32_t operand : {node.a, node.b, node.c}) Mark(operand);
    } else {
      (IsNumber(node) ? numbers : loads).push_back(static_cast<int32_t>(i));
    }
  }
  for (std::vector<int32_t>* list : {&numbers, &loads}) {
    std::reverse(list->begin(), list->end());
    for (const int32_t node : *list) index_of[static_cast<size_t>(node)] = first_computed++;
  }
  operations.reserve(computed);
}

void LineRecorder::Emission::Append(const std::vector<Node>& nodes, int32_t number) {
  const Node& node = nodes[static_cast<size_t>(number)];
  for (const int32_t operand : {node.a, node.b, node.c}) Compute(nodes, operand);
  const int32_t index = index_of[static_cast<size_t>(number)] = first_computed++;
  operations.push_back({node.op, index, Index(node.a), Index(node.b), Index(node.c)});
}

void LineRecorder::Emission::AppendLate(const std::vector<Node>& nodes, int32_t number) {
  const Node& node = nodes[static_cast<size_t>(number)];
  for (const int32_t operand : {node.a, node.b, node.c}) ComputeLate(nodes, operand);
  const int32_t index = index_of[static_cast<size_t>(number)] = first_computed++;
  late.push_back({node.op, index, Index(node.a), Index(node.b), Index(node.c)});
  computed_late.push_back(number);
}

// Others that need the same compute it themselves.
void LineRecorder::Emission::EndLate() {
  for (const int32_t node : computed_late) index_of[static_cast<size_t>(node)] = -1;
}

// @returns false if something wrote that did not say so
bool LineRecorder::FindWrites(const double* slots) {
  writes_.clear();
  unwatched_.clear();
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  for (const Slot slot : written_) {
    SlotState& state = StateOf(slot);
    if (bits(state.value.number) != bits(slots[slot])) return false;
    const auto at = static_cast<size_t>(slot);
    if (kinds_[at] == SlotKind::kMoving && uses_[at] == SlotUse::kNone) continue;
    if (state.start >= 0) {
      const Node& start = At(state.start);
      if (state.value.node == state.start) continue;
      if (bits(start.value) == bits(state.value.number) && IsNumber(start) && IsNumber(state.value)) continue;
    }
    state.value.node = NodeOf(state.value);
    (uses_[at] == SlotUse::kWatched ? writes_ : unwatched_).push_back(slot);
  }
  for (std::vector<Slot>* list : {&writes_, &unwatched_}) std::sort(list->begin(), list->end());
  return true;
}

std::optional<LineRecorder::Recorded> LineRecorder::End(const double* slots) {
  if (!is_recording()) return std::nullopt;
  is_recording_ = false;
  if (!FindWrites(slots)) return std::nullopt;
  StraightLine::Code code;
  code.watched = writes_.size();
  writes_.insert(writes_.end(), unwatched_.begin(), unwatched_.end());
  code.guards = NeededGuards();
  EmitOperations(code);
  std::vector<Slot> places = EmitPlaces(code);
  return Recorded{StraightLine(std::move(code)), std::move(places)};
}

void LineRecorder::EmitGuard(StraightLine::Guard& guard) {
  Emission& emission = emission_;
  if (guard.kind == Kind::kSmall) {
    guard.zero_suffices = ZeroSuffices(guard);
    emission.Compute(nodes_, guard.a);
    guard.late_begin = static_cast<int32_t>(emission.late.size());
    emission.BeginLate();
    for (const int32_t node : {guard.b, guard.c}) emission.ComputeLate(nodes_, node);
    guard.late_end = static_cast<int32_t>(emission.late.size());
  } else {
    for (const int32_t node : {guard.a, guard.b, guard.c}) emission.Compute(nodes_, node);
  }
  for (int32_t* const node : {&guard.a, &guard.b, &guard.c}) *node = emission.Index(*node);
  if (guard.kind == Kind::kSmall) emission.EndLate();
}

void LineRecorder::EmitOperations(StraightLine::Code& code) {
  Emission& emission = emission_;
  emission.Begin(nodes_.size());
  for (const StraightLine::Guard& guard : code.guards) {
    for (const int32_t node : {guard.a, guard.b, guard.c}) emission.Mark(node);
  }
  for (const Slot slot : writes_) emission.Mark(StateOf(slot).value.node);
  emission.NumberInputs(nodes_);
  for (StraightLine::Guard& guard : code.guards) EmitGuard(guard);
  code.stored.reserve(writes_.size());
  for (const Slot slot : writes_) {
    const int32_t node = StateOf(slot).value.node;
    emission.Compute(nodes_, node);
    code.stored.push_back(emission.Index(node));
  }
  const auto count = static_cast<int32_t>(emission.operations.size());
  for (StraightLine::Guard& guard : code.guards) {
    guard.late_begin += count;
    guard.late_end += count;
  }
  code.at_once = emission.operations.size();
  code.operations.reserve(emission.operations.size() + emission.late.size());
  code.operations = emission.operations;
  code.operations.insert(code.operations.end(), emission.late.begin(), emission.late.end());
  code.values.resize(static_cast<size_t>(emission.first_computed));
  for (size_t k = 0; k < emission.numbers.size(); ++k) code.values[k] = At(emission.numbers[k]).value;
  code.first_load = emission.numbers.size();
}

std::vector<Slot> LineRecorder::EmitPlaces(StraightLine::Code& code) {
  std::vector<Slot> places;
  places.reserve(inputs_.size() + writes_.size());
  fixed_.clear();
  for (std::vector<double>* values : {&code.held, &code.fixed}) values->reserve(inputs_.size());
  for (const int32_t input : inputs_) {
    const Node& node = At(input);
    if (!node.is_known || !node.is_relied_on) continue;
    const bool is_fixed = kinds_[static_cast<size_t>(node.slot)] == SlotKind::kFixed;
    (is_fixed ? fixed_ : places).push_back(node.slot);
    (is_fixed ? code.fixed : code.held).push_back(node.value);
  }
  for (const int32_t load : emission_.loads) places.push_back(At(load).slot);
  for (const std::vector<Slot>* list : {&writes_, &fixed_}) places.insert(places.end(), list->begin(), list->end());
  return places;
}

}  // namespace stiction::runtime
