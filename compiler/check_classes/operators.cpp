// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "compiler/check_classes/operator_functions.h"
#include "compiler/check_classes/rules.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

using ast::ClassKind;

// A function of `'constructor'` has one output, a value of the record (MLS 14.3).
void CheckConstructor(const ast::Class& function, const std::string& record, Diagnostics& diagnostics) {
  const ast::Component* first = nullptr;
  for (const ast::Element& element : function.elements) {
    if (!element.component || element.component->prefix.causality != ast::Causality::kOutput) continue;
    const ast::Component& output = *element.component;
    const bool is_record = output.type.parts.back().text == record && output.subscripts.empty();
    if (!first && is_record) {
      first = &output;
      continue;
    }
    auto& error =
        diagnostics.Error(DiagnosticKind::ConstructorOutputs, output.name.span,
                          fmt::format("the constructor `{}` of the operator record `{}` has one output, a `{}`",
                                      function.name.text, record, record));
    if (first) error.labels = {{first->name.span, "the output"}};
    error.hint = first ? "declare it `protected`, without `output`, or remove it"
                       : fmt::format("declare `output {} result`", record);
    return;
  }
}

void CheckConstructors(const ast::Class& operators, const std::string& record, Diagnostics& diagnostics) {
  if (operators.name.text != "'constructor'") return;
  if (ast::IsFunction(operators.kind)) CheckConstructor(operators, record, diagnostics);
  for (const ast::Element& element : operators.elements) {
    if (element.cls && element.cls->form == ast::ClassForm::kLong) {
      CheckConstructor(*element.cls, record, diagnostics);
    }
  }
}

}  // namespace

void CheckOperators(const ast::Class& definition, const ast::Class* parent, Diagnostics& diagnostics) {
  const bool is_operator = definition.kind == ClassKind::kOperator || definition.kind == ClassKind::kOperatorFunction;
  if (!is_operator) return;
  if (!parent || parent->kind != ClassKind::kOperatorRecord) {
    diagnostics
        .Error(DiagnosticKind::ClassContents, definition.name.span,
               fmt::format("{} `{}` stands outside of an operator record", ast::ToString(definition.kind),
                           definition.name.text))
        .hint = "declare it in the operator record whose operator it is";
    return;
  }
  if (!definition.encapsulated) {
    diagnostics
        .Error(DiagnosticKind::OperatorNotEncapsulated, definition.name.span,
               fmt::format("{} `{}` of the operator record `{}` is not encapsulated", ast::ToString(definition.kind),
                           definition.name.text, parent->name.text))
        .hint = fmt::format("write `encapsulated {}`", ast::ToString(definition.kind));
  }
  CheckConstructors(definition, parent->name.text, diagnostics);
  CheckOperatorFunctions(definition, parent->name.text, diagnostics);
}

}  // namespace stiction
