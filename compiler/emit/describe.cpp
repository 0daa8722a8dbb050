// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/describe.h"

#include <algorithm>

namespace stiction::emit {

Describer::Describer(const ir::CausalModel& model, const SourceMap& sources, runtime::Program& program)
    : model_(model), sources_(sources), program_(program) {
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

int32_t Describer::Equation(ir::EquationId id) {
  const std::vector<ir::DaeEquation>& equations = model_.dae.equations;
  if (id.index() >= number_of_equation_.size()) {
    number_of_equation_.resize(std::max(id.index() + 1, equations.size()), -1);
  }
  int32_t& number = number_of_equation_[id.index()];
  if (number < 0) {
    number = static_cast<int32_t>(program_.equations.size());
    const auto describe = [this](const ir::DaeEquation& equation) {
      std::string text = Text(equation.left);
      text += " = ";
      text += Text(equation.right);
      program_.equations.push_back({std::move(text), SourceOf(equation.origin)});
    };
    id.index() < equations.size() ? describe(equations[id.index()]) : describe(model_.Equation(id));
  }
  return number;
}

}  // namespace stiction::emit
