// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/modifier_reader.h"

#include <fmt/format.h>

#include <optional>

#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

std::string PathText(const ModifierPath& path) {
  std::string text;
  for (const ModifierStep& step : path) text += (text.empty() ? "" : ".") + step.name;
  return text;
}

bool IsPrefix(const ModifierPath& prefix, size_t length, const ModifierPath& path) {
  if (path.size() < length) return false;
  for (size_t i = 0; i < length; ++i) {
    if (prefix[i].name != path[i].name) return false;
  }
  return true;
}

// The place to which a modifier's finality reaches: nothing below it may be modified (MLS 7.2.6).
std::optional<size_t> FinalLength(const Modifier& m) {
  if (m.is_final) return 0;
  for (size_t i = 0; i < m.path.size(); ++i) {
    if (m.path[i].final) return i + 1;
  }
  return std::nullopt;
}

}  // namespace

Modifiers ModifierReader::Read(const std::vector<ast::ModificationArgument>& arguments, Scope* scope) {
  if (arguments.empty()) return {};
  Modifiers result;
  if (const auto known = read_.find(&arguments); known != read_.end()) {
    result = known->second;
  } else {
    const int64_t reports = reports_.count();
    result = ReadOnce(arguments);
    if (reports_.count() == reports) read_.emplace(&arguments, result);
  }
  for (Modifier& m : result) m.scope = scope;
  return result;
}

Modifiers ModifierReader::ReadOnce(const std::vector<ast::ModificationArgument>& arguments) {
  Modifiers result;
  for (const ast::ModificationArgument& argument : arguments) ReadArgument(argument, {}, result);
  for (size_t i = 0; i < result.size(); ++i) {
    if (!result[i].HasValue() && !result[i].redeclare) continue;
    for (size_t j = 0; j < i; ++j) {
      if (!result[j].HasValue() && !result[j].redeclare) continue;
      if (result[i].path.size() != result[j].path.size()) continue;
      if (!IsPrefix(result[i].path, result[i].path.size(), result[j].path)) continue;
      reports_.Error(DiagnosticKind::DuplicateModifier, result[i].span,
                     fmt::format("`{}` is modified twice", PathText(result[i].path)),
                     Label{result[j].span, "first here"});
    }
  }
  CheckRedeclaredOnce(result);
  return result;
}

// What is redeclared is modified in its redeclaration.
void ModifierReader::CheckRedeclaredOnce(const Modifiers& modifiers) {
  for (const Modifier& redeclaration : modifiers) {
    if (!redeclaration.redeclare) continue;
    for (const Modifier& m : modifiers) {
      const bool is_below =
          m.path.size() > redeclaration.path.size() && IsPrefix(redeclaration.path, redeclaration.path.size(), m.path);
      if (!is_below) continue;
      reports_.Error(DiagnosticKind::DuplicateModifier, m.span,
                     fmt::format("`{}` is redeclared and modified", PathText(redeclaration.path)),
                     Label{redeclaration.span, "redeclared here"}, "write the modifier into the redeclaration");
    }
  }
}

Modifiers ModifierReader::Read(const ast::Modification* modification, Scope* scope) {
  if (!modification) return {};
  Modifiers result;
  if (modification->value || modification->value_is_break) {
    Modifier m;
    m.value = modification->value.get();
    m.is_break = modification->value_is_break;
    m.scope = scope;
    m.span = m.value ? m.value->span : modification->span;
    result.push_back(std::move(m));
  }
  if (result.empty()) return Read(modification->arguments, scope);
  const Modifiers nested = Read(modification->arguments, scope);
  result.insert(result.end(), nested.begin(), nested.end());
  return result;
}

void ModifierReader::ReadArgument(const ast::ModificationArgument& argument, std::vector<ModifierStep> path,
                                  Modifiers& into) {
  using Kind = ast::ModificationArgument::Kind;
  Modifier m;
  m.span = argument.span;
  const auto redeclare = [&](const ast::Identifier& name) {
    path.push_back({name.text, argument.each, argument.final, name.span});
    m.path = ModifierPath(std::move(path));
    m.redeclare = &argument;
    into.push_back(std::move(m));
  };
  switch (argument.kind) {
    case Kind::kBreakConnect:
      return;  // a matter of the equations of the base class
    case Kind::kBreakComponent:
      path.push_back({argument.name.parts.front().text, false, false, argument.name.span});
      m.path = ModifierPath(std::move(path));
      m.is_deselection = true;
      into.push_back(std::move(m));
      return;
    case Kind::kRedeclareComponent:
      return redeclare(argument.component->name);
    case Kind::kRedeclareClass:
      return redeclare(argument.cls->name);
    case Kind::kModification:
      break;
  }
  for (const ast::Identifier& part : argument.name.parts) path.push_back({part.text, false, false, part.span});
  path.back().each = argument.each;
  path.back().final = argument.final;
  const ast::Modification* modification = argument.modification.get();
  if (!modification || modification->value || modification->value_is_break || modification->arguments.empty()) {
    m.path = ModifierPath(path);
    m.span = argument.name.span;
    if (modification) {
      m.value = modification->value.get();
      m.is_break = modification->value_is_break;
    }
    into.push_back(std::move(m));
  }
  if (!modification) return;
  for (const ast::ModificationArgument& nested : modification->arguments) ReadArgument(nested, path, into);
}

void ModifierReader::CheckEach(const Modifiers& modifiers) {
  for (const Modifier& m : modifiers) {
    if (m.path.empty() || !m.path.front().each || m.of_array) continue;
    reports_.Error(DiagnosticKind::ModifierSizeMismatch, m.path.front().span,
                   fmt::format("`each` stands before `{}`, a modifier of what is no array", m.path.front().name),
                   "remove `each`: it gives all elements of an array of components the same modifier");
  }
}

Modifiers ModifierReader::ConstraintOf(const ast::Element& element, Scope* scope) {
  if (element.constraining || element.redeclare) {
    return Read(element.constraining_modification.get(), scope);
  }
  if (element.component) return Read(element.component->modification.get(), scope);
  return BaseArguments(*element.cls, scope);
}

Modifiers ModifierReader::ConstraintOf(const ast::ModificationArgument& redeclaration, Scope* scope) {
  return Read(redeclaration.constraining_modification.get(), scope);
}

Modifiers ModifierReader::BaseArguments(const ast::Class& definition, Scope* scope) {
  return definition.form == ast::ClassForm::kShort ? Read(definition.base_arguments, scope) : Modifiers();
}

Modifiers ModifierReader::Combine(Modifiers outer, const Modifiers& inner, const std::string& element) {
  for (const Modifier& in : inner) {
    const auto length = FinalLength(in);
    if (!length) continue;
    for (const Modifier& out : outer) {
      if ((!out.HasValue() && !out.redeclare) || !IsPrefix(in.path, *length, out.path) || out.span == in.span) {
        continue;
      }
      const std::string path = PathText(out.path);
      const std::string name = element.empty() || path.empty() ? element + path : element + "." + path;
      reports_.Error(DiagnosticKind::ModifierOfFinal, out.span,
                     fmt::format("`{}` is final and must not be modified", name),
                     Label{in.span, "declared final here"});
    }
  }
  if (outer.empty()) return inner;
  outer.insert(outer.end(), inner.begin(), inner.end());
  return outer;
}

}  // namespace stiction
