// MLS Appendix A.2.6: equations and statements.
#include "compiler/parse/ast_builder.h"

namespace stiction::parse {

ast::EquationSection AstBuilder::EquationSection(P::Equation_sectionContext* tree) {
  return {tree->INITIAL() != nullptr, Equations(tree->equation_list()), SpanOf(tree)};
}

ast::AlgorithmSection AstBuilder::AlgorithmSection(P::Algorithm_sectionContext* tree) {
  return {tree->INITIAL() != nullptr, Statements(tree->statement_list()), SpanOf(tree)};
}

std::vector<ast::EquationPtr> AstBuilder::Equations(P::Equation_listContext* tree) {
  std::vector<ast::EquationPtr> equations;
  for (P::Some_equationContext* equation : tree->some_equation()) equations.push_back(Equation(equation));
  return equations;
}

std::vector<ast::StatementPtr> AstBuilder::Statements(P::Statement_listContext* tree) {
  std::vector<ast::StatementPtr> statements;
  for (P::StatementContext* statement : tree->statement()) statements.push_back(Statement(statement));
  return statements;
}

ast::EquationPtr AstBuilder::Equation(P::Some_equationContext* tree) {
  auto equation = std::make_unique<ast::Equation>();
  if (P::If_equationContext* if_equation = tree->if_equation()) {
    equation->kind = ast::EquationKind::kIf;
    equation->span = SpanOf(if_equation);
    equation->branches = Branches(if_equation->expression(), if_equation->equation_list());
  } else if (P::For_equationContext* for_equation = tree->for_equation()) {
    equation->kind = ast::EquationKind::kFor;
    equation->span = SpanOf(for_equation);
    equation->indices = ForIndices(for_equation->for_indices());
    equation->body = Equations(for_equation->equation_list());
  } else if (P::Connect_equationContext* connect = tree->connect_equation()) {
    equation->kind = ast::EquationKind::kConnect;
    equation->span = SpanOf(connect);
    equation->from = Reference(connect->component_reference(0));
    equation->to = Reference(connect->component_reference(1));
  } else if (P::When_equationContext* when = tree->when_equation()) {
    equation->kind = ast::EquationKind::kWhen;
    equation->span = SpanOf(when);
    equation->branches = Branches(when->expression(), when->equation_list());
  } else {
    EqualityOrCall(tree, *equation);
  }
  equation->comment = Comment(tree->description()->description_string());
  return equation;
}

void AstBuilder::EqualityOrCall(P::Some_equationContext* tree, ast::Equation& equation) {
  equation.left = Expression(tree->expr());
  if (tree->EQ()) {
    equation.kind = ast::EquationKind::kEquality;
    equation.right = Expression(tree->expression());
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

ast::StatementPtr AstBuilder::Statement(P::StatementContext* tree) {
  auto statement = std::make_unique<ast::Statement>();
  if (P::If_statementContext* if_statement = tree->if_statement()) {
    statement->kind = ast::StatementKind::kIf;
    statement->span = SpanOf(if_statement);
    statement->branches = Branches(if_statement->expression(), if_statement->statement_list());
  } else if (P::For_statementContext* for_statement = tree->for_statement()) {
    statement->kind = ast::StatementKind::kFor;
    statement->span = SpanOf(for_statement);
    statement->indices = ForIndices(for_statement->for_indices());
    statement->body = Statements(for_statement->statement_list());
  } else if (P::While_statementContext* while_statement = tree->while_statement()) {
    statement->kind = ast::StatementKind::kWhile;
    statement->span = SpanOf(while_statement);
    statement->branches = Branches({while_statement->expression()}, {while_statement->statement_list()});
  } else if (P::When_statementContext* when = tree->when_statement()) {
    statement->kind = ast::StatementKind::kWhen;
    statement->span = SpanOf(when);
    statement->branches = Branches(when->expression(), when->statement_list());
  } else if (tree->BREAK()) {
    statement->kind = ast::StatementKind::kBreak;
    statement->span = SpanOf(tree->BREAK());
  } else if (tree->RETURN()) {
    statement->kind = ast::StatementKind::kReturn;
    statement->span = SpanOf(tree->RETURN());
  } else {
    AssignmentOrCall(tree, *statement);
  }
  statement->comment = Comment(tree->description()->description_string());
  return statement;
}

void AstBuilder::AssignmentOrCall(P::StatementContext* tree, ast::Statement& statement) {
  if (tree->output_expression_list()) {
    statement.kind = ast::StatementKind::kMultiAssign;
    statement.target = Tuple(tree->output_expression_list(), Join(SpanOf(tree->LPAR()), SpanOf(tree->RPAR())));
    statement.value = Call(Reference(tree->component_reference()), tree->function_call_args());
  } else if (tree->ASSIGN()) {
    statement.kind = ast::StatementKind::kAssign;
    statement.target = ReferenceExpression(tree->component_reference());
    statement.value = Expression(tree->expression());
  } else {
    statement.kind = ast::StatementKind::kCall;
    statement.value = Call(Reference(tree->component_reference()), tree->function_call_args());
  }
  statement.span = Join(statement.target ? statement.target->span : Span{}, statement.value->span);
}

std::vector<ast::Branch<ast::Equation>> AstBuilder::Branches(const std::vector<P::ExpressionContext*>& conditions,
                                                             const std::vector<P::Equation_listContext*>& bodies) {
  std::vector<ast::Branch<ast::Equation>> branches;
  for (size_t i = 0; i < bodies.size(); ++i) {
    branches.push_back({i < conditions.size() ? Expression(conditions[i]) : nullptr, Equations(bodies[i])});
  }
  return branches;
}

std::vector<ast::Branch<ast::Statement>> AstBuilder::Branches(const std::vector<P::ExpressionContext*>& conditions,
                                                              const std::vector<P::Statement_listContext*>& bodies) {
  std::vector<ast::Branch<ast::Statement>> branches;
  for (size_t i = 0; i < bodies.size(); ++i) {
    branches.push_back({i < conditions.size() ? Expression(conditions[i]) : nullptr, Statements(bodies[i])});
  }
  return branches;
}

std::vector<ast::ForIndex> AstBuilder::ForIndices(P::For_indicesContext* tree) {
  std::vector<ast::ForIndex> indices;
  for (P::For_indexContext* index : tree->for_index()) {
    indices.push_back({Identifier(index->IDENT()), index->expression() ? Expression(index->expression()) : nullptr});
  }
  return indices;
}

}  // namespace stiction::parse
