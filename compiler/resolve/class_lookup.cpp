// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/resolve/class_lookup.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kDepthLimit = 60;

}  // namespace

std::vector<std::string> PartsOf(const ast::Name& name) {
  std::vector<std::string> parts;
  for (const ast::Identifier& part : name.parts) parts.push_back(part.text);
  return parts;
}

std::vector<std::string> PartsOfName(const std::string& name) {
  std::vector<std::string> parts{""};
  bool is_quoted = false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '.' && !is_quoted) {
      parts.emplace_back();
      continue;
    }
    if (name[i] == '\'') is_quoted = !is_quoted;
    parts.back() += name[i];
    if (name[i] == '\\' && is_quoted && i + 1 < name.size()) parts.back() += name[++i];
  }
  return parts;
}

ir::ClassId ClassLookup::ByFullName(const std::string& name) {
  ir::ClassId at;
  for (const std::string& part : PartsOfName(name)) {
    at = at ? loader_.Nested(at, part) : loader_.TopLevel(part);
    if (!at) return {};
  }
  return at;
}

const std::vector<ir::ClassId>& ClassLookup::Bases(ir::ClassId id) {
  if (const auto found = bases_.find(id); found != bases_.end()) return found->second;
  static const std::vector<ir::ClassId> kNone;
  if (!bases_running_.insert(id).second) return kNone;
  std::vector<ir::ClassId> bases;
  const ast::Class& definition = Definition(id);
  const ir::ClassId parent = tree_.classes[id.index()].parent;
  if (definition.form == ast::ClassForm::kShort || definition.form == ast::ClassForm::kDer) {
    if (const ir::ClassId base = Find(parent, PartsOf(definition.base), definition.base.global)) bases.push_back(base);
  }
  if (definition.form == ast::ClassForm::kExtends && parent) {
    const std::vector<ir::ClassId> outer = Bases(parent);
    for (const ir::ClassId base : outer) {
      if (const ir::ClassId replaced = Member(base, definition.name.text)) bases.push_back(replaced);
    }
  }
  for (const ast::Element& element : definition.elements) {
    if (!element.extends) continue;
    const ast::Name& name = element.extends->base;
    if (const ir::ClassId base = Find(id, PartsOf(name), name.global)) bases.push_back(base);
  }
  bases_running_.erase(id);
  return bases_[id] = std::move(bases);
}

ir::ClassId ClassLookup::Member(ir::ClassId id, const std::string& name, int depth) {
  if (depth > kDepthLimit) return {};
  if (const ir::ClassId nested = loader_.Nested(id, name)) return nested;
  const std::vector<ir::ClassId> bases = Bases(id);
  for (const ir::ClassId base : bases) {
    if (const ir::ClassId found = Member(base, name, depth + 1)) return found;
  }
  return {};
}

const ClassLookup::Names& ClassLookup::NamesOf(ir::ClassId id) {
  const auto [entry, added] = names_.try_emplace(id);
  Names& names = entry->second;
  if (!added) return names;
  for (const ast::Element& element : Definition(id).elements) {
    if (element.component) names.components.try_emplace(element.component->name.text, element.component.get());
    if (element.import) names.imports.push_back(element.import.get());
  }
  return names;
}

const ast::Component* ClassLookup::ComponentOf(ir::ClassId id, std::string_view name) {
  const auto& components = NamesOf(id).components;
  const auto found = components.find(name);
  return found == components.end() ? nullptr : found->second;
}

ir::ClassId ClassLookup::OwnerOfComponent(ir::ClassId id, const std::string& name, int depth) {
  if (depth > kDepthLimit) return {};
  if (NamesOf(id).components.contains(name)) return id;
  const std::vector<ir::ClassId> bases = Bases(id);
  for (const ir::ClassId base : bases) {
    if (const ir::ClassId found = OwnerOfComponent(base, name, depth + 1)) return found;
  }
  return {};
}

// A full name; the last part may be a component, then its package's components are reached.
ir::ClassId ClassLookup::Path(const ast::Name& name, size_t count) {
  ir::ClassId at = loader_.TopLevel(name.parts[0].text);
  if (at) Touch(at);
  for (size_t i = 1; i < count && at; ++i) {
    const ir::ClassId next = Member(at, name.parts[i].text);
    if (!next) {
      if (const ir::ClassId owner = OwnerOfComponent(at, name.parts[i].text)) AddComponents(owner);
    } else {
      Touch(next);
    }
    at = next;
  }
  return at;
}

ir::ClassId ClassLookup::Imported(ir::ClassId id, const std::string& name) {
  ir::ClassId through_unqualified;
  for (const ast::Import* one : NamesOf(id).imports) {
    const ast::Import& import = *one;
    const size_t count = import.name.parts.size();
    if (import.kind == ast::Import::Kind::kQualified && import.name.parts.back().text == name) {
      return Path(import.name, count);
    }
    if (import.kind == ast::Import::Kind::kRenaming && import.alias.text == name) return Path(import.name, count);
    const bool listed =
        import.kind == ast::Import::Kind::kList &&
        std::any_of(import.names.begin(), import.names.end(), [&](const auto& n) { return n.text == name; });
    if (!listed && import.kind != ast::Import::Kind::kUnqualified) continue;
    const ir::ClassId package = Path(import.name, count);
    if (!package) continue;
    const ir::ClassId found = Member(package, name);
    if (const ir::ClassId owner = found ? ir::ClassId() : OwnerOfComponent(package, name)) AddComponents(owner);
    if (listed) return found;
    // That a second one delivers the name as well is told later (MLS 5.3.1).
    if (!through_unqualified) through_unqualified = found;
  }
  return through_unqualified;
}

ir::ClassId ClassLookup::Find(ir::ClassId scope, const Parts& parts, bool global) {
  ir::ClassId at;
  bool to_top = true;
  for (ir::ClassId s = global ? ir::ClassId() : scope; s && !at; s = tree_.classes[s.index()].parent) {
    at = Member(s, parts[0]);
    if (at) break;
    if (const ir::ClassId owner = OwnerOfComponent(s, parts[0])) {
      AddComponents(owner);
      return {};
    }
    at = Imported(s, parts[0]);
    if (Definition(s).encapsulated) {
      to_top = false;
      break;
    }
  }
  if (!at && to_top) at = loader_.TopLevel(parts[0]);
  if (!at) return {};
  for (ir::ClassId up = at; up; up = tree_.classes[up.index()].parent) Touch(up);
  for (size_t i = 1; i < parts.size(); ++i) {
    const ir::ClassId next = Member(at, parts[i]);
    if (!next) {
      if (const ir::ClassId owner = OwnerOfComponent(at, parts[i])) AddComponents(owner);
      return {};
    }
    Touch(next);
    at = next;
  }
  return at;
}

}  // namespace stiction
