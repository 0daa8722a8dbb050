// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"
#include "compiler/support/library_paths.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

// True of a class that satisfies the requirements for a package, though it is none.
bool IsLikePackage(const Group& group) {
  const auto is_constant = [](const auto& component) {
    return component.second.prefix.variability == ast::Variability::kConstant;
  };
  const auto has_sections = [](const Scope* part) {
    return !part->definition->equations.empty() || !part->definition->algorithms.empty() || part->definition->external;
  };
  return std::ranges::all_of(group.components, is_constant) && std::ranges::none_of(group.parts, has_sections);
}

bool ImportsAs(const ast::Import& import, std::string_view name) {
  using Kind = ast::Import::Kind;
  switch (import.kind) {
    case Kind::kQualified:
      return import.name.parts.back().text == name;
    case Kind::kRenaming:
      return import.alias.text == name;
    case Kind::kList:
      return std::ranges::find(import.names, name, &ast::Identifier::text) != import.names.end();
    case Kind::kUnqualified:
      return false;
  }
  return false;
}

}  // namespace

Names::Names(Instantiation& data, Reports& reports, Classes& classes)
    : data_(data), reports_(reports), classes_(classes) {
  const auto enter = [&](const std::string& name) -> ClassElement& {
    ClassElement& element = top_level_[name];
    element.name = name;
    return element;
  };
  enter("Real").predefined = ir::ScalarType::kReal;
  enter("Integer").predefined = ir::ScalarType::kInteger;
  enter("Boolean").predefined = ir::ScalarType::kBoolean;
  enter("String").predefined = ir::ScalarType::kString;
  data_.tree.enumerations.push_back({"StateSelect", {"never", "avoid", "default", "prefer", "always"}});
  data_.tree.enumerations.push_back({"AssertionLevel", {"warning", "error"}});
  for (size_t i = 0; i < data_.tree.enumerations.size(); ++i) {
    ClassElement& element = enter(data_.tree.enumerations[i].name);
    element.predefined = ir::ScalarType::kEnumeration;
    element.enumeration = ir::EnumerationId(static_cast<int64_t>(i));
  }
  enter("Clock").predefined = ir::ScalarType::kClock;
  enter("ExternalObject").unsupported = true;
  for (const auto& [name, id] : data_.classes.top_level) {
    ClassElement element;
    element.name = name;
    element.cls = id;
    element.definition = data_.At(id).definition;
    top_level_.insert_or_assign(name, std::move(element));
  }
}

bool Found::IsProtected() const {
  if (element) return element->is_protected;
  return group && group->components.find(name)->second.is_protected;
}

Span Found::declared() const {
  if (element) return element->definition ? element->definition->name.span : Span{};
  return group ? group->components.find(name)->second.declaration->name.span : Span{};
}

void Names::CheckPublic(const Found& found, const Scope* holder, Span span) {
  if (!found.IsProtected()) return;
  reports_.Error(DiagnosticKind::ProtectedAccess, span,
                 fmt::format("`{}` is protected in `{}` and cannot be reached with a dot",
                             found.element ? found.element->name : found.name, ScopeName(holder)),
                 Label{found.declared(), "declared here"}, "declare it before the word `protected`");
}

void Names::CheckFoundInClass(const Found& found, const ClassElement& holder, const Group& inside, Span span) {
  // That a component is no constant is told where it is used.
  const bool is_variable =
      found.group && found.group->components.find(found.name)->second.prefix.variability != ast::Variability::kConstant;
  if (!found || is_variable) return;
  CheckPublic(found, inside.main, span);
  // A package that is replaceable may stand for a partial one as long as nobody has redeclared it.
  if (holder.definition && holder.definition->partial) {
    reports_.Error(
        DiagnosticKind::PartialClass, span,
        fmt::format("nothing can be named through `{}`, which is partial (MLS 5.3.2)", ScopeName(inside.main)),
        Label{holder.definition->name.span, "declared here"}, "name it through a class that extends it");
  }
  const ast::Class& definition = *inside.main->definition;
  const bool is_package = definition.kind == ast::ClassKind::kPackage || definition.kind == ast::ClassKind::kOperator;
  const bool is_encapsulated = found.element && found.element->definition && found.element->definition->encapsulated;
  if (is_package || is_encapsulated || IsLikePackage(inside)) return;
  const std::string& name = found.element ? found.element->name : found.name;
  reports_.Error(DiagnosticKind::LookInsideClass, span,
                 fmt::format("`{}` cannot be named through `{}`, which is a {}, no package", name,
                             ScopeName(inside.main), ast::ToString(definition.kind)),
                 Label{found.declared(), "declared here"},
                 found.element ? fmt::format("declare `{}` as `encapsulated`, or in a package", name)
                               : std::string("declare it in a package, or name it through a component"));
}

