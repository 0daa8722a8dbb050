// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/typecheck/typecheck.h"

#include "compiler/typecheck/checker.h"

namespace stiction {

void Typecheck(ir::InstanceTree& tree, Diagnostics& diagnostics) {
  typecheck::Checker checker(tree, diagnostics);
  for (ir::FunctionInstance& function : tree.functions) {
    if (!function.is_generic) checker.CheckFunction(function);
  }
  for (ir::Instance& instance : tree.instances) {
    if (!instance.original) checker.CheckInstance(instance);
  }
}

}  // namespace stiction
