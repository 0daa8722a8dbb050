// SPDX-License-Identifier: BSD-3-Clause
// The built-in operators and functions of MLS 3.7, expanded to scalars.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/expand/array_builtins.h"
#include "compiler/expand/element_wise.h"
#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"
#include "compiler/ir/expr/functions.h"
#include "compiler/ir/instances/operators_of_models.h"
#include "compiler/support/check.h"
#include "compiler/support/number_format.h"
#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

namespace {

FlatValue ApplyToEach(Expander& expander, Op op, const BoundExpression& e) {
  FlatValue value = expander.Expand(*e.operands.at(0));
  if (value.is_record) Fail(DiagnosticKind::TypeMismatch, e.span, fmt::format("`{}` takes no record", e.text));
  for (ExprId& element : value.elements) element = Unary(expander.pool(), op, element);
  return value;
}

FlatValue ExpandElementary(Expander& expander, const ir::ElementaryFunction& function, const BoundExpression& e) {
  if (e.operands.size() == 2) {
    const FlatValue x = expander.Expand(*e.operands[0]), y = expander.Expand(*e.operands[1]);
    return ElementWise(expander.pool(), x, y, e.span,
                       [&](ExprId a, ExprId b) { return Arithmetic(expander.pool(), function.op, a, b); });
  }
  FlatValue value = ApplyToEach(expander, function.op, e);
  if (function.result == ir::FunctionResult::kInteger) value.type = ScalarType::kInteger;
  if (function.result == ir::FunctionResult::kReal) value.type = ScalarType::kReal;
  return value;
}

}  // namespace

bool IsGraphQuery(const BoundExpression& call) {
  return call.kind == BoundKind::kBuiltin && (call.text == "Connections.isRoot" || call.text == "Connections.rooted");
}

FlatValue Expander::ExpandCardinality(const BoundExpression& e) {
  const Endpoints ends = Resolve(*e.operands.at(0));
  if (!ends.dims.empty()) {
    Fail(DiagnosticKind::DimensionMismatch, e.operands[0]->span,
         fmt::format("`cardinality` takes one connector, found an array {}", Describe(ends.dims)));
  }
  if (!context_.connect_counts) {
    Expander counting(context_, functions_);
    context_.connect_counts = context_.count_connects(counting);
  }
  const auto found = context_.connect_counts->find({ends.elements.front().instance, ends.elements.front().element});
  return MakeScalar(pool(), pool().Integer(found == context_.connect_counts->end() ? 0 : found->second));
}

std::vector<ir::InstanceId> Expander::ResolveGraphNodes(const BoundExpression& e) {
  std::vector<ir::InstanceId> nodes;
  for (const Endpoint& end : Resolve(e).elements) {
    const ir::InstanceId parent = context_.tree.instances[end.instance.index()].parent;
    const bool is_of_node = parent && context_.tree.instances[parent.index()].equality_constraint &&
                            !context_.tree.instances[end.instance.index()].index.empty();
    const ir::InstanceId node = is_of_node ? parent : end.instance;
    if (nodes.empty() || nodes.back() != node) nodes.push_back(node);
  }
  return nodes;
}

bool Expander::GraphQuery(const BoundExpression& e) {
  const std::vector<ir::InstanceId> nodes = ResolveGraphNodes(*e.operands.at(0));
  if (nodes.size() != 1) {
    Fail(DiagnosticKind::DimensionMismatch, e.operands[0]->span,
         fmt::format("`{}` takes one variable, found an array of {}", e.text, nodes.size()));
  }
  if (!context_.graph) {
    Fail(DiagnosticKind::ConnectionGraph, e.span,
         fmt::format("`{}` follows from the connections, so no connection can depend on it", e.text));
  }
  const ir::InstanceId node = nodes.front();
  if (e.text == "Connections.isRoot") return context_.graph->roots.contains(node);
  const auto found = context_.graph->rooted.find(node);
  if (found == context_.graph->rooted.end() || !found->second) {
    Fail(DiagnosticKind::ConnectionGraph, e.span,
         fmt::format("`{}` must be the first argument of one `Connections.branch` to ask whether it is rooted; it is "
                     "that of {}",
                     ir::FullName(context_.tree, node), found == context_.graph->rooted.end() ? "none" : "several"));
  }
  return *found->second;
}

