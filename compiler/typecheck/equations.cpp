// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/ir/ast/print.h"
#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ast::EquationKind;
using ast::StatementKind;
using ir::BoundEquation;
using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

namespace {

/// True if the types fit, whatever the dimensions.
bool TypesFit(const ir::Type& target, const ir::Type& source) {
  if (IsNumeric(target) && IsNumeric(source) && target.scalar == ScalarType::kReal) return true;
  return target.kind == source.kind && target.scalar == source.scalar && target.enumeration == source.enumeration &&
         RecordsFit(target, source);
}

}  // namespace

bool Checker::IsAssignable(const ir::Type& target, const BoundExpression& source) {
  if (target.kind == TypeKind::kUnknown || source.type.kind == TypeKind::kUnknown) return true;
  return TypesFit(target, source.type) && DimsFit(target.dims, source.type.dims);
}

void Checker::ReportNotAssignable(const ir::Type& target, const BoundExpression& source, const std::string& name) {
  if (!TypesFit(target, source.type)) {
    ir::Type wanted = target, found = source.type;
    if (wanted.dims.size() == found.dims.size()) {
      wanted.dims.clear();
      found.dims.clear();
    }
    Diagnostic& d = Error(DiagnosticKind::TypeMismatch, source.span,
                          fmt::format("cannot assign {} to {} `{}`", Describe(found), Describe(wanted), name));
    constexpr double kLargestInteger = 9007199254740992.0;  // 2^53
    const bool is_too_large = source.kind == BoundKind::kReal && source.number > kLargestInteger;
    if (IsNumeric(target) && IsNumeric(source.type)) {
      d.hint = is_too_large ? "the number lies above the largest Integer (MLS 2.4.2)"
                            : "use `integer(x)` to round a Real down";
    }
    const bool is_text = IsKnown(source.type) && source.type.scalar == ScalarType::kString;
    if (IsNumeric(target) && is_text) d.hint = "a number has no quotes";
    for (const ir::TypeMember& member : target.members) {
      const bool is_missing =
          std::ranges::none_of(source.type.members, [&](const ir::TypeMember& m) { return m.name == member.name; });
      if (!is_missing || source.type.members.empty() || !d.hint.empty()) continue;
      d.hint = fmt::format("records fit that have the same components; {} has no `{}`", Describe(found), member.name);
    }
    return;
  }
  Error(DiagnosticKind::DimensionMismatch, source.span,
        fmt::format("cannot assign {} to {} `{}`", Describe(source.type), Describe(target), name));
}

void Checker::CheckCondition(const ir::BoundPtr& condition, const std::string& of, bool vector_allowed,
                             DiagnosticKind kind) {
  const ir::Type& type = condition->type;
  if (type.kind == TypeKind::kUnknown) return;
  const bool shape = type.dims.empty() || (vector_allowed && type.dims.size() == 1);
  if (IsKnown(type) && type.scalar == ScalarType::kBoolean && shape) return;
  Error(kind, condition->span, fmt::format("the condition of {} must be Boolean, found {}", of, Describe(type)));
}

// The values at both ends, Reals both.
void Checker::CheckEnds(const BoundExpression& tuple, const BoundExpression& call) {
  if (tuple.operands.size() > 2) {
    Error(DiagnosticKind::ArgumentCount, tuple.span,
          fmt::format("{} results are wanted, `{}` has 2", tuple.operands.size(), call.text));
    return;
  }
  for (const ir::BoundPtr& end : tuple.operands) {
    if (end && !IsAssignable(end->type, call)) ReportNotAssignable(end->type, call, NameOf(tree_, function_, *end));
  }
}

void Checker::CheckResults(const BoundExpression& tuple, const BoundExpression& call) {
  if (call.kind == BoundKind::kBuiltin && call.text == "spatialDistribution") return CheckEnds(tuple, call);
  if (call.kind != BoundKind::kCall) {
    Error(DiagnosticKind::TypeMismatch, call.span, "a list of results can only come from a function call");
    return;
  }
  const ir::FunctionInstance& function = tree_.functions[call.function.index()];
  std::vector<const ir::FunctionVariable*> outputs;
  for (const ir::FunctionVariable& variable : function.variables) {
    if (variable.causality == ir::Causality::kOutput) outputs.push_back(&variable);
  }
  if (tuple.operands.size() > outputs.size()) {
    Error(DiagnosticKind::ArgumentCount, tuple.span,
          fmt::format("{} results are wanted, `{}` has {}", tuple.operands.size(), function.name, outputs.size()));
    return;
  }
  for (size_t k = 0; k < tuple.operands.size(); ++k) {
    if (!tuple.operands[k]) continue;
    BoundExpression result{
        .kind = BoundKind::kTuple, .span = tuple.operands[k]->span, .type = outputs[k]->type, .text = {}};
    if (!IsAssignable(tuple.operands[k]->type, result))
      ReportNotAssignable(tuple.operands[k]->type, result, NameOf(tree_, function_, *tuple.operands[k]));
  }
}

