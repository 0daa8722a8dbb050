// SPDX-License-Identifier: BSD-3-Clause
// MLS Appendix A.2.7: expressions, names and references.
#include "compiler/parse/ast_builder.h"
#include "compiler/parse/byte_stream.h"
#include "compiler/parse/literals.h"

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;
using ast::ExpressionKind;

ast::ExpressionPtr Make(ExpressionKind kind, Span span) {
  auto expression = std::make_unique<ast::Expression>();
  expression->kind = kind;
  expression->span = span;
  return expression;
}

bool IsPrefix(const Node& node) {
  if (node.is_rule) return false;
  switch (node.kind) {
    case P::PLUS:
    case P::MINUS:
    case P::DOTPLUS:
    case P::DOTMINUS:
    case P::NOT:
      return true;
    default:
      return false;
  }
}

// True if an expression is one identifier and nothing else.
bool IsIdentifier(const Node* expression) {
  const Node& last = expression[expression->size - 1];
  return last.IsToken(P::IDENT) && last.begin == expression->begin && last.end == expression->end;
}

}  // namespace

Diagnostic& AstBuilder::Error(Span span, std::string message) {
  return diagnostics_.Error(DiagnosticKind::SyntaxError, span, std::move(message));
}

// ---- operators ------------------------------------------------------------------------------

ast::ExpressionPtr AstBuilder::Expression(Tree tree) {
  Children child(tree);
  if (child.AtToken(P::IF)) return Conditional(tree);
  ast::ExpressionPtr first = Operation(child.Take());
  if (child.AtEnd()) return first;
  ast::ExpressionPtr range = Make(ExpressionKind::kRange, SpanOf(tree));
  range->operands.push_back(std::move(first));
  while (child.Skip(P::COLON)) range->operands.push_back(Operation(child.Take()));
  return range;
}

ast::ExpressionPtr AstBuilder::Conditional(Tree tree) {
  ast::ExpressionPtr conditional = Make(ExpressionKind::kIf, SpanOf(tree));
  for (Children child(tree); !child.AtEnd();) {
    Tree part = child.Take();
    if (part->IsRule(P::RuleExpression)) conditional->operands.push_back(Expression(part));
  }
  return conditional;
}

ast::ExpressionPtr AstBuilder::Operation(Tree tree) {
  Children child(tree);
  Tree first = child.Take();
  if (child.AtEnd() && !IsPrefix(first[1])) return Primary(Children(first), SpanOf(first));
  operators_.Open();
  Operand(first);
  while (!child.AtEnd()) {
    Tree op = child.Take();
    operators_.Binary(op->kind, SpanOf(op));
    Operand(child.Take());
  }
  return operators_.Close();
}

void AstBuilder::Operand(Tree tree) {
  Children child(tree);
  while (IsPrefix(*child.Peek())) {
    Tree sign = child.Take();
    operators_.Prefix(sign->kind, SpanOf(sign));
  }
  operators_.Operand(Primary(child, {source_.id(), child.Peek()->begin, tree->end}));
}

// ---- primaries ------------------------------------------------------------------------------

ast::ExpressionPtr AstBuilder::Primary(Children child, Span span) {
  Tree first = child.Peek();
  if (first->is_rule) return ReferenceOrCall(child, span);
  switch (first->kind) {
    case P::UNSIGNED_INTEGER:
      return Number(first, ExpressionKind::kInteger);
    case P::UNSIGNED_REAL:
      return Number(first, ExpressionKind::kReal);
    case P::STRING: {
      ast::ExpressionPtr string = Make(ExpressionKind::kString, span);
      string->text = String(first);
      return string;
    }
    case P::FALSE:
    case P::TRUE: {
      ast::ExpressionPtr boolean = Make(ExpressionKind::kBoolean, span);
      boolean->boolean = first->kind == P::TRUE;
      return boolean;
    }
    case P::LPAR:
      return Parenthesised(child, span);
    case P::LBRK:
      return Matrix(child, span);
    case P::LBRC:
      return Array(child, span);
    case P::END:
      return Make(ExpressionKind::kEnd, span);
    default: {  // der, initial, pure
      ast::ComponentReference callee;
      callee.span = SpanOf(first);
      callee.parts.push_back({Identifier(child.Take()), {}});
      return Call(std::move(callee), child.Take());
    }
  }
}

