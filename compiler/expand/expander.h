// SPDX-License-Identifier: BSD-3-Clause
// Bound expressions -> arrays of scalar expressions.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/evaluate/evaluate.h"
#include "compiler/expand/flat_value.h"
#include "compiler/expand/local_variable.h"
#include "compiler/expand/state_statements.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/ir/instances/counterparts.h"
#include "compiler/ir/instances/instance_tree.h"

namespace stiction::flatten {

class Expander;

/// Calls of the modeller's functions; see specialize/functions.h.
class FunctionCalls {
 public:
  virtual ~FunctionCalls() = default;
  /// The results of a call, in order. Scalar functions are applied to the elements of arrays (MLS 12.4.6).
  /// @throws ExpansionError
  virtual std::vector<FlatValue> Call(Expander& caller, const ir::BoundExpression& call,
                                      std::vector<FlatValue> arguments) = 0;
  /// A sum, product, minimum or maximum over so many elements as the simulation says.
  /// @returns nothing for one that no loop can compute
  /// @throws ExpansionError
  virtual std::optional<FlatValue> Reduce(Expander& caller, const ir::BoundExpression& call) = 0;
};

/// First scalar of each instance: element k of a kBuiltin instance is the variable `first + k`. Invalid where the
/// instance has no variables (package constants that have a value).
using VariableTable = std::vector<ir::VariableId>;  // by InstanceId

/// A scalar of a connector: element `element` (row-major) of a kBuiltin instance; 0 of composites.
struct Endpoint {
  ir::InstanceId instance;
  int64_t element = 0;
};
struct Endpoints {
  std::vector<int64_t> dims;
  std::vector<Endpoint> elements;
};

/// Number of connect equations in which a connector stands: an instance and, of an array of a built-in type, an
/// element.
using ConnectCounts = std::map<std::pair<ir::InstanceId, int64_t>, int64_t>;

/// Answers of the connection graph to expressions (MLS 9.4.1). Nodes are instances with an `equality_constraint`.
struct GraphAnswers {
  std::set<ir::InstanceId> roots;
  /// Of the first argument of each `Connections.branch`: whether it is closer to the root than the second. Nothing if
  /// it stands in several branches.
  std::map<ir::InstanceId, std::optional<bool>> rooted;
};

/// The values of variables at one point of an algorithm; of those that are not in it, the variables themselves.
using AssignedValues = std::map<ir::VariableId, ir::ExprId>;

/// An element whose equations may be copied for others.
struct CopiedElement {
  ir::InstanceId element;
  bool mentions_around = false;  // an array or component that it lies in
};

/// State shared by all expanders of one flattening.
struct ExpansionContext {
  const ir::InstanceTree& tree;
  ir::FlatModel& flat;
  ir::Counterparts counterparts;
  VariableTable variables = {};
  std::set<ir::InstanceId> evaluated = {};  // of which a value has decided what there is
  std::unordered_map<ir::InstanceId, std::optional<std::vector<ir::ExprId>>> constants = {};
  /// Expanded array expressions of which the elements of a component array take one element each; by expression and
  /// element whose instances it means.
  std::map<std::pair<const ir::BoundExpression*, ir::InstanceId>, std::pair<ir::BoundPtr, FlatValue>> wholes = {};
  bool is_surrounded = false;  // a component, to which something is connected
  /// The declaration of an external object that is being expanded: a call of its constructor may stand there; empty:
  /// none is.
  std::string constructed = {};
  ConnectCounts (*count_connects)(Expander&) = nullptr;        // connect/connect_walk.h
  std::optional<ConnectCounts> connect_counts = std::nullopt;  // made when `cardinality` first asks
  std::optional<GraphAnswers> graph = std::nullopt;            // of a model with overdetermined variables
  std::map<ir::FunctionId, ir::FunctionId> effects = {};  // by function that is called for its effect; see effects.h
  int64_t effect_places = 0;
  /// The functions that a subscript out of range calls: by result type, enumeration, number of elements
  /// and place.
  std::map<std::tuple<ir::ScalarType, int32_t, int64_t, Span>, ir::FunctionId> range_checks = {};
  StateStatements state_statements = {};
  StateTree states = {};                   // once all statements are known
  std::vector<CopiedElement> copied = {};  // what is being expanded lies in; the innermost last
};

/// The declaration of an external object is being expanded as long as this lives.
class Construction {
 public:
  /// @param name of the object; empty: of none
  Construction(ExpansionContext& context, std::string name)
      : context_(context), outer_(std::exchange(context.constructed, std::move(name))) {}
  ~Construction() { context_.constructed = std::move(outer_); }
  Construction(const Construction&) = delete;
  Construction& operator=(const Construction&) = delete;

