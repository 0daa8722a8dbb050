#include "compiler/evaluate/evaluate.h"

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

}  // namespace
}  // namespace stiction::testing
