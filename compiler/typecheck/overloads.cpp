// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/typecheck/overloads.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/ast/overloaded_name.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/ir/instances/call_defaults.h"
#include "compiler/typecheck/element_loops.h"

namespace stiction::typecheck {

using ast::BinaryOperator;
using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundPtr;
using ir::FunctionInstanceId;
using ir::ScalarType;
using TypeKind = ir::Type::Kind;

namespace {

// Integer is as good as Real where Real is wanted; what is derived by a short class is the same type.
bool IsSameType(const ir::Type& input, const ir::Type& given) {
  if (input.kind != given.kind) return false;
  if (input.kind == TypeKind::kRecord) {
    return input.operators == given.operators && (HasOperators(input) || RecordsFit(input, given));
  }
  if (input.kind == TypeKind::kObject) return input.record == given.record;
  if (IsNumeric(input) && IsNumeric(given)) return input.scalar == ScalarType::kReal || input.scalar == given.scalar;
  return input.scalar == given.scalar && input.enumeration == given.enumeration;
}

bool IsElementWise(BinaryOperator op) {
  return op >= BinaryOperator::kElementAdd && op <= BinaryOperator::kElementPower;
}

std::vector<const ir::FunctionVariable*> InputsOf(const ir::FunctionInstance& function) {
  std::vector<const ir::FunctionVariable*> inputs;
  for (const ir::FunctionVariable& variable : function.variables) {
    if (variable.causality == ir::Causality::kInput) inputs.push_back(&variable);
  }
  return inputs;
}

}  // namespace

void Overloads::Unary() {
  name_ = ast::OverloadedName(use_.unary);
  const bool is_array = !use_.operands[0]->type.dims.empty();
  if (Take(DirectMatches(false)) || (is_array && Take(DirectMatches(true)))) return;
  ReportNone();
}

void Overloads::Binary() {
  name_ = ast::OverloadedName(use_.binary);
  const bool of_scalars = use_.operands[0]->type.dims.empty() && use_.operands[1]->type.dims.empty();
  if ((of_scalars || !IsElementWise(use_.binary)) && Take(Matches(false))) return;
  if (of_scalars) return ReportNone();
  BinaryOfArrays();
}

void Overloads::BinaryOfArrays() {
  const ir::Type a = use_.operands[0]->type, b = use_.operands[1]->type;
  const bool multiplies = use_.binary == BinaryOperator::kMultiply;
  const bool is_product = multiplies && !a.dims.empty() && !b.dims.empty();
  const bool is_relation = use_.binary >= BinaryOperator::kLess && use_.binary <= BinaryOperator::kNotEqual;
  if (is_product && a.dims.size() == 1) {
    return ReportNone("the products vector*vector and vector*matrix are defined for numbers only (MLS 14.5)");
  }
  if (is_relation) return ReportNone("only scalars can be compared");
  if (use_.binary == BinaryOperator::kPower) return ReportNone("use `.^` for the power of each element");
  if (!is_product && !FitForElements()) return;
  if (!is_product) {
    if (!Take(Matches(true))) ReportNone();
    return;
  }
  const Calls matches = Matches(true);
  if (matches.size() == 1 && a.dims.size() == 2 && b.dims.size() <= 2 && DimsFit({a.dims[1]}, {b.dims[0]})) {
    return Product(*matches.front());
  }
  if (matches.size() > 1) {
    Take(matches);
  } else if (matches.empty()) {
    ReportNone();
  } else {
    checker_.Error(DiagnosticKind::DimensionMismatch, use_.span,
                   fmt::format("cannot multiply {} and {}", checker_.Describe(a), checker_.Describe(b)));
  }
}

bool Overloads::FitForElements() {
  const ir::Type &a = use_.operands[0]->type, &b = use_.operands[1]->type;
  const bool takes_scalar = IsElementWise(use_.binary) || use_.binary == BinaryOperator::kMultiply ||
                            (use_.binary == BinaryOperator::kDivide && b.dims.empty());
  const bool has_scalar = a.dims.empty() || b.dims.empty();
  if (has_scalar ? takes_scalar : (use_.binary != BinaryOperator::kDivide && DimsFit(a.dims, b.dims))) return true;
  checker_
      .Error(DiagnosticKind::DimensionMismatch, use_.span,
             fmt::format("`{}` of {} and {}", name_.substr(1, name_.size() - 2), checker_.Describe(a),
                         checker_.Describe(b)))
      .hint = "element-wise operators, `.+`, `.-`, `.*`, `./`, `.^`, combine a scalar with each element";
  return false;
}

void Overloads::Product(const BoundExpression& element) {
  const BoundPtr &a = element.operands[0], &b = element.operands[1];
  ir::Type of_element = checker_.OutputOf(element.function);
  const auto& zeros = OperatorOf(of_element, "'0'");
  const FunctionInstanceId zero = zeros.size() == 1 ? zeros.front() : FunctionInstanceId();
  CallAdded(fmt::format("*{}:{}", element.function.value, b->type.dims.size()), {a, b},
            MakeProduct(a->type, b->type, of_element, zero, use_.span, checker_.next_iterator_));
}

void Overloads::Sum() {
  name_ = "'+'";
  const BoundPtr values = use_.operands[0];
  ir::Type element = values->type;
  element.dims.clear();
  const auto& zeros = OperatorOf(element, "'0'");
  if (zeros.size() != 1 || OperatorOf(element, name_).empty()) {
    return ReportNone("`sum` needs the operators '+' and '0' of its class (MLS 10.3.4)");
  }
  CallAdded(fmt::format("+{}:{}", element.operators.value, values->type.dims.size()), {values},
            MakeSum(values->type, zeros.front(), use_.span, checker_.next_iterator_));
}

void Overloads::CallAdded(const std::string& key, std::vector<BoundPtr> arguments, ir::FunctionInstance function) {
  const auto [entry, is_new] = checker_.added_.try_emplace(key);
  if (is_new) {
    entry->second = FunctionInstanceId(static_cast<int64_t>(tree_.functions.size()));
    tree_.functions.push_back(std::move(function));
    checker_.CheckFunction(tree_.functions.back());
  }
  const BoundPtr call = ir::MakeBound(BoundKind::kCall, use_.span);
  call->function = entry->second;
  call->operands = std::move(arguments);
  Become(call);
}

void Overloads::Choose() {
  Calls fitting;
  for (const BoundPtr& call : use_.operands) {
    for (const BoundPtr& argument : call->operands) {
      checker_.Check(argument);
      if (argument->type.kind == TypeKind::kUnknown) return;
    }
    if (call->kind == BoundKind::kBuiltin) {
      const ir::Type& first = call->operands.front()->type;
      if (IsKnown(first)) fitting.push_back(call);
    } else if (Match(call->function, call->operands, false)) {
      fitting.push_back(call);
    }
  }
  if (Take(fitting)) return;
  std::string types;
  for (const BoundPtr& argument : use_.operands.front()->operands) {
    types += (types.empty() ? "" : ", ") + checker_.Describe(argument->type);
  }
  checker_.Error(DiagnosticKind::OverloadMismatch, use_.span, fmt::format("no {} takes {}", use_.text, types));
}

Overloads::Calls Overloads::Matches(bool by_elements) {
  Calls direct = DirectMatches(by_elements);
  return direct.empty() ? ConvertedMatches(by_elements) : direct;
}

Overloads::Calls Overloads::DirectMatches(bool by_elements) {
  Calls matches;
  std::vector<ir::ClassId> seen;
  for (const BoundPtr& operand : use_.operands) {
    if (std::find(seen.begin(), seen.end(), operand->type.operators) != seen.end()) continue;
    seen.push_back(operand->type.operators);
    for (const FunctionInstanceId function : OperatorOf(operand->type, name_)) {
      if (BoundPtr call = Match(function, use_.operands, by_elements)) matches.push_back(std::move(call));
    }
  }
  return matches;
}

Overloads::Calls Overloads::ConvertedMatches(bool by_elements) {
  Calls matches;
  for (const size_t converted : {size_t{1}, size_t{0}}) {
    const BoundPtr &kept = use_.operands[1 - converted], &other = use_.operands[converted];
    for (const FunctionInstanceId function : OperatorOf(kept->type, name_)) {
      const std::vector<const ir::FunctionVariable*> inputs = InputsOf(tree_.functions[function.index()]);
      if (inputs.size() < 2 || !HasOperators(inputs[converted]->type)) continue;
      if (inputs[converted]->type.operators == other->type.operators) continue;
      for (const FunctionInstanceId constructor : OperatorOf(inputs[converted]->type, "'constructor'")) {
        std::vector<BoundPtr> arguments = use_.operands;
        arguments[converted] = Match(constructor, {other}, by_elements);
        if (!arguments[converted]) continue;
        checker_.Check(arguments[converted]);
        if (BoundPtr call = Match(function, arguments, by_elements)) matches.push_back(std::move(call));
      }
    }
  }
  return matches;
}

BoundPtr Overloads::Match(FunctionInstanceId function, const std::vector<BoundPtr>& arguments, bool by_elements) const {
  const ir::FunctionInstance& callee = tree_.functions[function.index()];
  const std::vector<const ir::FunctionVariable*> inputs = InputsOf(callee);
  if (arguments.size() > inputs.size()) return nullptr;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const ir::Type &input = inputs[k]->type, &given = arguments[k]->type;
    if (!IsSameType(input, given)) return nullptr;
    if (by_elements ? !input.dims.empty() : !DimsFit(input.dims, given.dims)) return nullptr;
  }
  BoundPtr call = ir::MakeBound(BoundKind::kCall, use_.span);
  call->function = function;
  call->operands = arguments;
  call->operands.resize(inputs.size());
  return ir::FillDefaults(callee, *call) ? nullptr : call;
}

