// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/duplicate_elements.h"

#include <fmt/format.h>

#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
#include "compiler/instantiate/same_declaration.h"

namespace stiction {

// Another one may stand in the place of what a base class has without it.
void DuplicateElements::Add(ComponentElement& first, ComponentElement entry, const Group& group, const Scope& part) {
  if (entry.is_deselected) return;
  if (first.is_deselected) {
    first = std::move(entry);
    return;
  }
  const bool is_inherited = first.scope != &part;
  const Likeness likeness = is_inherited ? CompareDeclarations(names_, classes_, first, entry) : Likeness::kDifferent;
  if (likeness == Likeness::kSame) return;
  if (likeness == Likeness::kOtherAttributes) {
    reports_.Warning(
        DiagnosticKind::DuplicateElement, entry.element->component->name.span,
        fmt::format("`{}` is inherited on two ways, on one with more attributes; those of the first are taken",
                    first.name),
        Label{first.declaration->name.span, "first here"});
    return;
  }
  reports_.Error(DiagnosticKind::DuplicateElement, entry.element->component->name.span,
                 fmt::format("`{}` is declared twice in `{}`", first.name, names_.ScopeName(group.main)),
                 Label{first.declaration->name.span, "first here"},
                 is_inherited ? "what is inherited on two ways must be the same, but for comments" : "");
}

// Two classes of one name, on two ways or beside an inherited one, are the same (MLS 7.1).
void DuplicateElements::Check(const ClassElement& first, const ClassElement& second) {
  if (!first.definition || !second.definition || first.definition == second.definition) return;
  if (first.scope == second.scope || first.redeclared_by || second.redeclared_by) return;
  const auto [same, is_new] = same_contents_.try_emplace({first.definition, second.definition});
  if (is_new) same->second = HaveSameContents(*first.definition, *second.definition);
  if (same->second) return;
  reports_.Error(DiagnosticKind::DuplicateElement, first.definition->name.span,
                 fmt::format("the class `{}` is inherited, too, with other contents", first.name),
                 Label{second.definition->name.span, "inherited from here"},
                 "give it another name, or redeclare the inherited one: `redeclare class ...`");
}

void DuplicateElements::ReportTwoKinds(const std::string& name, Span span, Span other, const Group& group) {
  reports_.Error(DiagnosticKind::DuplicateElement, span,
                 fmt::format("`{}` is a component and a class of `{}`", name, names_.ScopeName(group.main)),
                 Label{other, "the other one"}, "give one of them another name");
}

}  // namespace stiction
