// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/variables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "compiler/evaluate/missing_value.h"
#include "compiler/expand/scalar.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::FlatVariable;
using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;
using ir::VariableId;

namespace {

constexpr size_t kMaxVariables = 800'000;  // scalars

/// Properties that hold for everything within an instance.
struct Surroundings {
  bool is_protected = false;
  bool is_interface = true;  // only connectors and records lie between the root and here
};

class Declarer {
 public:
  explicit Declarer(ExpansionContext& context) : context_(context) {}

  void Declare(InstanceId id, const Surroundings& outer) {
    const Instance& instance = context_.tree.instances[id.index()];
    const size_t length = name_.size();
    if (!instance.index.empty()) {
      AppendIndex(instance.index, name_);
    } else if (id != context_.tree.root) {
      if (!name_.empty()) name_ += '.';
      name_ += instance.name;
    }
    if (instance.kind == InstanceKind::kBuiltin) {
      DeclareScalars(id, outer);
    } else {
      const bool is_part = instance.class_kind == ast::ClassKind::kConnector || ast::IsRecord(instance.class_kind) ||
                           instance.kind == InstanceKind::kArray || id == context_.tree.root;
      const Surroundings inner{.is_protected = outer.is_protected || instance.is_protected,
                               .is_interface = outer.is_interface && is_part};
      for (const InstanceId below : instance.kind == InstanceKind::kArray ? instance.elements : instance.children) {
        Declare(below, inner);
      }
    }
    name_.resize(length);
  }

 private:
  static void AppendIndex(const std::vector<int64_t>& index, std::string& name) {
    fmt::format_to(std::back_inserter(name), "[{}]", fmt::join(index, ","));
  }

  void DeclareScalars(InstanceId id, const Surroundings& outer) {
    const Instance& instance = context_.tree.instances[id.index()];
    context_.variables[id.index()] = VariableId(static_cast<int64_t>(context_.flat.variables.size()));
    const int64_t count = Count(instance.dims);
    if (context_.flat.variables.size() + static_cast<size_t>(count) > kMaxVariables) {
      throw ModelTooLarge{instance.span, fmt::format("the model has more than {} variables", kMaxVariables)};
    }
    for (int64_t k = 0; k < count; ++k) {
      FlatVariable& variable = context_.flat.variables.emplace_back();
      variable.name = name_;
      if (!instance.dims.empty()) AppendIndex(IndexAt(k, instance.dims), variable.name);
      variable.type = instance.scalar;
      variable.enumeration = instance.enumeration;
      variable.variability = instance.variability;
      if (instance.scalar != ir::ScalarType::kReal && variable.variability == ir::Variability::kContinuous) {
        variable.variability = ir::Variability::kDiscrete;
      }
      variable.is_protected = outer.is_protected || instance.is_protected;
      // What lies outside gives no value to a protected input: it is an unknown (MLS 4.7).
      const bool is_within = variable.is_protected && instance.causality == ir::Causality::kInput;
      if (outer.is_interface && !is_within) variable.causality = instance.causality;
      variable.is_flow = instance.flow == ast::FlowPrefix::kFlow;
      variable.is_final = instance.is_final;
      variable.comment = instance.comment;
      variable.origin.span = instance.span;
    }
  }

  ExpansionContext& context_;
  std::string name_;  // of the instance that is being declared
};

bool IsKnown(const FlatVariable& variable) { return variable.variability <= ir::Variability::kParameter; }

/// The value of an attribute for element k: one value for all, or one each.
ExprId AttributeElement(const FlatValue& value, int64_t k, int64_t count, const std::string& name, Span span) {
  if (value.elements.size() == 1) return value.elements.front();
  if (static_cast<int64_t>(value.elements.size()) != count) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("`{}` has {} values for {} elements", name, value.elements.size(), count),
         "write `each` before the attribute to give all elements one value");
  }
  return value.elements[static_cast<size_t>(k)];
}

