// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/production.h"
#include "compiler/support/check.h"
#include "compiler/support/quote.h"

namespace stiction::ast {
namespace {

using enum Production;

struct OperatorForm {
  std::string_view text;
  Production production;
};

OperatorForm FormOf(BinaryOperator op) {
  static constexpr std::array<OperatorForm, 18> kForms = {{
      {" + ", kArithmetic},
      {" - ", kArithmetic},
      {" * ", kTerm},
      {" / ", kTerm},
      {"^", kFactor},
      {" .+ ", kArithmetic},
      {" .- ", kArithmetic},
      {" .* ", kTerm},
      {" ./ ", kTerm},
      {" .^ ", kFactor},
      {" < ", kRelation},
      {" <= ", kRelation},
      {" > ", kRelation},
      {" >= ", kRelation},
      {" == ", kRelation},
      {" <> ", kRelation},
      {" and ", kLogicalTerm},
      {" or ", kLogicalExpression},
  }};
  return kForms[static_cast<size_t>(op)];
}

OperatorForm FormOf(UnaryOperator op) {
  static constexpr std::array<OperatorForm, 5> kForms = {{
      {"+", kSign},
      {"-", kSign},
      {".+", kSign},
      {".-", kSign},
      {"not ", kLogicalFactor},
  }};
  return kForms[static_cast<size_t>(op)];
}

Production ProductionOf(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kUnary:
      return FormOf(e.unary).production;
    case ExpressionKind::kBinary:
      return FormOf(e.binary).production;
    case ExpressionKind::kRange:
      return kSimpleExpression;
    case ExpressionKind::kIf:
      return kAnyExpression;
    default:
      return kPrimary;
  }
}

class Writer {
 public:
  std::string text;

  void Write(const Expression& e, Production loosest) {
    const bool parentheses = ProductionOf(e) > loosest;
    if (parentheses) text += '(';
    WriteBare(e);
    if (parentheses) text += ')';
  }

  void Write(const ComponentReference& reference) {
    if (reference.global) text += '.';
    for (size_t i = 0; i < reference.parts.size(); ++i) {
      if (i > 0) text += '.';
      text += reference.parts[i].name.text;
      Write(reference.parts[i].subscripts);
    }
  }

 private:
  // Longer than a screen: one case for each kind of expression.
  void WriteBare(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::kInteger:
      case ExpressionKind::kReal:
        text += e.text;
        break;
      case ExpressionKind::kString:
        text += Quote(e.text);
        break;
      case ExpressionKind::kBoolean:
        text += e.boolean ? "true" : "false";
        break;
      case ExpressionKind::kReference:
        Write(e.reference);
        break;
      case ExpressionKind::kPartialCall:
        text += "function ";
        [[fallthrough]];
      case ExpressionKind::kCall:
        Write(e.reference);
        text += '(';
        Write(e.arguments);
        Write(e.iterators);
        text += ')';
        break;
      case ExpressionKind::kUnary:
        text += FormOf(e.unary).text;
        Write(*e.operands[0], OperandsOf(ProductionOf(e)).second);
        break;
      case ExpressionKind::kBinary: {
        const auto [left, right] = OperandsOf(ProductionOf(e));
        Write(*e.operands[0], left);
        text += FormOf(e.binary).text;
        Write(*e.operands[1], right);
        break;
      }
      case ExpressionKind::kIf:
        WriteIf(e);
        break;
      case ExpressionKind::kRange:
        for (size_t i = 0; i < e.operands.size(); ++i) {
          if (i > 0) text += ':';
          Write(*e.operands[i], kLogicalExpression);
        }
        break;
      case ExpressionKind::kArray:
        text += '{';
        Write(e.operands);
        Write(e.iterators);
        text += '}';
        break;
      case ExpressionKind::kMatrix:
        text += '[';
        for (size_t i = 0; i < e.rows.size(); ++i) {
          if (i > 0) text += "; ";
          Write(e.rows[i]);
        }
        text += ']';
        break;
      case ExpressionKind::kTuple:
        text += '(';
        Write(e.operands);
        text += ')';
        break;
      case ExpressionKind::kSubscripted:
        WriteBase(e);
        Write(e.subscripts);
        break;
      case ExpressionKind::kMember:
        WriteBase(e);
        text += '.';
        text += e.member.text;
        break;
      case ExpressionKind::kEnd:
        text += "end";
        break;
    }
  }

  void WriteIf(const Expression& e) {
    for (size_t i = 0; i + 1 < e.operands.size(); i += 2) {
      text += i == 0 ? "if " : " elseif ";
      Write(*e.operands[i], kAnyExpression);
      text += " then ";
      Write(*e.operands[i + 1], kAnyExpression);
    }
    text += " else ";
    Write(*e.operands.back(), kAnyExpression);
  }

  // A tuple brings its parentheses with it.
  void WriteBase(const Expression& e) {
    const bool is_tuple = e.operands[0]->kind == ExpressionKind::kTuple;
    if (!is_tuple) text += '(';
    WriteBare(*e.operands[0]);
    if (!is_tuple) text += ')';
  }

  void Write(const std::vector<ExpressionPtr>& expressions) {
    for (size_t i = 0; i < expressions.size(); ++i) {
      if (i > 0) text += ", ";
      if (expressions[i]) Write(*expressions[i], kAnyExpression);
    }
  }

  void Write(const std::vector<Argument>& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (i > 0) text += ", ";
      if (arguments[i].name) text += arguments[i].name->text + " = ";
      Write(*arguments[i].value, kAnyExpression);
    }
  }

  void Write(const std::vector<Subscript>& subscripts) {
    if (subscripts.empty()) return;
    text += '[';
    for (size_t i = 0; i < subscripts.size(); ++i) {
      if (i > 0) text += ", ";
      if (subscripts[i].expression) {
        Write(*subscripts[i].expression, kAnyExpression);
      } else {
        text += ':';
      }
    }
    text += ']';
  }

  void Write(const std::vector<ForIndex>& iterators) {
    for (size_t i = 0; i < iterators.size(); ++i) {
      text += i == 0 ? " for " : ", ";
      text += iterators[i].name.text;
      if (!iterators[i].range) continue;
      text += " in ";
      Write(*iterators[i].range, kAnyExpression);
    }
  }
};

}  // namespace

std::string ToString(const Expression& expression) {
  Writer writer;
  writer.Write(expression, kAnyExpression);
  return std::move(writer.text);
}

std::string ToString(const ComponentReference& reference) {
  Writer writer;
  writer.Write(reference);
  return std::move(writer.text);
}

std::string ToString(const Name& name) {
  std::string text;
  for (size_t i = 0; i < name.parts.size(); ++i) {
    if (i > 0 || name.global) text += '.';
    text += name.parts[i].text;
  }
  return text;
}

}  // namespace stiction::ast
