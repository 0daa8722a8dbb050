// SPDX-License-Identifier: BSD-3-Clause
// Units of measurement: unit expressions (MLS 19.1) and what arithmetic makes of them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// A coherent product of powers of the base units of the SI, times a factor: "km/h" is m^1 s^-1 times 1/3.6. The
/// radian and the steradian are 1, as in the SI.
struct Unit {
  static constexpr int kBaseCount = 7;
  /// Exponents of m, kg, s, A, K, mol, cd; halves come from square roots.
  std::array<double, kBaseCount> exponents{};
  double factor = 1;
};

/// Reads a unit expression.
/// @returns nothing if the text is no unit (IsUnit), or holds one that is no multiple of others, as degC with its
/// offset and the decibel: such a unit is compared with nothing
/// @source MLS 19.1; the units and prefixes of the SI brochure (9th edition), with those accepted for use with it
std::optional<Unit> ParseUnit(std::string_view text);

/// True if the text is a unit expression of units that are known here.
bool IsUnit(std::string_view text);

/// True of a text that has the form of MLS 19.1, with symbols that a library may have made up.
bool HasFormOfUnit(std::string_view text);

/// The unit expression that was probably meant by a text that is none: "N.m" by "Nm", "m/s2" by "m/s^2", "Hz" by "hz".
/// @returns "" if nothing is near
std::string NearestUnit(std::string_view text);

/// The parts of a unit expression.
std::vector<std::string> UnitSymbols(bool with_prefixes);

Unit operator*(const Unit& a, const Unit& b);
Unit operator/(const Unit& a, const Unit& b);
Unit Power(const Unit& unit, double exponent);

/// True if the exponents agree: metre and kilometre do.
bool HaveSameDimension(const Unit& a, const Unit& b);
/// True if a number means the same in both units.
bool AreSame(const Unit& a, const Unit& b);

/// As a unit expression of the base units: "kg.m2/s2", "1"; a factor stands before it: "1000 m".
std::string ToString(const Unit& unit);

}  // namespace stiction
