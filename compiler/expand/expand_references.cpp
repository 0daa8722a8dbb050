// SPDX-License-Identifier: BSD-3-Clause
// References to components and to the locals of functions -> the scalars they read.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

FlatValue Expander::ExpandReference(const BoundExpression& e) {
  const ir::InstanceId instance = context_.counterparts.Of(e.instance);
  NoteMention(instance);
  return ResolveValue(instance, e.subscripts, e.members, 0, e.span);
}

void Expander::NoteMention(ir::InstanceId instance) {
  if (context_.copied.empty() || context_.tree.instances[instance.index()].kind == ir::InstanceKind::kBuiltin) return;
  for (CopiedElement& copied : context_.copied) {
    ir::InstanceId around = copied.element;
    while (around && around != instance) around = context_.tree.instances[around.index()].parent;
    copied.mentions_around = copied.mentions_around || (around && around != copied.element);
  }
}

Endpoints Expander::Resolve(const BoundExpression& e) {
  if (e.kind != BoundKind::kComponent) {
    Fail(DiagnosticKind::ArgumentNotVariable, e.span, "a connector, or a variable of one, is wanted here");
  }
  return ResolveEndpoints(context_.counterparts.Of(e.instance), e.subscripts, e.members, 0, e.span);
}

ir::InstanceId Expander::Child(ir::InstanceId instance, const ir::BoundMember& member) {
  const ir::Instance& parent = context_.tree.instances[instance.index()];
  const auto found = parent.child_by_name.find(member.name);
  if (found == parent.child_by_name.end()) {
    Fail(DiagnosticKind::UnknownMember, member.span,
         fmt::format("`{}` has no member `{}`", ir::FullName(context_.tree, instance), member.name));
  }
  return found->second;
}

std::vector<ExprId> Expander::RequiredConstant(ir::InstanceId id) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  std::optional<std::vector<ExprId>>& elements = context_.constants[id];
  if (elements) return *elements;
  const BoundExpression reference{
      .kind = BoundKind::kComponent, .span = instance.span, .type = {}, .text = {}, .instance = id};
  const std::optional<Value> value = Evaluate(context_.tree, reference, {}, Foreign::kMayRun);
  if (!value) {
    const bool has_failed = context_.tree.foreign && !context_.tree.foreign->failure().empty();
    Fail(DiagnosticKind::NotConstant, instance.span,
         fmt::format("the constant `{}` must be known at compile time: a function needs it",
                     ir::FullName(context_.tree, id)),
         has_failed ? context_.tree.foreign->failure()
                    : "give it a value that no external object takes part in, or make it an input of the function");
  }
  elements = Literals(*value).elements;
  for (ExprId& element : *elements) element = Coerce(pool(), element, instance.scalar);
  return *elements;
}

FlatValue Expander::ValueOf(ir::InstanceId id) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  FlatValue out;
  switch (instance.kind) {
    case ir::InstanceKind::kBuiltin: {
      out.type = instance.scalar;
      out.enumeration = instance.enumeration;
      out.dims = instance.dims;
      if (instance.variability == ir::Variability::kConstant) {
        auto [entry, added] = context_.constants.try_emplace(id);
        if (added) {
          const BoundExpression reference{
              .kind = BoundKind::kComponent, .span = instance.span, .type = {}, .text = {}, .instance = id};
          if (const std::optional<Value> value = Evaluate(context_.tree, reference); value) {
            FlatValue literals = Literals(*value);
            for (ExprId& element : literals.elements) element = Coerce(pool(), element, instance.scalar);
            // x/unitTorque keeps its unit only as long as the constant 1 N.m does not vanish as a factor.
            const bool carries_unit =
                instance.scalar == ir::ScalarType::kReal && context_.variables[id.index()] &&
                std::any_of(literals.elements.begin(), literals.elements.end(),
                            [&](ExprId element) { return std::abs(pool()[element].number) == 1; });
            if (!carries_unit) entry->second = std::move(literals.elements);
          }
        }
        if (entry->second) {
          out.elements = *entry->second;
          return out;
        }
      }
      if (locals_) {
        out.elements = RequiredConstant(id);
        return out;
      }
      const ir::VariableId first = context_.variables[id.index()];
      if (!first) {
        const std::string name = ir::FullName(context_.tree, id);
        Fail(DiagnosticKind::ValueNeeded, instance.span, fmt::format("the constant `{}` has no value", name),
             fmt::format("give it one: `{} = ...`", name));
      }
      for (int64_t k = 0; k < Count(out.dims); ++k) {
        out.elements.push_back(Read(ir::VariableId(first.value + k), out.type, out.enumeration));
      }
      return out;
    }
    case ir::InstanceKind::kArray: {
      std::vector<FlatValue> values;
      for (const ir::InstanceId element : instance.elements) values.push_back(ValueOf(element));
      return Stack(values, instance.dims);
    }
    case ir::InstanceKind::kComposite:
      out.is_record = true;
      for (const ir::InstanceId child : instance.children) {
        out.fields.push_back({context_.tree.instances[child.index()].name, ValueOf(child)});
      }
      return out;
  }
  return out;
}

