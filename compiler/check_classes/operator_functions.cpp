// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/check_classes/operator_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/check_classes/rules.h"

namespace stiction {
namespace {

/// How many inputs without a default value a function of an operator has (MLS 14.4 to 14.6).
struct Operands {
  std::string_view name;
  size_t least, most;
};

constexpr std::array<Operands, 16> kOperators{{{"'0'", 0, 0},
                                               {"'String'", 1, 1},
                                               {"'+'", 2, 2},
                                               {"'-'", 1, 2},
                                               {"'*'", 2, 2},
                                               {"'/'", 2, 2},
                                               {"'^'", 2, 2},
                                               {"'=='", 2, 2},
                                               {"'<>'", 2, 2},
                                               {"'>'", 2, 2},
                                               {"'<'", 2, 2},
                                               {"'>='", 2, 2},
                                               {"'<='", 2, 2},
                                               {"'and'", 2, 2},
                                               {"'or'", 2, 2},
                                               {"'not'", 1, 1}}};

std::optional<Operands> OperandsOf(std::string_view name) {
  const auto is_it = [&](const Operands& o) { return o.name == name; };
  const auto found = std::ranges::find_if(kOperators, is_it);
  return found == kOperators.end() ? std::nullopt : std::optional(*found);
}

bool IsPredefined(const ast::Component& component) {
  constexpr std::array<std::string_view, 4> kTypes{"Real", "Integer", "Boolean", "String"};
  const ast::Name& type = component.type;
  return type.parts.size() == 1 && std::ranges::find(kTypes, type.parts[0].text) != kTypes.end();
}

/// The formal parameters of a function that inherits none; the others are checked where they are called.
struct Formals {
  std::vector<const ast::Component*> inputs, outputs;
};

std::optional<Formals> FormalsOf(const ast::Class& function) {
  if (function.form != ast::ClassForm::kLong) return std::nullopt;
  Formals formals;
  for (const ast::Element& element : function.elements) {
    if (element.extends) return std::nullopt;
    if (!element.component) continue;
    const ast::Causality causality = element.component->prefix.causality;
    if (causality == ast::Causality::kInput) formals.inputs.push_back(element.component.get());
    if (causality == ast::Causality::kOutput) formals.outputs.push_back(element.component.get());
  }
  return formals;
}

bool HasDefault(const ast::Component& component) { return component.modification && component.modification->value; }

class OperatorFunctionRules {
 public:
  OperatorFunctionRules(const ast::Class& function, const Operands& wanted, const std::string& record,
                        Diagnostics& diagnostics)
      : function_(function), wanted_(wanted), record_(record), diagnostics_(diagnostics) {}

  void Check(const Formals& formals) {
    CheckOutputs(formals.outputs);
    CheckInputs(formals.inputs);
  }

 private:
  void Report(Span span, const std::string& message, const std::string& hint) {
    diagnostics_.Error(DiagnosticKind::OperatorFunction, span, message).hint = hint;
  }

  void CheckOutputs(const std::vector<const ast::Component*>& outputs) {
    if (outputs.size() != 1) {
      return Report(outputs.empty() ? function_.name.span : outputs[1]->name.span,
                    fmt::format("a function of the operator {} of `{}` has one output", wanted_.name, record_),
                    outputs.empty() ? "declare it" : "declare this one `protected`, without `output`");
    }
    const ast::Component& output = *outputs.front();
    if (wanted_.name != "'String'" || !IsPredefined(output) || output.type.parts[0].text == "String") return;
    Report(output.name.span, fmt::format("the operator 'String' of `{}` gives a String", record_),
           fmt::format("declare `output String {}`", output.name.text));
  }

  void CheckInputs(const std::vector<const ast::Component*>& inputs) {
    const auto needed = static_cast<size_t>(
        std::ranges::count_if(inputs, [](const ast::Component* input) { return !HasDefault(*input); }));
    if (needed < wanted_.least || needed > wanted_.most) {
      const std::string count = wanted_.least == wanted_.most ? fmt::format("{}", wanted_.most)
                                                              : fmt::format("{} or {}", wanted_.least, wanted_.most);
      Report(needed > wanted_.most ? inputs[wanted_.most]->name.span : function_.name.span,
             fmt::format("a function of the operator {} of `{}` has {} input{} without a default value, not {}",
                         wanted_.name, record_, count, count == "1" ? "" : "s", needed),
             "give all further inputs a default value");
    }
    const bool takes_record = !std::ranges::all_of(inputs, [](const auto* input) { return IsPredefined(*input); });
    if (inputs.empty() || wanted_.most == 0 || takes_record) return;
    Report(function_.name.span, fmt::format("no input of this operator of `{0}` is a `{0}`", record_),
           fmt::format("declare one of the inputs as `input {}`", record_));
  }

  const ast::Class& function_;
  const Operands& wanted_;
  const std::string& record_;
  Diagnostics& diagnostics_;
};

}  // namespace

void CheckOperatorFunctions(const ast::Class& operators, const std::string& record, Diagnostics& diagnostics) {
  if (operators.name.text == "'constructor'") return;
  const std::optional<Operands> wanted = OperandsOf(operators.name.text);
  if (!wanted) {
    diagnostics
        .Error(DiagnosticKind::OperatorFunction, operators.name.span,
               fmt::format("`{}` is no operator that the operator record `{}` can define", operators.name.text, record))
        .hint =
        "the operators are 'constructor', '0', 'String', + - * / ^, relations, and, or, not; declare a function "
        "outside of the record";
    return;
  }
  const auto check = [&](const ast::Class& function) {
    const std::optional<Formals> formals = FormalsOf(function);
    if (formals) OperatorFunctionRules(function, *wanted, record, diagnostics).Check(*formals);
  };
  if (ast::IsFunction(operators.kind)) check(operators);
  for (const ast::Element& element : operators.elements) {
    if (operators.kind == ast::ClassKind::kOperator && element.cls) check(*element.cls);
  }
}

}  // namespace stiction
