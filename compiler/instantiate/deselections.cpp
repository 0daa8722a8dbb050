// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/deselections.h"

#include <fmt/format.h>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/equations.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"

namespace stiction {

// What is left out is a model, a block or a connector, and is not modified (MLS 7.4).
void Deselections::Check(const Modifiers& own, Scope& base) {
  for (const Modifier& deselection : own) {
    if (!deselection.is_deselection) continue;
    const std::string& name = deselection.path.front().name;
    const auto found = base.group->components.find(name);
    if (found == base.group->components.end()) continue;
    const ResolvedType type = classes_.ResolveName(found->second.scope, found->second.declaration->type);
    const bool is_part = type.kind == ResolvedType::Kind::kClass && !ast::IsRecord(type.restriction);
    // A warning: examples of the mechanism leave out variables, too, and what is meant is clear.
    if (!is_part && type.kind != ResolvedType::Kind::kError) {
      reports_.Warning(DiagnosticKind::Deselection, deselection.path.front().span,
                       fmt::format("`{}`, which is left out, is no component of a model, block or connector", name),
                       Label{found->second.declaration->name.span, "declared here"});
    }
    for (const Modifier& m : own) {
      if (m.is_deselection || m.path.empty() || m.path.front().name != name) continue;
      reports_.Error(DiagnosticKind::Deselection, m.span, fmt::format("`{}` is left out and cannot be modified", name),
                     Label{deselection.span, "left out here"}, "remove one of the two");
    }
  }
}

void Deselections::LeaveOutConnects(const ast::Extends& extends, Scope& base) {
  const auto add = [](const auto& self, Scope& part, const ast::ModificationArgument& argument) -> void {
    part.deselected.push_back(&argument);
    for (Scope* inherited : part.bases) self(self, *inherited, argument);
  };
  for (const ast::ModificationArgument& argument : extends.arguments) {
    if (argument.kind != ast::ModificationArgument::Kind::kBreakConnect) continue;
    if (HasConnect(base, argument)) {
      add(add, base, argument);
      continue;
    }
    reports_.Error(DiagnosticKind::Deselection, argument.span,
                   fmt::format("`{}` has no connect of `{}` with `{}` to leave out", names_.ScopeName(&base),
                               ast::ToString(argument.from), ast::ToString(argument.to)),
                   "name both sides as they are written there");
  }
}

}  // namespace stiction
