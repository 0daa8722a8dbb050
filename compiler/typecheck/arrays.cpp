// SPDX-License-Identifier: BSD-3-Clause
// Array constructors, ranges and comprehensions (MLS 10.4).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ir::BoundExpression;
using ir::ScalarType;
using TypeKind = ir::Type::Kind;

void Checker::TypeArray(BoundExpression& e) {
  ir::Type type;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kUnknown) type = operand->type;
    const bool numeric = IsNumeric(type) && IsNumeric(operand->type);
    const bool same = type.kind == operand->type.kind && type.scalar == operand->type.scalar &&
                      type.enumeration == operand->type.enumeration;
    if (!numeric && !same) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("the elements of an array have different types: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (!DimsFit(type.dims, operand->type.dims)) {
      Error(DiagnosticKind::DimensionMismatch, operand->span,
            fmt::format("the elements of an array have different dimensions: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (operand->type.scalar == ScalarType::kReal) type.scalar = ScalarType::kReal;
    type.dims = MergeDims(type.dims, operand->type.dims);
  }
  type.dims.insert(type.dims.begin(), static_cast<int64_t>(e.operands.size()));
  e.type = type;
}

void Checker::TypeMatrix(BoundExpression& e) {
  ir::Type type;
  size_t rank = 2;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kUnknown) type = operand->type;
    if (!(IsNumeric(type) && IsNumeric(operand->type)) && type.scalar != operand->type.scalar) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("the elements of a matrix have different types: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (operand->type.scalar == ScalarType::kReal) type.scalar = ScalarType::kReal;
    rank = std::max(rank, operand->type.dims.size());
  }
  type.dims.clear();
  size_t next = 0;
  for (const int32_t count : e.rows) {
    std::vector<int64_t> row;
    for (int32_t k = 0; k < count; ++k, ++next) {
      std::vector<int64_t> part = e.operands[next]->type.dims;
      part.resize(rank, 1);
      if (k == 0) {
        row = part;
        continue;
      }
      for (size_t d = 0; d < rank; ++d) {
        if (d == 1) {
          row[d] = row[d] < 0 || part[d] < 0 ? -1 : row[d] + part[d];
        } else if (!DimsFit({row[d]}, {part[d]})) {
          Error(DiagnosticKind::DimensionMismatch, e.operands[next]->span,
                "the parts of a row of a matrix have different heights");
          return;
        }
      }
    }
    if (type.dims.empty()) {
      type.dims = row;
      continue;
    }
    for (size_t d = 0; d < rank; ++d) {
      if (d == 0) {
        type.dims[d] = type.dims[d] < 0 || row[d] < 0 ? -1 : type.dims[d] + row[d];
      } else if (!DimsFit({type.dims[d]}, {row[d]})) {
        Error(DiagnosticKind::DimensionMismatch, e.span, "the rows of a matrix have different lengths");
        return;
      }
    }
  }
  e.type = type;
}

void Checker::TypeRange(BoundExpression& e) {
  ir::Type type;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand->type.kind == TypeKind::kUnknown) return;
    if (!operand->type.dims.empty() || !IsKnown(operand->type) || operand->type.scalar == ScalarType::kString) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("a range needs scalar bounds, found {}", Describe(operand->type)));
      return;
    }
    const bool is_first = type.kind == TypeKind::kUnknown;
    const bool fits = is_first || (IsNumeric(type) && IsNumeric(operand->type)) ||
                      (type.scalar == operand->type.scalar && type.enumeration == operand->type.enumeration);
    if (!fits) {
      Error(DiagnosticKind::TypeMismatch, operand->span,
            fmt::format("the bounds of a range have different types: {} and {}", Describe(type),
                        Describe(operand->type)));
      return;
    }
    if (is_first || operand->type.scalar == ScalarType::kReal) type = operand->type;
  }
  const std::optional<Value> step = e.operands.size() == 3 ? Evaluate(tree_, *e.operands[1]) : std::nullopt;
  if (step && step->numbers.size() == 1 && step->numbers.front() == 0) {
    Error(DiagnosticKind::SubscriptOutOfRange, e.operands[1]->span, "the step of a range is 0 (MLS 10.4.3)").hint =
        "give a step that leads from the start to the end";
    return;
  }
  const std::optional<std::vector<int64_t>> dims = Dimensions(tree_, e);
  type.dims = dims && dims->size() == 1 ? *dims : std::vector<int64_t>{-1};
  e.type = type;
}

void Checker::CheckIterators(std::vector<ir::BoundIterator>& iterators) {
  for (ir::BoundIterator& iterator : iterators) {
    Check(iterator.range);
    ir::Type type = iterator.range->type;
    if (type.kind != TypeKind::kUnknown && type.dims.size() != 1) {
      Error(DiagnosticKind::DimensionMismatch, iterator.range->span,
            fmt::format("`{}` must run over a vector, found {}", iterator.name, Describe(type)));
    }
    type.dims.clear();
    iterators_[iterator.number] = {type, iterator.range->variability};
  }
}

void Checker::TypeComprehension(BoundExpression& e) {
  // The last iterator is the outermost dimension (MLS 10.4.1.1).
  CheckIterators(e.iterators);
  Check(e.operands.at(0));
  e.variability = e.operands[0]->variability;
  e.type = e.operands[0]->type;
  if (e.type.kind == TypeKind::kUnknown) return;
  std::vector<int64_t> leading;
  for (size_t k = e.iterators.size(); k-- > 0;) {
    const ir::Type& range = e.iterators[k].range->type;
    leading.push_back(range.dims.size() == 1 ? range.dims[0] : -1);
    e.variability = std::max(e.variability, e.iterators[k].range->variability);
  }
  e.type.dims.insert(e.type.dims.begin(), leading.begin(), leading.end());
}

}  // namespace stiction::typecheck
