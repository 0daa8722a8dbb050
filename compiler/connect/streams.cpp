// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/streams.h"

#include <algorithm>
#include <set>

#include "compiler/expand/scalar.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::ExprNode;
using ir::FlatEquation;
using ir::Instance;
using ir::InstanceId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

namespace {

/// Of the nominal flow: below it mixtures change over to the mean of all, so that they stay defined and continuous
/// where nothing flows. A flow that is meant must never come near it, in whatever unit it is given.
constexpr double kSmallFlow = 1e-15;

ExprId NoEvent(ir::ExprPool& pool, ExprId e) {
  return pool.Make({.op = Op::kNoEvent, .type = pool[e].type, .args = {e}});
}

}  // namespace

void Streams::AddSet(std::span<const Member> members) {
  for (const Member& member : members) {
    if (!member.outside) set_of_inside_[member.variable] = sets_.size();
  }
  sets_.emplace_back(members.begin(), members.end());
}

VariableId Streams::FlowOf(InstanceId stream) const {
  const Instance& connector = context_.tree.instances[context_.tree.instances[stream.index()].parent.index()];
  for (const InstanceId child : connector.children) {
    if (context_.tree.instances[child.index()].flow == ast::FlowPrefix::kFlow) return context_.variables[child.index()];
  }
  CHECK(false, "a stream variable without a flow passed the checks");
}

std::optional<double> Streams::Bound(ExprId bound) const {
  if (!bound) return std::nullopt;
  const std::vector<ir::FlatVariable>& variables = context_.flat.variables;
  std::set<VariableId> open;
  const auto value_of = [&](const auto& self, ExprId e) -> ExprId {
    return symbolic::Rewriter(pool_, [&](const ExprNode& node) -> std::optional<ExprId> {
      if (node.op != Op::kVariable) return std::nullopt;
      const VariableId v(node.payload);
      const ir::FlatVariable& variable = variables[v.index()];
      if (variable.variability > ir::Variability::kParameter || !variable.binding) return std::nullopt;
      if (!open.insert(v).second) return std::nullopt;
      const ExprId value = self(self, variable.binding);
      open.erase(v);
      return value;
    })(e);
  };
  const ExprNode& value = pool_[value_of(value_of, bound)];
  return ir::IsLiteral(value.op) ? std::optional(value.number) : std::nullopt;
}

bool Streams::MayFlowInto(const Member& member) const {
  const ir::Attributes& flow = context_.flat.variables[FlowOf(member.instance).index()].attributes;
  return member.outside ? Bound(flow.max).value_or(1) > 0 : Bound(flow.min).value_or(-1) < 0;
}

ExprId Streams::Mixture(const std::vector<Term>& terms, double epsilon) {
  const ExprId zero = pool_.Real(0), one = pool_.Real(1), small = pool_.Real(epsilon);
  std::vector<ExprId> positive;
  ExprId sum;
  for (const Term& term : terms) {
    positive.push_back(Arithmetic(pool_, Op::kMax, term.flow, zero));
    sum = sum ? Arithmetic(pool_, Op::kAdd, sum, positive.back()) : positive.back();
  }
  // positiveMax with alpha from 1 to 0 while the sum falls from epsilon to 0.
  const ExprId part = Arithmetic(pool_, Op::kDiv, sum, small);
  const ExprId cubic =
      Arithmetic(pool_, Op::kMul, Arithmetic(pool_, Op::kMul, part, part),
                 Arithmetic(pool_, Op::kSub, pool_.Real(3), Arithmetic(pool_, Op::kMul, pool_.Real(2), part)));
  const ExprId alpha = Conditional(pool_, Compare(pool_, Op::kGt, sum, small), one,
                                   Conditional(pool_, Compare(pool_, Op::kGt, sum, zero), cubic, zero));
  const ExprId least = Arithmetic(pool_, Op::kMul, Arithmetic(pool_, Op::kSub, one, alpha), small);
  ExprId weighted, weights;
  for (size_t k = 0; k < terms.size(); ++k) {
    const ExprId weight =
        NoEvent(pool_, Arithmetic(pool_, Op::kAdd, Arithmetic(pool_, Op::kMul, alpha, positive[k]), least));
    const ExprId product = Arithmetic(pool_, Op::kMul, weight, terms[k].value);
    weighted = weighted ? Arithmetic(pool_, Op::kAdd, weighted, product) : product;
    weights = weights ? Arithmetic(pool_, Op::kAdd, weights, weight) : weight;
  }
  return Arithmetic(pool_, Op::kDiv, weighted, weights);
}

