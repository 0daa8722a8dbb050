// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit_variables.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/emit/emit_message.h"

namespace stiction::emit {

using ir::VariableId;

namespace {

runtime::ValueType TypeOf(ir::ScalarType type) {
  switch (type) {
    case ir::ScalarType::kInteger:
      return runtime::ValueType::kInteger;
    case ir::ScalarType::kBoolean:
      return runtime::ValueType::kBoolean;
    case ir::ScalarType::kEnumeration:
      return runtime::ValueType::kEnumeration;
    case ir::ScalarType::kString:
      return runtime::ValueType::kString;
    default:
      return runtime::ValueType::kReal;
  }
}

/// Declarations, each once.
class Declarations {
 public:
  explicit Declarations(Emission& to) : to_(to) {}

  std::shared_ptr<const runtime::Declaration> Of(const ir::DaeVariable& variable) {
    const bool has_literals = variable.type == ir::ScalarType::kEnumeration;
    const std::string& unit = variable.attributes.unit;
    const DeclarationKey key(variable.origin.span, has_literals ? variable.enumeration : ir::EnumerationId(), unit,
                             variable.comment.str());
    std::shared_ptr<const runtime::Declaration>& declaration = declarations_[key];
    if (!declaration) {
      std::vector<std::string> literals;
      if (has_literals) literals = LiteralsOf(to_.dae, variable.type, variable.enumeration);
      declaration = std::make_shared<const runtime::Declaration>(
          runtime::Declaration{std::move(literals), unit, variable.comment, to_.describer.Place(variable.origin)});
    }
    return declaration;
  }

 private:
  // Its place, enumeration, unit and comment: modifiers may differ between the elements of an array.
  using DeclarationKey = std::tuple<Span, ir::EnumerationId, std::string_view, std::string_view>;

  Emission& to_;
  std::map<DeclarationKey, std::shared_ptr<const runtime::Declaration>> declarations_;
};

}  // namespace

void EmitVariables(Emission& to) {
  Declarations declarations(to);
  std::vector<char> is_state(to.dae.variables.size(), 0);
  for (const VariableId state : to.model.states) is_state[state.index()] = 1;
  to.program.variables.reserve(to.dae.variables.size());
  std::unordered_set<VariableId> objects;
  for (const ir::FlatObject& object : to.dae.objects) {
    if (object.variable) objects.insert(object.variable);
  }
  for (size_t v = 0; v < to.dae.variables.size(); ++v) {
    const ir::DaeVariable& variable = to.dae.variables[v];
    const VariableId id(static_cast<int64_t>(v));
    const bool is_unknown = variable.variability >= ir::Variability::kDiscrete;
    if (is_unknown && !variable.integral && !variable.is_generated && variable.causality != ir::Causality::kInput) {
      ++to.program.equation_count;
    }
    if (variable.is_generated || objects.contains(id)) continue;
    using Kind = runtime::VariableKind;
    runtime::VariableInfo info;
    info.name = variable.name;
    info.slot = to.layout.Of(id);
    info.negated = to.layout.IsNegated(id);
    info.type = TypeOf(variable.type);
    info.kind = !is_unknown                                          ? Kind::kParameter
                : variable.causality == ir::Causality::kInput        ? Kind::kInput
                : is_state[v]                                        ? Kind::kState
                : variable.variability == ir::Variability::kDiscrete ? Kind::kDiscrete
                : variable.integral                                  ? Kind::kDerivative
                                                                     : Kind::kAlgebraic;
    info.is_protected = variable.is_protected;
    info.is_output = variable.causality == ir::Causality::kOutput;
    info.is_settable = variable.variability == ir::Variability::kParameter && variable.type == ir::ScalarType::kReal &&
                       !variable.is_final && !variable.is_evaluated;
    info.shared_declaration = declarations.Of(variable);
    to.program.variables.push_back(std::move(info));
  }
}

}  // namespace stiction::emit
