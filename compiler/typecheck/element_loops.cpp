// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/typecheck/element_loops.h"

#include "compiler/ir/instances/bound.h"

namespace stiction::typecheck {
namespace {

using ir::BoundKind;
using ir::BoundPtr;

/// Builds a function of loops over the sizes of its inputs.
class LoopBuilder {
 public:
  LoopBuilder(const std::string& name, Span span, int32_t& next_iterator) : span_(span), next_iterator_(next_iterator) {
    function_.name = name;
    function_.span = span;
    function_.inlining = ir::Inlining::kAtOnce;
  }

  /// @param sizes of an array, as written; empty: those of `type`, all open
  int32_t Add(const std::string& name, ir::Causality causality, ir::Type type, const std::vector<BoundPtr>& sizes) {
    ir::FunctionVariable variable;
    variable.name = name;
    variable.causality = causality;
    variable.span = span_;
    const size_t rank = sizes.empty() ? type.dims.size() : sizes.size();
    type.dims.assign(rank, -1);
    for (size_t d = 0; d < rank; ++d) variable.dims.push_back({sizes.empty() ? nullptr : sizes[d], span_});
    variable.type = std::move(type);
    const auto number = static_cast<int32_t>(function_.variables.size());
    function_.variables.push_back(std::move(variable));
    function_.declaration_order.push_back(number);
    return number;
  }

  BoundPtr Local(int32_t number, const std::vector<BoundPtr>& subscripts = {}) const {
    BoundPtr local = ir::MakeBound(BoundKind::kLocal, span_);
    local->local = number;
    local->text = function_.variables[static_cast<size_t>(number)].name;
    for (const BoundPtr& subscript : subscripts) local->subscripts.push_back({subscript, span_});
    return local;
  }

  BoundPtr Size(int32_t number, size_t dimension) const {
    BoundPtr size = ir::MakeBound(BoundKind::kBuiltin, span_);
    size->text = "size";
    size->operands = {Local(number), ir::MakeInteger(static_cast<int64_t>(dimension) + 1, span_)};
    return size;
  }

  /// A loop from `first` to the size of a dimension. @param at the iterator, to use in the body
  ir::BoundStatement Loop(int64_t first, int32_t over, size_t dimension, BoundPtr& at) {
    at = ir::MakeBound(BoundKind::kIterator, span_);
    at->local = next_iterator_++;
    at->text = "i";
    ir::BoundStatement loop{.kind = ast::StatementKind::kFor, .span = span_};
    BoundPtr range = ir::MakeBound(BoundKind::kRange, span_);
    range->operands = {ir::MakeInteger(first, span_), Size(over, dimension)};
    loop.indices.push_back({at->local, at->text, std::move(range)});
    return loop;
  }

  BoundPtr Binary(ast::BinaryOperator op, BoundPtr a, BoundPtr b) const {
    BoundPtr binary = ir::MakeBound(BoundKind::kBinary, span_);
    binary->binary = op;
    binary->operands = {std::move(a), std::move(b)};
    return binary;
  }

  BoundPtr Call(ir::FunctionInstanceId function) const {
    BoundPtr call = ir::MakeBound(BoundKind::kCall, span_);
    call->function = function;
    return call;
  }

  ir::BoundStatement Assign(BoundPtr target, BoundPtr value) const {
    ir::BoundStatement assign{.kind = ast::StatementKind::kAssign, .span = span_};
    assign.target = std::move(target);
    assign.value = std::move(value);
    return assign;
  }

  ir::FunctionInstance Take(std::vector<ir::BoundStatement> body) {
    function_.body = std::move(body);
    return std::move(function_);
  }

 private:
  ir::FunctionInstance function_;
  Span span_;
  int32_t& next_iterator_;
};

}  // namespace

ir::FunctionInstance MakeSum(const ir::Type& array, ir::FunctionInstanceId zero, Span span, int32_t& next_iterator) {
  LoopBuilder builder("sum", span, next_iterator);
  const int32_t v = builder.Add("v", ir::Causality::kInput, array, {});
  ir::Type element = array;
  element.dims.clear();
  const int32_t s = builder.Add("s", ir::Causality::kOutput, element, {});
  std::vector<BoundPtr> at(array.dims.size());
  std::vector<ir::BoundStatement> loops;
  for (size_t d = 0; d < at.size(); ++d) loops.push_back(builder.Loop(1, v, d, at[d]));
  ir::BoundStatement body = builder.Assign(
      builder.Local(s), builder.Binary(ast::BinaryOperator::kAdd, builder.Local(s), builder.Local(v, at)));
  for (; !loops.empty(); loops.pop_back()) {
    loops.back().body.push_back(std::move(body));
    body = std::move(loops.back());
  }
  return builder.Take({builder.Assign(builder.Local(s), builder.Call(zero)), std::move(body)});
}

ir::FunctionInstance MakeProduct(const ir::Type& a, const ir::Type& b, const ir::Type& element,
                                 ir::FunctionInstanceId zero, Span span, int32_t& next_iterator) {
  LoopBuilder builder("product", span, next_iterator);
  const int32_t left = builder.Add("a", ir::Causality::kInput, a, {});
  const int32_t right = builder.Add("b", ir::Causality::kInput, b, {});
  std::vector<BoundPtr> sizes = {builder.Size(left, 0)};
  if (b.dims.size() == 2) sizes.push_back(builder.Size(right, 1));
  const int32_t result = builder.Add("c", ir::Causality::kOutput, element, sizes);

  BoundPtr i, j, k;
  ir::BoundStatement rows = builder.Loop(1, left, 0, i);
  ir::BoundStatement columns = builder.Loop(1, right, 1, j);
  ir::BoundStatement inner = builder.Loop(zero ? 1 : 2, left, 1, k);
  const auto place = [&] { return builder.Local(result, j ? std::vector{i, j} : std::vector{i}); };
  const auto term = [&](const BoundPtr& at) {
    return builder.Binary(ast::BinaryOperator::kMultiply, builder.Local(left, {i, at}),
                          builder.Local(right, j ? std::vector{at, j} : std::vector{at}));
  };
  if (b.dims.size() == 1) j = nullptr;
  inner.body.push_back(builder.Assign(place(), builder.Binary(ast::BinaryOperator::kAdd, place(), term(k))));
  std::vector<ir::BoundStatement> of_element = {
      builder.Assign(place(), zero ? builder.Call(zero) : term(ir::MakeInteger(1, span))), std::move(inner)};
  if (j) {
    columns.body = std::move(of_element);
    rows.body.push_back(std::move(columns));
  } else {
    rows.body = std::move(of_element);
  }
  return builder.Take({std::move(rows)});
}

}  // namespace stiction::typecheck
