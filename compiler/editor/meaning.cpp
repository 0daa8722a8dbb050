// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/meaning.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stiction::editor {
namespace {

constexpr int kDepthLimit = 60;
constexpr std::array<std::string_view, 5> kPredefined{"Real", "Integer", "Boolean", "String", "Clock"};

bool IsPredefined(std::string_view name) { return std::ranges::find(kPredefined, name) != kPredefined.end(); }

const std::vector<std::string>& AttributesOf(const std::string& type) {
  // MLS 4.9
  static const std::vector<std::string> kReal{"quantity", "unit",  "displayUnit", "min",       "max",
                                              "start",    "fixed", "nominal",     "unbounded", "stateSelect"};
  static const std::vector<std::string> kInteger{"quantity", "min", "max", "start", "fixed"};
  static const std::vector<std::string> kOther{"quantity", "start", "fixed"};
  static const std::vector<std::string> kNone;
  return type == "Real" ? kReal : type == "Integer" ? kInteger : type.empty() ? kNone : kOther;
}

Declaration Class(ir::ClassId id) {
  Declaration declaration;
  declaration.cls = id;
  return declaration;
}

Declaration Predefined(const std::string& name) {
  Declaration declaration;
  declaration.predefined = name;
  return declaration;
}

const ast::Modification* Argument(const std::vector<ast::ModificationArgument>& arguments, std::string_view name) {
  for (const ast::ModificationArgument& argument : arguments) {
    if (argument.modification && argument.name.parts.size() == 1 && argument.name.parts[0].text == name) {
      return argument.modification.get();
    }
  }
  return nullptr;
}

}  // namespace

Declaration Meaning::OwnMember(ir::ClassId cls, const std::string& name) {
  if (const ir::ClassId owner = lookup_.OwnerOfComponent(cls, name)) {
    Declaration declaration;
    declaration.component = lookup_.ComponentOf(owner, name);
    declaration.owner = owner;
    return declaration;
  }
  if (const ir::ClassId nested = lookup_.Member(cls, name)) return Class(nested);
  if (const ir::ClassId enumeration = Enumeration(cls)) {
    for (const ast::EnumerationLiteral& literal : Definition(enumeration).literals) {
      if (literal.name.text != name) continue;
      Declaration declaration;
      declaration.literal = &literal;
      declaration.owner = enumeration;
      return declaration;
    }
  }
  return {};
}

Declaration Meaning::Imported(ir::ClassId scope, const std::string& name) {
  const std::vector<const ast::Import*> imports = lookup_.ImportsOf(scope);
  for (const ast::Import* import : imports) {
    std::vector<std::string> parts = PartsOf(import->name);
    switch (import->kind) {
      case ast::Import::Kind::kQualified:
        if (parts.back() != name) continue;
        break;
      case ast::Import::Kind::kRenaming:
        if (import->alias.text != name) continue;
        break;
      case ast::Import::Kind::kList:
        if (std::ranges::find(import->names, name, &ast::Identifier::text) == import->names.end()) continue;
        parts.push_back(name);
        break;
      case ast::Import::Kind::kUnqualified:
        parts.push_back(name);
        break;
    }
    if (Declaration found = OfParts({}, parts, true)) return found;
  }
  return {};
}

Declaration Meaning::First(ir::ClassId scope, const std::string& name) {
  for (ir::ClassId at = scope; at; at = lookup_.ParentOf(at)) {
    if (Declaration found = OwnMember(at, name)) return found;
    if (Declaration found = Imported(at, name)) return found;
    if (Definition(at).encapsulated) break;
  }
  if (IsPredefined(name)) return Predefined(name);
  return Class(loader_.TopLevel(name));
}

Declaration Meaning::Member(const Declaration& of, const std::string& name) {
  const ir::ClassId cls = ClassOf(of);
  if (cls) {
    if (Declaration found = OwnMember(cls, name)) return found;
  }
  const std::vector<std::string>& attributes = AttributesOf(PredefinedTypeOf(of));
  return std::ranges::find(attributes, name) != attributes.end() ? Predefined(name) : Declaration();
}

