// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/evaluate/evaluate.h"
#include "compiler/ir/instances/bound.h"

#include <algorithm>
#include <cmath>

#include "compiler/evaluate/evaluator.h"

namespace stiction {
namespace {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ScalarType;

constexpr double kLongestLoop = 10'000'000;
constexpr int64_t kElementLimit = 50'000'000;  // of all arrays that one question makes
constexpr size_t kChainLimit = 2000;           // constants, each of which depends on the next: a matter of the stack

bool IsTrue(const Value& v) { return v.dims.empty() && !v.numbers.empty() && v.numbers[0] != 0; }

}  // namespace

std::optional<Value> Evaluate(const ir::InstanceTree& tree, const BoundExpression& expression,
                              const IteratorValues& iterators, Foreign foreign) {
  return Evaluator(tree, iterators, foreign).Eval(expression);
}

std::optional<std::vector<Value>> EvaluateOutputs(const ir::InstanceTree& tree, const BoundExpression& call,
                                                  const IteratorValues& iterators, Foreign foreign) {
  return Evaluator(tree, iterators, foreign).EvalOutputs(call);
}

std::optional<std::vector<int64_t>> Dimensions(const ir::InstanceTree& tree, const BoundExpression& expression,
                                               const IteratorValues& iterators, Foreign foreign) {
  return Evaluator(tree, iterators, foreign).DimsOf(expression);
}

std::optional<Value> Evaluator::Eval(const BoundExpression& e) {
  auto value = EvalAny(e);
  if (value && (value->is_record || !Spend(*value))) return std::nullopt;
  return value;
}

std::optional<std::vector<Value>> Evaluator::EvalOutputs(const BoundExpression& call) {
  auto results = Call(call);
  if (!results) return std::nullopt;
  std::vector<Value> outputs;
  for (std::optional<Value>& result : *results) {
    if (!result || result->is_record || !Spend(*result)) return std::nullopt;
    outputs.push_back(std::move(*result));
  }
  return outputs;
}

bool Evaluator::Spend(const Value& value) {
  if (value.dims.empty() && value.type != ScalarType::kString) return true;
  elements_ += static_cast<int64_t>(value.numbers.size() + value.texts.size());
  for (const std::string& text : value.texts) elements_ += static_cast<int64_t>(text.size() / sizeof(double));
  return elements_ <= kElementLimit;
}

std::optional<Value> Evaluator::EvalLocal(const BoundExpression& e) {
  if (frames_.empty()) return std::nullopt;
  const size_t local = static_cast<size_t>(e.local);
  if (local >= frames_.back()->locals.size()) return std::nullopt;
  const std::optional<Value>* value = &frames_.back()->locals[local].value;
  const SubscriptList* subscripts = &e.subscripts;
  for (const ir::BoundMember& member : e.members) {
    if (!*value || !subscripts->empty()) return std::nullopt;
    const auto field = std::find_if((*value)->fields.begin(), (*value)->fields.end(),
                                    [&](const ValueField& f) { return f.name == member.name; });
    if (field == (*value)->fields.end()) return std::nullopt;
    value = &field->value;
    subscripts = &member.subscripts;
  }
  return Subscript(*value, *subscripts);
}

// The value of a call of a record constructor (MLS 12.6).
std::optional<Value> Evaluator::RecordOf(const BoundExpression& constructor) {
  const ir::FunctionInstance& function = tree_.functions[constructor.function.index()];
  Value record;
  record.is_record = true;
  for (size_t i = 0; i < function.variables.size() && i < constructor.operands.size(); ++i) {
    auto field = EvalAny(*constructor.operands[i]);
    if (!field) return std::nullopt;
    if (function.variables[i].type.scalar == ScalarType::kReal && field->type == ScalarType::kInteger) {
      field->type = ScalarType::kReal;
    }
    record.fields.push_back({function.variables[i].name, std::move(field)});
  }
  return record;
}

// Longer than a screen: one case for each kind of expression.
std::optional<Value> Evaluator::EvalAny(const BoundExpression& e) {
  switch (e.kind) {
    case BoundKind::kReal:
      return ScalarValue(ScalarType::kReal, e.number);
    case BoundKind::kInteger:
      return ScalarValue(ScalarType::kInteger, e.number);
    case BoundKind::kBoolean:
      return ScalarValue(ScalarType::kBoolean, e.number);
    case BoundKind::kEnumeration: {
      Value v = ScalarValue(ScalarType::kEnumeration, e.number);
      v.enumeration = e.type.enumeration;
      return v;
    }
    case BoundKind::kString:
      return TextValue(e.text);
    case BoundKind::kComponent:
      return EvalComponent(e);
    case BoundKind::kLocal:
      return EvalLocal(e);
    case BoundKind::kIterator: {
      const auto found = iterators_.find(e.local);
      if (found == iterators_.end()) return std::nullopt;
      return Subscript(found->second, e.subscripts);
    }
    case BoundKind::kTime:
    case BoundKind::kTuple:
      return std::nullopt;
    case BoundKind::kUnary: {
      const auto a = Eval(*e.operands[0]);
      if (!a) return std::nullopt;
      return EvaluateUnary(e.unary, *a);
    }
    case BoundKind::kBinary: {
      const auto a = Eval(*e.operands[0]);
      if (a && a->type == ScalarType::kBoolean && a->dims.empty()) {
        if (e.binary == ast::BinaryOperator::kAnd && !IsTrue(*a)) return a;
        if (e.binary == ast::BinaryOperator::kOr && IsTrue(*a)) return a;
      }
      if (!a) return std::nullopt;
      const auto b = Eval(*e.operands[1]);
      if (!b) return std::nullopt;
      return EvaluateBinary(e.binary, *a, *b);
    }
    case BoundKind::kIf:
      return EvalIf(e);
    case BoundKind::kRange:
      return EvalRange(e);
    case BoundKind::kArray: {
      std::vector<Value> values;
      for (const ir::BoundPtr& operand : e.operands) {
        auto v = Eval(*operand);
        if (!v) return std::nullopt;
        values.push_back(std::move(*v));
      }
      return Stack(values);
    }
    case BoundKind::kMatrix:
      return EvalMatrix(e);
    case BoundKind::kComprehension:
      return EvalComprehension(e);
    case BoundKind::kSubscripted:
      return Subscript(Eval(*e.operands[0]), e.subscripts);
    case BoundKind::kMember:
      return MemberOf(e);
    case BoundKind::kEnd:
      return EvalEnd(e);
    case BoundKind::kBuiltin:
      return EvalBuiltin(e);
    case BoundKind::kCall: {
      if (tree_.functions[e.function.index()].is_record_constructor) return RecordOf(e);
      const auto results = Call(e);
      if (!results || results->empty()) return std::nullopt;
      return results->front();
    }
    case BoundKind::kOverloaded:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> Evaluator::EvalIf(const BoundExpression& e) {
  for (size_t i = 0; i + 1 < e.operands.size(); i += 2) {
    const auto condition = Eval(*e.operands[i]);
    if (!condition) return std::nullopt;
    if (IsTrue(*condition)) return EvalAny(*e.operands[i + 1]);
  }
  return EvalAny(*e.operands.back());
}

Value Evaluator::Range::At(int64_t i) const {
  return {type, enumeration, {}, {start + static_cast<double>(i) * step}, {}};
}

std::optional<Evaluator::Range> Evaluator::RangeOf(const BoundExpression& e) {
  std::vector<Value> parts;
  for (const ir::BoundPtr& operand : e.operands) {
    auto v = Eval(*operand);
    if (!v || !v->dims.empty() || v->numbers.empty()) return std::nullopt;
    parts.push_back(std::move(*v));
  }
  const double start = parts.front().numbers[0];
  const double stop = parts.back().numbers[0];
  const double step = parts.size() == 3 ? parts[1].numbers[0] : 1;
  if (step == 0) return std::nullopt;
  Range range{parts.front().type, parts.front().enumeration, start, step, 0};
  for (const Value& p : parts) {
    if (range.type == ScalarType::kInteger) range.type = p.type;
  }
  const double count = std::floor((stop - start) / step + (range.type == ScalarType::kReal ? 1e-10 : 0.0)) + 1;
  if (!(count <= kLongestLoop)) return std::nullopt;
  range.count = static_cast<int64_t>(std::max(count, 0.0));
  return range;
}

std::optional<Value> Evaluator::EvalRange(const BoundExpression& e) {
  const std::optional<Range> range = RangeOf(e);
  if (!range || !IsPossible({range->count})) return std::nullopt;
  Value result{range->type, range->enumeration, {range->count}, {}, {}};
  for (int64_t i = 0; i < range->count; ++i) result.numbers.push_back(range->start + double(i) * range->step);
  return result;
}

std::optional<Value> Evaluator::EvalMatrix(const BoundExpression& e) {
  std::vector<Value> rows;
  size_t next = 0;
  for (int32_t count : e.rows) {
    std::vector<Value> row;
    for (int32_t i = 0; i < count; ++i) {
      auto v = Eval(*e.operands[next++]);
      if (!v) return std::nullopt;
      while (v->dims.size() < 2) v->dims.push_back(1);
      row.push_back(std::move(*v));
    }
    auto joined = Concatenate(2, row);
    if (!joined) return std::nullopt;
    rows.push_back(std::move(*joined));
  }
  return Concatenate(1, rows);
}

std::optional<Value> Evaluator::EvalEnd(const BoundExpression& e) {
  if (!e.end_of) return std::nullopt;
  const auto dims = DimsOf(*e.end_of);
  if (!dims || e.end_position < 0 || static_cast<size_t>(e.end_position) >= dims->size()) return std::nullopt;
  return ScalarValue(ScalarType::kInteger, double((*dims)[static_cast<size_t>(e.end_position)]));
}

std::optional<std::vector<Selector>> Evaluator::Selectors(const SubscriptList& subscripts, const Dims& dims) {
  if (subscripts.size() > dims.size()) return std::nullopt;
  std::vector<Selector> selectors;
  for (size_t d = 0; d < subscripts.size(); ++d) {
    Selector selector;
    if (!subscripts[d].expression) {
      selector.scalar = false;
      for (int64_t i = 1; i <= dims[d]; ++i) selector.indices.push_back(i);
    } else {
      const auto v = Eval(*subscripts[d].expression);
      if (!v || v->type == ScalarType::kString || v->dims.size() > 1) return std::nullopt;
      selector.scalar = v->dims.empty();
      const bool mask = v->type == ScalarType::kBoolean;
      for (const double x : v->numbers) {
        const std::optional<int64_t> index = AsInteger(x);
        if (!index) return std::nullopt;
        selector.indices.push_back(*index + (mask ? 1 : 0));
      }
    }
    selectors.push_back(std::move(selector));
  }
  return selectors;
}

std::optional<Value> Evaluator::Subscript(std::optional<Value> value, const SubscriptList& subscripts) {
  if (!value || subscripts.empty()) return value;
  const auto selectors = Selectors(subscripts, value->dims);
  if (!selectors) return std::nullopt;
  return Select(*value, *selectors);
}

std::optional<Value> Evaluator::EvalComponent(const BoundExpression& e) {
  return EvalPath(e.instance, e.subscripts, e.members, 0);
}

std::optional<Value> Evaluator::InstanceValue(ir::InstanceId id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  const ir::Instance& instance = tree_.instances[id.index()];
  if (instance.variability != ir::Variability::kParameter && instance.variability != ir::Variability::kConstant) {
    return std::nullopt;
  }
  if (instance.open >= 0) tree_.open->values[static_cast<size_t>(instance.open)].is_read = true;
  if (running_.size() >= kChainLimit || !running_.insert(id).second) return std::nullopt;
  std::optional<Value> value;
  std::vector<Frame*> outside;
  std::swap(outside, frames_);
  if (instance.binding) {
    value = Eval(*instance.binding);
  } else if (const auto& attributes = ir::AttributesOf(tree_, id); attributes.contains("start")) {
    value = Eval(*attributes.find("start")->second);
  }
  std::swap(outside, frames_);
  if (value && value->dims.empty() && !instance.dims.empty() && IsPossible(instance.dims)) {
    Value whole{value->type, value->enumeration, instance.dims, {}, {}};
    const auto count = static_cast<size_t>(ElementCount(instance.dims));
    whole.numbers.assign(value->numbers.empty() ? 0 : count, value->numbers.empty() ? 0 : value->numbers[0]);
    whole.texts.assign(value->texts.empty() ? 0 : count, value->texts.empty() ? "" : value->texts[0]);
    value = std::move(whole);
  }
  if (value && instance.scalar == ScalarType::kReal && value->type == ScalarType::kInteger) {
    value->type = ScalarType::kReal;
  }
  running_.erase(id);
  known_[id] = value;
  return value;
}

std::optional<Value> Evaluator::EvalPath(ir::InstanceId id, const SubscriptList& subscripts,
                                         const std::vector<ir::BoundMember>& members, size_t next) {
  const ir::Instance& instance = tree_.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    if (next != members.size()) return std::nullopt;
    return Subscript(InstanceValue(id), subscripts);
  }
  if (instance.kind == ir::InstanceKind::kComposite) {
    if (!subscripts.empty()) return std::nullopt;
    if (next == members.size()) {
      if (!ast::IsRecord(instance.class_kind)) return std::nullopt;
      Value record;
      record.is_record = true;
      for (const ir::InstanceId id_of_child : instance.children) {
        auto field = EvalPath(id_of_child, {}, {}, 0);
        if (!field) return std::nullopt;
        record.fields.push_back({tree_.instances[id_of_child.index()].name, std::move(field)});
      }
      return record;
    }
    const auto child = instance.child_by_name.find(members[next].name);
    if (child == instance.child_by_name.end()) return std::nullopt;
    return EvalPath(child->second, members[next].subscripts, members, next + 1);
  }
  // While the elements are being made there are fewer.
  if (static_cast<int64_t>(instance.elements.size()) != ElementCount(instance.dims)) return std::nullopt;
  const auto selectors = Selectors(subscripts, instance.dims);
  if (!selectors) return std::nullopt;
  // Positions of the selected elements, as an array.
  Value positions{ScalarType::kInteger, {}, instance.dims, {}, {}};
  for (size_t i = 0; i < instance.elements.size(); ++i) positions.numbers.push_back(double(i));
  const auto chosen = Select(positions, *selectors);
  if (!chosen) return std::nullopt;
  std::vector<Value> values;
  for (double p : chosen->numbers) {
    auto v = EvalPath(instance.elements[static_cast<size_t>(p)], {}, members, next);
    if (!v || (v->is_record && !chosen->dims.empty())) return std::nullopt;
    values.push_back(std::move(*v));
  }
  if (chosen->dims.empty()) return values.front();
  auto stacked = Stack(values);
  if (!stacked) return std::nullopt;
  stacked->dims.erase(stacked->dims.begin());
  stacked->dims.insert(stacked->dims.begin(), chosen->dims.begin(), chosen->dims.end());
  return stacked;
}

std::optional<Value> Evaluator::EvalBuiltin(const BoundExpression& e) {
  const std::string& name = e.text;
  if (name == "size" || name == "ndims") {
    if (e.operands.empty()) return std::nullopt;
    const auto dims = DimsOf(*e.operands[0]);
    if (!dims) return std::nullopt;
    if (name == "ndims") return ScalarValue(ScalarType::kInteger, double(dims->size()));
    if (e.operands.size() == 1) {
      Value all{ScalarType::kInteger, {}, {int64_t(dims->size())}, {}, {}};
      for (int64_t d : *dims) all.numbers.push_back(double(d));
      return all;
    }
    const auto value = Eval(*e.operands[1]);
    const auto position = value ? AsInteger(*value) : std::nullopt;
    if (!position || *position < 1 || *position > static_cast<int64_t>(dims->size())) return std::nullopt;
    return ScalarValue(ScalarType::kInteger, double((*dims)[static_cast<size_t>(*position - 1)]));
  }
  if (e.operands.size() == 1 && e.operands[0]->kind == BoundKind::kComprehension) {
    return EvalReduction(e);
  }
  std::vector<Value> arguments;
  for (const ir::BoundPtr& operand : e.operands) {
    auto v = Eval(*operand);
    if (!v) return std::nullopt;
    if (v->numbers.empty() && v->texts.empty() && v->dims.empty()) return std::nullopt;
    arguments.push_back(std::move(*v));
  }
  return EvaluateBuiltin(tree_, name, arguments);
}

bool Evaluator::ForEach(const std::vector<ir::BoundIterator>& iterators, size_t next, Dims& counts,
                        const std::function<bool()>& body) {
  if (next == iterators.size()) return body();
  const ir::BoundPtr& over = iterators[next].range;
  if (!over) return false;
  const bool is_range = over->kind == BoundKind::kRange;
  const std::optional<Range> range = is_range ? RangeOf(*over) : std::nullopt;
  const std::optional<Value> values = is_range ? std::nullopt : Eval(*over);
  if (!range && (!values || values->dims.size() != 1)) return false;
  counts[next] = range ? range->count : values->dims[0];
  for (int64_t i = 0; i < counts[next]; ++i) {
    // Loops without end are those of whoever wrote them: the work is bounded.
    if (++steps_ > kStepLimit) return false;
    iterators_[iterators[next].number] = range ? range->At(i) : *Select(*values, {Selector{true, {i + 1}}});
    if (!ForEach(iterators, next + 1, counts, body)) return false;
  }
  iterators_.erase(iterators[next].number);
  return true;
}

std::optional<Value> Evaluator::EvalComprehension(const BoundExpression& e) {
  std::vector<Value> values;
  Dims counts(e.iterators.size(), 0);
  const bool done = ForEach(e.iterators, 0, counts, [&] {
    auto v = Eval(*e.operands[0]);
    if (!v || static_cast<int64_t>(values.size()) >= kLargestArray) return false;
    values.push_back(std::move(*v));
    return true;
  });
  // The length of an inner range may depend on an outer iterator: that is no array.
  if (!done || ElementCount(counts) != static_cast<int64_t>(values.size())) return std::nullopt;
  auto stacked = Stack(values);
  if (!stacked) return std::nullopt;
  stacked->dims.erase(stacked->dims.begin());
  // {e for i in I, j in J} has the last iterator as its first dimension (MLS 10.4.1.1).
  if (counts.size() > 1 && !values.empty()) {
    Value ordered = *stacked;
    const auto inner = values.front().numbers.size() + values.front().texts.size();
    for (size_t flat = 0; flat < values.size(); ++flat) {
      size_t rest = flat, to = 0;
      std::vector<size_t> digits(counts.size());
      for (size_t d = counts.size(); d-- > 0;) {
        digits[d] = rest % static_cast<size_t>(counts[d]);
        rest /= static_cast<size_t>(counts[d]);
      }
      for (size_t d = counts.size(); d-- > 0;) to = to * static_cast<size_t>(counts[d]) + digits[d];
      for (size_t k = 0; k < inner; ++k) {
        if (!stacked->numbers.empty()) ordered.numbers[to * inner + k] = stacked->numbers[flat * inner + k];
        if (!stacked->texts.empty()) ordered.texts[to * inner + k] = stacked->texts[flat * inner + k];
      }
    }
    stacked = std::move(ordered);
  }
  Dims dims(counts.rbegin(), counts.rend());
  dims.insert(dims.end(), stacked->dims.begin(), stacked->dims.end());
  stacked->dims = std::move(dims);
  return stacked;
}

std::optional<Value> Evaluator::EvalReduction(const BoundExpression& e) {
  const std::string& name = e.text;
  auto values = EvalComprehension(*e.operands[0]);
  if (!values) return std::nullopt;
  const size_t iterators = ir::ReducedDimensions(e);
  if (iterators > 0 && values->dims.size() > iterators) {
    if (name != "sum") return std::nullopt;
    Value sum = *values;
    sum.dims.erase(sum.dims.begin(), sum.dims.begin() + static_cast<std::ptrdiff_t>(iterators));
    sum.numbers.assign(static_cast<size_t>(ElementCount(sum.dims)), 0);
    for (size_t k = 0; k < values->numbers.size(); ++k) sum.numbers[k % sum.numbers.size()] += values->numbers[k];
    return sum;
  }
  if (name == "array") return values;
  if (name != "sum" && name != "product" && name != "min" && name != "max") return std::nullopt;
  values->dims = {ElementCount(values->dims)};
  if (values->numbers.empty() && name == "sum") return ScalarValue(ScalarType::kReal, 0);
  return EvaluateBuiltin(tree_, name, {*values});
}

std::optional<Value> Evaluator::MemberOf(const BoundExpression& e) {
  const BoundExpression& of = *e.operands[0];
  if (of.kind == BoundKind::kComponent) {
    BoundExpression whole = of;
    whole.members.push_back({e.text, {}, e.span});
    return EvalComponent(whole);
  }
  if (of.kind == BoundKind::kIf) {
    BoundExpression chosen = of;
    for (size_t i = 0; i < of.operands.size(); ++i) {
      if (i % 2 == 0 && i + 1 < of.operands.size()) continue;
      auto member = std::make_shared<BoundExpression>(e);
      member->operands = {of.operands[i]};
      chosen.operands[i] = member;
    }
    return EvalIf(chosen);
  }
  // Of a record constructor only the member itself is needed, so that variable others do not hinder.
  if (of.kind == BoundKind::kCall && tree_.functions[of.function.index()].is_record_constructor) {
    const ir::FunctionInstance& function = tree_.functions[of.function.index()];
    for (size_t i = 0; i < function.variables.size() && i < of.operands.size(); ++i) {
      if (function.variables[i].name == e.text) return EvalAny(*of.operands[i]);
    }
    return std::nullopt;
  }
  const auto record = EvalAny(of);
  if (!record) return std::nullopt;
  for (const ValueField& field : record->fields) {
    if (field.name == e.text) return field.value;
  }
  return std::nullopt;
}

}  // namespace stiction