ExprId Streams::MixtureOfOthers(size_t set, const Member& but) {
  std::vector<Term> terms;
  std::optional<double> nominal;
  for (const Member& member : sets_[set]) {
    if ((member.variable == but.variable && member.outside == but.outside) || !MayFlowInto(member)) continue;
    const VariableId flow = FlowOf(member.instance);
    const ExprId m = StreamOf(flow);
    terms.push_back({.flow = member.outside ? m : Unary(pool_, Op::kNeg, m),
                     .value = member.outside ? InStream(member.variable) : StreamOf(member.variable)});
    const std::optional<double> own = Bound(context_.flat.variables[flow.index()].attributes.nominal);
    if (own && *own > 0) nominal = std::min(nominal.value_or(*own), *own);
  }
  if (terms.empty()) return {};
  return terms.size() == 1 ? terms.front().value : Mixture(terms, kSmallFlow * nominal.value_or(1));
}

ExprId Streams::InStream(VariableId variable) {
  if (const auto known = in_streams_.find(variable); known != in_streams_.end()) return known->second;
  ExprId value;
  if (const auto found = set_of_inside_.find(variable); found != set_of_inside_.end()) {
    value = MixtureOfOthers(found->second, {.instance = {}, .variable = variable, .outside = false, .span = {}});
  }
  if (!value && environment_ && environment_->HasStream(variable)) value = pool_.Time();  // something that is known
  if (!value) value = StreamOf(variable);  // nothing flows in: the value does not matter
  in_streams_.emplace(variable, value);
  return value;
}

std::vector<FlatEquation> Streams::OutsideEquations() {
  std::vector<FlatEquation> equations;
  for (size_t set = 0; set < sets_.size(); ++set) {
    for (const Member& member : sets_[set]) {
      if (!member.outside) continue;
      ExprId mixture = MixtureOfOthers(set, member);
      if (!mixture) mixture = InStream(member.variable);
      // Nothing flows out, and nothing in from outside: any value will do.
      if (mixture == StreamOf(member.variable)) mixture = pool_.Real(0);
      FlatEquation equation;
      equation.kind = FlatEquation::Kind::kEquality;
      equation.left = StreamOf(member.variable);
      equation.right = mixture;
      equation.origin = {.span = member.span, .derivation = "stream connection"};
      equations.push_back(std::move(equation));
    }
  }
  return equations;
}

std::optional<ExprId> Streams::ReplacedNode(const ExprNode& node) {
  const auto stream = [&](size_t k) { return VariableId(pool_[node.args[k]].payload); };
  if (node.op == Op::kInStream) return InStream(stream(0));
  if (node.op == Op::kActualStream) {
    const ExprId flow = node.args[1];
    const ExprId actual =
        Conditional(pool_, Compare(pool_, Op::kGt, flow, pool_.Real(0)), InStream(stream(0)), StreamOf(stream(0)));
    flow_of_actual_.emplace(actual, flow);
    return actual;
  }
  if (node.op == Op::kMul) {
    for (const size_t k : {size_t{0}, size_t{1}}) {
      const auto found = flow_of_actual_.find(node.args[k]);
      if (found != flow_of_actual_.end() && found->second == node.args[1 - k]) {
        return NoEvent(pool_, symbolic::Build(pool_, node));
      }
    }
  }
  return std::nullopt;
}

ExprId Streams::Replaced(ExprId e) { return e ? (*rewrite_)(e) : e; }

void Streams::ReplaceIn(std::vector<FlatEquation>& equations) {
  for (FlatEquation& equation : equations) {
    equation.left = Replaced(equation.left);
    equation.right = Replaced(equation.right);
    for (ir::FlatBranch& branch : equation.branches) {
      branch.condition = Replaced(branch.condition);
      ReplaceIn(branch.body);
    }
  }
}

void Streams::ReplaceOperators(ir::FlatModel& flat) {
  bool any = false;
  for (size_t i = 0; i < pool_.size() && !any; ++i) {
    const Op op = pool_[ExprId(static_cast<int64_t>(i))].op;
    any = op == Op::kInStream || op == Op::kActualStream;
  }
  if (!any) return;
  rewrite_.emplace(pool_, [this](const ExprNode& node) { return ReplacedNode(node); });
  ReplaceIn(flat.equations);
  ReplaceIn(flat.initial_equations);
  for (ir::FlatVariable& variable : flat.variables) {
    variable.binding = Replaced(variable.binding);
    ir::Attributes& a = variable.attributes;
    for (ExprId* value : {&a.start, &a.fixed, &a.min, &a.max, &a.nominal}) *value = Replaced(*value);
  }
}

}  // namespace stiction::flatten