FlatValue Expander::ResolveValue(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                                 const std::vector<ir::BoundMember>& members, size_t member, Span span) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kComposite && member < members.size()) {
    return ResolveValue(Child(id, members[member]), members[member].subscripts, members, member + 1, span);
  }
  if (instance.kind == ir::InstanceKind::kArray && !(subscripts.empty() && member == members.size())) {
    const std::vector<Index> index = ExpandSubscripts(subscripts, instance.dims, span);
    std::vector<FlatValue> values;
    if (!AreConstant(subscripts, index)) {
      for (const ir::InstanceId element : instance.elements) {
        values.push_back(ResolveValue(element, {}, members, member, span));
      }
      return SelectElements(Stack(values, instance.dims), subscripts, span);
    }
    const std::vector<Positions> positions = ConstantPositions(index, subscripts, instance.dims, span);
    for (const int64_t k : SelectedOffsets(instance.dims, positions)) {
      values.push_back(ResolveValue(instance.elements[static_cast<size_t>(k)], {}, members, member, span));
    }
    const std::vector<int64_t> dims = SelectedDims(positions);
    return dims.empty() ? values.front() : Stack(values, dims);
  }
  if (subscripts.empty()) return ValueOf(id);
  const ir::VariableId first = context_.variables[id.index()];
  const std::vector<Index> index = ExpandSubscripts(subscripts, instance.dims, span);
  if (instance.variability == ir::Variability::kConstant || !first || !AreConstant(subscripts, index)) {
    return SelectElements(ValueOf(id), subscripts, span);
  }
  // Only the elements asked for: a loop over a long array stays linear.
  const std::vector<Positions> positions = ConstantPositions(index, subscripts, instance.dims, span);
  FlatValue out;
  out.type = instance.scalar;
  out.enumeration = instance.enumeration;
  out.dims = SelectedDims(positions);
  for (const int64_t k : SelectedOffsets(instance.dims, positions)) {
    out.elements.push_back(Read(ir::VariableId(first.value + k), out.type, out.enumeration));
  }
  return out;
}

ExprId Expander::Read(ir::VariableId v, ScalarType type, ir::EnumerationId enumeration) {
  if (assigned_) {
    if (const auto found = assigned_->find(v); found != assigned_->end()) return found->second;
  }
  return pool().Variable(v, type, enumeration);
}

FlatValue Expander::ExpandTarget(const BoundExpression& e) {
  const AssignedValues* values = std::exchange(assigned_, nullptr);
  targeted_ = values;
  try {
    FlatValue target = Expand(e);
    assigned_ = values;
    targeted_ = nullptr;
    return target;
  } catch (const ExpansionError&) {
    assigned_ = values;
    targeted_ = nullptr;
    throw;
  }
}

Endpoints Expander::ResolveEndpoints(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                                     const std::vector<ir::BoundMember>& members, size_t member, Span span) {
  const ir::Instance& instance = context_.tree.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kComposite) {
    if (member == members.size()) return {.dims = {}, .elements = {{id, 0}}};
    return ResolveEndpoints(Child(id, members[member]), members[member].subscripts, members, member + 1, span);
  }
  const std::vector<Positions> positions =
      ConstantPositions(ExpandSubscripts(subscripts, instance.dims, span), subscripts, instance.dims, span);
  Endpoints out{.dims = SelectedDims(positions), .elements = {}};
  bool first = true;
  for (const int64_t k : SelectedOffsets(instance.dims, positions)) {
    if (instance.kind == ir::InstanceKind::kBuiltin) {
      out.elements.push_back({id, k});
      continue;
    }
    const Endpoints below = ResolveEndpoints(instance.elements[static_cast<size_t>(k)], {}, members, member, span);
    if (first) out.dims.insert(out.dims.end(), below.dims.begin(), below.dims.end());
    first = false;
    out.elements.insert(out.elements.end(), below.elements.begin(), below.elements.end());
  }
  return out;
}

FlatValue Expander::ExpandLocal(const BoundExpression& e) {
  CHECK(locals_ && e.local >= 0 && e.local < static_cast<int32_t>(locals_->size()), "local {} outside its function",
        e.local);
  const LocalPath path = PathOf(*locals_, e);
  return LocalValue(*path.local, path.subscripts, e.span);
}

FlatValue Expander::LocalValue(const LocalVariable& local, const std::vector<ir::BoundSubscript>& subscripts,
                               Span span) {
  FlatValue out;
  out.type = local.type;
  out.enumeration = local.enumeration;
  out.is_record = local.is_record;
  if (!local.constant.empty()) {
    out.dims = local.dims;
    out.elements = local.constant;
    return SelectConstant(out, subscripts, span);
  }
  const std::vector<Index> index = ExpandSubscripts(subscripts, local.dims, span);
  for (const Index& i : index) {
    if (!i.single) out.dims.push_back(static_cast<int64_t>(i.at.size()));
  }
  for (const LocalVariable& field : local.fields) {
    out.fields.push_back({field.name, LocalValue(field, subscripts, span)});
  }
  if (local.is_record) return out;
  for (const ExprId offset : Offsets(index, local.dims)) {
    ir::ExprNode node{.op = Op::kLocal, .type = local.type, .payload = local.first, .enumeration = local.enumeration};
    if (pool()[offset].op == Op::kInteger) {
      node.payload += static_cast<int32_t>(pool()[offset].number);
    } else {
      node.op = Op::kLocalElement;
      node.args = {offset};
    }
    out.elements.push_back(pool().Make(std::move(node)));
  }
  return out;
}

}  // namespace stiction::flatten
