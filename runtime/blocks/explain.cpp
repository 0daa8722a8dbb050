// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/explain.h"

#include <fmt/format.h>

#include <cmath>

namespace stiction::runtime {

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

std::string JoinNames(const std::vector<std::string>& names) {
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
    switch (i.op) {
      case OpCode::kDiv:
      case OpCode::kDivInt:
      case OpCode::kMod:
      case OpCode::kRem:
        if (b == 0) return "division by zero";
        break;
      case OpCode::kReciprocal:
        return "division by zero";
      case OpCode::kSqrt:
        return fmt::format("square root of {}", a);
      case OpCode::kLog:
      case OpCode::kLog10:
        return fmt::format("logarithm of {}", a);
      case OpCode::kAsin:
      case OpCode::kAcos:
        return fmt::format("inverse sine or cosine of {}", a);
      case OpCode::kPow:
        return fmt::format("{} to the power of {}", a, b);
      default:
        break;
    }
    return "the value is too large";
  }
  return {};
}

}  // namespace stiction::runtime
