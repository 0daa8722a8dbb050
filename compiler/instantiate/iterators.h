// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Binds the iterators of loops and comprehensions. Ranges that are not written follow from the arrays that an iterator
/// subscripts (MLS 11.2.2.3).
class Iterators {
 public:
  Iterators(Instantiation& data, Reports& reports, Names& names, Classes& classes, Groups& groups,
            Components& components, Expressions& expressions, References& references)
      : data_(data),
        reports_(reports),
        names_(names),
        classes_(classes),
        groups_(groups),
        components_(components),
        expressions_(expressions),
        references_(references) {}

  /// Adds the iterators to the context.
  /// @param used references in the body, from which ranges follow that are not written
  /// @returns false after a report
  bool Bind(const std::vector<ast::ForIndex>& indices, std::vector<ir::BoundIterator>& to, Context& context,
            const UsedReferences& used);

 private:
  ir::BoundPtr ImplicitRange(const ast::Identifier& name, const UsedReferences& used, Context& context);
  /// The values over which the dimension of an array goes whose size is a type; null of other sizes (MLS 11.2.2.1).
  ir::BoundPtr ValuesOfDimension(const ast::ComponentReference& reference, size_t part, size_t dimension,
                                 const Context& context);
  /// True of an element of an expandable connector, the size of which is no range (MLS 11.2.2.1).
  bool IsInExpandable(const ast::ComponentReference& reference, size_t part, const Context& context);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  Groups& groups_;
  Components& components_;
  Expressions& expressions_;
  References& references_;
  int32_t next_ = 0;  // the number of the next one
};

}  // namespace stiction
