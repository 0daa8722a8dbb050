// SPDX-License-Identifier: BSD-3-Clause
// Scalar expressions of the flat model and everything below it: immutable, hash-consed nodes in one pool, so that equal
// expressions have equal ids and an expression is a DAG. Arrays, records and names are gone (flatten unrolled them).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/expr/node_marks.h"
#include "compiler/support/ids.h"
#include "compiler/support/small_list.h"

namespace stiction::ir {

/// A scalar variable. One id from the flat model down to the Program: no phase renumbers, later phases append.
using VariableId = Id<struct VariableTag>;
using RelationId = Id<struct RelationTag>;
using SampleId = Id<struct SampleTag>;
using FunctionId = Id<struct FunctionTag>;
using EnumerationId = Id<struct EnumerationTag>;

/// The built-in scalar types (MLS 4.8).
/// And `Clock` (MLS 16.3), whose values are instants: in flat models only.
enum class ScalarType : uint8_t { kReal, kInteger, kBoolean, kString, kEnumeration, kClock };

/// Operation of a node. "payload" is ExprNode::payload.
enum class Op : uint8_t {
  // Leaves
  kReal,         // literal `number`
  kInteger,      // literal `number`
  kBoolean,      // literal `number` (0 or 1)
  kString,       // literal; payload: index of ExprPool::Text
  kEnumeration,  // literal: `number` is the ordinal from 1, `enumeration` the type
  kVariable,     // payload: VariableId
  kPre,          // pre(v), payload: VariableId (MLS 3.7.5.1)
  kTime,
  kInitial,     // initial()
  kTerminal,    // terminal()
  kRelation,    // the held value of a relation, payload: RelationId. Only in the Dae and below
  kSampleTick,  // true at a tick of a sample, payload: SampleId. Only in the Dae and below
  kLocal,       // a function's local variable, payload: its first slot in Function::slots
// Both sides of arithmetic are numeric; kDiv and kPow are Real. Relations on Reals make events unless under kNoEvent,
// until lower replaces them by kRelation.
#define STICTION_EACH(id, ...) k##id,
#define STICTION_UNARY_FUNCTION(...)
#define STICTION_BINARY_FUNCTION(...)
#include "runtime/operators/operators.def"
  kIf,  // condition, then, else: the value of one branch; the other is not allowed to matter
  // Event-related, gone from the Dae (except kNoEvent's operand stays, without relations replaced)
  kDer,  // der(e): only of a kVariable after flatten's simplification or of any expression; lower expands it
  kEdge,
  kChange,  // of a kVariable
  kSample,  // sample(start, interval)
  kNoEvent,
  kSmooth,    // smooth(p, e): p is an Integer literal
  kHomotopy,  // homotopy(actual, simplified) (MLS 3.7.4.4). From simplify on in initial systems only
  kActive,  // whether a when-clause with this condition is active (MLS 8.3.5): its edge. Of algorithms, in flat models
  kInStream,      // inStream(h): a kVariable (MLS 15.2). Until the connections are known
  kActualStream,  // actualStream(h): a kVariable and the flow of its connector (MLS 15.3). Likewise
  kDelay,         // delay(e, delayTime, delayMax): three arguments (MLS 3.7.4.1). Only in flat models
  kTransport,     // spatialDistribution(in0, in1, x, positiveVelocity, points, values) (MLS 3.7.4.2); `output`: 0 or 1.
                  // Likewise
  // Clocks and clocked variables (MLS 16.3 to 16.5, 16.10). Only in flat models, until their clocks are known
  kClock,        // Clock(...): inferred without arguments, else the type of the first one says which (MLS 16.3)
  kSampled,      // sample(u) and sample(u, clock)
  kHold,         // of a kVariable
  kPrevious,     // of a kVariable
  kSubSample,    // subSample(u, factor), superSample(u, factor): Integer literals, 0: to be inferred
  kSuperSample,  // of a clock or of an expression, as those that follow
  kShiftSample,  // shiftSample(u, counter, resolution): Integer literals
  kBackSample,   // backSample(u, counter, resolution)
  kNoClock,
  kInterval,   // interval() and interval(u)
  kFirstTick,  // firstTick() and firstTick(u)
  // activeState(s), ticksInState(), timeInState() (MLS 17.1); payload: the number of the use. Until flatten knows the
  // state machines
  kActiveState,
  kTicksInState,
  kTimeInState,
// Elementary functions (functions.h), kAbs to kFloor and then
#define STICTION_UNARY_FUNCTION(id, ...) k##id,
#define STICTION_BINARY_FUNCTION(id, ...) k##id,
#include "runtime/operators/operators.def"
  kIntegerFloor,  // integer(x)
  kOrdinal,       // Integer(enumeration)
  kToReal,        // Integer to Real: value unchanged
  kToString,      // String(x): one argument, default formatting. String(x, ...): and a literal pattern of printf
  kConcat,        // String + String
  kHeld,          // payload: index of Dae::held_values: floor, div, ... held between events
  kDelayed,       // payload: index of Dae::delays: the value that its expression had a while ago
  // Functions
  kCall,         // payload: FunctionId; `output`: scalar output index; arguments: all scalar inputs in order
  kCallPartial,  // as kCall, then one more: `wrt`, the derivative of that output by the scalar input number `wrt`
  kLocalElement  // a function's array element: payload: first slot of the array; arguments: 0-based flat index
                 // expression
};

/// Ids of the same pool; up to three, those of everything but calls, stand in the list itself.
using Arguments = SmallList<ExprId>;

/// One node.
struct ExprNode {
  Op op;
  ScalarType type;
  int32_t payload = -1;
  int32_t output = -1;             // kCall, kCallPartial, kTransport
  int32_t wrt = -1;                // kCallPartial
  EnumerationId enumeration = {};  // of values of type kEnumeration
  double number = 0;
  Arguments args = {};

