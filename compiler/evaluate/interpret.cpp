// SPDX-License-Identifier: BSD-3-Clause
// Calls of user functions on compile-time values (MLS 12.4): a plain interpreter with a bound on its work.
#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/evaluate/evaluator.h"

namespace stiction {
namespace {

using ir::BoundKind;
using ir::ScalarType;

constexpr size_t kDepthLimit = 200;
constexpr double kWarningLevel = 1;  // AssertionLevel.warning

Value Zeros(const ir::Type& type, const Dims& dims) {
  Value v{type.scalar, type.enumeration, dims, {}, {}};
  const auto count = static_cast<size_t>(ElementCount(dims));
  if (type.scalar == ScalarType::kString) {
    v.texts.assign(count, "");
  } else {
    v.numbers.assign(count, type.scalar == ScalarType::kEnumeration ? 1.0 : 0.0);
  }
  return v;
}

}  // namespace

// Gives a local variable its dimensions and its initial value, both of which may depend on the inputs.
bool Evaluator::PrepareLocal(Frame& frame, size_t local) {
  const ir::FunctionVariable& variable = frame.function->variables[local];
  Local& slot = frame.locals[local];
  if (variable.binding) {
    slot.value = EvalAny(*variable.binding);
    if (!slot.value) return false;
    slot.dims = slot.value->dims;
    return true;
  }
  if (variable.type.kind == ir::Type::Kind::kRecord) {
    if (!variable.type.dims.empty()) return false;
    slot.dims = Dims{};
    slot.value = InitialRecord(variable.type);
    return Run(variable.member_values) == Flow::kNext;
  }
  Dims dims;
  for (const ir::BoundSubscript& d : variable.dims) {
    if (!d.expression) return true;
    const auto value = Eval(*d.expression);
    const auto size = value ? AsSize(*value) : std::nullopt;
    if (!size) return true;
    dims.push_back(*size);
  }
  if (!IsPossible(dims)) return false;
  slot.dims = dims;
  slot.value = Zeros(variable.type, dims);
  return true;
}

std::optional<Evaluator::Results> Evaluator::Call(const ir::BoundExpression& e) {
  const ir::FunctionInstance& function = tree_.functions[e.function.index()];
  if (function.is_record_constructor || function.partial_of || frames_.size() >= kDepthLimit) return std::nullopt;
  std::vector<Value> arguments;
  std::vector<size_t> extra;  // dimensions of an argument, more than its input has
  for (const ir::FunctionVariable& variable : function.variables) {
    if (variable.causality != ir::Causality::kInput) continue;
    const size_t next = arguments.size();
    if (next >= e.operands.size() || !e.operands[next]) return std::nullopt;
    auto argument = EvalAny(*e.operands[next]);
    if (!argument || !Spend(*argument) || argument->dims.size() < variable.dims.size()) return std::nullopt;
    extra.push_back(argument->dims.size() - variable.dims.size());
    if (variable.type.scalar == ScalarType::kReal && argument->type == ScalarType::kInteger) {
      argument->type = ScalarType::kReal;
    }
    arguments.push_back(std::move(*argument));
  }
  const bool is_whole = std::all_of(extra.begin(), extra.end(), [](size_t n) { return n == 0; });
  return is_whole ? CallWith(function, std::move(arguments)) : CallForEach(function, arguments, extra);
}

// A function applied to the elements of arrays (MLS 12.4.6).
std::optional<Evaluator::Results> Evaluator::CallForEach(const ir::FunctionInstance& function,
                                                         const std::vector<Value>& arguments,
                                                         const std::vector<size_t>& extra) {
  Dims leading;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (extra[i] == 0) continue;
    const Dims own(arguments[i].dims.begin(), arguments[i].dims.begin() + static_cast<std::ptrdiff_t>(extra[i]));
    if (!leading.empty() && own != leading) return std::nullopt;
    leading = own;
  }
  std::vector<std::vector<Value>> results;
  for (int64_t position = 0; position < ElementCount(leading); ++position) {
    std::vector<Selector> selectors;
    for (const int64_t at : IndexAt(position, leading)) selectors.push_back({.scalar = true, .indices = {at}});
    std::vector<Value> one;
    for (size_t i = 0; i < arguments.size(); ++i) {
      auto value = extra[i] == 0 ? std::optional(arguments[i]) : Select(arguments[i], selectors);
      if (!value || !Spend(*value)) return std::nullopt;
      one.push_back(std::move(*value));
    }
    auto outputs = CallWith(function, std::move(one));
    if (!outputs) return std::nullopt;
    results.resize(outputs->size());
    for (size_t o = 0; o < outputs->size(); ++o) {
      if (!(*outputs)[o] || (*outputs)[o]->is_record) return std::nullopt;
      results[o].push_back(std::move(*(*outputs)[o]));
    }
  }
  Results whole;
  for (const std::vector<Value>& values : results) {
    auto stacked = Stack(values);
    if (!stacked) return std::nullopt;
    stacked->dims.erase(stacked->dims.begin());
    stacked->dims.insert(stacked->dims.begin(), leading.begin(), leading.end());
    whole.push_back(std::move(stacked));
  }
  return whole;
}

