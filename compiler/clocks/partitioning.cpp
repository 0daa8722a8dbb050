// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/partitioning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/clocks/hoist_operands.h"
#include "compiler/ir/flat/print.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::clocks {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::FlatEquation;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

/// Walks the equations once and joins what has one clock. One method for each operator of clocks, hence their number.
class Builder {
  using Kind = FlatEquation::Kind;

 public:
  Builder(ir::FlatModel& model, Diagnostics& diagnostics)
      : model_(model), pool_(*model.pool), diagnostics_(diagnostics), names_(ir::NamesOf(model)) {}

  Partitioning Run() {
    HoistOperands(model_);
    SplitWhens();
    graph_.sets = DisjointSets(model_.variables.size());
    std::vector<FlatEquation> kept;
    std::vector<FlatEquation> all = std::move(model_.equations);
    for (size_t i = 0; i < all.size(); ++i) {
      origin_ = all[i].origin;
      if (IsBetweenClocks(all[i])) {
        Join(NodeOf(all[i].left), NodeOf(all[i].right));
        continue;
      }
      const int32_t node = graph_.sets.Add();
      graph_.node_of_equation.push_back(node);
      if (clock_of_[i] >= 0) {
        Join(node, NodeOfWhen(when_clocks_[static_cast<size_t>(clock_of_[i])]));
        Clocked(node, "it stands in a clocked when-equation");
      }
      if (all[i].state >= 0) Join(node, ActiveOf(all[i].state));
      state_ = all[i].state;
      Visit(all[i], node);
      kept.push_back(std::move(all[i]));
    }
    model_.equations = std::move(kept);
    JoinVariablesOfStates();
    return std::move(graph_);
  }

 private:
  struct WhenClock {  // of a clocked when-equation
    ExprId clock;
    Origin origin;
    int32_t node = -1;  // not made yet
  };

  int32_t ActiveOf(int32_t state) const { return model_.states[static_cast<size_t>(state)].active.value; }

  // All parts of a state machine have one clock (MLS 17.1).
  void JoinVariablesOfStates() {
    for (size_t v = 0; v < model_.variables.size(); ++v) {
      const int32_t state = model_.variables[v].state;
      if (state < 0 || !IsUnknown(model_, VariableId(static_cast<int64_t>(v)))) continue;
      Join(static_cast<int32_t>(v), ActiveOf(state));
    }
  }

  int32_t NodeOfWhen(WhenClock& of) {
    if (of.node >= 0) return of.node;
    const Origin here = std::exchange(origin_, of.origin);
    of.node = NodeOf(of.clock);
    origin_ = here;
    return of.node;
  }

  void Join(int32_t a, int32_t b) {
    graph_.sets.Join(a, b);
    graph_.edges.emplace_back(a, b);
  }

  bool IsClock(ExprId e) const { return e && pool_[e].type == ScalarType::kClock; }
  bool IsBetweenClocks(const FlatEquation& equation) const {
    return equation.kind == Kind::kEquality && IsClock(equation.left);
  }
  std::string Text(ExprId e) const { return ir::ToString(pool_, e, names_); }

  void SplitWhens() {
    std::vector<FlatEquation> split;
    for (FlatEquation& equation : model_.equations) {
      const bool is_clocked = equation.kind == Kind::kWhen && IsClock(equation.branches.front().condition);
      if (!is_clocked) {
        split.push_back(std::move(equation));
        clock_of_.push_back(-1);
        continue;
      }
      when_clocks_.push_back({equation.branches.front().condition, equation.origin});
      for (FlatEquation& inner : equation.branches.front().body) {
        if (inner.kind == Kind::kWhen || inner.kind == Kind::kReinit) {
          NotAllowed(inner, inner.kind == Kind::kWhen ? "a when-equation stands" : "`reinit` stands");
          continue;
        }
        inner.state = equation.state;
        split.push_back(std::move(inner));
        clock_of_.push_back(static_cast<int32_t>(when_clocks_.size()) - 1);
      }
    }
    model_.equations = std::move(split);
  }

  void NotAllowed(const FlatEquation& equation, const char* what) {
    diagnostics_
        .Error(DiagnosticKind::WhenNotAllowedHere, equation.origin.span,
               fmt::format("{} inside a clocked when-equation (MLS 16.6)", what))
        .hint = "write it beside it";
  }

