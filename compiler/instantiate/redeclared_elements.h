// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Puts what redeclares an element by a modifier in its place, with the modifiers that hold for both (MLS 7.3).
class RedeclaredElements {
 public:
  RedeclaredElements(ModifierReader& modifiers, Classes& classes, Redeclarations& redeclarations,
                     RedeclarationRules& rules)
      : modifiers_(modifiers), classes_(classes), redeclarations_(redeclarations), rules_(rules) {}

  /// @pre `modifiers` redeclare the class
  void Replace(ClassElement& entry, const Modifiers& modifiers);
  /// @param own the modifiers of the declaration; after it those of the redeclaration
  /// @param part the class body with the declaration
  /// @pre `modifiers` redeclare the component
  void Replace(ComponentElement& entry, Modifiers& own, const Modifiers& modifiers, Scope& part);

 private:
  template <class Element>
  void Note(const Element& original, const Element& replacement, const Modifiers& modifiers);
  /// True of the redeclaration of a component with its own type that gives its dimensions (MLS 7.3.3).
  bool OnlyGivesDimensions(const ComponentElement& original, const Modifier& redeclaration);

  ModifierReader& modifiers_;
  Classes& classes_;
  Redeclarations& redeclarations_;
  RedeclarationRules& rules_;
};

}  // namespace stiction
