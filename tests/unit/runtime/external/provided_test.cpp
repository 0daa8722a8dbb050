// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/provided.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

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

// A call with the arguments written as they stand in the C call.
class Call {
 public:
  explicit Call(std::string_view c_name) : function_(FindProvided(c_name)) { EXPECT_NE(function_, nullptr) << c_name; }
  Call& operator<<(double number) {
    arguments_.push_back(Number(Expected(), number));
    return *this;
  }
  Call& operator<<(int number) { return *this << static_cast<double>(number); }
  Call& operator<<(const char* text) {
    arguments_.push_back(Text(text));
    return *this;
  }
  Call& operator<<(const std::vector<double>& values) { return Add(values, {static_cast<int64_t>(values.size())}); }
  Call& Add(const std::vector<double>& values, std::vector<int64_t> sizes) {
    arguments_.push_back(Array(values, std::move(sizes)));
    return *this;
  }
  Call& operator<<(const std::unique_ptr<ExternalObject>& object) {
    arguments_.push_back(Object(object.get()));
    return *this;
  }

  std::unique_ptr<ExternalObject> Constructed() {
    CheckKinds();
    ConstructedObject made = function_->construct(arguments_);
    if (const auto* wrong = std::get_if<std::string>(&made)) {
      ADD_FAILURE() << *wrong;
      return nullptr;
    }
    return std::move(std::get<std::unique_ptr<ExternalObject>>(made));
  }
  std::string Refusal() {
    CheckKinds();
    const ConstructedObject made = function_->construct(arguments_);
    return std::holds_alternative<std::string>(made) ? std::get<std::string>(made) : "(made)";
  }
  std::vector<double> Results() {
    CheckKinds();
    std::vector<double> results(function_->result_count);
    EXPECT_EQ(function_->compute(arguments_, results), "");
    return results;
  }
  double Result() { return Results().at(0); }
  std::string TextResult() {
    CheckKinds();
    std::string result;
    EXPECT_EQ(function_->compute_text(arguments_, result), "");
    return result;
  }

 private:
  Kind Expected() const {
    return arguments_.size() < function_->parameters.size() ? function_->parameters[arguments_.size()] : Kind::kReal;
  }
  void CheckKinds() const {
    ASSERT_EQ(arguments_.size(), function_->parameters.size()) << function_->c_name;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      EXPECT_EQ(arguments_[i].kind, function_->parameters[i]) << function_->c_name << ", argument " << i + 1;
    }
  }

  const ProvidedFunction* function_;
  std::vector<ExternalArgument> arguments_;
};

const std::vector<double> kParabola{0, 0, 1, 1, 2, 4, 4, 16};  // 4 x 2
const std::vector<double> kSecondColumn{2};

TEST(Provided, TablesOverOneAbscissa) {
  const std::string prefix = "ModelicaStandardTables_CombiTable1D_";
  Call init3(prefix + "init3");
  init3 << "NoName"
        << "NoName";
  init3.Add(kParabola, {4, 2}) << 4 << 2 << kSecondColumn << 1 << 2 << 2 << 0 << "," << 0;
  const auto table = init3.Constructed();
  EXPECT_EQ((Call(prefix + "getValue") << table << 1 << 2).Result(), 4);
  const double slope = (Call(prefix + "getDerValue") << table << 1 << 2 << 1).Result();
  const double curvature = (Call(prefix + "getDer2Value") << table << 1 << 2 << 1 << 0).Result();
  EXPECT_NE(curvature, 0);
  EXPECT_DOUBLE_EQ((Call(prefix + "getDerValue") << table << 1 << 2 << 3).Result(), 3 * slope);
  EXPECT_DOUBLE_EQ((Call(prefix + "getDer2Value") << table << 1 << 2 << 3 << 5).Result(), 9 * curvature + 5 * slope);
  EXPECT_EQ((Call(prefix + "minimumAbscissa") << table).Result(), 0);
  EXPECT_EQ((Call(prefix + "maximumAbscissa") << table).Result(), 4);
  EXPECT_EQ((Call(prefix + "read") << table << 0 << 0).Result(), 1);
  (Call(prefix + "close") << table).Results();

  Call init2(prefix + "init2");
  init2 << "NoName"
        << " ";
  init2.Add(kParabola, {4, 2}) << 4 << 2 << kSecondColumn << 1 << 1 << 1 << 0;
  EXPECT_EQ((Call(prefix + "getValue") << init2.Constructed() << 1 << 9).Result(), 16);
  Call init(prefix + "init");
  init << "NoName"
       << "NoName";
  init.Add(kParabola, {4, 2}) << 4 << 2 << kSecondColumn << 1 << 1;
  EXPECT_EQ((Call(prefix + "getValue") << init.Constructed() << 1 << 5).Result(), 22);
}

