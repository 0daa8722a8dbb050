// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/component_dimensions.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {
namespace {

// A hint, or why a call that was made for the value failed.
std::string WithFailure(const ir::InstanceTree& tree, const std::string& hint) {
  return tree.foreign && !tree.foreign->failure().empty() ? tree.foreign->failure() : hint;
}

}  // namespace

std::optional<std::vector<int64_t>> ComponentDimensions::Of(ir::InstanceId id, const ResolvedType& type) {
  const std::vector<ResolvedType::Dimension> written = WrittenDimensions(*data_.WorkOf(id).element, type);
  if (written.empty()) return std::vector<int64_t>{};
  auto dims = Find(id, type, written);
  data_.dims_so_far.erase(id);
  if (!dims || ElementCount(*dims) <= kLargestArray) return dims;
  reports_.Error(DiagnosticKind::DimensionNotConstant, data_.At(id).span,
                 fmt::format("array `{}` has more than {} elements", data_.At(id).name, kLargestArray));
  return std::nullopt;
}

// Open dimensions first: those that are written may ask for them.
std::optional<std::vector<int64_t>> ComponentDimensions::Find(ir::InstanceId id, const ResolvedType& type,
                                                              const std::vector<ResolvedType::Dimension>& written) {
  std::vector<std::optional<int64_t>>& found = data_.dims_so_far[id];
  found.resize(written.size());
  std::optional<std::vector<int64_t>> of_value;
  for (size_t d = 0; d < written.size(); ++d) {
    if (written[d].subscript->expression) continue;
    if (MayBeSizeless(id)) {
      data_.WorkOf(id).is_sizeless = true;
      found[d] = 0;
      continue;
    }
    if (!of_value) of_value = OfValue(id, type, written.size(), written[d].subscript->span);
    if (!of_value) return std::nullopt;
    found[d] = (*of_value)[d];
  }
  std::vector<int64_t> dims;
  for (size_t d = 0; d < written.size(); ++d) {
    if (!found[d]) found[d] = SizeOf(id, d, written[d]);
    if (!found[d]) return std::nullopt;
    dims.push_back(*found[d]);
  }
  return dims;
}

bool ComponentDimensions::MayBeSizeless(ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  return instance.parent && data_.At(instance.parent).is_expandable &&
         instance.variability > ir::Variability::kParameter;
}

std::optional<std::vector<int64_t>> ComponentDimensions::OfValue(ir::InstanceId id, const ResolvedType& type,
                                                                 size_t count, Span open) {
  const Modifiers modifiers = modifiers_.Combine(data_.WorkOf(id).modifiers, type.modifiers);
  const Modifier* value = FindValue(modifiers);
  const int64_t reports = reports_.count();
  const ir::BoundPtr bound = value ? bindings_.ValueOf(*value) : nullptr;
  auto dims = bound ? bindings_.DimensionsOf(*bound) : std::nullopt;
  if (dims && dims->size() >= count) return dims;
  if (reports_.count() == reports) {
    reports_.Error(value ? DiagnosticKind::DimensionNotConstant : DiagnosticKind::ValueNeeded, open,
                   fmt::format("the size of `{}` is open (`:`) and no value determines it (MLS 10.1)",
                               data_.WorkOf(id).element->name),
                   WithFailure(data_.tree, "give the size, or a binding with as many dimensions"));
  }
  return std::nullopt;
}

void ComponentDimensions::NoteIndexType(ir::InstanceId id, size_t d, const ir::BoundExpression& values) {
  std::vector<IndexType>& types = data_.index_types[id];
  types.resize(std::max(types.size(), d + 1));
  const bool is_enumeration = values.kind == ir::BoundKind::kRange;
  types[d].scalar = is_enumeration ? ir::ScalarType::kEnumeration : ir::ScalarType::kBoolean;
  if (is_enumeration) types[d].enumeration = values.operands[0]->type.enumeration;
}

std::optional<int64_t> ComponentDimensions::SizeOf(ir::InstanceId id, size_t d,
                                                   const ResolvedType::Dimension& dimension) {
  const std::string& name = data_.WorkOf(id).element->name;
  const ast::Expression& written = *dimension.subscript->expression;
  const ir::BoundPtr bound = expressions_.Bind(written, dimension.scope);
  if (!bound) return std::nullopt;
  if (const std::optional<int64_t> count = ValuesOfType(written, *bound)) {
    NoteIndexType(id, d, *bound);
    return count;
  }
  const std::optional<Value> value = bindings_.Evaluate(*bound);
  if (!value || !value->dims.empty() || value->numbers.size() != 1 || value->type != ir::ScalarType::kInteger) {
    if (!bindings_.ReportMissingValue(*bound, fmt::format("the size of `{}`", name))) {
      reports_.Error(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
                     fmt::format("the size of `{}` must be an Integer that is known when translating", name),
                     WithFailure(data_.tree, "use literals, constants and parameters with a value"));
    }
    return std::nullopt;
  }
  const std::optional<int64_t> size = AsInteger(*value);
  if (!size || *size >= 0) return size.value_or(kLargestArray + 1);
  reports_.Error(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
                 fmt::format("the size of `{}` is negative: {}", name, *size));
  return std::nullopt;
}

}  // namespace stiction
