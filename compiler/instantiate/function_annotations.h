// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Reads the annotations of functions: inlining, derivatives (MLS 12.7.1), inverses (MLS 12.7.3).
class FunctionAnnotations {
 public:
  FunctionAnnotations(Instantiation& data, Reports& reports, Names& names, Functions& functions)
      : data_(data), reports_(reports), names_(names), functions_(functions) {}

  /// Those of one class body of a function, with whose variables they are compared.
  /// @param scope of the class body
  void Read(const ast::Class& definition, Scope* scope, ir::FunctionInstanceId function);

 private:
  /// Checks an annotation `inverse(input = g(...))`.
  void CheckInverse(const ast::ModificationArgument& annotation, Scope* scope, ir::FunctionInstanceId id);
  void CheckInverseCall(const ast::Expression& call, Scope* scope, const ir::FunctionInstance& function);
  void ReadDerivative(const ast::ModificationArgument& annotation, Scope* scope, ir::FunctionInstanceId function);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Functions& functions_;
};

}  // namespace stiction