 private:
  ExpansionContext& context_;
  std::string outer_;
};

/// True if the value of the call follows from the connection graph: `Connections.isRoot`, `.rooted`.
bool IsGraphQuery(const ir::BoundExpression& call);

/// Expands bound expressions to scalar ones. One method for each kind of expression, hence their number.
class Expander {
 public:
  Expander(ExpansionContext& context, FunctionCalls& functions, const std::vector<LocalVariable>* locals = nullptr)
      : context_(context), functions_(functions), locals_(locals) {}

  /// @throws ExpansionError
  FlatValue Expand(const ir::BoundExpression& e);
  ir::ExprId ExpandScalar(const ir::BoundExpression& e);
  /// All outputs of a kCall, in order.
  std::vector<FlatValue> ExpandCall(const ir::BoundExpression& call);
  /// The values at both ends that a spatialDistribution gives.
  std::vector<FlatValue> ExpandEnds(const ir::BoundExpression& e);
  /// As FunctionCalls::Reduce.
  std::optional<FlatValue> ReduceByLoop(const ir::BoundExpression& call) { return functions_.Reduce(*this, call); }
  /// The variables of the function that is being expanded; null: of none.
  const std::vector<LocalVariable>* locals() const { return locals_; }
  /// The instances a component reference names (of a connect).
  Endpoints Resolve(const ir::BoundExpression& reference);
  /// The nodes of the connection graph that a component reference names (MLS 9.4.1).
  std::vector<ir::InstanceId> ResolveGraphNodes(const ir::BoundExpression& reference);
  /// The state that an argument of an operator of state machines names. @param of the operator
  ir::InstanceId ResolveState(const ir::BoundExpression& reference, std::string_view of);
  /// The compile-time value, as Evaluate, with the iterators in force and the inputs that the specialisation knows.
  std::optional<Value> Evaluated(const ir::BoundExpression& e);
  /// The outputs of a call that has a value at compile time, also if C code has to run for that.
  std::optional<std::vector<FlatValue>> EvaluatedOutputs(const ir::BoundExpression& call);
  /// A value as literals.
  FlatValue Literals(const Value& value);
  /// @param what it is, for the message where it is not known at compile time
  int64_t ConstantInteger(const ir::BoundExpression& e, const char* what);
  /// Likewise as a size of an array.
  int64_t ConstantSize(const ir::BoundExpression& e, const char* what);
  /// The product of scalars, vectors and matrices (MLS 10.6.5).
  FlatValue Multiply(const FlatValue& a, const FlatValue& b, Span span);
  std::optional<bool> EvaluatedCondition(const ir::BoundExpression& e);
  /// The parameters that the value of e depends on are used up by this translation.
  void NoteEvaluated(const ir::BoundExpression& e);
  /// The value of a call that takes Strings, if it is known at compile time; nothing for other calls.
  std::optional<Value> EvaluatedOfStrings(const ir::BoundExpression& call);
  /// The subscripts of an array with `dims` as 1-based index expressions per dimension.
  struct Index {
    bool single = false;
    std::vector<ir::ExprId> at;
  };
  std::vector<Index> ExpandSubscripts(const std::vector<ir::BoundSubscript>& subscripts,
                                      const std::vector<int64_t>& dims, Span span);
  /// Value selected by a subscript outside of 1:n: a call that stops the simulation with a message.
  ir::ExprId OutOfRange(ir::ScalarType type, ir::EnumerationId enumeration, ir::ExprId at, int64_t n, Span span);
  /// The 0-based row-major offsets the index expressions select, in order.
  std::vector<ir::ExprId> Offsets(const std::vector<Index>& index, const std::vector<int64_t>& dims);
  std::vector<Positions> ConstantPositions(const std::vector<Index>& index,
                                           const std::vector<ir::BoundSubscript>& subscripts,
                                           const std::vector<int64_t>& dims, Span span);

  void Bind(int32_t iterator, ir::ExprId value) { iterators_[iterator] = value; }
  void Unbind(int32_t iterator) { iterators_.erase(iterator); }
  /// From now on variables are read as they stand in `values`; null: as themselves. @pre `values` outlives this
  void SetAssigned(const AssignedValues* values) { assigned_ = values; }
  /// The variables that an assignment to `e` assigns; its subscripts are read as SetAssigned says.
  FlatValue ExpandTarget(const ir::BoundExpression& e);

  /// The values of an iterator's range. @throws ExpansionError if it is not known at compile time
  std::vector<ir::ExprId> RangeValues(const ir::BoundIterator& iterator);
  ExpansionContext& context() { return context_; }
  ir::ExprPool& pool() { return *context_.flat.pool; }

