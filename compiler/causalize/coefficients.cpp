// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/coefficients.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compiler/causalize/occurrences.h"

namespace stiction {
namespace {

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
  const Occurrences found = FindOccurrences(*dae_.pool, e);
  const bool varies = found.reads_time || !found.pre.empty() || !found.relations.empty() || !found.held.empty() ||
                      std::ranges::any_of(found.variables, [this](ir::VariableId v) { return !kinds_.IsParameter(v); });
  return {ValueOf(e), varies ? Sureness::kVarying : Sureness::kParameter};
}

double Coefficients::ValueOf(ir::ExprId e) {
  const std::optional<double> value = symbolic::Evaluate(
      *dae_.pool, dae_.functions, e,
      [this](ir::VariableId v) -> std::optional<double> {
        if (const std::optional<double> known = parameters_.Of(v)) return known;
        return GenericNumber(static_cast<uint64_t>(v.value));
      },
      &calls_);
  if (value && std::isfinite(*value)) return *value;
  return GenericNumber(static_cast<uint64_t>(e.value) << 32);
}

}  // namespace stiction