std::optional<ir::BoundPtr> Expander::WithGraphQueries(const BoundExpression& e) {
  if (IsGraphQuery(e)) {
    auto literal = std::make_shared<BoundExpression>();
    literal->kind = BoundKind::kBoolean;
    literal->span = e.span;
    literal->type = e.type;
    literal->number = GraphQuery(e) ? 1 : 0;
    return literal;
  }
  std::shared_ptr<BoundExpression> copy;
  for (size_t i = 0; i < e.operands.size(); ++i) {
    if (!e.operands[i]) continue;
    std::optional<ir::BoundPtr> operand = WithGraphQueries(*e.operands[i]);
    if (!operand) continue;
    if (!copy) copy = std::make_shared<BoundExpression>(e);
    copy->operands[i] = std::move(*operand);
  }
  return copy ? std::optional<ir::BoundPtr>(std::move(copy)) : std::nullopt;
}

FlatValue Expander::ExpandBuiltin(const BoundExpression& e) {
  const std::string& name = e.text;
  const ir::ElementaryFunction* const function = ir::FindElementaryFunction(name);
  if (function && e.operands.size() == function->formals.size()) return ExpandElementary(*this, *function, e);
  if (name == "noEvent") return ApplyToEach(*this, Op::kNoEvent, e);
  if (name == "Integer") {
    FlatValue value = ApplyToEach(*this, Op::kOrdinal, e);
    value.type = ScalarType::kInteger;
    return value;
  }
  // A record that a function declares may have been written for models.
  if (locals_ && ir::IsOperatorOfModels(name)) {
    Fail(DiagnosticKind::OperatorInFunction, e.span, fmt::format("`{}` cannot stand in a function (MLS 12.2)", name));
  }
  const bool is_clocked_sample =
      name == "sample" && (e.operands.size() == 1 || e.operands[1]->type.scalar == ScalarType::kClock);
  if (is_clocked_sample || ir::IsClockOperator(name)) return ExpandClockOperator(e);
  if (ir::IsStateQuery(name)) return ExpandStateQuery(e);
  if (name == "initial" || name == "terminal") {
    return MakeScalar(
        pool(), pool().Make({.op = name == "initial" ? Op::kInitial : Op::kTerminal, .type = ScalarType::kBoolean}));
  }
  if (name == "delay") {
    FlatValue value = Expand(*e.operands.at(0));
    const auto number = [&](size_t k) -> std::optional<double> {
      const std::optional<Value> known = k < e.operands.size() ? Evaluated(*e.operands[k]) : std::nullopt;
      return known && known->numbers.size() == 1 ? std::optional(known->numbers.front()) : std::nullopt;
    };
    if (number(1) == 0 && number(2).value_or(0) >= 0) {
      // No past is needed: it is the expression (MLS 3.7.4.1 allows 0).
      for (ExprId& element : value.elements) element = ToReal(pool(), element);
      value.type = ScalarType::kReal;
      return value;
    }
    const ExprId time = ToReal(pool(), ExpandScalar(*e.operands.at(1)));
    const ExprId longest = e.operands.size() > 2 ? ToReal(pool(), ExpandScalar(*e.operands[2])) : time;
    for (ExprId& element : value.elements) {
      element =
          pool().Make({.op = Op::kDelay, .type = ScalarType::kReal, .args = {ToReal(pool(), element), time, longest}});
    }
    value.type = ScalarType::kReal;
    return value;
  }
  if (name == "inStream" || name == "actualStream") return ExpandStream(e);
  if (name == "semiLinear") return ExpandSemiLinear(e);
  if (name == "spatialDistribution") return ExpandTransport(e, 0);
  if (name == "cardinality") return ExpandCardinality(e);
  if (IsGraphQuery(e)) return MakeScalar(pool(), pool().Boolean(GraphQuery(e)));
  if (name == "homotopy") return ExpandHomotopy(e);
  if (name == "array")
    return e.operands.at(0)->kind == BoundKind::kComprehension ? Expand(*e.operands[0]) : ExpandArray(e);
  if (name == "String") return ExpandString(e);
  if (name == "der" || name == "pre" || name == "edge" || name == "change" || name == "sample" || name == "smooth") {
    return ExpandEventOperator(e);
  }
  if (std::optional<FlatValue> value = ExpandArrayBuiltin(*this, e); value) return std::move(*value);
  Fail(DiagnosticKind::NotYetSupported, e.span, fmt::format("`{}` is not supported yet", name));
}

