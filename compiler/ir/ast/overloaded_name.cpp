// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/ast/overloaded_name.h"

namespace stiction::ast {

const char* OverloadedName(UnaryOperator op) {
  switch (op) {
    case UnaryOperator::kPlus:
    case UnaryOperator::kElementPlus:
      return "'+'";
    case UnaryOperator::kMinus:
    case UnaryOperator::kElementMinus:
      return "'-'";
    case UnaryOperator::kNot:
      return "'not'";
  }
  return "";
}

const char* OverloadedName(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kAdd:
    case BinaryOperator::kElementAdd:
      return "'+'";
    case BinaryOperator::kSubtract:
    case BinaryOperator::kElementSubtract:
      return "'-'";
    case BinaryOperator::kMultiply:
    case BinaryOperator::kElementMultiply:
      return "'*'";
    case BinaryOperator::kDivide:
    case BinaryOperator::kElementDivide:
      return "'/'";
    case BinaryOperator::kPower:
    case BinaryOperator::kElementPower:
      return "'^'";
    case BinaryOperator::kLess:
      return "'<'";
    case BinaryOperator::kLessEqual:
      return "'<='";
    case BinaryOperator::kGreater:
      return "'>'";
    case BinaryOperator::kGreaterEqual:
      return "'>='";
    case BinaryOperator::kEqual:
      return "'=='";
    case BinaryOperator::kNotEqual:
      return "'<>'";
    case BinaryOperator::kAnd:
      return "'and'";
    case BinaryOperator::kOr:
      return "'or'";
  }
  return "";
}

}  // namespace stiction::ast
