// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/open_inputs.h"

#include "compiler/expand/scalar.h"

namespace stiction::flatten {
namespace {

using ir::ExprId;
using ir::Instance;
using ir::InstanceId;
using ir::VariableId;

class OpenInputs {
 public:
  OpenInputs(ExpansionContext& context, Connections& connections)
      : context_(context), connections_(connections), owner_of_variable_(context.flat.variables.size()) {}

  void Run(const std::vector<EquationSection>& sections) {
    Collect();
    if (!any_) return;
    const std::vector<ir::FlatEquation>& equations = context_.flat.equations;
    for (size_t s = 0; s < sections.size(); ++s) {
      const size_t end = s + 1 < sections.size() ? sections[s + 1].begin : equations.size();
      for (size_t i = sections[s].begin; i < end; ++i) TakeMentioned(equations[i], sections[s].scope);
    }
    for (size_t v = 0; v < owner_of_variable_.size(); ++v) {
      if (!owner_of_variable_[v]) continue;
      context_.flat.variables[v].open_input_of = context_.tree.instances[owner_of_variable_[v].index()].span;
    }
  }

 private:
  void Collect() {
    std::vector<char> driven;
    for (size_t i = 0; i < context_.tree.instances.size(); ++i) {
      const Instance& instance = context_.tree.instances[i];
      const VariableId first = context_.variables[i];
      if (instance.kind != ir::InstanceKind::kBuiltin || instance.causality != ir::Causality::kInput || !first)
        continue;
      if (instance.variability <= ir::Variability::kParameter || instance.binding) continue;
      const InstanceId owner = OwnerOf(InstanceId(static_cast<int64_t>(i)));
      if (owner == context_.tree.root) continue;
      // A protected one is determined in its component.
      if (instance.is_protected && !context_.tree.instances[owner.index()].is_protected) continue;
      if (driven.empty()) driven = connections_.DrivenFromOutside();
      for (int64_t k = 0; k < Count(instance.dims); ++k) {
        const size_t v = first.index() + static_cast<size_t>(k);
        if (driven[v] != 0) continue;
        owner_of_variable_[v] = owner;
        any_ = true;
      }
    }
  }

  // The component to which an input, or the connector that it lies in, belongs.
  InstanceId OwnerOf(InstanceId id) const {
    InstanceId at = context_.tree.instances[id.index()].parent;
    while (at && at != context_.tree.root && IsPartOfInterface(context_.tree.instances[at.index()])) {
      at = context_.tree.instances[at.index()].parent;
    }
    return at ? at : context_.tree.root;
  }

  static bool IsPartOfInterface(const Instance& instance) {
    return instance.kind == ir::InstanceKind::kArray || instance.class_kind == ast::ClassKind::kConnector ||
           ast::IsRecord(instance.class_kind);
  }

  bool IsWithin(InstanceId id, InstanceId outer) const {
    while (id && id != outer) id = context_.tree.instances[id.index()].parent;
    return static_cast<bool>(id);
  }

  void TakeMentioned(const ir::FlatEquation& equation, InstanceId scope) {
    for (const ExprId side : {equation.left, equation.right}) {
      if (side) TakeMentioned(side, scope);
    }
    for (const ir::FlatBranch& branch : equation.branches) {
      for (const ir::FlatEquation& inner : branch.body) TakeMentioned(inner, scope);
    }
  }

  void TakeMentioned(ExprId expression, InstanceId scope) {
    const ir::ExprPool& pool = *context_.flat.pool;
    ir::NodeMarks& seen = pool.marks();
    seen.Restart(pool.size());
    std::vector<ExprId> stack{expression};
    while (!stack.empty()) {
      const ExprId e = stack.back();
      stack.pop_back();
      if (!seen.Insert(e)) continue;
      const ir::ExprNode& node = pool[e];
      if (node.op == ir::Op::kVariable) {
        InstanceId& owner = owner_of_variable_[static_cast<size_t>(node.payload)];
        if (owner && !IsWithin(scope, owner)) owner = {};
      }
      for (const ExprId arg : node.args) stack.push_back(arg);
    }
  }

  ExpansionContext& context_;
  Connections& connections_;
  std::vector<InstanceId> owner_of_variable_;  // of inputs that may be open
  bool any_ = false;
};

}  // namespace

void MarkOpenInputs(ExpansionContext& context, Connections& connections, const std::vector<EquationSection>& sections) {
  OpenInputs(context, connections).Run(sections);
}

}  // namespace stiction::flatten