void Checker::ReportSwitched(Span span, const ir::Type& type) {
  Error(DiagnosticKind::VariabilityMismatch, span,
        fmt::format("{} changes at events only, but a condition around this changes between them", Describe(type)))
      .hint = "remove `noEvent` from the condition";
}

bool Checker::CheckSide(const BoundExpression& side) {
  if (side.type.kind == TypeKind::kObject) {
    Error(DiagnosticKind::ExternalObjectUse, side.span,
          fmt::format("the external object `{}` stands in an equation", NameOf(tree_, function_, side)))
        .hint = "give it to functions only; its value is that of its declaration";
    return false;
  }
  const std::optional<const ir::Instance*> of = side.kind == BoundKind::kComponent ? InstanceOf(side) : std::nullopt;
  const bool is_model = of && *of && (*of)->kind != ir::InstanceKind::kBuiltin && !ast::IsRecord((*of)->class_kind) &&
                        (*of)->class_kind != ast::ClassKind::kConnector && side.type.operators == ir::ClassId();
  if (!is_model) return true;
  Error(DiagnosticKind::ComponentAsValue, side.span,
        fmt::format("`{}` is a {} and has no value", NameOf(tree_, function_, side), ast::ToString((*of)->class_kind)))
      .hint = "name the variables in it";
  return false;
}

void Checker::CheckEquality(BoundEquation& equation, bool in_when) {
  Check(equation.left);
  Check(equation.right);
  const BoundExpression &left = *equation.left, &right = *equation.right;
  if (left.kind == BoundKind::kTuple) return CheckResults(left, right);
  if (!CheckSide(left) || !CheckSide(right)) return;
  if (left.type.kind == TypeKind::kUnknown || right.type.kind == TypeKind::kUnknown) return;
  if (left.kind == BoundKind::kComponent) {
    if (!IsAssignable(left.type, right)) ReportNotAssignable(left.type, right, NameOf(tree_, function_, left));
  } else {
    const bool numeric = IsNumeric(left.type) && IsNumeric(right.type);
    const bool same = left.type.kind == right.type.kind && left.type.scalar == right.type.scalar &&
                      left.type.enumeration == right.type.enumeration &&
                      (RecordsFit(left.type, right.type) || RecordsFit(right.type, left.type));
    if (!numeric && !same) {
      Error(DiagnosticKind::TypeMismatch, equation.span,
            fmt::format("the two sides of the equation have different types: {} and {}", Describe(left.type),
                        Describe(right.type)));
      return;
    }
    if (!DimsFit(left.type.dims, right.type.dims)) {
      Error(DiagnosticKind::DimensionMismatch, equation.span,
            fmt::format("the two sides of the equation have different dimensions: {} and {}", Describe(left.type),
                        Describe(right.type)));
      return;
    }
  }
  const bool discrete_type = IsKnown(left.type) && left.type.scalar != ScalarType::kReal;
  if (!in_when && discrete_type && is_switched_between_events_) return ReportSwitched(equation.span, left.type);
  const bool integer_literal = IsNumeric(left.type) && left.kind != BoundKind::kComponent;
  if (IsClock(left.type)) return;
  if (!in_when && discrete_type && !integer_literal && right.variability == Variability::kContinuous) {
    Error(DiagnosticKind::VariabilityMismatch, right.span,
          fmt::format("{} changes at events only, but this changes continuously", Describe(left.type)))
        .hint = "remove `noEvent`, or make the equation part of a `when`";
  }
}

void Checker::CheckConnectSubscripts(const BoundExpression& connector) {
  const auto check = [this](const std::vector<ir::BoundSubscript>& subscripts) {
    for (const ir::BoundSubscript& subscript : subscripts) {
      if (!subscript.expression || subscript.expression->variability <= Variability::kParameter) continue;
      Error(DiagnosticKind::VariabilityMismatch, subscript.expression->span,
            "the subscript of a connector in connect must not change during the simulation (MLS 9.1)")
          .hint = "what is connected is so for the whole simulation: use a parameter or the variable of a loop";
    }
  };
  check(connector.subscripts);
  for (const ir::BoundMember& member : connector.members) check(member.subscripts);
}

