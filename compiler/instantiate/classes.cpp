// SPDX-License-Identifier: BSD-3-Clause
// Classes with their modifications: short classes followed, base classes merged (MLS 5.6.1, 7.1, 7.3).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/builder.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

constexpr int kDepthLimit = 100;

bool SameDeclaration(const ast::Component& a, const ast::Component& b) {
  if (a.type.parts.size() != b.type.parts.size()) return false;
  for (size_t i = 0; i < a.type.parts.size(); ++i) {
    if (a.type.parts[i].text != b.type.parts[i].text) return false;
  }
  return a.prefix.flow == b.prefix.flow && a.prefix.variability == b.prefix.variability &&
         a.prefix.causality == b.prefix.causality && a.subscripts.size() == b.subscripts.size();
}

}  // namespace

Group* Builder::NewGroup() { return groups_.emplace_back(std::make_unique<Group>()).get(); }

Scope* Builder::NewScope() { return scopes_.emplace_back(std::make_unique<Scope>()).get(); }

const BodyNames* Builder::NamesOf(const ast::Class& definition, ir::ClassId cls) {
  const auto [place, is_new] = names_of_body_.try_emplace({&definition, cls});
  BodyNames& names = place->second;
  if (!is_new) return &names;
  for (const ast::Element& element : definition.elements) {
    if (element.component) names.declared.insert(element.component->name.text);
    if (element.cls) names.declared.insert(element.cls->name.text);
    if (element.import) names.imports.push_back(element.import.get());
  }
  // Classes of a package directory stand in files of their own.
  if (cls) {
    for (const ir::ClassId id : classes_.classes[cls.index()].nested_order) {
      names.declared.insert(classes_.classes[id.index()].name);
    }
  }
  return &names;
}

Scope* Builder::StaticScope(ir::ClassId id) {
  if (!id) return nullptr;
  if (const auto found = static_groups_.find(id); found != static_groups_.end()) return found->second->main;
  const ir::ClassNode& node = classes_.classes[id.index()];
  ResolvedType type;
  type.kind = ResolvedType::Kind::kClass;
  type.cls = id;
  type.definition = node.definition;
  type.parent = StaticScope(node.parent);
  if (const auto found = static_groups_.find(id); found != static_groups_.end()) return found->second->main;
  Group* group = NewGroup();
  static_groups_[id] = group;
  BuildGroup(type, group);
  return group->main;
}

Group* Builder::Enter(ClassElement& element) {
  if (element.entered) return element.entered;
  const ResolvedType type = Resolve(element);
  if (type.kind == ResolvedType::Kind::kError) return nullptr;
  if (type.kind == ResolvedType::Kind::kScalar) {
    const bool has_elements = element.cls && element.definition && element.definition->form == ast::ClassForm::kLong;
    return has_elements ? StaticScope(element.cls)->group : nullptr;
  }
  if (type.modifiers.empty() && !type.replaced) {
    Scope* home = StaticScope(classes_.classes[type.cls.index()].parent);
    if (home == type.parent) return StaticScope(type.cls)->group;
  }
  Group* group = NewGroup();
  element.entered = group;
  return BuildGroup(type, group);
}

ir::EnumerationId Builder::EnumerationOf(const ast::Class& definition, const std::string& name) {
  const auto [place, is_new] = enumeration_ids_.try_emplace(&definition);
  if (is_new) {
    place->second = ir::EnumerationId(static_cast<int64_t>(tree_.enumerations.size()));
    ir::Enumeration enumeration{name, {}};
    for (const ast::EnumerationLiteral& literal : definition.literals)
      enumeration.literals.push_back(literal.name.text);
    tree_.enumerations.push_back(std::move(enumeration));
  }
  return place->second;
}

ResolvedType Builder::ResolveName(Scope* scope, const ast::Name& name) {
  ClassElement* element = FindClass(scope, name);
  if (!element) return {};
  if (element->unsupported) {
    NotSupported(name.span, fmt::format("the predefined class `{}`", element->name));
    return {};
  }
  return Resolve(*element);
}

ResolvedType Builder::ResolveShort(const ast::Class& definition, Scope* scope, const Modifiers& modifiers) {
  ResolvedType type = ResolveName(scope, definition.base);
  if (type.kind == ResolvedType::Kind::kError) return type;
  const Modifiers own = Combine(modifiers, Read(definition.base_arguments, scope));
  type.modifiers = Combine(own, type.modifiers);
  std::vector<ResolvedType::Dimension> dims;
  for (const ast::Subscript& subscript : definition.base_subscripts) dims.push_back({&subscript, scope});
  type.dims.insert(type.dims.begin(), dims.begin(), dims.end());
  type.prefix = MergePrefix(definition.base_prefix, type.prefix);
  if (definition.kind != ast::ClassKind::kClass || type.kind == ResolvedType::Kind::kScalar) {
    type.restriction = definition.kind;
  }
  type.is_partial = type.is_partial || definition.partial;
  return type;
}

