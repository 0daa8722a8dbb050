#include "compiler/units/check_units.h"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "compiler/ir/expr/print.h"
#include "compiler/units/unit.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;

// A known unit, with the text it was declared by where it is a variable's own.
struct KnownUnit {
  Unit unit;
  const std::string* declared = nullptr;
};
using MaybeUnit = std::optional<KnownUnit>;

std::string TextOf(const KnownUnit& known) { return known.declared ? *known.declared : ToString(known.unit); }

class UnitChecker {
 public:
  UnitChecker(const ir::FlatModel& model, Diagnostics& diagnostics)
      : model_(model), pool_(*model.pool), diagnostics_(diagnostics), place_of_expression_(pool_.size(), -1) {
    names_.variable = [this](ir::VariableId v, std::string& to) { to += model_.variables[v.index()].name; };
    names_.literal = [this](ir::EnumerationId e, int ordinal, std::string& to) {
      to += model_.enumerations[e.index()].literals[static_cast<size_t>(ordinal) - 1];
    };
    names_.functions = &model_.functions;
    names_.length_limit = 80;
    for (const ir::FlatVariable& variable : model_.variables) units_of_variables_.push_back(Declared(variable));
  }

  void Run() {
    for (size_t v = 0; v < model_.variables.size(); ++v) {
      const ir::FlatVariable& variable = model_.variables[v];
      place_ = variable.origin.span;
      CheckValue(variable, units_of_variables_[v], variable.binding, "value");
      CheckValue(variable, units_of_variables_[v], variable.attributes.start, "start value");
    }
    for (const ir::FlatEquation& equation : model_.equations) CheckEquation(equation);
    for (const ir::FlatEquation& equation : model_.initial_equations) CheckEquation(equation);
  }

 private:
  MaybeUnit Declared(const ir::FlatVariable& variable) {
    const std::string& text = variable.attributes.unit;
    if (variable.type != ir::ScalarType::kReal || text.empty()) return std::nullopt;
    const auto [at, is_new] = parsed_.try_emplace(text);
    if (is_new) at->second = ParseUnit(text);
    if (!at->second) return std::nullopt;
    return KnownUnit{*at->second, &text};
  }

  void CheckValue(const ir::FlatVariable& variable, const MaybeUnit& unit, ExprId value, std::string_view what) {
    if (!value) return;
    const MaybeUnit& other = UnitOf(value);
    if (!Disagree(unit, other)) return;
    Report(fmt::format("`{}` has the unit \"{}\", its {} `{}` the unit \"{}\"", variable.name, TextOf(*unit), what,
                       Text(value), TextOf(*other)),
           *unit, *other);
  }

  void CheckEquation(const ir::FlatEquation& equation) {
    place_ = equation.origin.span;
    switch (equation.kind) {
      case ir::FlatEquation::Kind::kEquality:
      case ir::FlatEquation::Kind::kReinit:
        CheckPair(equation.left, equation.right, "the two sides of this equation have different units");
        break;
      case ir::FlatEquation::Kind::kAssert:
        if (equation.left) UnitOf(equation.left);
        break;
      case ir::FlatEquation::Kind::kIf:
      case ir::FlatEquation::Kind::kWhen:
        for (const ir::FlatBranch& branch : equation.branches) {
          place_ = equation.origin.span;
          if (branch.condition) UnitOf(branch.condition);
          for (const ir::FlatEquation& inner : branch.body) CheckEquation(inner);
        }
        break;
      case ir::FlatEquation::Kind::kTerminate:
        break;
    }
  }

  // The unit that both have, or the one that is known.
  MaybeUnit CheckPair(ExprId left, ExprId right, std::string_view what) {
    const MaybeUnit& a = UnitOf(left);
    const MaybeUnit& b = UnitOf(right);
    if (Disagree(a, b)) {
      Report(
          fmt::format("{}: `{}` is in \"{}\", `{}` in \"{}\"", what, Text(left), TextOf(*a), Text(right), TextOf(*b)),
          *a, *b);
      return std::nullopt;
    }
    return a ? a : b;
  }

  static bool Disagree(const MaybeUnit& a, const MaybeUnit& b) { return a && b && !AreSame(a->unit, b->unit); }

  void Report(std::string message, const KnownUnit& a, const KnownUnit& b) {
    if (!reported_.insert(place_).second) return;
    Diagnostic& warning = diagnostics_.Warning(DiagnosticKind::UnitMismatch, place_, std::move(message));
    warning.hint = HaveSameDimension(a.unit, b.unit)
                       ? fmt::format("convert: 1 {} is {:g} {}", TextOf(a), a.unit.factor / b.unit.factor, TextOf(b))
                       : "correct the equation or a `unit` attribute; --no-unit-check silences this";
  }

