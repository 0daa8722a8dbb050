// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/element_copy.h"

#include <algorithm>

namespace stiction::flatten {

using ir::ExprId;
using ir::FlatEquation;
using ir::InstanceId;
using ir::VariableId;

namespace {

/// The variables below an instance, which are declared in one go.
struct Variables {
  size_t first = 0, end = 0;

  void AddBelow(const ExpansionContext& context, InstanceId id) {
    const ir::Instance& instance = context.tree.instances[id.index()];
    if (instance.kind == ir::InstanceKind::kBuiltin) {
      const size_t start = context.variables[id.index()].index();
      if (first == end) first = start;
      end = start + static_cast<size_t>(Count(instance.dims));
    }
    for (const InstanceId child : instance.children) AddBelow(context, child);
    for (const InstanceId element : instance.elements) AddBelow(context, element);
  }
};

/// `to` gets the values of attributes and binding; what is not given stays so.
template <class Rename>
void CopyValues(const ir::FlatVariable& from, ir::FlatVariable& to, const Rename& rename) {
  to.variability = from.variability;  // what an algorithm assigns in when-statements only is discrete
  to.attributes = from.attributes;
  ir::Attributes& a = to.attributes;
  to.binding = from.binding;
  for (ExprId* value : {&to.binding, &a.start, &a.fixed, &a.min, &a.max, &a.nominal}) {
    if (*value) *value = rename(*value);
  }
}

}  // namespace

ElementCopy::ElementCopy(ExpansionContext& context, InstanceId element)
    : context_(context),
      first_equation_(context.flat.equations.size()),
      first_initial_(context.flat.initial_equations.size()),
      objects_(context.flat.objects.size()),
      effect_places_(context.effect_places) {
  Variables variables;
  variables.AddBelow(context, element);
  first_ = variables.first;
  end_ = variables.end;
  context.copied.push_back({.element = element});
}

bool ElementCopy::Finish() {
  const bool mentions_others = context_.copied.back().mentions_around;
  context_.copied.pop_back();
  const ir::FlatModel& flat = context_.flat;
  if (mentions_others || context_.graph || context_.connect_counts || flat.objects.size() != objects_ ||
      context_.effect_places != effect_places_) {
    return false;
  }
  end_equation_ = flat.equations.size();
  end_initial_ = flat.initial_equations.size();
  CollectNodes();
  return true;
}

void ElementCopy::CollectNodes() {
  const ir::FlatModel& flat = context_.flat;
  const ir::ExprPool& pool = *flat.pool;
  ir::NodeMarks& seen = pool.marks();
  seen.Restart(pool.size());
  std::vector<ExprId> found;
  const auto add = [&](ExprId e) {
    if (e && seen.Insert(e)) found.push_back(e);
  };
  const auto add_equation = [&](const auto& self, const FlatEquation& equation) -> void {
    add(equation.left);
    add(equation.right);
    for (const ir::FlatBranch& branch : equation.branches) {
      add(branch.condition);
      for (const FlatEquation& inner : branch.body) self(self, inner);
    }
  };
  for (size_t i = first_equation_; i < end_equation_; ++i) add_equation(add_equation, flat.equations[i]);
  for (size_t i = first_initial_; i < end_initial_; ++i) add_equation(add_equation, flat.initial_equations[i]);
  for (size_t v = first_; v < end_; ++v) {
    const ir::FlatVariable& variable = flat.variables[v];
    const ir::Attributes& a = variable.attributes;
    for (const ExprId value : {variable.binding, a.start, a.fixed, a.min, a.max, a.nominal}) add(value);
  }
  for (size_t next = 0; next < found.size(); ++next) {
    for (const ExprId arg : pool[found[next]].args) add(arg);
  }
  std::sort(found.begin(), found.end());
  for (const ExprId id : found) {
    const ir::ExprNode& node = pool[id];
    const bool is_own = (node.op == ir::Op::kVariable || node.op == ir::Op::kPre) && IsOwn(VariableId(node.payload));
    const bool mentions_own =
        std::any_of(node.args.begin(), node.args.end(), [this](ExprId arg) { return index_of_node_.Contains(arg); });
    if (!is_own && !mentions_own) continue;
    index_of_node_.Insert(id, nodes_.size());
    nodes_.push_back(id);
  }
}

void ElementCopy::AppendTo(InstanceId element) {
  Variables variables;
  variables.AddBelow(context_, element);
  ir::FlatModel& flat = context_.flat;
  MakeNodes(static_cast<int32_t>(variables.first) - static_cast<int32_t>(first_));
  for (size_t v = 0; v < end_ - first_; ++v) {
    CopyValues(flat.variables[first_ + v], flat.variables[variables.first + v], [this](ExprId e) { return Of(e); });
  }
  for (size_t i = first_equation_; i < end_equation_; ++i) flat.equations.push_back(Of(flat.equations[i]));
  for (size_t i = first_initial_; i < end_initial_; ++i) {
    flat.initial_equations.push_back(Of(flat.initial_equations[i]));
  }
}

void ElementCopy::MakeNodes(int32_t shift) {
  ir::ExprPool& pool = *context_.flat.pool;
  made_.clear();
  for (const ExprId id : nodes_) {
    ir::ExprNode node = pool[id];
    if (node.op == ir::Op::kVariable || node.op == ir::Op::kPre) node.payload += shift;
    for (ExprId& arg : node.args) arg = Of(arg);
    made_.push_back(pool.Make(std::move(node)));
  }
}

ExprId ElementCopy::Of(ExprId e) const {
  const size_t* index = index_of_node_.Find(e);
  return index ? made_[*index] : e;
}

FlatEquation ElementCopy::Of(const FlatEquation& equation) const {
  FlatEquation copy;
  copy.kind = equation.kind;
  copy.left = equation.left ? Of(equation.left) : ExprId();
  copy.right = equation.right ? Of(equation.right) : ExprId();
  copy.warning_level = equation.warning_level;
  copy.assigned_in_when = equation.assigned_in_when;
  copy.origin = equation.origin;
  copy.branches.reserve(equation.branches.size());
  for (const ir::FlatBranch& branch : equation.branches) {
    ir::FlatBranch& to = copy.branches.emplace_back();
    if (branch.condition) to.condition = Of(branch.condition);
    to.body.reserve(branch.body.size());
    for (const FlatEquation& inner : branch.body) to.body.push_back(Of(inner));
  }
  return copy;
}

}  // namespace stiction::flatten
