// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/units/check_units.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/ir/expr/functions.h"
#include "compiler/ir/expr/print.h"
#include "compiler/units/unit_table.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;

constexpr UnitNumber kOpen = -2;  // an expression that was not looked at yet

class UnitChecker {
 public:
  UnitChecker(const ir::FlatModel& model, Diagnostics& diagnostics)
      : model_(model), pool_(*model.pool), diagnostics_(diagnostics), unit_of_expression_(pool_.size(), kOpen) {
    names_.variable = [this](ir::VariableId v, std::string& to) { to += model_.variables[v.index()].name; };
    names_.literal = [this](ir::EnumerationId e, int ordinal, std::string& to) {
      to += model_.enumerations[e.index()].literals[static_cast<size_t>(ordinal) - 1];
    };
    names_.functions = &model_.functions;
    names_.length_limit = 80;
    unit_of_variable_.reserve(model_.variables.size());
    for (const ir::FlatVariable& variable : model_.variables) {
      unit_of_variable_.push_back(Declared(variable));
      CheckIsUnit(variable, variable.attributes.unit, "unit");
      CheckIsUnit(variable, variable.attributes.display_unit, "displayUnit");
    }
  }

  void Run() {
    for (size_t v = 0; v < model_.variables.size(); ++v) {
      const ir::FlatVariable& variable = model_.variables[v];
      place_ = variable.origin.span;
      CheckValue(variable, unit_of_variable_[v], variable.binding, "value");
      CheckValue(variable, unit_of_variable_[v], variable.attributes.start, "start value");
    }
    for (const ir::FlatEquation& equation : model_.equations) CheckEquation(equation);
    for (const ir::FlatEquation& equation : model_.initial_equations) CheckEquation(equation);
  }

 private:
  UnitNumber Declared(const ir::FlatVariable& variable) {
    const std::string& text = variable.attributes.unit;
    if (variable.type != ir::ScalarType::kReal || text.empty()) return kUnknownUnit;
    const auto [at, is_new] = declared_.try_emplace(&text, kUnknownUnit);
    if (!is_new) return at->second;
    if (const std::optional<Unit> unit = ParseUnit(text)) at->second = table_.Add({*unit, &text});
    return at->second;
  }

  void CheckIsUnit(const ir::FlatVariable& variable, const std::string& text, std::string_view attribute) {
    if (text.empty() || !looked_at_.insert(&text).second || IsUnit(text)) return;
    const bool has_form = HasFormOfUnit(text);
    Diagnostic& message =
        !has_form ? diagnostics_.Error(DiagnosticKind::UnknownUnit, variable.origin.span,
                                       fmt::format("the {} \"{}\" of `{}` does not have the form of a unit", attribute,
                                                   text, variable.name))
                  : diagnostics_.Warning(
                        DiagnosticKind::UnknownUnit, variable.origin.span,
                        fmt::format("the {} \"{}\" of `{}` is no unit that is known, and is compared with nothing",
                                    attribute, text, variable.name));
    const std::string nearest = NearestUnit(text);
    message.hint = nearest.empty() ? "write it with the units of MLS 19.1, such as \"kg.m2/s\"; --no-unit-check "
                                     "silences this"
                                   : fmt::format("did you mean \"{}\"?", nearest);
  }

