// SPDX-License-Identifier: BSD-3-Clause
// VALUES of `stiction sweep --vary NAME=VALUES`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stiction::cli {

/// A distribution that values are drawn from.
struct Distribution {
  enum class Kind : uint8_t { kUniform, kLogUniform, kNormal };
  Kind kind = Kind::kUniform;
  double a = 0, b = 1;  // bounds; of a normal distribution mean and standard deviation
};

using SweepValues = std::variant<std::vector<std::string>, Distribution>;

/// `1,2,5`, `0:0.1:1`, `lin(0,1,11)`, `log(1e-3,1e3,7)`: a list; `uniform(a,b)`, `loguniform(a,b)`,
/// `normal(mean,deviation)`: a distribution. Anything else between commas that are not in brackets is a value as it
/// stands in a model: `true`, `"table.txt"`, `Modelica.Blocks.Types.Init.NoInit`.
/// @param wrong gets what is wrong, if nothing is returned
std::optional<SweepValues> ReadSweepValues(std::string_view text, std::string& wrong);

/// Independent numbers in [0, 1), the same on every machine.
class UnitRandom {
 public:
  explicit UnitRandom(uint64_t seed) : state_(seed) {}
  double Next();

 private:
  uint64_t state_;
};

/// One value of a distribution; takes two numbers of `random`, whatever it is.
double Draw(const Distribution& distribution, UnitRandom& random);

}  // namespace stiction::cli
