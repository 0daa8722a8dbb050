// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/local_variable.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/expand/scalar.h"

namespace stiction::flatten {

LocalVariable MakeLocal(const std::string& name, const ir::Type& type, const FlatValue* value, Span span) {
  LocalVariable local;
  local.name = name;
  local.type = type.scalar;
  local.enumeration = type.enumeration;
  local.dims = value ? value->dims : type.dims;
  if (std::any_of(local.dims.begin(), local.dims.end(), [](int64_t d) { return d < 0; })) {
    Fail(DiagnosticKind::NotYetSupported, span,
         fmt::format("the size of the member `{}` of a record must be a constant in a function", name));
  }
  if (type.kind != ir::Type::Kind::kRecord) return local;
  local.is_record = true;
  for (const ir::TypeMember& member : type.members) {
    const FlatValue* field = value ? &FieldOf(*value, member.name, span) : nullptr;
    local.fields.push_back(MakeLocal(member.name, member.type, field, span));
  }
  return local;
}

int64_t SlotCount(const LocalVariable& local) {
  if (!local.is_record) return Count(local.dims);
  int64_t count = 0;
  for (const LocalVariable& field : local.fields) count += SlotCount(field);
  return count;
}

const LocalVariable& MemberOf(const LocalVariable& local, const std::vector<ir::BoundMember>& members, Span span) {
  const LocalVariable* found = &local;
  for (const ir::BoundMember& member : members) {
    const auto field = std::find_if(found->fields.begin(), found->fields.end(),
                                    [&](const LocalVariable& f) { return f.name == member.name; });
    if (field == found->fields.end()) {
      Fail(DiagnosticKind::TypeMismatch, span, fmt::format("`{}` has no member `{}`", found->name, member.name));
    }
    found = &*field;
  }
  return *found;
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
    bool fits = field.dims.size() == member.type.dims.size();
    for (size_t d = 0; fits && d < field.dims.size(); ++d) {
      fits = member.type.dims[d] < 0 || member.type.dims[d] == field.dims[d];
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

void RequireNoRecordArrays(const ir::Type& type, Span span) {
  if (type.kind != ir::Type::Kind::kRecord) return;
  if (!type.dims.empty()) {
    Fail(DiagnosticKind::NotYetSupported, span, "arrays of records in functions are not supported yet");
  }
  for (const ir::TypeMember& member : type.members) RequireNoRecordArrays(member.type, span);
}

}  // namespace stiction::flatten
