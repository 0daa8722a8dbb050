// SPDX-License-Identifier: BSD-3-Clause
// A walk through the specification, chapter by chapter: each value at t = 1 is worked out by hand and stands behind its
// variable in tests/simulation/models/Specification.mo and SpecificationDetails.mo, too.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

struct Case {
  std::string model;
  std::vector<std::pair<std::string, double>> expected;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model; }

void ExpectAtTheEnd(const std::string& package, const Case& c) {
  const std::string file = SourcePath("tests/simulation/models/" + package + ".mo");
  const Table table = Simulate(package + "." + c.model, {file, "--stop-time", "1"}).table;
  for (const auto& [name, value] : c.expected) EXPECT_NEAR(table.Last(name), value, 1e-6) << name;
}

class Specification : public ::testing::TestWithParam<Case> {};

TEST_P(Specification, GivesWhatTheClauseSays) { ExpectAtTheEnd("Specification", GetParam()); }

class SpecificationDetails : public ::testing::TestWithParam<Case> {};

TEST_P(SpecificationDetails, GivesWhatTheClauseSays) { ExpectAtTheEnd("SpecificationDetails", GetParam()); }

std::vector<Case> Cases() {
  return {
      {"Operators",
       {{"a", -1},   {"b", 15}, {"c", -4},     {"d", 1},    {"e", -4},   {"f", 1},    {"g", 1},    {"h", 1},
        {"i", -3},   {"j", 1},  {"k", -1},     {"l", 0.5},  {"m", -1},   {"n", -2},   {"o", -2},   {"p", -1},
        {"q", 4},    {"r", 4},  {"s", 6},      {"x[1]", 2}, {"x[2]", 7}, {"y[1]", 6}, {"y[2]", 3}, {"z[1]", 4},
        {"z[2]", 9}, {"aa", 1}, {"bb", 5.001}, {"cc", 3},   {"dd", 1},   {"ee", 6}}},
      {"Arrays",
       {{"a[1]", 1},    {"a[2]", 4},    {"a[3]", 9},    {"b[1,1]", 11}, {"b[1,2]", 12}, {"b[1,3]", 13}, {"b[2,1]", 21},
        {"b[2,2]", 22}, {"b[2,3]", 23}, {"c[1]", 21},   {"c[2]", 22},   {"c[3]", 23},   {"d[1]", 13},   {"d[2]", 23},
        {"e", 104},     {"f[1]", 1},    {"f[2]", 2},    {"f[3]", 1},    {"h[1]", 0},    {"h[2]", 0},    {"h[3]", 1},
        {"k[1,1]", 3},  {"k[1,2]", 1},  {"k[2,1]", 6},  {"k[2,2]", 2},  {"l[1]", 0},    {"l[2]", 0.5},  {"l[3]", 1},
        {"m[1,1]", 2},  {"m[1,2]", 0},  {"m[2,1]", 0},  {"m[2,2]", 2},  {"o[1]", 1},    {"o[2]", 3},    {"o[3]", 5},
        {"p[1]", 0.1},  {"p[2]", 0.2},  {"p[3]", 0.3},  {"q[1]", 3},    {"q[2]", 2},    {"q[3]", 1},    {"r", 5},
        {"s[1]", 2},    {"s[2]", 3},    {"t[1,1]", 0},  {"t[1,2]", -3}, {"t[1,3]", 2},  {"t[2,1]", 3},  {"t[2,2]", 0},
        {"t[2,3]", -1}, {"t[3,1]", -2}, {"t[3,2]", 1},  {"t[3,3]", 0},  {"x[1,1]", 1},  {"x[2,1]", 1},  {"y", 12},
        {"z", 18},      {"bb", 1},      {"cc[1]", 9},   {"cc[2]", 1},   {"dd[1]", 4},   {"dd[2]", 9},   {"ee[1,1]", 1},
        {"ee[1,2]", 1}, {"ee[2,1]", 1}, {"ee[2,2]", 1}, {"ff", 5},      {"gg[1]", 1},   {"gg[2]", 4},   {"gg[3]", 9},
        {"hh[1,1]", 1}, {"hh[1,2]", 2}, {"hh[1,3]", 3}, {"kk", 4}}},
      {"Types",
       {{"g", 4},
        {"ratio[1]", -3},
        {"ratio[2]", 0},
        {"ratio[3]", 3},
        {"ratio[4]", 1.5},
        {"r", 1.5},
        {"n", 4},
        {"later", 1},
        {"onoff[1]", 2},
        {"onoff[2]", 5},
        {"c", 5},
        {"count", 4},
        {"all", 10},
        {"phi", 1.5},
        {"same", 1},
        {"next", 4}}},
      {"Modifiers",
       {{"r[1]", 40},
        {"r[2]", 70},
        {"r[3]", 90},
        {"r[4]", -9},
        {"r[5]", 60},
        {"r[6]", 20},
        {"r[7]", 110},
        {"r[8]", 120},
        {"r[9]", 45},
        {"r[10]", 34},
        {"r[11]", 3},
        {"r[12]", 5}}},
      {"Chosen", {{"y", -15}}},
      {"Records",
       {{"r[1]", 2},
        {"r[2]", 5},
        {"r[3]", 2},
        {"r[4]", 3},
        {"r[5]", 5},
        {"r[6]", 2},
        {"r[7]", 3},
        {"r[8]", 4},
        {"r[9]", 3},
        {"r[10]", 6},
        {"r[11]", 3}}},
      {"Functions",
       {{"mean", 2},
        {"span", 3},
        {"f", 120},
        {"k", 3},
        {"none", -1},
        {"o", 16},
        {"oo", 25},
        {"a", 5},
        {"b", 3},
        {"c", 7},
        {"d[1]", 1},
        {"d[2]", 2},
        {"e", 3},
        {"g", 8}}},
      {"Circuit", {{"i", 3}, {"v", 6}, {"open", 0}}},
      {"InnerOuter", {{"r[1]", 6}, {"r[2]", 10}}},
      {"Conditional", {{"i", 2}}},
      {"Events",
       {{"x", 1.5},
        {"y", 0.25},
        {"n", 3},
        {"m", 8},
        {"held", 0.75},
        {"up", 1},
        {"edges", 1},
        {"changes", 2},
        {"after", 2},
        {"ramp", 0.5},
        {"z", 0.5}}},
      {"Start", {{"p", 3}, {"q", 6}, {"w", 4}, {"r[1]", 2}, {"r[2]", 0}}},
      {"Algorithms", {{"a", 7}, {"s[1]", 1}, {"s[2]", 3}, {"s[3]", 6}, {"k", 4}, {"last", 3}, {"t", 2}}},
      {"Names", {{"r[1]", 6.25}, {"r[2]", 6.25}, {"r[3]", 3.125}, {"r[4]", 4}, {"r[5]", 6.25}, {"r[6]", 1}}},
      {"Causal", {{"y", 9}}},
      {"Miscellaneous",
       {{"x", 1}, {"d", 0.75}, {"s", 1}, {"c", 0}, {"t", 1}, {"right", 1}, {"left", 1}, {"digits", 1}, {"gear", 1}}},
      {"IfEquations", {{"x", 3}, {"y", -1}, {"z", 1}}},
      {"Derivatives", {{"v", 2}, {"w", 5}, {"c", 0}, {"s[1]", 1}, {"s[2]", 2}}},
  };
}

