// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/units/unit_table.h"

#include <gtest/gtest.h>

#include <string>

namespace stiction {
namespace {

TEST(UnitTable, KeepsEachUnitOnce) {
  UnitTable table;
  const std::string text = "m/s", other = "m.s-1";
  const UnitNumber speed = table.Add({*ParseUnit(text), &text});
  EXPECT_EQ(table.Add({*ParseUnit(text), &text}), speed);
  const UnitNumber likewise = table.Add({*ParseUnit(other), &other});
  EXPECT_NE(likewise, speed);  // people read what they have written
  EXPECT_TRUE(AreSame(table[speed].unit, table[likewise].unit));
  EXPECT_EQ(table[speed].text(), text);
  EXPECT_EQ(table[likewise].text(), other);
}

TEST(UnitTable, ComputesAsUnitsDo) {
  UnitTable table;
  const std::string newton = "N", metre = "m";
  const UnitNumber f = table.Add({*ParseUnit(newton), &newton}), s = table.Add({*ParseUnit(metre), &metre});
  const UnitNumber work = table.Product(f, s);
  EXPECT_TRUE(AreSame(table[work].unit, *ParseUnit("J")));
  EXPECT_EQ(table.Product(f, s), work);
  EXPECT_TRUE(AreSame(table[table.Quotient(f, s)].unit, *ParseUnit("N/m")));
  EXPECT_TRUE(AreSame(table[table.Quotient(s, f)].unit, *ParseUnit("m/N")));
  EXPECT_TRUE(AreSame(table[table.Power(s, 0.5)].unit, Power(*ParseUnit("m"), 0.5)));
}

TEST(UnitTable, OfWhatIsUnknownItMakesWhatIsUnknown) {
  UnitTable table;
  const std::string metre = "m", kilometre = "km";
  const UnitNumber s = table.Add({*ParseUnit(metre), &metre}), km = table.Add({*ParseUnit(kilometre), &kilometre});
  EXPECT_EQ(table.Product(s, kUnknownUnit), kUnknownUnit);
  EXPECT_EQ(table.Quotient(kUnknownUnit, s), kUnknownUnit);
  EXPECT_EQ(table.Power(kUnknownUnit, 2), kUnknownUnit);
  EXPECT_EQ(table.Power(km, 1e300), kUnknownUnit);  // its factor is infinite
}

}  // namespace
}  // namespace stiction
