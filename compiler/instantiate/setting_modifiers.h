// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "compiler/instantiate/instantiate.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Settings from outside the text, `--set chain.n=3`, as outermost modifications, of single elements of arrays too:
/// read before the tree is built, bound as what is set takes them, and checked when the tree stands.
class SettingModifiers {
 public:
  SettingModifiers(Instantiation& data, Reports& reports, Names& names, Bindings& bindings)
      : data_(data), reports_(reports), names_(names), bindings_(bindings) {}

  Modifiers Read(const Settings& settings, Scope* scope);
  ir::BoundPtr Bind(const Modifier& setting, ir::InstanceId id);
  /// A value with the elements that settings replace.
  /// @param whole null: nothing is given for the others
  /// @param attribute empty: the value of the instance itself
  ir::BoundPtr WithElements(ir::BoundPtr whole, const Modifiers& modifiers, ir::InstanceId id,
                            std::string_view attribute);
  /// The value of a setting, or of an open one a parameter that holds it.
  ir::BoundPtr Opened(ir::BoundPtr value, const Modifier& setting, ir::InstanceId id);
  /// Checks that each leads to something that can be set. @param settings as they were read
  void Check(const Modifiers& settings);

 private:
  bool ReadTarget(const Setting& setting, std::vector<ModifierStep>& path);
  void CheckPath(const Modifier& setting);
  void CheckSettable(const Modifier& setting, ir::InstanceId id);
  /// Checks that the value has the size of what is set, where no array of components comes in between.
  void CheckSize(const Modifier& setting, ir::InstanceId id);
  /// Checks the values of arrays of which the declaration says that the Integer that was set gives their size.
  void CheckSizes(const Modifier& setting, ir::InstanceId size);
  void ReportUnknown(const Modifier& setting, ir::InstanceId holder, const ModifierStep& step);
  void ReportNoValue(const Modifier& setting, ir::InstanceId id);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Bindings& bindings_;
  /// By setting: its place among the open ones, -1 of others; and by that place the parameters that hold them.
  std::vector<int32_t> open_;
  std::vector<ir::InstanceId> parameters_;
};

}  // namespace stiction
