// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/simplify.h"

#include "compiler/simplify/alias_classes.h"
#include "compiler/simplify/fold_parameters.h"
#include "compiler/simplify/homotopy.h"
#include "compiler/simplify/merge.h"
#include "compiler/simplify/parameter_cycles.h"
#include "compiler/simplify/replace.h"
#include "compiler/simplify/unused_arguments.h"

namespace stiction {

ir::Dae Simplify(ir::Dae dae, Diagnostics&) {
  BreakParameterCycles(dae);
  FoldParameters(dae);
  DropUnusedArguments(dae);
  AliasClasses classes(dae);
  std::vector<ir::DaeEquation> kept;
  kept.reserve(dae.equations.size());
  for (const ir::DaeEquation& equation : dae.equations) {
    const std::optional<AliasPair> pair = ReadAlias(dae, equation);
    if (!pair || !classes.Join(*pair)) kept.push_back(equation);
  }
  dae.equations = std::move(kept);
  for (const auto& members : classes.All()) MergeClass(dae, members);
  KeepHomotopyInEquations(dae);
  ReplaceAliases(dae);
  SplitHomotopy(dae);
  return dae;
}

}  // namespace stiction
