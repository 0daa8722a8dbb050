// SPDX-License-Identifier: BSD-3-Clause
// The dimensions of expressions, without their values where possible (MLS 10).
#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/evaluate/evaluator.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {
namespace {

using ir::BoundExpression;
using ir::BoundKind;

template <size_t N>
bool IsOneOf(const std::string& name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<Dims> Evaluator::SubscriptDims(std::optional<Dims> dims, const SubscriptList& subscripts) {
  if (!dims || subscripts.empty()) return dims;
  if (subscripts.size() > dims->size()) return std::nullopt;
  Dims result;
  for (size_t d = 0; d < dims->size(); ++d) {
    if (d >= subscripts.size() || !subscripts[d].expression) {
      result.push_back((*dims)[d]);
      continue;
    }
    const auto inner = DimsOf(*subscripts[d].expression);
    if (!inner || inner->size() > 1) return std::nullopt;
    result.insert(result.end(), inner->begin(), inner->end());
  }
  return result;
}

std::optional<Dims> Evaluator::PathDims(ir::InstanceId id, const SubscriptList& subscripts,
                                        const std::vector<ir::BoundMember>& members, size_t next) {
  const ir::Instance& instance = tree_.instances[id.index()];
  auto own = SubscriptDims(instance.dims, subscripts);
  if (!own || next == members.size()) return own;
  const ir::Instance* element = &instance;
  if (instance.kind == ir::InstanceKind::kArray) {
    if (instance.elements.empty()) return std::nullopt;
    element = &tree_.instances[instance.elements.front().index()];
  }
  const auto child = element->child_by_name.find(members[next].name);
  if (child == element->child_by_name.end()) return std::nullopt;
  const auto rest = PathDims(child->second, members[next].subscripts, members, next + 1);
  if (!rest) return std::nullopt;
  own->insert(own->end(), rest->begin(), rest->end());
  return own;
}

// Longer than a screen: one case for each kind of expression.
std::optional<Dims> Evaluator::DimsOf(const BoundExpression& e) {
  switch (e.kind) {
    case BoundKind::kReal:
    case BoundKind::kInteger:
    case BoundKind::kBoolean:
    case BoundKind::kString:
    case BoundKind::kEnumeration:
    case BoundKind::kTime:
    case BoundKind::kEnd:
      return Dims{};
    case BoundKind::kIterator: {
      const auto found = iterators_.find(e.local);
      return SubscriptDims(found == iterators_.end() ? Dims{} : found->second.dims, e.subscripts);
    }
    case BoundKind::kComponent:
      return PathDims(e.instance, e.subscripts, e.members, 0);
    case BoundKind::kLocal: {
      if (frames_.empty() || static_cast<size_t>(e.local) >= frames_.back()->locals.size()) return std::nullopt;
      if (!e.members.empty()) {
        const auto value = EvalLocal(e);
        return value ? std::optional(value->dims) : std::nullopt;
      }
      const Local& local = frames_.back()->locals[static_cast<size_t>(e.local)];
      return SubscriptDims(local.value ? std::optional(local.value->dims) : local.dims, e.subscripts);
    }
    case BoundKind::kUnary:
      return DimsOf(*e.operands[0]);
    case BoundKind::kBinary: {
      const auto a = DimsOf(*e.operands[0]);
      const auto b = DimsOf(*e.operands[1]);
      if (!a || !b) return std::nullopt;
      return BinaryDims(e.binary, *a, *b);
    }
    case BoundKind::kIf: {
      const auto value = DimsOf(*e.operands[1]);
      const auto other = DimsOf(*e.operands.back());
      if (value && other && *value == *other) return value;
      for (size_t i = 0; i + 1 < e.operands.size(); i += 2) {
        const auto condition = Eval(*e.operands[i]);
        if (!condition || condition->numbers.empty()) return std::nullopt;
        if (condition->numbers[0] != 0) return DimsOf(*e.operands[i + 1]);
      }
      return other;
    }
    case BoundKind::kRange: {
      const auto range = RangeOf(e);
      if (!range) return std::nullopt;
      return Dims{range->count};
    }
    case BoundKind::kArray: {
      Dims dims{static_cast<int64_t>(e.operands.size())};
      if (e.operands.empty()) return dims;
      const auto element = DimsOf(*e.operands[0]);
      if (!element) return std::nullopt;
      dims.insert(dims.end(), element->begin(), element->end());
      return dims;
    }
    case BoundKind::kMatrix: {
      Dims dims{0, 0};
      size_t next = 0;
      for (size_t r = 0; r < e.rows.size(); ++r) {
        int64_t height = 0, width = 0;
        for (int32_t i = 0; i < e.rows[r]; ++i) {
          const auto entry = DimsOf(*e.operands[next++]);
          if (!entry) return std::nullopt;
          height = entry->empty() ? 1 : (*entry)[0];
          width += entry->size() < 2 ? 1 : (*entry)[1];
        }
        dims[0] += height;
        dims[1] = width;
      }
      return dims;
    }
    case BoundKind::kComprehension:
      return IteratedDims(e);
    case BoundKind::kSubscripted:
      return SubscriptDims(DimsOf(*e.operands[0]), e.subscripts);
    case BoundKind::kMember: {
      if (e.operands[0]->kind == BoundKind::kComponent) {
        BoundExpression whole = *e.operands[0];
        whole.members.push_back({e.text, {}, e.span});
        return PathDims(whole.instance, whole.subscripts, whole.members, 0);
      }
      const auto value = MemberOf(e);
      if (!value) return std::nullopt;
      return value->dims;
    }
    case BoundKind::kBuiltin:
      return BuiltinDims(e);
    case BoundKind::kCall:
      return CallDims(e);
    case BoundKind::kTuple:
    case BoundKind::kOverloaded:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Dims> Evaluator::IteratedDims(const BoundExpression& e) {
  Dims dims;
  std::vector<int32_t> set;
  for (const ir::BoundIterator& iterator : e.iterators) {
    const auto range = iterator.range ? Eval(*iterator.range) : std::nullopt;
    if (range && range->dims.size() == 1) {
      dims.push_back(range->dims[0]);
      if (range->dims[0] > 0) {
        iterators_[iterator.number] = *Select(*range, {Selector{true, {1}}});
        set.push_back(iterator.number);
      }
      continue;
    }
    const auto range_dims = iterator.range ? DimsOf(*iterator.range) : std::nullopt;
    if (!range_dims || range_dims->size() != 1) return std::nullopt;
    dims.push_back((*range_dims)[0]);
  }
  const auto element = DimsOf(*e.operands[0]);
  for (int32_t number : set) iterators_.erase(number);
  if (!element) return std::nullopt;
  std::reverse(dims.begin(), dims.end());
  dims.insert(dims.end(), element->begin(), element->end());
  return dims;
}

// Longer than a screen: one case for each function.
std::optional<Dims> Evaluator::BuiltinDims(const BoundExpression& e) {
  static constexpr std::array<std::string_view, 12> kScalars{"sum",
                                                             "product",
                                                             "scalar",
                                                             "ndims",
                                                             "String",
                                                             "assert",
                                                             "initial",
                                                             "terminal",
                                                             "sample",
                                                             "cardinality",
                                                             "Connections.isRoot",
                                                             "Connections.rooted"};
  static constexpr std::array<std::string_view, 8> kFromArguments{"zeros",    "ones",   "fill",     "identity",
                                                                  "linspace", "vector", "diagonal", "cat"};
  const std::string& name = e.text;
  if (const size_t reduced = ir::ReducedDimensions(e); reduced > 0 && name != "array") {
    auto dims = DimsOf(*e.operands[0]);
    if (!dims || dims->size() < reduced) return Dims{};
    dims->erase(dims->begin(), dims->begin() + static_cast<std::ptrdiff_t>(reduced));
    return dims;
  }
  if (IsOneOf(name, kScalars)) return Dims{};
  if (e.operands.empty()) return Dims{};
  if (name == "min" || name == "max") {
    if (e.operands.size() == 1) return Dims{};
  }
  // Also of arrays that are too large to be made: whoever asks says so. A negative one is no size.
  const auto integer = [&](size_t operand) -> std::optional<int64_t> {
    const auto value = operand < e.operands.size() ? Eval(*e.operands[operand]) : std::nullopt;
    const auto number = value ? AsInteger(*value) : std::nullopt;
    return number && *number >= 0 ? number : std::nullopt;
  };
  if (name == "size") {
    if (e.operands.size() == 2) return Dims{};
    const auto of = DimsOf(*e.operands[0]);
    if (!of) return std::nullopt;
    return Dims{static_cast<int64_t>(of->size())};
  }
  if (name == "cross") return Dims{3};
  if (name == "skew") return Dims{3, 3};
  if (IsOneOf(name, kFromArguments)) {
    if (name == "zeros" || name == "ones" || name == "fill") {
      Dims dims;
      for (size_t i = name == "fill" ? 1 : 0; i < e.operands.size(); ++i) {
        const auto n = integer(i);
        if (!n) return std::nullopt;
        dims.push_back(*n);
      }
      if (name == "fill") {
        const auto element = DimsOf(*e.operands[0]);
        if (!element) return std::nullopt;
        dims.insert(dims.end(), element->begin(), element->end());
      }
      return dims;
    }
    if (name == "identity" || name == "linspace") {
      const auto n = integer(name == "identity" ? 0 : 2);
      if (!n) return std::nullopt;
      return name == "identity" ? Dims{*n, *n} : Dims{*n};
    }
    if (name == "cat") {
      const auto axis = integer(0);
      if (!axis || e.operands.size() < 2) return std::nullopt;
      auto total = DimsOf(*e.operands[1]);
      if (!total || *axis < 1 || static_cast<size_t>(*axis) > total->size()) return std::nullopt;
      for (size_t i = 2; i < e.operands.size(); ++i) {
        const auto more = DimsOf(*e.operands[i]);
        if (!more || more->size() != total->size()) return std::nullopt;
        (*total)[static_cast<size_t>(*axis - 1)] += (*more)[static_cast<size_t>(*axis - 1)];
      }
      return total;
    }
    const auto of = DimsOf(*e.operands[0]);
    if (!of) return std::nullopt;
    if (name == "vector") return Dims{ElementCount(*of)};
    return Dims{ElementCount(*of), ElementCount(*of)};
  }
  std::vector<Dims> all;
  for (const ir::BoundPtr& operand : e.operands) {
    auto dims = DimsOf(*operand);
    if (!dims) return std::nullopt;
    all.push_back(std::move(*dims));
  }
  if (name == "transpose") {
    if (all[0].size() < 2) return std::nullopt;
    std::swap(all[0][0], all[0][1]);
    return all[0];
  }
  if (name == "matrix") {
    all[0].resize(2, 1);
    return all[0];
  }
  if (name == "outerProduct" && all.size() == 2) return Dims{ElementCount(all[0]), ElementCount(all[1])};
  if (name == "array") {
    Dims dims{static_cast<int64_t>(all.size())};
    dims.insert(dims.end(), all[0].begin(), all[0].end());
    return dims;
  }
  for (const Dims& dims : all) {
    if (!dims.empty()) return dims;
  }
  return Dims{};
}

}  // namespace stiction
