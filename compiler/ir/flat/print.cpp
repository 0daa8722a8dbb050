// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/flat/print.h"

#include <fmt/format.h>

#include "compiler/support/quote.h"

namespace stiction::ir {
namespace {

std::string TypeName(const FlatModel& model, const FlatVariable& variable) {
  if (variable.type == ScalarType::kEnumeration && variable.enumeration) {
    return model.enumerations[variable.enumeration.index()].name;
  }
  for (const FlatObject& object : model.objects) {
    if (object.variable && &model.variables[object.variable.index()] == &variable) return object.class_name;
  }
  return std::string(Spelling(variable.type));
}

class EquationPrinter {
 public:
  EquationPrinter(std::ostream& out, const FlatModel& model, const ExprNames& names)
      : out_(out), model_(model), names_(names) {}

  void Run(const std::vector<FlatEquation>& equations, int level) {
    for (const FlatEquation& equation : equations) Equation(equation, level);
  }

 private:
  std::string Text(ExprId e) const { return ToString(*model_.pool, e, names_); }
  std::string While(const FlatEquation& equation) const {
    if (equation.state < 0) return {};
    const FlatState& state = model_.states[static_cast<size_t>(equation.state)];
    return fmt::format("  // while {}", model_.variables[state.active.index()].name);
  }
  void Line(int level, const std::string& line) {
    out_ << std::string(static_cast<size_t>(2 * level), ' ') << line << '\n';
  }

  void Equation(const FlatEquation& equation, int level) {
    using Kind = FlatEquation::Kind;
    switch (equation.kind) {
      case Kind::kEquality:
        return Line(level, fmt::format("{} = {};{}", Text(equation.left), Text(equation.right), While(equation)));
      case Kind::kIf:
        return Branches(equation, "if", level);
      case Kind::kWhen:
        return Branches(equation, "when", level);
      case Kind::kReinit:
        return Line(level, fmt::format("reinit({}, {});", Text(equation.left), Text(equation.right)));
      case Kind::kAssert:
        return Line(level, fmt::format("assert({}, {}{});", Text(equation.left), Text(equation.right),
                                       equation.warning_level ? ", AssertionLevel.warning" : ""));
      case Kind::kTerminate:
        return Line(level, fmt::format("terminate({});", Text(equation.right)));
    }
  }

  void Branches(const FlatEquation& equation, std::string_view keyword, int level) {
    for (size_t i = 0; i < equation.branches.size(); ++i) {
      const FlatBranch& branch = equation.branches[i];
      if (branch.condition) {
        Line(level, fmt::format("{}{} {} then{}", i == 0 ? "" : "else", keyword, Text(branch.condition),
                                i == 0 ? While(equation) : ""));
      } else {
        Line(level, "else");
      }
      Run(branch.body, level + 1);
    }
    Line(level, fmt::format("end {};", keyword));
  }

  std::ostream& out_;
  const FlatModel& model_;
  const ExprNames& names_;
};

void PrintVariable(std::ostream& out, const FlatModel& model, const FlatVariable& variable, const ExprNames& names) {
  out << "  " << (variable.is_protected ? "protected " : "") << (variable.is_final ? "final " : "")
      << (variable.is_flow ? "flow " : "") << VariabilityPrefix(variable.variability, variable.type);
  if (variable.causality == Causality::kInput) out << "input ";
  if (variable.causality == Causality::kOutput) out << "output ";
  out << TypeName(model, variable) << ' ' << variable.name << AttributesText(*model.pool, variable.attributes, names);
  if (variable.binding) out << " = " << ToString(*model.pool, variable.binding, names);
  if (!variable.comment.empty()) out << ' ' << Quote(variable.comment.str());
  out << ";\n";
}

}  // namespace

ExprNames NamesOf(const FlatModel& model) {
  ExprNames names;
  names.variable = [&model](VariableId v, std::string& to) { to += model.variables.at(v.index()).name; };
  names.literal = [&model](EnumerationId e, int ordinal, std::string& to) {
    to += LiteralName(model.enumerations, e, ordinal);
  };
  names.functions = &model.functions;
  return names;
}

std::string LiteralName(const std::vector<Enumeration>& enumerations, EnumerationId enumeration, int ordinal) {
  if (!enumeration || enumeration.index() >= enumerations.size()) return fmt::format("enumeration.{}", ordinal);
  const Enumeration& e = enumerations[enumeration.index()];
  if (ordinal < 1 || static_cast<size_t>(ordinal) > e.literals.size()) return fmt::format("{}.{}", e.name, ordinal);
  return e.name + "." + e.literals[static_cast<size_t>(ordinal - 1)];
}

std::string AttributesText(const ExprPool& pool, const Attributes& attributes, const ExprNames& names) {
  std::string text;
  const auto add = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  };
  if (!attributes.quantity.empty()) add("quantity", Quote(attributes.quantity.str()));
  if (!attributes.unit.empty()) add("unit", Quote(attributes.unit.str()));
  if (!attributes.display_unit.empty()) add("displayUnit", Quote(attributes.display_unit.str()));
  if (attributes.min) add("min", ToString(pool, attributes.min, names));
  if (attributes.max) add("max", ToString(pool, attributes.max, names));
  if (attributes.start) add("start", ToString(pool, attributes.start, names));
  if (attributes.fixed) add("fixed", ToString(pool, attributes.fixed, names));
  if (attributes.nominal) add("nominal", ToString(pool, attributes.nominal, names));
  constexpr std::string_view kStateSelect[] = {"never", "avoid", "default", "prefer", "always"};
  if (attributes.state_select != StateSelect::kDefault) {
    add("stateSelect", fmt::format("StateSelect.{}", kStateSelect[static_cast<size_t>(attributes.state_select)]));
  }
  return text.empty() ? text : "(" + text + ")";
}

std::string VariabilityPrefix(Variability variability, ScalarType type) {
  switch (variability) {
    case Variability::kConstant:
      return "constant ";
    case Variability::kParameter:
      return "parameter ";
    case Variability::kDiscrete:
      return type == ScalarType::kReal ? "discrete " : "";
    case Variability::kContinuous:
      return "";
  }
  return "";
}

void Print(std::ostream& out, const FlatModel& model) {
  const ExprNames names = NamesOf(model);
  for (const Enumeration& enumeration : model.enumerations) {
    out << "type " << enumeration.name << " = enumeration(";
    for (size_t i = 0; i < enumeration.literals.size(); ++i) out << (i > 0 ? ", " : "") << enumeration.literals[i];
    out << ");\n";
  }
  for (const Function& function : model.functions) out << ToString(*model.pool, function, names);
  out << "model " << model.name << '\n';
  for (const FlatVariable& variable : model.variables) PrintVariable(out, model, variable, names);
  EquationPrinter equations(out, model, names);
  if (!model.initial_equations.empty()) {
    out << "initial equation\n";
    equations.Run(model.initial_equations, 1);
  }
  if (!model.equations.empty()) {
    out << "equation\n";
    equations.Run(model.equations, 1);
  }
  out << "end " << model.name << ";\n";
}

}  // namespace stiction::ir
