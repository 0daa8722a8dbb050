// SPDX-License-Identifier: BSD-3-Clause
// The types of clocks and of the operators of clocked variables (MLS 16.3 to 16.5, 16.10).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/instances/operators_of_models.h"
#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

bool IsClockOperator(const BoundExpression& e) {
  if (e.text == "sample") return e.operands.size() == 1 || IsClock(e.operands[1]->type);
  return ir::IsClockOperator(e.text);
}

namespace {

/// True of what asks for the clock that it stands at.
bool AsksForClock(const BoundExpression& e) {
  const bool has_value = !IsClock(e.type) && e.text != "previous" && e.text != "hold";
  if (e.kind == BoundKind::kBuiltin && has_value && IsClockOperator(e)) return true;
  return std::ranges::any_of(e.operands, [](const ir::BoundPtr& operand) { return operand && AsksForClock(*operand); });
}

}  // namespace

bool Checker::RequireVariable(const BoundExpression& e, const BoundExpression& operand) {
  if (operand.kind == BoundKind::kComponent || operand.kind == BoundKind::kMember) return true;
  Error(DiagnosticKind::ArgumentNotVariable, operand.span,
        fmt::format("`{}` takes a variable, not an expression", e.text))
      .hint = "declare a variable for the expression and use it here";
  return false;
}

bool Checker::RequireParameter(const BoundExpression& operand, const char* name, ScalarType scalar) {
  const ir::Type& type = operand.type;
  const bool fits =
      IsKnown(type) && type.dims.empty() && (type.scalar == scalar || (scalar == ScalarType::kReal && IsNumeric(type)));
  if (!fits) {
    Error(DiagnosticKind::TypeMismatch, operand.span,
          fmt::format("`{}` must be {}, found {}", name, Describe(Scalar(scalar)), Describe(type)));
    return false;
  }
  if (operand.variability <= Variability::kParameter) return true;
  Error(DiagnosticKind::VariabilityMismatch, operand.span,
        fmt::format("`{}` must not change during the simulation", name))
      .hint = "use constants and parameters only";
  return false;
}

void Checker::CheckClock(const ir::Instance& instance) {
  if (instance.variability > Variability::kParameter && instance.flow == ast::FlowPrefix::kNone) return;
  Error(DiagnosticKind::ClockDeclaration, instance.span,
        fmt::format("`{}` is a Clock, which can be no parameter, constant or flow variable", instance.name))
      .hint = "remove the prefix";
}

void Checker::TypeClock(BoundExpression& e) {
  e.type = Scalar(ScalarType::kClock);
  if (e.operands.empty()) return;
  const BoundExpression& first = *e.operands.front();
  const bool is_scalar = IsKnown(first.type) && first.type.dims.empty();
  const ScalarType scalar = is_scalar ? first.type.scalar : ScalarType::kString;
  const bool is_known = scalar == ScalarType::kInteger || scalar == ScalarType::kReal ||
                        scalar == ScalarType::kBoolean || scalar == ScalarType::kClock;
  if (!is_known || (scalar == ScalarType::kReal && e.operands.size() > 1)) {
    Diagnostic& error = Error(DiagnosticKind::ClockArgument, is_known ? e.operands[1]->span : first.span,
                              is_known ? std::string("a Clock with a Real interval takes no second argument")
                                       : fmt::format("no Clock is made from {}", Describe(first.type)));
    error.hint =
        "write Clock(), Clock(intervalCounter, resolution), Clock(interval), Clock(condition, startInterval) or "
        "Clock(c, solverMethod)";
    return;
  }
  if (AsksForClock(first)) {
    Error(DiagnosticKind::ClockArgument, first.span, "a Clock cannot be made from what asks for its own clock").hint =
        "give a variable the value, and use previous() of it";
    return;
  }
  if (e.operands.size() < 2) return;
  const BoundExpression& second = *e.operands[1];
  if (scalar == ScalarType::kInteger) RequireParameter(second, "resolution", ScalarType::kInteger);
  if (scalar == ScalarType::kBoolean) RequireParameter(second, "startInterval", ScalarType::kReal);
  if (scalar == ScalarType::kClock) RequireParameter(second, "solverMethod", ScalarType::kString);
}

void Checker::TypeClockOperator(BoundExpression& e) {
  const std::string& name = e.text;
  e.variability = Variability::kDiscrete;
  if (name == "Clock") return TypeClock(e);
  if (name == "interval" || name == "firstTick") {
    e.type = Scalar(name == "interval" ? ScalarType::kReal : ScalarType::kBoolean);
    return;
  }
  const BoundExpression& operand = *e.operands.front();
  const bool may_be_clock = name != "sample" && name != "hold" && name != "previous" && name != "noClock";
  if (operand.type.kind == TypeKind::kNone || (IsClock(operand.type) && !may_be_clock)) {
    Error(DiagnosticKind::TypeMismatch, operand.span,
          fmt::format("`{}` takes a value, found {}", name, Describe(operand.type)));
    return;
  }
  e.type = operand.type;
  const bool is_parameter = operand.variability <= Variability::kParameter;
  if (name == "hold" || name == "previous") {
    if (!is_parameter && !RequireVariable(e, operand)) e.type = {};
    if (is_parameter) e.variability = operand.variability;
    return;
  }
  if (name == "sample" || name == "noClock") return;
  const bool shifts = name == "shiftSample" || name == "backSample";
  const char* const first = !shifts ? "factor" : name == "shiftSample" ? "shiftCounter" : "backCounter";
  for (size_t k = 1; k < e.operands.size(); ++k) {
    RequireParameter(*e.operands[k], k == 1 ? first : "resolution", ScalarType::kInteger);
  }
}

}  // namespace stiction::typecheck
