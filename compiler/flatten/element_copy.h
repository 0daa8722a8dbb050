// SPDX-License-Identifier: BSD-3-Clause
// The flat equations of an element that is like another one, made from those of the other.
#pragma once

#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/support/id_map.h"

namespace stiction::flatten {

/// Copier of a flattened element of a component array to elements that are like it: appends the same equations and
/// attributes, with its variables replaced by theirs, which are declared in the same order. Everything but connects,
/// which are no equations yet.
class ElementCopy {
 public:
  /// @param element is flattened next
  ElementCopy(ExpansionContext& context, ir::InstanceId element);

  /// After it is flattened. @returns false if something of it is more than a matter of names: it mentions other
  /// elements, counts connects, makes an object, ...
  bool Finish();
  /// Appends what belongs to another element. @pre Finish() gave true; the element is like the one flattened
  void AppendTo(ir::InstanceId element);

 private:
  bool IsOwn(ir::VariableId v) const { return v.index() >= first_ && v.index() < end_; }
  void CollectNodes();
  void MakeNodes(int32_t shift);
  /// For the other element.
  ir::ExprId Of(ir::ExprId e) const;
  ir::FlatEquation Of(const ir::FlatEquation& equation) const;

  ExpansionContext& context_;
  size_t first_ = 0, end_ = 0;  // the element's variables
  size_t first_equation_, end_equation_ = 0;
  size_t first_initial_, end_initial_ = 0;
  size_t objects_;
  int64_t effect_places_;
  std::vector<ir::ExprId> nodes_;  // of the element's expressions, those that mention its variables; ascending
  IdMap<ir::ExprId, size_t> index_of_node_;
  std::vector<ir::ExprId> made_;  // by node: for the other element
};

}  // namespace stiction::flatten
