// SPDX-License-Identifier: BSD-3-Clause
// The units that the expressions of a model have: few, each kept once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/units/unit.h"

namespace stiction {

/// A unit, with the text it was declared by where it is a variable's own.
struct KnownUnit {
  Unit unit;
  const std::string* declared = nullptr;

  std::string text() const { return declared ? *declared : ToString(unit); }
};

/// The place of a unit in a UnitTable.
using UnitNumber = int32_t;
constexpr UnitNumber kUnknownUnit = -1;

/// Units by number, and the numbers of what arithmetic makes of them. Of an unknown unit it makes an unknown one.
class UnitTable {
 public:
  /// The same number for the same unit declared by the same text; kUnknownUnit if its exponents or factor are beyond
  /// what a double holds. @param unit its text outlives the table
  UnitNumber Add(const KnownUnit& unit);
  /// @pre not kUnknownUnit. Valid until the next unit is added.
  const KnownUnit& operator[](UnitNumber number) const { return units_[static_cast<size_t>(number)]; }

  UnitNumber Product(UnitNumber a, UnitNumber b) { return Combine(products_, a, b, /*is_product=*/true); }
  UnitNumber Quotient(UnitNumber a, UnitNumber b) { return Combine(quotients_, a, b, /*is_product=*/false); }
  UnitNumber Power(UnitNumber base, double exponent);

 private:
  using Results = std::map<std::pair<UnitNumber, UnitNumber>, UnitNumber>;
  UnitNumber Combine(Results& known, UnitNumber a, UnitNumber b, bool is_product);

  std::vector<KnownUnit> units_;
  std::map<std::tuple<std::array<double, Unit::kBaseCount>, double, const std::string*>, UnitNumber> number_of_;
  Results products_, quotients_;
};

}  // namespace stiction
