// SPDX-License-Identifier: BSD-3-Clause
#include "tests/unit/compiler/instantiate/instantiated.h"

namespace stiction::testing {
namespace {

TEST(InstantiateModifiers, OuterWinsOverInner) {
  const Instantiated m(R"(
    model A Real x(start = 1, min = 0); parameter Real k = 1; end A;
    model B extends A(x(start = 2), k = 2); end B;
    model M B b(x(start = 3)); end M;)",
                       "M");
  EXPECT_EQ(m.AttributeOf("b.x", "start"), "3");
  EXPECT_EQ(m.AttributeOf("b.x", "min"), "0");
  EXPECT_EQ(m.BindingOf("b.k"), "2");
}

TEST(InstantiateModifiers, BoundWhereWritten) {
  const Instantiated m(R"(
    model A parameter Real k = 1; parameter Real j = k; end A;
    model M parameter Real k = 5; A a(k = k); end M;)",
                       "M");
  EXPECT_EQ(m.BindingOf("a.k"), "k");
  EXPECT_EQ(m.BindingOf("a.j"), "a.k");
}

TEST(InstantiateModifiers, ArraysAreSplitUnlessEach) {
  const Instantiated m(R"(
    model A Real x(start = 0); parameter Real k; parameter Real v[2]; end A;
    model M parameter Real s[2] = {7, 8}; A a[2](x(start = s), each k = 4, v = [1, 2; 3, 4]); end M;)",
                       "M");
  EXPECT_EQ(m.AttributeOf("a[2].x", "start"), "s[2]");
  EXPECT_EQ(m.BindingOf("a[1].k"), "4");
  EXPECT_EQ(m.BindingOf("a[2].v"), "([1, 2; 3, 4])[2]");
}

TEST(InstantiateModifiers, ShortClassesPassAttributesOn) {
  const Instantiated m(R"(
    type Length = Real(unit = "m", min = 0);
    type Gap = Length(min = 1);
    model M Gap x(max = 9) = time; end M;)",
                       "M");
  EXPECT_EQ(m.AttributeOf("x", "unit"), "\"m\"");
  EXPECT_EQ(m.AttributeOf("x", "min"), "1");
  EXPECT_EQ(m.AttributeOf("x", "max"), "9");
}

TEST(InstantiateModifiers, RedeclaredClassIsUsedByInheritedComponents) {
  const Instantiated m(R"(
    partial model Law Real f; end Law;
    model Dry extends Law; equation f = 1; end Dry;
    model Wet extends Law; parameter Real k = 1; equation f = k; end Wet;
    model Base replaceable model L = Dry constrainedby Law; L law; end Base;
    model M extends Base(redeclare model L = Wet(k = 3)); end M;)",
                       "M");
  EXPECT_EQ(m.BindingOf("law.k"), "3") << m.Messages();
}

TEST(InstantiateLookup, ConstantsOfPackagesAndImports) {
  const Instantiated m(R"(
    package C constant Real g = 9.81; constant Real two = 2; end C;
    package P import C.*; import D = C; constant Real h = g; model M Real x = h + D.two; end M; end P;
    model M extends P.M; end M;)",
                       "M");
  EXPECT_EQ(m.BindingOf("x"), "(P.h + C.two)") << m.Messages();
  EXPECT_EQ(m.BindingOf("P.h"), "C.g");
}

TEST(InstantiateComponents, SizesFromParametersAndBindings) {
  const Instantiated m(R"(
    function Double input Integer n; output Integer m; algorithm m := 2*n; end Double;
    model M parameter Integer n = 2; Real x[Double(n)]; parameter Real t[:, 2] = [1, 2; 3, 4; 5, 6]; end M;)",
                       "M");
  EXPECT_EQ(m.At("x").dims, (std::vector<int64_t>{4})) << m.Messages();
  EXPECT_EQ(m.At("t").dims, (std::vector<int64_t>{3, 2}));
}

TEST(InstantiateComponents, ConditionalOnesGoWithTheirConnects) {
  const Instantiated m(R"(
    connector F Real s; flow Real f; end F;
    model A F p; parameter Boolean has = false; F q if has; equation connect(p, q); end A;
    model M A a; A b(has = true); end M;)",
                       "M");
  EXPECT_FALSE(m.At("a").child_by_name.contains("q"));
  EXPECT_EQ(m.At("a").equations.size(), 1u);  // no flow through p
  EXPECT_EQ(m.At("b").equations.size(), 1u) << m.Messages();
}

TEST(InstantiateComponents, NothingReadsOneWhoseConditionIsFalse) {
  const Instantiated sibling("model M parameter Boolean has = true if false; Real x if has; end M;", "M");
  EXPECT_NE(sibling.Messages().find("`has` is not there"), std::string::npos) << sibling.Messages();
  const Instantiated member(R"(
    model A Real x if false; Real y if false; Real z = 1; end A;
    model M A a; Real x = a.x; end M;)",
                            "M");
  EXPECT_NE(member.Messages().find("`x` is not there"), std::string::npos) << member.Messages();
  EXPECT_EQ(member.At("a").children.size(), 1u);
}

