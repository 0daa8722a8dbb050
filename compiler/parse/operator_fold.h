// SPDX-License-Identifier: BSD-3-Clause
// Orders a row of operands and operators (MLS A.2.7: logical-expression down to factor). Private to compiler/parse.
#pragma once

#include <vector>

#include "compiler/ir/ast/ast.h"
#include "compiler/ir/ast/production.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace stiction::parse {

/// Folds rows by the precedence of their operators, without recursion. What the specification does not allow without
/// parentheses (`a * -b`, `a < b < c`) is folded too, and refused with a SyntaxError.
/// A row is opened, given its signs, operands and operators in the order of writing, and closed; another row may be
/// folded meanwhile, for an operand that has rows inside.
class OperatorFold {
 public:
  OperatorFold(const Source& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void Open() { rows_.push_back(operators_.size()); }
  /// @param token a sign or NOT, by the parser's token types
  /// @throws NestedTooDeeply, as Binary and Close
  void Prefix(size_t token, Span span);
  void Operand(ast::ExpressionPtr primary);
  void Binary(size_t token, Span span);
  ast::ExpressionPtr Close();

 private:
  struct Operator {
    size_t token;
    Span span;
    ast::Production production;
    bool is_prefix;
  };
  struct Folded {
    ast::ExpressionPtr expression;
    ast::Production production;
    size_t depth;
  };
  struct Refusal {
    Span operand;
    Span operator_of_operand;
    Span of;
    bool is_sign;
  };

  void Push(const Operator& op);
  void Reduce();
  Folded TakeOperand(ast::Production loosest, const Operator& of);
  void Report(const Refusal& refusal);

  const Source& source_;
  Diagnostics& diagnostics_;
  std::vector<size_t> rows_;  // where the operators of each open row begin
  std::vector<Operator> operators_;
  std::vector<Folded> operands_;
  std::vector<Refusal> refusals_;  // not yet told
};

}  // namespace stiction::parse
