// SPDX-License-Identifier: BSD-3-Clause
// MLS Appendix A.2.6: equations and statements.
#include "compiler/parse/ast_builder.h"

namespace stiction::parse {

void AstBuilder::Section(Tree tree, ast::Class& cls) {
  Children child(tree);
  const bool initial = child.Skip(P::INITIAL);
  const bool has_equations = child.Skip(P::EQUATION);
  child.Skip(P::ALGORITHM);
  std::vector<ast::EquationPtr> equations;
  std::vector<ast::StatementPtr> statements;
  while (!child.AtEnd()) {
    if (child.AtRule(P::RuleAnnotation_clause)) {
      ClassAnnotation(child, cls);
      child.Skip(P::SEMI);
    } else if (has_equations) {
      AddEquations(child.Take(), equations);
    } else {
      AddStatements(child.Take(), statements);
    }
  }
  if (has_equations) {
    cls.equations.push_back({initial, std::move(equations), SpanOf(tree)});
  } else {
    cls.algorithms.push_back({initial, std::move(statements), SpanOf(tree)});
  }
}

void AstBuilder::AddEquations(Tree list, std::vector<ast::EquationPtr>& equations) {
  Children child(list);
  equations.reserve(equations.size() + child.Count(P::RuleSome_equation));
  while (Tree equation = child.TakeRule(P::RuleSome_equation)) {
    equations.push_back(Equation(equation));
    child.Skip(P::SEMI);
  }
}

std::vector<ast::EquationPtr> AstBuilder::Equations(Tree list) {
  std::vector<ast::EquationPtr> equations;
  AddEquations(list, equations);
  return equations;
}

void AstBuilder::AddStatements(Tree list, std::vector<ast::StatementPtr>& statements) {
  Children child(list);
  statements.reserve(statements.size() + child.Count(P::RuleStatement));
  while (Tree statement = child.TakeRule(P::RuleStatement)) {
    statements.push_back(Statement(statement));
    child.Skip(P::SEMI);
  }
}

std::vector<ast::StatementPtr> AstBuilder::Statements(Tree list) {
  std::vector<ast::StatementPtr> statements;
  AddStatements(list, statements);
  return statements;
}

ast::EquationPtr AstBuilder::Equation(Tree tree) {
  auto equation = std::make_unique<ast::Equation>();
  Children child(tree);
  if (child.AtRule(P::RuleOperation)) {
    EqualityOrCall(child, *equation);
  } else {
    Tree structured = child.Take();
    equation->span = SpanOf(structured);
    Children part(structured);
    switch (structured->kind) {
      case P::RuleIf_equation:
        equation->kind = ast::EquationKind::kIf;
        equation->branches = EquationBranches(structured);
        break;
      case P::RuleFor_equation:
        equation->kind = ast::EquationKind::kFor;
        part.Skip(P::FOR);
        equation->indices = ForIndices(part.Take());
        part.Skip(P::LOOP);
        equation->body = Equations(part.Take());
        break;
      case P::RuleConnect_equation:
        equation->kind = ast::EquationKind::kConnect;
        part.Skip(P::CONNECT);
        part.Skip(P::LPAR);
        equation->from = Reference(part.Take());
        part.Skip(P::COMMA);
        equation->to = Reference(part.Take());
        break;
      default:
        equation->kind = ast::EquationKind::kWhen;
        equation->branches = EquationBranches(structured);
    }
  }
  equation->comment = Comment(child);
  return equation;
}

void AstBuilder::EqualityOrCall(Children& child, ast::Equation& equation) {
  equation.left = Operation(child.Take());
  if (child.Skip(P::EQ)) {
    equation.kind = ast::EquationKind::kEquality;
    equation.right = Expression(child.Take());
    equation.span = Join(equation.left->span, equation.right->span);
    return;
  }
  equation.kind = ast::EquationKind::kCall;
  equation.span = equation.left->span;
  if (equation.left->kind == ast::ExpressionKind::kCall) return;
  const bool compares =
      equation.left->kind == ast::ExpressionKind::kBinary && equation.left->binary == ast::BinaryOperator::kEqual;
  Error(equation.span, "an expression alone is no equation").hint =
      compares ? "write '=' for an equation; '==' compares"
               : "write an equality 'left = right', or call a function such as 'assert(...)'";
}

ast::StatementPtr AstBuilder::Statement(Tree tree) {
  auto statement = std::make_unique<ast::Statement>();
  Children child(tree);
  if (child.AtRule(P::RuleComponent_reference)) {
    AssignmentOrCall(child, *statement);
  } else if (child.AtToken(P::LPAR)) {
    MultipleAssignment(child, *statement);
  } else {
    Tree structured = child.Take();
    statement->span = SpanOf(structured);
    Children part(structured);
    if (!structured->is_rule) {
      statement->kind = structured->kind == P::BREAK ? ast::StatementKind::kBreak : ast::StatementKind::kReturn;
    } else if (structured->kind == P::RuleFor_statement) {
      statement->kind = ast::StatementKind::kFor;
      part.Skip(P::FOR);
      statement->indices = ForIndices(part.Take());
      part.Skip(P::LOOP);
      statement->body = Statements(part.Take());
    } else {
      statement->kind = structured->kind == P::RuleIf_statement      ? ast::StatementKind::kIf
                        : structured->kind == P::RuleWhile_statement ? ast::StatementKind::kWhile
                                                                     : ast::StatementKind::kWhen;
      statement->branches = StatementBranches(structured);
    }
  }
  statement->comment = Comment(child);
  return statement;
}

void AstBuilder::AssignmentOrCall(Children& child, ast::Statement& statement) {
  Tree reference = child.Take();
  if (child.Skip(P::ASSIGN)) {
    statement.kind = ast::StatementKind::kAssign;
    statement.target = ReferenceExpression(reference);
    statement.value = Expression(child.Take());
  } else {
    statement.kind = ast::StatementKind::kCall;
    statement.value = Call(Reference(reference), child.Take());
  }
  statement.span = Join(statement.target ? statement.target->span : Span{}, statement.value->span);
}

void AstBuilder::MultipleAssignment(Children& child, ast::Statement& statement) {
  statement.kind = ast::StatementKind::kMultiAssign;
  const Span left = SpanOf(child.Take());
  Tree targets = child.Take();
  statement.target = Tuple(targets, Join(left, SpanOf(child.Take())));
  child.Skip(P::ASSIGN);
  Tree callee = child.Take();
  statement.value = Call(Reference(callee), child.Take());
  statement.span = Join(statement.target->span, statement.value->span);
}

std::vector<ast::Branch<ast::Equation>> AstBuilder::EquationBranches(Tree tree) {
  std::vector<ast::Branch<ast::Equation>> branches;
  ast::ExpressionPtr condition;
  for (Children child(tree); !child.AtEnd();) {
    Tree part = child.Take();
    if (part->IsRule(P::RuleExpression)) condition = Expression(part);
    if (part->IsRule(P::RuleEquation_list)) branches.push_back({std::move(condition), Equations(part)});
  }
  return branches;
}

std::vector<ast::Branch<ast::Statement>> AstBuilder::StatementBranches(Tree tree) {
  std::vector<ast::Branch<ast::Statement>> branches;
  ast::ExpressionPtr condition;
  for (Children child(tree); !child.AtEnd();) {
    Tree part = child.Take();
    if (part->IsRule(P::RuleExpression)) condition = Expression(part);
    if (part->IsRule(P::RuleStatement_list)) branches.push_back({std::move(condition), Statements(part)});
  }
  return branches;
}

std::vector<ast::ForIndex> AstBuilder::ForIndices(Tree tree) {
  std::vector<ast::ForIndex> indices;
  Children child(tree);
  do {
    Children part(child.Take());
    ast::ForIndex& index = indices.emplace_back();
    index.name = Identifier(part.Take());
    if (part.Skip(P::IN)) index.range = Expression(part.Take());
  } while (child.Skip(P::COMMA));
  return indices;
}

}  // namespace stiction::parse
