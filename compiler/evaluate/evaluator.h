// SPDX-License-Identifier: BSD-3-Clause
// The walker behind Evaluate and Dimensions: one object per question, with the frames of interpreted functions.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "compiler/evaluate/evaluate.h"

namespace stiction {

/// Statements, calls and turns of loops that one question may take.
constexpr int64_t kStepLimit = 2'000'000;

using Dims = std::vector<int64_t>;
using Indices = std::vector<int64_t>;

/// True if an array of these dimensions may be made.
bool IsPossible(const Dims& dims);

/// The value, or nothing where one of its numbers is infinite or none.
std::optional<Value> Finite(std::optional<Value> value);

/// An Integer, Real or Boolean scalar.
Value ScalarValue(ir::ScalarType type, double number);
Value TextValue(std::string text);

/// Elements chosen by per-dimension index lists (from 1); a list of one that stands for a scalar subscript drops its
/// dimension. @returns nothing if an index is outside.
struct Selector {
  bool scalar = true;
  Indices indices;
};
std::optional<Value> Select(const Value& value, const std::vector<Selector>& selectors);
/// Writes `part` into the chosen elements. @returns false if an index or the size does not fit.
bool Store(Value& value, const std::vector<Selector>& selectors, const Value& part);
/// The dimensions that remain of `dims` under `selectors` (dimensions without selector remain whole).
Dims SelectedDims(const Dims& dims, const std::vector<Selector>& selectors);
/// Joins values of equal dimensions along a new first dimension.
std::optional<Value> Stack(const std::vector<Value>& values);
/// cat(dimension, values...) (MLS 10.4.2.1), `dimension` from 1.
std::optional<Value> Concatenate(size_t dimension, const std::vector<Value>& values);

/// A scalar or array operator or function of the language, on values. @returns nothing if it has no value there.
std::optional<Value> EvaluateUnary(ast::UnaryOperator op, const Value& a);
std::optional<Value> EvaluateBinary(ast::BinaryOperator op, const Value& a, const Value& b);
std::optional<Value> EvaluateBuiltin(const ir::InstanceTree& tree, const std::string& name,
                                     const std::vector<Value>& arguments);
/// The dimensions of a op b from those of a and b (MLS 10.6).
std::optional<Dims> BinaryDims(ast::BinaryOperator op, const Dims& a, const Dims& b);

/// An external function that the translation provides, by its C name; nothing if it is another or has no value there.
std::optional<Value> EvaluateExternal(const ir::InstanceTree& tree, const std::string& name,
                                      const std::vector<Value>& arguments);

/// Interprets bound expressions at translation. One method for each kind of expression and statement, hence their
/// number.
class Evaluator {
 public:
  Evaluator(const ir::InstanceTree& tree, IteratorValues iterators, Foreign foreign)
      : tree_(tree), iterators_(std::move(iterators)), foreign_(foreign) {}

  /// @returns nothing of a record
  std::optional<Value> Eval(const ir::BoundExpression& e);
  std::optional<Dims> DimsOf(const ir::BoundExpression& e);
  /// @returns nothing if one of them is a record
  std::optional<std::vector<Value>> EvalOutputs(const ir::BoundExpression& call);

 private:
  struct Local {
    std::optional<Value> value;
    std::optional<Dims> dims;
  };
  struct Frame {
    const ir::FunctionInstance* function;
    std::vector<Local> locals;
  };
  enum class Flow { kNext, kBreak, kReturn, kFailed };
  using SubscriptList = std::vector<ir::BoundSubscript>;

  std::optional<Value> EvalAny(const ir::BoundExpression& e);
  std::optional<Value> EvalLocal(const ir::BoundExpression& e);
  std::optional<Value> RecordOf(const ir::BoundExpression& constructor);
  std::optional<Value> InitialRecord(const ir::Type& type);
  std::optional<std::vector<Selector>> Selectors(const SubscriptList& subscripts, const Dims& dims);
  std::optional<Value> Subscript(std::optional<Value> value, const SubscriptList& subscripts);
  std::optional<Dims> SubscriptDims(std::optional<Dims> dims, const SubscriptList& subscripts);
  std::optional<Value> EvalComponent(const ir::BoundExpression& e);
  std::optional<Value> EvalPath(ir::InstanceId id, const SubscriptList& subscripts,
                                const std::vector<ir::BoundMember>& members, size_t next);
  std::optional<Dims> PathDims(ir::InstanceId id, const SubscriptList& subscripts,
                               const std::vector<ir::BoundMember>& members, size_t next);
  std::optional<Value> InstanceValue(ir::InstanceId id);
  /// A range that is not written out, as loops may be long.
  struct Range {
    ir::ScalarType type;
    ir::EnumerationId enumeration;
    double start, step;
    int64_t count;
    Value At(int64_t i) const;
  };
  std::optional<Range> RangeOf(const ir::BoundExpression& e);
  std::optional<Value> EvalRange(const ir::BoundExpression& e);
  std::optional<Value> EvalMatrix(const ir::BoundExpression& e);
  std::optional<Value> EvalIf(const ir::BoundExpression& e);
  std::optional<Value> EvalEnd(const ir::BoundExpression& e);
  std::optional<Value> EvalBuiltin(const ir::BoundExpression& e);
  std::optional<Value> EvalReduction(const ir::BoundExpression& e);
  bool ForEach(const std::vector<ir::BoundIterator>& iterators, size_t next, Dims& counts,
               const std::function<bool()>& body);
  /// Counts work that grows with an array. @returns false if it is more than one question may take
  bool Spend(const Value& value);
  std::optional<Value> EvalComprehension(const ir::BoundExpression& e);
  std::optional<Dims> BuiltinDims(const ir::BoundExpression& e);
  std::optional<Dims> CallDims(const ir::BoundExpression& e);
  std::optional<Dims> DeclaredDims(const ir::BoundExpression& call);
  std::optional<Dims> IteratedDims(const ir::BoundExpression& e);
  std::optional<Value> MemberOf(const ir::BoundExpression& e);

  using Results = std::vector<std::optional<Value>>;
  std::optional<Results> Call(const ir::BoundExpression& e);
  std::optional<Results> CallWith(const ir::FunctionInstance& function, std::vector<Value> arguments);
  std::optional<Results> CallForEach(const ir::FunctionInstance& function, const std::vector<Value>& arguments,
                                     const std::vector<size_t>& extra);
  bool PrepareLocal(Frame& frame, size_t local);
  bool RunExternal(const ir::FunctionInstance& function);
  bool RunForeign(const ir::FunctionInstance& function);
  std::optional<ir::ForeignValue> ForeignArgument(const ir::BoundExternal& external, const ir::BoundExpression& e);
  Flow Run(const std::vector<ir::BoundStatement>& body);
  Flow RunOne(const ir::BoundStatement& statement);
  bool Assign(const ir::BoundExpression& target, const Value& value);
  bool AssignMember(const ir::BoundExpression& target, const Value& value);

  const ir::InstanceTree& tree_;
  IteratorValues iterators_;
  Foreign foreign_;
  bool lacks_foreign_ = false;  // something had no value because C code was not to run
  std::map<ir::InstanceId, std::optional<Value>> known_;
  std::set<ir::InstanceId> running_;
  std::vector<Frame*> frames_;
  int64_t steps_ = 0;
  int64_t elements_ = 0;
};

}  // namespace stiction
