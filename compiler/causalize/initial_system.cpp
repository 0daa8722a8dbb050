// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/initial_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "compiler/causalize/independent_columns.h"
#include "compiler/causalize/occurrences.h"
#include "compiler/causalize/sort_blocks.h"
#include "compiler/graph/matching.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/dae/print.h"
#include "compiler/ir/flat/fallback_value.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

constexpr size_t kMaxNames = 5;
constexpr const char* kHiddenConstraint = "constraint of the initial mode";

/// Builds the initial system: equations, unknowns, and the start values that complete it (MLS 8.6). The members beyond
/// the usual number are the tables of that one construction, each filled by one step and read by the next.
class InitialSystem {
 public:
  InitialSystem(ir::CausalModel& model, const std::vector<char>& is_fixed,
                const std::vector<ir::VariableId>& parameter_unknowns, SharedByEquations& shared,
                Diagnostics& diagnostics)
      : model_(model),
        dae_(model.dae),
        pool_(*model.dae.pool),
        is_fixed_(is_fixed),
        parameter_unknowns_(parameter_unknowns),
        shared_(shared),
        kinds_(shared.occurrences().kinds()),
        diagnostics_(diagnostics),
        is_unknown_parameter_(model.dae.variables.size(), 0),
        set_of_equation_(model.dae.equations.size(), kNone),
        set_of_state_(model.dae.variables.size(), kNone) {
    for (size_t i = 0; i < model.invariants.size(); ++i) {
      for (const ir::EquationId id : model.invariants[i].equations)
        set_of_equation_[id.index()] = static_cast<int32_t>(i);
      for (const ir::VariableId v : model.invariants[i].states) set_of_state_[v.index()] = static_cast<int32_t>(i);
    }
  }

  void Build(const std::vector<ir::EquationId>& equation_of_variable) {
    for (const ir::VariableId p : parameter_unknowns_) is_unknown_parameter_[p.index()] = 1;
    AppendParameterBindings();
    AppendRestarts(equation_of_variable);
    AppendHiddenConstraints();
    AppendPaths();
    SortOutDiscreteInitialEquations();
    NumberUnknowns();
    MatchModelEquations(equation_of_variable);
    MatchInitialEquations();
    MatchFixedStarts();
    MatchHiddenConstraints();
    MatchChosenStarts();
    Sort();
  }

 private:
  static constexpr int32_t kNone = -1;

  const ir::DaeVariable& Variable(ir::VariableId v) const { return dae_.variables[v.index()]; }
  bool IsReal(ir::VariableId v) const { return Variable(v).type == ir::ScalarType::kReal; }
  std::optional<ir::VariableId> LoneVariable(ir::ExprId e, ir::Op op) const {
    const ir::ExprNode& node = pool_[e];
    if (node.op != op) return std::nullopt;
    return ir::VariableId(node.payload);
  }
  bool DependsOnKnownParametersOnly(ir::ExprId e) const {
    const Occurrences found = FindOccurrences(pool_, e);
    return found.pre.empty() && found.relations.empty() && found.held.empty() && !found.reads_time &&
           std::all_of(found.variables.begin(), found.variables.end(),
                       [this](ir::VariableId v) { return kinds_.IsParameter(v) && !is_unknown_parameter_[v.index()]; });
  }

  // A parameter that depends on a free one, or a free one with a declaration equation, gets that as initial equation.
  void AppendParameterBindings() {
    const InternedText value_of_parameter("value of a parameter");
    for (const ir::VariableId p : parameter_unknowns_) {
      const ir::DaeVariable& parameter = Variable(p);
      if (!parameter.binding) continue;
      ir::DaeEquation equation;
      equation.left = pool_.Variable(p, parameter.type, parameter.enumeration);
      equation.right = parameter.binding;
      equation.is_discrete = parameter.type != ir::ScalarType::kReal;
      equation.origin = {parameter.origin.span, value_of_parameter};
      dae_.initial_equations.push_back(equation);
    }
  }

  // Jumps and impulses that the initial mode would need: they rule out modes that the start values contradict.
  void AppendRestarts(const std::vector<ir::EquationId>& equation_of_variable) {
    first_restart_ = dae_.initial_equations.size();
    for (size_t i = 0; i < equation_of_variable.size(); ++i) {
      const ir::EquationId id = equation_of_variable[i];
      const ir::VariableId v(static_cast<int64_t>(i));
      if (!id || !dae_.equations[id.index()].holds_at_events_only) continue;
      if (std::ranges::binary_search(model_.states, v)) continue;
      ir::DaeEquation equation = dae_.equations[id.index()];
      symbolic::Rewriter without_jump(pool_, [this](const ir::ExprNode& node) -> std::optional<ir::ExprId> {
        if (node.op != ir::Op::kPre || !kinds_.IsContinuous(ir::VariableId(node.payload))) return std::nullopt;
        return pool_.Variable(ir::VariableId(node.payload), ir::ScalarType::kReal);
      });
      equation.right = without_jump(equation.right);
      equation.holds_at_events_only = false;
      dae_.initial_equations.push_back(equation);
      restarting_.push_back(v);
    }
  }

