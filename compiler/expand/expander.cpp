// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/expander.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "compiler/evaluate/missing_value.h"
#include "compiler/expand/scalar.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/ir/instances/substitute_locals.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

namespace {

constexpr size_t kMaxExpressions = 20'000'000;

}  // namespace

// Longer than a screen: one case for each kind of expression.
FlatValue Expander::Expand(const BoundExpression& e) {
  if (pool().size() > kMaxExpressions) {
    throw ModelTooLarge{e.span,
                        fmt::format("the equations of the model hold more than {} expressions", kMaxExpressions)};
  }
  const auto scalar = [&](ExprId id) { return MakeScalar(pool(), id); };
  switch (e.kind) {
    case BoundKind::kReal:
      return scalar(pool().Real(e.number));
    case BoundKind::kInteger:
      return scalar(pool().Integer(static_cast<int64_t>(e.number)));
    case BoundKind::kBoolean:
      return scalar(pool().Boolean(e.number != 0));
    case BoundKind::kString:
      return scalar(pool().String(e.text));
    case BoundKind::kEnumeration:
      return scalar(pool().EnumerationLiteral(e.type.enumeration, static_cast<int>(e.number)));
    case BoundKind::kComponent:
      return ExpandReference(e);
    case BoundKind::kLocal:
      return ExpandLocal(e);
    case BoundKind::kIterator: {
      const auto found = iterators_.find(e.local);
      if (found == iterators_.end()) {
        Fail(DiagnosticKind::UnknownName, e.span,
             fmt::format("the range of an iterator cannot depend on `{}`, which runs inside of it", e.text),
             "put the iterator that depends on another one first (MLS 10.4.1.1)");
      }
      return scalar(found->second);
    }
    case BoundKind::kTime:
      // A record that a function declares may have been written for models.
      if (locals_) Fail(DiagnosticKind::OperatorInFunction, e.span, "`time` cannot stand in a function (MLS 12.2)");
      return scalar(pool().Time());
    case BoundKind::kUnary:
      return ExpandUnary(e);
    case BoundKind::kBinary:
      return ExpandBinary(e);
    case BoundKind::kIf:
      return ExpandIf(e);
    case BoundKind::kRange:
      return ExpandRange(e);
    case BoundKind::kArray:
      return ExpandArray(e);
    case BoundKind::kMatrix:
      return ExpandMatrix(e);
    case BoundKind::kComprehension:
      return ExpandComprehension(e);
    case BoundKind::kTuple:
      Fail(DiagnosticKind::NotYetSupported, e.span,
           "a list of results is only possible on the left of a function call");
    case BoundKind::kSubscripted:
      return ExpandSubscripted(e);
    case BoundKind::kMember: {
      const FlatValue record = Expand(*e.operands.at(0));
      return SelectElements(FieldOf(record, e.text, e.span), e.subscripts, e.span);
    }
    case BoundKind::kEnd: {
      CHECK(e.end_of, "`end` stands in no subscript");
      const FlatValue of = Expand(*e.end_of);
      CHECK(e.end_position >= 0 && e.end_position < static_cast<int32_t>(of.dims.size()), "`end` at {} of {}",
            e.end_position, Describe(of.dims));
      return scalar(pool().Integer(of.dims[static_cast<size_t>(e.end_position)]));
    }
    case BoundKind::kBuiltin:
      return ExpandBuiltin(e);
    case BoundKind::kCall: {
      if (const std::optional<Value> known = EvaluatedOfStrings(e)) return Literals(*known);
      if (e.type.kind == ir::Type::Kind::kNone) {
        Fail(DiagnosticKind::TypeMismatch, e.span, "the function has no result to use here");
      }
      std::vector<FlatValue> outputs = ExpandCall(e);
      return std::move(outputs.front());
    }
    case BoundKind::kOverloaded:
      break;  // typecheck has chosen
  }
  CHECK(false, "unknown kind of expression");
  return {};
}

ExprId Expander::ExpandScalar(const BoundExpression& e) {
  const FlatValue value = Expand(e);
  if (!value.IsScalar()) {
    Fail(DiagnosticKind::DimensionMismatch, e.span,
         fmt::format("expected a scalar, found an array {}", Describe(value.dims)));
  }
  return value.elements.front();
}

IteratorValues Expander::KnownIterators() {
  IteratorValues values;
  for (const auto& [number, id] : iterators_) {
    const ir::ExprNode& node = pool()[id];
    if (!ir::IsLiteral(node.op) || node.op == Op::kString) continue;
    values[number] = {
        .type = node.type, .enumeration = node.enumeration, .dims = {}, .numbers = {node.number}, .texts = {}};
  }
  return values;
}