ResolvedType Builder::Resolve(ClassElement& element) {
  if (++depth_ > kDepthLimit) {
    --depth_;
    Report(DiagnosticKind::ClassCycle, element.definition ? element.definition->name.span : Span{},
           fmt::format("class `{}` is defined by itself", element.name));
    return {};
  }
  ResolvedType type;
  if (!element.definition) {
    type.kind = ResolvedType::Kind::kScalar;
    type.scalar = element.predefined;
    type.enumeration = element.enumeration;
    type.restriction = ast::ClassKind::kType;
    if (element.unsupported) type.kind = ResolvedType::Kind::kError;
    --depth_;
    return type;
  }
  const ast::Class& definition = *element.definition;
  switch (definition.form) {
    case ast::ClassForm::kShort:
      type = ResolveShort(definition, element.scope, element.modifiers);
      break;
    case ast::ClassForm::kEnumeration:
      if (definition.enumeration_open) {
        NotSupported(definition.span, "an open enumeration `enumeration(:)`");
        break;
      }
      type.kind = ResolvedType::Kind::kScalar;
      type.scalar = ir::ScalarType::kEnumeration;
      type.enumeration = EnumerationOf(
          definition, element.cls ? classes_.classes[element.cls.index()].full_name : definition.name.text);
      type.modifiers = element.modifiers;
      type.restriction = ast::ClassKind::kType;
      break;
    case ast::ClassForm::kDer:
      NotSupported(definition.span, "a function defined as a partial derivative, `der(...)`");
      break;
    case ast::ClassForm::kLong:
    case ast::ClassForm::kExtends:
      type.kind = ResolvedType::Kind::kClass;
      type.cls = element.cls;
      type.definition = &definition;
      type.parent = element.scope;
      if (!type.parent && element.cls) type.parent = StaticScope(classes_.classes[element.cls.index()].parent);
      type.modifiers = element.modifiers;
      type.replaced = element.replaced;
      type.restriction = definition.kind;
      type.is_partial = definition.partial;
      if (auto scalar = AsExtendedScalar(type)) type = std::move(*scalar);
      break;
  }
  --depth_;
  return type;
}

// `type T extends Real(unit = "m"); end T;` is as good as `type T = Real(unit = "m")` (MLS 7.1.3).
std::optional<ResolvedType> Builder::AsExtendedScalar(const ResolvedType& type) {
  const ast::Class& definition = *type.definition;
  if (definition.form != ast::ClassForm::kLong) return std::nullopt;
  if (definition.kind != ast::ClassKind::kType && definition.kind != ast::ClassKind::kConnector) return std::nullopt;
  const ast::Extends* only = nullptr;
  for (const ast::Element& element : definition.elements) {
    if (element.component || (element.extends && only)) return std::nullopt;
    if (element.extends) only = element.extends.get();
  }
  if (!only) return std::nullopt;
  Scope* scope = type.parent;
  const Found first =
      only->base.global ? LookUpGlobal(only->base.parts[0].text) : LookUp(scope, only->base.parts[0].text);
  if (first.kind != Found::Kind::kClass) return std::nullopt;
  ResolvedType base = ResolveName(scope, only->base);
  if (base.kind != ResolvedType::Kind::kScalar) return std::nullopt;
  base.modifiers = Combine(Combine(type.modifiers, Read(only->arguments, scope)), base.modifiers);
  base.restriction = definition.kind;
  return base;
}

Group* Builder::BuildGroup(const ResolvedType& type, Group* group) {
  AddPart(*group, type, nullptr);
  CheckModifiers(type.modifiers, *group->main, ScopeName(group->main));
  return group;
}

