// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/coefficients.h"

#include <cmath>
#include <optional>

namespace stiction {
namespace {

constexpr double kUsual = 1e4;

/// A number in [1, 2) for a seed (the finaliser of splitmix64, Steele et al. 2014, doi 10.1145/2714064.2660195).
double GenericNumber(uint64_t seed) {
  uint64_t z = (seed + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return 1.0 + static_cast<double>(z >> 11) * 0x1p-53;
}

}  // namespace

Coefficient Coefficients::Of(ir::ExprId e) {
  const ir::ExprNode& node = (*dae_.pool)[e];
  if (ir::IsLiteral(node.op)) return {node.number, Sureness::kConstant};
  static_cast<void>(parameters_.HasReadOpen());
  bool is_known = true;  // all it depends on are parameters with values
  const std::optional<double> value = symbolic::Evaluate(
      *dae_.pool, dae_.functions, e,
      [&](ir::VariableId v) -> std::optional<double> {
        if (const std::optional<double> known = parameters_.Of(v)) return known;
        is_known = false;
        return GenericNumber(static_cast<uint64_t>(v.value));
      },
      &calls_);
  // What is decided by numbers hinges on each; where nothing cancels, only on which of them are 0: callers know.
  if (parameters_.HasReadOpen()) dae_.open->zero_expressions.emplace_back(e, value == 0.0);
  if (is_known && value && std::isfinite(*value)) return {*value, Sureness::kParameter};
  // The size at a random point says nothing: a function may be out of its range there, and hide all other entries.
  const bool is_usual =
      value && std::isfinite(*value) && (*value == 0 || (std::abs(*value) >= 1 / kUsual && std::abs(*value) <= kUsual));
  const double generic = GenericNumber(static_cast<uint64_t>(e.value) << 32);
  return {is_usual ? *value : std::copysign(generic, value.value_or(1)), Sureness::kVarying};
}

}  // namespace stiction
