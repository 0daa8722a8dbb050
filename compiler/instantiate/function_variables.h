// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Fills in the variables of functions and the members of record constructors: types, dimensions and values
/// (MLS 12.2, 12.4.4). All functions return false after a report.
class FunctionVariables {
 public:
  FunctionVariables(Instantiation& data, Reports& reports, Classes& classes, Groups& groups, Bindings& bindings,
                    Expressions& expressions, ExternalObjects& objects)
      : data_(data),
        reports_(reports),
        classes_(classes),
        groups_(groups),
        bindings_(bindings),
        expressions_(expressions),
        objects_(objects) {}

  /// @param number by which references name the variable
  /// @param is_inside_of_value true of a member of a record that has a value as a whole
  bool Fill(const ComponentElement& element, ir::FunctionVariable& variable, int32_t number,
            bool is_inside_of_value = false);

 private:
  bool FillType(const ComponentElement& element, const ResolvedType& type, ir::FunctionVariable& variable,
                int32_t number, bool has_value);
  bool FillDims(const ComponentElement& element, const ResolvedType& type, ir::FunctionVariable& variable);
  /// The members of the record type of a variable, and the values that its declaration gives to them. Where the
  /// variable has no value as a whole, these values give the sizes of members.
  bool FillRecord(const ResolvedType& type, ir::FunctionVariable& variable, int32_t number, bool has_value);
  /// @param values of the other members of the record, by number
  void FillOpenSizes(const std::map<int32_t, ir::BoundPtr>& values, ir::FunctionVariable& member);

  Instantiation& data_;
  Reports& reports_;
  Classes& classes_;
  Groups& groups_;
  Bindings& bindings_;
  Expressions& expressions_;
  ExternalObjects& objects_;
  int32_t next_member_ = 1 << 20;     // locals that stand for a record's members while it is filled in
  std::vector<ir::ClassId> filling_;  // records around one another
};

}  // namespace stiction