Scope* Builder::AddPart(Group& group, const ResolvedType& type, Scope* derived) {
  Scope* part = derived || !group.main ? NewScope() : group.main;
  part->cls = type.cls;
  part->definition = type.definition;
  part->parent = type.parent;
  part->group = &group;
  if (derived) {
    derived->bases.push_back(part);
  } else {
    group.main = part;
  }
  if (++depth_ > kDepthLimit) {
    Report(DiagnosticKind::ClassCycle, type.definition->name.span,
           fmt::format("class `{}` extends itself", type.definition->name.text));
    --depth_;
    return part;
  }
  part->names = NamesOf(*type.definition, type.cls);
  AddClasses(group, *part, type.modifiers);
  if (type.definition->form == ast::ClassForm::kExtends) {
    if (type.replaced) {
      ResolvedType base = Resolve(*type.replaced);
      if (base.kind == ResolvedType::Kind::kClass) {
        base.modifiers =
            Combine(Combine(type.modifiers, Read(type.definition->extends_arguments, part)), base.modifiers);
        AddPart(group, base, part);
      }
    } else {
      group.is_broken = true;
      Report(DiagnosticKind::ClassNotFound, type.definition->name.span,
             fmt::format("`class extends {0}` without an inherited class `{0}`", type.definition->name.text));
    }
  }
  for (const ast::Element& element : type.definition->elements) {
    if (element.extends) AddExtends(group, *part, *element.extends, type.modifiers);
    if (element.component) AddComponent(group, *part, element, type.modifiers);
  }
  --depth_;
  group.parts.push_back(part);
  return part;
}

void Builder::AddClasses(Group& group, Scope& part, const Modifiers& modifiers) {
  for (const ast::Element& element : part.definition->elements) {
    if (!element.cls) continue;
    ClassElement entry;
    entry.name = element.cls->name.text;
    entry.definition = element.cls.get();
    entry.scope = &part;
    entry.element = &element;
    if (part.cls) {
      const auto& nested = classes_.classes[part.cls.index()].nested;
      if (const auto found = nested.find(entry.name); found != nested.end()) entry.cls = found->second;
    }
    entry.modifiers = Descend(modifiers, entry.name);
    const Modifier* redeclaration = FindRedeclaration(modifiers, entry.name);
    // The modifiers of the constraining clause hold for the declaration as for its redeclarations (MLS 7.3.2).
    if (!redeclaration && element.constraining_modification) {
      const Modifiers own =
          element.cls->form == ast::ClassForm::kShort ? Read(element.cls->base_arguments, &part) : Modifiers();
      entry.modifiers = Combine(Combine(entry.modifiers, own), Read(element.constraining_modification.get(), &part));
    }
    if (redeclaration) {
      if (!element.replaceable) {
        Report(DiagnosticKind::NotReplaceable, redeclaration->span,
               fmt::format("class `{}` is not replaceable", entry.name))
            .labels.push_back({element.cls->name.span, "declared here, without `replaceable`"});
      } else if (redeclaration->redeclare->cls) {
        const ClassElement original = entry;
        entry.definition = redeclaration->redeclare->cls.get();
        entry.scope = redeclaration->scope;
        entry.cls = {};
        Modifiers constraint = Read(element.constraining_modification.get(), &part);
        if (!element.constraining && element.cls->form == ast::ClassForm::kShort) {
          constraint = Read(element.cls->base_arguments, &part);
        }
        entry.modifiers = Combine(entry.modifiers, constraint);
        if (entry.definition->form == ast::ClassForm::kShort) {
          // The redeclaration's own arguments come before the constraint's.
          const Modifiers own = Read(entry.definition->base_arguments, entry.scope);
          entry.modifiers = Combine(Combine(Descend(modifiers, entry.name), own), constraint);
        }
        NoteRedeclaration(original, entry, redeclaration->span);
      }
    }
    const auto existing = group.classes.find(entry.name);
    if (existing == group.classes.end()) {
      group.classes.emplace(entry.name, std::move(entry));
    } else {
      // Of `redeclare class extends` over several levels the deepest takes what comes now.
      ClassElement* redeclared = &existing->second;
      while (redeclared->replaced) redeclared = redeclared->replaced.get();
      if (redeclared->definition && redeclared->definition->form == ast::ClassForm::kExtends) {
        redeclared->replaced = std::make_shared<ClassElement>(std::move(entry));
      } else if (redeclared == &existing->second && redeclared->definition && redeclared->element &&
                 redeclared->element->redeclare && entry.definition == element.cls.get()) {
        NoteRedeclaration(entry, *redeclared, redeclared->definition->name.span);
      }
    }
  }
  // Classes of a package directory stand in files of their own.
  if (!part.cls) return;
  for (const ir::ClassId id : classes_.classes[part.cls.index()].nested_order) {
    const ir::ClassNode& node = classes_.classes[id.index()];
    if (group.classes.contains(node.name)) continue;
    ClassElement entry;
    entry.name = node.name;
    entry.cls = id;
    entry.definition = node.definition;
    entry.scope = &part;
    entry.modifiers = Descend(modifiers, node.name);
    group.classes.emplace(node.name, std::move(entry));
  }
}

