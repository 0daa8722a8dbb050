// SPDX-License-Identifier: BSD-3-Clause
// Name lookup (MLS 5.3).
#include <fmt/format.h>

#include <utility>

#include "compiler/instantiate/builder.h"
#include "compiler/support/library_paths.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

void Builder::EnterTopLevel() {
  const auto predefine = [&](const char* name, ir::ScalarType type) {
    ClassElement element;
    element.name = name;
    element.predefined = type;
    top_level_.emplace(name, std::move(element));
  };
  predefine("Real", ir::ScalarType::kReal);
  predefine("Integer", ir::ScalarType::kInteger);
  predefine("Boolean", ir::ScalarType::kBoolean);
  predefine("String", ir::ScalarType::kString);
  tree_.enumerations.push_back({"StateSelect", {"never", "avoid", "default", "prefer", "always"}});
  tree_.enumerations.push_back({"AssertionLevel", {"warning", "error"}});
  for (size_t i = 0; i < 2; ++i) {
    ClassElement element;
    element.name = tree_.enumerations[i].name;
    element.predefined = ir::ScalarType::kEnumeration;
    element.enumeration = ir::EnumerationId(static_cast<int64_t>(i));
    top_level_.emplace(element.name, std::move(element));
  }
  for (const char* name : {"Clock", "ExternalObject"}) {
    ClassElement element;
    element.name = name;
    element.unsupported = true;
    top_level_.emplace(name, std::move(element));
  }
  for (const auto& [name, id] : classes_.top_level) {
    ClassElement element;
    element.name = name;
    element.cls = id;
    element.definition = classes_.classes[id.index()].definition;
    top_level_.insert_or_assign(name, std::move(element));
  }
}

Builder::Found Builder::FindIn(Group& group, std::string_view name) {
  if (const auto c = group.components.find(name); c != group.components.end()) {
    return {Found::Kind::kComponent, &group, c->first, nullptr};
  }
  if (const auto c = group.classes.find(name); c != group.classes.end()) {
    return {Found::Kind::kClass, nullptr, {}, &c->second};
  }
  return {};
}

Builder::Found Builder::LookUpGlobal(std::string_view name) {
  const auto found = top_level_.find(name);
  if (found == top_level_.end()) return {};
  return {Found::Kind::kClass, nullptr, {}, &found->second};
}

// The first `count` parts of a full name, from the top level.
Builder::Found Builder::FindPath(const ast::Name& name, size_t count) {
  Found found = LookUpGlobal(name.parts[0].text);
  for (size_t i = 1; i < count && found.kind == Found::Kind::kClass; ++i) {
    Group* group = Enter(*found.element);
    if (!group) return {};
    found = FindIn(*group, name.parts[i].text);
  }
  return found;
}

Builder::Found Builder::LookUpImport(Scope* scope, std::string_view name) {
  const std::vector<const ast::Import*>& imports = scope->names->imports;
  for (const ast::Import* candidate : imports) {
    const ast::Import& import = *candidate;
    switch (import.kind) {
      case ast::Import::Kind::kQualified:
        if (import.name.parts.back().text == name) return FindPath(import.name, import.name.parts.size());
        break;
      case ast::Import::Kind::kRenaming:
        if (import.alias.text == name) return FindPath(import.name, import.name.parts.size());
        break;
      case ast::Import::Kind::kList:
        for (const ast::Identifier& one : import.names) {
          if (one.text != name) continue;
          const Found package = FindPath(import.name, import.name.parts.size());
          if (package.kind != Found::Kind::kClass) return {};
          Group* group = Enter(*package.element);
          return group ? FindIn(*group, name) : Found{};
        }
        break;
      case ast::Import::Kind::kUnqualified:
        break;
    }
  }
  for (const ast::Import* import : imports) {
    if (import->kind != ast::Import::Kind::kUnqualified) continue;
    const Found package = FindPath(import->name, import->name.parts.size());
    if (package.kind != Found::Kind::kClass) continue;
    Group* group = Enter(*package.element);
    if (!group) continue;
    const Found found = FindIn(*group, name);
    if (found.kind != Found::Kind::kNothing) return found;
  }
  return {};
}