// The operators of an operator record are encapsulated, and cannot name the record but by an import: also from a model
// around it, where it cannot be anything else.
void Names::CheckImportsFromPackage(const Scope* scope, const Group& holder, Span span) {
  const ast::Class& definition = *holder.main->definition;
  if (definition.kind == ast::ClassKind::kPackage) return;
  for (const Scope* around = scope; around; around = around->parent) {
    if (around->definition == &definition) return;
  }
  reports_.Error(DiagnosticKind::ImportFromClass, span,
                 fmt::format("nothing can be imported from `{}`, which is a {}, no package", ScopeName(holder.main),
                             ast::ToString(definition.kind)),
                 Label{definition.name.span, "declared here"}, "move what is imported to a package");
}

ClassElement* Names::FindReplaceable(Scope* scope, const ast::Name& name, int depth) {
  constexpr int kMaxDepth = 20;  // a cycle of short classes is told elsewhere
  if (depth > kMaxDepth) return nullptr;
  Found found = LookUp(scope, name.parts[0].text, name.global);
  for (size_t i = 1; found.element; ++i) {
    if (found.element->element && found.element->element->replaceable) return found.element;
    if (i == name.parts.size()) {
      const ast::Class* definition = found.element->definition;
      const bool is_short = definition && definition->form == ast::ClassForm::kShort && found.element->scope;
      return is_short ? FindReplaceable(found.element->scope, definition->base, depth + 1) : nullptr;
    }
    Group* group = classes_.Enter(*found.element);
    if (!group) return nullptr;
    found = FindIn(*group, name.parts[i].text);
  }
  return nullptr;
}

ast::Name NameOf(const ast::ComponentReference& reference) {
  ast::Name name;
  name.global = reference.global;
  name.span = reference.span;
  for (const auto& part : reference.parts) name.parts.push_back(part.name);
  return name;
}

Found Names::FindIn(Group& group, std::string_view name) {
  if (const auto c = group.components.find(name); c != group.components.end()) return {&group, c->first, nullptr};
  if (const auto c = group.classes.find(name); c != group.classes.end()) return {nullptr, {}, &c->second};
  return {};
}

Found Names::LookUpGlobal(std::string_view name) {
  const auto found = top_level_.find(name);
  return found == top_level_.end() ? Found{} : Found{nullptr, {}, &found->second};
}

Found Names::FindPath(const Scope* scope, const ast::Name& name) {
  Found found = LookUpGlobal(name.parts[0].text);
  for (size_t i = 1; i < name.parts.size() && found.element; ++i) {
    Group* group = classes_.Enter(*found.element);
    if (!group) return {};
    found = FindIn(*group, name.parts[i].text);
    CheckImportsFromPackage(scope, *group, name.parts[i].span);
    CheckPublic(found, group->main, name.parts[i].span);
  }
  return found;
}

Found Names::FindInPackage(const Scope* scope, const ast::Name& package, std::string_view name) {
  const Found found = FindPath(scope, package);
  Group* group = found.element ? classes_.Enter(*found.element) : nullptr;
  if (!group) return {};
  const Found in_package = FindIn(*group, name);
  if (in_package) CheckImportsFromPackage(scope, *group, package.span);
  return in_package;
}

Found Names::LookUpImport(Scope* scope, std::string_view name) {
  using Kind = ast::Import::Kind;
  const std::vector<const ast::Import*>& imports = scope->names->imports;
  for (const ast::Import* import : imports) {
    if (!ImportsAs(*import, name)) continue;
    if (import->kind != Kind::kList) return FindPath(scope, import->name);
    const Found found = FindInPackage(scope, import->name, name);
    const auto one = std::ranges::find(import->names, name, &ast::Identifier::text);
    if (found.IsProtected()) CheckPublic(found, nullptr, one->span);
    return found;
  }
  return LookUpUnqualifiedImport(scope, name);
}

Found Names::LookUpUnqualifiedImport(Scope* scope, std::string_view name) {
  Found first;
  const ast::Import* from = nullptr;
  for (const ast::Import* import : scope->names->imports) {
    if (import->kind != ast::Import::Kind::kUnqualified) continue;
    const Found found = FindInPackage(scope, import->name, name);
    if (!found || found.IsProtected()) continue;
    if (first && found.declared() != first.declared()) {
      reports_.Error(DiagnosticKind::AmbiguousImport, import->name.span,
                     fmt::format("`{}` is found through two unqualified imports of `{}`", name, ScopeName(scope)),
                     Label{from->name.span, "the other one"}, fmt::format("import `{}` by its full name", name));
      return first;
    }
    if (first) continue;
    first = found;
    from = import;
  }
  return first;
}

Found Names::LookUp(Scope* scope, std::string_view name, bool global) {
  if (global) return LookUpGlobal(name);
  for (Scope* s = scope; s; s = s->parent) {
    if (Declares(*s, name)) {
      if (Found found = FindIn(*s->group, name)) return found;
    }
    if (Found imported = LookUpImport(s, name)) return imported;
    if (s->definition->encapsulated) {
      Found found = LookUpGlobal(name);
      const bool predefined = found.element && !found.element->definition;
      return predefined ? found : Found{};
    }
  }
  return LookUpGlobal(name);
}

