// SPDX-License-Identifier: BSD-3-Clause
// Instance trees by hand, for the tests of the phases behind instantiate.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::test {

class InstanceBuilder {
 public:
  InstanceBuilder() {
    tree.name = "M";
    tree.root = Add({}, "M", ir::InstanceKind::kComposite);
  }

  ir::InstanceId Add(ir::InstanceId parent, const std::string& name, ir::InstanceKind kind) {
    const ir::InstanceId id(static_cast<int64_t>(tree.instances.size()));
    ir::Instance instance;
    instance.kind = kind;
    instance.name = name;
    instance.parent = parent;
    tree.instances.push_back(std::move(instance));
    if (parent) {
      At(parent).children.push_back(id);
      At(parent).child_by_name.insert_or_assign(name, id);
    }
    return id;
  }
  ir::InstanceId Real(ir::InstanceId parent, const std::string& name, std::vector<int64_t> dims = {}) {
    const ir::InstanceId id = Add(parent, name, ir::InstanceKind::kBuiltin);
    At(id).dims = std::move(dims);
    return id;
  }
  ir::InstanceId Connector(ir::InstanceId parent, const std::string& name) {
    const ir::InstanceId id = Add(parent, name, ir::InstanceKind::kComposite);
    At(id).class_kind = ast::ClassKind::kConnector;
    Real(id, "s");
    const ir::InstanceId f = Real(id, "f");
    At(f).flow = ast::FlowPrefix::kFlow;
    return id;
  }
  ir::Instance& At(ir::InstanceId id) { return tree.instances[id.index()]; }

  static ir::BoundPtr Make(ir::BoundKind kind, std::vector<ir::BoundPtr> operands = {}, std::string text = {}) {
    auto e = std::make_shared<ir::BoundExpression>();
    e->kind = kind;
    e->operands = std::move(operands);
    e->text = std::move(text);
    return e;
  }
  static ir::BoundPtr Number(double value) {
    ir::BoundPtr e = Make(ir::BoundKind::kReal);
    e->number = value;
    return e;
  }
  static ir::BoundPtr Whole(int64_t value) {
    ir::BoundPtr e = Make(ir::BoundKind::kInteger);
    e->number = static_cast<double>(value);
    return e;
  }
  static ir::BoundPtr Ref(ir::InstanceId id, std::vector<ir::BoundPtr> subscripts = {}) {
    ir::BoundPtr e = Make(ir::BoundKind::kComponent);
    e->instance = id;
    for (ir::BoundPtr& s : subscripts) e->subscripts.push_back({std::move(s), {}});
    return e;
  }
  static ir::BoundPtr Binary(ast::BinaryOperator op, ir::BoundPtr a, ir::BoundPtr b) {
    ir::BoundPtr e = Make(ir::BoundKind::kBinary, {std::move(a), std::move(b)});
    e->binary = op;
    return e;
  }
  static ir::BoundEquation Equal(ir::BoundPtr left, ir::BoundPtr right) {
    ir::BoundEquation equation{};
    equation.kind = ast::EquationKind::kEquality;
    equation.left = std::move(left);
    equation.right = std::move(right);
    return equation;
  }
  static ir::BoundEquation Connect(ir::InstanceId from, ir::InstanceId to) {
    ir::BoundEquation equation{};
    equation.kind = ast::EquationKind::kConnect;
    equation.from = Ref(from);
    equation.to = Ref(to);
    return equation;
  }

  ir::InstanceTree tree;
};

}  // namespace stiction::test