// Longer than a screen: one case for each kind of equation.
void Checker::CheckEquation(BoundEquation& equation, bool in_when) {
  impure_allowed_ = in_when;
  switch (equation.kind) {
    case EquationKind::kEquality:
      return CheckEquality(equation, in_when);
    case EquationKind::kIf:
    case EquationKind::kWhen: {
      const bool when = equation.kind == EquationKind::kWhen;
      bool is_taken = false;
      const bool was_switched = is_switched_between_events_;
      for (auto& branch : equation.branches) {
        if (branch.condition) {
          impure_allowed_ = in_when;
          Check(branch.condition);
          const bool is_clocked = when && equation.branches.size() == 1 && IsClock(branch.condition->type);
          if (!is_clocked) {
            CheckCondition(branch.condition, when ? "`when`" : "`if`", when,
                           when ? DiagnosticKind::WhenConditionNotBoolean : DiagnosticKind::ConditionNotBoolean);
          }
          const bool is_continuous = branch.condition->variability == Variability::kContinuous;
          is_switched_between_events_ = is_switched_between_events_ || (!when && is_continuous);
        }
        const bool is_ruled_out = !when && IsRuledOut(branch.condition, is_taken);
        ruled_out_ += is_ruled_out ? 1 : 0;
        for (BoundEquation& inner : branch.body) CheckEquation(inner, in_when || when);
        ruled_out_ -= is_ruled_out ? 1 : 0;
      }
      is_switched_between_events_ = was_switched;
      return;
    }
    case EquationKind::kFor:
      CheckIterators(equation.indices);
      for (BoundEquation& inner : equation.body) CheckEquation(inner, in_when);
      return;
    case EquationKind::kConnect:
      if (in_when) {
        Error(DiagnosticKind::ConnectPlace, equation.span, "connect stands in a when-equation or an initial equation")
            .hint = "what is connected is so for the whole simulation: write connect in the equation section";
        return;
      }
      // The structures of the connectors are compared where the connection sets are made.
      Check(equation.from);
      Check(equation.to);
      CheckConnectSubscripts(*equation.from);
      CheckConnectSubscripts(*equation.to);
      return;
    case EquationKind::kCall:
      if (equation.left->kind == BoundKind::kBuiltin && CheckGraphEquation(*equation.left)) {
        if (!in_when) return;
        Error(DiagnosticKind::ConnectionGraph, equation.span,
              fmt::format("`{}` stands in a when-equation or an initial equation", equation.left->text))
            .hint = "the graph of connections is the same for the whole simulation: write it in the equation section";
        return;
      }
      if (in_when && equation.left->kind == BoundKind::kBuiltin &&
          CheckStateMachineEquation(*equation.left, "a when-equation or an initial equation")) {
        return;
      }
      if (equation.left->kind == BoundKind::kBuiltin) return CheckMessageCall(*equation.left, false);
      Check(equation.left);
      return;
  }
}

void Checker::CheckNoInput(const BoundExpression& target) {
  if (target.kind != BoundKind::kLocal || !function_) return;
  const ir::FunctionVariable& variable = function_->variables[static_cast<size_t>(target.local)];
  if (variable.causality != ir::Causality::kInput) return;
  Error(DiagnosticKind::FunctionClass, target.span,
        fmt::format("the input `{}` of a function cannot be assigned", NameOf(tree_, function_, target)))
      .hint = "declare a protected variable, and assign that";
}

