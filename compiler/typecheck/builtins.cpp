// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "compiler/ir/instances/operators_of_models.h"
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
  // floor, integer, div and the like are held between events, too; what only `pre` and its like tell is not.
  const ir::ElementaryFunction* const function =
      e.kind == BoundKind::kBuiltin ? ir::FindElementaryFunction(e.text) : nullptr;
  const bool is_held = function && function->continuity == ir::Continuity::kPiecewiseConstant;
  return e.kind == BoundKind::kBuiltin && !is_held ? std::min(variability, e.variability) : variability;
}

bool IsOfExpandable(const ir::InstanceTree& tree, const ir::Instance& instance) {
  return instance.is_expandable || (instance.parent && IsOfExpandable(tree, tree.instances[instance.parent.index()]));
}

}  // namespace

std::optional<const ir::Instance*> Checker::InstanceOf(const BoundExpression& e) const {
  if (e.kind != BoundKind::kComponent) return nullptr;
  const ir::Instance* instance = &tree_.instances[e.instance.index()];
  const auto enter_array = [&] {
    if (instance->elements.empty()) return false;
    instance = &tree_.instances[instance->elements.front().index()];
    return true;
  };
  for (const ir::BoundMember& member : e.members) {
    while (instance->kind == ir::InstanceKind::kArray) {
      if (!enter_array()) return std::nullopt;
    }
    const auto child = instance->child_by_name.find(member.name);
    if (child == instance->child_by_name.end()) return nullptr;
    instance = &tree_.instances[child->second.index()];
  }
  if (instance->kind == ir::InstanceKind::kArray && !instance->equality_constraint && !enter_array()) {
    return std::nullopt;
  }
  return instance;
}