FlatValue Expander::ExpandStream(const BoundExpression& e) {
  FlatValue value = Expand(*e.operands.at(0));
  if (e.text == "inStream") {
    for (ExprId& element : value.elements) {
      element = pool().Make({.op = Op::kInStream, .type = ScalarType::kReal, .args = {element}});
    }
    return value;
  }
  const Endpoints ends = Resolve(*e.operands[0]);
  for (size_t k = 0; k < value.elements.size(); ++k) {
    const ir::Instance& connector =
        context_.tree.instances[context_.tree.instances[ends.elements.at(k).instance.index()].parent.index()];
    const auto flow = std::find_if(connector.children.begin(), connector.children.end(), [this](ir::InstanceId child) {
      return context_.tree.instances[child.index()].flow == ast::FlowPrefix::kFlow;
    });
    CHECK(flow != connector.children.end(), "a stream variable without a flow passed the checks");
    const ExprId m = pool().Variable(context_.variables[flow->index()], ScalarType::kReal);
    value.elements[k] =
        pool().Make({.op = Op::kActualStream, .type = ScalarType::kReal, .args = {value.elements[k], m}});
  }
  return value;
}

// The value is continuous, so no event is needed (MLS 3.7.4.5).
FlatValue Expander::ExpandSemiLinear(const BoundExpression& e) {
  const FlatValue x = Expand(*e.operands.at(0)), positive = Expand(*e.operands.at(1)),
                  negative = Expand(*e.operands.at(2));
  const auto real = [this](ExprId a) { return ToReal(pool(), a); };
  const auto first = [](ExprId a, ExprId /*b*/) { return a; };
  // Each with the dimensions of all.
  FlatValue value = ElementWise(pool(), ElementWise(pool(), x, positive, e.span, first), negative, e.span, first);
  const FlatValue above = ElementWise(pool(), positive, value, e.span, first),
                  below = ElementWise(pool(), negative, value, e.span, first);
  for (size_t k = 0; k < value.elements.size(); ++k) {
    const ExprId v = real(value.elements[k]);
    const ExprId slope = Conditional(pool(), Compare(pool(), Op::kGe, v, pool().Real(0)), real(above.elements[k]),
                                     real(below.elements[k]));
    value.elements[k] = Arithmetic(pool(), Op::kMul, v, Unary(pool(), Op::kNoEvent, slope));
  }
  value.type = ScalarType::kReal;
  return value;
}

// Functions are called by the equations of the path, but have none of their own.
FlatValue Expander::ExpandHomotopy(const BoundExpression& e) {
  const FlatValue actual = Expand(*e.operands.at(0));
  if (locals_) return actual;
  return ElementWise(pool(), actual, Expand(*e.operands.at(1)), e.span, [this](ExprId a, ExprId s) {
    return symbolic::Build(
        pool(), {.op = Op::kHomotopy, .type = ScalarType::kReal, .args = {ToReal(pool(), a), ToReal(pool(), s)}});
  });
}

