// SPDX-License-Identifier: BSD-3-Clause
// Values of parameters that are known at compile time.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction::ir {

/// Each parameter is evaluated once, when it is asked for; one that depends on itself has no value. Open values that
/// are read are noted.
class ParameterValues {
 public:
  /// @param dae,kinds outlive this
  ParameterValues(const Dae& dae, const VariableKinds& kinds);

  /// @returns nothing for what is no parameter, has fixed = false, or is computed at run time only
  std::optional<double> Of(VariableId v);
  /// True if the value is 0. Nothing else of it is noted: the translation holds for all values that are, or are not.
  bool IsZero(VariableId v);
  /// True if an open value was read since it was last asked.
  bool HasReadOpen() { return std::exchange(has_read_open_, false); }
  /// The value of an expression of parameters.
  std::optional<double> Evaluate(ExprId e);

 private:
  enum class State : char { kOpen, kBusy, kDone };
  OpenValue* OpenOf(VariableId v) const;

  const Dae& dae_;
  const VariableKinds& kinds_;
  std::vector<State> state_;
  std::vector<std::optional<double>> values_;
  symbolic::CallResults calls_;
  bool has_read_open_ = false;
};

}  // namespace stiction::ir
