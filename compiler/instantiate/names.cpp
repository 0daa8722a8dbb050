// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/names.h"

#include <fmt/format.h>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/reports.h"
#include "compiler/support/library_paths.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

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

Found Names::FindPath(const ast::Name& name) {
  Found found = LookUpGlobal(name.parts[0].text);
  for (size_t i = 1; i < name.parts.size() && found.element; ++i) {
    Group* group = classes_.Enter(*found.element);
    if (!group) return {};
    found = FindIn(*group, name.parts[i].text);
  }
  return found;
}

Found Names::FindInPackage(const ast::Name& package, std::string_view name) {
  const Found found = FindPath(package);
  Group* group = found.element ? classes_.Enter(*found.element) : nullptr;
  return group ? FindIn(*group, name) : Found{};
}

Found Names::LookUpImport(Scope* scope, std::string_view name) {
  using Kind = ast::Import::Kind;
  const std::vector<const ast::Import*>& imports = scope->names->imports;
  for (const ast::Import* import : imports) {
    const bool is_qualified = import->kind == Kind::kQualified && import->name.parts.back().text == name;
    const bool is_renamed = import->kind == Kind::kRenaming && import->alias.text == name;
    if (is_qualified || is_renamed) return FindPath(import->name);
    if (import->kind != Kind::kList) continue;
    for (const ast::Identifier& one : import->names) {
      if (one.text == name) return FindInPackage(import->name, name);
    }
  }
  for (const ast::Import* import : imports) {
    if (import->kind != Kind::kUnqualified) continue;
    if (Found found = FindInPackage(import->name, name)) return found;
  }
  return {};
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
    found = FindIn(*group, name.parts[i].text);
    if (!found) {
      std::vector<std::string> candidates = UnreadClasses(*group->main);
      for (const auto& [candidate, element] : group->classes) candidates.push_back(candidate);
      reports_.Error(DiagnosticKind::ClassNotFound, name.parts[i].span,
                     fmt::format("class `{}` not found in `{}`", name.parts[i].text, ScopeName(group->main)),
                     DidYouMean(name.parts[i].text, candidates));
      return nullptr;
    }
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

void Names::ReportUnknown(DiagnosticKind kind, Span span, std::string_view name, Scope* scope) {
  if (IsBroken(scope)) return;
  const bool is_class = kind == DiagnosticKind::ClassNotFound;
  auto& error =
      reports_.Error(kind, span,
                     is_class ? fmt::format("class `{}` not found in the scope of `{}`", name, ScopeName(scope))
                              : fmt::format("unknown name `{}` in `{}`", name, ScopeName(scope)));
  // The same name in another place is nearer than another name.
  for (const ir::ClassNode& node : data_.classes.classes) {
    if (is_class && node.name == name) error.hint = fmt::format("did you mean `{}`?", node.full_name);
    if (!error.hint.empty()) return;
  }
  error.hint = DidYouMean(name, VisibleNames(scope));
  if (!error.hint.empty()) return;
  error.hint = is_class ? std::string(kLibraryHint) + "; a short name needs an import clause"
                        : fmt::format("declare `{}`, or import it from the package that declares it", name);
}

}  // namespace stiction
