// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// One evaluated subscript of the end of a connect.
struct IndexSet {
  bool is_whole = false;        // `:`
  bool keeps_dimension = true;  // a vector, not one number
  std::vector<int64_t> values;  // from 1; empty of `:`
};

/// A part of the end of a connect: a name with its subscripts.
struct ConnectStep {
  const ast::Identifier* name = nullptr;
  std::vector<IndexSet> subscripts;
};

/// An end of a connect, `bus.speed[2]`.
struct ConnectEnd {
  ir::InstanceId holder;  // the instance in which the first name is looked up
  std::vector<ConnectStep> steps;
  const ast::ComponentReference* written = nullptr;
};

/// A connect with an expandable connector in one of its ends, for one value of each iterator around it.
struct ExpandableConnect {
  ir::InstanceId scope;  // in whose class it stands
  ConnectEnd from, to;
  Span span;
  bool is_done = false;  // nothing more follows from it
};

/// Finds the connects that name expandable connectors, before any equation is bound: what they name need not be
/// declared (MLS 9.1.3).
class ExpandableConnects {
 public:
  ExpandableConnects(Instantiation& data, Reports& reports, Names& names, Bindings& bindings, Expressions& expressions,
                     References& references, Iterators& iterators)
      : data_(data),
        reports_(reports),
        names_(names),
        bindings_(bindings),
        expressions_(expressions),
        references_(references),
        iterators_(iterators) {}

  /// All of the model, in order of the instances and of writing, loops unrolled, of if-equations the branch that holds.
  /// @pre all instances are expanded
  std::vector<ExpandableConnect> Collect();

 private:
  /// One class body of one instance.
  struct Body {
    ir::InstanceId instance;
    Context context;
    IteratorValues values;
  };
  bool NamesExpandable(const ast::ComponentReference& reference, const Body& body);
  bool HasConnects(const ast::Equation& equation, const Body& body);
  bool HasConnects(const std::vector<ast::EquationPtr>& equations, const Body& body);
  void Walk(const std::vector<ast::EquationPtr>& equations, Body& body);
  void WalkIf(const ast::Equation& equation, Body& body);
  void WalkFor(const ast::Equation& equation, size_t index, const std::vector<ir::BoundIterator>& iterators,
               Body& body);
  void Add(const ast::Equation& equation, Body& body);
  std::optional<ConnectEnd> EndOf(const ast::ComponentReference& reference, Body& body);
  bool IsDeclared(const ast::ComponentReference& reference, size_t part, const Body& body);
  std::optional<IndexSet> IndexOf(const ast::ComponentReference& reference, size_t part, size_t position, Body& body);
  bool ContainsExpandable(ir::InstanceId connector);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Bindings& bindings_;
  Expressions& expressions_;
  References& references_;
  Iterators& iterators_;
  std::vector<ExpandableConnect> found_;
};

}  // namespace stiction
