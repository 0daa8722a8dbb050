// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/driver/model_summary.h"

#include <fmt/format.h>

#include <cmath>

#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/dae/print.h"
#include "compiler/ir/expr/print.h"
#include "compiler/ir/flat/fallback_value.h"

namespace stiction {
namespace {

class ParameterReader {
 public:
  ParameterReader(const ir::Dae& dae, const SourceMap& sources)
      : dae_(dae), sources_(sources), kinds_(dae), values_(dae, kinds_), names_(ir::NamesOf(dae)) {}

  ParameterSummary Read(ir::VariableId v) {
    const ir::DaeVariable& variable = dae_.variables[v.index()];
    ParameterSummary summary;
    summary.name = variable.name;
    summary.type = TypeOf(variable);
    const bool is_free = variable.attributes.fixed && values_.Evaluate(variable.attributes.fixed) != 1.0;
    if (!is_free) summary.value = TextOf(variable, variable.binding ? variable.binding : StartOf(*dae_.pool, variable));
    summary.unit = variable.attributes.unit;
    summary.min = BoundOf(variable, variable.attributes.min);
    summary.max = BoundOf(variable, variable.attributes.max);
    summary.comment = variable.comment;
    summary.place = sources_.Describe(variable.origin.span);
    return summary;
  }

 private:
  std::string TypeOf(const ir::DaeVariable& variable) const {
    return variable.type == ir::ScalarType::kEnumeration ? dae_.enumerations[variable.enumeration.index()].name
                                                         : std::string(ir::Spelling(variable.type));
  }

  std::string TextOf(const ir::DaeVariable& variable, ir::ExprId e) {
    const std::optional<double> value = variable.type == ir::ScalarType::kString ? std::nullopt : values_.Evaluate(e);
    if (!value) return ToString(*dae_.pool, e, names_);
    if (variable.type == ir::ScalarType::kBoolean) return *value != 0 ? "true" : "false";
    if (variable.type != ir::ScalarType::kEnumeration) return fmt::format("{}", *value);
    const ir::Enumeration& enumeration = dae_.enumerations[variable.enumeration.index()];
    const auto ordinal = static_cast<size_t>(*value);
    return ordinal >= 1 && ordinal <= enumeration.literals.size() ? enumeration.literals[ordinal - 1] : "";
  }

  // Modelica.Constants.inf and the like bound nothing.
  std::string BoundOf(const ir::DaeVariable& variable, ir::ExprId bound) {
    constexpr double kBeyondAll = 1e60;
    if (!bound) return {};
    const std::optional<double> value = values_.Evaluate(bound);
    return value && std::abs(*value) >= kBeyondAll ? std::string() : TextOf(variable, bound);
  }

  const ir::Dae& dae_;
  const SourceMap& sources_;
  ir::VariableKinds kinds_;
  ir::ParameterValues values_;
  ir::ExprNames names_;
};

std::string NameOf(ir::BlockKind kind) {
  return kind == ir::BlockKind::kLinear ? "linear" : kind == ir::BlockKind::kNonlinear ? "nonlinear" : "mixed";
}

}  // namespace

ModelSummary Summarize(const ir::CausalModel& model, const std::vector<bool>& is_final, const SourceMap& sources) {
  ModelSummary summary;
  ParameterReader reader(model.dae, sources);
  for (size_t i = 0; i < model.dae.variables.size(); ++i) {
    const ir::DaeVariable& variable = model.dae.variables[i];
    const bool can_be_set = variable.variability == ir::Variability::kParameter && !variable.is_protected &&
                            !variable.is_generated && !(i < is_final.size() && is_final[i]);
    const bool is_output = variable.causality == ir::Causality::kOutput && variable.type == ir::ScalarType::kReal;
    if (is_output && variable.variability >= ir::Variability::kDiscrete) summary.outputs.push_back(variable.name);
    if (can_be_set) summary.parameters.push_back(reader.Read(ir::VariableId(static_cast<int64_t>(i))));
  }
  for (const ir::Block& block : model.continuous.blocks) {
    if (block.kind == ir::BlockKind::kExplicit) ++summary.assignments;
    if (block.kind == ir::BlockKind::kExplicit || block.kind == ir::BlockKind::kRelation) continue;
    summary.loops.push_back({NameOf(block.kind), block.unknowns.size(), block.tearing.size()});
  }
  for (const ir::DaeEquation& equation : model.dae.equations) summary.differentiated += equation.derivative_of ? 1 : 0;
  for (const ir::DummyDerivative& dummy : model.dummies) {
    const ir::DaeVariable& derivative = model.dae.variables[dummy.derivative.index()];
    const ir::DaeVariable& variable = model.dae.variables[derivative.integral.index()];
    if (!variable.integral) summary.dependent.push_back(variable.name);
  }
  for (const ir::InvariantSet& set : model.invariants) summary.invariants += set.equations.size();
  return summary;
}

}  // namespace stiction
