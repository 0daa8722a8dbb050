// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// What an extends-clause leaves out of its base class, `break name` and `break connect(a, b)` (MLS 7.4).
class Deselections {
 public:
  Deselections(Reports& reports, Names& names, Classes& classes)
      : reports_(reports), names_(names), classes_(classes) {}

  /// Checks that the components that are left out may be, and are not modified as well.
  /// @param own the modifiers of the extends-clause
  void Check(const Modifiers& own, Scope& base);
  /// Notes the connects without which a base class is extended.
  void LeaveOutConnects(const ast::Extends& extends, Scope& base);

 private:
  Reports& reports_;
  Names& names_;
  Classes& classes_;
};

}  // namespace stiction