  void Clocked(int32_t node, std::string why) { graph_.clocked.push_back({node, std::move(why), origin_}); }
  void Unclocked(int32_t node, std::string why) { graph_.unclocked.push_back({node, std::move(why), origin_}); }

  void Visit(const FlatEquation& equation, int32_t node) {
    origin_ = equation.origin;
    if (equation.left) Walk(equation.left, node);
    if (equation.right) Walk(equation.right, node);
    if (equation.kind == Kind::kWhen) Continuous(node, "a when-equation with a Boolean condition");
    for (const ir::FlatBranch& branch : equation.branches) {
      origin_ = equation.origin;
      if (IsClock(branch.condition)) {
        NotAllowedInIf(equation);
        continue;
      }
      if (branch.condition) Walk(branch.condition, node);
      for (const FlatEquation& inner : branch.body) {
        if (IsBetweenClocks(inner) || (inner.kind == Kind::kWhen && IsClock(inner.branches.front().condition))) {
          NotAllowedInIf(inner);
        } else {
          Visit(inner, node);
        }
      }
    }
  }

  void NotAllowedInIf(const FlatEquation& equation) {
    diagnostics_
        .Error(DiagnosticKind::NotConstant, equation.origin.span,
               "which clock this is depends on a condition that is not known at compile time (MLS 16.3.2)")
        .hint = "use a parameter that has a value";
  }

  void Continuous(int32_t node, std::string what) {
    graph_.continuous.push_back({node, std::move(what), origin_, state_});
  }

  /// The variable that an operand is, if the simulation determines it.
  std::optional<int32_t> NodeOfVariable(ExprId e) const {
    const ExprNode& node = pool_[e];
    if (node.op != Op::kVariable && node.op != Op::kPre) return std::nullopt;
    const VariableId v(node.payload);
    return IsUnknown(model_, v) ? std::optional(v.value) : std::nullopt;
  }

  // Joins what an expression of the equation reads, but for the first arguments of conversions.
  void Walk(ExprId root, int32_t at) {
    seen_.Restart(pool_.size());
    std::vector<ExprId> open;
    const auto push = [&](ExprId e) {
      if (seen_.Insert(e)) open.push_back(e);
    };
    push(root);
    while (!open.empty()) {
      const ExprId e = open.back();
      open.pop_back();
      const ExprNode& node = pool_[e];
      switch (node.op) {
        case Op::kVariable:
        case Op::kPre:
          if (const auto v = NodeOfVariable(e)) Join(at, *v);
          continue;
        case Op::kHold:
          Held(e, at);
          continue;
        case Op::kSampled:
          Sampled(e, at);
          continue;
        case Op::kSubSample:
        case Op::kSuperSample:
        case Op::kShiftSample:
        case Op::kBackSample:
        case Op::kNoClock:
          Converted(e, at);
          continue;
        case Op::kPrevious:
          Clocked(at, ReasonOf(e));
          break;
        case Op::kInterval:
        case Op::kFirstTick:
          Clocked(at, fmt::format("`{}` stands here", Text(e)));
          break;
        case Op::kDer:
          RequireDifferentiable(e);
          Continuous(at, fmt::format("`{}`", Text(e)));
          break;
        case Op::kDelay:
        case Op::kTransport:
        case Op::kEdge:
        case Op::kChange:
        case Op::kSample:
        case Op::kActive:
          Continuous(at, fmt::format("`{}`", Text(e)));
          break;
        default:
          break;
      }
      for (const ExprId arg : node.args) push(arg);
    }
  }

  std::string ReasonOf(ExprId previous) const {
    const ExprNode& of = pool_[pool_[previous].args[0]];
    const bool is_ours = of.op == Op::kVariable && model_.variables[static_cast<size_t>(of.payload)].is_generated;
    return is_ours ? "a state machine stands here" : fmt::format("`{}` stands here", Text(previous));
  }

  void RequireDifferentiable(ExprId derivative) {
    const auto is_of_ticks = [this](ExprId e) { return ir::IsOfClocks(pool_[e].op) && pool_[e].op != Op::kHold; };
    if (!symbolic::AnyNode(pool_, derivative, is_of_ticks)) return;
    diagnostics_
        .Error(DiagnosticKind::NotDifferentiable, origin_.span,
               fmt::format("`{}` reads what has values at ticks only, and has no derivative (MLS 16.5.2)",
                           Text(derivative)))
        .hint = "differentiate before it is sampled";
  }