ast::ExpressionPtr AstBuilder::Number(Tree token, ExpressionKind kind) const {
  ast::ExpressionPtr number = Make(kind, SpanOf(token));
  number->text = TextOf(token);
  number->number = ReadNumber(number->text);
  // A literal beyond the range of Integer is a Real.
  constexpr double kLargestExact = 9007199254740992.0;  // 2^53
  if (number->number > kLargestExact) number->kind = ExpressionKind::kReal;
  return number;
}

ast::ExpressionPtr AstBuilder::Matrix(Children child, Span span) {
  ast::ExpressionPtr matrix = Make(ExpressionKind::kMatrix, span);
  while (!child.AtEnd()) {
    Tree part = child.Take();
    if (part->is_rule) matrix->rows.push_back(Expressions(part));
  }
  return matrix;
}

ast::ExpressionPtr AstBuilder::Array(Children child, Span span) {
  ast::ExpressionPtr array = Make(ExpressionKind::kArray, span);
  array->operands.reserve(child.Count(P::RuleExpression));
  while (!child.AtEnd()) {
    Tree part = child.Take();
    if (part->IsRule(P::RuleExpression)) array->operands.push_back(Expression(part));
    if (part->IsRule(P::RuleFor_indices)) array->iterators = ForIndices(part);
  }
  return array;
}

ast::ExpressionPtr AstBuilder::Parenthesised(Children child, Span span) {
  const Span left = SpanOf(child.Take());
  Tree list = child.Take();
  const Span parentheses = Join(left, SpanOf(child.Take()));
  ast::ExpressionPtr inner = Tuple(list, parentheses);
  if (inner->operands.size() == 1 && inner->operands.front()) {
    inner = std::move(inner->operands.front());
    inner->span = parentheses;
  }
  if (child.AtRule(P::RuleArray_subscripts)) {
    ast::ExpressionPtr subscripted = Make(ExpressionKind::kSubscripted, span);
    subscripted->operands.push_back(std::move(inner));
    subscripted->subscripts = Subscripts(child);
    return subscripted;
  }
  if (child.Skip(P::DOT)) {
    ast::ExpressionPtr member = Make(ExpressionKind::kMember, span);
    member->operands.push_back(std::move(inner));
    member->member = Identifier(child.Take());
    return member;
  }
  return inner;
}

ast::ExpressionPtr AstBuilder::Tuple(Tree list, Span span) {
  ast::ExpressionPtr tuple = Make(ExpressionKind::kTuple, span);
  Children child(list);
  do {
    Tree output = child.TakeRule(P::RuleExpression);
    tuple->operands.push_back(output ? Expression(output) : nullptr);
  } while (child.Skip(P::COMMA));
  return tuple;
}

ast::ExpressionPtr AstBuilder::ReferenceOrCall(Children child, Span span) {
  Tree reference = child.Take();
  if (!child.AtEnd()) return Call(Reference(reference), child.Take());
  ast::ExpressionPtr expression = Make(ExpressionKind::kReference, span);
  expression->reference = Reference(reference);
  return expression;
}

ast::ExpressionPtr AstBuilder::Call(ast::ComponentReference callee, Tree arguments) {
  ast::ExpressionPtr call = Make(ExpressionKind::kCall, Join(callee.span, SpanOf(arguments)));
  call->reference = std::move(callee);
  Children child(arguments);
  child.Skip(P::LPAR);
  call->arguments = FunctionArguments(child);
  if (child.Skip(P::FOR)) {
    Tree indices = child.Take();
    call->iterators = ForIndices(indices);
    if (call->arguments.size() != 1 || call->arguments.front().name) {
      Error(SpanOf(indices), "'for' in a function call needs exactly one argument before it").hint =
          "build the arrays first: 'f({a for i in 1:n}, {b for i in 1:n})'";
    }
  }
  return call;
}

std::vector<ast::Argument> AstBuilder::FunctionArguments(Children& child) {
  std::vector<ast::Argument> arguments;
  arguments.reserve(child.Count(P::RuleFunction_argument));
  while (Tree tree = child.TakeRule(P::RuleFunction_argument)) {
    arguments.push_back(FunctionArgument(tree));
    if (arguments.size() > 1 && !arguments.back().name && arguments[arguments.size() - 2].name) {
      Error(SpanOf(tree), "a positional argument cannot follow a named one").hint =
          "put the named arguments last, or name this one too";
    }
    child.Skip(P::COMMA);
  }
  return arguments;
}

ast::Argument AstBuilder::FunctionArgument(Tree tree) {
  Children child(tree);
  Tree first = child.Take();
  if (child.AtEnd()) return {std::nullopt, ArgumentValue(first)};
  Tree equals = child.Take();
  if (!IsIdentifier(first)) {
    Error(SpanOf(equals), "only a name can stand before '=' in an argument").hint = "'==' compares";
  }
  return {Identifier(first), ArgumentValue(child.Take())};
}

