// SPDX-License-Identifier: BSD-3-Clause
// References to components, locals and members; their subscripts.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/support/check.h"
#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

void Checker::CheckSubscripts(std::vector<ir::BoundSubscript>& subscripts) {
  for (ir::BoundSubscript& subscript : subscripts) {
    if (!subscript.expression) continue;
    Check(subscript.expression);
    const ir::Type& type = subscript.expression->type;
    if (type.kind == TypeKind::kUnknown) continue;
    const bool index = IsKnown(type) && type.scalar != ScalarType::kReal && type.scalar != ScalarType::kString &&
                       type.scalar != ScalarType::kClock;
    if (!index) {
      Error(DiagnosticKind::TypeMismatch, subscript.expression->span,
            fmt::format("a subscript must be Integer, Boolean or an enumeration, found {}", Describe(type)));
    }
  }
}

ir::Type Checker::ApplySubscripts(ir::Type type, const std::vector<ir::BoundSubscript>& subscripts, Span span) {
  if (subscripts.empty() || type.kind == TypeKind::kUnknown) return type;
  if (subscripts.size() > type.dims.size()) {
    Error(DiagnosticKind::DimensionMismatch, span,
          fmt::format("{} subscript{} for {}", subscripts.size(), subscripts.size() == 1 ? "" : "s", Describe(type)));
    return {};
  }
  std::vector<int64_t> dims;
  for (size_t d = 0; d < type.dims.size(); ++d) {
    if (d >= subscripts.size() || !subscripts[d].expression) {
      dims.push_back(type.dims[d]);
      continue;
    }
    const std::vector<int64_t>& of = subscripts[d].expression->type.dims;
    if (of.size() > 1) {
      Error(DiagnosticKind::DimensionMismatch, subscripts[d].span, "a subscript must be a scalar or a vector");
      return {};
    }
    dims.insert(dims.end(), of.begin(), of.end());
  }
  type.dims = std::move(dims);
  return type;
}

ir::Type Checker::TypeOfInstance(ir::InstanceId id) const {
  const ir::Instance& instance = tree_.instances[id.index()];
  ir::Type type;
  type.dims = instance.dims;
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    type.kind = instance.object_class.empty() ? TypeKind::kScalar : TypeKind::kObject;
    type.scalar = instance.scalar;
    type.enumeration = instance.enumeration;
    type.record = instance.object_class;
  } else {
    type.kind = TypeKind::kRecord;
    if (const auto name = tree_.class_names.find(instance.cls); name != tree_.class_names.end())
      type.record = name->second;
    if (tree_.operator_records.contains(instance.cls)) type.operators = instance.cls;
  }
  return type;
}

std::vector<ir::TypeMember> Checker::MembersOfInstance(ir::InstanceId id) const {
  const ir::Instance& instance = tree_.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kArray) {
    return instance.elements.empty() ? std::vector<ir::TypeMember>{} : MembersOfInstance(instance.elements.front());
  }
  std::vector<ir::TypeMember> members;
  // `connector C = input R` of an operator record R is one, too.
  if (!ast::IsRecord(instance.class_kind) && !tree_.operator_records.contains(instance.cls)) return members;
  for (const ir::InstanceId child : instance.children) {
    ir::Type type = TypeOfInstance(child);
    if (type.kind == TypeKind::kRecord) type.members = MembersOfInstance(child);
    members.push_back({tree_.instances[child.index()].name, std::move(type)});
  }
  return members;
}

