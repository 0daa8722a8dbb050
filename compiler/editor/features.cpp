// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/ast/print.h"
#include "compiler/parse/parse.h"

namespace stiction::editor {
namespace {

class WalkToPlace : public OccurrenceWalk {
 public:
  WalkToPlace(Snapshot& snapshot, uint32_t offset)
      : OccurrenceWalk(snapshot.meaning(), snapshot.tree()), source_(snapshot.source().id()), offset_(offset) {}

  std::optional<Occurrence> found;

 private:
  bool Holds(Span span) const { return span.source == source_ && span.begin <= offset_ && offset_ <= span.end; }
  bool WantsIn(Span span) const override { return Holds(span); }
  bool Wants(const ast::Identifier& identifier) const override { return Holds(identifier.span); }
  void Found(const ast::Identifier& identifier, const Declaration& declaration, ir::ClassId scope) override {
    // Of two that touch, the one that begins here.
    if (!found || identifier.span.begin > found->span.begin)
      found = {identifier.span, identifier.text, declaration, scope};
  }

  SourceId source_;
  uint32_t offset_;
};

class WalkToName : public OccurrenceWalk {
 public:
  WalkToName(Snapshot& snapshot, const ast::Identifier& name)
      : OccurrenceWalk(snapshot.meaning(), snapshot.tree()), meaning_(snapshot.meaning()), name_(name) {
    const std::string_view text = snapshot.source().text();
    for (size_t at = text.find(name.text); at != std::string_view::npos; at = text.find(name.text, at + 1)) {
      places_.push_back(static_cast<uint32_t>(at));
    }
  }

  std::set<Span> spans;

 private:
  bool WantsIn(Span span) const override {
    const auto place = std::ranges::lower_bound(places_, span.begin);
    return place != places_.end() && *place < span.end;
  }
  bool Wants(const ast::Identifier& identifier) const override { return identifier.text == name_.text; }
  void Found(const ast::Identifier& identifier, const Declaration& declaration, ir::ClassId) override {
    const ast::Identifier* name = meaning_.NameOf(declaration);
    if (name && name->span == name_.span) spans.insert(identifier.span);
  }

  Meaning& meaning_;
  const ast::Identifier& name_;
  std::vector<uint32_t> places_;
};

std::string Prefixes(const ast::TypePrefix& prefix) {
  std::string text;
  if (prefix.flow == ast::FlowPrefix::kFlow) text += "flow ";
  if (prefix.flow == ast::FlowPrefix::kStream) text += "stream ";
  if (prefix.variability == ast::Variability::kDiscrete) text += "discrete ";
  if (prefix.variability == ast::Variability::kParameter) text += "parameter ";
  if (prefix.variability == ast::Variability::kConstant) text += "constant ";
  if (prefix.causality == ast::Causality::kInput) text += "input ";
  if (prefix.causality == ast::Causality::kOutput) text += "output ";
  return text;
}

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
      Code(fmt::format("{}{} {}{}{}", Prefixes(component.prefix), ast::ToString(component.type), component.name.text,
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

Symbol OfComponent(const ast::Component& component) {
  const bool is_constant = component.prefix.variability >= ast::Variability::kParameter;
  return {component.name.text,
          Prefixes(component.prefix) + ast::ToString(component.type),
          is_constant ? SymbolKind::kConstant : SymbolKind::kVariable,
          Join(component.name.span, component.span),
          component.name.span,
          {}};
}

Symbol OfClass(const ast::Class& definition) {
  Symbol symbol{definition.name.text, definition.comment,   KindOf(definition),
                definition.span,      definition.name.span, {}};
  for (const ast::Element& element : definition.elements) {
    if (element.cls) symbol.children.push_back(OfClass(*element.cls));
    if (element.component) symbol.children.push_back(OfComponent(*element.component));
  }
  for (const ast::EnumerationLiteral& literal : definition.literals) {
    symbol.children.push_back(
        {literal.name.text, literal.comment, SymbolKind::kLiteral, literal.name.span, literal.name.span, {}});
  }
  return symbol;
}

}  // namespace

std::optional<Occurrence> OccurrenceAt(Snapshot& snapshot, uint32_t offset) {
  if (!snapshot.is_current()) return std::nullopt;
  WalkToPlace walk(snapshot, offset);
  walk.Visit(snapshot.file(), snapshot.package());
  return walk.found;
}

std::vector<Span> OccurrencesOf(Snapshot& snapshot, const Declaration& declaration) {
  const ast::Identifier* name = snapshot.meaning().NameOf(declaration);
  if (!name || !snapshot.is_current()) return {};
  WalkToName walk(snapshot, *name);
  walk.Visit(snapshot.file(), snapshot.package());
  return {walk.spans.begin(), walk.spans.end()};
}

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

SymbolKind KindOf(const ast::Class& definition) {
  if (definition.form == ast::ClassForm::kEnumeration) return SymbolKind::kEnumeration;
  switch (definition.kind) {
    case ast::ClassKind::kPackage:
      return SymbolKind::kPackage;
    case ast::ClassKind::kFunction:
    case ast::ClassKind::kOperator:
    case ast::ClassKind::kOperatorFunction:
      return SymbolKind::kFunction;
    case ast::ClassKind::kRecord:
    case ast::ClassKind::kOperatorRecord:
      return SymbolKind::kRecord;
    case ast::ClassKind::kConnector:
      return SymbolKind::kConnector;
    case ast::ClassKind::kType:
      return SymbolKind::kType;
    default:
      return SymbolKind::kModel;
  }
}

std::vector<Symbol> SymbolsOf(const ast::StoredDefinition& file) {
  std::vector<Symbol> symbols;
  for (const auto& cls : file.classes) symbols.push_back(OfClass(*cls));
  return symbols;
}

std::string WhyNotRenamed(Snapshot& snapshot, const Occurrence& occurrence, const std::string& name) {
  const ast::Identifier* declared = snapshot.meaning().NameOf(occurrence.declaration);
  if (!declared) return fmt::format("`{}` is not declared in a file that could be changed", occurrence.name);
  if (declared->span.source != snapshot.source().id()) {
    return fmt::format("`{}` is declared in another file, whose users would not be renamed", occurrence.name);
  }
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::ExpressionPtr read = ParseExpression(sources.Add("name", name), diagnostics);
  const bool is_name = read && read->kind == ast::ExpressionKind::kReference && read->reference.parts.size() == 1 &&
                       read->reference.parts[0].name.text == name;
  if (!is_name) return fmt::format("`{}` is no name of Modelica", name);
  if (snapshot.meaning().First(occurrence.scope, name)) return fmt::format("`{}` means something here already", name);
  return {};
}

}  // namespace stiction::editor
