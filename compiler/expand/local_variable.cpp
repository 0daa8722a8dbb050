// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/local_variable.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/expand/scalar.h"

namespace stiction::flatten {

LocalVariable MakeLocal(const std::string& name, const ir::Type& type, const FlatValue* value, Span span,
                        const std::vector<int64_t>& around) {
  LocalVariable local;
  local.name = name;
  local.type = type.scalar;
  local.enumeration = type.enumeration;
  local.dims = value ? value->dims : around;
  if (!value) local.dims.insert(local.dims.end(), type.dims.begin(), type.dims.end());
  if (std::any_of(local.dims.begin(), local.dims.end(), [](int64_t d) { return d < 0; })) {
    Fail(DiagnosticKind::NotYetSupported, span,
         fmt::format("the size of the member `{}` of a record must be a constant in a function", name));
  }
  if (type.kind != ir::Type::Kind::kRecord) return local;
  local.is_record = true;
  for (const ir::TypeMember& member : type.members) {
    const FlatValue* field = value ? &FieldOf(*value, member.name, span) : nullptr;
    local.fields.push_back(MakeLocal(member.name, member.type, field, span, local.dims));
  }
  return local;
}

int64_t SlotCount(const LocalVariable& local) {
  if (!local.is_record) return Count(local.dims);
  int64_t count = 0;
  for (const LocalVariable& field : local.fields) count += SlotCount(field);
  return count;
}

LocalPath PathOf(const std::vector<LocalVariable>& locals, const ir::BoundExpression& reference) {
  LocalPath path{&locals[static_cast<size_t>(reference.local)], reference.subscripts};
  for (const ir::BoundMember& member : reference.members) {
    const std::vector<LocalVariable>& fields = path.local->fields;
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const LocalVariable& f) { return f.name == member.name; });
    if (field == fields.end()) {
      Fail(DiagnosticKind::TypeMismatch, reference.span,
           fmt::format("`{}` has no member `{}`", path.local->name, member.name));
    }
    if (!member.subscripts.empty()) path.subscripts.resize(path.local->dims.size());
    path.subscripts.insert(path.subscripts.end(), member.subscripts.begin(), member.subscripts.end());
    path.local = &*field;
  }
  return path;
}

const FlatValue& FieldOf(const FlatValue& record, const std::string& name, Span span) {
  const auto field =
      std::find_if(record.fields.begin(), record.fields.end(), [&](const FlatField& f) { return f.name == name; });
  if (field == record.fields.end()) {
    Fail(DiagnosticKind::TypeMismatch, span, fmt::format("the value has no member `{}`", name));
  }
  return field->value;
}

FlatValue Conform(ir::ExprPool& pool, FlatValue value, const ir::Type& type, Span span) {
  if (type.kind != ir::Type::Kind::kRecord) {
    if (value.is_record) Fail(DiagnosticKind::TypeMismatch, span, "a record is given where a number is wanted");
    for (ir::ExprId& element : value.elements) element = Coerce(pool, element, type.scalar);
    return value;
  }
  FlatValue out;
  out.is_record = true;
  out.dims = value.dims;
  for (const ir::TypeMember& member : type.members) {
    FlatValue field = Conform(pool, FieldOf(value, member.name, span), member.type, span);
    const size_t around = out.dims.size();
    bool fits = field.dims.size() == around + member.type.dims.size();
    for (size_t d = 0; fits && d < member.type.dims.size(); ++d) {
      fits = member.type.dims[d] < 0 || member.type.dims[d] == field.dims[around + d];
    }
    if (!fits) {
      Fail(DiagnosticKind::DimensionMismatch, span,
           fmt::format("the member `{}` is {}, found {}", member.name, Describe(member.type.dims),
                       Describe(field.dims)));
    }
    out.fields.push_back({member.name, std::move(field)});
  }
  return out;
}

}  // namespace stiction::flatten
