// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/flat/verify.h"

#include <unordered_set>

#include "compiler/ir/expr/walk.h"
#include "compiler/support/check.h"

namespace stiction::ir {
namespace {

void Collect(const FunctionBody& body, std::vector<ExprId>& roots) {
  for (const FunctionStatement& statement : body) {
    roots.push_back(statement.value);
    roots.push_back(statement.target.index);
    for (const FunctionTarget& target : statement.targets) roots.push_back(target.index);
    roots.insert(roots.end(), statement.conditions.begin(), statement.conditions.end());
    for (const FunctionBody& inner : statement.bodies) Collect(inner, roots);
  }
}

class FlatVerifier {
 public:
  explicit FlatVerifier(const FlatModel& model) : model_(model) {}

  void Run() {
    std::unordered_set<std::string> names;
    std::vector<ExprId> roots;
    for (const FlatVariable& v : model_.variables) {
      CHECK(names.insert(v.name).second, "two variables named {}", v.name);
      CHECK(v.state < static_cast<int32_t>(model_.states.size()), "{} lies in an unknown state", v.name);
      const Attributes& a = v.attributes;
      roots.insert(roots.end(), {v.binding, a.start, a.fixed, a.min, a.max, a.nominal});
    }
    Collect(model_.equations, false, roots);
    Collect(model_.initial_equations, false, roots);
    ForEachReachable(*model_.pool, roots, [this](ExprId e) { Node((*model_.pool)[e], nullptr); });
    for (const Function& function : model_.functions) {
      std::vector<ExprId> in_body;
      ir::Collect(function.body, in_body);
      ForEachReachable(*model_.pool, in_body, [&](ExprId e) { Node((*model_.pool)[e], &function); });
    }
  }

 private:
  void Collect(const std::vector<FlatEquation>& equations, bool in_when, std::vector<ExprId>& roots) {
    using Kind = FlatEquation::Kind;
    for (const FlatEquation& equation : equations) {
      CHECK(equation.kind != Kind::kReinit || in_when, "reinit outside a when-equation");
      CHECK(equation.state < static_cast<int32_t>(model_.states.size()), "an equation of an unknown state");
      if (equation.kind == Kind::kEquality || equation.kind == Kind::kReinit || equation.kind == Kind::kAssert) {
        CHECK(equation.left && equation.right, "equation without a side");
      }
      roots.insert(roots.end(), {equation.left, equation.right});
      for (const FlatBranch& branch : equation.branches) {
        roots.push_back(branch.condition);
        Collect(branch.body, in_when || equation.kind == Kind::kWhen, roots);
      }
    }
  }

  void Node(const ExprNode& node, const Function* function) {
    const size_t payload = static_cast<size_t>(node.payload);
    switch (node.op) {
      case Op::kVariable:
      case Op::kPre: {
        CHECK(!function, "function {} refers to a variable of the model", function->name);
        CHECK(node.payload >= 0 && payload < model_.variables.size(), "undeclared variable {}", node.payload);
        const FlatVariable& v = model_.variables[payload];
        CHECK(v.type == node.type, "{} is used with another type", v.name);
        break;
      }
      case Op::kCall:
      case Op::kCallPartial: {
        CHECK(node.payload >= 0 && payload < model_.functions.size(), "undeclared function {}", node.payload);
        const Function& callee = model_.functions[payload];
        CHECK(node.args.size() == static_cast<size_t>(callee.input_count), "{} arguments for {}", node.args.size(),
              callee.name);
        break;
      }
      case Op::kEnumeration:
        CHECK(node.enumeration && node.enumeration.index() < model_.enumerations.size(), "undeclared enumeration");
        break;
      case Op::kLocal:
      case Op::kLocalElement:
        CHECK(function, "a function's local variable in the model");
        CHECK(node.payload >= 0 && payload < function->slots.size(), "undeclared slot {} of {}", node.payload,
              function->name);
        break;
      case Op::kActiveState:
      case Op::kTicksInState:
      case Op::kTimeInState:
      case Op::kRelation:
      case Op::kSampleTick:
      case Op::kHeld:
      case Op::kDelayed:
        CHECK(false, "{} in a flat model", Spelling(node.op));
        break;
      default:
        break;
    }
  }

  const FlatModel& model_;
};

}  // namespace

void Verify(const FlatModel& model) { FlatVerifier(model).Run(); }

}  // namespace stiction::ir
