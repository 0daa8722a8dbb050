// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

namespace {

bool IsAmong(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The variability without the hold of relations at their last event.
Variability RawVariability(const BoundExpression& e) {
  if (e.operands.empty()) return e.variability;
  Variability variability = Variability::kConstant;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand) variability = std::max(variability, RawVariability(*operand));
  }
  return e.kind == BoundKind::kBuiltin ? std::min(variability, e.variability) : variability;
}

}  // namespace

bool Checker::CheckGraphNode(const BoundExpression& e, const BoundExpression& node) {
  if (node.type.kind == TypeKind::kUnknown) return false;
  const ir::Instance* instance = nullptr;
  if (node.kind == BoundKind::kComponent) {
    instance = &tree_.instances[node.instance.index()];
    for (const ir::BoundMember& member : node.members) {
      while (instance && instance->kind == ir::InstanceKind::kArray) {
        instance = instance->elements.empty() ? nullptr : &tree_.instances[instance->elements.front().index()];
      }
      if (!instance) return true;  // nothing is in an empty array
      const auto child = instance->child_by_name.find(member.name);
      if (child == instance->child_by_name.end()) return false;
      instance = &tree_.instances[child->second.index()];
    }
    if (instance->kind == ir::InstanceKind::kArray) {
      if (instance->elements.empty()) return true;
      instance = &tree_.instances[instance->elements.front().index()];
    }
  }
  if (instance && instance->equality_constraint) return true;
  Diagnostic& d = Error(DiagnosticKind::NotOverdetermined, node.span,
                        fmt::format("`{}` takes a variable of a connector whose type or record has a function "
                                    "`equalityConstraint`",
                                    e.text));
  if (instance) d.labels.push_back({instance->span, fmt::format("`{}` is declared here", instance->name)});
  return false;
}

bool Checker::CheckGraphEquation(BoundExpression& e) {
  if (e.text != "Connections.branch" && e.text != "Connections.root" && e.text != "Connections.potentialRoot") {
    return false;
  }
  for (size_t i = 0; i < e.operands.size(); ++i) {
    Check(e.operands[i]);
    const BoundExpression& operand = *e.operands[i];
    if (i == 0 || e.text == "Connections.branch") {
      CheckGraphNode(e, operand);
    } else if (operand.type.kind != TypeKind::kUnknown &&
               (!IsKnown(operand.type) || operand.type.scalar != ScalarType::kInteger || !operand.type.dims.empty() ||
                operand.variability > Variability::kParameter)) {
      Error(DiagnosticKind::TypeMismatch, operand.span, "the priority of a root must be an Integer parameter");
    }
  }
  return true;
}

