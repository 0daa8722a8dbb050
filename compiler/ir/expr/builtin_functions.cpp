// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/builtin_functions.h"

#include <algorithm>
#include <array>

#include "compiler/ir/expr/functions.h"

namespace stiction {
namespace {

constexpr std::array<std::string_view, 1> kNotCompiled{"promote"};

}  // namespace

// Longer than a screen: a table.
const std::vector<BuiltinFunction>& BuiltinFunctions() {
  static const std::vector<BuiltinFunction> all = [] {
    std::vector<BuiltinFunction> functions{
        {"der", 1, 1, {"x"}},
        {"pre", 1, 1, {"y"}},
        {"edge", 1, 1, {"b"}},
        {"change", 1, 1, {"v"}},
        {"initial", 0, 0, {}},
        {"terminal", 0, 0, {}},
        {"sample", 1, 2, {"start", "interval", "u", "clock"}},
        {"Clock",
         0,
         2,
         {"intervalCounter", "resolution", "interval", "", "condition", "startInterval", "c", "solverMethod"}},
        {"hold", 1, 1, {"u"}},
        {"previous", 1, 1, {"u"}},
        {"subSample", 1, 2, {"u", "factor"}},
        {"superSample", 1, 2, {"u", "factor"}},
        {"shiftSample", 2, 3, {"u", "shiftCounter", "resolution"}},
        {"backSample", 2, 3, {"u", "backCounter", "resolution"}},
        {"noClock", 1, 1, {"u"}},
        {"interval", 0, 1, {"u"}},
        {"firstTick", 0, 1, {"u"}},
        {"transition", 3, 7, {"from", "to", "condition", "immediate", "reset", "synchronize", "priority"}},
        {"initialState", 1, 1, {"state"}},
        {"activeState", 1, 1, {"state"}},
        {"ticksInState", 0, 0, {}},
        {"timeInState", 0, 0, {}},
        {"reinit", 2, 2, {"x", "expr"}},
        {"assert", 2, 3, {"condition", "message", "level"}},
        {"terminate", 1, 1, {"message"}},
        {"noEvent", 1, 1, {"expr"}},
        {"smooth", 2, 2, {"p", "expr"}},
        {"pure", 1, 1, {}},
        {"homotopy", 2, 2, {"actual", "simplified"}},
        {"semiLinear", 3, 3, {"x", "positiveSlope", "negativeSlope"}},
        {"inStream", 1, 1, {"v"}},
        {"actualStream", 1, 1, {"v"}},
        {"delay", 2, 3, {"expr", "delayTime", "delayMax"}},
        {"spatialDistribution", 4, 6, {"in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"}},
        {"Integer", 1, 1, {"e"}},
        {"String", 1, 5, {"", "minimumLength", "leftJustified", "significantDigits", "format"}},
        {"sum", 1, 1, {"A"}},
        {"product", 1, 1, {"A"}},
        {"ndims", 1, 1, {"A"}},
        {"size", 1, 2, {"A", "i"}},
        {"scalar", 1, 1, {"A"}},
        {"vector", 1, 1, {"A"}},
        {"matrix", 1, 1, {"A"}},
        {"transpose", 1, 1, {"A"}},
        {"outerProduct", 2, 2, {"v1", "v2"}},
        {"identity", 1, 1, {"n"}},
        {"diagonal", 1, 1, {"v"}},
        {"zeros", 1, kManyArguments, {}},
        {"ones", 1, kManyArguments, {}},
        {"fill", 2, kManyArguments, {"s"}},
        {"linspace", 3, 3, {"x1", "x2", "n"}},
        {"symmetric", 1, 1, {"A"}},
        {"cross", 2, 2, {"x", "y"}},
        {"skew", 1, 1, {"x"}},
        {"cat", 2, kManyArguments, {"k"}},
        {"cardinality", 1, 1, {"c"}},
        {"Connections.branch", 2, 2, {}},
        {"Connections.root", 1, 1, {}},
        {"Connections.potentialRoot", 1, 2, {"", "priority"}},
        {"Connections.isRoot", 1, 1, {}},
        {"Connections.rooted", 1, 1, {}},
        {"array", 1, kManyArguments, {}},
        {"getInstanceName", 0, 0, {}}};
    for (const ir::ElementaryFunction& f : ir::ElementaryFunctions()) {
      const bool is_of_array_too = f.op == ir::Op::kMin || f.op == ir::Op::kMax;
      functions.push_back({f.name, is_of_array_too ? 1 : f.formals.size(), f.formals.size(), f.formals});
    }
    return functions;
  }();
  return all;
}

const BuiltinFunction* FindBuiltinFunction(std::string_view name) {
  const auto& all = BuiltinFunctions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const BuiltinFunction& b) { return b.name == name; });
  return found == all.end() ? nullptr : &*found;
}

bool IsNotCompiled(std::string_view name) {
  return std::find(kNotCompiled.begin(), kNotCompiled.end(), name) != kNotCompiled.end();
}

bool IsBuiltinFunction(std::string_view name) { return FindBuiltinFunction(name) || IsNotCompiled(name); }

}  // namespace stiction
