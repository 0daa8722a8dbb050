// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Finds the functions in the operators of operator records, and builds those that the model may use (MLS 14).
class Operators {
 public:
  using FunctionList = std::vector<ir::FunctionInstanceId>;

  Operators(Instantiation& data, Classes& classes, Functions& functions)
      : data_(data), classes_(classes), functions_(functions) {}

  /// The functions of `operator 'constructor'` of an operator record, without those that are reported as wrong.
  /// @returns nothing if it is no operator record, or one that is constructed like other records (MLS 14.3)
  std::optional<FunctionList> ConstructorsOf(ClassElement& element);
  /// The functions of an operator in all operator records that the model uses.
  FunctionList All(std::string_view name);
  /// Fills the tables of all operator records that the model uses with the operators that occur in it.
  void Build();

 private:
  FunctionList Of(ir::ClassId record, std::string_view name);

  Instantiation& data_;
  Classes& classes_;
  Functions& functions_;
};

}  // namespace stiction