// What is bound has a name of the language and as many arguments as that takes (instantiate/builtin_functions.h).
void Checker::TypeBuiltin(BoundExpression& e) {
  const std::string& name = e.text;
  const size_t count = e.operands.size();
  if (IsAmong(name, {"assert", "terminate", "reinit", "Connections.branch", "Connections.root",
                     "Connections.potentialRoot"})) {
    Error(DiagnosticKind::TypeMismatch, e.span, fmt::format("`{}` has no value to use in an expression", name));
    return;
  }
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
  }
  if (IsAmong(name, {"der", "pre", "edge", "change", "initial", "terminal", "sample", "noEvent", "smooth"})) {
    return TypeEventOperator(e);
  }
  const auto first = [&]() -> const ir::Type& { return e.operands[0]->type; };
  if (IsAmong(name, {"abs", "sign", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp",
                     "log", "log10", "ceil", "floor", "integer"})) {
    if (!RequireNumeric(*e.operands[0], fmt::format("the argument of `{}`", name))) return;
    e.type = Scalar(ScalarType::kReal);
    if (name == "abs") e.type.scalar = first().scalar;
    if (name == "sign" || name == "integer") e.type.scalar = ScalarType::kInteger;
    e.type.dims = first().dims;
    if (IsAmong(name, {"sign", "ceil", "floor", "integer"}))
      e.variability = std::min(e.variability, Variability::kDiscrete);
    return;
  }
  if (name == "cardinality") {
    if (e.operands[0]->kind != BoundKind::kComponent) {
      Error(DiagnosticKind::ArgumentNotVariable, e.operands[0]->span, "`cardinality` takes a connector");
      return;
    }
    e.type = Scalar(ScalarType::kInteger);
    e.variability = Variability::kParameter;
    return;
  }
  if (name == "Connections.isRoot" || name == "Connections.rooted") {
    if (!CheckGraphNode(e, *e.operands[0])) return;
    e.type = Scalar(ScalarType::kBoolean);
    e.variability = Variability::kParameter;
    return;
  }
  if (name == "Integer") {
    if (!IsKnown(first()) || first().scalar != ScalarType::kEnumeration) {
      Error(DiagnosticKind::TypeMismatch, e.operands[0]->span,
            fmt::format("`Integer` takes an enumeration value, found {}", Describe(first())))
          .hint = "use `integer(x)` to round a Real down";
      return;
    }
    e.type = Scalar(ScalarType::kInteger);
    e.type.dims = first().dims;
    return;
  }
  if (IsAmong(name, {"atan2", "div", "mod", "rem"}) || (IsAmong(name, {"min", "max"}) && count == 2)) {
    const ir::Type& second = e.operands[1]->type;
    const bool extremum = name == "min" || name == "max";
    const bool same = extremum && IsKnown(first()) && IsKnown(second) && first().scalar == second.scalar &&
                      first().scalar != ScalarType::kString && first().enumeration == second.enumeration;
    for (const ir::BoundPtr& operand : e.operands) {
      if (!same && !RequireNumeric(*operand, fmt::format("an argument of `{}`", name))) return;
    }
    if (!first().dims.empty() && !second.dims.empty() && !DimsFit(first().dims, second.dims)) {
      Error(DiagnosticKind::DimensionMismatch, e.span,
            fmt::format("the arguments of `{}` have different dimensions: {} and {}", name, Describe(first()),
                        Describe(second)));
      return;
    }
    e.type = first();
    if (second.scalar == ScalarType::kReal || name == "atan2") e.type.scalar = ScalarType::kReal;
    if (e.type.dims.empty()) e.type.dims = second.dims;
    if (name == "div") e.variability = std::min(e.variability, Variability::kDiscrete);
    return;
  }
  if (name == "delay") {
    for (size_t k = 0; k < count; ++k) {
      if (!RequireNumeric(*e.operands[k], "an argument of `delay`")) return;
      if (k == 0 || e.operands[k]->type.dims.empty()) continue;
      Error(DiagnosticKind::DimensionMismatch, e.operands[k]->span,
            fmt::format("the delay time must be a scalar, found {}", Describe(e.operands[k]->type)));
      return;
    }
    e.type = Scalar(ScalarType::kReal);
    e.type.dims = first().dims;
    e.variability = Variability::kContinuous;
    return;
  }
  if (name == "homotopy") {
    e.type = first();
    return;
  }
  if (name == "String") {
    static constexpr const char* kOptions[] = {"", "minimumLength", "leftJustified", "significantDigits", "format"};
    static constexpr ScalarType kTypes[] = {ScalarType::kReal, ScalarType::kInteger, ScalarType::kBoolean,
                                            ScalarType::kInteger, ScalarType::kString};
    if (!IsKnown(first()) || !first().dims.empty()) {
      Error(DiagnosticKind::TypeMismatch, e.operands[0]->span,
            fmt::format("`String` takes one number, Boolean or enumeration value, found {}", Describe(first())));
      return;
    }
    for (size_t k = 1; k < count; ++k) {
      const ir::Type type = Scalar(kTypes[k]);
      if (!IsAssignable(type, *e.operands[k])) {
        ReportNotAssignable(type, *e.operands[k], fmt::format("String.{}", kOptions[k]));
      }
    }
    e.type = Scalar(ScalarType::kString);
    return;
  }
  TypeArrayBuiltin(e);
}

