// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// What declarations with `outer` and `inner` ask of each other (MLS 5.4): an outer one takes no modifiers, and the
/// inner one is a subtype of it. They are noted where they are found and compared when the tree stands.
class OuterDeclarations {
 public:
  OuterDeclarations(Instantiation& data, Reports& reports, Classes& classes, Groups& groups,
                    Redeclarations& redeclarations, InnerComponents& inners, Bindings& bindings,
                    Expressions& expressions)
      : data_(data),
        reports_(reports),
        classes_(classes),
        groups_(groups),
        redeclarations_(redeclarations),
        inners_(inners),
        bindings_(bindings),
        expressions_(expressions) {}

  void Note(const ComponentElement& outer, ir::InstanceId inner);
  /// The component for which an outer one in a package stands that an instance holds.
  /// @returns nothing after reporting that there is none
  std::optional<ir::InstanceId> InnerOfPackage(const Group& package, const ComponentElement& outer);
  /// Checks that the declared type of an outer component has an element that is asked for through it.
  /// @returns false after reporting that it has not
  bool HasElement(const ComponentElement& outer, const ast::Identifier& name);
  void Check();

 private:
  struct Noted {
    const ComponentElement* outer;
    ir::InstanceId inner;
  };

  void CheckSizes(const Noted& noted, const ResolvedType& type);
  /// Reports components that are inner or outer and have inputs in their connectors (MLS 4.7).
  void CheckInputConnectors();

  Instantiation& data_;
  Reports& reports_;
  Classes& classes_;
  Groups& groups_;
  Redeclarations& redeclarations_;
  InnerComponents& inners_;
  Bindings& bindings_;
  Expressions& expressions_;
  std::set<std::pair<const ast::Component*, const ast::Component*>> known_;  // (outer, inner)
  std::vector<Noted> noted_;
  std::map<const ComponentElement*, Group*> groups_of_types_;  // of the declared types; null: of a scalar
};

}  // namespace stiction