TEST(InstantiateComponents, AnInnerWhoseConditionIsFalseIsNone) {
  const std::string classes = R"(
    model World parameter Real g = 1; end World;
    model A outer World world; parameter Integer n = 1; Real x = world.g; end A;)";
  const Instantiated before(classes + "model M A a; inner World world if false; Real z if a.n > 0; end M;", "M");
  EXPECT_NE(before.Messages().find("a default `world` is added"), std::string::npos) << before.Messages();
  EXPECT_EQ(before.BindingOf("a.x"), "world.g");
  const Instantiated after(classes + "model M A a; Real z if a.n > 0; inner World world if false; end M;", "M");
  EXPECT_NE(after.Messages().find("`world` is not there"), std::string::npos) << after.Messages();
}

TEST(InstantiateComponents, OuterRefersToTheInner) {
  const Instantiated m(R"(
    model World parameter Real g = 9.81; end World;
    model A outer World world; Real x = world.g; end A;
    model M inner World world(g = 1); A a; end M;)",
                       "M");
  EXPECT_EQ(m.BindingOf("a.x"), "world.g") << m.Messages();
}

TEST(InstantiateAlike, ElementsWithOneModificationAreBoundOnce) {
  const Instantiated m(R"(
    model A parameter Real k; Real x(start = k); equation der(x) = k; end A;
    model M parameter Real s[3] = {7, 8, 9}; A a[3](each k = 4); A b[3](k = s); end M;)",
                       "M");
  EXPECT_EQ(FullName(m.tree, m.At("a[3].x").original), "a[1].x") << m.Messages();
  EXPECT_TRUE(m.At("a[3]").equations.empty());
  EXPECT_TRUE(m.At("a[3].x").attributes.empty());
  EXPECT_EQ(m.AttributeOf("a[1].x", "start"), "a[1].k");
  EXPECT_FALSE(m.At("a[1].x").original);
  EXPECT_FALSE(m.At("b[3].x").original);
  EXPECT_EQ(m.AttributeOf("b[3].x", "start"), "b[3].k");
}

TEST(InstantiateAlike, ElementsWithinElementsAreAlikeToTheVeryFirst) {
  const Instantiated m(R"(
    model A Real x = time; end A;
    model B A a[2]; end B;
    model M B b[2]; end M;)",
                       "M");
  EXPECT_EQ(FullName(m.tree, m.At("b[2].a[2].x").original), "b[1].a[1].x") << m.Messages();
  EXPECT_EQ(FullName(m.tree, m.At("b[2].a").original), "b[1].a");
}

TEST(InstantiateAlike, TheirTextNamesTheirOwnInstances) {
  const Instantiated m(R"(
    model World parameter Real g = 1; end World;
    model A outer World world; Real x = world.g; Real y(start = world.g); end A;
    model B inner World world; A a[2]; equation a[2].x = world.g; end B;
    model M B b[2]; end M;)",
                       "M");
  std::ostringstream out;
  Print(out, m.tree);
  const std::string text = std::move(out).str();
  EXPECT_NE(text.find("Real x = b[1].world.g"), std::string::npos) << text;
  EXPECT_NE(text.find("Real x = b[2].world.g"), std::string::npos) << text;
  EXPECT_NE(text.find("Real y(start = b[1].world.g)"), std::string::npos) << text;
  EXPECT_NE(text.find("Real y(start = b[2].world.g)"), std::string::npos) << text;
  EXPECT_NE(text.find("b[2].a[2].x = b[2].world.g"), std::string::npos) << text;
}

TEST(InstantiateAlike, TheirStartValuesDetermineSizes) {
  const Instantiated m(R"(
    model U parameter Integer k = 3; parameter Integer n(start = k); end U;
    model M Real z[u[2].n] = ones(u[2].n); U u[3]; Real w[sum(u.n)] = ones(sum(u.n)); end M;)",
                       "M");
  EXPECT_EQ(FullName(m.tree, m.At("u[2].n").original), "u[1].n") << m.Messages();
  EXPECT_EQ(m.At("z").dims, std::vector<int64_t>{3});
  EXPECT_EQ(m.At("w").dims, std::vector<int64_t>{9});
}

TEST(InstantiateAlike, NamesOfTheirOwnMakeThemDiffer) {
  const Instantiated m(R"(
    model A parameter String place = getInstanceName(); end A;
    model M A a[2]; end M;)",
                       "M");
  EXPECT_EQ(m.BindingOf("a[1].place"), "\"M.a[1]\"") << m.Messages();
  EXPECT_EQ(m.BindingOf("a[2].place"), "\"M.a[2]\"");
}

TEST(InstantiateCalls, DefaultsUseTheOtherArguments) {
  const Instantiated m(R"(
    function F input Real x; input Real k = 2*x; output Real y; algorithm y := x + k; end F;
    model M Real a = F(time); Real b = F(k = 1, x = 2); end M;)",
                       "M");
  EXPECT_EQ(m.BindingOf("a"), "F(time, (2 * time))") << m.Messages();
  EXPECT_EQ(m.BindingOf("b"), "F(2, 1)");
}

TEST(InstantiateMessages, NothingFollowsFromAnUnknownClass) {
  const Instantiated base("model M extends Missing(k = 1); Real x = k + f(j); end M;", "M");
  EXPECT_EQ(base.diagnostics.error_count(), 1) << base.Messages();
  const Instantiated component("model M Nowhere n(j = 2); Real x = n.z; end M;", "M");
  EXPECT_EQ(component.diagnostics.error_count(), 1) << component.Messages();
}

}  // namespace
}  // namespace stiction::testing
