// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/outer_declarations.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/inner_components.h"
#include "compiler/instantiate/redeclarations.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {
namespace {

/// What gives a component more than its class does, or null.
const Modifier* FindModification(const Modifiers& modifiers) {
  const auto found = std::find_if(modifiers.begin(), modifiers.end(), [](const Modifier& m) {
    return m.setting == 0 && (m.HasValue() || m.redeclare);  // a setting tells what the outer one stands for
  });
  return found == modifiers.end() ? nullptr : &*found;
}

bool HasInput(const ir::InstanceTree& tree, ir::InstanceId id) {
  const ir::Instance& instance = tree.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kBuiltin) return instance.causality == ir::Causality::kInput;
  const auto has_input = [&](ir::InstanceId part) { return HasInput(tree, part); };
  return std::ranges::any_of(instance.children, has_input) || std::ranges::any_of(instance.elements, has_input);
}

}  // namespace

void OuterDeclarations::Note(const ComponentElement& outer, ir::InstanceId inner) {
  const ComponentElement* declared = data_.WorkOf(inner).element;
  if (!outer.inner) {
    if (const Modifier* modification = FindModification(outer.modifiers)) {
      reports_.Error(DiagnosticKind::OuterModified, modification->span,
                     fmt::format("the outer component `{}` cannot be modified or given a value", outer.name),
                     Label{outer.declaration->name.span, "declared here"},
                     "modify the inner one: the outer one only refers to it");
    }
  }
  if (!declared || !declared->inner) return;  // added where there is none: the outer one itself
  if (known_.emplace(outer.declaration, declared->declaration).second) noted_.push_back({&outer, inner});
}

std::optional<ir::InstanceId> OuterDeclarations::InnerOfPackage(const Group& package, const ComponentElement& outer) {
  const Scope* scope = package.main;
  while (scope && !scope->group->instance) scope = scope->parent;
  const auto inner = scope ? inners_.Find(scope->group->instance, outer.name) : std::nullopt;
  if (!inner) {
    reports_.Error(DiagnosticKind::MissingInner, outer.declaration->name.span,
                   fmt::format("no enclosing component declares `inner {}`", outer.name),
                   "declare it in the model, with the prefix `inner`");
    return std::nullopt;
  }
  // What stands in the instance depends on where the instance is.
  data_.NoteOwnPlace(scope->group->instance);
  Note(outer, *inner);
  return inner;
}

bool OuterDeclarations::HasElement(const ComponentElement& outer, const ast::Identifier& name) {
  const auto [entry, is_new] = groups_of_types_.try_emplace(&outer, nullptr);
  if (is_new) {
    const ResolvedType type = classes_.ResolveName(outer.scope, outer.declaration->type);
    if (type.kind == ResolvedType::Kind::kClass && !type.definition->expandable) {
      entry->second = reports_.Quietly([&] { return groups_.Build(type, data_.NewGroup()); });
    }
  }
  const Group* group = entry->second;
  if (!group || group->is_broken || group->components.contains(name.text) || group->classes.contains(name.text)) {
    return true;
  }
  reports_.Error(DiagnosticKind::UnknownMember, name.span,
                 fmt::format("the outer component `{}` is declared with the class `{}`, which has no component `{}`",
                             outer.name, group->main->definition->name.text, name.text),
                 Label{outer.declaration->name.span, "declared here"},
                 "what the inner one has beyond that class is not seen through the outer one (MLS 5.4)");
  return false;
}

void OuterDeclarations::Check() {
  for (const Noted& noted : noted_) {
    const ComponentElement &outer = *noted.outer, &inner = *data_.WorkOf(noted.inner).element;
    const auto found = reports_.Quietly([&] { return redeclarations_.CompareInner(inner, outer); });
    if (!found) {
      CheckSizes(noted, reports_.Quietly([&] { return classes_.ResolveName(outer.scope, outer.declaration->type); }));
      continue;
    }
    reports_.Error(DiagnosticKind::InnerIncompatible, inner.declaration->name.span,
                   fmt::format("the inner component `{}` does not fit the outer one: {}", inner.name, found->message),
                   Label{outer.declaration->name.span, "the outer one is declared here"},
                   "give the inner one the type of the outer one, or a subtype of it");
  }
  CheckInputConnectors();
}

void OuterDeclarations::CheckSizes(const Noted& noted, const ResolvedType& type) {
  const std::vector<ResolvedType::Dimension> written = WrittenDimensions(*noted.outer, type);
  const std::vector<int64_t>& dims = data_.At(noted.inner).dims;
  for (size_t d = 0; d < std::min(written.size(), dims.size()); ++d) {
    const ast::Expression* size = written[d].subscript->expression.get();
    const auto wanted = reports_.Quietly([&]() -> std::optional<int64_t> {
      const ir::BoundPtr bound = size ? expressions_.Bind(*size, written[d].scope) : nullptr;
      if (!bound) return std::nullopt;
      if (const auto count = ir::ValuesOfType(*size, *bound)) return count;
      const std::optional<Value> value = bindings_.Evaluate(*bound);
      return value ? AsInteger(*value) : std::nullopt;
    });
    if (!wanted || *wanted == dims[d]) continue;
    reports_.Error(
        DiagnosticKind::InnerIncompatible, data_.At(noted.inner).span,
        fmt::format("the inner component `{}` has the size {}, the outer one {}", noted.outer->name, dims[d], *wanted),
        Label{noted.outer->declaration->name.span, "the outer one is declared here"}, "give both one size");
    return;
  }
}

void OuterDeclarations::CheckInputConnectors() {
  for (size_t i = 0; i < data_.work.size(); ++i) {
    const ComponentElement* element = data_.work[i].element;
    const ir::Instance& instance = data_.tree.instances[i];
    if (!element || !element->inner || instance.kind != ir::InstanceKind::kComposite) continue;
    if (instance.class_kind == ast::ClassKind::kConnector || ast::IsRecord(instance.class_kind)) continue;
    for (const ir::InstanceId child : instance.children) {
      const ir::Instance& connector = data_.At(child);
      const ComponentElement* declared = data_.WorkOf(child).element;
      const bool is_public = declared && declared->element->visibility == ast::Visibility::kPublic;
      if (!is_public || connector.class_kind != ast::ClassKind::kConnector || !HasInput(data_.tree, child)) continue;
      reports_.Error(DiagnosticKind::InnerIncompatible, instance.span,
                     fmt::format("the inner component `{}` has the input connector `{}`, which it cannot (MLS 4.7)",
                                 instance.name, connector.name),
                     Label{connector.span, "the connector is declared here"},
                     "declare the signal itself as `inner`, or make it an input without a connector");
    }
  }
}

}  // namespace stiction
