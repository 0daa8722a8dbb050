// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

constexpr const char* kTooLarge = "the value is too large";

const char* OfDivisionBy(double y) { return y == 0 ? "division by zero" : kTooLarge; }

/// A text with places {0} and {1} for the operands.
const char* WhyNotFinite(OpCode op, double, double y) {
  switch (op) {
#define STICTION_EACH(id, name, failure, ...) \
  case OpCode::k##id:                         \
    return failure;
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#include "runtime/operators/operators.def"
    default:
      return kTooLarge;
  }
}

}  // namespace

std::string Describe(const Program& program, int32_t equation) {
  const auto& [text, source] = program.equations[static_cast<size_t>(equation)];
  if (source->derivation.empty()) return fmt::format("{} ({})", text, source->place);
  return fmt::format("{} ({}, {})", text, source->derivation, source->place);
}

std::string ListEquations(const Program& program, const std::vector<int32_t>& equations) {
  constexpr size_t kMax = 6;
  std::string text;
  for (size_t k = 0; k < equations.size() && k < kMax; ++k)
    text += (k == 0 ? "" : "\n     ") + Describe(program, equations[k]);
  if (equations.size() > kMax) text += fmt::format("\n     and {} more", equations.size() - kMax);
  return text;
}

bool IsGeneratedName(const std::string& name) { return name.starts_with('$'); }

std::string JoinNames(std::vector<std::string> names) {
  if (!std::ranges::all_of(names, IsGeneratedName)) std::erase_if(names, IsGeneratedName);
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string ExplainNotFinite(const Program& program, Range range, const double* slots) {
  for (int32_t at = range.begin; at < range.end; ++at) {
    const Instruction& i = program.code[static_cast<size_t>(at)];
    if (i.op == OpCode::kCall || i.dst == kNoSlot || std::isfinite(slots[i.dst])) continue;
    const double a = i.a == kNoSlot ? 0 : slots[i.a];
    const double b = i.b == kNoSlot ? 0 : slots[i.b];
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    return fmt::format(fmt::runtime(WhyNotFinite(i.op, a, b)), a, b);
  }
  return {};
}

}  // namespace stiction::runtime