  void Held(ExprId e, int32_t at) {
    Unclocked(at, fmt::format("`{}` stands here", Text(e)));
    if (const auto v = NodeOfVariable(pool_[e].args[0])) Clocked(*v, fmt::format("`{}` stands here", Text(e)));
  }

  void Sampled(ExprId e, int32_t at) {
    const ExprNode& node = pool_[e];
    Clocked(at, fmt::format("`{}` stands here", Text(e)));
    if (const auto v = NodeOfVariable(node.args[0])) {
      Unclocked(*v, fmt::format("`{}` is sampled here", Text(node.args[0])));
    }
    if (node.args.size() > 1) Join(at, NodeOf(node.args[1]));
  }

  void Converted(ExprId e, int32_t at) {
    Clocked(at, fmt::format("`{}` stands here", Text(e)));
    const auto v = NodeOfVariable(pool_[e].args[0]);
    if (!v) return;
    Clocked(*v, fmt::format("`{}` stands here", Text(e)));
    Convert(pool_[e], *v, at);
  }

  void Convert(const ExprNode& node, int32_t from, int32_t to) {
    Conversion conversion{.from = from, .to = to, .origin = origin_};
    const auto number = [&](size_t k) { return static_cast<int64_t>(pool_[node.args[k]].number); };
    switch (node.op) {
      case Op::kSubSample:
        if (number(1) == 0) conversion.kind = Conversion::Kind::kSlower;
        conversion.ratio = Ratio(number(1));
        break;
      case Op::kSuperSample:
        if (number(1) == 0) conversion.kind = Conversion::Kind::kFaster;
        if (number(1) != 0) conversion.ratio = Ratio(1, number(1));
        break;
      case Op::kShiftSample:
        conversion.shift = Ratio(number(1), number(2));
        break;
      case Op::kBackSample:
        conversion.shift = Ratio(-number(1), number(2));
        break;
      default:
        conversion.kind = Conversion::Kind::kAnyOfBase;
        break;
    }
    graph_.conversions.push_back(conversion);
  }

  /// The node of a clock; one of its own for what is no variable.
  int32_t NodeOf(ExprId clock) {
    const ExprNode& node = pool_[clock];
    if (node.op == Op::kVariable) return node.payload;
    const int32_t made = graph_.sets.Add();
    if (node.op == Op::kClock) {
      if (!node.args.empty()) Construct(clock, made);
    } else if (ir::IsOfClocks(node.op)) {
      Convert(node, NodeOf(node.args[0]), made);
    } else {
      diagnostics_
          .Error(DiagnosticKind::NotConstant, origin_.span,
                 fmt::format("which clock `{}` is must be known at compile time (MLS 16.3.2)", Text(clock)))
          .hint = "use parameters that have values";
    }
    return made;
  }

  void Construct(ExprId clock, int32_t made) {
    const ExprNode& node = pool_[clock];
    const ExprNode& first = pool_[node.args[0]];
    if (first.type == ScalarType::kClock) {
      graph_.conversions.push_back({.from = NodeOf(node.args[0]), .to = made, .origin = origin_});
      if (node.args.size() < 2 || pool_.Text(node.args[1]).empty()) return;
      graph_.methods.push_back({made, pool_.Text(node.args[1]), origin_});
      return;
    }
    if (first.op == Op::kInteger && first.number == 0) return;
    graph_.definitions.push_back({made, clock, origin_});
    if (first.type == ScalarType::kBoolean) {
      if (const auto v = NodeOfVariable(node.args[0])) {
        Unclocked(*v, fmt::format("`{}` is the condition of a Clock", Text(node.args[0])));
      }
      return;
    }
    // An interval that varies is computed when the clock ticks.
    Walk(node.args[0], made);
  }

  ir::FlatModel& model_;
  ir::ExprPool& pool_;
  Diagnostics& diagnostics_;
  ir::ExprNames names_;
  Partitioning graph_;
  std::vector<WhenClock> when_clocks_;
  std::vector<int32_t> clock_of_;  // by equation: the when-equation that it stands in, or -1
  Origin origin_;
  int32_t state_ = -1;  // of the equation that is visited
  ir::NodeMarks seen_;
};

}  // namespace

Partitioning PartitionModel(ir::FlatModel& model, Diagnostics& diagnostics) {
  return Builder(model, diagnostics).Run();
}

}  // namespace stiction::clocks
