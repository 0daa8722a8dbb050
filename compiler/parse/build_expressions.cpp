// MLS Appendix A.2.7: expressions, names and references.
#include <optional>

#include "compiler/parse/ast_builder.h"
#include "compiler/parse/byte_stream.h"
#include "compiler/parse/literals.h"

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;
using ast::BinaryOperator;
using ast::ExpressionKind;
using ast::Production;
using ast::UnaryOperator;

ast::ExpressionPtr Make(ExpressionKind kind, Span span) {
  auto expression = std::make_unique<ast::Expression>();
  expression->kind = kind;
  expression->span = span;
  return expression;
}

BinaryOperator BinaryOf(size_t token) {
  switch (token) {
    case P::PLUS:
      return BinaryOperator::kAdd;
    case P::MINUS:
      return BinaryOperator::kSubtract;
    case P::STAR:
      return BinaryOperator::kMultiply;
    case P::SLASH:
      return BinaryOperator::kDivide;
    case P::CARET:
      return BinaryOperator::kPower;
    case P::DOTPLUS:
      return BinaryOperator::kElementAdd;
    case P::DOTMINUS:
      return BinaryOperator::kElementSubtract;
    case P::DOTSTAR:
      return BinaryOperator::kElementMultiply;
    case P::DOTSLASH:
      return BinaryOperator::kElementDivide;
    case P::DOTCARET:
      return BinaryOperator::kElementPower;
    case P::LT:
      return BinaryOperator::kLess;
    case P::LE:
      return BinaryOperator::kLessEqual;
    case P::GT:
      return BinaryOperator::kGreater;
    case P::GE:
      return BinaryOperator::kGreaterEqual;
    case P::EQEQ:
      return BinaryOperator::kEqual;
    case P::NE:
      return BinaryOperator::kNotEqual;
    case P::AND:
      return BinaryOperator::kAnd;
    default:
      return BinaryOperator::kOr;
  }
}

UnaryOperator UnaryOf(size_t token) {
  switch (token) {
    case P::PLUS:
      return UnaryOperator::kPlus;
    case P::MINUS:
      return UnaryOperator::kMinus;
    case P::DOTPLUS:
      return UnaryOperator::kElementPlus;
    case P::DOTMINUS:
      return UnaryOperator::kElementMinus;
    default:
      return UnaryOperator::kNot;
  }
}

// What a child is follows from the grammar: an `expr` is a primary, an operator and an operand, or an operator between
// two.
bool IsPrimary(const P::ExprContext* tree) { return tree->children.size() == 1; }
bool IsUnary(const P::ExprContext* tree) { return tree->children.size() == 2; }

// Null of a primary.
antlr4::Token* OperatorOf(P::ExprContext* tree) {
  if (IsPrimary(tree)) return nullptr;
  return static_cast<antlr4::tree::TerminalNode*>(tree->children[IsUnary(tree) ? 0 : 1])->getSymbol();
}

// The production of the specification an `expr` stands for. The generated parser lets every production stand on the
// right of an operator; the specification only the tighter ones.
Production ProductionOf(P::ExprContext* tree) {
  using enum Production;
  const antlr4::Token* op = OperatorOf(tree);
  if (!op) return kPrimary;
  const bool prefix = IsUnary(tree);
  switch (op->getType()) {
    case P::CARET:
    case P::DOTCARET:
      return kFactor;
    case P::STAR:
    case P::SLASH:
    case P::DOTSTAR:
    case P::DOTSLASH:
      return kTerm;
    case P::PLUS:
    case P::MINUS:
    case P::DOTPLUS:
    case P::DOTMINUS:
      return prefix ? kSign : kArithmetic;
    case P::NOT:
      return kLogicalFactor;
    case P::AND:
      return kLogicalTerm;
    case P::OR:
      return kLogicalExpression;
    default:
      return kRelation;
  }
}

}  // namespace

// ---- places and texts -----------------------------------------------------------------------

Span AstBuilder::SpanOf(Node* node) const {
  const antlr4::Token* token = node->getSymbol();
  return {source_.id(), static_cast<uint32_t>(token->getStartIndex()),
          static_cast<uint32_t>(token->getStopIndex() + 1)};
}

