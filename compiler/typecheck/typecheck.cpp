// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/typecheck/typecheck.h"

#include "compiler/typecheck/algorithm_targets.h"
#include "compiler/typecheck/checker.h"
#include "compiler/typecheck/interfaces.h"

namespace stiction {

void Typecheck(ir::InstanceTree& tree, Diagnostics& diagnostics) {
  typecheck::Checker checker(tree, diagnostics);
  // Sums and products of operator records add functions.
  for (size_t i = 0; i < tree.functions.size(); ++i) {
    if (!tree.functions[i].is_generic) checker.CheckFunction(tree.functions[i]);
  }
  for (ir::Instance& instance : tree.instances) {
    if (!instance.original) checker.CheckInstance(instance);
  }
  typecheck::CheckInterfaces(tree, diagnostics);
  typecheck::CheckAlgorithmTargets(tree, diagnostics);
}

}  // namespace stiction
