// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// External objects: classes that extend ExternalObject, with a constructor and a destructor (MLS 12.9.7).
class ExternalObjects {
 public:
  ExternalObjects(Instantiation& data, Reports& reports, Classes& classes, Functions& functions)
      : data_(data), reports_(reports), classes_(classes), functions_(functions) {}

  /// The function `constructor` or `destructor` of the class of an external object.
  /// @returns nothing after reporting that it is none
  std::optional<ir::FunctionInstanceId> FunctionOf(const ResolvedType& type, const std::string& name, Span use);
  /// Reports the external objects of the model that are not constructed.
  void Require();
  void ReportNotConstructed(const std::string& object, Span span, const std::string& of_class);

 private:
  Instantiation& data_;
  Reports& reports_;
  Classes& classes_;
  Functions& functions_;
};

}  // namespace stiction
