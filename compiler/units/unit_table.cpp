// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/units/unit_table.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

bool IsFinite(const Unit& unit) {
  return std::isfinite(unit.factor) && std::all_of(unit.exponents.begin(), unit.exponents.end(),
                                                   [](double exponent) { return std::isfinite(exponent); });
}

}  // namespace

UnitNumber UnitTable::Add(const KnownUnit& unit) {
  if (!IsFinite(unit.unit)) return kUnknownUnit;
  const auto number = static_cast<UnitNumber>(units_.size());
  const auto [at, is_new] = number_of_.try_emplace({unit.unit.exponents, unit.unit.factor, unit.declared}, number);
  if (is_new) units_.push_back(unit);
  return at->second;
}

UnitNumber UnitTable::Combine(Results& known, UnitNumber a, UnitNumber b, bool is_product) {
  if (a == kUnknownUnit || b == kUnknownUnit) return kUnknownUnit;
  const auto [at, is_new] = known.try_emplace({a, b}, kUnknownUnit);
  if (is_new) {
    const Unit& left = (*this)[a].unit;
    const Unit& right = (*this)[b].unit;
    at->second = Add({is_product ? left * right : left / right, nullptr});
  }
  return at->second;
}

UnitNumber UnitTable::Power(UnitNumber base, double exponent) {
  if (base == kUnknownUnit) return kUnknownUnit;
  return Add({stiction::Power((*this)[base].unit, exponent), nullptr});
}

}  // namespace stiction