ClassElement* Names::FindClass(Scope* scope, const ast::Name& name) {
  Found found = LookUp(scope, name.parts[0].text, name.global);
  if (!found) {
    ReportUnknown(DiagnosticKind::ClassNotFound, name.parts[0].span, name.parts[0].text, scope);
    return nullptr;
  }
  for (size_t i = 1; i <= name.parts.size(); ++i) {
    if (found.group) {
      reports_.Error(DiagnosticKind::ClassNotFound, name.span,
                     fmt::format("`{}` is a component, not a class", name.parts[i - 1].text));
      return nullptr;
    }
    if (i == name.parts.size()) break;
    const int64_t reports = reports_.count();
    Group* group = classes_.Enter(*found.element);
    if (!group) {
      if (reports == reports_.count()) {
        reports_.Error(DiagnosticKind::ClassNotFound, name.parts[i].span,
                       fmt::format("`{}` has no element `{}`", name.parts[i - 1].text, name.parts[i].text));
      }
      return nullptr;
    }
    const ClassElement& holder = *found.element;
    found = FindIn(*group, name.parts[i].text);
    if (!found) {
      std::vector<std::string> candidates = UnreadClasses(*group->main);
      for (const auto& [candidate, element] : group->classes) candidates.push_back(candidate);
      reports_.Error(DiagnosticKind::ClassNotFound, name.parts[i].span,
                     fmt::format("class `{}` not found in `{}`", name.parts[i].text, ScopeName(group->main)),
                     DidYouMean(name.parts[i].text, candidates));
      return nullptr;
    }
    CheckFoundInClass(found, holder, *group, name.parts[i].span);
  }
  return found.element;
}

std::vector<std::string> Names::VisibleNames(Scope* scope) const {
  std::vector<std::string> names;
  for (Scope* s = scope; s; s = s->parent) {
    for (std::string& name : UnreadClasses(*s)) names.push_back(std::move(name));
    for (const auto& [name, component] : s->group->components) names.push_back(name);
    for (const auto& [name, element] : s->group->classes) names.push_back(name);
    for (const ast::Element& element : s->definition->elements) {
      if (!element.import) continue;
      if (element.import->kind == ast::Import::Kind::kQualified)
        names.push_back(element.import->name.parts.back().text);
      if (element.import->kind == ast::Import::Kind::kRenaming) names.push_back(element.import->alias.text);
    }
    if (s->definition->encapsulated) break;
  }
  for (const auto& [name, element] : top_level_) names.push_back(name);
  names.insert(names.end(), data_.classes.unread.begin(), data_.classes.unread.end());
  return names;
}

std::string Names::ScopeName(const Scope* scope) const {
  if (!scope) return "the top level";
  if (scope->cls) return data_.At(scope->cls).full_name;
  return scope->definition->name.text;
}

const ast::Import* Names::ImportOf(const Scope* scope, std::string_view name) {
  for (const Scope* s = scope; s; s = s->parent) {
    for (const ast::Import* import : s->names->imports) {
      if (ImportsAs(*import, name)) return import;
    }
    if (s->definition->encapsulated) break;
  }
  return nullptr;
}

void Names::ReportUnknown(DiagnosticKind kind, Span span, std::string_view name, Scope* scope) {
  if (IsBroken(scope)) return;
  if (const ast::Import* import = ImportOf(scope, name)) {
    const bool is_list = import->kind == ast::Import::Kind::kList;
    const std::string full = ast::ToString(import->name) + (is_list ? fmt::format(".{}", name) : "");
    reports_.Error(kind, import->name.span, fmt::format("there is no `{}` that could be imported (MLS 13.2.1)", full),
                   Label{span, "used here"},
                   LookUpGlobal(import->name.parts.front().text) ? "" : std::string(kLibraryHint));
    return;
  }
  const bool is_class = kind == DiagnosticKind::ClassNotFound;
  const std::string near = NearUnknown(name, scope, is_class);
  const std::string message = is_class
                                  ? fmt::format("class `{}` not found in the scope of `{}`", name, ScopeName(scope))
                                  : fmt::format("unknown name `{}` in `{}`", name, ScopeName(scope));
  if (!near.empty()) {
    reports_.Error(kind, span, message, near);
  } else if (is_class) {
    reports_.ErrorOnce(kind, span, message, std::string(kLibraryHint) + "; a short name needs an import clause");
  } else {
    reports_.Error(kind, span, message,
                   fmt::format("declare `{}`, or import it from the package that declares it", name));
  }
}

std::string Names::NearUnknown(std::string_view name, Scope* scope, bool is_class) {
  // The same name in another place is nearer than another name.
  for (const ir::ClassNode& node : data_.classes.classes) {
    if (is_class && node.name == name) return fmt::format("did you mean `{}`?", node.full_name);
  }
  return DidYouMean(name, VisibleNames(scope));
}

}  // namespace stiction
