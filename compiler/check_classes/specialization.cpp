// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <string_view>

#include "compiler/check_classes/rules.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

using ast::ClassKind;

/// Reports what one specialized class cannot hold; of each kind of fault the first.
class Specialization {
 public:
  Specialization(const ast::Class& definition, Diagnostics& diagnostics)
      : definition_(definition), diagnostics_(diagnostics) {}

  void Check() {
    CheckSections();
    CheckExternalObject();
    if (ast::IsRecord(definition_.kind) || definition_.kind == ClassKind::kConnector) CheckVisibility();
    for (const ast::Element& element : definition_.elements) {
      if (element.component) CheckComponent(element);
      if (element.cls && definition_.kind == ClassKind::kOperator && !ast::IsFunction(element.cls->kind)) {
        Report(element.cls->name.span, fmt::format("the class `{}`", element.cls->name.text), "declare it elsewhere");
      }
    }
  }

 private:
  void Report(Span span, std::string_view what, std::string_view hint) {
    diagnostics_
        .Error(DiagnosticKind::ClassContents, span,
               fmt::format("{} `{}` cannot have {}", ast::ToString(definition_.kind), definition_.name.text, what))
        .hint = hint;
  }

  void CheckSections() {
    const ClassKind kind = definition_.kind;
    if (definition_.external && !ast::IsFunction(kind)) {
      Report(definition_.external->span, "an external interface", "declare a function, and call it");
    }
    if (kind == ClassKind::kModel || kind == ClassKind::kBlock || kind == ClassKind::kClass || ast::IsFunction(kind)) {
      return;
    }
    const std::string_view hint = ast::IsRecord(kind) || kind == ClassKind::kConnector
                                      ? "write it into the model that declares the component, or give a binding"
                                      : "write it into a model or a function";
    if (!definition_.equations.empty()) {
      const ast::EquationSection& first = definition_.equations.front();
      Report(first.span, first.initial ? "an initial equation section" : "an equation section", hint);
    }
    if (!definition_.algorithms.empty()) {
      const ast::AlgorithmSection& first = definition_.algorithms.front();
      Report(first.span, first.initial ? "an initial algorithm section" : "an algorithm section", hint);
    }
  }

  // What extends ExternalObject is a `class`; its functions stay what they are (MLS 12.9.7).
  void CheckExternalObject() {
    for (const ast::Element& element : definition_.elements) {
      const bool is_object = element.extends && element.extends->base.parts.size() == 1 &&
                             element.extends->base.parts[0].text == "ExternalObject";
      if (!is_object) continue;
      if (definition_.kind != ClassKind::kClass) {
        diagnostics_
            .Error(DiagnosticKind::ExternalObjectClass, definition_.name.span,
                   fmt::format("{} `{}` extends ExternalObject, which only a `class` does",
                               ast::ToString(definition_.kind), definition_.name.text))
            .hint = fmt::format("write `class {}`", definition_.name.text);
      }
      for (const ast::Element& function : definition_.elements) {
        if (!function.cls || !function.replaceable) continue;
        diagnostics_
            .Error(DiagnosticKind::ExternalObjectClass, function.cls->name.span,
                   fmt::format("the {} of an external object cannot be replaceable", function.cls->name.text))
            .hint = "remove the word `replaceable`";
      }
      return;
    }
  }

  void CheckVisibility() {
    for (const ast::Element& element : definition_.elements) {
      if (element.visibility != ast::Visibility::kProtected || element.import) continue;
      const Span span = element.component ? element.component->name.span
                        : element.cls     ? element.cls->name.span
                                          : element.extends->base.span;
      return Report(span, "protected elements", "declare it before the word `protected`");
    }
  }

  void CheckComponent(const ast::Element& element) {
    const ast::Component& component = *element.component;
    const Span span = component.name.span;
    const auto report = [&](std::string_view what, std::string_view hint) {
      Report(span, fmt::format("{} `{}`", what, component.name.text), hint);
    };
    switch (definition_.kind) {
      case ClassKind::kRecord:
      case ClassKind::kOperatorRecord:
        if (const std::string_view prefix = InterfacePrefix(element); !prefix.empty()) {
          report(fmt::format("the {} element", prefix), "give the prefix to a component of the record");
        }
        break;
      case ClassKind::kConnector:
        if (element.inner || element.outer) {
          report(element.inner ? "the inner element" : "the outer element", "declare it in a model");
        }
        break;
      case ClassKind::kType:
        report("the component", "declare a record");
        break;
      case ClassKind::kPackage:
        if (component.prefix.variability != ast::Variability::kConstant) {
          report("the variable", "declare it `constant`, or in a model");
        }
        break;
      case ClassKind::kOperator:
        report("the component", "an operator holds functions");
        break;
      default:
        break;
    }
  }

  // The prefixes that no element of a record has; "" without one.
  static std::string_view InterfacePrefix(const ast::Element& element) {
    const ast::TypePrefix& prefix = element.component->prefix;
    if (prefix.causality != ast::Causality::kNone) {
      return prefix.causality == ast::Causality::kInput ? "input" : "output";
    }
    if (prefix.flow != ast::FlowPrefix::kNone) return prefix.flow == ast::FlowPrefix::kFlow ? "flow" : "stream";
    if (element.inner) return "inner";
    return element.outer ? "outer" : "";
  }

  const ast::Class& definition_;
  Diagnostics& diagnostics_;
};

}  // namespace

void CheckSpecialization(const ast::Class& definition, Diagnostics& diagnostics) {
  Specialization(definition, diagnostics).Check();
}

}  // namespace stiction