ir::Type Checker::TypeOfPath(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                             const std::vector<ir::BoundMember>& members, size_t member, Span span,
                             Variability& variability) {
  const ir::Instance& instance = tree_.instances[id.index()];
  ir::Type type = ApplySubscripts(TypeOfInstance(id), subscripts, span);
  if (member == members.size() || type.kind == TypeKind::kUnknown) {
    if (type.kind == TypeKind::kRecord) type.members = MembersOfInstance(id);
    if (instance.kind == ir::InstanceKind::kBuiltin) variability = EffectiveVariability(instance);
    if (instance.kind != ir::InstanceKind::kBuiltin) variability = instance.variability;
    return type;
  }
  const ir::Instance* owner = &instance;
  if (instance.kind == ir::InstanceKind::kArray) {
    if (instance.elements.empty()) return {};
    // The elements of an array of expandable connectors need not have the same components (MLS 9.1.3).
    const auto has_member = [&](ir::InstanceId element) {
      return tree_.instances[element.index()].child_by_name.contains(members[member].name);
    };
    const auto found = std::find_if(instance.elements.begin(), instance.elements.end(), has_member);
    if (found == instance.elements.end()) return {};
    owner = &tree_.instances[found->index()];
  }
  const auto child = owner->child_by_name.find(members[member].name);
  if (child == owner->child_by_name.end()) return {};
  ir::Type below = TypeOfPath(child->second, members[member].subscripts, members, member + 1, span, variability);
  below.dims.insert(below.dims.begin(), type.dims.begin(), type.dims.end());
  return below;
}

void Checker::TypeReference(BoundExpression& e) {
  e.variability = Variability::kContinuous;
  e.type = TypeOfPath(e.instance, e.subscripts, e.members, 0, e.span, e.variability);
  for (const ir::BoundSubscript& s : e.subscripts) {
    if (s.expression) e.variability = std::max(e.variability, s.expression->variability);
  }
}

void Checker::TypeLocal(BoundExpression& e) {
  CHECK(function_ && e.local >= 0 && static_cast<size_t>(e.local) < function_->variables.size(), "local {}", e.local);
  const ir::FunctionVariable& variable = function_->variables[static_cast<size_t>(e.local)];
  e.type = ApplySubscripts(variable.type, e.subscripts, e.span);
  e.variability = Variability::kContinuous;
  for (const ir::BoundMember& member : e.members) {
    const auto found = std::find_if(e.type.members.begin(), e.type.members.end(),
                                    [&](const ir::TypeMember& m) { return m.name == member.name; });
    CHECK(found != e.type.members.end(), "`{}` has no member `{}`", variable.name, member.name);
    ir::Type below = ApplySubscripts(found->type, member.subscripts, e.span);
    below.dims.insert(below.dims.begin(), e.type.dims.begin(), e.type.dims.end());
    e.type = std::move(below);
    if (e.type.kind == TypeKind::kUnknown) return;
  }
}

void Checker::TypeMember(BoundExpression& e) {
  const BoundExpression& record = *e.operands.at(0);
  const std::vector<ir::TypeMember>& members = record.type.members;
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const ir::TypeMember& m) { return m.name == e.text; });
  if (found != members.end()) {
    e.type = ApplySubscripts(found->type, e.subscripts, e.span);
    e.type.dims.insert(e.type.dims.begin(), record.type.dims.begin(), record.type.dims.end());
    HoldResult(e);
  } else if (!members.empty() || IsKnown(record.type)) {
    Error(DiagnosticKind::UnknownMember, e.span,
          fmt::format("the value is {} and has no member `{}`", Describe(record.type), e.text));
  } else if (record.kind == BoundKind::kComponent && record.members.empty()) {
    Variability variability = record.variability;
    ir::BoundMember member{.name = e.text, .subscripts = e.subscripts, .span = e.span};
    e.type = TypeOfPath(record.instance, record.subscripts, {member}, 0, e.span, variability);
  }
}

void Checker::TypeEnd(BoundExpression& e) {
  e.type = Scalar(ScalarType::kInteger);
  if (!e.end_of) return;
  Check(e.end_of);
  const std::vector<int64_t>& dims = e.end_of->type.dims;
  if (e.end_position >= 0 && static_cast<size_t>(e.end_position) < dims.size() &&
      dims[static_cast<size_t>(e.end_position)] >= 0) {
    e.kind = BoundKind::kInteger;
    e.number = static_cast<double>(dims[static_cast<size_t>(e.end_position)]);
    e.end_of.reset();
  }
}

}  // namespace stiction::typecheck