Span AstBuilder::SpanOf(const Rule* rule) const {
  const antlr4::Token* first = rule->start;
  const antlr4::Token* last = rule->stop;
  const auto begin = static_cast<uint32_t>(first->getStartIndex());
  if (!last || last->getTokenIndex() < first->getTokenIndex()) return {source_.id(), begin, begin};
  return {source_.id(), begin, static_cast<uint32_t>(last->getStopIndex() + 1)};
}

std::string AstBuilder::TextOf(Node* node) const {
  const Span span = SpanOf(node);
  return std::string(source_.text().substr(span.begin, span.end - span.begin));
}

ast::Identifier AstBuilder::Identifier(Node* node) const { return {TextOf(node), SpanOf(node)}; }

Diagnostic& AstBuilder::Error(Span span, std::string message) {
  return diagnostics_.Error(DiagnosticKind::SyntaxError, span, std::move(message));
}

// ---- operators ------------------------------------------------------------------------------

ast::ExpressionPtr AstBuilder::Expression(P::ExpressionContext* tree) {
  if (tree->children.size() == 1) return Expression(static_cast<P::ExprContext*>(tree->children.front()));
  const std::vector<P::ExprContext*> range = tree->expr();
  ast::ExpressionPtr expression = Make(range.empty() ? ExpressionKind::kIf : ExpressionKind::kRange, SpanOf(tree));
  for (P::ExprContext* part : range) expression->operands.push_back(Expression(part));
  if (range.empty()) {
    for (P::ExpressionContext* part : tree->expression()) expression->operands.push_back(Expression(part));
  }
  return expression;
}

ast::ExpressionPtr AstBuilder::Expression(P::ExprContext* tree) {
  if (IsPrimary(tree)) return Primary(static_cast<P::PrimaryContext*>(tree->children.front()));
  auto* last = static_cast<P::ExprContext*>(tree->children.back());
  if (IsUnary(tree)) return Unary(tree, last);
  return Binary(tree, static_cast<P::ExprContext*>(tree->children.front()), last);
}

ast::ExpressionPtr AstBuilder::Unary(P::ExprContext* tree, P::ExprContext* operand) {
  antlr4::Token* op = OperatorOf(tree);
  ast::ExpressionPtr expression = Make(ExpressionKind::kUnary, SpanOf(tree));
  expression->unary = UnaryOf(op->getType());
  expression->operator_span = SpanOf(static_cast<Node*>(tree->children.front()));
  expression->operands.push_back(Operand(operand, ast::OperandsOf(ProductionOf(tree)).second, op));
  return expression;
}

ast::ExpressionPtr AstBuilder::Binary(P::ExprContext* tree, P::ExprContext* left, P::ExprContext* right) {
  antlr4::Token* op = OperatorOf(tree);
  const auto [left_loosest, right_loosest] = ast::OperandsOf(ProductionOf(tree));
  ast::ExpressionPtr expression = Make(ExpressionKind::kBinary, SpanOf(tree));
  expression->binary = BinaryOf(op->getType());
  expression->operator_span = SpanOf(static_cast<Node*>(tree->children[1]));
  expression->operands.push_back(Operand(left, left_loosest, op));
  expression->operands.push_back(Operand(right, right_loosest, op));
  return expression;
}

ast::ExpressionPtr AstBuilder::Operand(P::ExprContext* tree, Production loosest, antlr4::Token* of) {
  if (ProductionOf(tree) > loosest) {
    const Span span = SpanOf(tree);
    const std::string text(source_.text().substr(span.begin, span.end - span.begin));
    const bool short_text = text.size() <= 40 && text.find('\n') == std::string::npos;
    Diagnostic& error = Error(span, "an operand of '" + of->getText() + "' cannot be " +
                                        (ProductionOf(tree) == Production::kSign
                                             ? "a signed expression"
                                             : "an expression with '" + OperatorOf(tree)->getText() + "'") +
                                        " without parentheses");
    error.hint = "write " + (short_text ? "'(" + text + ")'" : std::string("parentheses around it"));
  }
  return Expression(tree);
}

// ---- primaries ------------------------------------------------------------------------------