void Checker::CheckStatement(BoundStatement& statement, bool at_events) {
  const bool impure_allowed = impure_allowed_ = function_ ? function_->is_impure : at_events;
  switch (statement.kind) {
    case StatementKind::kAssign:
      Check(statement.target);
      Check(statement.value);
      if (!function_ && (!CheckSide(*statement.target) || !CheckSide(*statement.value))) return;
      if (!IsAssignable(statement.target->type, *statement.value))
        ReportNotAssignable(statement.target->type, *statement.value, NameOf(tree_, function_, *statement.target));
      CheckNoInput(*statement.target);
      if (!function_ && !at_events && IsKnown(statement.target->type) &&
          statement.target->type.scalar != ScalarType::kReal && IsKnown(statement.value->type) &&
          statement.value->variability == Variability::kContinuous) {
        Error(DiagnosticKind::VariabilityMismatch, statement.value->span,
              fmt::format("{} changes at events only, but this changes continuously", Describe(statement.target->type)))
            .hint = "remove `noEvent`, or make the statement part of a `when`";
      }
      return;
    case StatementKind::kMultiAssign:
      Check(statement.target);
      Check(statement.value);
      for (const ir::BoundPtr& receiver : statement.target->operands) {
        if (receiver) CheckNoInput(*receiver);
      }
      return CheckResults(*statement.target, *statement.value);
    case StatementKind::kCall:
      if (statement.value->kind == BoundKind::kBuiltin) return CheckMessageCall(*statement.value, true);
      return Check(statement.value);
    case StatementKind::kIf:
    case StatementKind::kWhile:
    case StatementKind::kWhen: {
      const bool when = statement.kind == StatementKind::kWhen;
      bool is_taken = false;
      for (auto& branch : statement.branches) {
        if (branch.condition) {
          impure_allowed_ = impure_allowed;
          Check(branch.condition);
          CheckCondition(branch.condition,
                         when                                      ? "`when`"
                         : statement.kind == StatementKind::kWhile ? "`while`"
                                                                   : "`if`",
                         when, DiagnosticKind::StatementConditionNotBoolean);
        }
        const bool is_ruled_out = statement.kind == StatementKind::kIf && IsRuledOut(branch.condition, is_taken);
        ruled_out_ += is_ruled_out ? 1 : 0;
        for (BoundStatement& inner : branch.body) CheckStatement(inner, at_events || when);
        ruled_out_ -= is_ruled_out ? 1 : 0;
      }
      return;
    }
    case StatementKind::kFor:
      CheckIterators(statement.indices);
      for (BoundStatement& inner : statement.body) CheckStatement(inner, at_events);
      return;
    case StatementKind::kBreak:
    case StatementKind::kReturn:
      return;
  }
}

// Units and other texts are a warning: libraries give them so, and all elements have the same anyway.
void Checker::ReportWithoutEach(const ir::Instance& instance, const std::string& attribute,
                                const BoundExpression& value) {
  const std::string message =
      fmt::format("`{}` of the array `{}` gets one value for all elements", attribute, instance.name);
  const std::string hint = fmt::format("write `each {} = ...`, or give one value for each element", attribute);
  if (value.type.scalar != ScalarType::kString) {
    Error(DiagnosticKind::ModifierSizeMismatch, value.span, message).hint = hint;
  } else if (reported_.emplace(DiagnosticKind::ModifierSizeMismatch, value.span).second) {
    diagnostics_.Warning(DiagnosticKind::ModifierSizeMismatch, value.span, message).hint = hint;
  }
}

void Checker::CheckAttributes(ir::Instance& instance) {
  ir::Type type = Scalar(instance.scalar);
  type.enumeration = instance.enumeration;
  type.dims = instance.dims;
  for (auto& [name, value] : instance.attributes) {
    if (!value) continue;
    Check(value);
    ir::Type wanted = type;
    if (name == "fixed") wanted = Scalar(ScalarType::kBoolean);
    if (name == "unit" || name == "displayUnit" || name == "quantity") wanted = Scalar(ScalarType::kString);
    if (name == "stateSelect") {
      wanted = Scalar(ScalarType::kEnumeration);
      wanted.enumeration = value->type.enumeration;
    }
    // One value for all elements, or one each.
    wanted.dims = value->type.dims.empty() ? std::vector<int64_t>{} : instance.dims;
    if (!IsAssignable(wanted, *value)) ReportNotAssignable(wanted, *value, fmt::format("{}.{}", instance.name, name));
    const bool wants_array = std::ranges::find(instance.arrays_wanted, name) != instance.arrays_wanted.end();
    if (wants_array && value->type.kind == TypeKind::kScalar && value->type.dims.empty()) {
      ReportWithoutEach(instance, name, *value);
    }
    if (value->variability > Variability::kParameter) {
      Error(DiagnosticKind::VariabilityMismatch, value->span,
            fmt::format("`{}` of `{}` must not change during the simulation", name, instance.name))
          .hint = "use constants and parameters only";
    }
  }
}

const BoundExpression* Checker::MostVariable(const BoundExpression& e) const {
  if (e.kind == BoundKind::kComponent || e.kind == BoundKind::kTime) return &e;
  const BoundExpression* most = nullptr;
  for (const ir::BoundPtr& operand : e.operands) {
    const BoundExpression* found = operand ? MostVariable(*operand) : nullptr;
    if (found && (!most || found->variability > most->variability)) most = found;
  }
  return most;
}

