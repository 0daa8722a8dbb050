// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/flat_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/evaluate/evaluate.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

void Fail(DiagnosticKind kind, Span span, std::string message, std::string hint) {
  throw ExpansionError{{.severity = Severity::kError,
                        .kind = kind,
                        .span = span,
                        .message = std::move(message),
                        .labels = {},
                        .hint = std::move(hint)}};
}

void RequirePossible(const std::vector<int64_t>& dims, Span span) {
  if (ElementCount(dims) <= kLargestArray) return;
  Fail(DiagnosticKind::DimensionNotConstant, span,
       fmt::format("an array {} has more than {} elements", Describe(dims), kLargestArray));
}

int64_t Count(const std::vector<int64_t>& dims) {
  int64_t n = 1;
  for (const int64_t d : dims) n *= d;
  return n;
}

std::string Describe(const std::vector<int64_t>& dims) {
  return dims.empty() ? "scalar" : fmt::format("[{}]", fmt::join(dims, ", "));
}

FlatValue MakeScalar(const ir::ExprPool& pool, ir::ExprId e) {
  FlatValue value;
  value.type = pool[e].type;
  value.enumeration = pool[e].enumeration;
  value.elements = {e};
  return value;
}

FlatValue Stack(const std::vector<FlatValue>& values, std::vector<int64_t> dims) {
  CHECK(Count(dims) == static_cast<int64_t>(values.size()), "{} values for {}", values.size(), Describe(dims));
  FlatValue out;
  out.dims = std::move(dims);
  if (values.empty()) return out;
  const FlatValue& first = values.front();
  out.type = first.type;
  out.enumeration = first.enumeration;
  out.is_record = first.is_record;
  const std::vector<int64_t> leading = out.dims;
  out.dims.insert(out.dims.end(), first.dims.begin(), first.dims.end());
  for (const FlatValue& v : values) {
    if (v.type == ir::ScalarType::kReal) out.type = ir::ScalarType::kReal;
    out.elements.insert(out.elements.end(), v.elements.begin(), v.elements.end());
  }
  for (size_t f = 0; f < first.fields.size(); ++f) {
    std::vector<FlatValue> column;
    for (const FlatValue& v : values) column.push_back(v.fields.at(f).value);
    out.fields.push_back({first.fields[f].name, Stack(column, leading)});
  }
  return out;
}

std::vector<int64_t> SelectedOffsets(const std::vector<int64_t>& dims, const std::vector<Positions>& positions) {
  std::vector<int64_t> offsets = {0};
  for (size_t d = 0; d < positions.size(); ++d) {
    std::vector<int64_t> next;
    for (const int64_t base : offsets) {
      for (const int64_t at : positions[d].at) next.push_back(base * dims[d] + at - 1);
    }
    offsets = std::move(next);
  }
  return offsets;
}

std::vector<int64_t> SelectedDims(const std::vector<Positions>& positions) {
  std::vector<int64_t> dims;
  for (const Positions& p : positions) {
    if (!p.single) dims.push_back(static_cast<int64_t>(p.at.size()));
  }
  return dims;
}

FlatValue Select(const FlatValue& value, const std::vector<Positions>& positions) {
  const size_t k = positions.size();
  CHECK(k <= value.dims.size(), "{} subscripts of {}", k, Describe(value.dims));
  FlatValue out;
  out.type = value.type;
  out.enumeration = value.enumeration;
  out.is_record = value.is_record;
  out.dims = SelectedDims(positions);
  out.dims.insert(out.dims.end(), value.dims.begin() + static_cast<std::ptrdiff_t>(k), value.dims.end());
  if (value.is_record) {
    for (const auto& [name, field] : value.fields) out.fields.push_back({name, Select(field, positions)});
    return out;
  }
  int64_t inner = 1;
  for (size_t d = k; d < value.dims.size(); ++d) inner *= value.dims[d];
  for (const int64_t offset : SelectedOffsets(value.dims, positions)) {
    for (int64_t i = 0; i < inner; ++i) out.elements.push_back(value.elements[static_cast<size_t>(offset * inner + i)]);
  }
  return out;
}

FlatValue ElementAt(const FlatValue& value, size_t leading, int64_t i) {
  std::vector<Positions> positions(leading);
  for (size_t d = leading; d-- > 0;) {
    positions[d] = {true, {i % value.dims[d] + 1}};
    i /= value.dims[d];
  }
  return Select(value, positions);
}

FlatValue Promote(FlatValue value, size_t rank) {
  while (value.dims.size() < rank) value.dims.push_back(1);
  return value;
}

FlatValue Concatenate(const std::vector<FlatValue>& values, size_t k) {
  FlatValue out = values.front();
  out.elements.clear();
  out.dims[k] = 0;
  int64_t outer = 1;
  for (size_t d = 0; d < k; ++d) outer *= out.dims[d];
  for (const FlatValue& v : values) {
    out.dims[k] += v.dims[k];
    if (v.type == ir::ScalarType::kReal) out.type = v.type;
  }
  for (int64_t o = 0; o < outer; ++o) {
    for (const FlatValue& v : values) {
      const int64_t block = outer == 0 ? 0 : static_cast<int64_t>(v.elements.size()) / outer;
      const auto begin = v.elements.begin() + o * block;
      out.elements.insert(out.elements.end(), begin, begin + block);
    }
  }
  return out;
}

FlatValue Transpose(const FlatValue& matrix) {
  FlatValue out = matrix;
  const int64_t rows = matrix.dims[0], columns = matrix.dims[1];
  const int64_t inner = rows * columns == 0 ? 0 : static_cast<int64_t>(matrix.elements.size()) / (rows * columns);
  std::swap(out.dims[0], out.dims[1]);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t e = 0; e < inner; ++e) {
        out.elements[static_cast<size_t>((j * rows + i) * inner + e)] =
            matrix.elements[static_cast<size_t>((i * columns + j) * inner + e)];
      }
    }
  }
  return out;
}

void AppendScalars(const FlatValue& value, std::vector<ir::ExprId>& scalars) {
  scalars.insert(scalars.end(), value.elements.begin(), value.elements.end());
  for (const auto& [name, field] : value.fields) AppendScalars(field, scalars);
}

}  // namespace stiction::flatten