TEST(Provided, TablesOverTime) {
  const std::string prefix = "ModelicaStandardTables_CombiTimeTable_";
  Call init3(prefix + "init3");
  init3 << "NoName"
        << "NoName";
  init3.Add(kParabola, {4, 2}) << 4 << 2 << 10 << kSecondColumn << 1 << 1 << 2 << 10 << 1 << 0 << "," << 0;
  const auto table = init3.Constructed();
  EXPECT_EQ((Call(prefix + "nextTimeEvent") << table << 0).Result(), 10);
  EXPECT_EQ((Call(prefix + "nextTimeEvent") << table << 10).Result(), 11);
  EXPECT_EQ((Call(prefix + "getValue") << table << 1 << 11.5 << 12 << 12).Result(), 2.5);
  EXPECT_EQ((Call(prefix + "getDerValue") << table << 1 << 11.5 << 12 << 12 << 2).Result(), 6);
  EXPECT_EQ((Call(prefix + "getDer2Value") << table << 1 << 11.5 << 12 << 12 << 2 << 5).Result(), 15);
  EXPECT_EQ((Call(prefix + "minimumTime") << table).Result(), 0);
  EXPECT_EQ((Call(prefix + "maximumTime") << table).Result(), 4);

  // Before there was a shift, the abscissae counted from the start time.
  Call init(prefix + "init");
  init << "NoName"
       << "NoName";
  init.Add(kParabola, {4, 2}) << 4 << 2 << 10 << kSecondColumn << 1 << 1 << 2;
  EXPECT_EQ((Call(prefix + "getValue") << init.Constructed() << 1 << 11.5 << 12 << 12).Result(), 2.5);
  Call init2(prefix + "init2");
  init2 << "NoName"
        << "NoName";
  init2.Add(kParabola, {4, 2}) << 4 << 2 << 10 << kSecondColumn << 1 << 1 << 2 << 9 << 3 << 1;
  EXPECT_EQ((Call(prefix + "getValue") << init2.Constructed() << 1 << 10.5 << 12 << 12).Result(), 2.5);
}

TEST(Provided, TablesOverTwoAbscissae) {
  const std::string prefix = "ModelicaStandardTables_CombiTable2D_";
  const std::vector<double> surface{0, 1, 2, 3, 1, 1, 3, 5, 2, 2, 4, 6};
  Call init3(prefix + "init3");
  init3 << "NoName"
        << "NoName";
  init3.Add(surface, {3, 4}) << 3 << 4 << 1 << 2 << 0 << "," << 0;
  const auto table = init3.Constructed();
  EXPECT_EQ((Call(prefix + "getValue") << table << 2 << 1.5).Result(), 3);
  EXPECT_DOUBLE_EQ((Call(prefix + "getDerValue") << table << 1.5 << 1.5 << 3 << 5).Result(), 1 * 3 + 2 * 5);
  EXPECT_DOUBLE_EQ((Call(prefix + "getDer2Value") << table << 1.5 << 1.5 << 3 << 5 << 7 << 11).Result(),
                   1 * 7 + 2 * 11);
  EXPECT_THAT((Call(prefix + "minimumAbscissa") << table).Results(), testing::ElementsAre(1, 1));
  EXPECT_THAT((Call(prefix + "maximumAbscissa") << table).Results(), testing::ElementsAre(2, 3));
}