void Checker::ReportVariability(const ir::Instance& instance, Variability own, const BoundExpression& value) {
  static constexpr const char* kNames[] = {"constant", "parameter", "discrete-time variable", "variable"};
  const BoundExpression* cause = MostVariable(value);
  const std::string name = !cause                            ? "this expression"
                           : cause->kind == BoundKind::kTime ? "`time`"
                                                             : fmt::format("`{}`", NameOf(tree_, function_, *cause));
  const std::string why = value.variability == Variability::kParameter ? "a parameter"
                          : own == Variability::kDiscrete              ? "which changes between events"
                                                                       : "which changes during the simulation";
  Diagnostic& d = Error(
      DiagnosticKind::VariabilityMismatch, value.span,
      fmt::format("the {} `{}` cannot depend on {}, {}", kNames[static_cast<size_t>(own)], instance.name, name, why));
  if (cause && cause->kind == BoundKind::kComponent) {
    d.labels.push_back({tree_.instances[cause->instance.index()].span, fmt::format("{} is declared here", name)});
  }
  if (own == Variability::kParameter && value.variability > own) {
    d.hint = fmt::format("remove `parameter` if `{}` is to change", instance.name);
  }
}

void Checker::CheckStreamVariable(const ir::Instance& instance) {
  const ir::Instance& connector = tree_.instances[instance.parent.index()];
  const auto is_scalar_flow = [this](ir::InstanceId child) {
    const ir::Instance& of_connector = tree_.instances[child.index()];
    return of_connector.flow == ast::FlowPrefix::kFlow && of_connector.kind == ir::InstanceKind::kBuiltin &&
           of_connector.dims.empty() && of_connector.scalar == ScalarType::kReal;
  };
  const bool is_real = instance.kind == ir::InstanceKind::kBuiltin && instance.scalar == ScalarType::kReal;
  const auto flows = std::count_if(connector.children.begin(), connector.children.end(), is_scalar_flow);
  if (is_real && flows == 1 && connector.class_kind == ast::ClassKind::kConnector) return;
  Error(DiagnosticKind::StreamWithoutFlow, instance.span,
        fmt::format("the stream variable `{}` {}", instance.name,
                    !is_real ? "must be a Real"
                             : fmt::format("must be beside one scalar variable with `flow` in its connector, found {}",
                                           flows)));
}

void Checker::CheckInstance(ir::Instance& instance) {
  impure_allowed_ = true;
  if (instance.flow == ast::FlowPrefix::kStream) CheckStreamVariable(instance);
  if (instance.kind == ir::InstanceKind::kBuiltin && instance.scalar == ScalarType::kClock) CheckClock(instance);
  if (instance.kind == ir::InstanceKind::kBuiltin) CheckAttributes(instance);
  if (instance.binding) {
    impure_allowed_ = instance.variability <= Variability::kParameter;
    Check(instance.binding);
    const BoundExpression& value = *instance.binding;
    if (instance.kind == ir::InstanceKind::kBuiltin) {
      ir::Type type = Scalar(instance.scalar);
      type.enumeration = instance.enumeration;
      type.dims = instance.dims;
      if (!instance.object_class.empty()) {
        type.kind = TypeKind::kObject;
        type.record = instance.object_class;
      }
      if (!IsAssignable(type, value)) ReportNotAssignable(type, value, instance.name);
      const Variability own = EffectiveVariability(instance);
      if (value.variability > own && value.type.kind != TypeKind::kUnknown) {
        ReportVariability(instance, own, value);
      }
    }
  }
  for (BoundEquation& equation : instance.equations) CheckEquation(equation, false);
  for (BoundEquation& equation : instance.initial_equations) CheckEquation(equation, true);
  for (ir::BoundAlgorithm& algorithm : instance.algorithms) {
    for (BoundStatement& statement : algorithm.statements) CheckStatement(statement, false);
  }
  for (ir::BoundAlgorithm& algorithm : instance.initial_algorithms) {
    for (BoundStatement& statement : algorithm.statements) CheckStatement(statement, true);
  }
}

void Checker::CheckFunction(ir::FunctionInstance& function) {
  ir::FunctionInstance* const outer = std::exchange(function_, &function);
  const bool impure_allowed = std::exchange(impure_allowed_, function.is_impure);
  for (ir::FunctionVariable& variable : function.variables) {
    for (ir::BoundSubscript& dim : variable.dims) Check(dim.expression);
    // Of an array of records they are the values of one element; flattening refuses it by name.
    for (BoundStatement& statement : variable.member_values) {
      if (variable.type.dims.empty()) CheckStatement(statement, false);
    }
    if (!variable.binding) continue;
    Check(variable.binding);
    if (!IsAssignable(variable.type, *variable.binding))
      ReportNotAssignable(variable.type, *variable.binding, variable.name);
  }
  for (BoundStatement& statement : function.body) CheckStatement(statement, false);
  if (function.external) {
    Check(function.external->result);
    for (const ir::BoundPtr& argument : function.external->arguments) Check(argument);
  }
  function_ = outer;
  impure_allowed_ = impure_allowed;
}

}  // namespace stiction::typecheck
