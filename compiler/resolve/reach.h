// SPDX-License-Identifier: BSD-3-Clause
// Classes that a model can reach: every name that a reached class mentions is followed, loading files on the way. An
// over-approximation: modifications are not applied.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiler/resolve/class_lookup.h"

namespace stiction {

/// Visits names, components and classes; one method for each construct that names a class, hence their number.
class Reach : public ClassLookup {
 public:
  Reach(Loader& loader, const ir::ClassTree& tree) : ClassLookup(loader, tree) {}

  /// Loads all that `model` can reach.
  void From(ir::ClassId model);

  /// The classes that were reached, those around them, and their base classes.
  std::vector<ir::ClassId> Touched() const { return {touched_.begin(), touched_.end()}; }

 private:
  void Add(ir::ClassId id);
  void AddAll(ir::ClassId package);
  void Touch(ir::ClassId id) override;
  void AddComponents(ir::ClassId id) override;
  void Use(ir::ClassId scope, const Parts& parts, bool global);
  ir::ClassId UseName(ir::ClassId scope, const ast::Name& name);

  void Visit(ir::ClassId id);
  void VisitComponent(ir::ClassId scope, const ast::Component& component);
  void VisitClass(ir::ClassId scope, const ast::Class& definition);
  void VisitExpression(ir::ClassId scope, const ast::Expression* e);
  void VisitReference(ir::ClassId scope, const ast::ComponentReference& reference);
  void VisitSubscripts(ir::ClassId scope, const std::vector<ast::Subscript>& subscripts);
  void VisitModification(ir::ClassId scope, const ast::Modification* modification);
  void VisitArguments(ir::ClassId scope, const std::vector<ast::ModificationArgument>& arguments);
  void VisitIndices(ir::ClassId scope, const std::vector<ast::ForIndex>& indices);
  void VisitEquation(ir::ClassId scope, const ast::Equation& equation);
  void VisitStatement(ir::ClassId scope, const ast::Statement& statement);

  std::set<ir::ClassId> reached_, all_reached_, touched_, components_;
  std::vector<ir::ClassId> queue_;
};

}  // namespace stiction