TEST(Provided, RefusalsNameWhatIsWrong) {
  const auto refusal = [](const char* file, const char* name, std::vector<int64_t> sizes, double smoothness,
                          double extrapolation) {
    Call init("ModelicaStandardTables_CombiTable1D_init3");
    init << file << name;
    init.Add(kParabola, std::move(sizes))
        << 4 << 2 << kSecondColumn << 1 << smoothness << extrapolation << 0 << "," << 0;
    return init.Refusal();
  };
  EXPECT_EQ(refusal("NoName", "NoName", {4, 2}, 7, 1), "smoothness = 7 is none of its choices 1 ... 6");
  EXPECT_EQ(refusal("NoName", "NoName", {4, 2}, 1, 0), "extrapolation = 0 is none of its choices 1 ... 4");
  EXPECT_EQ(refusal("NoName", "NoName", {8}, 1, 1), "the table has to be a matrix");
  EXPECT_THAT(refusal("NoName", "tab", {4, 2}, 1, 1), HasSubstr("table 'tab' has no file"));
  EXPECT_THAT(refusal("none.mat", "tab", {4, 2}, 1, 1), HasSubstr("'none.mat' cannot be read"));
}

TEST(Provided, ObjectsAndColumnsAreChecked) {
  Call init("ModelicaStandardTables_CombiTable1D_init3");
  init << "NoName"
       << "NoName";
  init.Add(kParabola, {4, 2}) << 4 << 2 << kSecondColumn << 1 << 1 << 1 << 0 << "," << 0;
  const auto table = init.Constructed();
  double y = 0;
  const std::array second{Object(table.get()), Number(Kind::kInteger, 2), Number(Kind::kReal, 0)};
  EXPECT_EQ(FindProvided("ModelicaStandardTables_CombiTable1D_getValue")->compute(second, {&y, 1}),
            "the table has no output 2; 'columns' gives it 1");
  const std::array other{Object(table.get()), Number(Kind::kReal, 0)};
  EXPECT_EQ(FindProvided("ModelicaStandardTables_CombiTimeTable_nextTimeEvent")->compute(other, {&y, 1}),
            "the object is no ExternalCombiTimeTable");
}

TEST(Provided, Strings) {
  EXPECT_EQ((Call("ModelicaStrings_length") << "tab.csv").Result(), 7);
  EXPECT_EQ((Call("ModelicaStrings_skipWhiteSpace") << "  \t a" << 1).Result(), 5);
  EXPECT_EQ((Call("ModelicaStrings_skipWhiteSpace") << "   " << 2).Result(), 4);
  EXPECT_EQ((Call("ModelicaStrings_compare") << "a"
                                             << "B" << 1)
                .Result(),
            3);
  EXPECT_EQ((Call("ModelicaStrings_compare") << "a"
                                             << "B" << 0)
                .Result(),
            1);
  EXPECT_EQ((Call("ModelicaStrings_compare") << "Ab"
                                             << "aB" << 0)
                .Result(),
            2);
  EXPECT_EQ((Call("ModelicaStrings_substring") << "This is line 111" << 9 << 12).TextResult(), "line");
  EXPECT_EQ((Call("ModelicaStrings_substring") << "This" << 3 << 2).TextResult(), "");
  EXPECT_EQ((Call("ModelicaStrings_substring") << "This" << 3 << 99).TextResult(), "is");
  EXPECT_EQ((Call("ModelicaStrings_substring") << "This" << 7 << 99).TextResult(), "");
  EXPECT_EQ((Call("ModelicaStrings_substring") << "This" << 2 << -1).TextResult(), "h");
}

TEST(Provided, RefusesATableThatIsNone) {
  static constexpr double kTable[] = {0, 1, 0, 5};
  const ConstructedObject made = Table1D(kTable, 2, 2, 1);
  ASSERT_TRUE(std::holds_alternative<std::string>(made));
  EXPECT_THAT(std::get<std::string>(made), HasSubstr("row 2"));
}

}  // namespace
}  // namespace stiction::runtime