void Builder::AddExtends(Group& group, Scope& part, const ast::Extends& extends, const Modifiers& modifiers) {
  if (extends.base.parts.size() == 1 && extends.base.parts[0].text == "ExternalObject") return;
  ResolvedType base = ResolveName(&part, extends.base);
  if (base.kind == ResolvedType::Kind::kError) {
    group.is_broken = true;
    return;
  }
  if (base.kind == ResolvedType::Kind::kScalar) {
    const auto is_component = [](const ast::Element& e) { return e.component != nullptr; };
    const std::vector<ast::Element>& elements = part.definition->elements;
    // Such a type is a scalar itself (AsExtendedScalar); this group holds its nested classes.
    if (part.definition->kind == ast::ClassKind::kType &&
        std::none_of(elements.begin(), elements.end(), is_component)) {
      return;
    }
    NotSupported(extends.span, "extending a predefined type in a class that has components");
    return;
  }
  const Modifiers own = Read(extends.arguments, &part);
  base.modifiers = Combine(Combine(modifiers, own), base.modifiers);
  Scope* scope = AddPart(group, base, &part);
  CheckModifiers(own, *scope, ScopeName(scope));
}

void Builder::AddComponent(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  const std::string& name = element.component->name.text;
  ComponentElement entry;
  entry.name = name;
  entry.declaration = element.component.get();
  entry.element = &element;
  entry.scope = &part;
  const Modifiers reaching = Descend(modifiers, name);
  Modifiers own = Read(element.component->modification.get(), &part);
  if (element.final) {
    Modifier mark;
    mark.is_final = true;
    mark.scope = &part;
    mark.span = element.component->name.span;
    own.push_back(std::move(mark));
  }
  const Modifier* redeclaration = FindRedeclaration(modifiers, name);
  if (redeclaration && redeclaration->redeclare->component) {
    if (!element.replaceable) {
      Report(DiagnosticKind::NotReplaceable, redeclaration->span,
             fmt::format("component `{}` is not replaceable", name))
          .labels.push_back({element.component->name.span, "declared here, without `replaceable`"});
    } else {
      const ComponentElement original = entry;
      entry.declaration = redeclaration->redeclare->component.get();
      entry.scope = redeclaration->scope;
      Modifiers constraint = Read(element.constraining_modification.get(), &part);
      if (!element.constraining) {
        for (Modifier& m : own) {
          if (!m.path.empty()) constraint.push_back(std::move(m));
        }
      }
      own = Combine(Read(entry.declaration->modification.get(), entry.scope), constraint);
      NoteRedeclaration(original, entry, redeclaration->span);
    }
  } else if (element.constraining_modification) {
    own = Combine(own, Read(element.constraining_modification.get(), &part));
  }
  const auto existing = group.components.find(name);
  if (existing == group.components.end()) {
    entry.modifiers = Combine(reaching, own, name);
    group.order.push_back(name);
    group.components.emplace(name, std::move(entry));
    return;
  }
  if (element.redeclare) {
    entry.modifiers = Combine(reaching, own, name);
    if (existing->second.declaration == existing->second.element->component.get()) {
      NoteRedeclaration(existing->second, entry, element.component->name.span);
    }
    existing->second = std::move(entry);
    return;
  }
  const ComponentElement& first = existing->second;
  if (first.scope == &part || !SameDeclaration(*first.declaration, *element.component)) {
    Report(DiagnosticKind::DuplicateElement, element.component->name.span,
           fmt::format("`{}` is declared twice in `{}`", name, ScopeName(group.main)))
        .labels.push_back({first.declaration->name.span, "first here"});
  }
}

// A class that extends ExternalObject directly (MLS 12.9.7).
bool Builder::IsExternalObject(const ast::Class& definition) {
  return std::any_of(definition.elements.begin(), definition.elements.end(), [](const ast::Element& e) {
    return e.extends && e.extends->base.parts.size() == 1 && e.extends->base.parts[0].text == "ExternalObject";
  });
}

void Builder::CheckModifiers(const Modifiers& modifiers, const Scope& scope, const std::string& what) {
  if (scope.group->is_broken) return;
  for (const Modifier& m : modifiers) {
    if (m.path.empty() || m.setting > 0 || Declares(scope, m.path.front().name)) continue;
    std::vector<std::string> candidates;
    for (const auto& [name, component] : scope.group->components) candidates.push_back(name);
    for (const auto& [name, element] : scope.group->classes) candidates.push_back(name);
    const ModifierStep& step = m.path.front();
    Report(DiagnosticKind::UnknownModifier, step.span ? step.span : m.span,
           fmt::format("`{}` has no element `{}` to modify", what, step.name))
        .hint = DidYouMean(step.name, candidates);
  }
}

}  // namespace stiction