  // Every expression is looked at once, so that a mismatch inside is told where it is met first.
  const MaybeUnit& UnitOf(ExprId e) {
    if (const int32_t known = place_of_expression_[e.index()]; known >= 0) return units_[static_cast<size_t>(known)];
    const MaybeUnit unit = Compute(pool_[e]);
    place_of_expression_[e.index()] = static_cast<int32_t>(units_.size());
    return units_.emplace_back(unit);
  }

  MaybeUnit Compute(const ExprNode& node) {
    switch (node.op) {
      case Op::kVariable:
      case Op::kPre:
        return units_of_variables_[static_cast<size_t>(node.payload)];
      case Op::kDer:
        return Combine(UnitOf(node.args[0]), KnownUnit{kSecond}, false);
      case Op::kNeg:
      case Op::kAbs:
      case Op::kNoEvent:
      case Op::kToReal:
        return UnitOf(node.args[0]);
      case Op::kSmooth:
        return UnitOf(node.args[1]);
      case Op::kAdd:
      case Op::kSub:
        return CheckPair(node.args[0], node.args[1], "the terms of a sum have different units");
      case Op::kMin:
      case Op::kMax:
      case Op::kMod:
      case Op::kRem:
        return CheckPair(node.args[0], node.args[1],
                         fmt::format("the arguments of {} have different units", Spelling(node.op)));
      case Op::kLt:
      case Op::kLe:
      case Op::kGt:
      case Op::kGe:
        CheckPair(node.args[0], node.args[1], "quantities of different units are compared");
        return std::nullopt;
      case Op::kIf:
        UnitOf(node.args[0]);
        return CheckPair(node.args[1], node.args[2], "the branches of this if-expression have different units");
      case Op::kMul:
        return Combine(UnitOf(node.args[0]), UnitOf(node.args[1]), true);
      case Op::kDiv:
        return Combine(UnitOf(node.args[0]), UnitOf(node.args[1]), false);
      case Op::kPow:
        return PowerUnit(UnitOf(node.args[0]), node.args[1]);
      case Op::kSqrt:
        if (const MaybeUnit& unit = UnitOf(node.args[0])) return KnownUnit{Power(unit->unit, 0.5)};
        return std::nullopt;
      case Op::kSign:
      case Op::kSin:
      case Op::kCos:
      case Op::kTan:
      case Op::kAsin:
      case Op::kAcos:
      case Op::kAtan:
      case Op::kSinh:
      case Op::kCosh:
      case Op::kTanh:
      case Op::kExp:
      case Op::kLog:
      case Op::kLog10:
        // sin(time) is a number without a unit, as the numbers that are written.
        return UnitOf(node.args[0]) ? MaybeUnit(KnownUnit{}) : std::nullopt;
      case Op::kAtan2:
        return CheckPair(node.args[0], node.args[1], "the arguments of atan2 have different units")
                   ? MaybeUnit(KnownUnit{})
                   : std::nullopt;
      default:
        for (const ExprId argument : node.args) UnitOf(argument);
        return std::nullopt;
    }
  }

  static MaybeUnit Combine(const MaybeUnit& a, const MaybeUnit& b, bool is_product) {
    if (!a || !b) return std::nullopt;
    return KnownUnit{is_product ? a->unit * b->unit : a->unit / b->unit};
  }

  MaybeUnit PowerUnit(const MaybeUnit& base, ExprId exponent) {
    if (!base) return std::nullopt;
    const ExprNode* node = &pool_[exponent];
    while (node->op == Op::kToReal) node = &pool_[node->args[0]];
    const bool is_literal = node->op == Op::kReal || node->op == Op::kInteger;
    if (is_literal) return KnownUnit{Power(base->unit, node->number)};
    return AreSame(base->unit, Unit{}) ? base : std::nullopt;
  }

  std::string Text(ExprId e) const { return ir::ToString(pool_, e, names_); }

  static inline const Unit kSecond{{0, 0, 1}};

  const ir::FlatModel& model_;
  const ir::ExprPool& pool_;
  Diagnostics& diagnostics_;
  ir::ExprNames names_;
  std::unordered_map<std::string, std::optional<Unit>> parsed_;
  std::vector<MaybeUnit> units_of_variables_;
  std::vector<int32_t> place_of_expression_;  // in units_; -1: not looked at yet
  std::deque<MaybeUnit> units_;
  std::set<Span> reported_;  // elements of an array have one place
  Span place_;
};

}  // namespace

void CheckUnits(const ir::FlatModel& model, Diagnostics& diagnostics) { UnitChecker(model, diagnostics).Run(); }

}  // namespace stiction
