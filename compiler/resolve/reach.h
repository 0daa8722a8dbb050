// SPDX-License-Identifier: BSD-3-Clause
// Classes that a model can reach: every name that a reached class mentions is followed, loading files on the way. An
// over-approximation: modifications are not applied.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "compiler/resolve/loader.h"

namespace stiction {

/// The identifiers of a full name; quoted ones may hold dots (MLS 2.3.1).
std::vector<std::string> PartsOfName(const std::string& name);

/// Visits names, components and classes; one method for each construct that names a class, hence their number.
class Reach {
 public:
  Reach(Loader& loader, const ir::ClassTree& tree) : loader_(loader), tree_(tree) {}

  /// Loads all that `model` can reach.
  void From(ir::ClassId model);

  /// The classes that were reached, those around them, and their base classes.
  std::vector<ir::ClassId> Touched() const { return {touched_.begin(), touched_.end()}; }

  /// A class by its full name. Invalid if there is none.
  ir::ClassId ByFullName(const std::string& name);

 private:
  using Parts = std::vector<std::string>;

  /// The facts about a class that lookup asks again and again: a model of thousands of components names them as often.
  struct Names {
    std::unordered_set<std::string_view> components;
    std::vector<const ast::Import*> imports;
  };

  const ast::Class& Definition(ir::ClassId id) const { return *tree_.classes[id.index()].definition; }
  const Names& NamesOf(ir::ClassId id);
  void Add(ir::ClassId id);
  void AddAll(ir::ClassId package);
  void Touch(ir::ClassId id);
  void AddComponents(ir::ClassId id);
  const std::vector<ir::ClassId>& Bases(ir::ClassId id);
  ir::ClassId Member(ir::ClassId id, const std::string& name, int depth = 0);
  ir::ClassId OwnerOfComponent(ir::ClassId id, const std::string& name, int depth = 0);
  ir::ClassId Imported(ir::ClassId id, const std::string& name);
  ir::ClassId Path(const ast::Name& name, size_t count);
  /// The class that a name means in a scope; reaches what lies on the way.
  ir::ClassId Find(ir::ClassId scope, const Parts& parts, bool global);
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

  Loader& loader_;
  const ir::ClassTree& tree_;
  std::set<ir::ClassId> reached_, all_reached_, touched_, components_;
  std::vector<ir::ClassId> queue_;
  std::map<ir::ClassId, std::vector<ir::ClassId>> bases_;
  std::map<ir::ClassId, Names> names_;
  std::set<ir::ClassId> bases_running_;
};

}  // namespace stiction
