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

#include "compiler/causalize/occurrences.h"
#include "compiler/causalize/sort_blocks.h"
#include "compiler/graph/matching.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/dae/print.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"
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
        is_unknown_parameter_(model.dae.variables.size(), 0) {}

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
        const ir::ExprId start = Variable(v).attributes.start ? Variable(v).attributes.start : pool_.Real(0);
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

  void MatchChosenStarts() {
    std::vector<ir::VariableId> candidates = model_.states;
    std::stable_sort(candidates.begin(), candidates.end(), [this](ir::VariableId a, ir::VariableId b) {
      return Variable(a).attributes.state_select > Variable(b).attributes.state_select;
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
    std::string names;
    for (size_t i = 0; i < std::min(variables.size(), kMaxNames); ++i) {
      names += fmt::format("{}`{}`", i == 0 ? "" : ", ", Variable(variables[i]).name);
    }
    if (variables.size() > kMaxNames) names += fmt::format(" and {} more", variables.size() - kMaxNames);
    diagnostics_
        .Warning(DiagnosticKind::InitialUnderdetermined, Variable(variables.front()).origin.span,
                 fmt::format("nothing determines the initial value{} of {}: 0 is taken",
                             variables.size() == 1 ? "" : "s", names))
        .hint = "give a start value with fixed = true, or an initial equation";
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
    RefusePreInLoops(matched);
    std::sort(redundant_.begin(), redundant_.end());
    model_.redundant_initial = redundant_;
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
  std::vector<char> is_unknown_parameter_;  // by variable
  std::vector<char> is_assignment_;         // by initial equation: discrete
  std::vector<Given> given_;                // by variable: its initial value, if it is discrete and has one
  std::vector<char> is_assigned_;           // by variable: that is computed by the initial system
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