 private:
  FlatValue ExpandReference(const ir::BoundExpression& e);
  void NoteMention(ir::InstanceId instance);
  IteratorValues KnownIterators();
  FlatValue ValueOf(ir::InstanceId instance);
  /// The scalars of a constant whose value must be known. @throws ExpansionError
  std::vector<ir::ExprId> RequiredConstant(ir::InstanceId constant);
  FlatValue ResolveValue(ir::InstanceId instance, const std::vector<ir::BoundSubscript>& subscripts,
                         const std::vector<ir::BoundMember>& members, size_t member, Span span);
  Endpoints ResolveEndpoints(ir::InstanceId instance, const std::vector<ir::BoundSubscript>& subscripts,
                             const std::vector<ir::BoundMember>& members, size_t member, Span span);
  ir::InstanceId Child(ir::InstanceId instance, const ir::BoundMember& member);
  /// The expression with numbers in the place of inputs that the specialisation knows; null if it has none.
  ir::BoundPtr WithKnownLocals(const ir::BoundExpression& e);
  /// Likewise with the declared values of variables that are never assigned.
  ir::BoundPtr WithConstantLocals(const ir::BoundExpression& e);
  FlatValue ExpandLocal(const ir::BoundExpression& e);
  FlatValue LocalValue(const LocalVariable& local, const std::vector<ir::BoundSubscript>& subscripts, Span span);
  FlatValue Choose(ir::ExprId condition, FlatValue yes, const FlatValue& no, Span span);
  FlatValue ExpandUnary(const ir::BoundExpression& e);
  FlatValue ExpandBinary(const ir::BoundExpression& e);
  FlatValue ExpandRelation(ir::Op op, const FlatValue& a, const FlatValue& b, const ir::BoundExpression& e);
  FlatValue ConcatenateStrings(const FlatValue& a, const FlatValue& b, Span span);
  FlatValue ExpandMatrixPower(const FlatValue& a, const ir::BoundExpression& e);
  FlatValue ExpandIf(const ir::BoundExpression& e, size_t first = 0);
  FlatValue ExpandRange(const ir::BoundExpression& e);
  std::optional<FlatValue> ExpandRangeOfKnownLength(const std::vector<ir::ExprId>& bounds);
  FlatValue ExpandArray(const ir::BoundExpression& e);
  FlatValue ExpandMatrix(const ir::BoundExpression& e);
  FlatValue ExpandComprehension(const ir::BoundExpression& e);
  FlatValue ExpandSubscripted(const ir::BoundExpression& e);
  FlatValue ExpandBuiltin(const ir::BoundExpression& e);
  FlatValue ExpandCardinality(const ir::BoundExpression& e);
  bool GraphQuery(const ir::BoundExpression& e);
  std::optional<ir::BoundPtr> WithGraphQueries(const ir::BoundExpression& e);
  FlatValue ExpandEventOperator(const ir::BoundExpression& e);
  FlatValue ExpandStream(const ir::BoundExpression& e);
  FlatValue ExpandSemiLinear(const ir::BoundExpression& e);
  FlatValue ExpandTransport(const ir::BoundExpression& e, int32_t output);
  // clocks.cpp
  FlatValue ExpandClockOperator(const ir::BoundExpression& e);
  ir::ExprId ExpandClock(const ir::BoundExpression& e);
  FlatValue ExpandStateQuery(const ir::BoundExpression& e);
  FlatValue ExpandHomotopy(const ir::BoundExpression& e);
  FlatValue ExpandString(const ir::BoundExpression& e);
  FlatValue SelectElements(const FlatValue& value, const std::vector<ir::BoundSubscript>& subscripts, Span span);
  /// A subscript: its place, and whether it is never out of range.
  struct Bound {
    Span span;
    bool in_range = true;
  };
  ir::ExprId ElementByMode(const FlatValue& value, const std::vector<ir::ExprId>& at, const std::vector<Bound>& bounds,
                           size_t d, int64_t offset);
  FlatValue SelectByMode(const FlatValue& value, const std::vector<Index>& index, const std::vector<Bound>& bounds);
  bool AreConstant(const std::vector<ir::BoundSubscript>& subscripts, const std::vector<Index>& index);
  std::vector<Bound> BoundsOf(const std::vector<Index>& index, const std::vector<ir::BoundSubscript>& subscripts,
                              const std::vector<int64_t>& dims) const;
  const FlatValue& WholeOf(const ir::BoundPtr& array);
  FlatValue SelectConstant(const FlatValue& value, const std::vector<ir::BoundSubscript>& subscripts, Span span);

  ExpansionContext& context_;
  FunctionCalls& functions_;
  const std::vector<LocalVariable>* locals_;
  /// The value of a variable where it is read.
  ir::ExprId Read(ir::VariableId v, ir::ScalarType type, ir::EnumerationId enumeration);

  std::map<int32_t, ir::ExprId> iterators_;
  const AssignedValues* assigned_ = nullptr;
  const AssignedValues* targeted_ = nullptr;  // what holds for the subscripts of a target
};

}  // namespace stiction::flatten
