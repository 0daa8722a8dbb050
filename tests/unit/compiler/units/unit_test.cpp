// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/units/unit.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace stiction {
namespace {

void ExpectSame(const char* one, const char* other) {
  const std::optional<Unit> a = ParseUnit(one);
  const std::optional<Unit> b = ParseUnit(other);
  ASSERT_TRUE(a) << one;
  ASSERT_TRUE(b) << other;
  EXPECT_TRUE(AreSame(*a, *b)) << one << " is " << ToString(*a) << ", " << other << " is " << ToString(*b);
}

TEST(Unit, DerivedUnitsAreProductsOfBaseUnits) {
  ExpectSame("N", "kg.m/s2");
  ExpectSame("J", "N.m");
  ExpectSame("W", "J/s");
  ExpectSame("Pa", "N/m2");
  ExpectSame("V", "W/A");
  ExpectSame("Ohm", "V/A");
  ExpectSame("F", "C/V");
  ExpectSame("H", "Wb/A");
  ExpectSame("T", "Wb/m2");
  ExpectSame("S", "1/Ohm");
}

TEST(Unit, TheRadianIsOne) {
  ExpectSame("rad/s", "1/s");
  ExpectSame("N.m.s/rad", "N.m.s");
  ExpectSame("rad", "1");
}

TEST(Unit, ExponentsParenthesesAndPrefixes) {
  ExpectSame("m.s-1", "m/s");
  ExpectSame("m+2", "m.m");
  ExpectSame("W/(m2.K)", "kg/(s3.K)");
  ExpectSame("(m/s)/(s)", "m/s2");
  ExpectSame("kN.mm", "N.m");
  ExpectSame("dam.dm", "m2");
  ExpectSame("Mg", "t");
  ExpectSame("ug/ms", "mg/s");
}

TEST(Unit, AFactorTellsUnitsOfOneDimensionApart) {
  EXPECT_TRUE(HaveSameDimension(*ParseUnit("km/h"), *ParseUnit("m/s")));
  EXPECT_FALSE(AreSame(*ParseUnit("km/h"), *ParseUnit("m/s")));
  EXPECT_NEAR(ParseUnit("km/h")->factor, 1 / 3.6, 1e-15);
  EXPECT_FALSE(AreSame(*ParseUnit("deg"), *ParseUnit("rad")));
}

TEST(Unit, ASymbolGoesBeforeAPrefixedOne) {
  EXPECT_EQ(ParseUnit("min")->factor, 60);
  EXPECT_TRUE(HaveSameDimension(*ParseUnit("cd"), *ParseUnit("lm")));
  EXPECT_TRUE(HaveSameDimension(*ParseUnit("Pa"), *ParseUnit("bar")));
}

TEST(Unit, WhatIsNoUnitExpressionIsNotKnown) {
  for (const char* text : {"", "foo", "degC", "m/", "m s", "m*s", "(m", "m-", "1/s/m", "kmin", "2"})
    EXPECT_FALSE(ParseUnit(text)) << text;
}

TEST(Unit, PrintsInBaseUnits) {
  EXPECT_EQ(ToString(*ParseUnit("N")), "m.kg/s2");
  EXPECT_EQ(ToString(*ParseUnit("1/s")), "1/s");
  EXPECT_EQ(ToString(*ParseUnit("rad")), "1");
  EXPECT_EQ(ToString(*ParseUnit("km")), "1000 m");
  EXPECT_EQ(ToString(*ParseUnit("W/(m2.K)")), "kg/(s3.K)");
  EXPECT_EQ(ToString(Power(*ParseUnit("m"), 0.5)), "m0.5");
}

TEST(Unit, UnitsThatAreComparedWithNothingAreKnown) {
  for (const char* unit : {"degC", "W/(m2.degC)", "dB", "kbit/s", "rev/min", "rpm"}) EXPECT_TRUE(IsUnit(unit)) << unit;
  EXPECT_FALSE(ParseUnit("degC"));
  EXPECT_FALSE(ParseUnit("J/degF"));
  ExpectSame("rev/min", "rpm");
  for (const char* text : {"", "Nm", "m/s^2", "%", "kgg", "m/", "1e3"}) EXPECT_FALSE(IsUnit(text)) << text;
}

TEST(Unit, WhatWasMeant) {
  for (const auto& [text, meant] : std::vector<std::pair<const char*, const char*>>{{"Nm", "N.m"},
                                                                                    {"Nms/rad", "N.m.s/rad"},
                                                                                    {"kWh", "kW.h"},
                                                                                    {"m/s^2", "m/s2"},
                                                                                    {"m/s**2", "m/s2"},
                                                                                    {"kg*m2", "kg.m2"},
                                                                                    {"kg m2", "kg.m2"},
                                                                                    {"kg \u00b7 m\u00b2", "kg.m2"},
                                                                                    {"m/s/s", "m/(s.s)"},
                                                                                    {"W/m2/K", "W/(m2.K)"},
                                                                                    {"\u00b0C", "degC"},
                                                                                    {"\u00b5m", "um"},
                                                                                    {"hz", "Hz"},
                                                                                    {"KG", "kg"},
                                                                                    {"rad/sec", "rad/s"},
                                                                                    {"seconds", "s"},
                                                                                    {"meters per second", "m/s"},
                                                                                    {"ohm", "Ohm"},
                                                                                    {"Newton", "N"},
                                                                                    {"kmol/hr", "kmol/h"},
                                                                                    {"%", ""},
                                                                                    {"x", ""},
                                                                                    {"widgets", ""}}) {
    EXPECT_EQ(NearestUnit(text), meant) << text;
  }
}

}  // namespace
}  // namespace stiction
