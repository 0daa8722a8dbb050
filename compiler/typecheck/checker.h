// SPDX-License-Identifier: BSD-3-Clause
// Types, dimensions and variability of bound expressions, equations and statements.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/evaluate/evaluate.h"
#include "compiler/ir/expr/functions.h"
#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction::typecheck {

/// Types bound expressions and checks equations. One method for each kind of both, hence their number.
class Checker {
 public:
  Checker(ir::InstanceTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void CheckInstance(ir::Instance& instance);
  void CheckFunction(ir::FunctionInstance& function);

 private:
  friend class ArrayBuiltin;  // array_builtins.cpp
  friend class Overloads;     // overloads.cpp
  // expressions.cpp
  void Check(const ir::BoundPtr& e);
  void Type(ir::BoundExpression& e);
  void CheckBranches(const ir::BoundExpression& e);
  void TypeIf(ir::BoundExpression& e);
  // operators.cpp
  void TypeUnary(ir::BoundExpression& e);
  void TypeBinary(ir::BoundExpression& e);
  void TypeArithmetic(ir::BoundExpression& e);
  // arrays.cpp
  void TypeArray(ir::BoundExpression& e);
  void TypeMatrix(ir::BoundExpression& e);
  void TypeRange(ir::BoundExpression& e);
  void TypeComprehension(ir::BoundExpression& e);
  void CheckIterators(std::vector<ir::BoundIterator>& iterators);
  // references.cpp
  void TypeReference(ir::BoundExpression& e);
  void TypeLocal(ir::BoundExpression& e);
  void TypeMember(ir::BoundExpression& e);
  void TypeEnd(ir::BoundExpression& e);
  void CheckSubscripts(std::vector<ir::BoundSubscript>& subscripts);
  ir::Type ApplySubscripts(ir::Type type, const std::vector<ir::BoundSubscript>& subscripts, Span span);
  ir::Type TypeOfInstance(ir::InstanceId id) const;
  std::vector<ir::TypeMember> MembersOfInstance(ir::InstanceId id) const;
  ir::Type TypeOfPath(ir::InstanceId id, const std::vector<ir::BoundSubscript>& subscripts,
                      const std::vector<ir::BoundMember>& members, size_t member, Span span,
                      ir::Variability& variability);
  // builtins.cpp
  void TypeBuiltin(ir::BoundExpression& e);
  void TypeElementary(ir::BoundExpression& e, const ir::ElementaryFunction& function);
  void TypeDelay(ir::BoundExpression& e);
  void TypeTransport(ir::BoundExpression& e);
  void TypeSemiLinear(ir::BoundExpression& e);
  void TypeHomotopy(ir::BoundExpression& e);
  void TypeConversion(ir::BoundExpression& e);
  void TypeArrayBuiltin(ir::BoundExpression& e);
  void TypeEventOperator(ir::BoundExpression& e);
  // clocks.cpp
  void TypeClockOperator(ir::BoundExpression& e);
  void TypeClock(ir::BoundExpression& e);
  bool RequireVariable(const ir::BoundExpression& e, const ir::BoundExpression& operand);
  bool RequireParameter(const ir::BoundExpression& operand, const char* name, ir::ScalarType scalar);
  /// Reports prefixes that a Clock cannot have.
  void CheckClock(const ir::Instance& instance);
  // state_machines.cpp
  /// @returns whether `e` is an equation of a state machine. @param not_here where it stands, if it must not; else null
  bool CheckStateMachineEquation(ir::BoundExpression& e, const char* not_here);
  void CheckState(const ir::BoundExpression& e, const ir::BoundExpression& state);
  void TypeStateQuery(ir::BoundExpression& e);
  void TypeCall(ir::BoundExpression& e);
  void ReportImpure(const ir::BoundExpression& call, const ir::FunctionInstance& function);
  /// The type of the first output of a function, or of the record that a record constructor gives; kNone without.
  ir::Type OutputOf(ir::FunctionInstanceId id) const;
  /// An Integer, a Boolean or an enumeration from a function changes at events only: there is one where it changes.
  static void HoldResult(ir::BoundExpression& e);
  void CheckAssertionLevel(const ir::BoundExpression& level);
  void CheckMessageCall(ir::BoundExpression& e, bool is_statement);
  /// The operators of the virtual connection graph (MLS 9.4.1). @returns whether `e` is an equation of them
  bool CheckGraphEquation(ir::BoundExpression& e);
  /// The instance that a reference names, of an array of components the first element; null: it names none; nothing:
  /// it lies in an empty array.
  std::optional<const ir::Instance*> InstanceOf(const ir::BoundExpression& e) const;
  bool CheckStream(const ir::BoundExpression& e);
  bool CheckGraphNode(const ir::BoundExpression& e, const ir::BoundExpression& node);
  // equations.cpp
  void CheckEquation(ir::BoundEquation& equation, bool in_when);
  void CheckConnectSubscripts(const ir::BoundExpression& connector);
  void CheckEquality(ir::BoundEquation& equation, bool in_when);
  /// Reports a side of an equation or an assignment that has no value: a model or block, an external object.
  bool CheckSide(const ir::BoundExpression& side);
  /// @param at_events whether it runs at events or at the start only
  void ReportSwitched(Span span, const ir::Type& type);
  void CheckNoInput(const ir::BoundExpression& target);
  void CheckStatement(ir::BoundStatement& statement, bool at_events);
  void CheckCondition(const ir::BoundPtr& condition, const std::string& of, bool vector_allowed,
                      DiagnosticKind kind = DiagnosticKind::TypeMismatch);
  void CheckEnds(const ir::BoundExpression& tuple, const ir::BoundExpression& call);
  void CheckResults(const ir::BoundExpression& tuple, const ir::BoundExpression& call);
  void CheckStreamVariable(const ir::Instance& instance);
  void CheckAttributes(ir::Instance& instance);
  void ReportWithoutEach(const ir::Instance& instance, const std::string& attribute, const ir::BoundExpression& value);
  /// The leaf that changes most often; the first of several.
  const ir::BoundExpression* MostVariable(const ir::BoundExpression& e) const;
  void ReportVariability(const ir::Instance& instance, ir::Variability own, const ir::BoundExpression& value);
  static bool IsAssignable(const ir::Type& target, const ir::BoundExpression& source);
  /// @pre `source` is not assignable to `target`, which is called `name`
  void ReportNotAssignable(const ir::Type& target, const ir::BoundExpression& source, const std::string& name);
  bool RequireNumeric(const ir::BoundExpression& e, const std::string& what);
  /// Reports once for each place, however many instances of its class there are.
  Diagnostic& Error(DiagnosticKind kind, Span span, std::string message) {
    if (ruled_out_ > 0 && kind == DiagnosticKind::DimensionMismatch) return repeated_;
    if (!reported_.emplace(kind, span).second && span) return repeated_;
    return diagnostics_.Error(kind, span, std::move(message));
  }
  std::string Describe(const ir::Type& type) const;
  /// True of a branch that is not taken, as conditions known when translating decide: sizes may depend on what decides,
  /// so those in it are no errors (MLS 3.6.5, 8.3.4).
  /// @param condition of the branch; null: `else`
  /// @param is_taken whether a branch before it is taken; after it this one too
  bool IsRuledOut(const ir::BoundPtr& condition, bool& is_taken) const;

  ir::InstanceTree& tree_;
  Diagnostics& diagnostics_;
  ir::FunctionInstance* function_ = nullptr;
  std::map<int32_t, std::pair<ir::Type, ir::Variability>> iterators_;
  std::set<std::pair<DiagnosticKind, Span>> reported_;
  Diagnostic repeated_;
  std::map<std::string, ir::FunctionInstanceId> added_;  // functions of sums and products of operator records
  int32_t next_iterator_ = 1 << 30;                      // above those that are written
  bool impure_allowed_ = true;                           // where this stands, impure functions may be called (MLS 12.3)
  bool is_switched_between_events_ = false;              // by a condition around, of an if-equation (MLS 3.8.4)
  int ruled_out_ = 0;                                    // branches around that are not taken
};

ir::Type Scalar(ir::ScalarType type);
inline bool IsKnown(const ir::Type& type) { return type.kind == ir::Type::Kind::kScalar; }
inline bool IsNumeric(const ir::Type& type) {
  return IsKnown(type) && (type.scalar == ir::ScalarType::kReal || type.scalar == ir::ScalarType::kInteger);
}
inline bool IsClock(const ir::Type& type) { return IsKnown(type) && type.scalar == ir::ScalarType::kClock; }
/// True if a call is one of an operator of clocks (MLS 16): of the two named `sample`, the types say.
bool IsClockOperator(const ir::BoundExpression& e);
/// True if two records have members of the same names, and these the same types (MLS 6.4); an Integer fits a Real.
/// Connectors and models, whose members are not listed, fit everything.
bool RecordsFit(const ir::Type& target, const ir::Type& source);
/// True if the dimensions can be equal; -1 fits everything.
bool DimsFit(const std::vector<int64_t>& a, const std::vector<int64_t>& b);
/// Equal dimensions with the unknown ones taken from the other. @pre DimsFit
std::vector<int64_t> MergeDims(const std::vector<int64_t>& a, const std::vector<int64_t>& b);
/// The variability a variable really has: a Boolean, Integer, String or enumeration is at most discrete-time
/// (MLS 3.8.3).
ir::Variability EffectiveVariability(const ir::Instance& instance);
/// "m[2].x" of a reference to a component, for messages.
std::string NameOf(const ir::InstanceTree& tree, const ir::FunctionInstance* function, const ir::BoundExpression& e);

}  // namespace stiction::typecheck