bool Checker::CheckGraphNode(const BoundExpression& e, const BoundExpression& node) {
  if (node.type.kind == TypeKind::kUnknown) return false;
  const std::optional<const ir::Instance*> named = InstanceOf(node);
  if (!named) return true;
  const ir::Instance* const instance = *named;
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

// Of as many operands as it has arguments.
void Checker::TypeElementary(BoundExpression& e, const ir::ElementaryFunction& function) {
  const bool is_unary = e.operands.size() == 1;
  const ir::Type &first = e.operands.front()->type, &last = e.operands.back()->type;
  const bool is_extremum = function.op == ir::Op::kMin || function.op == ir::Op::kMax;
  const bool is_any = is_extremum && IsKnown(first) && IsKnown(last) && first.scalar == last.scalar &&
                      first.scalar != ScalarType::kString && first.enumeration == last.enumeration;
  for (const ir::BoundPtr& operand : e.operands) {
    const char* const which = is_unary ? "the" : "an";
    if (!is_any && !RequireNumeric(*operand, fmt::format("{} argument of `{}`", which, e.text))) return;
  }
  if (!first.dims.empty() && !last.dims.empty() && !DimsFit(first.dims, last.dims)) {
    Error(DiagnosticKind::DimensionMismatch, e.span,
          fmt::format("the arguments of `{}` have different dimensions: {} and {}", e.text, Describe(first),
                      Describe(last)));
    return;
  }
  e.type = first;
  if (e.type.dims.empty()) e.type.dims = last.dims;
  if (last.scalar == ScalarType::kReal || function.result == ir::FunctionResult::kReal) {
    e.type.scalar = ScalarType::kReal;
  }
  if (function.result == ir::FunctionResult::kInteger) e.type.scalar = ScalarType::kInteger;
  if (function.continuity == ir::Continuity::kPiecewiseConstant) {
    e.variability = std::min(e.variability, Variability::kDiscrete);
  }
}

void Checker::TypeHomotopy(BoundExpression& e) {
  for (const ir::BoundPtr& operand : e.operands) {
    if (!RequireNumeric(*operand, "an argument of `homotopy`")) return;
  }
  const ir::Type &actual = e.operands[0]->type, &simplified = e.operands[1]->type;
  if (actual.dims.size() != simplified.dims.size() || !DimsFit(actual.dims, simplified.dims)) {
    Error(DiagnosticKind::DimensionMismatch, e.span,
          fmt::format("the expressions of `homotopy` have different dimensions: {} and {}", Describe(actual),
                      Describe(simplified)));
    return;
  }
  e.type = Scalar(ScalarType::kReal);
  e.type.dims = actual.dims;
}

bool Checker::CheckStream(const BoundExpression& e) {
  const BoundExpression& operand = *e.operands[0];
  const std::optional<const ir::Instance*> named = InstanceOf(operand);
  if (!named) return true;  // of an empty array
  const ir::Instance* const instance = *named;
  if (instance && instance->flow == ast::FlowPrefix::kStream) return true;
  Diagnostic& d = Error(DiagnosticKind::NotAStream, operand.span,
                        fmt::format("`{}` takes a stream variable of a connector", e.text));
  if (instance) d.labels.push_back({instance->span, fmt::format("`{}` is declared here", instance->name)});
  return false;
}

void Checker::TypeSemiLinear(BoundExpression& e) {
  e.type = Scalar(ScalarType::kReal);
  for (const ir::BoundPtr& operand : e.operands) {
    if (!RequireNumeric(*operand, "an argument of `semiLinear`")) return;
    const std::vector<int64_t>& dims = operand->type.dims;
    if (dims.empty()) continue;
    if (!e.type.dims.empty() && !DimsFit(e.type.dims, dims)) {
      Error(DiagnosticKind::DimensionMismatch, e.span, "the arguments of `semiLinear` have different dimensions");
      return;
    }
    e.type.dims = e.type.dims.empty() ? dims : MergeDims(e.type.dims, dims);
  }
}

void Checker::TypeDelay(BoundExpression& e) {
  for (size_t k = 0; k < e.operands.size(); ++k) {
    if (!RequireNumeric(*e.operands[k], "an argument of `delay`")) return;
    if (k == 0 || e.operands[k]->type.dims.empty()) continue;
    Error(DiagnosticKind::DimensionMismatch, e.operands[k]->span,
          fmt::format("the delay time must be a scalar, found {}", Describe(e.operands[k]->type)));
    return;
  }
  e.type = Scalar(ScalarType::kReal);
  e.type.dims = e.operands[0]->type.dims;
  e.variability = Variability::kContinuous;
}

// Of both results.
void Checker::TypeTransport(BoundExpression& e) {
  for (size_t k = 0; k < e.operands.size(); ++k) {
    const BoundExpression& operand = *e.operands[k];
    if (k == 3) {
      if (!IsAssignable(Scalar(ScalarType::kBoolean), operand)) {
        ReportNotAssignable(Scalar(ScalarType::kBoolean), operand, "spatialDistribution.positiveVelocity");
      }
      continue;
    }
    if (!RequireNumeric(operand, "an argument of `spatialDistribution`")) return;
    const size_t rank = k < 4 ? 0 : 1;
    if (operand.type.dims.size() == rank) continue;
    Error(DiagnosticKind::DimensionMismatch, operand.span,
          fmt::format("a {} is wanted, found {}", rank == 0 ? "scalar" : "vector", Describe(operand.type)));
    return;
  }
  e.type = Scalar(ScalarType::kReal);
  e.variability = Variability::kContinuous;
}

void Checker::TypeConversion(BoundExpression& e) {
  const ir::Type& from = e.operands[0]->type;
  if (e.text == "Integer") {
    if (!IsKnown(from) || from.scalar != ScalarType::kEnumeration) {
      Error(DiagnosticKind::TypeMismatch, e.operands[0]->span,
            fmt::format("`Integer` takes an enumeration value, found {}", Describe(from)))
          .hint = "use `integer(x)` to round a Real down";
      return;
    }
    e.type = Scalar(ScalarType::kInteger);
    e.type.dims = from.dims;
    return;
  }
  static constexpr const char* kOptions[] = {"", "minimumLength", "leftJustified", "significantDigits", "format"};
  static constexpr ScalarType kTypes[] = {ScalarType::kReal, ScalarType::kInteger, ScalarType::kBoolean,
                                          ScalarType::kInteger, ScalarType::kString};
  if (!IsKnown(from) || !from.dims.empty()) {
    Error(DiagnosticKind::TypeMismatch, e.operands[0]->span,
          fmt::format("`String` takes one number, Boolean or enumeration value, found {}", Describe(from)));
    return;
  }
  // Options that are not written have the place of the call.
  const bool has_digits = e.operands.size() > 3 && e.operands[3]->span != e.span;
  if (has_digits && from.scalar != ScalarType::kReal) {
    Error(DiagnosticKind::ArgumentMismatch, e.operands[3]->span,
          fmt::format("only a Real has significant digits, found {}", Describe(from)))
        .hint = "use `minimumLength`";
  }
  for (size_t k = 1; k < e.operands.size(); ++k) {
    const ir::Type type = Scalar(kTypes[k]);
    if (!IsAssignable(type, *e.operands[k])) {
      ReportNotAssignable(type, *e.operands[k], fmt::format("String.{}", kOptions[k]));
    }
  }
  e.type = Scalar(ScalarType::kString);
}

// Name and number of arguments have been checked by instantiate (ir/expr/builtin_functions.h).
void Checker::TypeBuiltin(BoundExpression& e) {
  const std::string& name = e.text;
  if (IsAmong(name, {"assert", "terminate", "reinit", "Connections.branch", "Connections.root",
                     "Connections.potentialRoot", "transition", "initialState"})) {
    Error(DiagnosticKind::TypeMismatch, e.span, fmt::format("`{}` has no value to use in an expression", name));
    return;
  }
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
  }
  if (IsClockOperator(e)) return TypeClockOperator(e);
  if (ir::IsStateQuery(name)) return TypeStateQuery(e);
  if (IsAmong(name, {"der", "pre", "edge", "change", "initial", "terminal", "sample", "noEvent", "smooth"})) {
    return TypeEventOperator(e);
  }
  const ir::ElementaryFunction* const function = ir::FindElementaryFunction(name);
  if (function && e.operands.size() == function->formals.size()) return TypeElementary(e, *function);
  if (name == "Integer" || name == "String") return TypeConversion(e);
  if (name == "delay") return TypeDelay(e);
  if (name == "spatialDistribution") return TypeTransport(e);
  if (name == "homotopy") return TypeHomotopy(e);
  if (name == "semiLinear") return TypeSemiLinear(e);
  if (name == "inStream" || name == "actualStream") {
    if (!CheckStream(e)) return;
    e.type = e.operands[0]->type;
    e.variability = Variability::kContinuous;
    return;
  }
  if (name == "cardinality") {
    if (e.operands[0]->kind != BoundKind::kComponent) {
      Error(DiagnosticKind::ArgumentNotVariable, e.operands[0]->span, "`cardinality` takes a connector");
      return;
    }
    const std::optional<const ir::Instance*> connector = InstanceOf(*e.operands[0]);
    if (connector && *connector && IsOfExpandable(tree_, **connector)) {
      Error(DiagnosticKind::ArgumentNotVariable, e.operands[0]->span,
            "`cardinality` takes no expandable connector, and no element of one");
      return;
    }
    if (connector && *connector && (*connector)->class_kind != ast::ClassKind::kConnector) {
      Error(DiagnosticKind::ArgumentNotVariable, e.operands[0]->span,
            fmt::format("`cardinality` takes a connector, and `{}` is none", NameOf(tree_, function_, *e.operands[0])))
          .labels.push_back({(*connector)->span, "declared here"});
      return;
    }
    e.type = Scalar(ScalarType::kInteger);
    e.variability = Variability::kParameter;
  } else if (name == "Connections.isRoot" || name == "Connections.rooted") {
    if (!CheckGraphNode(e, *e.operands[0])) return;
    e.type = Scalar(ScalarType::kBoolean);
    e.variability = Variability::kParameter;
  } else {
    TypeArrayBuiltin(e);
  }
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
    const std::optional<Value> order = Evaluate(tree_, *e.operands[0]);
    if (order && order->numbers.size() == 1 && order->numbers.front() < 0) {
      Error(DiagnosticKind::TypeMismatch, e.operands[0]->span,
            "the order of `smooth` must not be negative (MLS 3.7.5)");
    }
    const bool is_record = operand.type.kind == TypeKind::kRecord;
    if (!is_record) RequireNumeric(operand, "the expression of `smooth`");
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
  if (!RequireVariable(e, operand)) {
    e.type = {};
    return;
  }
  if (name == "edge" && (!IsKnown(operand.type) || operand.type.scalar != ScalarType::kBoolean)) {
    Error(DiagnosticKind::TypeMismatch, operand.span,
          fmt::format("`edge` takes a Boolean, found {}", Describe(operand.type)));
  }
  if (name == "change" && !IsKnown(operand.type)) {
    Error(DiagnosticKind::TypeMismatch, operand.span,
          fmt::format("`change` takes a variable of a simple type, found {}", Describe(operand.type)));
    e.type = {};
    return;
  }
  if (name == "edge" || name == "change") {
    e.type = Scalar(ScalarType::kBoolean);
    e.type.dims = operand.type.dims;
  }
  e.variability = std::min(e.variability, Variability::kDiscrete);
}

