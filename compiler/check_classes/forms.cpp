// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <string_view>

#include "compiler/check_classes/rules.h"
#include "compiler/ir/ast/walk.h"

namespace stiction {
namespace {

/// What the grammar of our parser takes and the specification does not.
class Forms : public ast::Walk {
 public:
  Forms(const ast::Class& definition, Diagnostics& diagnostics)
      : in_function_(ast::IsFunction(definition.kind)), diagnostics_(diagnostics) {}

 private:
  using ast::Walk::At;

  void Report(Span span, std::string_view message, std::string_view hint) {
    diagnostics_.Error(DiagnosticKind::FormNotAllowed, span, std::string(message)).hint = hint;
  }

  // What a later version of the specification has.
  void Warn(Span span, std::string_view message, std::string_view hint) {
    diagnostics_.Warning(DiagnosticKind::FormNotAllowed, span, std::string(message)).hint = hint;
  }

  void At(const ast::Expression& e) override {
    using enum ast::ExpressionKind;
    if (e.kind == kSubscripted) {
      Warn(e.span, "subscripts stand behind the name of a component only, not behind parentheses",
           "give the value to a variable, and subscript that");
    } else if (e.kind == kMember) {
      Warn(e.span, "`.` stands behind the name of a component only, not behind parentheses",
           "give the value to a variable, and name its member");
    } else if (e.kind == kArray && e.operands.empty() && e.iterators.empty() && e.arguments.empty()) {
      Report(e.span, "an array constructor has at least one argument, which gives it its type",
             "write `fill(0.0, 0)`, or `zeros(0)`");
    }
  }

  void At(const ast::Equation& equation) override {
    const bool is_tuple = equation.left && equation.left->kind == ast::ExpressionKind::kTuple;
    if (is_tuple && equation.kind == ast::EquationKind::kEquality) CheckReceivers(*equation.left);
  }

  void At(const ast::Statement& statement) override {
    if (statement.kind == ast::StatementKind::kMultiAssign) CheckReceivers(*statement.target);
  }

  // What takes the results of a call are component references, or nothing (MLS 8.3.1, 11.2.1.1).
  void CheckReceivers(const ast::Expression& tuple) {
    for (const ast::ExpressionPtr& receiver : tuple.operands) {
      if (!receiver || receiver->kind == ast::ExpressionKind::kReference) continue;
      Report(receiver->span, "only a variable can take a result of the call",
             "give the result to a variable, and write an equation for that");
    }
  }

  void At(const ast::Modification& modification) override {
    if (!modification.is_assignment || in_function_) return;
    Report(modification.span, "`:=` gives a value to variables of functions only",
           "write `=`: this is a declaration equation");
  }

  void At(const std::vector<ast::ForIndex>& indices) override {
    for (size_t i = 0; i < indices.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (indices[k].name.text != indices[i].name.text) continue;
        auto& error = diagnostics_.Error(DiagnosticKind::FormNotAllowed, indices[i].name.span,
                                         fmt::format("two iterators have the name `{}`", indices[i].name.text));
        error.labels = {{indices[k].name.span, "the first"}};
        error.hint = "rename one of them";
      }
    }
  }

  bool in_function_;
  Diagnostics& diagnostics_;
};

// `break` takes a value that is inherited away: a declaration has none (MLS 7.2.7).
void CheckBreak(const ast::Class& definition, Diagnostics& diagnostics) {
  for (const ast::Element& element : definition.elements) {
    const bool is_break = element.component && element.component->modification &&
                          element.component->modification->value_is_break && !element.redeclare;
    if (!is_break) continue;
    diagnostics
        .Error(DiagnosticKind::FormNotAllowed, element.component->modification->span,
               fmt::format("`{}` is declared here: there is no value to take away with `break`",
                           element.component->name.text))
        .hint = "declare it without a value";
  }
}

// The description and the annotations of an element with a constraining clause stand behind that (MLS 7.3.2.1).
void CheckDescriptions(const ast::Class& definition, Diagnostics& diagnostics) {
  for (const ast::Element& element : definition.elements) {
    if (!element.repeated_description) continue;
    const ast::Identifier& name = element.component ? element.component->name : element.cls->name;
    diagnostics
        .Error(DiagnosticKind::FormNotAllowed, element.repeated_description,
               fmt::format("`{}` has a description or annotation before and behind its constraining clause", name.text))
        .hint = "write all of it behind the clause: it is that of the whole declaration";
  }
}

}  // namespace

void CheckForms(const ast::Class& definition, Diagnostics& diagnostics) {
  Forms(definition, diagnostics).Through(definition);
  CheckBreak(definition, diagnostics);
  CheckDescriptions(definition, diagnostics);
}

}  // namespace stiction
