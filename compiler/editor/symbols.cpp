// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/symbols.h"

#include "compiler/ir/ast/print.h"

namespace stiction::editor {
namespace {

Symbol SymbolOf(const ast::Component& component) {
  const bool is_constant = component.prefix.variability >= ast::Variability::kParameter;
  return {component.name.text,
          PrefixesOf(component.prefix) + ast::ToString(component.type),
          is_constant ? SymbolKind::kConstant : SymbolKind::kVariable,
          Join(component.name.span, component.span),
          component.name.span,
          {}};
}

Symbol SymbolOf(const ast::Class& definition) {
  Symbol symbol{definition.name.text, definition.comment,   KindOf(definition),
                definition.span,      definition.name.span, {}};
  for (const ast::Element& element : definition.elements) {
    if (element.cls) symbol.children.push_back(SymbolOf(*element.cls));
    if (element.component) symbol.children.push_back(SymbolOf(*element.component));
  }
  for (const ast::EnumerationLiteral& literal : definition.literals) {
    symbol.children.push_back(
        {literal.name.text, literal.comment, SymbolKind::kLiteral, literal.name.span, literal.name.span, {}});
  }
  return symbol;
}

}  // namespace

std::string PrefixesOf(const ast::TypePrefix& prefix) {
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
  for (const auto& cls : file.classes) symbols.push_back(SymbolOf(*cls));
  return symbols;
}

}  // namespace stiction::editor
