#include "runtime/solve/line_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/evaluate/operations.h"
#include "runtime/evaluate/relation.h"

namespace stiction::runtime {

using Kind = StraightLine::Step::Kind;

void LineRecorder::Begin(const double* slots) {
  slots_ = slots;
  is_recording_ = is_shareable_ = true;
  pauses_ = 0;
  ++run_;
  nodes_.clear();
  written_.clear();
  known_operations_.clear();
  known_numbers_.clear();
  inputs_.clear();
  guards_.clear();
}

LineRecorder::Value LineRecorder::Append(const Node& node) {
  nodes_.push_back(node);
  return static_cast<Value>(nodes_.size()) - 1;
}

LineRecorder::Value LineRecorder::Number(double value) {
  const auto [entry, added] = known_numbers_.emplace(std::bit_cast<uint64_t>(value), 0);
  if (added) entry->second = Append({.is_known = true, .value = value});
  return entry->second;
}

LineRecorder::Value LineRecorder::Of(Slot slot) {
  const auto at = static_cast<size_t>(slot);
  if (run_of_[at] == run_) return value_of_[at];
  run_of_[at] = run_;
  const bool is_known = kinds_[at] != SlotKind::kMoving;
  value_of_[at] = Append({.origin = Origin::kSlot, .is_known = is_known, .slot = slot, .value = slots_[slot]});
  inputs_.push_back(value_of_[at]);
  return value_of_[at];
}

void LineRecorder::Set(Slot slot, Value value) {
  const auto at = static_cast<size_t>(slot);
  // What it held before may be what it holds in the end.
  Of(slot);
  value_of_[at] = value;
  written_.push_back(slot);
}

void LineRecorder::RelyOn(Value value) {
  if (value >= 0) nodes_[static_cast<size_t>(value)].is_relied_on = true;
}

LineRecorder::Value LineRecorder::Apply(OpCode op, Value a, Value b, Value c) {
  const auto number = [&](bool value, Value decided_by) {
    RelyOn(decided_by);
    return Number(value ? 1 : 0);
  };
  if (op == OpCode::kCopy) return a;
  // What leaves every bit of the other operand as it is.
  const auto is = [&](Value operand, double wanted) {
    const bool is_it =
        IsKnown(operand) && std::bit_cast<uint64_t>(At(operand).value) == std::bit_cast<uint64_t>(wanted);
    if (is_it) RelyOn(operand);
    return is_it;
  };
  if (op == OpCode::kMul && is(a, 1)) return b;
  if ((op == OpCode::kMul || op == OpCode::kDiv) && is(b, 1)) return a;
  if (op == OpCode::kSub && is(b, 0)) return a;
  if (op == OpCode::kSelect && IsKnown(a)) {
    RelyOn(a);
    return At(a).value != 0 ? b : c;
  }
  if (op == OpCode::kAnd || op == OpCode::kOr) {
    for (const Value operand : {a, b}) {
      const bool truth = At(operand).value != 0;
      if (IsKnown(operand) && truth == (op == OpCode::kOr)) return number(truth, operand);
    }
  }
  double values[4] = {a < 0 ? 0 : At(a).value, b < 0 ? 0 : At(b).value, c < 0 ? 0 : At(c).value, 0};
  ExecuteScalar({op, 3, 0, 1, 2}, values);
  if (IsKnown(a) && IsKnown(b) && IsKnown(c)) {
    for (const Value operand : {a, b, c}) RelyOn(operand);
    return Number(values[3]);
  }
  const auto [entry, added] = known_operations_.emplace(std::tuple(op, a, b, c), 0);
  if (added) {
    entry->second = Append({.origin = Origin::kOperation, .op = op, .a = a, .b = b, .c = c, .value = values[3]});
  }
  return entry->second;
}

void LineRecorder::OnRun(const Instruction* begin, const Instruction* end) {
  if (!is_recording()) return;
  for (const Instruction* i = begin; i < end; ++i) {
    if (i->op >= OpCode::kCall) return Abandon();
    const auto operand = [&](Slot slot) { return slot == kNoSlot ? -1 : Of(slot); };
    const Value a = operand(i->a), b = operand(i->b), c = operand(i->c);
    Set(i->dst, Apply(i->op, a, b, c));
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

void LineRecorder::AddGuard(const Decision& guard) {
  if (IsKnown(guard.a) && IsKnown(guard.b) && IsKnown(guard.c)) {
    for (const Value value : {guard.a, guard.b, guard.c}) RelyOn(value);
    return;
  }
  if (std::find(guards_.begin(), guards_.end(), guard) == guards_.end()) guards_.push_back(guard);
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
  LineRecorder& recorder;
  std::vector<int32_t> index_of;
  std::vector<Value> numbers, loads;
  std::vector<StraightLine::Step> steps;
  std::vector<char> is_needed;

  explicit Emission(LineRecorder& of) : recorder(of), index_of(of.nodes_.size(), -1), is_needed(of.nodes_.size(), 0) {}

  // Operands come before what is computed of them.
  void Mark(Value value) {
    if (value < 0 || is_needed[static_cast<size_t>(value)]) return;
    is_needed[static_cast<size_t>(value)] = 1;
    const Node& node = recorder.At(value);
    for (const Value operand : {node.a, node.b, node.c}) Mark(operand);
  }

  void NumberInputs() {
    for (size_t i = 0; i < is_needed.size(); ++i) {
      if (!is_needed[i] || recorder.nodes_[i].origin == Origin::kOperation) continue;
      (IsNumber(recorder.nodes_[i]) ? numbers : loads).push_back(static_cast<Value>(i));
    }
    int32_t next = 0;
    for (const std::vector<Value>* list : {&numbers, &loads}) {
      for (const Value value : *list) index_of[static_cast<size_t>(value)] = next++;
    }
    first_computed = next;
  }

  int32_t first_computed = 0;

  int32_t Index(Value value) const { return value < 0 ? 0 : index_of[static_cast<size_t>(value)]; }

  void Compute(Value value) {
    if (value < 0 || index_of[static_cast<size_t>(value)] >= 0) return;
    const Node& node = recorder.At(value);
    for (const Value operand : {node.a, node.b, node.c}) Compute(operand);
    index_of[static_cast<size_t>(value)] = first_computed++;
    steps.push_back({.operation = {node.op, Index(value), Index(node.a), Index(node.b), Index(node.c)}});
  }
};

std::unique_ptr<StraightLine> LineRecorder::End(const double* slots) {
  if (!is_recording()) return nullptr;
  is_recording_ = false;
  std::sort(written_.begin(), written_.end());
  written_.erase(std::unique(written_.begin(), written_.end()), written_.end());
  // Something wrote that did not say so.
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  for (const Slot slot : written_) {
    if (bits(At(Of(slot)).value) != bits(slots[slot])) return nullptr;
  }
  std::vector<StraightLine::Condition> fixed, held;
  std::vector<Value> start_of(kinds_.size(), -1);
  for (const Value input : inputs_) {
    const Node& node = At(input);
    start_of[static_cast<size_t>(node.slot)] = input;
    if (!node.is_known || !node.is_relied_on) continue;
    (kinds_[static_cast<size_t>(node.slot)] == SlotKind::kFixed ? fixed : held).push_back({node.slot, node.value});
  }
  std::vector<Slot> writes;
  for (const Slot slot : written_) {
    const auto at = static_cast<size_t>(slot);
    if (kinds_[at] == SlotKind::kMoving && !kept_[at]) continue;
    const Value value = Of(slot), start = start_of[at];
    const bool stays_number =
        IsNumber(At(start)) && IsNumber(At(value)) && bits(At(start).value) == bits(At(value).value);
    if (value != start && !stays_number) writes.push_back(slot);
  }
  Emission emission(*this);
  for (const Decision& guard : guards_) {
    for (const Value value : {guard.a, guard.b, guard.c}) emission.Mark(value);
  }
  for (const Slot slot : writes) emission.Mark(Of(slot));
  emission.NumberInputs();
  for (const Decision& guard : guards_) {
    for (const Value value : {guard.a, guard.b, guard.c}) emission.Compute(value);
    const Instruction operands{OpCode::kCopy, 0, emission.Index(guard.a), emission.Index(guard.b),
                               emission.Index(guard.c)};
    emission.steps.push_back({.operation = operands, .kind = guard.kind, .expected = guard.expected});
  }
  for (const Slot slot : writes) emission.Compute(Of(slot));
  auto code = std::make_shared<StraightLine::Code>();
  code->steps = std::move(emission.steps);
  code->values.resize(static_cast<size_t>(emission.first_computed));
  for (const Value number : emission.numbers)
    code->values[static_cast<size_t>(emission.Index(number))] = At(number).value;
  code->first_load = emission.numbers.size();
  std::vector<Slot> loads;
  for (const Value load : emission.loads) loads.push_back(At(load).slot);
  for (const Slot slot : writes) code->stored.push_back(emission.Index(Of(slot)));
  return std::make_unique<StraightLine>(std::move(code), std::move(fixed), std::move(held), std::move(loads),
                                        std::move(writes));
}

}  // namespace stiction::runtime
