// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "compiler/check_classes/rules.h"

namespace stiction {
namespace {

void CheckPredefined(const ast::Identifier& name, Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 4> kPredefined{"Real", "Integer", "Boolean", "String"};
  if (std::ranges::find(kPredefined, name.text) == kPredefined.end()) return;
  diagnostics
      .Error(DiagnosticKind::PredefinedName, name.span,
             fmt::format("`{}` is a predefined type, and no element or literal can have its name", name.text))
      .hint = "give it another name";
}

void CheckLiterals(const ast::Class& enumeration, Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 6> kAttributes{"quantity", "min", "max", "start", "fixed", "value"};
  std::map<std::string_view, Span> known;
  for (const ast::EnumerationLiteral& literal : enumeration.literals) {
    const ast::Identifier& name = literal.name;
    CheckPredefined(name, diagnostics);
    if (const auto [first, is_new] = known.try_emplace(name.text, name.span); !is_new) {
      diagnostics
          .Error(DiagnosticKind::EnumerationLiteral, name.span,
                 fmt::format("the enumeration `{}` has the literal `{}` twice", enumeration.name.text, name.text))
          .labels = {{first->second, "first here"}};
    }
    if (std::ranges::find(kAttributes, name.text) == kAttributes.end()) continue;
    diagnostics
        .Error(DiagnosticKind::EnumerationLiteral, name.span,
               fmt::format("a literal cannot be called `{0}`: the type `{1}` has the attribute `{0}`", name.text,
                           enumeration.name.text))
        .hint = "give it another name";
  }
}

class ImportNames {
 public:
  explicit ImportNames(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void Add(const ast::Import& import) {
    using Kind = ast::Import::Kind;
    if (import.kind == Kind::kQualified) Add(import.name.parts.back());
    if (import.kind == Kind::kRenaming) {
      CheckPredefined(import.alias, diagnostics_);
      Add(import.alias);
    }
    if (import.kind != Kind::kList) return;
    for (const ast::Identifier& name : import.names) Add(name);
  }

 private:
  void Add(const ast::Identifier& name) {
    const auto [first, is_new] = known_.try_emplace(name.text, name.span);
    if (is_new) return;
    auto& error = diagnostics_.Error(DiagnosticKind::ImportTwice, name.span,
                                     fmt::format("two imports of this class give the name `{}`", name.text));
    error.labels = {{first->second, "the first"}};
    error.hint = fmt::format("remove one, or rename it: `import Other = ...`");
  }

  Diagnostics& diagnostics_;
  std::map<std::string_view, Span> known_;
};

}  // namespace

void CheckNames(const ast::Class& definition, Diagnostics& diagnostics) {
  ImportNames imports(diagnostics);
  CheckPredefined(definition.name, diagnostics);
  for (const ast::Element& element : definition.elements) {
    if (element.component) CheckPredefined(element.component->name, diagnostics);
    if (element.import) imports.Add(*element.import);
  }
  CheckLiterals(definition, diagnostics);
}

}  // namespace stiction