ast::ExpressionPtr AstBuilder::ArgumentValue(Tree tree) {
  return tree->IsRule(P::RuleExpression) ? Expression(tree) : PartialApplication(tree);
}

ast::ExpressionPtr AstBuilder::PartialApplication(Tree tree) {
  Children child(tree);
  child.Skip(P::FUNCTION);
  ast::ExpressionPtr partial = Make(ExpressionKind::kPartialCall, SpanOf(tree));
  ast::Name function = Name(child.Take());
  partial->reference.global = function.global;
  partial->reference.span = function.span;
  for (ast::Identifier& part : function.parts) partial->reference.parts.push_back({std::move(part), {}});
  child.Skip(P::LPAR);
  partial->arguments = FunctionArguments(child);
  for (const ast::Argument& bound : partial->arguments) {
    if (!bound.name) Error(bound.value->span, "a partial function application takes named arguments only");
  }
  return partial;
}

// ---- lists, names, strings ------------------------------------------------------------------

std::vector<ast::ExpressionPtr> AstBuilder::Expressions(Tree list) {
  Children child(list);
  std::vector<ast::ExpressionPtr> expressions;
  expressions.reserve(child.Count(P::RuleExpression));
  do {
    expressions.push_back(Expression(child.Take()));
  } while (child.Skip(P::COMMA));
  return expressions;
}

// Of the next child, if it is subscripts.
std::vector<ast::Subscript> AstBuilder::Subscripts(Children& child) {
  std::vector<ast::Subscript> subscripts;
  Tree tree = child.TakeRule(P::RuleArray_subscripts);
  if (!tree) return subscripts;
  for (Children part(tree); !part.AtEnd();) {
    Tree subscript = part.Take();
    if (!subscript->is_rule) continue;
    Tree inner = Children(subscript).Take();
    subscripts.push_back({inner->is_rule ? Expression(inner) : nullptr, SpanOf(subscript)});
  }
  return subscripts;
}

ast::Name AstBuilder::Name(Tree tree) const {
  Children child(tree);
  ast::Name name;
  name.span = SpanOf(tree);
  name.global = child.Skip(P::DOT);
  name.parts.reserve(tree->size / 2);
  do {
    name.parts.push_back(Identifier(child.Take()));
  } while (child.Skip(P::DOT));
  return name;
}

ast::ComponentReference AstBuilder::Reference(Tree tree) {
  Children child(tree);
  ast::ComponentReference reference;
  reference.span = SpanOf(tree);
  reference.global = child.Skip(P::DOT);
  do {
    ast::ComponentReference::Part& part = reference.parts.emplace_back();
    part.name = Identifier(child.Take());
    part.subscripts = Subscripts(child);
  } while (child.Skip(P::DOT));
  return reference;
}

ast::ExpressionPtr AstBuilder::ReferenceExpression(Tree tree) {
  ast::ExpressionPtr expression = Make(ExpressionKind::kReference, SpanOf(tree));
  expression->reference = Reference(tree);
  return expression;
}

std::string AstBuilder::String(Tree token) {
  StringValue value = ReadString(TextOf(token));
  if (value.bad_escape) {
    const auto begin = static_cast<uint32_t>(token->begin + *value.bad_escape);
    const auto length = static_cast<uint32_t>(1 + CharacterLength(source_.text(), begin + 1));
    const std::string escape(source_.text().substr(begin, length));
    Error({source_.id(), begin, begin + length}, "unknown escape sequence '" + escape + "' in a string").hint =
        "write a backslash as '\\\\'";
  }
  return std::move(value.text);
}

// Of the next child, if it is a description string.
std::string AstBuilder::Comment(Children& child) {
  std::string comment;
  Tree tree = child.TakeRule(P::RuleDescription_string);
  if (!tree) return comment;
  Children part(tree);
  comment = String(part.Take());
  while (part.Skip(P::PLUS)) comment += String(part.Take());
  return comment;
}

// Of the next child, if it is an annotation.
ast::AnnotationPtr AstBuilder::Annotation(Children& child) {
  Tree tree = child.TakeRule(P::RuleAnnotation_clause);
  if (!tree) return nullptr;
  Children part(tree);
  part.Skip(P::ANNOTATION);
  return ClassModification(part.Take());
}

}  // namespace stiction::parse