/// Each declaration with a call of the constructor makes an object of its own; others refer to an object.
void BindObjects(const Instance& instance, VariableId first, const FlatValue& value, const Origin& origin,
                 ExpansionContext& context) {
  for (size_t k = 0; k < value.elements.size(); ++k) {
    ir::ExprNode node = (*context.flat.pool)[value.elements[k]];
    FlatVariable& variable = context.flat.variables[first.index() + k];
    if (node.op == ir::Op::kCall) {
      const auto number = static_cast<int64_t>(context.flat.objects.size());
      node.args[0] = context.flat.pool->Integer(number);
      ir::FlatObject object{.variable = VariableId(first.value + static_cast<int64_t>(k)),
                            .name = {},
                            .class_name = instance.object_class,
                            .destructor = context.flat.functions[static_cast<size_t>(node.payload)].destructor};
      context.flat.objects.push_back(std::move(object));
      variable.binding = context.flat.pool->Make(std::move(node));
    } else if (node.op == ir::Op::kVariable) {
      variable.binding = value.elements[k];
    } else {
      Fail(DiagnosticKind::ExternalObjectUse, origin.span,
           fmt::format("the external object `{}` must be a call of its constructor, or another object (MLS 12.9.7)",
                       instance.name));
    }
  }
}

void Bind(const Instance& instance, VariableId first, const FlatValue& value, const Origin& origin, Expander& expander,
          EquationFlattener& equations, std::vector<ir::FlatEquation>& out) {
  ir::FlatModel& flat = expander.context().flat;
  if (value.is_record || value.dims != instance.dims) {
    Fail(DiagnosticKind::DimensionMismatch, origin.span,
         fmt::format("cannot assign {} to `{}`, which is {}", value.is_record ? "a record" : Describe(value.dims),
                     instance.name, Describe(instance.dims)));
  }
  if (value.elements.empty()) return;
  if (!instance.object_class.empty()) {
    BindObjects(instance, first, value, origin, expander.context());
    return;
  }
  if (IsKnown(flat.variables[first.index()])) {
    for (size_t k = 0; k < value.elements.size(); ++k) {
      flat.variables[first.index() + k].binding = Coerce(expander.pool(), value.elements[k], instance.scalar);
    }
    return;
  }
  FlatValue left;
  left.type = instance.scalar;
  left.enumeration = instance.enumeration;
  left.dims = instance.dims;
  for (size_t k = 0; k < value.elements.size(); ++k) {
    left.elements.push_back(expander.pool().Variable(VariableId(first.value + static_cast<int64_t>(k)), instance.scalar,
                                                     instance.enumeration));
  }
  equations.Equal(left, value, origin, out);
}

void BindMembers(InstanceId id, const FlatValue& value, const Origin& origin, Expander& expander,
                 EquationFlattener& equations, std::vector<ir::FlatEquation>& out) {
  const ExpansionContext& context = expander.context();
  const Instance& instance = context.tree.instances[id.index()];
  switch (instance.kind) {
    case InstanceKind::kBuiltin:
      if (context.variables[id.index()]) {
        Bind(instance, context.variables[id.index()], value, origin, expander, equations, out);
      }
      return;
    case InstanceKind::kArray:
      for (size_t k = 0; k < instance.elements.size(); ++k) {
        BindMembers(instance.elements[k], ElementAt(value, instance.dims.size(), static_cast<int64_t>(k)), origin,
                    expander, equations, out);
      }
      return;
    case InstanceKind::kComposite:
      for (const auto& [name, field] : value.fields) {
        if (const auto child = instance.child_by_name.find(name); child != instance.child_by_name.end()) {
          BindMembers(child->second, field, origin, expander, equations, out);
        }
      }
      return;
  }
}

}  // namespace

void DeclareVariables(ExpansionContext& context) {
  context.variables.assign(context.tree.instances.size(), VariableId());
  context.flat.variables.reserve(context.tree.instances.size());
  Declarer declarer(context);
  declarer.Declare(context.tree.root, {});
  for (size_t i = 0; i < context.tree.instances.size(); ++i) {
    const Instance& instance = context.tree.instances[i];
    const InstanceId id(static_cast<int64_t>(i));
    if (instance.parent || id == context.tree.root || instance.kind != InstanceKind::kBuiltin) continue;
    if (instance.open >= 0) {
      declarer.Declare(id, {.is_interface = false});
      const VariableId variable = context.variables[i];
      context.flat.variables[variable.index()].is_generated = true;
      context.tree.open->values[static_cast<size_t>(instance.open)].variable = variable;
      continue;
    }
    const ir::BoundExpression reference{
        .kind = ir::BoundKind::kComponent, .span = instance.span, .type = {}, .text = {}, .instance = id};
    if (!Evaluate(context.tree, reference)) declarer.Declare(id, {.is_interface = false});
  }
}