ast::ExpressionPtr AstBuilder::Primary(P::PrimaryContext* tree) {
  auto* first = dynamic_cast<Node*>(tree->children.front());
  if (!first) {
    auto* reference = static_cast<P::Component_referenceContext*>(tree->children.front());
    if (tree->function_call_args()) return Call(Reference(reference), tree->function_call_args());
    return ReferenceExpression(reference);
  }
  const Span span = SpanOf(tree);
  switch (first->getSymbol()->getType()) {
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
      boolean->boolean = first->getSymbol()->getType() == P::TRUE;
      return boolean;
    }
    case P::LPAR:
      return Parenthesised(tree);
    case P::LBRK: {
      ast::ExpressionPtr matrix = Make(ExpressionKind::kMatrix, span);
      for (P::Expression_listContext* row : tree->expression_list()) matrix->rows.push_back(Expressions(row));
      return matrix;
    }
    case P::LBRC: {
      ast::ExpressionPtr array = Make(ExpressionKind::kArray, span);
      if (P::Array_argumentsContext* arguments = tree->array_arguments()) {
        for (P::ExpressionContext* element : arguments->expression()) array->operands.push_back(Expression(element));
        auto* indices = dynamic_cast<P::For_indicesContext*>(arguments->children.back());
        if (indices) array->iterators = ForIndices(indices);
      }
      return array;
    }
    case P::END:
      return Make(ExpressionKind::kEnd, span);
    default: {  // der, initial, pure
      ast::ComponentReference callee;
      callee.span = SpanOf(first);
      callee.parts.push_back({Identifier(first), {}});
      return Call(std::move(callee), tree->function_call_args());
    }
  }
}

ast::ExpressionPtr AstBuilder::Number(Node* node, ExpressionKind kind) const {
  ast::ExpressionPtr number = Make(kind, SpanOf(node));
  number->text = TextOf(node);
  number->number = ReadNumber(number->text);
  return number;
}

ast::ExpressionPtr AstBuilder::Parenthesised(P::PrimaryContext* tree) {
  const Span parentheses = Join(SpanOf(tree->LPAR()), SpanOf(tree->RPAR()));
  ast::ExpressionPtr inner = Tuple(tree->output_expression_list(), parentheses);
  if (inner->operands.size() == 1 && inner->operands.front()) {
    inner = std::move(inner->operands.front());
    inner->span = parentheses;
  }
  if (tree->array_subscripts()) {
    ast::ExpressionPtr subscripted = Make(ExpressionKind::kSubscripted, SpanOf(tree));
    subscripted->operands.push_back(std::move(inner));
    subscripted->subscripts = Subscripts(tree->array_subscripts());
    return subscripted;
  }
  if (tree->DOT()) {
    ast::ExpressionPtr member = Make(ExpressionKind::kMember, SpanOf(tree));
    member->operands.push_back(std::move(inner));
    member->member = Identifier(tree->IDENT());
    return member;
  }
  return inner;
}

ast::ExpressionPtr AstBuilder::Tuple(P::Output_expression_listContext* tree, Span span) {
  ast::ExpressionPtr tuple = Make(ExpressionKind::kTuple, span);
  for (P::Output_expressionContext* output : tree->output_expression()) {
    tuple->operands.push_back(output->expression() ? Expression(output->expression()) : nullptr);
  }
  return tuple;
}

ast::ExpressionPtr AstBuilder::Call(ast::ComponentReference callee, P::Function_call_argsContext* tree) {
  ast::ExpressionPtr call = Make(ExpressionKind::kCall, Join(callee.span, SpanOf(tree)));
  call->reference = std::move(callee);
  P::Function_argumentsContext* arguments = tree->function_arguments();
  if (!arguments) return call;
  call->arguments = FunctionArguments(arguments->function_argument());
  if (arguments->for_indices()) {
    call->iterators = ForIndices(arguments->for_indices());
    if (call->arguments.size() != 1 || call->arguments.front().name) {
      Error(SpanOf(arguments->for_indices()), "'for' in a function call needs exactly one argument before it").hint =
          "build the arrays first: 'f({a for i in 1:n}, {b for i in 1:n})'";
    }
  }
  return call;
}

