// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/dae/verify.h"

#include <set>
#include <tuple>

#include "compiler/ir/expr/walk.h"
#include "compiler/support/check.h"

namespace stiction::ir {
namespace {

class DaeVerifier {
 public:
  explicit DaeVerifier(const Dae& dae) : dae_(dae) {}

  void Run() {
    Variables();
    Assignments();
    RelationTable();
    ForEachReachable(*dae_.pool, Roots(), [this](ExprId e) { Node((*dae_.pool)[e]); });
  }

 private:
  void Variables() const {
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const DaeVariable& v = dae_.variables[i];
      const VariableId id(static_cast<int64_t>(i));
      if (v.derivative) CHECK(At(v.derivative).integral == id, "der({}) belongs to another variable", v.name);
      if (v.integral) CHECK(At(v.integral).derivative == id, "{} is not the derivative of its integral", v.name);
      if (v.alias) CHECK(!At(v.alias->target).alias, "{} is an alias of an alias", v.name);
    }
  }

  const DaeVariable& At(VariableId v) const {
    CHECK(v && v.index() < dae_.variables.size(), "undeclared variable {}", v.value);
    return dae_.variables[v.index()];
  }

  void Assignments() const {
    std::set<VariableId> assigned;
    for (const DaeEquation& equation : dae_.equations) {
      if (!equation.is_discrete) continue;
      const ExprNode& left = (*dae_.pool)[equation.left];
      CHECK(left.op == Op::kVariable, "a discrete equation assigns to a variable");
      const VariableId v(left.payload);
      CHECK(At(v).variability == Variability::kDiscrete, "{} is assigned like a discrete variable", At(v).name);
      CHECK(assigned.insert(v).second, "{} is assigned twice", At(v).name);
    }
  }

  void RelationTable() const {
    std::set<std::tuple<Op, ExprId, ExprId>> seen;
    for (const Relation& r : dae_.relations) {
      CHECK(seen.insert({r.op, r.left, r.right}).second, "relation {} stands twice", r.text);
      CHECK(r.kind != Relation::Kind::kTime || (*dae_.pool)[r.left].op == Op::kTime, "{} does not begin with time",
            r.text);
    }
  }

  std::vector<ExprId> Roots() const {
    std::vector<ExprId> roots;
    const auto add = [&roots](auto... e) { (roots.push_back(e), ...); };
    for (const DaeVariable& v : dae_.variables) {
      add(v.binding, v.attributes.start, v.attributes.fixed, v.attributes.min, v.attributes.max, v.attributes.nominal);
    }
    for (const DaeEquation& e : dae_.equations) {
      add(e.left, e.right);
      add(e.path_left, e.path_right);
    }
    for (const DaeEquation& e : dae_.initial_equations) add(e.left, e.right);
    for (const Relation& r : dae_.relations) add(r.left, r.right);
    for (const HeldValue& held : dae_.held_values) add(held.expression);
    for (const Delay& delay : dae_.delays) {
      add(delay.expression, delay.time);
      add(delay.longest);
    }
    for (const Sample& sample : dae_.samples) add(sample.start, sample.interval);
    for (const Reinit& reinit : dae_.reinits) add(reinit.value, reinit.condition);
    for (const HiddenConstraint& hidden : dae_.hidden_constraints) add(hidden.residual, hidden.is_active);
    for (const ModeRow& row : dae_.modes.rows) {
      add(row.number);
      for (const ModeRow::Branch& branch : row.branches) add(branch.left, branch.right);
    }
    for (const Assertion& a : dae_.assertions) add(a.condition, a.message);
    for (const Termination& t : dae_.terminations) add(t.condition, t.message);
    return roots;
  }

  void Node(const ExprNode& node) const {
    const auto within = [&](size_t size) {
      CHECK(node.payload >= 0 && static_cast<size_t>(node.payload) < size, "{} {} of {}", Spelling(node.op),
            node.payload, size);
    };
    switch (node.op) {
      case Op::kVariable:
      case Op::kPre:
        CHECK(!At(VariableId(node.payload)).alias, "{} was eliminated", At(VariableId(node.payload)).name);
        break;
      case Op::kRelation:
        within(dae_.relations.size());
        break;
      case Op::kSampleTick:
        within(dae_.samples.size());
        break;
      case Op::kHeld:
        within(dae_.held_values.size());
        break;
      case Op::kDelayed:
        within(dae_.delays.size());
        break;
      case Op::kCall:
      case Op::kCallPartial:
        within(dae_.functions.size());
        break;
      case Op::kDer:
      case Op::kEdge:
      case Op::kChange:
      case Op::kSample:
      case Op::kSmooth:
      case Op::kActive:
      case Op::kInStream:
      case Op::kActualStream:
      case Op::kDelay:
      case Op::kTransport:
      case Op::kLocal:
      case Op::kLocalElement:
        CHECK(false, "{} in a Dae", Spelling(node.op));
        break;
      default:
        break;
    }
  }

  const Dae& dae_;
};

}  // namespace

void Verify(const Dae& dae) { DaeVerifier(dae).Run(); }

}  // namespace stiction::ir
