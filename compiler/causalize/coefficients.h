// SPDX-License-Identifier: BSD-3-Clause
// Entries of a Jacobian at compile time: numbers, and how surely they are what they are.
#pragma once

#include <cstdint>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction {

/// The certainty that a coefficient is what it is: kVarying also where the value of a parameter is not known yet.
enum class Sureness : uint8_t { kConstant, kParameter, kVarying };

struct Coefficient {
  double value = 0;
  Sureness sureness = Sureness::kConstant;
};

/// Evaluates coefficients: parameters have the values of this translation, variables take random ones, so that what
/// vanishes does so for all motions.
class Coefficients {
 public:
  /// @param dae,kinds outlive this; @pre the model gets no more variables
  Coefficients(const ir::Dae& dae, const ir::VariableKinds& kinds) : dae_(dae), parameters_(dae, kinds) {}

  /// @param e an expression of the Dae
  Coefficient Of(ir::ExprId e);

 private:
  const ir::Dae& dae_;
  ir::ParameterValues parameters_;
  symbolic::CallResults calls_;
};

}  // namespace stiction
