// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/hover.h"

#include <fmt/format.h>

#include "compiler/editor/symbols.h"
#include "compiler/ir/ast/print.h"

namespace stiction::editor {
namespace {

std::string Subscripts(const std::vector<ast::Subscript>& subscripts) {
  std::string text;
  for (const ast::Subscript& one : subscripts) {
    text += (text.empty() ? "" : ", ") + (one.expression ? ast::ToString(*one.expression) : ":");
  }
  return text.empty() ? text : "[" + text + "]";
}

std::string Modified(const ast::Modification* modification) {
  constexpr size_t kLongest = 300;
  if (!modification) return "";
  std::string text = ast::ToString(*modification);
  if (text.size() > kLongest) {
    size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // a whole character of UTF-8
    text = text.substr(0, end) + "...";
  }
  return text.starts_with("=") ? " " + text : text;
}

std::string Code(const std::string& text) { return "```modelica\n" + text + "\n```\n"; }

std::string OfComponent(Snapshot& snapshot, const Declaration& declaration) {
  Meaning& meaning = snapshot.meaning();
  const ast::Component& component = *declaration.component;
  std::string text =
      Code(fmt::format("{}{} {}{}{}", PrefixesOf(component.prefix), ast::ToString(component.type), component.name.text,
                       Subscripts(component.type_subscripts) + Subscripts(component.subscripts),
                       Modified(component.modification.get())));
  if (!component.comment.empty()) text += component.comment + "\n\n";
  if (const ir::ClassId cls = meaning.ClassOf(declaration)) {
    const std::string& comment = meaning.Definition(cls).comment;
    text += fmt::format("Type: `{}`{}\n\n", meaning.FullName(cls), comment.empty() ? "" : ", " + comment);
  }
  const ast::Expression* unit = meaning.AttributeOf(declaration, "unit");
  if (unit && unit->kind == ast::ExpressionKind::kString && !unit->text.empty()) {
    text += fmt::format("Unit: `{}`\n\n", unit->text);
  }
  const bool is_known = component.prefix.variability >= ast::Variability::kParameter;
  if (is_known && component.modification && component.modification->value) {
    const ast::Expression& value = *component.modification->value;
    const bool is_literal = value.kind == ast::ExpressionKind::kReal || value.kind == ast::ExpressionKind::kInteger;
    const auto number = meaning.ValueOf(declaration.owner, value);
    if (number && !is_literal) text += fmt::format("Value: `{}`\n\n", *number);
  }
  return text + fmt::format("Declared in `{}`\n", meaning.FullName(declaration.owner));
}

std::string OfClass(Snapshot& snapshot, ir::ClassId id) {
  Meaning& meaning = snapshot.meaning();
  const ast::Class& definition = meaning.Definition(id);
  std::string line =
      fmt::format("{}{}{} {}", definition.partial ? "partial " : "", definition.expandable ? "expandable " : "",
                  ast::ToString(definition.kind), meaning.FullName(id));
  if (definition.form == ast::ClassForm::kShort) line += " = " + ast::ToString(definition.base);
  if (IsFunction(definition.kind)) {
    std::string inputs, outputs;
    Declaration declaration;
    declaration.cls = id;
    for (const NamedDeclaration& member : meaning.MembersOf(declaration)) {
      const ast::Component* component = member.declaration.component;
      if (!component || component->prefix.causality == ast::Causality::kNone) continue;
      std::string& list = component->prefix.causality == ast::Causality::kInput ? inputs : outputs;
      list += (list.empty() ? "" : ", ") + ast::ToString(component->type) + " " + component->name.text;
    }
    line += fmt::format("\n({}) -> ({})", inputs, outputs);
  }
  std::string text = Code(line);
  if (!definition.comment.empty()) text += definition.comment + "\n\n";
  Declaration declaration;
  declaration.cls = id;
  const ast::Expression* unit = meaning.AttributeOf(declaration, "unit");
  if (unit && unit->kind == ast::ExpressionKind::kString) text += fmt::format("Unit: `{}`\n", unit->text);
  return text;
}

}  // namespace

std::string Hover(Snapshot& snapshot, const Occurrence& occurrence) {
  const Declaration& declaration = occurrence.declaration;
  if (declaration.component) return OfComponent(snapshot, declaration);
  if (declaration.cls) return OfClass(snapshot, declaration.cls);
  if (declaration.literal) {
    return Code(snapshot.meaning().FullName(declaration.owner) + "." + declaration.literal->name.text) +
           declaration.literal->comment;
  }
  if (declaration.index) return Code("for " + declaration.index->text) + "Index of a loop";
  return declaration.predefined.empty() ? "" : Code(declaration.predefined) + "Of the language (MLS 4.9)";
}

}  // namespace stiction::editor
