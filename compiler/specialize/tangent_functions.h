// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of functions through their algorithms, for `function f = der(g, x)` (MLS 12.7.2).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/flat/flat_model.h"

namespace stiction::flatten {

/// Writes functions that follow another one statement by statement, and compute beside each Real value its derivative
/// along a direction of the inputs.
class TangentFunctions {
 public:
  explicit TangentFunctions(ir::FlatModel& flat) : flat_(flat) {}

  /// The function of the same inputs whose outputs are the derivatives of those of `of` by one of the scalar inputs.
  /// @param use where it is wanted
  /// @throws ExpansionError if it has none
  ir::Function Partial(ir::FunctionId of, int32_t input, Span use);

  /// The derivative of `of` along the direction of the inputs marked: it takes their derivatives after all inputs. It
  /// has an output for each of `of`, Real.
  /// @throws ExpansionError if it has none
  ir::FunctionId Tangent(ir::FunctionId of, const std::vector<bool>& active, Span use);

  /// The inputs marked, and with an element of an array all of it.
  static std::vector<bool> WithWholeArrays(const ir::Function& function, std::vector<bool> marked);

  /// Forgets the functions from `first` on, which the model no longer has.
  void Forget(ir::FunctionId first);

 private:
  ir::FlatModel& flat_;
  std::map<std::pair<ir::FunctionId, std::vector<bool>>, ir::FunctionId> known_;
};

/// The first slot of each array, or of what is none, by slot; its elements follow.
std::vector<int32_t> FirstSlots(const ir::Function& function);

}  // namespace stiction::flatten
