// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of functions through their algorithms: for `function f = der(g, x)` (MLS 12.7.2), and of derivatives.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"
#include "compiler/support/diagnostics.h"

namespace stiction::symbolic {

/// Why a function has no derivative.
struct NoTangent {
  Diagnostic diagnostic;
};

/// Writes functions that follow another one statement by statement, and compute beside each Real value its derivative
/// along a direction of the inputs.
class TangentFunctions {
 public:
  /// @param functions of the model; gets those that are written
  TangentFunctions(ir::ExprPool& pool, std::vector<ir::Function>& functions) : pool_(pool), functions_(functions) {}

  /// The function of the same inputs whose outputs are the derivatives of those of `of` by one of the scalar inputs.
  /// @param use where it is wanted
  /// @throws NoTangent if it has none
  ir::Function Partial(ir::FunctionId of, int32_t input, Span use);

  /// The derivative of `of` along the direction of the inputs marked: it takes their derivatives after all inputs. It
  /// has an output for each of `of`, Real.
  /// @throws NoTangent if it has none
  ir::FunctionId Tangent(ir::FunctionId of, const std::vector<bool>& active, Span use);

  /// The inputs marked, and with an element of an array all of it.
  static std::vector<bool> WithWholeArrays(const ir::Function& function, std::vector<bool> marked);

  /// Forgets the functions from `first` on, which the model no longer has; takes them out if it still has them.
  void Forget(ir::FunctionId first);

 private:
  ir::ExprPool& pool_;
  std::vector<ir::Function>& functions_;
  std::map<std::pair<ir::FunctionId, std::vector<bool>>, ir::FunctionId> known_;
};

[[noreturn]] void FailTangent(DiagnosticKind kind, Span span, std::string message, std::string hint);

/// The first slot of each array, or of what is none, by slot; its elements follow.
std::vector<int32_t> FirstSlots(const ir::Function& function);

}  // namespace stiction::symbolic