  void CheckValue(const ir::FlatVariable& variable, UnitNumber unit, ExprId value, std::string_view what) {
    if (!value) return;
    const UnitNumber other = UnitOf(value);
    if (!Disagree(unit, other)) return;
    Report(fmt::format("`{}` has the unit \"{}\", its {} `{}` the unit \"{}\"", variable.name, table_[unit].text(),
                       what, Text(value), table_[other].text()),
           unit, other);
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
  UnitNumber CheckPair(ExprId left, ExprId right, std::string_view what) {
    const UnitNumber a = UnitOf(left);
    const UnitNumber b = UnitOf(right);
    if (Disagree(a, b)) {
      Report(fmt::format("{}: `{}` is in \"{}\", `{}` in \"{}\"", what, Text(left), table_[a].text(), Text(right),
                         table_[b].text()),
             a, b);
      return kUnknownUnit;
    }
    return a != kUnknownUnit ? a : b;
  }

  bool Disagree(UnitNumber a, UnitNumber b) const {
    return a != b && a != kUnknownUnit && b != kUnknownUnit && !AreSame(table_[a].unit, table_[b].unit);
  }

  void Report(std::string message, UnitNumber first, UnitNumber second) {
    if (!reported_.insert(place_).second) return;
    const KnownUnit& a = table_[first];
    const KnownUnit& b = table_[second];
    Diagnostic& warning = diagnostics_.Warning(DiagnosticKind::UnitMismatch, place_, std::move(message));
    warning.hint = HaveSameDimension(a.unit, b.unit)
                       ? fmt::format("convert: 1 {} is {:g} {}", a.text(), a.unit.factor / b.unit.factor, b.text())
                       : "correct the equation or a `unit` attribute; --no-unit-check silences this";
  }

  // Every expression is looked at once, so that a mismatch inside is told where it is met first.
  UnitNumber UnitOf(ExprId e) {
    UnitNumber& known = unit_of_expression_[e.index()];
    if (known == kOpen) known = Compute(pool_[e]);
    return known;
  }

  UnitNumber Compute(const ExprNode& node) {
    switch (node.op) {
      case Op::kVariable:
      case Op::kPre:
        return unit_of_variable_[static_cast<size_t>(node.payload)];
      case Op::kTime:
        return table_.Add({kSecond, nullptr});
      case Op::kDer:
        return table_.Quotient(UnitOf(node.args[0]), table_.Add({kSecond, nullptr}));
      case Op::kNeg:
      case Op::kNoEvent:
      case Op::kToReal:
      case Op::kSampled:
      case Op::kHold:
      case Op::kPrevious:
      case Op::kSubSample:
      case Op::kSuperSample:
      case Op::kShiftSample:
      case Op::kBackSample:
      case Op::kNoClock:
        return UnitOf(node.args[0]);
      case Op::kInterval:
        return table_.Add({kSecond, nullptr});
      case Op::kSmooth:
        return UnitOf(node.args[1]);
      case Op::kAdd:
      case Op::kSub:
        return CheckPair(node.args[0], node.args[1], "the terms of a sum have different units");
      case Op::kLt:
      case Op::kLe:
      case Op::kGt:
      case Op::kGe:
        CheckPair(node.args[0], node.args[1], "quantities of different units are compared");
        return kUnknownUnit;
      case Op::kHomotopy:
        return CheckPair(node.args[0], node.args[1], "the expressions of homotopy have different units");
      case Op::kIf:
        UnitOf(node.args[0]);
        return CheckPair(node.args[1], node.args[2], "the branches of this if-expression have different units");
      case Op::kMul:
        return CombineUnits(node, &UnitTable::Product);
      case Op::kDiv:
        return CombineUnits(node, &UnitTable::Quotient);
      case Op::kPow:
        return PowerUnit(UnitOf(node.args[0]), node.args[1]);
      default:
        return UnitOfFunction(node);
    }
  }

  // And of what has no rule.
  UnitNumber UnitOfFunction(const ExprNode& node) {
    const ir::ElementaryFunction* const function = ir::FindElementaryFunction(node.op);
    if (!function || function->unit == ir::UnitRule::kNone) {
      for (const ExprId argument : node.args) UnitOf(argument);
      return kUnknownUnit;
    }
    const UnitNumber of_arguments =
        node.args.size() == 1 ? UnitOf(node.args[0])
                              : CheckPair(node.args[0], node.args[1],
                                          fmt::format("the arguments of {} have different units", function->name));
    if (of_arguments == kUnknownUnit) return kUnknownUnit;
    if (function->unit == ir::UnitRule::kRoot) return table_.Power(of_arguments, 0.5);
    if (function->unit == ir::UnitRule::kNumber) return UnitOfNumber(of_arguments);
    return function->unit == ir::UnitRule::kSame ? of_arguments : One();
  }

  UnitNumber CombineUnits(const ExprNode& node, UnitNumber (UnitTable::*combine)(UnitNumber, UnitNumber)) {
    const UnitNumber a = UnitOf(node.args[0]);
    const UnitNumber b = UnitOf(node.args[1]);
    return (table_.*combine)(a, b);
  }

  UnitNumber PowerUnit(UnitNumber base, ExprId exponent) {
    if (base == kUnknownUnit) return kUnknownUnit;
    const ExprNode* node = &pool_[exponent];
    while (node->op == Op::kToReal) node = &pool_[node->args[0]];
    const bool is_literal = node->op == Op::kReal || node->op == Op::kInteger;
    if (is_literal) return table_.Power(base, node->number);
    return AreSame(table_[base].unit, Unit{}) ? base : kUnknownUnit;
  }

  // Of a function of a number: in `sin(time)` a frequency of 1 is meant, in `5*exp(-time)` an amplitude with a unit.
  UnitNumber UnitOfNumber(UnitNumber argument) {
    Unit without_time = table_[argument].unit;
    const bool has_time = std::exchange(without_time.exponents[2], 0) != 0;
    return has_time && HaveSameDimension(without_time, {}) ? kUnknownUnit : One();
  }

  UnitNumber One() { return table_.Add({}); }

  std::string Text(ExprId e) const { return ir::ToString(pool_, e, names_); }

  static inline const Unit kSecond{{0, 0, 1}};

  const ir::FlatModel& model_;
  const ir::ExprPool& pool_;
  Diagnostics& diagnostics_;
  ir::ExprNames names_;
  UnitTable table_;
  std::unordered_map<const std::string*, UnitNumber> declared_;  // by interned text
  std::unordered_set<const std::string*> looked_at_;             // texts of units, likewise
  std::vector<UnitNumber> unit_of_variable_;
  std::vector<UnitNumber> unit_of_expression_;
  std::set<Span> reported_;  // elements of an array have one place
  Span place_;
};

}  // namespace

void CheckUnits(const ir::FlatModel& model, Diagnostics& diagnostics) { UnitChecker(model, diagnostics).Run(); }

}  // namespace stiction