Declaration Meaning::OfParts(ir::ClassId scope, const std::vector<std::string>& parts, bool global) {
  if (parts.empty()) return {};
  Declaration at = global ? Class(loader_.TopLevel(parts[0])) : First(scope, parts[0]);
  for (size_t i = 1; i < parts.size() && at; ++i) at = Member(at, parts[i]);
  return at;
}

ir::ClassId Meaning::ClassOf(const Declaration& declaration) {
  if (declaration.cls) return declaration.cls;
  if (declaration.literal) return declaration.owner;
  if (!declaration.component) return {};
  const ast::Name& type = declaration.component->type;
  return lookup_.Find(declaration.owner, PartsOf(type), type.global);
}

std::string Meaning::PredefinedTypeOf(const Declaration& declaration) {
  if (!declaration.predefined.empty()) return IsPredefined(declaration.predefined) ? declaration.predefined : "";
  ir::ClassId cls = ClassOf(declaration);
  if (!cls && declaration.component) {
    const std::string& type = declaration.component->type.parts.back().text;
    return IsPredefined(type) ? type : "";
  }
  for (int depth = 0; cls && depth < kDepthLimit; ++depth) {
    const ast::Class& definition = Definition(cls);
    if (definition.form == ast::ClassForm::kEnumeration) return "enumeration";
    const ast::Name* base = definition.form == ast::ClassForm::kShort ? &definition.base : nullptr;
    for (const ast::Element& element : definition.elements) {
      if (!base && element.extends) base = &element.extends->base;
    }
    if (!base) return "";
    const std::vector<ir::ClassId> bases = lookup_.Bases(cls);
    if (bases.empty()) return IsPredefined(base->parts.back().text) ? base->parts.back().text : "";
    cls = bases.front();
  }
  return "";
}

ir::ClassId Meaning::Enumeration(ir::ClassId cls) {
  for (int depth = 0; cls && depth < kDepthLimit; ++depth) {
    if (Definition(cls).form == ast::ClassForm::kEnumeration) return cls;
    if (Definition(cls).form != ast::ClassForm::kShort) return {};
    const std::vector<ir::ClassId> bases = lookup_.Bases(cls);
    cls = bases.empty() ? ir::ClassId() : bases.front();
  }
  return {};
}

const ast::Expression* Meaning::AttributeOf(const Declaration& declaration, std::string_view attribute) {
  if (declaration.component && declaration.component->modification) {
    const ast::Modification* set = Argument(declaration.component->modification->arguments, attribute);
    if (set && set->value) return set->value.get();
  }
  ir::ClassId cls = ClassOf(declaration);
  for (int depth = 0; cls && depth < kDepthLimit; ++depth) {
    const ast::Class& definition = Definition(cls);
    const ast::Modification* set = Argument(definition.base_arguments, attribute);
    for (const ast::Element& element : definition.elements) {
      if (!set && element.extends) set = Argument(element.extends->arguments, attribute);
    }
    if (set && set->value) return set->value.get();
    const std::vector<ir::ClassId> bases = lookup_.Bases(cls);
    cls = bases.empty() ? ir::ClassId() : bases.front();
  }
  return nullptr;
}

