// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>

#include "compiler/evaluate/evaluator.h"
#include "compiler/ir/expr/functions.h"
#include "tests/unit/compiler/instantiate/instantiated.h"

namespace stiction::testing {
namespace {

// The value of an expression as a parameter's binding, with some functions and parameters at hand.
std::optional<Value> ValueOf(const std::string& type, const std::string& expression) {
  const Instantiated m(
      "function Sum input Real v[:]; output Real s = 0; algorithm for i in 1:size(v, 1) loop s := s + v[i]; end for; "
      "end Sum;\n"
      "function Root input Real a; output Real x = 1; algorithm while abs(x*x - a) > 1e-12 loop x := (x + a/x)/2; end "
      "while; end Root;\n"
      "function Split input Real a; output Real p; output Real q; algorithm p := a + 1; q := a - 1; end Split;\n"
      "function Second input Real a; output Real y; protected Real p; Real q; algorithm (p, q) := Split(a); y := q; "
      "end "
      "Second;\n"
      "model M parameter Integer n = 3; parameter Real a[3] = {1, 2, 3}; parameter Real free; parameter " +
          type + " r = " + expression + "; end M;",
      "M");
  EXPECT_FALSE(m.diagnostics.HasErrors()) << m.Messages();
  const ir::Instance& r = m.At("r");
  return r.binding ? Evaluate(m.tree, *r.binding) : std::nullopt;
}

std::vector<double> Numbers(const std::string& type, const std::string& expression) {
  const auto value = ValueOf(type, expression);
  return value ? value->numbers : std::vector<double>{};
}

using List = std::vector<double>;

TEST(Evaluate, ScalarsAndTheirFunctions) {
  EXPECT_EQ(Numbers("Real", "2^3 - 7/2"), List{4.5});
  EXPECT_EQ(Numbers("Real", "mod(-7, 3) + 10*rem(-7, 3) + 100*div(-7, 3)"), List{2 - 10 - 200});
  EXPECT_EQ(Numbers("Boolean", "n > 2 and not n == 4"), List{1});
  EXPECT_EQ(Numbers("Integer", "if n > 5 then 1 elseif n > 2 then 2 else 3"), List{2});
}

TEST(Evaluate, ArraysAreRowMajor) {
  EXPECT_EQ(Numbers("Real[2, 2]", "[1, 2; 3, 4]*[0, 1; 1, 0]"), (List{2, 1, 4, 3}));
  EXPECT_EQ(Numbers("Real[2, 3]", "transpose([1, 2; 3, 4; 5, 6])"), (List{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(Numbers("Real[2]", "a[2:end]"), (List{2, 3}));
  EXPECT_EQ(Numbers("Real[5]", "cat(1, a, linspace(0, 1, 2))"), (List{1, 2, 3, 0, 1}));
  EXPECT_EQ(Numbers("Real", "a*a"), List{14});
}

TEST(Evaluate, ComprehensionsAndReductions) {
  EXPECT_EQ(Numbers("Real[3]", "{i^2 for i in 1:n}"), (List{1, 4, 9}));
  EXPECT_EQ(Numbers("Real", "sum(a[i]*i for i in 1:n)"), List{14});
  // The last iterator is the first dimension (MLS 10.4.1.1).
  EXPECT_EQ(Numbers("Real[2, 3]", "{10*i + j for i in 1:3, j in 1:2}"), (List{11, 21, 31, 12, 22, 32}));
}

TEST(Evaluate, FunctionsAreInterpreted) {
  EXPECT_EQ(Numbers("Real", "Sum(a)"), List{6});
  EXPECT_NEAR(Numbers("Real", "Root(2)").at(0), 1.4142135623730951, 1e-12);
  EXPECT_EQ(Numbers("Real", "Second(5)"), List{4});
}

TEST(Evaluate, NoValueWithoutOne) {
  EXPECT_FALSE(ValueOf("Real", "free + 1"));
  EXPECT_FALSE(ValueOf("Real", "1/(n - 3)"));
  EXPECT_FALSE(ValueOf("Real", "time"));
}

TEST(Evaluate, AFunctionOfScalarsIsAppliedToElements) {
  EXPECT_EQ(Numbers("Real[3]", "Second(a)"), (List{0, 1, 2}));
  EXPECT_EQ(Numbers("Real[0]", "Second({})"), List{});
  EXPECT_EQ(Numbers("Real[2, 2]", "Second([1, 2; 3, 4])"), (List{0, 1, 2, 3}));
}

TEST(Evaluate, SizesAreChecked) {
  EXPECT_EQ(AsInteger(-3.0), -3);
  for (const double none : {0.5, 1e300, -1e300, std::nan(""), HUGE_VAL}) EXPECT_FALSE(AsInteger(none)) << none;
  EXPECT_EQ(AsSize(ScalarValue(ir::ScalarType::kInteger, 0)), 0);
  EXPECT_EQ(AsSize(ScalarValue(ir::ScalarType::kInteger, kLargestArray)), kLargestArray);
  for (const double none : {-1.0, 1.5, kLargestArray + 1.0, 1e300}) {
    EXPECT_FALSE(AsSize(ScalarValue(ir::ScalarType::kReal, none))) << none;
  }
  EXPECT_FALSE(AsSize(TextValue("3")));
  EXPECT_FALSE(AsSize({}));
  EXPECT_EQ(ElementCount({3, 4}), 12);
  EXPECT_EQ(ElementCount({1'000'000, 1'000'000, 1'000'000, 1'000'000}), kLargestArray + 1);
  EXPECT_EQ(ElementCount({1'000'000, 1'000'000, 0}), 0);
  EXPECT_EQ(ElementCount({3, -1}), -1);
}

// ---- every built-in function over every kind of argument ------------------------------------------

// What a value is to the rest of the compiler: as many scalars as its dimensions say.
bool IsWellFormed(const Value& value) {
  const size_t count = value.type == ir::ScalarType::kString ? value.texts.size() : value.numbers.size();
  const size_t others = value.type == ir::ScalarType::kString ? value.numbers.size() : value.texts.size();
  const bool are_finite =
      std::all_of(value.numbers.begin(), value.numbers.end(), [](double x) { return std::isfinite(x); });
  return IsPossible(value.dims) && ElementCount(value.dims) == static_cast<int64_t>(count) && others == 0 && are_finite;
}

std::vector<Value> ExtremeArguments() {
  using ir::ScalarType;
  std::vector<Value> values;
  for (const double x : {0.0, 1.0, 2.0, 3.0, -1.0, -2.0, -3.0, 999.0, 1e5, 1e6, 1e7, 2147483648.0, -2147483649.0, 1e10,
                         9e15, 1e18, 1.8e19, -1e19}) {
    values.push_back(ScalarValue(ScalarType::kInteger, x));
  }
  for (const double x : {0.5, -0.5, 1e-300, 4.9e-324, 1e300, -1e300, 1.7976931348623157e308, -0.0}) {
    values.push_back(ScalarValue(ScalarType::kReal, x));
  }
  values.push_back(ScalarValue(ScalarType::kBoolean, 0));
  values.push_back(ScalarValue(ScalarType::kBoolean, 1));
  for (const double ordinal : {0.0, 1.0, -7.0, 1e18}) values.push_back(ScalarValue(ScalarType::kEnumeration, ordinal));
  for (const char* text : {"", "a", "%s", "999999999.999999999f", ".6g", "d"}) values.push_back(TextValue(text));
  const auto array = [&](ScalarType type, std::vector<int64_t> dims) {
    Value value{type, {}, dims, {}, {}};
    const auto count = static_cast<size_t>(ElementCount(dims));
    if (type == ScalarType::kString) {
      value.texts.assign(count, "b");
    } else {
      for (size_t i = 0; i < count; ++i) value.numbers.push_back(static_cast<double>(i % 7) - 2);
    }
    values.push_back(std::move(value));
  };
  for (const ScalarType type :
       {ScalarType::kReal, ScalarType::kInteger, ScalarType::kBoolean, ScalarType::kString, ScalarType::kEnumeration}) {
    for (const auto& dims : std::vector<std::vector<int64_t>>{
             {0}, {1}, {3}, {0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 3}, {3, 3}, {2, 0, 2}, {1, 1, 1}, {2, 2, 2}}) {
      array(type, dims);
    }
  }
  array(ScalarType::kReal, {2000});
  array(ScalarType::kInteger, {40, 40});
  return values;
}

TEST(Evaluate, BuiltinFunctionsOfExtremeArguments) {
  const ir::InstanceTree tree;
  const std::vector<Value> values = ExtremeArguments();
  const auto judge = [](const std::string& name, const std::optional<Value>& value) {
    if (value && !IsWellFormed(*value)) ADD_FAILURE() << name << " makes a value that is none";
  };
  std::vector<std::string> names{"Integer",   "sum",    "product", "smooth",       "noEvent",   "homotopy",
                                 "String",    "zeros",  "ones",    "fill",         "array",     "cat",
                                 "transpose", "scalar", "vector",  "matrix",       "identity",  "diagonal",
                                 "linspace",  "cross",  "skew",    "outerProduct", "symmetric", "nothing"};
  for (const ir::ElementaryFunction& function : ir::ElementaryFunctions()) names.emplace_back(function.name);
  for (const std::string& name : names) {
    judge(name, EvaluateBuiltin(tree, name, {}));
    for (const Value& a : values) {
      judge(name, EvaluateBuiltin(tree, name, {a}));
      for (const Value& b : values) judge(name, EvaluateBuiltin(tree, name, {a, b}));
    }
    // Of more arguments each third pair, and the same one again.
    for (size_t i = 0; i < values.size(); ++i) {
      for (size_t k = i % 3; k < values.size(); k += 3) {
        judge(name, EvaluateBuiltin(tree, name, {values[i], values[k], values[i]}));
        judge(name, EvaluateBuiltin(tree, name, {values[k], values[i], values[i], values[k]}));
        judge(name, EvaluateBuiltin(tree, name, {values[k], values[i], values[k], values[i], values[k]}));
        judge(name, EvaluateBuiltin(tree, name, {values[0], values[1], values[2], values[3], values[i]}));
      }
    }
  }
}

TEST(Evaluate, OperatorsOfExtremeArguments) {
  const std::vector<Value> values = ExtremeArguments();
  for (const Value& a : values) {
    for (int op = 0; op <= static_cast<int>(ast::UnaryOperator::kNot); ++op) {
      const auto value = EvaluateUnary(static_cast<ast::UnaryOperator>(op), a);
      EXPECT_TRUE(!value || IsWellFormed(*value)) << op;
    }
    for (const Value& b : values) {
      for (int op = 0; op <= static_cast<int>(ast::BinaryOperator::kOr); ++op) {
        const auto value = EvaluateBinary(static_cast<ast::BinaryOperator>(op), a, b);
        EXPECT_TRUE(!value || IsWellFormed(*value)) << op;
      }
    }
  }
}

TEST(Evaluate, SelectionsWithExtremeSubscripts) {
  const std::vector<Value> values = ExtremeArguments();
  for (const Value& value : values) {
    for (const Value& index : values) {
      if (index.type == ir::ScalarType::kString) continue;
      Selector selector{index.dims.empty(), {}};
      for (const double x : index.numbers) selector.indices.push_back(AsInteger(x).value_or(1));
      for (const size_t count : {1, 2, 4}) {
        const auto part = Select(value, std::vector<Selector>(count, selector));
        EXPECT_TRUE(!part || IsWellFormed(*part));
        Value target = value;
        Store(target, std::vector<Selector>(count, selector), index);
        EXPECT_TRUE(IsWellFormed(target));
      }
    }
  }
}

// What stands in the text of a model: each is an expression without a value, and none takes long.
TEST(Evaluate, ExpressionsThatAskForTooMuch) {
  for (const char* expression : {"sum(identity(-2))",
                                 "sum(zeros(1000000000, 1000000000))",
                                 "sum(fill(1, -1))",
                                 "sum(linspace(0, 1, 1000000000))",
                                 "sum(i for i in 1:1000000000)",
                                 "sum(i*j for i in 1:100000, j in 1:100000)",
                                 "max({i for i in 1:0})",
                                 "sum(diagonal(1:100000))",
                                 "sum(outerProduct(1:100000, 1:100000))",
                                 "sum(a[fill(1, 10000000)])",
                                 "sum(1:1e300)",
                                 "sum(-1e300:1e300)",
                                 "sum(cat(-1, a, a))",
                                 "sum(cat(7, a, a))",
                                 "a[1000000000000]",
                                 "a[-1]",
                                 "sum(cat(1, ones(1000000), ones(1000000)))",
                                 "sum(transpose(a))",
                                 "size(a, -1)",
                                 "size(a, 1000000000000)",
                                 "sum(ones(1000, 1000)*ones(1000, 1000))",
                                 "sum([1, 1; 1, 0]^1000000000)",
                                 "Second({})",
                                 "a*{}",
                                 "sum({sum({sum(1:1000) for j in 1:1000}) for i in 1:1000})",
                                 "scalar({1, 2})",
                                 "product({}) + log(-1)"}) {
    EXPECT_FALSE(ValueOf("Real", expression)) << expression;
  }
}

TEST(ResourcePath, StaysInThePackage) {
  ir::InstanceTree tree;
  tree.package_directories["P"] = "/library/P";
  EXPECT_EQ(ResourcePath(tree, "modelica://P/Resources/a.txt"), "/library/P/Resources/a.txt");
  EXPECT_EQ(ResourcePath(tree, "modelica://P.Q/../a.txt"), "/library/P/a.txt");
  EXPECT_EQ(ResourcePath(tree, "modelica://P//etc/passwd"), "/library/P/etc/passwd");
  EXPECT_EQ(ResourcePath(tree, "modelica://P/../Q/a.txt"), std::nullopt);
  EXPECT_EQ(ResourcePath(tree, "modelica://P/Resources/../../../../etc/passwd"), std::nullopt);
  EXPECT_EQ(ResourcePath(tree, "modelica://P/../PQ"), std::nullopt);
}

}  // namespace
}  // namespace stiction::testing