// In a function that is declared neither pure nor impure it is a warning, and of a function that only tells something:
// libraries have such.
void Checker::ReportImpure(const BoundExpression& call, const ir::FunctionInstance& function) {
  const bool has_value = std::ranges::any_of(
      function.variables, [](const ir::FunctionVariable& v) { return v.causality == ir::Causality::kOutput; });
  if (!function_ && has_value) {
    Error(DiagnosticKind::ImpureCall, call.span,
          fmt::format("`{}` is impure and is called outside of when-clauses, initial sections and values of parameters",
                      function.name))
        .hint = "call it in a when-clause, or write `pure(...)` around the call";
  } else if (reported_.emplace(DiagnosticKind::ImpureCall, call.span).second) {
    const std::string message =
        function_ ? fmt::format("`{}` is impure and is called in `{}`, which is not declared so", function.name,
                                function_->name)
                  : fmt::format("`{}` is impure and is called whenever the equations are evaluated", function.name);
    diagnostics_.Warning(DiagnosticKind::ImpureCall, call.span, message).hint =
        function_ ? "declare this function `impure`, too, or write `pure(...)` around the call"
                  : "call it in a when-clause";
  }
}

void Checker::TypeCall(BoundExpression& e) {
  const ir::FunctionInstance& function = tree_.functions[e.function.index()];
  if (function.is_impure && !impure_allowed_ && e.number == 0) ReportImpure(e, function);
  std::vector<const ir::FunctionVariable*> inputs;
  for (const ir::FunctionVariable& variable : function.variables) {
    if (variable.causality == ir::Causality::kInput) inputs.push_back(&variable);
  }
  if (e.operands.size() != inputs.size()) {
    Error(DiagnosticKind::ArgumentCount, e.span,
          fmt::format("`{}` takes {} argument{}, found {}", function.name, inputs.size(), inputs.size() == 1 ? "" : "s",
                      e.operands.size()));
    return;
  }
  std::vector<int64_t> leading;
  bool is_known = true;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const ir::Type& argument = e.operands[k]->type;
    if (argument.kind == TypeKind::kUnknown) {
      is_known = is_known && !inputs[k]->type.dims.empty();  // an array is one as it is
      continue;
    }
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
  // A member of an array without elements: whether the function is applied to each is seen when it is expanded.
  if (!is_known && leading.empty()) return;
  e.type = OutputOf(e.function);
  if (function.is_record_constructor || e.type.kind == TypeKind::kNone) return;
  // An input may give the size: it is known when the call is specialised.
  e.type.dims.insert(e.type.dims.begin(), leading.begin(), leading.end());
  HoldResult(e);
}

