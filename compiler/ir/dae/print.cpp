// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/dae/print.h"

#include <fmt/format.h>

#include "compiler/ir/flat/print.h"

namespace stiction::ir {
namespace {

class DaePrinter {
 public:
  DaePrinter(std::ostream& out, const Dae& dae) : out_(out), dae_(dae), names_(NamesOf(dae)) {}

  void Run() {
    out_ << "dae " << dae_.name << '\n';
    Section("variables", dae_.variables, [this](size_t, const DaeVariable& v) { return Variable(v); });
    Equations("f_x", dae_.equations, false);
    Equations("f_z, f_m", dae_.equations, true);
    Section("f_c", dae_.relations, [this](size_t i, const Relation& r) { return RelationText(i, r); });
    Section("held", dae_.held_values,
            [this](size_t i, const HeldValue& held) { return fmt::format("held{}: {}", i, Text(held.expression)); });
    Section("delays", dae_.delays, [this](size_t i, const Delay& delay) {
      if (delay.is_of_transport) return fmt::format("transported{}: {}", i, Text(delay.expression));
      return fmt::format("delayed{}: delay({}, {})", i, Text(delay.expression), Text(delay.time));
    });
    Section("samples", dae_.samples, [this](size_t i, const Sample& sample) {
      return fmt::format("tick{}: sample({}, {})", i, Text(sample.start), Text(sample.interval));
    });
    Section("reinit", dae_.reinits, [this](size_t, const Reinit& reinit) {
      return fmt::format("when {}: {} := {}", Text(reinit.condition), Name(reinit.state), Text(reinit.value));
    });
    Section("jump", dae_.jumps, [this](size_t, const Jump& jump) {
      return fmt::format("{0} = pre({0}) + {1}", Name(jump.state), Name(jump.jump));
    });
    Section("hidden", dae_.hidden_constraints, [this](size_t, const HiddenConstraint& hidden) {
      return fmt::format("if {}: 0.0 = {}", Text(hidden.is_active), Text(hidden.residual));
    });
    Section("assert", dae_.assertions, [this](size_t, const Assertion& a) {
      return fmt::format("{}{}: {}", a.is_warning ? "warning " : "", Text(a.condition), Text(a.message));
    });
    Section("terminate", dae_.terminations, [this](size_t, const Termination& t) {
      return fmt::format("when {}: {}", Text(t.condition), Text(t.message));
    });
    Section("initial", dae_.initial_equations, [this](size_t i, const DaeEquation& e) { return Equation(i, e); });
    out_ << "end " << dae_.name << '\n';
  }

 private:
  std::string Text(ExprId e) const { return ToString(*dae_.pool, e, names_); }
  const std::string& Name(VariableId v) const { return dae_.variables[v.index()].name; }

  template <class T, class LineOf>
  void Section(std::string_view title, const std::vector<T>& items, const LineOf& line_of) {
    if (items.empty()) return;
    out_ << title << '\n';
    for (size_t i = 0; i < items.size(); ++i) out_ << "  " << line_of(i, items[i]) << '\n';
  }

  void Equations(std::string_view title, const std::vector<DaeEquation>& equations, bool is_discrete) {
    bool titled = false;
    for (size_t i = 0; i < equations.size(); ++i) {
      if (equations[i].is_discrete != is_discrete) continue;
      if (!titled) out_ << title << '\n';
      titled = true;
      out_ << "  " << Equation(i, equations[i]) << '\n';
    }
  }

  std::string Equation(size_t index, const DaeEquation& equation) const {
    std::string text = fmt::format("{}: {} {} {}", index, Text(equation.left), equation.is_discrete ? ":=" : "=",
                                   Text(equation.right));
    if (equation.holds_at_events_only) text += "  // at events";
    if (equation.path_left) {
      text += fmt::format("  // at the start {} = {}", Text(equation.path_left), Text(equation.path_right));
    }
    if (equation.derivative_of) text += fmt::format("  // derivative of {}", equation.derivative_of.value);
    return text;
  }

  std::string Variable(const DaeVariable& v) const {
    constexpr std::string_view kRole[] = {"constant", "parameter", "discrete", "continuous"};
    const std::string type = v.type == ScalarType::kEnumeration && v.enumeration
                                 ? dae_.enumerations[v.enumeration.index()].name
                                 : std::string(Spelling(v.type));
    std::string text = fmt::format("{} {}{} {}{}", kRole[static_cast<size_t>(v.variability)],
                                   v.causality == Causality::kInput    ? "input "
                                   : v.causality == Causality::kOutput ? "output "
                                                                       : "",
                                   type, v.name, AttributesText(*dae_.pool, v.attributes, names_));
    if (v.binding) text += " = " + Text(v.binding);
    if (v.alias) text += fmt::format("  // alias of {}{}", v.alias->negated ? "-" : "", Name(v.alias->target));
    if (v.derivative) text += "  // differentiated";
    if (v.is_generated) text += "  // generated";
    return text;
  }

  std::string RelationText(size_t index, const Relation& r) const {
    constexpr std::string_view kKind[] = {"state", "time", "discrete"};
    return fmt::format("c{}: {} {} {}  // {} event", index, Text(r.left), Spelling(r.op), Text(r.right),
                       kKind[static_cast<size_t>(r.kind)]);
  }

  std::ostream& out_;
  const Dae& dae_;
  ExprNames names_;
};

}  // namespace

ExprNames NamesOf(const Dae& dae) {
  ExprNames names;
  names.variable = [&dae](VariableId v, std::string& to) { to += dae.variables.at(v.index()).name; };
  names.literal = [&dae](EnumerationId e, int ordinal, std::string& to) {
    to += LiteralName(dae.enumerations, e, ordinal);
  };
  names.functions = &dae.functions;
  return names;
}

void Print(std::ostream& out, const Dae& dae) { DaePrinter(out, dae).Run(); }

}  // namespace stiction::ir
