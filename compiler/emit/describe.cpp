#include "compiler/emit/describe.h"

#include <algorithm>

namespace stiction::emit {

Describer::Describer(const ir::CausalModel& model, const SourceMap& sources) : model_(model), sources_(sources) {
  const ir::Dae& dae = model.dae;
  names_.variable = [&dae](ir::VariableId v, std::string& to) { to += dae.variables[v.index()].name; };
  names_.literal = [&dae](ir::EnumerationId e, int ordinal, std::string& to) {
    to += dae.enumerations[e.index()].literals[static_cast<size_t>(ordinal - 1)];
  };
  names_.relation = [&dae](ir::RelationId r, std::string& to) { to += dae.relations[r.index()].text; };
  names_.functions = &dae.functions;
  names_.length_limit = 120;
}

const std::string& Describer::Place(const Origin& origin) {
  const auto [place, added] = places_.try_emplace(origin.span);
  if (added) place->second = sources_.Describe(origin.span);
  return place->second;
}

std::shared_ptr<const runtime::EquationSource> Describer::SourceOf(const Origin& origin) {
  // The text is interned: where it stands tells which one it is.
  auto& source = sources_of_equations_[{origin.span, &origin.derivation.str()}];
  if (!source) {
    source = std::make_shared<const runtime::EquationSource>(
        runtime::EquationSource{Place(origin), origin.derivation.str()});
  }
  return source;
}

const runtime::EquationInfo& Describer::Equation(ir::EquationId id) {
  if (id.index() >= equations_.size()) equations_.resize(std::max(id.index() + 1, model_.dae.equations.size()));
  std::optional<runtime::EquationInfo>& info = equations_[id.index()];
  if (!info) {
    const auto describe = [&](const ir::DaeEquation& equation) {
      std::string text = Text(equation.left);
      text += " = ";
      text += Text(equation.right);
      info.emplace(std::move(text), SourceOf(equation.origin));
    };
    const std::vector<ir::DaeEquation>& equations = model_.dae.equations;
    id.index() < equations.size() ? describe(equations[id.index()]) : describe(model_.Equation(id));
  }
  return *info;
}

}  // namespace stiction::emit
