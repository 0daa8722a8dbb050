// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/default_start.h"

namespace stiction::ir {

ExprId DefaultStart(ExprPool& pool, ScalarType type, EnumerationId enumeration) {
  switch (type) {
    case ScalarType::kReal:
      return pool.Real(0);
    case ScalarType::kInteger:
      return pool.Integer(0);
    case ScalarType::kBoolean:
      return pool.Boolean(false);
    case ScalarType::kString:
      return pool.String("");
    case ScalarType::kEnumeration:
      return pool.EnumerationLiteral(enumeration, 1);
    case ScalarType::kClock:
      break;
  }
  return {};
}

}  // namespace stiction::ir