void Checker::TypeEventOperator(BoundExpression& e) {
  const std::string& name = e.text;
  if (name == "initial" || name == "terminal" || name == "sample") {
    for (const ir::BoundPtr& operand : e.operands) {
      if (!RequireNumeric(*operand, "an argument of `sample`")) return;
      if (operand->variability > Variability::kParameter) {
        Error(DiagnosticKind::VariabilityMismatch, operand->span,
              "the start and the interval of `sample` must not change during the simulation");
      }
    }
    e.type = Scalar(ScalarType::kBoolean);
    e.variability = Variability::kDiscrete;
    return;
  }
  const BoundExpression& operand = *e.operands[name == "smooth" ? 1 : 0];
  e.type = operand.type;
  if (name == "noEvent") {
    e.variability = RawVariability(operand);
    return;
  }
  if (name == "smooth") {
    RequireNumeric(*e.operands[0], "the order of `smooth`");
    return;
  }
  if (name == "der") {
    if (!IsKnown(operand.type) || operand.type.scalar != ScalarType::kReal) {
      Error(DiagnosticKind::TypeMismatch, operand.span,
            fmt::format("`der` takes a Real, found {}", Describe(operand.type)))
          .hint = "only a Real variable has a derivative";
      e.type = {};
    }
    return;
  }
  if (operand.kind != BoundKind::kComponent && operand.kind != BoundKind::kMember) {
    Error(DiagnosticKind::ArgumentNotVariable, operand.span,
          fmt::format("`{}` takes a variable, not an expression", name))
        .hint = "declare a variable for the expression and use it here";
    e.type = {};
    return;
  }
  if (name == "edge" && (!IsKnown(operand.type) || operand.type.scalar != ScalarType::kBoolean)) {
    Error(DiagnosticKind::TypeMismatch, operand.span,
          fmt::format("`edge` takes a Boolean, found {}", Describe(operand.type)));
  }
  if (name == "edge" || name == "change") {
    e.type = Scalar(ScalarType::kBoolean);
    e.type.dims = operand.type.dims;
  }
  e.variability = std::min(e.variability, Variability::kDiscrete);
}

