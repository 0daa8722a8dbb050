// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/bounds.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "compiler/ir/dae/parameter_values.h"
#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

// The rounding error by which a value may lie outside, relative to the bound.
constexpr double kRounding = 1e-14;

std::string Text(const LowerContext& context, const ir::DaeVariable& variable, double value) {
  if (variable.type != ir::ScalarType::kEnumeration) return fmt::format("{:.6g}", value);
  const ir::Enumeration& enumeration = context.dae.enumerations[variable.enumeration.index()];
  const auto ordinal = static_cast<size_t>(value);
  return ordinal >= 1 && ordinal <= enumeration.literals.size() ? enumeration.literals[ordinal - 1]
                                                                : fmt::format("{}", value);
}

/// What a variable has for certain: the value of a parameter or constant, a start value that is fixed.
struct Certain {
  std::string what;
  double value;
};

std::optional<Certain> CertainValue(LowerContext& context, ir::ParameterValues& values,
                                    const ir::DaeVariable& variable) {
  const bool is_constant = variable.variability == ir::Variability::kConstant;
  if (variable.variability <= ir::Variability::kParameter) {
    const auto value = variable.binding ? values.Evaluate(variable.binding) : std::nullopt;
    if (!value) return std::nullopt;
    return Certain{fmt::format("the {} `{}`", is_constant ? "constant" : "parameter", variable.name), *value};
  }
  const ir::Attributes& attributes = variable.attributes;
  const bool is_fixed = attributes.fixed && symbolic::IsNumber(context.pool(), attributes.fixed, 1);
  const auto start = is_fixed && attributes.start ? values.Evaluate(attributes.start) : std::nullopt;
  if (!start) return std::nullopt;
  return Certain{fmt::format("the fixed start value of `{}`", variable.name), *start};
}

void CheckValue(LowerContext& context, ir::ParameterValues& values, const ir::DaeVariable& variable,
                std::optional<double> min, std::optional<double> max) {
  const auto certain = CertainValue(context, values, variable);
  if (!certain) return;
  const double value = certain->value;
  const bool is_below = min && value < *min - kRounding * std::abs(*min);
  const bool is_above = max && value > *max + kRounding * std::abs(*max);
  if (!is_below && !is_above) return;
  Diagnostic& error =
      context.diagnostics.Error(DiagnosticKind::ValueOutOfRange, variable.origin.span,
                                fmt::format("{} = {} lies {} its {} = {}", certain->what,
                                            Text(context, variable, value), is_below ? "below" : "above",
                                            is_below ? "min" : "max", Text(context, variable, is_below ? *min : *max)));
  if (min && max) {
    error.hint =
        fmt::format("give it a value from {} to {}", Text(context, variable, *min), Text(context, variable, *max));
  } else {
    error.hint =
        fmt::format("give it a value of at {} {}", min ? "least" : "most", Text(context, variable, min ? *min : *max));
  }
}

}  // namespace

void CheckBounds(LowerContext& context) {
  const ir::VariableKinds kinds(context.dae);
  ir::ParameterValues values(context.dae, kinds);
  const ir::UnnotedReads unnoted(context.dae.open);  // the run checks them, too
  std::set<Span> contradictory;
  for (size_t i = 0; i < context.flat.variables.size(); ++i) {
    const ir::DaeVariable& variable = context.dae.variables[i];
    const ir::Attributes& attributes = variable.attributes;
    if (!attributes.min && !attributes.max) continue;
    const auto min = attributes.min ? values.Evaluate(attributes.min) : std::nullopt;
    const auto max = attributes.max ? values.Evaluate(attributes.max) : std::nullopt;
    if (min && max && *min > *max) {
      if (!contradictory.insert(variable.origin.span).second) continue;
      context.diagnostics
          .Error(DiagnosticKind::ValueOutOfRange, variable.origin.span,
                 fmt::format("`{}` has min = {} above max = {}: no value lies between them", variable.name,
                             Text(context, variable, *min), Text(context, variable, *max)))
          .hint = "exchange them, or correct one";
      continue;
    }
    CheckValue(context, values, variable, min, max);
  }
}

}  // namespace stiction