ir::Type Checker::OutputOf(ir::FunctionInstanceId id) const {
  const ir::FunctionInstance& function = tree_.functions[id.index()];
  ir::Type type;
  type.kind = TypeKind::kNone;
  if (!function.is_record_constructor) {
    const auto output = std::find_if(function.variables.begin(), function.variables.end(),
                                     [](const auto& v) { return v.causality == ir::Causality::kOutput; });
    return output == function.variables.end() ? type : output->type;
  }
  type.kind = TypeKind::kRecord;
  type.record = function.name;
  if (tree_.operator_records.contains(function.cls)) type.operators = function.cls;
  for (const ir::FunctionVariable& member : function.variables) type.members.push_back({member.name, member.type});
  return type;
}

void Checker::HoldResult(BoundExpression& e) {
  if (IsKnown(e.type) && e.type.scalar != ScalarType::kReal) {
    e.variability = std::min(e.variability, Variability::kDiscrete);
  }
}

void Checker::CheckAssertionLevel(const BoundExpression& level) {
  if (level.type.kind == TypeKind::kUnknown) return;
  const bool is_level = IsKnown(level.type) && level.type.scalar == ScalarType::kEnumeration &&
                        level.type.dims.empty() &&
                        tree_.enumerations[level.type.enumeration.index()].name == "AssertionLevel";
  if (!is_level) {
    Error(DiagnosticKind::TypeMismatch, level.span,
          fmt::format("the level of `assert` must be an AssertionLevel, found {} (MLS 8.3.7)", Describe(level.type)))
        .hint = "write AssertionLevel.warning or AssertionLevel.error";
  } else if (level.variability > Variability::kParameter) {
    Error(DiagnosticKind::VariabilityMismatch, level.span,
          "the level of `assert` must be a parameter expression (MLS 8.3.7)")
        .hint = "write two assertions, each with its condition";
  }
}

void Checker::CheckMessageCall(BoundExpression& e, bool is_statement) {
  const std::string& name = e.text;
  if (CheckStateMachineEquation(e, is_statement ? "an algorithm" : nullptr)) return;
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
    if (e.operands.size() > 2) CheckAssertionLevel(*e.operands[2]);
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