std::optional<Evaluator::Results> Evaluator::CallWith(const ir::FunctionInstance& function,
                                                      std::vector<Value> arguments) {
  if (++steps_ > kStepLimit) return std::nullopt;
  Frame frame{&function, std::vector<Local>(function.variables.size())};
  size_t next = 0;
  for (size_t i = 0; i < function.variables.size(); ++i) {
    if (function.variables[i].causality != ir::Causality::kInput) continue;
    frame.locals[i].dims = arguments[next].dims;
    frame.locals[i].value = std::move(arguments[next++]);
  }
  frames_.push_back(&frame);
  bool prepared = true;
  for (const int32_t declared : function.declaration_order) {
    const auto local = static_cast<size_t>(declared);
    if (function.variables[local].causality != ir::Causality::kInput) prepared = prepared && PrepareLocal(frame, local);
  }
  const bool done = prepared && (function.external ? RunExternal(function) : Run(function.body) != Flow::kFailed);
  frames_.pop_back();
  if (!done) return std::nullopt;
  Results results;
  for (size_t i = 0; i < function.variables.size(); ++i) {
    if (function.variables[i].causality == ir::Causality::kOutput) results.push_back(std::move(frame.locals[i].value));
  }
  return results;
}

// Arguments that are no sizes are evaluated, too: C code runs only if there is no other way.
std::optional<Dims> Evaluator::CallDims(const ir::BoundExpression& e) {
  if (foreign_ == Foreign::kIfKnown) return DeclaredDims(e);
  const bool lacked = std::exchange(lacks_foreign_, false);
  foreign_ = Foreign::kIfKnown;
  auto dims = DeclaredDims(e);
  foreign_ = Foreign::kMayRun;
  if (!dims && lacks_foreign_) {
    std::erase_if(known_, [](const auto& known) { return !known.second; });
    dims = DeclaredDims(e);
  }
  lacks_foreign_ = lacked;
  return dims;
}