  friend bool operator==(const ExprNode&, const ExprNode&) = default;
};

/// Owns all expressions of one compilation. Append-only; ids stay valid; equal nodes share one id.
class ExprPool {
 public:
  ExprPool() = default;
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  /// @pre the id is of this pool. The reference stays valid.
  const ExprNode& operator[](ExprId id) const {
    if (id.index() >= size_) NoSuchNode(id);
    return chunks_[id.index() / kChunk][id.index() % kChunk];
  }
  size_t size() const { return size_; }

  /// Interns a node as it is: no simplification (that is symbolic/simplify.h).
  ExprId Make(ExprNode node);

  // Short forms of Make.
  ExprId Real(double value);
  ExprId Integer(int64_t value);
  ExprId Boolean(bool value);
  ExprId String(const std::string& text);
  ExprId EnumerationLiteral(EnumerationId enumeration, int ordinal);
  ExprId Variable(VariableId v, ScalarType type, EnumerationId enumeration = {});
  ExprId Pre(VariableId v, ScalarType type, EnumerationId enumeration = {});
  ExprId Time();
  ExprId Relation(RelationId r);
  /// The type of the result follows from op and arguments: Boolean for relations and logic, Integer for kAdd, kSub,
  /// kMul, kNeg, kMin, kMax, kAbs of Integers, the branches' type for kIf, else Real.
  ExprId Unary(Op op, ExprId a);
  ExprId Binary(Op op, ExprId a, ExprId b);
  ExprId If(ExprId condition, ExprId then_value, ExprId else_value);

  const std::string& Text(ExprId string_literal) const;

  /// Marks of a walk over this pool. Only one walk at a time may use them.
  NodeMarks& marks() const { return marks_; }

 private:
  static constexpr size_t kChunk = 4096;  // nodes; they never move
  /// A place of the table: plain numbers, so that most questions are answered without a look at other nodes.
  struct Place {
    uint32_t hash = 0;
    int32_t node = -1;  // free
  };
  static uint32_t Hash(const ExprNode& node);
  /// The place of the node, or the free place for it.
  size_t PlaceOf(const ExprNode& node, uint32_t hash) const;
  [[noreturn]] void NoSuchNode(ExprId id) const;
  void Grow();
  void Append(ExprNode node);
  /// True if the node is the one that node_of_variable_ has: those are not in the table.
  bool IsIndexed(ExprId id, const ExprNode& node) const;

  std::vector<std::vector<ExprNode>> chunks_;  // of kChunk nodes each, the last of at most so many
  size_t size_ = 0;
  std::vector<Place> table_;  // of nodes by hash, a power of two, at most half full
  size_t in_table_ = 0;
  static constexpr uint32_t kIndexed = 1u << 28;  // ids of variables are dense; one beyond is a stand-in
  std::vector<ExprId> node_of_variable_;          // the leaf asked for most, by VariableId: found without the table
  ExprId zero_, one_;                             // the literals asked for most
  std::deque<std::string> texts_;
  std::unordered_map<std::string, int32_t> text_index_;
  mutable NodeMarks marks_;
};

bool IsRelation(Op op);  // kLt .. kNe
bool IsLiteral(Op op);   // kReal .. kEnumeration
bool IsOfClocks(Op op);  // kClock .. kFirstTick
/// The relation that holds of (b, a) if and only if `op` holds of (a, b): < becomes >; kEq, kNe and all other operators
/// stay what they are.
Op Mirrored(Op op);
/// The relation that holds of (a, b) if and only if `op` does not: < becomes >=. All other operators stay what they
/// are.
Op Opposite(Op op);
/// The Modelica spelling: "+", "sin", "pre", ...
std::string_view Spelling(Op op);

}  // namespace stiction::ir