bool Checker::TypeArrayBuiltin(BoundExpression& e) {
  const std::string& name = e.text;
  const ir::Type first = e.operands[0]->type;
  const auto require_integer = [&](size_t k) {
    const ir::Type& type = e.operands[k]->type;
    if (IsKnown(type) && type.scalar == ScalarType::kInteger && type.dims.empty()) return true;
    Error(DiagnosticKind::TypeMismatch, e.operands[k]->span,
          fmt::format("argument {} of `{}` must be an Integer, found {}", k + 1, name, Describe(type)));
    return false;
  };
  const auto require_rank = [&](size_t k, size_t rank) {
    const ir::Type& type = e.operands[k]->type;
    if (type.dims.size() == rank) return true;
    Error(DiagnosticKind::DimensionMismatch, e.operands[k]->span,
          fmt::format("`{}` takes a {}, found {}", name, rank == 1 ? "vector" : "matrix", Describe(type)));
    return false;
  };
  const auto evaluated = [&](size_t k) -> int64_t {
    const std::optional<Value> value = Evaluate(tree_, *e.operands[k]);
    return value ? AsSize(*value).value_or(-1) : -1;
  };
  if (name == "ndims" || name == "size") {
    if (name == "size" && e.operands.size() == 2 && !require_integer(1)) return false;
    e.variability = e.operands.size() == 2 ? e.operands[1]->variability : Variability::kConstant;
    e.type = Scalar(ScalarType::kInteger);
    if (name == "size" && e.operands.size() == 1) e.type.dims = {static_cast<int64_t>(first.dims.size())};
    return true;
  }
  if (name == "fill" || name == "zeros" || name == "ones") {
    const size_t skip = name == "fill" ? 1 : 0;
    ir::Type type = skip ? first : Scalar(ScalarType::kInteger);
    std::vector<int64_t> dims;
    for (size_t k = skip; k < e.operands.size(); ++k) {
      if (!require_integer(k)) return false;
      dims.push_back(evaluated(k));
    }
    type.dims.insert(type.dims.begin(), dims.begin(), dims.end());
    e.type = type;
    return true;
  }
  if (name == "identity") {
    if (!require_integer(0)) return false;
    e.type = Scalar(ScalarType::kInteger);
    e.type.dims = {evaluated(0), evaluated(0)};
    return true;
  }
  if (name == "linspace") {
    if (!RequireNumeric(*e.operands[0], "an end of `linspace`") ||
        !RequireNumeric(*e.operands[1], "an end of `linspace`") || !require_integer(2)) {
      return false;
    }
    e.type = Scalar(ScalarType::kReal);
    e.type.dims = {evaluated(2)};
    return true;
  }
  if (name == "sum" || name == "product" || name == "min" || name == "max") {
    const bool numeric = name == "sum" || name == "product";
    if (numeric && !RequireNumeric(*e.operands[0], fmt::format("the argument of `{}`", name))) return false;
    if (first.dims.empty()) {
      Error(DiagnosticKind::DimensionMismatch, e.operands[0]->span,
            fmt::format("`{}` of one argument takes an array, found {}", name, Describe(first)));
      return false;
    }
    e.type = first;
    e.type.dims.clear();
    return true;
  }
  if (name == "array") {
    if (e.operands[0]->kind == BoundKind::kComprehension) {
      e.type = first;
    } else {
      TypeArray(e);
    }
    return true;
  }
  if (name == "scalar" || name == "vector" || name == "matrix") {
    e.type = first;
    e.type.dims.clear();
    if (name == "vector") {
      e.type.dims = {ElementCount(first.dims)};
    }
    if (name == "matrix") {
      e.type.dims = first.dims;
      e.type.dims.resize(2, 1);
    }
    return true;
  }
  if (name == "cat") {
    if (!require_integer(0)) return false;
    e.type = e.operands[1]->type;
    const int64_t along = evaluated(0);
    for (size_t k = 2; k < e.operands.size(); ++k) {
      const ir::Type& part = e.operands[k]->type;
      if (part.scalar == ScalarType::kReal) e.type.scalar = ScalarType::kReal;
      if (part.dims.size() != e.type.dims.size()) {
        Error(DiagnosticKind::DimensionMismatch, e.operands[k]->span,
              fmt::format("`cat` cannot join {} and {}", Describe(e.operands[1]->type), Describe(part)));
        e.type = {};
        return false;
      }
      for (size_t d = 0; d < part.dims.size(); ++d) {
        int64_t& size = e.type.dims[d];
        if (static_cast<int64_t>(d) != along - 1) continue;
        size = size < 0 || part.dims[d] < 0 ? -1 : size + part.dims[d];
      }
    }
    return true;
  }
  for (size_t k = 0; k < e.operands.size(); ++k) {
    if (!RequireNumeric(*e.operands[k], fmt::format("an argument of `{}`", name))) return false;
  }
  e.type = first;
  if (name == "transpose") {
    if (first.dims.size() < 2 && !require_rank(0, 2)) return false;
    std::swap(e.type.dims[0], e.type.dims[1]);
  } else if (name == "symmetric") {
    if (!require_rank(0, 2)) e.type = {};
  } else if (name == "diagonal" || name == "skew") {
    if (!require_rank(0, 1)) {
      e.type = {};
      return false;
    }
    e.type.dims = {first.dims[0], first.dims[0]};
  } else if (name == "outerProduct" || name == "cross") {
    if (!require_rank(0, 1) || !require_rank(1, 1)) {
      e.type = {};
      return false;
    }
    if (e.operands[1]->type.scalar == ScalarType::kReal) e.type.scalar = ScalarType::kReal;
    if (name == "outerProduct") e.type.dims = {first.dims[0], e.operands[1]->type.dims[0]};
  }
  return true;
}