namespace {

std::optional<double> Binary(ast::BinaryOperator op, double a, double b) {
  switch (op) {
    case ast::BinaryOperator::kAdd:
      return a + b;
    case ast::BinaryOperator::kSubtract:
      return a - b;
    case ast::BinaryOperator::kMultiply:
      return a * b;
    case ast::BinaryOperator::kDivide:
      return a / b;
    case ast::BinaryOperator::kPower:
      return std::pow(a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<double> Meaning::ValueOf(ir::ClassId scope, const ast::Expression& e, int depth) {
  if (depth > kDepthLimit) return std::nullopt;
  switch (e.kind) {
    case ast::ExpressionKind::kInteger:
    case ast::ExpressionKind::kReal:
      return e.number;
    case ast::ExpressionKind::kUnary: {
      const auto value = ValueOf(scope, *e.operands[0], depth + 1);
      if (!value || e.unary == ast::UnaryOperator::kNot) return std::nullopt;
      return e.unary == ast::UnaryOperator::kMinus || e.unary == ast::UnaryOperator::kElementMinus ? -*value : *value;
    }
    case ast::ExpressionKind::kBinary: {
      const auto a = ValueOf(scope, *e.operands[0], depth + 1), b = ValueOf(scope, *e.operands[1], depth + 1);
      return a && b ? Binary(e.binary, *a, *b) : std::nullopt;
    }
    case ast::ExpressionKind::kReference: {
      std::vector<std::string> parts;
      for (const auto& part : e.reference.parts) {
        if (!part.subscripts.empty()) return std::nullopt;
        parts.push_back(part.name.text);
      }
      const Declaration named = OfParts(scope, parts, e.reference.global);
      const bool is_known = named.component && named.component->prefix.variability >= ast::Variability::kParameter;
      if (!is_known || !named.component->modification || !named.component->modification->value) return std::nullopt;
      return ValueOf(named.owner, *named.component->modification->value, depth + 1);
    }
    default:
      return std::nullopt;
  }
}

void Meaning::AddMembers(ir::ClassId cls, std::vector<NamedDeclaration>& members, int depth) {
  if (depth > kDepthLimit) return;
  for (const ast::Element& element : Definition(cls).elements) {
    if (!element.component) continue;
    Declaration declaration;
    declaration.component = element.component.get();
    declaration.owner = cls;
    members.push_back({element.component->name.text, declaration});
  }
  for (const std::string& name : loader_.NamesIn(cls)) {
    // Files that nothing has needed so far are not read for a list.
    const auto& nested = tree_.classes[cls.index()].nested;
    const auto found = nested.find(name);
    Declaration declaration = found == nested.end() ? Declaration() : Class(found->second);
    members.push_back({name, declaration});
  }
  for (const ast::EnumerationLiteral& literal : Definition(cls).literals) {
    Declaration declaration;
    declaration.literal = &literal;
    declaration.owner = cls;
    members.push_back({literal.name.text, declaration});
  }
  const std::vector<ir::ClassId> bases = lookup_.Bases(cls);
  for (const ir::ClassId base : bases) AddMembers(base, members, depth + 1);
}

std::vector<NamedDeclaration> Meaning::MembersOf(const Declaration& declaration) {
  std::vector<NamedDeclaration> members;
  if (const ir::ClassId cls = ClassOf(declaration)) AddMembers(cls, members, 0);
  for (const std::string& attribute : AttributesOf(PredefinedTypeOf(declaration))) {
    members.push_back({attribute, Predefined(attribute)});
  }
  return members;
}

void Meaning::AddImports(ir::ClassId scope, std::vector<NamedDeclaration>& names) {
  const std::vector<const ast::Import*> imports = lookup_.ImportsOf(scope);
  for (const ast::Import* import : imports) {
    const std::vector<std::string> parts = PartsOf(import->name);
    if (import->kind == ast::Import::Kind::kRenaming) names.push_back({import->alias.text, OfParts({}, parts, true)});
    if (import->kind == ast::Import::Kind::kQualified) names.push_back({parts.back(), OfParts({}, parts, true)});
    for (const ast::Identifier& name : import->names) names.push_back({name.text, Imported(scope, name.text)});
    if (import->kind != ast::Import::Kind::kUnqualified) continue;
    for (NamedDeclaration& member : MembersOf(OfParts({}, parts, true))) names.push_back(std::move(member));
  }
}

std::vector<NamedDeclaration> Meaning::NamesIn(ir::ClassId scope) {
  std::vector<NamedDeclaration> names;
  for (ir::ClassId at = scope; at; at = lookup_.ParentOf(at)) {
    AddMembers(at, names, 0);
    AddImports(at, names);
    if (Definition(at).encapsulated) break;
  }
  for (const std::string_view name : kPredefined) names.push_back({std::string(name), Predefined(std::string(name))});
  for (const std::string& name : loader_.NamesIn({})) {
    const auto found = tree_.top_level.find(name);
    names.push_back({name, found == tree_.top_level.end() ? Declaration() : Class(found->second)});
  }
  return names;
}

const ast::Identifier* Meaning::NameOf(const Declaration& declaration) const {
  if (declaration.cls) return &Definition(declaration.cls).name;
  if (declaration.component) return &declaration.component->name;
  if (declaration.literal) return &declaration.literal->name;
  return declaration.index;
}

}  // namespace stiction::editor