  // Places for them, in the numbers of which start values are counted on.
  void AppendHiddenConstraints() {
    first_hidden_ = dae_.initial_equations.size();
    for (const ir::HiddenConstraint& hidden : dae_.hidden_constraints) {
      ir::DaeEquation equation;
      equation.left = pool_.Real(0);
      equation.right = hidden.residual;
      equation.origin = hidden.origin;
      equation.origin.derivation = kHiddenConstraint;
      dae_.initial_equations.push_back(equation);
    }
  }

  // Equations of the model as they are on the path to the start, which ends in the model's own.
  void AppendPaths() {
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      if (!dae_.equations[i].path_left) continue;
      ir::DaeEquation equation = dae_.equations[i];
      equation.left = equation.path_left;
      equation.right = equation.path_right;
      path_of_equation_.emplace(i, EquationOfInitial(dae_.initial_equations.size()));
      dae_.initial_equations.push_back(equation);
    }
  }

  /// An initial equation as an assignment, to a free parameter or a discrete variable.
  struct DiscreteInitial {
    size_t equation;  // index in Dae::initial_equations
    ir::VariableId variable;
    bool is_pre;                 // of pre(variable)
    ir::ExprId right;            // the other side
    ir::VariableId alternative;  // the variable that is the other side, if it is one
  };

  struct Given {
    ir::ExprId value;
    bool is_pre = false;  // of pre(v), before events at the start
  };

  // Initial equations of discrete variables are assignments: to a free parameter, or to pre(v) as its start value. Of
  // several for one variable the first is, after its fixed start value; one of pre(v) before one of v, which an event
  // at the start may change. The others are checked.
  void SortOutDiscreteInitialEquations() {
    is_assignment_.assign(dae_.initial_equations.size(), 0);
    is_assigned_.assign(dae_.variables.size(), 0);
    given_.assign(dae_.variables.size(), {});
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      const bool is_fixed = i < is_fixed_.size() && is_fixed_[i] != 0;
      if (is_fixed && kinds_.IsDiscrete(v)) given_[i] = {ir::StartOf(pool_, Variable(v)), true};
    }
    std::vector<DiscreteInitial> assignments;
    std::vector<size_t> conditions;
    for (size_t i = 0; i < first_restart_; ++i) {
      const ir::DaeEquation& equation = dae_.initial_equations[i];
      if (DeterminesFreeReal(equation)) continue;
      if (auto assignment = ReadAssignment(i)) {
        assignments.push_back(*assignment);
      } else if (equation.is_discrete || pool_[equation.left].type != ir::ScalarType::kReal) {
        conditions.push_back(i);
      }
    }
    std::stable_sort(assignments.begin(), assignments.end(), [](const DiscreteInitial& a, const DiscreteInitial& b) {
      const auto rank = [](const DiscreteInitial& e) { return std::pair(static_cast<bool>(e.alternative), !e.is_pre); };
      return rank(a) < rank(b);
    });
    for (DiscreteInitial& assignment : assignments) {
      if (assignment.alternative && given_[assignment.variable.index()].value) SwapSides(assignment);
      Assign(assignment);
    }
    for (const size_t i : conditions) AppendCondition(i);
    AppendDiscreteStarts();
    for (const ir::VariableId p : parameter_unknowns_) {
      if (IsReal(p) || given_[p.index()].value) continue;
      diagnostics_
          .Error(DiagnosticKind::NotYetSupported, Variable(p).origin.span,
                 fmt::format("parameter `{}` with fixed = false and no initial equation `{} = ...`", Variable(p).name,
                             Variable(p).name))
          .hint = "give the parameter a value, or an initial equation with it alone on the left side";
    }
  }

  /// The discrete variable or free parameter of discrete type that an expression is, by itself or under pre().
  std::optional<ir::VariableId> DiscreteUnknown(ir::ExprId e) const {
    for (const ir::Op op : {ir::Op::kVariable, ir::Op::kPre}) {
      const std::optional<ir::VariableId> v = LoneVariable(e, op);
      if (v && (kinds_.IsDiscrete(*v) || (is_unknown_parameter_[v->index()] && !IsReal(*v)))) return v;
    }
    return std::nullopt;
  }

  /// True if one side is a Real that changes at events and has a fixed start value, and the other depends on a free
  /// parameter, which the equation then determines.
  bool DeterminesFreeReal(const ir::DaeEquation& equation) const {
    for (const auto& [side, other] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
      const std::optional<ir::VariableId> v = DiscreteUnknown(side);
      if (!v || !IsReal(*v) || !given_[v->index()].value) continue;
      const std::vector<ir::VariableId> free = FreeParametersIn(other);
      if (std::ranges::any_of(free, [this](ir::VariableId p) { return IsReal(p); })) return true;
    }
    return false;
  }

  std::optional<DiscreteInitial> ReadAssignment(size_t i) {
    const ir::DaeEquation& equation = dae_.initial_equations[i];
    ir::ExprId left = equation.left;
    ir::ExprId right = equation.right;
    if (!DiscreteUnknown(left) && DiscreteUnknown(right)) std::swap(left, right);
    const std::optional<ir::VariableId> v = DiscreteUnknown(left);
    if (!v) return std::nullopt;
    is_assignment_[i] = 1;
    return DiscreteInitial{i, *v, pool_[left].op == ir::Op::kPre, right,
                           DiscreteUnknown(right).value_or(ir::VariableId())};
  }

  // What is no assignment can be checked, but determines nothing.
  void AppendCondition(size_t i) {
    is_assignment_[i] = 1;
    redundant_.push_back(EquationOfInitial(i));
    const ir::DaeEquation& equation = dae_.initial_equations[i];
    const OccurrenceLists found = shared_.occurrences().In(equation.left, equation.right);
    const auto is_open = [this](ir::VariableId v) {
      const bool is_free = is_unknown_parameter_[v.index()] != 0 && !IsReal(v);
      return (kinds_.IsDiscrete(v) || is_free) && !given_[v.index()].value;
    };
    if (!std::ranges::any_of(found.variables, is_open) && !std::ranges::any_of(found.pre, is_open)) return;
    const ir::ExprNames names = ir::NamesOf(dae_);
    diagnostics_
        .Error(DiagnosticKind::DiscreteEquationNotSolvable, equation.origin.span,
               fmt::format("neither `{}` nor `{}` is a variable that this discrete equation could determine",
                           ir::ToString(pool_, equation.left, names), ir::ToString(pool_, equation.right, names)))
        .hint = "write it as `variable = expression`";
  }

  void SwapSides(DiscreteInitial& assignment) const {
    const ir::DaeEquation& equation = dae_.initial_equations[assignment.equation];
    const ir::ExprId left = assignment.right == equation.right ? equation.left : equation.right;
    assignment.is_pre = pool_[assignment.right].op == ir::Op::kPre;
    std::swap(assignment.variable, assignment.alternative);
    assignment.right = left;
  }

  void Assign(const DiscreteInitial& assignment) {
    const auto [i, v, is_pre, right, alternative] = assignment;
    const ir::EquationId id = EquationOfInitial(i);
    const Given first = given_[v.index()];
    if (first.value) {
      if (is_pre && first.value == right) return;
      redundant_.push_back(id);
      const bool are_known = ir::IsLiteral(pool_[first.value].op) && ir::IsLiteral(pool_[right].op);
      if (are_known && is_pre == first.is_pre && !IsReal(v) && first.value != right) RefuseSecond(assignment);
      return;
    }
    given_[v.index()] = {right, is_pre};
    if (is_unknown_parameter_[v.index()]) return AddDiscrete(MatchedUnknown::Kind::kDiscrete, v, id, right);
    if (DependsOnKnownParametersOnly(right)) {
      dae_.variables[v.index()].attributes.start = right;
      dae_.variables[v.index()].attributes.fixed = pool_.Boolean(true);
    } else {
      is_assigned_[v.index()] = 1;
      AddDiscrete(MatchedUnknown::Kind::kPre, v, id, right);
    }
    if (!is_pre) redundant_.push_back(id);
  }

  // A start value that depends on a free parameter is known when that is.
  void AppendDiscreteStarts() {
    if (parameter_unknowns_.empty()) return;
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (!kinds_.IsDiscrete(v) || is_assigned_[i] || FreeParametersIn(Variable(v).attributes.start).empty()) continue;
      AddDiscrete(MatchedUnknown::Kind::kPre, v, AddStart(v, false), Variable(v).attributes.start);
    }
  }

  // The variables that the first guess of an iteration variable depends on.
  std::vector<GuessNeed> GuessNeeds() const {
    std::vector<GuessNeed> needs;
    if (parameter_unknowns_.empty()) return needs;
    for (const ir::VariableId v : variable_of_column_) {
      for (const ir::VariableId p : FreeParametersIn(Variable(v).attributes.start)) needs.push_back({v, p});
    }
    return needs;
  }

  std::vector<ir::VariableId> FreeParametersIn(ir::ExprId e) const {
    if (!e) return {};
    std::vector<ir::VariableId> variables = symbolic::Variables(pool_, e);
    std::erase_if(variables, [this](ir::VariableId v) { return !is_unknown_parameter_[v.index()]; });
    return variables;
  }

  void Refuse(const ir::DaeEquation& equation, const std::string& what) {
    diagnostics_.Error(DiagnosticKind::NotYetSupported, equation.origin.span, what).hint =
        "give the discrete variable one start value, with fixed = true";
  }

  void RefuseSecond(const DiscreteInitial& second) {
    const ir::ExprNames names = ir::NamesOf(dae_);
    Diagnostic& d =
        diagnostics_.Error(DiagnosticKind::InitialValuesContradict, dae_.initial_equations[second.equation].origin.span,
                           fmt::format("second initial value of `{}` is {}, not {}", Variable(second.variable).name,
                                       ir::ToString(pool_, second.right, names),
                                       ir::ToString(pool_, given_[second.variable.index()].value, names)));
    d.hint = "remove one of them, or make them agree";
  }

  ir::EquationId EquationOfInitial(size_t i) const {
    return ir::EquationId(static_cast<int64_t>(dae_.equations.size() + i));
  }

  void NumberUnknowns() {
    column_of_variable_.assign(dae_.variables.size(), kNone);
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (!kinds_.IsContinuous(v) && !(is_unknown_parameter_[i] && IsReal(v))) continue;
      column_of_variable_[i] = graph_.AddColumn();
      variable_of_column_.push_back(v);
    }
  }

  int32_t AddRow(ir::EquationId id, std::span<const ir::VariableId> variables) {
    std::vector<int32_t>& columns = columns_of_row_;
    columns.clear();
    for (const ir::VariableId v : variables) {
      if (column_of_variable_[v.index()] >= 0) columns.push_back(column_of_variable_[v.index()]);
    }
    equation_of_row_.push_back(id);
    return graph_.AddRow(columns);
  }

  // An edge for each variable of the equation itself, so that its matching holds for the path.
  std::vector<ir::VariableId> VariablesAlongPath(ir::EquationId id) {
    const ir::DaeEquation& equation = dae_.equations[id.index()];
    const std::span<const ir::VariableId> at_end = shared_.occurrences().In(id).variables;
    std::vector<ir::VariableId> variables(at_end.begin(), at_end.end());
    for (const ir::VariableId v : shared_.occurrences().In(equation.path_left, equation.path_right).variables) {
      if (!std::ranges::binary_search(at_end, v)) variables.push_back(v);
    }
    return variables;
  }

  void MatchModelEquations(const std::vector<ir::EquationId>& equation_of_variable) {
    std::vector<int32_t> row_of_equation(dae_.equations.size(), kNone);
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (equation.is_discrete || equation.holds_at_events_only) continue;
      const ir::EquationId id(static_cast<int64_t>(i));
      const auto path = path_of_equation_.find(i);
      row_of_equation[i] = path == path_of_equation_.end() ? AddRow(id, shared_.occurrences().In(id).variables)
                                                           : AddRow(path->second, VariablesAlongPath(id));
    }
    matcher_ = std::make_unique<graph::Matcher>(graph_);
    for (size_t v = 0; v < equation_of_variable.size(); ++v) {
      if (!equation_of_variable[v]) continue;
      const int32_t row = row_of_equation[equation_of_variable[v].index()];
      if (row >= 0) matcher_->Match(row, column_of_variable_[v]);
    }
    for (const ir::InvariantSet& set : model_.invariants) {
      for (const ir::EquationId id : set.equations) {
        if (!matcher_->Augment(row_of_equation[id.index()])) redundant_.push_back(id);
      }
    }
    for (size_t k = 0; k < restarting_.size(); ++k) {
      const ir::DaeEquation& equation = dae_.initial_equations[first_restart_ + k];
      const int32_t row = AddRow(EquationOfInitial(first_restart_ + k),
                                 shared_.occurrences().In(equation.left, equation.right).variables);
      matcher_->Match(row, column_of_variable_[restarting_[k].index()]);
    }
  }

  void MatchInitialEquations() {
    for (size_t i = 0; i < first_restart_; ++i) {
      if (is_assignment_[i]) continue;
      const ir::DaeEquation& equation = dae_.initial_equations[i];
      const ir::EquationId id = EquationOfInitial(i);
      const int32_t row = AddRow(id, shared_.occurrences().In(equation.left, equation.right).variables);
      if (!matcher_->Augment(row)) redundant_.push_back(id);
    }
  }

  ir::EquationId AddStart(ir::VariableId v, bool chosen) {
    const size_t id = dae_.equations.size() + dae_.initial_equations.size() + model_.start_conditions.size();
    model_.start_conditions.push_back({v, chosen});
    return ir::EquationId(static_cast<int64_t>(id));
  }

  void MatchFixedStarts() {
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (column_of_variable_[i] < 0 || is_unknown_parameter_[i] || i >= is_fixed_.size() || !is_fixed_[i]) continue;
      const ir::EquationId id = AddStart(v, false);
      std::vector<ir::VariableId> variables = FreeParametersIn(Variable(v).attributes.start);
      variables.insert(variables.begin(), v);
      if (!matcher_->Augment(AddRow(id, variables))) redundant_.push_back(id);
    }
  }

  // Those that nothing else determines: one more unknown follows from the constraint, in the modes that have it, and
  // from its start value in the others. The rest is checked: no impulse is allowed at the initial time.
  void MatchHiddenConstraints() {
    for (size_t k = 0; k < dae_.hidden_constraints.size(); ++k) {
      const ir::HiddenConstraint& hidden = dae_.hidden_constraints[k];
      const ir::EquationId id = EquationOfInitial(first_hidden_ + k);
      const std::vector<int32_t> before = matcher_->matching().row_of_column;
      const std::span<const ir::VariableId> variables = shared_.occurrences().In({}, hidden.residual).variables;
      if (!matcher_->Augment(AddRow(id, variables))) {
        redundant_.push_back(id);
        dae_.initial_equations[first_hidden_ + k].origin.derivation = kHiddenConstraint + FixedAmong(variables);
        continue;
      }
      for (size_t column = 0; column < variable_of_column_.size(); ++column) {
        if (before[column] >= 0 || matcher_->matching().row_of_column[column] < 0) continue;
        const ir::VariableId v = variable_of_column_[column];
        const ir::ExprId start = ir::StartOf(pool_, Variable(v));
        dae_.initial_equations[first_hidden_ + k].right =
            symbolic::If(pool_, hidden.is_active, hidden.residual,
                         symbolic::Sub(pool_, pool_.Variable(v, ir::ScalarType::kReal), start));
      }
    }
  }

  /// " on the fixed start values of a, b"; nothing if none of these is fixed.
  std::string FixedAmong(std::span<const ir::VariableId> variables) const {
    std::vector<std::string> names;
    for (const ir::VariableId v : variables) {
      if (v.index() < is_fixed_.size() && is_fixed_[v.index()]) names.push_back(Variable(v).name);
    }
    if (names.empty()) return {};
    return fmt::format(" on the fixed start value{} of {}", names.size() == 1 ? "" : "s", fmt::join(names, ", "));
  }

  // States with start values come first, then others with one, which the modeller meant, then states without.
  void MatchChosenStarts() {
    std::vector<ir::VariableId> candidates = model_.states;
    for (const ir::DummyDerivative& dummy : model_.dummies) {
      const ir::VariableId v = Variable(dummy.derivative).integral;
      if (Variable(v).attributes.start) candidates.push_back(v);
    }
    std::ranges::stable_sort(candidates, std::greater<>(), [this](ir::VariableId v) {
      const ir::Attributes& attributes = Variable(v).attributes;
      return std::tuple(static_cast<bool>(attributes.start), std::ranges::binary_search(model_.states, v),
                        attributes.state_select);
    });
    for (const ir::VariableId p : parameter_unknowns_) {
      if (IsReal(p)) candidates.push_back(p);
    }
    std::vector<ir::VariableId> without_start;
    const int32_t unknowns = graph_.column_count();
    for (const ir::VariableId v : candidates) {
      if (matcher_->matching().size == unknowns) break;
      const int32_t row = AddRow({}, std::span(&v, 1));
      if (!matcher_->Augment(row)) continue;
      equation_of_row_[static_cast<size_t>(row)] = AddStart(v, true);
      if (!Variable(v).attributes.start) without_start.push_back(v);
    }
    CHECK(matcher_->matching().size == unknowns, "{} of {} initial unknowns matched", matcher_->matching().size,
          unknowns);
    WarnUnderdetermined(without_start);
  }

  void WarnUnderdetermined(std::vector<ir::VariableId> variables) {
    if (variables.empty()) return;
    std::sort(variables.begin(), variables.end());
    diagnostics_
        .Warning(DiagnosticKind::InitialUnderdetermined, Variable(variables.front()).origin.span,
                 fmt::format("nothing determines the initial value{} of {}: 0 is taken",
                             variables.size() == 1 ? "" : "s", NamesOf(variables)))
        .hint = "give a start value with fixed = true, or an initial equation";
  }

  std::string NamesOf(const std::vector<ir::VariableId>& variables) const {
    std::string names;
    for (size_t i = 0; i < std::min(variables.size(), kMaxNames); ++i) {
      names += fmt::format("{}`{}`", i == 0 ? "" : ", ", Variable(variables[i]).name);
    }
    if (variables.size() > kMaxNames) names += fmt::format(" and {} more", variables.size() - kMaxNames);
    return names;
  }

  void AddDiscrete(MatchedUnknown::Kind kind, ir::VariableId v, ir::EquationId equation, ir::ExprId right) {
    MatchedUnknown m;
    m.kind = kind;
    m.variable = v;
    m.equation = equation;
    m.right = right;
    discrete_.push_back(m);
  }

  void Sort() {
    std::vector<MatchedUnknown> matched;
    const graph::Matching& matching = matcher_->matching();
    for (size_t column = 0; column < variable_of_column_.size(); ++column) {
      MatchedUnknown m;
      m.variable = variable_of_column_[column];
      m.equation = equation_of_row_[static_cast<size_t>(matching.row_of_column[column])];
      std::tie(m.left, m.right) = model_.Sides(m.equation);
      matched.push_back(m);
    }
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (!equation.is_discrete) continue;
      AddDiscrete(MatchedUnknown::Kind::kDiscrete, ir::VariableId(pool_[equation.left].payload),
                  ir::EquationId(static_cast<int64_t>(i)), equation.right);
    }
    matched.insert(matched.end(), discrete_.begin(), discrete_.end());
    std::stable_sort(matched.begin(), matched.end(),
                     [](const MatchedUnknown& a, const MatchedUnknown& b) { return a.equation < b.equation; });
    AppendRelations(dae_, matched);
    const auto is_parameter = [this](ir::VariableId v) {
      return kinds_.IsParameter(v) && !is_unknown_parameter_[v.index()];
    };
    model_.initial = SortIntoBlocks(dae_, matched, is_parameter, shared_, GuessNeeds());
    while (ReadPreInLoops(matched)) {
      model_.initial = SortIntoBlocks(dae_, matched, is_parameter, shared_, GuessNeeds());
    }
    LeaveStartsFree(matched, is_parameter);
    FindSingularLoops();
    RefusePreInLoops(matched);
    std::sort(redundant_.begin(), redundant_.end());
    model_.redundant_initial = redundant_;
  }

  // A chosen start value of a state with invariants is no equation, but where the search for the nearest solution
  // begins. Each block of invariants takes the states that it depends on and that no block before it has taken. So does
  // a block that determines a state with a start value of its own, where initial equations repeat each other: there are
  // many solutions then, as of a closed circuit that begins at rest.
  void LeaveStartsFree(const std::vector<MatchedUnknown>& matched,
                       const std::function<bool(ir::VariableId)>& is_parameter) {
    const bool repeats = std::ranges::any_of(redundant_, [this](ir::EquationId id) {
      return id >= EquationOfInitial(0) && id < EquationOfInitial(first_restart_);
    });
    if (model_.invariants.empty() && !repeats) return;
    std::vector<BlockTie> ties;
    const auto first_start = static_cast<int64_t>(dae_.equations.size() + dae_.initial_equations.size());
    const auto condition_of = [&](ir::EquationId id) -> ir::StartCondition* {
      return id.value < first_start ? nullptr : &model_.start_conditions[static_cast<size_t>(id.value - first_start)];
    };
    std::vector<const ir::Block*> block_of(dae_.variables.size(), nullptr);
    for (const ir::Block& block : model_.initial.blocks) {
      if (block.is_pre) continue;
      for (const ir::VariableId v : block.unknowns) block_of[v.index()] = &block;
      const int32_t set = SetOf(block);
      if (set == kNone && !(repeats && HasOwnStart(block))) continue;
      std::set<const ir::Block*> seen{&block};
      std::vector<const ir::Block*> stack{&block};
      while (!stack.empty()) {
        const ir::Block* const reader = stack.back();
        stack.pop_back();
        for (const ir::EquationId id : reader->equations) {
          const auto [left, right] = model_.Sides(id);
          for (const ir::VariableId v : shared_.occurrences().In(left, right).variables) {
            const ir::Block* const read = block_of[v.index()];
            if (read == nullptr || !seen.insert(read).second) continue;
            ir::StartCondition* const start = condition_of(read->equations.front());
            if (start == nullptr) {
              stack.push_back(read);
            } else if (start->chosen && !start->is_guess && Variable(v).attributes.start &&
                       (set == kNone || set_of_state_[v.index()] == set)) {
              start->is_guess = true;
              ties.push_back({v, block.unknowns.front()});
            }
          }
        }
      }
    }
    if (!ties.empty()) model_.initial = SortIntoBlocks(dae_, matched, is_parameter, shared_, GuessNeeds(), ties);
    const auto has_guess = [&](const ir::Block& block) {
      return std::ranges::any_of(block.equations, [&](ir::EquationId id) {
        const ir::StartCondition* const start = condition_of(id);
        return start != nullptr && start->is_guess;
      });
    };
    for (ir::Block& block : model_.initial.blocks) {
      if (block.kind == ir::BlockKind::kExplicit) continue;
      const bool is_of_set = SetOf(block) != kNone;
      if (is_of_set || has_guess(block)) MakeLeastChange(block);
      if (!is_of_set && has_guess(block)) WarnLeastChange(block);
    }
  }

  static void MakeLeastChange(ir::Block& block) {
    block.is_least_change = true;
    block.is_linear = false;
    if (block.kind == ir::BlockKind::kLinear) block.kind = ir::BlockKind::kNonlinear;
  }

  // Initial equations that repeat each other without a matching seeing it, in numbers only.
  void FindSingularLoops() {
    std::optional<Coefficients> coefficients;
    for (ir::Block& block : model_.initial.blocks) {
      const bool is_loop = block.unknowns.size() > 1 &&
                           (block.kind == ir::BlockKind::kLinear || block.kind == ir::BlockKind::kNonlinear);
      if (!is_loop || block.is_least_change || !HasOwnStart(block)) continue;
      if (!coefficients) coefficients.emplace(dae_, kinds_);
      ir::ReadsSince reads(dae_.open);
      if (Rank(block, *coefficients) == block.unknowns.size()) {
        reads.Undo();
        continue;
      }
      MakeLeastChange(block);
      WarnLeastChange(block);
    }
  }

  /// Of the equations in the unknowns, at random values of what varies.
  size_t Rank(const ir::Block& block, Coefficients& coefficients) {
    std::vector<std::vector<IndependentColumns::Entry>> columns(block.unknowns.size());
    const std::vector<ir::VariableId> unknowns(block.unknowns.begin(), block.unknowns.end());
    for (size_t row = 0; row < block.equations.size(); ++row) {
      const auto [left, right] = model_.Sides(block.equations[row]);
      const std::vector<ir::ExprId> gradient =
          symbolic::Gradient(pool_, pool_.Binary(ir::Op::kSub, left, right), unknowns);
      for (size_t k = 0; k < unknowns.size(); ++k) {
        const Coefficient coefficient = coefficients.Of(gradient[k]);
        if (coefficient.value != 0) columns[k].push_back({static_cast<int32_t>(row), coefficient});
      }
    }
    IndependentColumns independent(block.equations.size());
    size_t rank = 0;
    for (const std::vector<IndependentColumns::Entry>& column : columns) {
      const IndependentColumns::Remainder remainder = independent.Reduce(column);
      const int32_t row = independent.PivotOf(remainder, [](int32_t, const Coefficient&) { return true; });
      if (row < 0) continue;
      independent.Take(remainder, row);
      ++rank;
    }
    return rank;
  }

  void WarnLeastChange(const ir::Block& block) {
    std::vector<ir::VariableId> states;
    for (const ir::VariableId v : block.unknowns) {
      if (Variable(v).derivative) states.push_back(v);
    }
    std::ranges::sort(states);
    diagnostics_
        .Warning(DiagnosticKind::InitialUnderdetermined, Variable(states.front()).origin.span,
                 fmt::format("the initial equations repeat each other and have many solutions for {}: the one nearest "
                             "to the start values is taken",
                             NamesOf(states)))
        .hint = "replace one of these equations by a start value with fixed = true";
  }

  /// True if it determines a state that has a start value, which is not fixed.
  bool HasOwnStart(const ir::Block& block) const {
    if (block.equations.empty() || block.equations.front() >= EquationOfInitial(dae_.initial_equations.size()))
      return false;
    return std::ranges::any_of(block.unknowns, [this](ir::VariableId v) {
      const ir::DaeVariable& variable = Variable(v);
      return variable.derivative && variable.attributes.start &&
             !(v.index() < is_fixed_.size() && is_fixed_[v.index()]);
    });
  }

  /// The set of the first invariant in a block.
  int32_t SetOf(const ir::Block& block) const {
    for (const ir::EquationId id : block.equations) {
      if (id.index() < set_of_equation_.size() && set_of_equation_[id.index()] != kNone)
        return set_of_equation_[id.index()];
    }
    return kNone;
  }

  /// The equations of initial values that wait for themselves.
  std::set<ir::EquationId> PreInLoops(const std::vector<MatchedUnknown>& matched) const {
    std::set<ir::EquationId> in_loops;
    for (const MatchedUnknown& m : matched) {
      if (m.kind == MatchedUnknown::Kind::kPre) in_loops.insert(m.equation);
    }
    for (const ir::Block& block : model_.initial.blocks) {
      if (block.is_pre) in_loops.erase(block.equations.front());
    }
    return in_loops;
  }

  // What waits for an event that waits for it reads initial values before that event: tNext = 2*k sets pre(tNext) to
  // 2*pre(k). Whether it holds after the event, too, is checked.
  // @returns whether there was such a value
  bool ReadPreInLoops(std::vector<MatchedUnknown>& matched) {
    const std::set<ir::EquationId> in_loops = PreInLoops(matched);
    if (in_loops.empty()) return false;
    symbolic::Rewriter read_pre(pool_, [this](const ir::ExprNode& node) -> std::optional<ir::ExprId> {
      if (node.op != ir::Op::kVariable || !given_[static_cast<size_t>(node.payload)].value) return std::nullopt;
      const ir::VariableId v(node.payload);
      if (!kinds_.IsDiscrete(v)) return std::nullopt;
      return pool_.Pre(v, node.type, node.enumeration);
    });
    bool found = false;
    for (MatchedUnknown& m : matched) {
      if (m.kind != MatchedUnknown::Kind::kPre || !in_loops.contains(m.equation)) continue;
      const ir::ExprId right = read_pre(m.right);
      if (right == m.right) continue;
      m.right = right;
      if (std::ranges::find(redundant_, m.equation) == redundant_.end()) redundant_.push_back(m.equation);
      found = true;
    }
    return found;
  }

  void RefusePreInLoops(const std::vector<MatchedUnknown>& matched) {
    const std::set<ir::EquationId> in_loops = PreInLoops(matched);
    for (const MatchedUnknown& m : matched) {
      if (m.kind != MatchedUnknown::Kind::kPre || !in_loops.contains(m.equation)) continue;
      Refuse(model_.Equation(m.equation),
             fmt::format("initial value of pre({}) that depends on itself", Variable(m.variable).name));
    }
  }

  ir::CausalModel& model_;
  ir::Dae& dae_;
  ir::ExprPool& pool_;
  const std::vector<char>& is_fixed_;
  const std::vector<ir::VariableId>& parameter_unknowns_;
  SharedByEquations& shared_;
  const ir::VariableKinds& kinds_;
  Diagnostics& diagnostics_;
  std::vector<char> is_unknown_parameter_;               // by variable
  std::vector<char> is_assignment_;                      // by initial equation: discrete
  std::vector<int32_t> set_of_equation_, set_of_state_;  // of invariants
  std::vector<Given> given_;       // by variable: its initial value, if it is discrete and has one
  std::vector<char> is_assigned_;  // by variable: that is computed by the initial system
  std::vector<MatchedUnknown> discrete_;
  graph::BipartiteGraph graph_;  // rows: Real equations; columns: Real unknowns
  std::vector<ir::EquationId> equation_of_row_;
  std::vector<ir::VariableId> variable_of_column_;
  std::vector<int32_t> column_of_variable_;
  std::vector<int32_t> columns_of_row_;  // while a row is added
  std::unique_ptr<graph::Matcher> matcher_;
  std::vector<ir::EquationId> redundant_;
  std::vector<ir::VariableId> restarting_;             // jumps and impulses
  size_t first_restart_ = 0;                           // initial equation of the first of these
  size_t first_hidden_ = 0;                            // initial equation of the first hidden constraint
  std::map<size_t, ir::EquationId> path_of_equation_;  // what stands for an equation of the model in the initial system
};

}  // namespace

void BuildInitialSystem(ir::CausalModel& model, const std::vector<ir::EquationId>& equation_of_variable,
                        const std::vector<char>& is_fixed, const std::vector<ir::VariableId>& parameter_unknowns,
                        SharedByEquations& shared, Diagnostics& diagnostics) {
  InitialSystem(model, is_fixed, parameter_unknowns, shared, diagnostics).Build(equation_of_variable);
}

}  // namespace stiction