void Checker::TypeCall(BoundExpression& e) {
  const ir::FunctionInstance& function = tree_.functions[e.function.index()];
  std::vector<const ir::FunctionVariable*> inputs;
  const ir::FunctionVariable* output = nullptr;
  for (const ir::FunctionVariable& variable : function.variables) {
    if (variable.causality == ir::Causality::kInput) inputs.push_back(&variable);
    if (variable.causality == ir::Causality::kOutput && !output) output = &variable;
  }
  if (e.operands.size() != inputs.size()) {
    Error(DiagnosticKind::ArgumentCount, e.span,
          fmt::format("`{}` takes {} argument{}, found {}", function.name, inputs.size(), inputs.size() == 1 ? "" : "s",
                      e.operands.size()));
    return;
  }
  std::vector<int64_t> leading;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const ir::Type& argument = e.operands[k]->type;
    if (argument.kind == TypeKind::kUnknown) continue;
    ir::Type wanted = inputs[k]->type;
    if (argument.dims.size() > wanted.dims.size()) {
      // A function of scalars is applied to each element (MLS 12.4.6).
      const auto extra = static_cast<std::ptrdiff_t>(argument.dims.size() - wanted.dims.size());
      const std::vector<int64_t> dims(argument.dims.begin(), argument.dims.begin() + extra);
      if (!leading.empty() && !DimsFit(leading, dims)) {
        Error(DiagnosticKind::DimensionMismatch, e.operands[k]->span,
              fmt::format("the arguments of `{}` have different dimensions", function.name));
      }
      leading = dims;
      wanted.dims.insert(wanted.dims.begin(), dims.begin(), dims.end());
    }
    if (!IsAssignable(wanted, *e.operands[k])) {
      ReportNotAssignable(wanted, *e.operands[k], fmt::format("{}.{}", function.name, inputs[k]->name));
    }
  }
  if (function.is_record_constructor) {
    e.type.kind = TypeKind::kRecord;
    e.type.record = function.name;
    for (const ir::FunctionVariable* member : inputs) e.type.members.push_back({member->name, member->type});
  } else if (output) {
    e.type = output->type;
    // An input may give the size: it is known when the call is specialised.
    e.type.dims.insert(e.type.dims.begin(), leading.begin(), leading.end());
    HoldResult(e);
  } else {
    e.type.kind = TypeKind::kNone;
  }
}

void Checker::HoldResult(BoundExpression& e) {
  if (IsKnown(e.type) && e.type.scalar != ScalarType::kReal) {
    e.variability = std::min(e.variability, Variability::kDiscrete);
  }
}

void Checker::CheckMessageCall(BoundExpression& e, bool is_statement) {
  const std::string& name = e.text;
  for (const ir::BoundPtr& operand : e.operands) Check(operand);
  if (!IsAmong(name, {"assert", "terminate", "reinit"})) {
    Error(DiagnosticKind::NotYetSupported, e.span, fmt::format("`{}` is not supported yet", name));
    return;
  }
  const auto require_text = [&](const BoundExpression& message) {
    if (message.type.kind == TypeKind::kUnknown) return;
    if (IsKnown(message.type) && message.type.scalar == ScalarType::kString && message.type.dims.empty()) return;
    Error(DiagnosticKind::TypeMismatch, message.span,
          fmt::format("the message of `{}` must be a String, found {}", name, Describe(message.type)));
  };
  if (name == "assert") {
    CheckCondition(e.operands[0], "`assert`", false);
    require_text(*e.operands[1]);
    return;
  }
  if (name == "terminate") return require_text(*e.operands[0]);
  const BoundExpression& target = *e.operands[0];
  if (is_statement) {
    Error(DiagnosticKind::StatementNotAllowedHere, e.span, "`reinit` stands in an algorithm (MLS 8.3.6)").hint =
        "write it in a when-equation";
    return;
  }
  if (target.kind != BoundKind::kComponent) {
    Error(DiagnosticKind::ArgumentNotVariable, target.span, "`reinit` takes a variable, not an expression");
    return;
  }
  if (IsKnown(target.type) && target.type.scalar != ScalarType::kReal) {
    Error(DiagnosticKind::TypeMismatch, target.span,
          fmt::format("`reinit` takes a Real state, found {}", Describe(target.type)));
    return;
  }
  if (!IsAssignable(target.type, *e.operands[1])) {
    ReportNotAssignable(target.type, *e.operands[1], NameOf(tree_, function_, target));
  }
}

}  // namespace stiction::typecheck