std::vector<ast::Argument> AstBuilder::FunctionArguments(const std::vector<P::Function_argumentContext*>& trees) {
  std::vector<ast::Argument> arguments;
  for (P::Function_argumentContext* tree : trees) {
    arguments.push_back(FunctionArgument(tree));
    if (arguments.size() > 1 && !arguments.back().name && arguments[arguments.size() - 2].name) {
      Error(SpanOf(tree), "a positional argument cannot follow a named one").hint =
          "put the named arguments last, or name this one too";
    }
  }
  return arguments;
}

ast::Argument AstBuilder::FunctionArgument(P::Function_argumentContext* tree) {
  ast::Argument argument;
  if (tree->IDENT()) argument.name = Identifier(tree->IDENT());
  P::Function_argument_valueContext* value = tree->function_argument_value();
  if (value->expression()) {
    argument.value = Expression(value->expression());
    return argument;
  }
  P::Partial_applicationContext* partial = value->partial_application();
  argument.value = Make(ExpressionKind::kPartialCall, SpanOf(partial));
  const ast::Name function = Name(partial->type_specifier());
  argument.value->reference.global = function.global;
  argument.value->reference.span = function.span;
  for (const ast::Identifier& part : function.parts) argument.value->reference.parts.push_back({part, {}});
  argument.value->arguments = FunctionArguments(partial->function_argument());
  for (const ast::Argument& bound : argument.value->arguments) {
    if (!bound.name) Error(bound.value->span, "a partial function application takes named arguments only");
  }
  return argument;
}

// ---- lists, names, strings ------------------------------------------------------------------

std::vector<ast::ExpressionPtr> AstBuilder::Expressions(P::Expression_listContext* tree) {
  std::vector<ast::ExpressionPtr> expressions;
  for (P::ExpressionContext* expression : tree->expression()) expressions.push_back(Expression(expression));
  return expressions;
}

std::vector<ast::Subscript> AstBuilder::Subscripts(P::Array_subscriptsContext* tree) {
  std::vector<ast::Subscript> subscripts;
  if (!tree) return subscripts;
  for (P::SubscriptContext* subscript : tree->subscript()) {
    subscripts.push_back({subscript->COLON() ? nullptr : Expression(subscript->expression()), SpanOf(subscript)});
  }
  return subscripts;
}

ast::Name AstBuilder::Name(P::NameContext* tree) const {
  ast::Name name;
  name.span = SpanOf(tree);
  for (Node* part : tree->IDENT()) name.parts.push_back(Identifier(part));
  return name;
}

ast::Name AstBuilder::Name(P::Type_specifierContext* tree) const {
  ast::Name name = Name(tree->name());
  name.global = tree->DOT() != nullptr;
  name.span = SpanOf(tree);
  return name;
}

ast::ComponentReference AstBuilder::Reference(P::Component_referenceContext* tree) {
  ast::ComponentReference reference;
  reference.span = SpanOf(tree);
  reference.global = tree->children.front()->children.empty();
  for (P::Reference_partContext* part : tree->reference_part()) {
    reference.parts.push_back({Identifier(part->IDENT()), Subscripts(part->array_subscripts())});
  }
  return reference;
}

ast::ExpressionPtr AstBuilder::ReferenceExpression(P::Component_referenceContext* tree) {
  ast::ExpressionPtr expression = Make(ExpressionKind::kReference, SpanOf(tree));
  expression->reference = Reference(tree);
  return expression;
}

std::string AstBuilder::String(Node* node) {
  const Span span = SpanOf(node);
  StringValue value = ReadString(source_.text().substr(span.begin, span.end - span.begin));
  if (value.bad_escape) {
    const auto begin = static_cast<uint32_t>(span.begin + *value.bad_escape);
    const auto length = static_cast<uint32_t>(1 + CharacterLength(source_.text(), begin + 1));
    const std::string escape(source_.text().substr(begin, length));
    Error({span.source, begin, begin + length}, "unknown escape sequence '" + escape + "' in a string").hint =
        "write a backslash as '\\\\'";
  }
  return std::move(value.text);
}

std::string AstBuilder::Comment(P::Description_stringContext* tree) {
  std::string comment;
  for (Node* part : tree->STRING()) comment += String(part);
  return comment;
}

ast::AnnotationPtr AstBuilder::Annotation(P::Annotation_clauseContext* tree) {
  return tree ? Modification(tree->class_modification()) : nullptr;
}

}  // namespace stiction::parse
