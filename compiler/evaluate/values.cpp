// SPDX-License-Identifier: BSD-3-Clause
// Arrays of compile-time values: sizes, selection, storage, stacking.
#include <algorithm>
#include <cmath>

#include "compiler/evaluate/evaluator.h"

namespace stiction {
namespace {

// Positions (row-major) of the chosen elements; nothing if an index is outside.
std::optional<std::vector<size_t>> Positions(const Dims& dims, const std::vector<Selector>& selectors) {
  if (selectors.size() > dims.size()) return std::nullopt;
  std::vector<size_t> positions{0};
  for (size_t d = 0; d < dims.size(); ++d) {
    std::vector<size_t> next;
    const auto extent = static_cast<size_t>(dims[d]);
    const size_t chosen = d < selectors.size() ? selectors[d].indices.size() : extent;
    if (chosen * positions.size() > static_cast<size_t>(kLargestArray)) return std::nullopt;
    for (size_t base : positions) {
      if (d < selectors.size()) {
        for (int64_t index : selectors[d].indices) {
          if (index < 1 || index > dims[d]) return std::nullopt;
          next.push_back(base * extent + static_cast<size_t>(index - 1));
        }
      } else {
        for (size_t i = 0; i < extent; ++i) next.push_back(base * extent + i);
      }
    }
    positions = std::move(next);
  }
  return positions;
}

void Append(Value& to, const Value& from) {
  to.numbers.insert(to.numbers.end(), from.numbers.begin(), from.numbers.end());
  to.texts.insert(to.texts.end(), from.texts.begin(), from.texts.end());
  if (from.type == ir::ScalarType::kReal && to.type == ir::ScalarType::kInteger) to.type = from.type;
}

}  // namespace

std::optional<int64_t> AsInteger(double number) {
  constexpr double kLargestExact = 9007199254740992.0;  // 2^53
  if (!(std::fabs(number) <= kLargestExact) || number != std::floor(number)) return std::nullopt;
  return static_cast<int64_t>(number);
}

std::optional<int64_t> AsInteger(const Value& value) {
  if (value.is_record || value.type == ir::ScalarType::kString || !value.dims.empty() || value.numbers.size() != 1) {
    return std::nullopt;
  }
  return AsInteger(value.numbers[0]);
}

std::optional<int64_t> AsSize(const Value& value) {
  const std::optional<int64_t> size = AsInteger(value);
  return size && *size >= 0 && *size <= kLargestArray ? size : std::nullopt;
}

int64_t ElementCount(const Dims& dims) {
  if (std::any_of(dims.begin(), dims.end(), [](int64_t d) { return d < 0; })) return -1;
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return 0;
  int64_t count = 1;
  for (const int64_t d : dims) count = d > kLargestArray / count ? kLargestArray + 1 : count * d;
  return std::min(count, kLargestArray + 1);
}

Dims IndexAt(int64_t position, const Dims& dims) {
  Dims index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = position % dims[d] + 1;
    position /= dims[d];
  }
  return index;
}

std::optional<Value> Finite(std::optional<Value> value) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (value && !std::all_of(value->numbers.begin(), value->numbers.end(), is_finite)) return std::nullopt;
  return value;
}

bool IsPossible(const Dims& dims) {
  const int64_t count = ElementCount(dims);
  return count >= 0 && count <= kLargestArray;
}

Value ScalarValue(ir::ScalarType type, double number) { return {type, {}, {}, {number}, {}}; }

Value TextValue(std::string text) { return {ir::ScalarType::kString, {}, {}, {}, {std::move(text)}}; }

Dims SelectedDims(const Dims& dims, const std::vector<Selector>& selectors) {
  Dims result;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d >= selectors.size()) {
      result.push_back(dims[d]);
    } else if (!selectors[d].scalar) {
      result.push_back(static_cast<int64_t>(selectors[d].indices.size()));
    }
  }
  return result;
}

std::optional<Value> Select(const Value& value, const std::vector<Selector>& selectors) {
  const auto positions = Positions(value.dims, selectors);
  if (!positions) return std::nullopt;
  Value result{value.type, value.enumeration, SelectedDims(value.dims, selectors), {}, {}};
  for (size_t p : *positions) {
    if (value.type == ir::ScalarType::kString) {
      result.texts.push_back(value.texts[p]);
    } else {
      result.numbers.push_back(value.numbers[p]);
    }
  }
  return result;
}

bool Store(Value& value, const std::vector<Selector>& selectors, const Value& part) {
  const auto positions = Positions(value.dims, selectors);
  if (!positions || (part.type == ir::ScalarType::kString) != (value.type == ir::ScalarType::kString)) return false;
  const bool is_text = value.type == ir::ScalarType::kString;
  if (positions->size() != (is_text ? part.texts.size() : part.numbers.size())) return false;
  for (size_t i = 0; i < positions->size(); ++i) {
    if (is_text) {
      value.texts[(*positions)[i]] = part.texts[i];
    } else {
      value.numbers[(*positions)[i]] = part.numbers[i];
    }
  }
  return true;
}

std::optional<Value> Stack(const std::vector<Value>& values) {
  Value result{ir::ScalarType::kInteger, {}, {static_cast<int64_t>(values.size())}, {}, {}};
  if (values.empty()) {
    result.type = ir::ScalarType::kReal;
    return result;
  }
  result.type = values.front().type;
  result.enumeration = values.front().enumeration;
  result.dims.insert(result.dims.end(), values.front().dims.begin(), values.front().dims.end());
  if (!IsPossible(result.dims)) return std::nullopt;
  for (const Value& v : values) {
    if (v.dims != values.front().dims) return std::nullopt;
    if ((v.type == ir::ScalarType::kString) != (result.type == ir::ScalarType::kString)) return std::nullopt;
    Append(result, v);
  }
  return result;
}

std::optional<Value> Concatenate(size_t dimension, const std::vector<Value>& values) {
  if (values.empty() || dimension < 1 || dimension > values.front().dims.size()) return std::nullopt;
  const size_t axis = dimension - 1;
  const Dims& first = values.front().dims;
  Value result{values.front().type, values.front().enumeration, first, {}, {}};
  result.dims[axis] = 0;
  int64_t outer = 1;
  for (size_t d = 0; d < axis; ++d) outer *= first[d];
  for (const Value& v : values) {
    if (v.dims.size() != first.size()) return std::nullopt;
    if ((v.type == ir::ScalarType::kString) != (result.type == ir::ScalarType::kString)) return std::nullopt;
    for (size_t d = 0; d < first.size(); ++d) {
      if (d != axis && v.dims[d] != first[d]) return std::nullopt;
    }
    result.dims[axis] += v.dims[axis];
    if (!IsPossible(result.dims)) return std::nullopt;
  }
  for (int64_t o = 0; o < outer; ++o) {
    for (const Value& v : values) {
      const int64_t chunk = outer == 0 ? 0 : ElementCount(v.dims) / outer;
      Value piece{v.type, v.enumeration, {}, {}, {}};
      if (v.type == ir::ScalarType::kString) {
        piece.texts.assign(v.texts.begin() + o * chunk, v.texts.begin() + (o + 1) * chunk);
      } else {
        piece.numbers.assign(v.numbers.begin() + o * chunk, v.numbers.begin() + (o + 1) * chunk);
      }
      Append(result, piece);
    }
  }
  return result;
}

}  // namespace stiction
