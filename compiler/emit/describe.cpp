#include "compiler/emit/describe.h"

namespace stiction::emit {

Describer::Describer(const ir::CausalModel& model, const SourceMap& sources) : model_(model), sources_(sources) {
  const ir::Dae& dae = model.dae;
  names_.variable = [&dae](ir::VariableId v) { return dae.variables[v.index()].name; };
  names_.literal = [&dae](ir::EnumerationId e, int ordinal) {
    return dae.enumerations[e.index()].literals[static_cast<size_t>(ordinal - 1)];
  };
  names_.relation = [&dae](ir::RelationId r) { return dae.relations[r.index()].text; };
  names_.functions = &dae.functions;
  names_.length_limit = 120;
}

const runtime::EquationInfo& Describer::Equation(ir::EquationId id) {
  const auto [info, added] = equations_.Insert(id, nullptr);
  if (added) {
    const ir::DaeEquation equation = model_.Equation(id);
    *info = std::make_unique<runtime::EquationInfo>(runtime::EquationInfo{
        Text(equation.left) + " = " + Text(equation.right), Place(equation.origin), equation.origin.derivation});
  }
  return **info;
}

}  // namespace stiction::emit
