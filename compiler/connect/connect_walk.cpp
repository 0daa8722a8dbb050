// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/connect_walk.h"

#include "compiler/connect/connector.h"

#include <utility>

#include "compiler/connect/connection_graph.h"

namespace stiction::flatten {
namespace {

using ast::EquationKind;
using ir::BoundEquation;

class Walker {
 public:
  Walker(Expander& expander, const ConnectVisitor& visit) : expander_(expander), visit_(visit) {}

  /// All in an instance.
  void WalkBelow(ir::InstanceId id) {
    const ir::InstanceTree& tree = expander_.context().tree;
    const ir::Instance& instance = tree.instances[id.index()];
    WalkAll(tree.instances[ir::OriginalOf(tree, id).index()].equations);
    for (const ir::InstanceId child : instance.children) WalkBelow(child);
    expander_.context().counterparts.ForEachElement(instance.elements,
                                                    [this](ir::InstanceId element) { WalkBelow(element); });
  }

 private:
  void Walk(const BoundEquation& equation) {
    switch (equation.kind) {
      case EquationKind::kConnect:
        return Visit(equation);
      case EquationKind::kCall:
        if (IsGraphOperator(*equation.left)) Visit(equation);
        return;
      case EquationKind::kFor:
        return WalkFor(equation, 0);
      case EquationKind::kIf:
        for (const auto& branch : equation.branches) {
          if (branch.condition && !expander_.EvaluatedCondition(*branch.condition).value_or(false)) continue;
          return WalkAll(branch.body);
        }
        return;
      default:
        return;
    }
  }

  void Visit(const BoundEquation& equation) {
    try {
      visit_(equation);
    } catch (const ExpansionError&) {
    }
  }

  void WalkAll(const std::vector<BoundEquation>& body) {
    for (const BoundEquation& equation : body) Walk(equation);
  }

  void WalkFor(const BoundEquation& equation, size_t index) {
    if (index == equation.indices.size()) return WalkAll(equation.body);
    const ir::BoundIterator& iterator = equation.indices[index];
    std::vector<ir::ExprId> values;
    try {
      values = expander_.RangeValues(iterator);
    } catch (const ExpansionError&) {
      return;
    }
    for (const ir::ExprId at : values) {
      expander_.Bind(iterator.number, at);
      WalkFor(equation, index + 1);
    }
    expander_.Unbind(iterator.number);
  }

  Expander& expander_;
  const ConnectVisitor& visit_;
};

}  // namespace

void WalkConnects(Expander& expander, const ConnectVisitor& visit) {
  Walker walker(expander, visit);
  const ir::InstanceTree& tree = expander.context().tree;
  ir::Counterparts& counterparts = expander.context().counterparts;
  ir::Counterparts before = std::exchange(counterparts, ir::Counterparts(tree));
  for (size_t i = 0; i < tree.instances.size(); ++i) {
    if (!tree.instances[i].parent) walker.WalkBelow(ir::InstanceId(static_cast<int64_t>(i)));
  }
  counterparts = std::move(before);
}

ConnectCounts CountConnects(Expander& expander) {
  ConnectCounts counts;
  WalkConnects(expander, [&](const BoundEquation& equation) {
    if (equation.kind != EquationKind::kConnect) return;
    if (equation.from == equation.to) return;  // what was connected is not there
    for (const ir::BoundPtr& side : {equation.from, equation.to}) {
      for (const Endpoint& end : expander.Resolve(*side).elements) ++counts[{end.instance, end.element}];
    }
  });
  const ExpansionContext& context = expander.context();
  for (size_t i = 0; context.is_surrounded && i < context.tree.instances.size(); ++i) {
    const ir::InstanceId id(static_cast<int64_t>(i));
    if (context.tree.instances[i].class_kind != ast::ClassKind::kConnector) continue;
    if (IsOutside(context.tree, id, context.tree.root)) ++counts[{id, 0}];
  }
  return counts;
}

}  // namespace stiction::flatten
