// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

enum class Likeness : uint8_t {
  kSame,
  kOtherAttributes,  // scalars of one type and value of which one has attributes that the other does not give
  kDifferent
};

/// How much two declarations of one name, inherited on two ways, are the same after the lookup of what they name: type,
/// prefixes, dimensions and modifications; comments and annotations do not count (MLS 5.6.1.4, 7.1).
Likeness CompareDeclarations(Names& names, Classes& classes, const ComponentElement& a, const ComponentElement& b);

/// True of two class definitions that are the same text but for descriptions, annotations and strings.
bool HaveSameContents(const ast::Class& a, const ast::Class& b);

}  // namespace stiction
