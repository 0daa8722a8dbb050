// SPDX-License-Identifier: BSD-3-Clause
// The flat model of an instance tree, and its equations as text.
#pragma once

#include <gtest/gtest.h>

#include "compiler/flatten/flatten.h"
#include "compiler/ir/flat/print.h"
#include "compiler/typecheck/typecheck.h"

namespace stiction::test {

inline std::vector<std::string> EquationsOf(const ir::FlatModel& flat) {
  const ir::ExprNames names = ir::NamesOf(flat);
  std::vector<std::string> out;
  for (const ir::FlatEquation& e : flat.equations) {
    if (e.kind != ir::FlatEquation::Kind::kEquality) continue;
    out.push_back(ir::ToString(*flat.pool, e.left, names) + " = " + ir::ToString(*flat.pool, e.right, names));
  }
  return out;
}

/// Expects no diagnostics.
inline ir::FlatModel FlattenChecked(ir::InstanceTree& tree) {
  Diagnostics diagnostics;
  Typecheck(tree, diagnostics);
  ir::FlatModel flat = Flatten(tree, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.message;
  return flat;
}

}  // namespace stiction::test
