// SPDX-License-Identifier: BSD-3-Clause
// What the values of parameters take out of the equations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/simplify/constant_unknowns.h"

namespace stiction {

/// What is asked of the value of an expression.
struct FoldQuestion {
  enum class Asked : uint8_t { kWhetherKnown, kWhetherZero, kWhetherTrue };
  ir::ExprId e;
  Asked asked = Asked::kWhetherKnown;
  std::optional<bool> answer;  // nothing: it has no value
};

/// Rewrites each continuous equation in which an unknown does not count with the values that parameters have: its
/// factor is a parameter that is 0 (`R*i = v1 - v2` with R = 0), or it stands in a branch that parameters switch off
/// (`v = if quasiStatic then 0 else L*der(i)`). Variables may be as good as parameters
/// (ConstantUnknowns). Index, states and blocks are then those of the model as it is. All other equations stay as they
/// are.
void FoldParameters(ir::Dae& dae);

/// What FoldParameters has asked of open values. For others that give the same answers it does the same.
class FoldQuestions {
 public:
  /// @param dae before it is folded; outlives this
  explicit FoldQuestions(const ir::Dae& dae);

  /// True if the answers are those that they were, with the numbers that open values have now.
  bool HaveSameAnswers();

 private:
  ir::OpenValuesPtr open_;
  ConstantUnknowns constants_;
  std::vector<FoldQuestion> questions_;
};

}  // namespace stiction