std::optional<Dims> Evaluator::DeclaredDims(const ir::BoundExpression& e) {
  const ir::FunctionInstance& function = tree_.functions[e.function.index()];
  if (function.is_record_constructor || frames_.size() >= kDepthLimit) return Dims{};
  const auto output = std::find_if(function.variables.begin(), function.variables.end(),
                                   [](const auto& v) { return v.causality == ir::Causality::kOutput; });
  if (output == function.variables.end()) return std::nullopt;
  // Only the dimensions of the arguments are needed as a rule, so that variable arguments do not hinder.
  Frame frame{&function, std::vector<Local>(function.variables.size())};
  Dims leading;
  size_t next = 0;
  for (size_t i = 0; i < function.variables.size(); ++i) {
    if (function.variables[i].causality != ir::Causality::kInput) continue;
    if (next >= e.operands.size() || !e.operands[next]) break;
    Local& local = frame.locals[i];
    local.dims = DimsOf(*e.operands[next]);
    const size_t rank = function.variables[i].dims.size();
    if (local.dims && local.dims->size() > rank) {
      // A function applied to the elements of arrays (MLS 12.4.6).
      const auto inner = local.dims->end() - static_cast<std::ptrdiff_t>(rank);
      leading.assign(local.dims->begin(), inner);
      local.dims->erase(local.dims->begin(), inner);
    } else if (!output->dims.empty()) {
      local.value = EvalAny(*e.operands[next]);
    }
    ++next;
  }
  if (output->dims.empty()) return leading;
  frames_.push_back(&frame);
  Dims dims;
  bool known = true;
  for (const int32_t local : function.declaration_order) {
    const auto i = static_cast<size_t>(local);
    const ir::FunctionVariable& v = function.variables[i];
    if (v.causality == ir::Causality::kNone && v.binding) frame.locals[i].value = EvalAny(*v.binding);
  }
  for (const ir::BoundSubscript& d : output->dims) {
    const auto value = d.expression ? Eval(*d.expression) : std::nullopt;
    const auto size = value ? AsSize(*value) : std::nullopt;
    known = known && size;
    if (known) dims.push_back(*size);
  }
  frames_.pop_back();
  dims.insert(dims.begin(), leading.begin(), leading.end());
  if (known) return dims;
  const auto value = Eval(e);
  if (!value) return std::nullopt;
  return value->dims;
}

bool Evaluator::Assign(const ir::BoundExpression& target, const Value& value) {
  if (target.kind != BoundKind::kLocal) return false;
  if (!target.members.empty()) return AssignMember(target, value);
  Local& local = frames_.back()->locals[static_cast<size_t>(target.local)];
  const ScalarType type = frames_.back()->function->variables[static_cast<size_t>(target.local)].type.scalar;
  if (target.subscripts.empty()) {
    local.value = value;
    if (type == ScalarType::kReal && value.type == ScalarType::kInteger) local.value->type = type;
    local.dims = value.dims;
    return true;
  }
  if (!local.value) return false;
  const auto selectors = Selectors(target.subscripts, local.value->dims);
  return selectors && Store(*local.value, *selectors, value);
}

bool Evaluator::AssignMember(const ir::BoundExpression& target, const Value& value) {
  std::optional<Value>* at = &frames_.back()->locals[static_cast<size_t>(target.local)].value;
  const ir::Type* type = &frames_.back()->function->variables[static_cast<size_t>(target.local)].type;
  for (const ir::BoundMember& member : target.members) {
    if (!*at || !(*at)->is_record) return false;
    const auto field = std::find_if((*at)->fields.begin(), (*at)->fields.end(),
                                    [&](const ValueField& f) { return f.name == member.name; });
    const auto declared = std::find_if(type->members.begin(), type->members.end(),
                                       [&](const ir::TypeMember& m) { return m.name == member.name; });
    if (field == (*at)->fields.end() || declared == type->members.end()) return false;
    at = &field->value;
    type = &declared->type;
  }
  const std::vector<ir::BoundSubscript>& subscripts = target.members.back().subscripts;
  if (!subscripts.empty()) {
    if (!*at) return false;
    const auto selectors = Selectors(subscripts, (*at)->dims);
    return selectors && Store(**at, *selectors, value);
  }
  *at = value;
  if (type->scalar == ScalarType::kReal && value.type == ScalarType::kInteger) (*at)->type = ScalarType::kReal;
  return true;
}

