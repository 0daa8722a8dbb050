// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Finds the dimensions of components: as they are written, and of open ones, `:`, by the value that is given to the
/// component (MLS 10.1).
class ComponentDimensions {
 public:
  ComponentDimensions(Instantiation& data, Reports& reports, ModifierReader& modifiers, Bindings& bindings,
                      Expressions& expressions)
      : data_(data), reports_(reports), modifiers_(modifiers), bindings_(bindings), expressions_(expressions) {}

  /// Those of a component of this type, empty of a scalar.
  /// @returns nothing after reporting that they are not known, or that the array would be too large
  std::optional<std::vector<int64_t>> Of(ir::InstanceId id, const ResolvedType& type);

 private:
  std::optional<std::vector<int64_t>> Find(ir::InstanceId id, const ResolvedType& type,
                                           const std::vector<ResolvedType::Dimension>& written);
  /// Those of the value that is given to a component with an open size. @param count the least number of them
  std::optional<std::vector<int64_t>> OfValue(ir::InstanceId id, const ResolvedType& type, size_t count, Span open);
  std::optional<int64_t> SizeOf(ir::InstanceId id, size_t d, const ResolvedType::Dimension& dimension);
  void NoteIndexType(ir::InstanceId id, size_t d, const ir::BoundExpression& values);
  /// True of a variable in an expandable connector: the size `:` is what connects make of it (MLS 9.1.3).
  bool MayBeSizeless(ir::InstanceId id);

  Instantiation& data_;
  Reports& reports_;
  ModifierReader& modifiers_;
  Bindings& bindings_;
  Expressions& expressions_;
};

}  // namespace stiction