const std::vector<FunctionInstanceId>& Overloads::OperatorOf(const ir::Type& type, const std::string& name) const {
  static const std::vector<FunctionInstanceId> kNone;
  const auto record = tree_.operator_records.find(type.operators);
  if (record == tree_.operator_records.end()) return kNone;
  const auto found = record->second.operators.find(name);
  return found == record->second.operators.end() ? kNone : found->second;
}

bool Overloads::Take(const Calls& matches) {
  if (matches.empty()) return false;
  if (matches.size() == 1) {
    Become(matches.front());
    return true;
  }
  std::string names;
  for (const BoundPtr& call : matches) {
    const bool is_builtin = call->kind == BoundKind::kBuiltin;
    const std::string& name = is_builtin ? call->text : tree_.functions[call->function.index()].name;
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
  }
  checker_.Error(DiagnosticKind::AmbiguousOverload, use_.span, fmt::format("several functions fit: {}", names)).hint =
      "call the one you mean by its full name, or convert the operands";
  return true;
}

void Overloads::Become(const BoundPtr& call) {
  checker_.Check(call);
  use_ = BoundExpression(*call);
}

void Overloads::ReportNone(const std::string& why) {
  std::string types;
  for (const BoundPtr& operand : use_.operands) {
    types += (types.empty() ? "" : " and ") + checker_.Describe(operand->type);
  }
  std::string functions;
  for (const BoundPtr& operand : use_.operands) {
    if (!functions.empty()) break;
    for (const FunctionInstanceId function : OperatorOf(operand->type, name_)) {
      functions +=
          fmt::format("{}`{}`", functions.empty() ? "there are " : ", ", tree_.functions[function.index()].name);
    }
  }
  checker_.Error(DiagnosticKind::OverloadMismatch, use_.span, fmt::format("no operator {} takes {}", name_, types))
      .hint = why.empty() ? functions : why;
}

}  // namespace stiction::typecheck
