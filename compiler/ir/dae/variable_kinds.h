// SPDX-License-Identifier: BSD-3-Clause
// Classification of the variables of a model: parameters, continuous unknowns, discrete variables.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/dae/dae.h"

namespace stiction::ir {

/// The kind of a variable for matching and sorting.
enum class VariableKind : uint8_t {
  kAlias,       // eliminated
  kParameter,   // a parameter, a constant, or a top-level input, which keeps its start value
  kContinuous,  // x, xdot or y: a Real that equations determine at all times
  kDiscrete     // z or m: determined by an assignment
};

VariableKind KindOf(const DaeVariable& variable);

/// The kinds of a model's variables, side by side: they are asked for at each occurrence.
class VariableKinds {
 public:
  /// @param dae outlives this; it may get more variables at its end and lose them again, all others keep their kind,
  ///   and so does each derivative added
  explicit VariableKinds(const Dae& dae);

  VariableKind operator[](VariableId v) const {
    return v.index() < kinds_.size() ? kinds_[v.index()] : KindOf(dae_->variables.at(v.index()));
  }
  bool IsParameter(VariableId v) const { return (*this)[v] == VariableKind::kParameter; }
  bool IsContinuous(VariableId v) const { return (*this)[v] == VariableKind::kContinuous; }
  bool IsDiscrete(VariableId v) const { return (*this)[v] == VariableKind::kDiscrete; }

 private:
  const Dae* dae_;
  std::vector<VariableKind> kinds_;  // by variable, of those that the model had at first
};

}  // namespace stiction::ir