std::optional<Value> Expander::Evaluated(const BoundExpression& e) {
  const std::optional<ir::BoundPtr> queried = context_.graph ? WithGraphQueries(e) : std::nullopt;
  const ir::BoundPtr known = locals_ ? WithKnownLocals(e) : nullptr;
  return Evaluate(context_.tree, known ? *known : queried ? **queried : e, KnownIterators());
}

// Declarations refer to each other: a few rounds are enough for what people write.
ir::BoundPtr Expander::WithConstantLocals(const BoundExpression& e) {
  constexpr int kRounds = 5;
  ir::BoundPtr result = WithKnownLocals(e);
  if (!result) result = std::make_shared<BoundExpression>(e);
  for (int round = 0; round < kRounds; ++round) {
    std::map<int32_t, ir::BoundPtr> known;
    for (const int32_t local : ir::LocalsOf(*result)) {
      const LocalVariable& variable = (*locals_)[static_cast<size_t>(local)];
      if (variable.value) known[local] = variable.value;
    }
    if (known.empty()) break;
    result = ir::SubstituteLocals(result, known);
  }
  return result;
}

std::optional<std::vector<FlatValue>> Expander::EvaluatedOutputs(const BoundExpression& call) {
  const ir::BoundPtr known = locals_ ? WithConstantLocals(call) : nullptr;
  const std::optional<std::vector<Value>> values =
      EvaluateOutputs(context_.tree, known ? *known : call, KnownIterators(), Foreign::kMayRun);
  if (!values) return std::nullopt;
  std::vector<FlatValue> outputs;
  for (const Value& value : *values) outputs.push_back(Literals(value));
  return outputs;
}

ir::BoundPtr Expander::WithKnownLocals(const BoundExpression& e) {
  std::map<int32_t, ir::BoundPtr> known;
  for (const int32_t local : ir::LocalsOf(e)) {
    const LocalVariable& variable = (*locals_)[static_cast<size_t>(local)];
    if (variable.is_record || !variable.dims.empty() || variable.constant.empty()) continue;
    const ir::ExprNode& node = pool()[variable.constant.front()];
    if (node.op == Op::kInteger) known[local] = ir::MakeInteger(static_cast<int64_t>(node.number), e.span);
  }
  return known.empty() ? nullptr : ir::SubstituteLocals(std::make_shared<BoundExpression>(e), known);
}

// Strings are no values of the simulation: what is computed from known ones is computed here.
std::optional<Value> Expander::EvaluatedOfStrings(const BoundExpression& call) {
  const std::vector<ir::FunctionVariable>& variables = context_.tree.functions[call.function.index()].variables;
  const bool takes_string = std::any_of(variables.begin(), variables.end(), [](const ir::FunctionVariable& v) {
    return v.causality == ir::Causality::kInput && v.type.kind == ir::Type::Kind::kScalar &&
           v.type.scalar == ScalarType::kString;
  });
  if (!takes_string || locals_) return std::nullopt;
  ir::ReadsSince reads(context_.tree.open);
  std::optional<Value> known = Evaluated(call);
  if (!known) reads.Undo();  // computed when the program runs: nothing hinges on what was tried
  return known;
}

std::optional<bool> Expander::EvaluatedCondition(const BoundExpression& e) {
  const std::optional<Value> value = Evaluated(e);
  if (!value || value->numbers.size() != 1) return std::nullopt;
  NoteEvaluated(e);
  return value->numbers.front() != 0;
}

void Expander::NoteEvaluated(const BoundExpression& e) {
  if (e.kind == BoundKind::kComponent && context_.evaluated.insert(e.instance).second) {
    const ir::Instance& instance = context_.tree.instances[e.instance.index()];
    const bool is_declared = e.instance.index() < context_.variables.size();
    const ir::VariableId first = is_declared ? context_.variables[e.instance.index()] : ir::VariableId();
    for (int64_t k = 0; first && k < Count(instance.dims); ++k) {
      context_.flat.variables[first.index() + static_cast<size_t>(k)].is_evaluated = true;
    }
    if (instance.binding) NoteEvaluated(*instance.binding);
  }
  ir::ForEachPart(e, [this](const ir::BoundPtr& part) { NoteEvaluated(*part); });
}

