// SPDX-License-Identifier: BSD-3-Clause
// What the scaling tests rely on: units and numbers without one get the factors that they should.
#include "tests/property/rescale.h"

#include <gtest/gtest.h>

#include "tests/property/flat.h"

namespace stiction::test {
namespace {

TEST(Rescale, EachQuantityTakesTheFactorOfItsUnit) {
  ir::FlatModel model = FlatModelOf("PushedBlock");
  constexpr double kForce = 2, kLength = 3, kTime = 5;
  const std::vector<double> factors = Rescale(model, {kForce, kLength, kTime, 7});
  const auto factor = [&](const std::string& name) {
    for (size_t v = 0; v < factors.size(); ++v) {
      if (model.variables[v].name == name) return factors[v];
    }
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(factor("x"), kLength);
  EXPECT_DOUBLE_EQ(factor("v"), kLength / kTime);
  EXPECT_DOUBLE_EQ(factor("m"), kForce * kTime * kTime / kLength);
  EXPECT_DOUBLE_EQ(factor("f1"), kForce * kTime / kLength);
  EXPECT_DOUBLE_EQ(factor("sa"), 7);
  EXPECT_DOUBLE_EQ(factor("mode"), 1);
}

// Open: the model that it was written for has another parameter now.
TEST(Rescale, NumbersTakeTheFactorThatTheirPlaceAsksFor) {
  ir::FlatModel model = FlatModelOf("PushedBlock");
  Rescale(model, {.force = 2, .time = 4, .curve = 8});
  const std::string text = ModelicaText(model);
  for (const char* part : {"m(unit = \"kg\", min = 0.0) = 64.0", "u = 2.0*(if time < 4.0 then 8 else 0)",
                           "startFor = pre(mode) == 0 and sa > 8.0", "0.125*(f0*sa)", "m*a = u - f"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

}  // namespace
}  // namespace stiction::test
