// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/ast/production.h"

namespace stiction::ast {

std::pair<Production, Production> OperandsOf(Production production) {
  using enum Production;
  switch (production) {
    case kFactor:
      return {kPrimary, kPrimary};
    case kTerm:
      return {kTerm, kFactor};
    case kSign:
      return {kTerm, kTerm};
    case kArithmetic:
      return {kArithmetic, kTerm};
    case kRelation:
      return {kArithmetic, kArithmetic};
    case kLogicalFactor:
      return {kRelation, kRelation};
    case kLogicalTerm:
      return {kLogicalTerm, kLogicalFactor};
    default:
      return {kLogicalExpression, kLogicalTerm};
  }
}

}  // namespace stiction::ast
