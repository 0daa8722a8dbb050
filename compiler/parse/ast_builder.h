// Folds the parse tree into the Ast. Private to compiler/parse; the bodies stand by the specification's headings in
// build_classes.cpp (A.2.1 to A.2.5), build_equations.cpp (A.2.6) and build_expressions.cpp (A.2.7).
#pragma once

#include <ModelicaParser.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/ast/ast.h"
#include "compiler/ir/ast/production.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace stiction::parse {

class AstBuilder {
 public:
  using P = grammar::ModelicaParser;

  AstBuilder(const Source& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  ast::StoredDefinition StoredDefinition(P::Stored_definitionContext* tree);
  ast::ExpressionPtr LoneExpression(P::Lone_expressionContext* tree) { return Expression(tree->expression()); }

 private:
  using Node = antlr4::tree::TerminalNode;
  using Rule = antlr4::ParserRuleContext;

  // Places and texts
  Span SpanOf(Node* node) const;
  Span SpanOf(const Rule* rule) const;
  std::string TextOf(Node* node) const;
  ast::Identifier Identifier(Node* node) const;
  Diagnostic& Error(Span span, std::string message);

  // A.2.2 Class definition
  std::unique_ptr<ast::Class> Class(P::Class_definitionContext* tree);
  std::unique_ptr<ast::Class> Class(P::Short_class_definitionContext* tree);
  void ClassPrefixes(P::Class_prefixesContext* tree, ast::Class& cls) const;
  void LongClass(P::Long_class_specifierContext* tree, ast::Class& cls);
  void ShortClass(P::Short_class_specifierContext* tree, ast::Class& cls);
  void DerClass(P::Der_class_specifierContext* tree, ast::Class& cls);
  void Composition(P::CompositionContext* tree, ast::Class& cls);
  std::unique_ptr<ast::External> External(P::External_clauseContext* tree, P::Annotation_clauseContext* annotation);
  void Elements(P::Element_listContext* tree, ast::Visibility visibility, ast::Class& cls);
  void AddElements(P::ElementContext* tree, ast::Visibility visibility, std::vector<ast::Element>& elements);
  std::unique_ptr<ast::Import> Import(P::Import_clauseContext* tree) const;
  std::unique_ptr<ast::Extends> Extends(P::Extends_clauseContext* tree);
  void Constrain(P::ElementContext* tree, ast::Element& element);

  // A.2.4 Component clause
  ast::TypePrefix TypePrefix(P::Type_prefixContext* tree) const;
  std::unique_ptr<ast::Component> Component(P::Component_clauseContext* clause, P::Component_declarationContext* tree);
  std::unique_ptr<ast::Component> Component(P::Component_clause1Context* clause);
  void Declaration(P::DeclarationContext* tree, ast::Component& component);

  // A.2.5 Modification
  std::unique_ptr<ast::Modification> Modification(P::ModificationContext* tree);
  std::unique_ptr<ast::Modification> Modification(P::Class_modificationContext* tree);
  std::vector<ast::ModificationArgument> Arguments(P::Class_modificationContext* tree);
  ast::ModificationArgument Argument(P::ArgumentContext* tree);
  ast::ModificationArgument Inheritance(P::Inheritance_modificationContext* tree);
  void Replacement(P::Short_class_definitionContext* cls, P::Component_clause1Context* component,
                   ast::ModificationArgument& argument);
  void Replaceable(P::Element_replaceableContext* tree, ast::ModificationArgument& argument);

  // A.2.6 Equations
  ast::EquationSection EquationSection(P::Equation_sectionContext* tree);
  ast::AlgorithmSection AlgorithmSection(P::Algorithm_sectionContext* tree);
  std::vector<ast::EquationPtr> Equations(P::Equation_listContext* tree);
  std::vector<ast::StatementPtr> Statements(P::Statement_listContext* tree);
  ast::EquationPtr Equation(P::Some_equationContext* tree);
  void EqualityOrCall(P::Some_equationContext* tree, ast::Equation& equation);
  ast::StatementPtr Statement(P::StatementContext* tree);
  void AssignmentOrCall(P::StatementContext* tree, ast::Statement& statement);
  std::vector<ast::Branch<ast::Equation>> Branches(const std::vector<P::ExpressionContext*>& conditions,
                                                   const std::vector<P::Equation_listContext*>& bodies);
  std::vector<ast::Branch<ast::Statement>> Branches(const std::vector<P::ExpressionContext*>& conditions,
                                                    const std::vector<P::Statement_listContext*>& bodies);
  std::vector<ast::ForIndex> ForIndices(P::For_indicesContext* tree);

  // A.2.7 Expressions
  ast::ExpressionPtr Expression(P::ExpressionContext* tree);
  ast::ExpressionPtr Expression(P::ExprContext* tree);
  ast::ExpressionPtr Unary(P::ExprContext* tree, P::ExprContext* operand);
  ast::ExpressionPtr Binary(P::ExprContext* tree, P::ExprContext* left, P::ExprContext* right);
  ast::ExpressionPtr Operand(P::ExprContext* tree, ast::Production loosest, antlr4::Token* of);
  ast::ExpressionPtr Primary(P::PrimaryContext* tree);
  ast::ExpressionPtr Number(Node* node, ast::ExpressionKind kind) const;
  ast::ExpressionPtr Parenthesised(P::PrimaryContext* tree);
  ast::ExpressionPtr Call(ast::ComponentReference callee, P::Function_call_argsContext* tree);
  ast::ExpressionPtr Tuple(P::Output_expression_listContext* tree, Span span);
  ast::Argument FunctionArgument(P::Function_argumentContext* tree);
  std::vector<ast::Argument> FunctionArguments(const std::vector<P::Function_argumentContext*>& trees);
  std::vector<ast::ExpressionPtr> Expressions(P::Expression_listContext* tree);
  std::vector<ast::Subscript> Subscripts(P::Array_subscriptsContext* tree);
  ast::Name Name(P::NameContext* tree) const;
  ast::Name Name(P::Type_specifierContext* tree) const;
  ast::ComponentReference Reference(P::Component_referenceContext* tree);
  ast::ExpressionPtr ReferenceExpression(P::Component_referenceContext* tree);
  std::string String(Node* node);
  std::string Comment(P::Description_stringContext* tree);
  ast::AnnotationPtr Annotation(P::Annotation_clauseContext* tree);
  ast::AnnotationPtr Annotation(P::DescriptionContext* tree) { return Annotation(tree->annotation_clause()); }

  const Source& source_;
  Diagnostics& diagnostics_;
};

}  // namespace stiction::parse
