// SPDX-License-Identifier: BSD-3-Clause
// Folds the derivation into the Ast. Private to compiler/parse; the bodies stand by the specification's headings in
// build_classes.cpp (A.2.1 to A.2.5), build_equations.cpp (A.2.6) and build_expressions.cpp (A.2.7).
#pragma once

#include <ModelicaParser.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/ir/ast/ast.h"
#include "compiler/parse/derivation.h"
#include "compiler/parse/operator_fold.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace stiction::parse {

/// Builds the Ast. One function for each rule of the grammar, hence their number: it takes the node of the rule, or
/// what is left of its children, and reads it in the order of the rule.
class AstBuilder {
 public:
  using P = grammar::ModelicaParser;
  using Tree = const Node*;

  AstBuilder(const Source& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), operators_(source, diagnostics) {}

  /// @throws NestedTooDeeply
  ast::StoredDefinition StoredDefinition(Tree tree);
  /// @throws NestedTooDeeply
  ast::ExpressionPtr LoneExpression(Tree tree) { return Expression(Children(tree).Take()); }

 private:
  // Places and texts
  Span SpanOf(Tree tree) const { return {source_.id(), tree->begin, tree->end}; }
  std::string_view TextOf(Tree tree) const { return source_.text().substr(tree->begin, tree->end - tree->begin); }
  ast::Identifier Identifier(Tree token) const { return {std::string(TextOf(token)), SpanOf(token)}; }
  Diagnostic& Error(Span span, std::string message);

  // A.2.2 Class definition
  std::unique_ptr<ast::Class> Class(Tree definition);
  std::unique_ptr<ast::Class> ShortClassDefinition(Tree tree);
  void ClassPrefixes(Tree tree, ast::Class& cls) const;
  void ClassSpecifier(Tree tree, ast::Class& cls);
  void ClassBody(Tree tree, ast::Class& cls);
  void ShortClass(Tree tree, ast::Class& cls);
  void Enumeration(Children child, ast::Class& cls);
  void DerClass(Tree tree, ast::Class& cls);
  void Composition(Tree tree, ast::Class& cls);
  void Section(Tree tree, ast::Class& cls);
  /// Takes the next child, an annotation that stands in the body of a class.
  void ClassAnnotation(Children& child, ast::Class& cls);
  std::unique_ptr<ast::External> External(Tree tree);
  void Elements(Tree tree, ast::Visibility visibility, ast::Class& cls);
  void AddElements(Tree tree, ast::Visibility visibility, std::vector<ast::Element>& elements);
  std::unique_ptr<ast::Import> Import(Tree tree) const;
  void ImportPath(Tree path, ast::Import& import) const;
  std::unique_ptr<ast::Extends> Extends(Tree tree);
  void Constrain(Children child, ast::Element& element);

  // A.2.4 Component clause
  ast::TypePrefix TypePrefix(Tree tree) const;
  std::unique_ptr<ast::Component> Component(Tree clause, Tree declaration);
  std::unique_ptr<ast::Component> Component(Tree clause1);
  void Declaration(Tree tree, ast::Component& component);

  // A.2.5 Modification
  std::unique_ptr<ast::Modification> Modification(Tree tree);
  std::unique_ptr<ast::Modification> ClassModification(Tree tree);
  std::vector<ast::ModificationArgument> Arguments(Tree class_modification);
  ast::ModificationArgument Argument(Tree tree);
  ast::ModificationArgument Inheritance(Tree tree);
  void ElementModification(Tree tree, ast::ModificationArgument& argument);
  void Replacement(Tree tree, ast::ModificationArgument& argument);
  void Replaceable(Tree tree, ast::ModificationArgument& argument);

  // A.2.6 Equations
  void AddEquations(Tree list, std::vector<ast::EquationPtr>& equations);
  std::vector<ast::EquationPtr> Equations(Tree list);
  void AddStatements(Tree list, std::vector<ast::StatementPtr>& statements);
  std::vector<ast::StatementPtr> Statements(Tree list);
  ast::EquationPtr Equation(Tree tree);
  void EqualityOrCall(Children& child, ast::Equation& equation);
  ast::StatementPtr Statement(Tree tree);
  void AssignmentOrCall(Children& child, ast::Statement& statement);
  void MultipleAssignment(Children& child, ast::Statement& statement);
  std::vector<ast::Branch<ast::Equation>> EquationBranches(Tree tree);
  std::vector<ast::Branch<ast::Statement>> StatementBranches(Tree tree);
  std::vector<ast::ForIndex> ForIndices(Tree tree);

  // A.2.7 Expressions
  ast::ExpressionPtr Expression(Tree tree);
  ast::ExpressionPtr Conditional(Tree tree);
  ast::ExpressionPtr Operation(Tree tree);
  void Operand(Tree tree);
  ast::ExpressionPtr Primary(Children child, Span span);
  ast::ExpressionPtr Number(Tree token, ast::ExpressionKind kind) const;
  ast::ExpressionPtr Matrix(Children child, Span span);
  ast::ExpressionPtr Array(Children child, Span span);
  ast::ExpressionPtr Parenthesised(Children child, Span span);
  ast::ExpressionPtr ReferenceOrCall(Children child, Span span);
  ast::ExpressionPtr Call(ast::ComponentReference callee, Tree arguments);
  ast::ExpressionPtr Tuple(Tree list, Span span);
  ast::Argument FunctionArgument(Tree tree);
  ast::ExpressionPtr ArgumentValue(Tree tree);
  ast::ExpressionPtr PartialApplication(Tree tree);
  std::vector<ast::Argument> FunctionArguments(Children& child);
  std::vector<ast::ExpressionPtr> Expressions(Tree list);
  std::vector<ast::Subscript> Subscripts(Children& child);
  ast::Name Name(Tree tree) const;
  ast::ComponentReference Reference(Tree tree);
  ast::ExpressionPtr ReferenceExpression(Tree tree);
  std::string String(Tree token);
  std::string Comment(Children& child);
  ast::AnnotationPtr Annotation(Children& child);

  const Source& source_;
  Diagnostics& diagnostics_;
  OperatorFold operators_;
};

}  // namespace stiction::parse