// Members of sizes that are not known have no value before they are assigned.
std::optional<Value> Evaluator::InitialRecord(const ir::Type& type) {
  Value record;
  record.is_record = true;
  for (const ir::TypeMember& member : type.members) {
    const bool known = IsPossible(member.type.dims);
    std::optional<Value> value;
    if (member.type.kind == ir::Type::Kind::kRecord) {
      value = InitialRecord(member.type);
    } else if (known) {
      value = Zeros(member.type, member.type.dims);
    }
    record.fields.push_back({member.name, std::move(value)});
  }
  return record;
}

Evaluator::Flow Evaluator::Run(const std::vector<ir::BoundStatement>& body) {
  for (const ir::BoundStatement& statement : body) {
    if (++steps_ > kStepLimit) return Flow::kFailed;
    const Flow flow = RunOne(statement);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

// Longer than a screen: one case for each kind of statement.
Evaluator::Flow Evaluator::RunOne(const ir::BoundStatement& statement) {
  switch (statement.kind) {
    case ast::StatementKind::kAssign: {
      const auto value = EvalAny(*statement.value);
      return value && Assign(*statement.target, *value) ? Flow::kNext : Flow::kFailed;
    }
    case ast::StatementKind::kMultiAssign: {
      if (statement.value->kind != BoundKind::kCall) return Flow::kFailed;
      const auto results = Call(*statement.value);
      if (!results) return Flow::kFailed;
      for (size_t i = 0; i < statement.target->operands.size(); ++i) {
        if (!statement.target->operands[i]) continue;
        if (i >= results->size() || !(*results)[i]) return Flow::kFailed;
        if (!Assign(*statement.target->operands[i], *(*results)[i])) return Flow::kFailed;
      }
      return Flow::kNext;
    }
    case ast::StatementKind::kCall: {
      if (statement.value->kind == BoundKind::kBuiltin && statement.value->text == "assert") {
        const std::vector<ir::BoundPtr>& operands = statement.value->operands;
        const auto level = operands.size() > 2 ? Eval(*operands[2]) : std::nullopt;
        if (level && level->numbers.size() == 1 && level->numbers[0] == kWarningLevel) return Flow::kNext;
        const auto condition = Eval(*operands[0]);
        const bool holds = condition && !condition->numbers.empty() && condition->numbers[0] != 0;
        return holds ? Flow::kNext : Flow::kFailed;
      }
      return statement.value->kind == BoundKind::kCall && Call(*statement.value) ? Flow::kNext : Flow::kFailed;
    }
    case ast::StatementKind::kIf:
      for (const auto& branch : statement.branches) {
        if (branch.condition) {
          const auto condition = Eval(*branch.condition);
          if (!condition || condition->numbers.empty()) return Flow::kFailed;
          if (condition->numbers[0] == 0) continue;
        }
        return Run(branch.body);
      }
      return Flow::kNext;
    case ast::StatementKind::kFor: {
      Flow flow = Flow::kNext;
      Dims counts(statement.indices.size(), 0);
      const bool whole = ForEach(statement.indices, 0, counts, [&] {
        flow = Run(statement.body);
        return flow == Flow::kNext;
      });
      if (flow == Flow::kBreak) return Flow::kNext;
      return whole || flow == Flow::kReturn ? flow : Flow::kFailed;
    }
    case ast::StatementKind::kWhile:
      while (true) {
        if (++steps_ > kStepLimit) return Flow::kFailed;
        const auto condition = Eval(*statement.branches[0].condition);
        if (!condition || condition->numbers.empty()) return Flow::kFailed;
        if (condition->numbers[0] == 0) return Flow::kNext;
        const Flow flow = Run(statement.branches[0].body);
        if (flow == Flow::kBreak) return Flow::kNext;
        if (flow != Flow::kNext) return flow;
      }
    case ast::StatementKind::kBreak:
      return Flow::kBreak;
    case ast::StatementKind::kReturn:
      return Flow::kReturn;
    case ast::StatementKind::kWhen:
      return Flow::kFailed;
  }
  return Flow::kFailed;
}

}  // namespace stiction
