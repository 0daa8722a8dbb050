#include "compiler/units/unit.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace stiction