FlatValue Expander::ExpandString(const BoundExpression& e) {
  // A value known at compile time becomes text at compile time.
  if (const std::optional<Value> value = locals_ ? std::nullopt : Evaluated(e); value && value->texts.size() == 1) {
    return MakeScalar(pool(), pool().String(value->texts.front()));
  }
  const ExprId of = ExpandScalar(*e.operands.at(0));
  const ScalarType type = pool()[of].type;
  if (type == ScalarType::kString) return MakeScalar(pool(), of);
  if (e.operands.size() == 1) return MakeScalar(pool(), Unary(pool(), Op::kToString, of));
  const bool is_real = type == ScalarType::kReal;
  std::string format;
  if (e.operands.size() > 4) {
    const std::optional<Value> value = Evaluated(*e.operands[4]);
    if (!value || value->texts.size() != 1) {
      Fail(DiagnosticKind::NotConstant, e.operands[4]->span, "the format of `String` must be known at compile time");
    }
    format = value->texts.front();
    if (!is_real && type != ScalarType::kInteger) {
      Fail(DiagnosticKind::TypeMismatch, e.operands[4]->span, "only numbers take a format");
    }
  } else {
    const auto option = [&](size_t k, int64_t otherwise) {
      return e.operands.size() > k ? ConstantInteger(*e.operands[k], "an option of `String`") : otherwise;
    };
    format = option(2, 1) != 0 ? "-" : "";
    if (const int64_t width = option(1, 0); width > 0) format += fmt::format("{}", width);
    if (is_real) format += fmt::format(".{}g", option(3, 6));
    if (type == ScalarType::kInteger) format += "d";
  }
  std::optional<std::string> pattern = PrintfPattern(format, is_real);
  if (type == ScalarType::kBoolean || type == ScalarType::kEnumeration) pattern = "%" + format + "s";
  if (!pattern) {
    Fail(DiagnosticKind::TypeMismatch, e.span,
         fmt::format("`{}` is no format for {} (MLS 3.7.1)", format, is_real ? "a Real" : "an Integer"),
         is_real ? "write [flags][width][.precision] and e, f or g" : "write [flags][width] and d, o or x");
  }
  return MakeScalar(
      pool(), pool().Make({.op = Op::kToString, .type = ScalarType::kString, .args = {of, pool().String(*pattern)}}));
}

FlatValue Expander::ExpandEventOperator(const BoundExpression& e) {
  const std::string& name = e.text;
  if (name == "sample") {
    const ExprId start = ToReal(pool(), ExpandScalar(*e.operands[0]));
    const ExprId interval = ToReal(pool(), ExpandScalar(*e.operands[1]));
    return MakeScalar(pool(),
                      pool().Make({.op = Op::kSample, .type = ScalarType::kBoolean, .args = {start, interval}}));
  }
  if (name == "smooth") {
    const ExprId order = pool().Integer(ConstantInteger(*e.operands.at(0), "the first argument of `smooth`"));
    FlatValue value = Expand(*e.operands.at(1));
    for (ExprId& element : value.elements) {
      element = pool().Make({.op = Op::kSmooth, .type = pool()[element].type, .args = {order, element}});
    }
    return value;
  }
  // In an algorithm too, der, pre, edge and change are about the variable; edge and change compare what it is there.
  FlatValue value = assigned_ ? ExpandTarget(*e.operands.at(0)) : Expand(*e.operands.at(0));
  for (ExprId& element : value.elements) {
    const ir::ExprNode node = pool()[element];
    const bool literal = ir::IsLiteral(node.op);
    if (name == "der") {
      element = literal ? pool().Real(0)
                        : pool().Make({.op = Op::kDer, .type = ScalarType::kReal, .args = {ToReal(pool(), element)}});
      continue;
    }
    if (node.op != Op::kVariable && !literal) {
      Fail(DiagnosticKind::ArgumentNotVariable, e.operands[0]->span,
           fmt::format("`{}` takes a variable, not an expression", name),
           "declare a variable for the expression and use it here");
    }
    if (name == "pre") {
      if (!literal) element = pool().Pre(ir::VariableId(node.payload), node.type, node.enumeration);
    } else if (assigned_ && !literal && assigned_->contains(ir::VariableId(node.payload))) {
      const ir::VariableId v(node.payload);
      const ExprId now = assigned_->at(v);
      const ExprId before = pool().Pre(v, node.type, node.enumeration);
      element = name == "edge" ? Logic(pool(), Op::kAnd, now, Unary(pool(), Op::kNot, before))
                               : Compare(pool(), Op::kNe, now, before);
    } else {
      element = literal ? pool().Boolean(false) : Unary(pool(), name == "edge" ? Op::kEdge : Op::kChange, element);
    }
  }
  if (name == "der") value.type = ScalarType::kReal;
  if (name == "edge" || name == "change") {
    value.type = ScalarType::kBoolean;
    value.enumeration = {};
  }
  return value;
}

}  // namespace stiction::flatten
