#include "runtime/external/provided.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace stiction::runtime {
namespace {

using testing::HasSubstr;
using Kind = ExternalArgument::Kind;

ExternalArgument Number(Kind kind, double number) { return {.kind = kind, .number = number}; }
ExternalArgument Text(std::string text) { return {.kind = Kind::kString, .text = std::move(text)}; }
ExternalArgument Array(std::span<const double> values, std::vector<int64_t> sizes) {
  return {.kind = Kind::kArray, .values = values, .sizes = std::move(sizes)};
}
ExternalArgument Object(ExternalObject* object) { return {.kind = Kind::kObject, .object = object}; }

ConstructedObject Table1D(std::span<const double> table, int64_t rows, int64_t columns, double extrapolation) {
  static constexpr double kColumns[] = {2};
  const std::array arguments{Text("NoName"),
                             Text("NoName"),
                             Array(table, {rows, columns}),
                             Number(Kind::kInteger, static_cast<double>(rows)),
                             Number(Kind::kInteger, static_cast<double>(columns)),
                             Array(kColumns, {1}),
                             Number(Kind::kInteger, 1),
                             Number(Kind::kInteger, 1),
                             Number(Kind::kInteger, extrapolation),
                             Number(Kind::kBoolean, 0),
                             Text(","),
                             Number(Kind::kInteger, 0)};
  return FindProvided("ModelicaStandardTables_CombiTable1D_init3")->construct(arguments);
}

TEST(Provided, FindsFunctionsByTheirCName) {
  ASSERT_NE(FindProvided("ModelicaStandardTables_CombiTable1D_getValue"), nullptr);
  EXPECT_EQ(FindProvided("ModelicaStandardTables_CombiTable1D_getValue")->parameters.size(), 3u);
  EXPECT_EQ(FindProvided("ModelicaStandardTables"), nullptr);
  EXPECT_EQ(FindProvided("sin"), nullptr);
  for (const ProvidedFunction& function : AllProvided()) {
    EXPECT_EQ((function.compute != nullptr) + (function.construct != nullptr) + (function.compute_text != nullptr), 1)
        << function.c_name;
    EXPECT_EQ(FindProvided(function.c_name), &function);
  }
}

TEST(Provided, MakesATableAndLooksUpInIt) {
  static constexpr double kTable[] = {0, 1, 2, 5};
  ConstructedObject made = Table1D(kTable, 2, 2, 4);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ExternalObject>>(made)) << std::get<std::string>(made);
  ExternalObject* table = std::get<std::unique_ptr<ExternalObject>>(made).get();
  double y = 0;
  const std::array at{Object(table), Number(Kind::kInteger, 1), Number(Kind::kReal, 0.5)};
  EXPECT_EQ(FindProvided("ModelicaStandardTables_CombiTable1D_getValue")->compute(at, {&y, 1}), "");
  EXPECT_DOUBLE_EQ(y, 2);
  const std::array outside{Object(table), Number(Kind::kInteger, 1), Number(Kind::kReal, 2.5)};
  EXPECT_THAT(FindProvided("ModelicaStandardTables_CombiTable1D_getValue")->compute(outside, {&y, 1}),
              HasSubstr("u = 2.5 is outside of its abscissae 0 ... 2"));
}

TEST(Provided, RefusesATableThatIsNone) {
  static constexpr double kTable[] = {0, 1, 0, 5};
  const ConstructedObject made = Table1D(kTable, 2, 2, 1);
  ASSERT_TRUE(std::holds_alternative<std::string>(made));
  EXPECT_THAT(std::get<std::string>(made), HasSubstr("row 2"));
}

}  // namespace
}  // namespace stiction::runtime
