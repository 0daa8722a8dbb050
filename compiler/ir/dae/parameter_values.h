// SPDX-License-Identifier: BSD-3-Clause
// Values of parameters that are known at compile time.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction::ir {

/// Each parameter is evaluated once, when it is asked for; one that depends on itself has no value.
class ParameterValues {
 public:
  /// @param dae,kinds outlive this
  ParameterValues(const Dae& dae, const VariableKinds& kinds);

  /// @returns nothing for what is no parameter, has fixed = false, or is computed at run time only
  std::optional<double> Of(VariableId v);
  /// The value of an expression of parameters.
  std::optional<double> Evaluate(ExprId e);

 private:
  enum class State : char { kOpen, kBusy, kDone };
  const Dae& dae_;
  const VariableKinds& kinds_;
  std::vector<State> state_;
  std::vector<std::optional<double>> values_;
  symbolic::CallResults calls_;
};

}  // namespace stiction::ir
