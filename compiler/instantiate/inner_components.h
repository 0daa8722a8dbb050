// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Finds the inner components for which outer ones stand. Where there is none, a default one is added to the model
/// (MLS 5.4).
class InnerComponents {
 public:
  InnerComponents(Instantiation& data, Reports& reports, Classes& classes)
      : data_(data), reports_(reports), classes_(classes) {}

  /// The innermost one of this name in an instance and those around it.
  std::optional<ir::InstanceId> Find(ir::InstanceId from, const std::string& name);
  /// The component for which an outer component stands.
  std::optional<ir::InstanceId> Of(ir::InstanceId parent, const ComponentElement& element);

 private:
  /// The one component of the model for all that look for an inner component of this name and class in vain.
  ir::InstanceId Default(const ComponentElement& element, const ResolvedType& type);

  Instantiation& data_;
  Reports& reports_;
  Classes& classes_;
  std::map<std::tuple<std::string, const ast::Class*, const Scope*, ir::ScalarType, ir::EnumerationId>, ir::InstanceId>
      defaults_;
};

}  // namespace stiction
