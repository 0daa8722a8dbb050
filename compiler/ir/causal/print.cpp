// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/causal/print.h"

#include "compiler/ir/expr/print.h"

namespace stiction::ir {
namespace {

std::string_view Spelling(const Block& block) {
  switch (block.kind) {
    case BlockKind::kExplicit:
      return "explicit";
    case BlockKind::kRelation:
      return block.held.empty() ? "relation" : "held";
    case BlockKind::kLinear:
      return "linear";
    case BlockKind::kNonlinear:
      return "nonlinear";
    case BlockKind::kMixed:
      return block.is_linear ? "mixed linear" : "mixed nonlinear";
  }
  return "";
}

class Printer {
 public:
  Printer(std::ostream& out, const CausalModel& model) : out_(out), model_(model), dae_(model.dae) {
    names_.variable = [this](VariableId v, std::string& to) { to += Name(v); };
    names_.relation = [this](RelationId r, std::string& to) { to += dae_.relations[r.index()].text; };
    names_.literal = [this](EnumerationId e, int ordinal, std::string& to) {
      const Enumeration& enumeration = dae_.enumerations[e.index()];
      to += enumeration.name + "." + enumeration.literals[static_cast<size_t>(ordinal) - 1];
    };
    names_.functions = &dae_.functions;
  }

  void Run() {
    out_ << "causal model " << dae_.name << '\n';
    for (size_t i = 0; i < model_.states.size(); ++i) {
      out_ << "state " << Name(model_.states[i]) << ", derivative " << Name(model_.derivatives[i])
           << WishOf(model_.states[i]) << '\n';
    }
    for (const DummyDerivative& dummy : model_.dummies) {
      out_ << "dummy " << Name(dummy.derivative) << ", by " << EquationText(dummy.constraint)
           << WishOf(dae_.variables[dummy.derivative.index()].integral) << '\n';
    }
    for (const InvariantSet& set : model_.invariants) PrintInvariants(set);
    for (const Assignment& a : model_.parameters) {
      out_ << "parameter " << Name(a.variable) << " := " << Text(a.solution) << '\n';
    }
    System("continuous", model_.continuous);
    System("event", model_.event);
    System("initial", model_.initial);
    for (const StartCondition& start : model_.start_conditions) {
      out_ << "start " << Name(start.variable)
           << (start.is_guess ? " guessed"
               : start.chosen ? " chosen"
                              : " fixed")
           << '\n';
    }
    for (const EquationId e : model_.redundant_initial) out_ << "redundant " << EquationText(e) << '\n';
  }

 private:
  const std::string& Name(VariableId v) const { return dae_.variables[v.index()].name; }
  std::string_view WishOf(VariableId v) const {
    switch (dae_.variables[v.index()].attributes.state_select) {
      case StateSelect::kNever:
        return ", never";
      case StateSelect::kAvoid:
        return ", avoid";
      case StateSelect::kDefault:
        return "";
      case StateSelect::kPrefer:
        return ", prefer";
      case StateSelect::kAlways:
        return ", always";
    }
    return "";
  }
  std::string Text(ExprId e) const { return ToString(*dae_.pool, e, names_); }
  std::string EquationText(EquationId id) const {
    const DaeEquation equation = model_.Equation(id);
    return Text(equation.left) + " = " + Text(equation.right);
  }

  void PrintInvariants(const InvariantSet& set) {
    for (const EquationId e : set.equations) {
      out_ << "invariant " << EquationText(e) << (set.states.empty() ? ", by others" : " of");
      for (const VariableId v : set.states) out_ << (v == set.states.front() ? " " : ", ") << Name(v);
      out_ << '\n';
    }
  }

  void System(std::string_view name, const BlockSystem& system) {
    if (system.blocks.empty()) return;
    out_ << name << '\n';
    for (const Block& block : system.blocks) PrintBlock(block);
  }

  void PrintBlock(const Block& block) {
    out_ << "  " << (block.is_least_change ? "least change " : "") << Spelling(block);
    if (block.kind == BlockKind::kExplicit) {
      const std::string& name = Name(block.unknowns.front());
      out_ << ' ' << (block.is_pre ? "pre(" + name + ")" : name) << " := " << Text(block.solution) << '\n';
      return;
    }
    if (block.kind == BlockKind::kRelation) {
      out_ << ' ' << (block.held.empty() ? RelationText(block.relations.front()) : HeldText(block.held.front()))
           << '\n';
      return;
    }
    out_ << '\n';
    for (const RelationId r : block.relations) out_ << "    relation " << RelationText(r) << '\n';
    for (const int32_t h : block.held) out_ << "    held " << HeldText(h) << '\n';
    for (const Assignment& a : block.discrete) {
      out_ << "    discrete " << Name(a.variable) << " := " << Text(a.solution) << '\n';
    }
    if (block.tearing.empty()) {
      for (size_t i = 0; i + block.discrete.size() < block.unknowns.size(); ++i) {
        out_ << "    unknown " << Name(block.unknowns[i]) << ", equation " << EquationText(block.equations[i]) << '\n';
      }
      return;
    }
    for (const VariableId v : block.tearing) out_ << "    tear " << Name(v) << '\n';
    for (const Assignment& a : block.assignments)
      out_ << "    " << Name(a.variable) << " := " << Text(a.solution) << '\n';
    for (const EquationId e : block.residuals) out_ << "    residual " << EquationText(e) << '\n';
  }

  std::string RelationText(RelationId r) const { return dae_.relations[r.index()].text; }
  std::string HeldText(int32_t h) const { return Text(dae_.held_values[static_cast<size_t>(h)].expression); }

  std::ostream& out_;
  const CausalModel& model_;
  const Dae& dae_;
  ExprNames names_;
};

}  // namespace

void Print(std::ostream& out, const CausalModel& model) { Printer(out, model).Run(); }

}  // namespace stiction::ir