std::vector<Case> Details() {
  return {
      {"Warn", {{"y", 2}}},
      {"Slices", {{"w[1]", 3},    {"w[2]", 1},     {"w[3]", 2},   {"A[1,1]", 1},  {"A[1,2]", 2},   {"A[1,3]", 3},
                  {"A[2,1]", 20}, {"A[2,2]", 100}, {"A[2,3]", 0}, {"A[3,1]", 30}, {"A[3,2]", 100}, {"A[3,3]", 2.5},
                  {"x[1]", 5},    {"x[2]", 1},     {"x[3]", 7},   {"x[4]", 1},    {"y[1]", 0},     {"y[2]", 1},
                  {"y[3]", 2},    {"y[4]", 3},     {"c[1]", 10},  {"c[2]", 15},   {"d", 7},        {"p", 5},
                  {"z", 0},       {"q[1]", 2},     {"q[2]", 0},   {"bb[1]", 5},   {"bb[2]", 2},    {"bc[1,1]", 1},
                  {"bc[1,2]", 3}, {"bc[2,1]", 4},  {"bc[2,2]", 6}}},
      {"MultiAssign", {{"e", 3}, {"c", 7}, {"f[1]", 9}, {"f[2]", 1}}},
      {"Loops",
       {{"u[1,1]", 11},
        {"u[1,2]", 12},
        {"u[2,1]", 21},
        {"u[2,2]", 22},
        {"g[1]", 1},
        {"g[2]", 2},
        {"g[3]", 3},
        {"g[4]", 4},
        {"h", 5},
        {"v", 13},
        {"w[1,1]", 11},
        {"w[1,2]", 21},
        {"w[1,3]", 31},
        {"w[2,1]", 12},
        {"w[2,2]", 22},
        {"w[2,3]", 32},
        {"i", 42}}},
      {"Priority", {{"n", 1}, {"m", 12}, {"k", 2}, {"c", 11}}},
      {"Connections", {{"y[1]", 3}, {"y[2]", 8}, {"i1", 10}, {"i2", 2}, {"i3", 2}}},
      {"CondArray", {{"i", 20}}},
      {"Packages", {{"r[1]", 1000}, {"r[2]", 2000}, {"r[3]", 900}, {"r[4]", 5}, {"r[5]", 3}}},
      {"DerThings",
       {{"x", 2},
        {"v[1]", 1},
        {"v[2]", 4},
        {"p", 8},
        {"dp", 12},
        {"q", -0.4161468365471424},
        {"dM[1,1]", 1},
        {"dM[1,2]", 0},
        {"dM[2,1]", 0},
        {"dM[2,2]", 4},
        {"dr", 4}}},
      {"InitialStuff", {{"c[1]", 2}, {"c[2]", 3}, {"n", 3}, {"x", 4}, {"y", 2}}},
      {"Rounding",
       {{"k", 10},
        {"f", -3},
        {"d", -3},
        {"m", -1},
        {"r", 1},
        {"dr", 2},
        {"mr", -0.5},
        {"rr", -1.5},
        {"p", 64},
        {"q", 0.5},
        {"i", 0.5},
        {"e", 2},
        {"sq", 2},
        {"big", 4294967294}}},
      {"Shadow", {{"r[1]", 4}, {"r[2]", 5}, {"r[3]", 8}, {"r[4]", 10}}},
      {"FinalAndEach", {{"r[1]", 5}, {"r[2]", 8}, {"r[3]", 3}, {"r[4]", 9}, {"r[5]", 10}, {"r[6]", 2}}},
      {"OuterArray", {{"r", 4}}},
      {"MoreFunctions", {{"k", 23}, {"found", 1}, {"b", 10}, {"b2", 5050}, {"v[1]", 1}, {"v[2]", 2}, {"mx", -1}}},
      {"SizeRecursion", {{"s", 6}}},
      {"Logic",
       {{"b1", 1},
        {"x", 1},
        {"c[1]", 1},
        {"c[2]", 0},
        {"d[1]", 0},
        {"d[2]", 1},
        {"e[1]", 1},
        {"e[2]", 1},
        {"r", 3},
        {"all1", 0}}},
      {"InstanceNames", {{"a", 1}, {"b", 0}, {"c", 1}}},
  };
}

INSTANTIATE_TEST_SUITE_P(Models, SpecificationDetails, ::testing::ValuesIn(Details()),
                         [](const auto& model) { return model.param.model; });

INSTANTIATE_TEST_SUITE_P(Models, Specification, ::testing::ValuesIn(Cases()),
                         [](const auto& model) { return model.param.model; });

}  // namespace
}  // namespace stiction::test