FlatValue Expander::Literals(const Value& value) {
  FlatValue out;
  out.type = value.type;
  out.enumeration = value.enumeration;
  out.dims = value.dims;
  for (const std::string& text : value.texts) out.elements.push_back(pool().String(text));
  for (const double number : value.numbers) {
    switch (value.type) {
      case ScalarType::kReal:
        out.elements.push_back(pool().Real(number));
        break;
      case ScalarType::kInteger:
        out.elements.push_back(pool().Integer(static_cast<int64_t>(number)));
        break;
      case ScalarType::kBoolean:
        out.elements.push_back(pool().Boolean(number != 0));
        break;
      case ScalarType::kEnumeration:
        out.elements.push_back(pool().EnumerationLiteral(value.enumeration, static_cast<int>(number)));
        break;
      case ScalarType::kString:
      case ScalarType::kClock:
        break;
    }
  }
  return out;
}

int64_t Expander::ConstantInteger(const BoundExpression& e, const char* what) {
  const ExprId id = ExpandScalar(e);
  const ir::ExprNode& node = pool()[id];
  const bool is_number = ir::IsLiteral(node.op) && node.op != Op::kString;
  const std::optional<Value> value = is_number ? std::nullopt : Evaluated(e);
  if (!is_number && (!value || value->numbers.size() != 1)) {
    if (const ir::InstanceId missing = MissingValue(context_.tree, e)) {
      const std::string name = ir::FullName(context_.tree, missing);
      Fail(DiagnosticKind::ValueNeeded, e.span,
           fmt::format("{} depends on the parameter `{}`, which has no value", what, name),
           fmt::format("give it one: `{} = ...`", name));
    }
    Fail(DiagnosticKind::NotConstant, e.span, fmt::format("{} must be known at compile time", what),
         "use a constant, or a parameter that has a value");
  }
  const double number = is_number ? node.number : value->numbers.front();
  const std::optional<int64_t> integer = AsInteger(number);
  if (!integer) Fail(DiagnosticKind::TypeMismatch, e.span, fmt::format("{} must be an Integer, not {}", what, number));
  return *integer;
}

int64_t Expander::ConstantSize(const BoundExpression& e, const char* what) {
  const int64_t size = ConstantInteger(e, what);
  if (size < 0) Fail(DiagnosticKind::DimensionMismatch, e.span, fmt::format("{} is negative", what));
  RequirePossible({size}, e.span);
  return size;
}

FlatValue Expander::Choose(ExprId condition, FlatValue yes, const FlatValue& no, Span span) {
  if (yes.dims != no.dims || yes.is_record != no.is_record) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("the branches have different dimensions: {} and {}", Describe(yes.dims), Describe(no.dims)));
  }
  for (auto& [name, field] : yes.fields) field = Choose(condition, std::move(field), FieldOf(no, name, span), span);
  for (size_t k = 0; k < yes.elements.size(); ++k) {
    yes.elements[k] = Conditional(pool(), condition, yes.elements[k], no.elements[k]);
  }
  if (no.type == ScalarType::kReal) yes.type = ScalarType::kReal;
  return yes;
}

FlatValue Expander::ExpandIf(const BoundExpression& e, size_t first) {
  const auto otherwise = [&] {
    return first + 3 == e.operands.size() ? Expand(*e.operands[first + 2]) : ExpandIf(e, first + 2);
  };
  const ExprId condition = ExpandScalar(*e.operands[first]);
  if (pool()[condition].op == Op::kBoolean) {
    return pool()[condition].number != 0 ? Expand(*e.operands[first + 1]) : otherwise();
  }
  if (e.type.scalar == ScalarType::kClock) {
    const std::optional<bool> known = EvaluatedCondition(*e.operands[first]);
    // Which clock another one is must be known when translating (MLS 16.3.2).
    if (!known) {
      Fail(DiagnosticKind::NotConstant, e.operands[first]->span,
           "the condition that chooses a Clock must be known at compile time", "use a parameter that has a value");
    }
    return *known ? Expand(*e.operands[first + 1]) : otherwise();
  }
  // A branch that a parameter rules out may be impossible to expand (a subscript out of range, other dimensions).
  std::optional<bool> known;
  try {
    FlatValue yes = Expand(*e.operands[first + 1]);
    const FlatValue no = otherwise();
    return Choose(condition, std::move(yes), no, e.span);
  } catch (const ExpansionError&) {
    known = EvaluatedCondition(*e.operands[first]);
    if (!known) throw;
  }
  return *known ? Expand(*e.operands[first + 1]) : otherwise();
}

std::vector<FlatValue> Expander::ExpandCall(const BoundExpression& call) {
  std::vector<FlatValue> arguments;
  for (const ir::BoundPtr& operand : call.operands) arguments.push_back(Expand(*operand));
  return functions_.Call(*this, call, std::move(arguments));
}

}  // namespace stiction::flatten
