// SPDX-License-Identifier: BSD-3-Clause
// Names of classes as the text has them (MLS 5.3): members, inherited ones, imports, enclosing classes. Modifications
// are not applied. Files are loaded on the way.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/resolve/loader.h"

namespace stiction {

/// The identifiers of a full name; quoted ones may hold dots (MLS 2.3.1).
std::vector<std::string> PartsOfName(const std::string& name);
std::vector<std::string> PartsOf(const ast::Name& name);

class ClassLookup {
 public:
  using Parts = std::vector<std::string>;

  ClassLookup(Loader& loader, const ir::ClassTree& tree) : loader_(loader), tree_(tree) {}
  virtual ~ClassLookup() = default;
  ClassLookup(const ClassLookup&) = delete;
  ClassLookup& operator=(const ClassLookup&) = delete;

  /// A class by its full name. Invalid if there is none, as all that follow.
  ir::ClassId ByFullName(const std::string& name);
  /// The class that a name means in a scope. Invalid too if it means a component.
  ir::ClassId Find(ir::ClassId scope, const Parts& parts, bool global);
  /// A nested class, inherited or not.
  ir::ClassId Member(ir::ClassId id, const std::string& name, int depth = 0);
  /// The class that declares the component of that name: `id` or a base class of it.
  ir::ClassId OwnerOfComponent(ir::ClassId id, const std::string& name, int depth = 0);
  /// The classes that a class extends, or is a short definition of.
  const std::vector<ir::ClassId>& Bases(ir::ClassId id);
  const ast::Component* ComponentOf(ir::ClassId id, std::string_view name);
  const std::vector<const ast::Import*>& ImportsOf(ir::ClassId id) { return NamesOf(id).imports; }

  const ast::Class& Definition(ir::ClassId id) const { return *tree_.classes[id.index()].definition; }
  ir::ClassId ParentOf(ir::ClassId id) const { return tree_.classes[id.index()].parent; }

 protected:
  /// A class on the way of a name.
  virtual void Touch(ir::ClassId) {}
  /// A class whose component was named.
  virtual void AddComponents(ir::ClassId) {}

  Loader& loader_;
  const ir::ClassTree& tree_;

 private:
  /// The facts about a class that lookup asks again and again: a model of thousands of components names them as often.
  struct Names {
    std::unordered_map<std::string_view, const ast::Component*> components;
    std::vector<const ast::Import*> imports;
  };

  const Names& NamesOf(ir::ClassId id);
  ir::ClassId Imported(ir::ClassId id, const std::string& name);
  ir::ClassId Path(const ast::Name& name, size_t count);

  std::map<ir::ClassId, std::vector<ir::ClassId>> bases_;
  std::map<ir::ClassId, Names> names_;
  std::set<ir::ClassId> bases_running_;
};

}  // namespace stiction
