// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/context.h"

#include "compiler/ir/flat/print.h"

namespace stiction {

std::string LowerContext::Text(ir::ExprId e) const {
  ir::ExprNames names = ir::NamesOf(flat);
  names.variable = [this](ir::VariableId v, std::string& to) { to += dae.variables.at(v.index()).name; };
  names.length_limit = 200;
  return ir::ToString(*dae.pool, e, names);
}

bool IsVariable(const ir::ExprPool& pool, ir::ExprId e) { return pool[e].op == ir::Op::kVariable; }

}  // namespace stiction