void FillAttributes(InstanceId id, Expander& expander, EquationFlattener& equations) {
  ExpansionContext& context = expander.context();
  const Instance& instance = context.tree.instances[id.index()];
  const VariableId first = context.variables[id.index()];
  const int64_t count = Count(instance.dims);
  if (!first || count == 0) return;
  for (const auto& [name, expression] : ir::AttributesOf(context.tree, id)) {
    if (!expression) continue;
    try {
      const bool text = name == "unit" || name == "displayUnit" || name == "quantity";
      if (text && expression->kind == ir::BoundKind::kString) {
        const InternedText interned = expression->text;
        for (int64_t k = 0; k < count; ++k) {
          ir::Attributes& a = context.flat.variables[first.index() + static_cast<size_t>(k)].attributes;
          (name == "unit" ? a.unit : name == "quantity" ? a.quantity : a.display_unit) = interned;
        }
        continue;
      }
      if (text || name == "stateSelect") {
        const std::optional<Value> value = expander.Evaluated(*expression);
        const size_t size = value ? (text ? value->texts.size() : value->numbers.size()) : 0;
        if (size != 1 && static_cast<int64_t>(size) != count) {
          if (const ir::InstanceId missing = MissingValue(context.tree, *expression)) {
            const std::string parameter = ir::FullName(context.tree, missing);
            Fail(DiagnosticKind::ValueNeeded, expression->span,
                 fmt::format("`{}` depends on `{}`, which has no value", name, parameter),
                 fmt::format("give it one: `{} = ...`", parameter));
          }
          Fail(DiagnosticKind::NotConstant, expression->span, fmt::format("`{}` must be known at compile time", name));
        }
        for (int64_t k = 0; k < count; ++k) {
          ir::Attributes& a = context.flat.variables[first.index() + static_cast<size_t>(k)].attributes;
          const size_t at = size == 1 ? 0 : static_cast<size_t>(k);
          if (name == "unit") a.unit = value->texts[at];
          if (name == "displayUnit") a.display_unit = value->texts[at];
          if (name == "quantity") a.quantity = value->texts[at];
          if (name == "stateSelect")
            a.state_select = static_cast<ir::StateSelect>(static_cast<int>(value->numbers[at]) - 1);
        }
        continue;
      }
      const FlatValue value = expander.Expand(*expression);
      for (int64_t k = 0; k < count; ++k) {
        ir::Attributes& a = context.flat.variables[first.index() + static_cast<size_t>(k)].attributes;
        const ExprId element = AttributeElement(value, k, count, name, expression->span);
        const ExprId typed = Coerce(expander.pool(), element, instance.scalar);
        if (name == "start") a.start = typed;
        if (name == "fixed") a.fixed = element;
        if (name == "min") a.min = typed;
        if (name == "max") a.max = typed;
        if (name == "nominal") a.nominal = typed;
      }
    } catch (const ExpansionError& error) {
      equations.Report(error);
    }
  }
}

void FillBinding(InstanceId id, Expander& expander, EquationFlattener& equations, std::vector<ir::FlatEquation>& out) {
  ExpansionContext& context = expander.context();
  const Instance& instance = context.tree.instances[id.index()];
  if (!instance.binding) return;
  try {
    static const InternedText kDerivation(ir::kDeclarationEquation);
    const Origin origin{.span = instance.binding->span, .derivation = kDerivation};
    if (!instance.object_class.empty()) {
      const Construction construction(context, ir::FullName(context.tree, id));
      const FlatValue value = expander.Expand(*instance.binding);
      BindMembers(id, value, origin, expander, equations, out);
      return;
    }
    BindMembers(id, expander.Expand(*instance.binding), origin, expander, equations, out);
  } catch (const ExpansionError& error) {
    equations.Report(error);
  }
}

}  // namespace stiction::flatten
