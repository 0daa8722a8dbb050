// SPDX-License-Identifier: BSD-3-Clause
// The instance tree of a model given as text, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>

#include "compiler/instantiate/instantiate.h"
#include "compiler/ir/instances/print.h"
#include "compiler/ir/instances/verify.h"
#include "compiler/parse/parse.h"

namespace stiction::testing {

/// Classes of one text, and the tree of the model `name`, which is one of them at the top level.
class Instantiated {
 public:
  Instantiated(const std::string& text, const std::string& name) {
    auto stored = std::make_unique<ast::StoredDefinition>(Parse(sources_.Add("test.mo", text), diagnostics));
    for (const auto& cls : stored->classes) Enter({}, *cls, nullptr);
    classes_.sources.push_back(std::move(stored));
    tree = Instantiate(classes_, classes_.top_level.at(name), {}, diagnostics);
    if (!diagnostics.HasErrors()) ir::Verify(tree);
  }

  /// All messages, as they are printed.
  std::string Messages() const {
    std::ostringstream out;
    Print(out, diagnostics, sources_);
    return out.str();
  }

  /// The instance of a name like "a.b", from the root.
  const ir::Instance& At(const std::string& name) const {
    for (size_t i = 0; i < tree.instances.size(); ++i) {
      const ir::InstanceId id(static_cast<int64_t>(i));
      if (FullName(tree, id) == name) return tree.instances[i];
    }
    ADD_FAILURE() << "no instance " << name << "\n" << Messages();
    return tree.instances.front();
  }

  std::string BindingOf(const std::string& name) const {
    const ir::Instance& instance = At(name);
    return instance.binding ? ToString(tree, *instance.binding) : "";
  }

  std::string AttributeOf(const std::string& name, const std::string& attribute) const {
    const auto& attributes = At(name).attributes;
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? "" : ToString(tree, *found->second);
  }

  Diagnostics diagnostics;
  ir::InstanceTree tree;

 private:
  ir::ClassId Enter(ir::ClassId parent, const ast::Class& definition, const ast::Element* element) {
    const ir::ClassId id(static_cast<int64_t>(classes_.classes.size()));
    ir::ClassNode& node = classes_.classes.emplace_back();
    node.name = node.full_name = definition.name.text;
    if (parent) node.full_name = classes_.classes[parent.index()].full_name + "." + node.name;
    node.parent = parent;
    node.definition = &definition;
    node.element = element;
    for (const ast::Element& inner : definition.elements) {
      if (!inner.cls) continue;
      const ir::ClassId nested = Enter(id, *inner.cls, &inner);
      classes_.classes[id.index()].nested.emplace(inner.cls->name.text, nested);
      classes_.classes[id.index()].nested_order.push_back(nested);
    }
    if (!parent) classes_.top_level.emplace(definition.name.text, id);
    return id;
  }

  SourceMap sources_;
  ir::ClassTree classes_;
};

}  // namespace stiction::testing