Builder::Found Builder::LookUp(Scope* scope, std::string_view name) {
  for (Scope* s = scope; s; s = s->parent) {
    if (Declares(*s, name)) {
      const Found found = FindIn(*s->group, name);
      if (found.kind != Found::Kind::kNothing) return found;
    }
    const Found imported = LookUpImport(s, name);
    if (imported.kind != Found::Kind::kNothing) return imported;
    if (s->definition->encapsulated) {
      Found found = LookUpGlobal(name);
      const bool predefined = found.element && !found.element->definition;
      return predefined ? found : Found{};
    }
  }
  return LookUpGlobal(name);
}

ClassElement* Builder::FindClass(Scope* scope, const ast::Name& name) {
  Found found = name.global ? LookUpGlobal(name.parts[0].text) : LookUp(scope, name.parts[0].text);
  if (found.kind == Found::Kind::kNothing) {
    ReportUnknown(DiagnosticKind::ClassNotFound, name.parts[0].span, name.parts[0].text, scope);
    return nullptr;
  }
  for (size_t i = 1; i <= name.parts.size(); ++i) {
    if (found.kind == Found::Kind::kComponent) {
      Report(DiagnosticKind::ClassNotFound, name.span,
             fmt::format("`{}` is a component, not a class", name.parts[i - 1].text));
      return nullptr;
    }
    if (i == name.parts.size()) break;
    const int64_t reports = report_count_;
    Group* group = Enter(*found.element);
    if (!group) {
      if (reports == report_count_) {
        Report(DiagnosticKind::ClassNotFound, name.parts[i].span,
               fmt::format("`{}` has no element `{}`", name.parts[i - 1].text, name.parts[i].text));
      }
      return nullptr;
    }
    found = FindIn(*group, name.parts[i].text);
    if (found.kind == Found::Kind::kNothing) {
      std::vector<std::string> candidates = UnreadClasses(*group->main);
      for (const auto& [candidate, element] : group->classes) candidates.push_back(candidate);
      Report(DiagnosticKind::ClassNotFound, name.parts[i].span,
             fmt::format("class `{}` not found in `{}`", name.parts[i].text, ScopeName(group->main)))
          .hint = DidYouMean(name.parts[i].text, candidates);
      return nullptr;
    }
  }
  return found.element;
}

std::vector<std::string> Builder::UnreadClasses(const Scope& scope) const {
  return scope.cls ? classes_.classes[scope.cls.index()].unread : std::vector<std::string>();
}

std::vector<std::string> Builder::VisibleNames(Scope* scope) {
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
  names.insert(names.end(), classes_.unread.begin(), classes_.unread.end());
  return names;
}

std::string Builder::ScopeName(const Scope* scope) const {
  if (!scope) return "the top level";
  if (scope->cls) return classes_.classes[scope->cls.index()].full_name;
  return scope->definition->name.text;
}

void Builder::ReportUnknown(DiagnosticKind kind, Span span, std::string_view name, Scope* scope) {
  for (const Scope* s = scope; s; s = s->parent) {
    if (s->group->is_broken) return;
  }
  const bool is_class = kind == DiagnosticKind::ClassNotFound;
  auto& error = Report(kind, span,
                       is_class ? fmt::format("class `{}` not found in the scope of `{}`", name, ScopeName(scope))
                                : fmt::format("unknown name `{}` in `{}`", name, ScopeName(scope)));
  // The same name in another place is nearer than another name.
  for (const ir::ClassNode& node : classes_.classes) {
    if (is_class && node.name == name) error.hint = fmt::format("did you mean `{}`?", node.full_name);
    if (!error.hint.empty()) return;
  }
  error.hint = DidYouMean(name, VisibleNames(scope));
  if (error.hint.empty() && is_class) error.hint = kLibraryHint;
}

}  // namespace stiction
