// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/expr.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "compiler/support/check.h"

namespace stiction::ir {
namespace {

bool IsIntegerArithmetic(Op op) {
  return op == Op::kAdd || op == Op::kSub || op == Op::kMul || op == Op::kMin || op == Op::kMax || op == Op::kMod ||
         op == Op::kRem || op == Op::kDivInt;
}

}  // namespace

uint32_t ExprPool::Hash(const ExprNode& node) {
  const auto mix = [](uint64_t h, uint64_t v) { return (h ^ v) * 0x9E3779B97F4A7C15ull + (h >> 29); };
  uint64_t h = static_cast<uint64_t>(node.op) * 31 + static_cast<uint64_t>(node.type);
  h = mix(h, static_cast<uint64_t>(node.output) << 32 | static_cast<uint32_t>(node.wrt));
  h = mix(h, static_cast<uint32_t>(node.enumeration.value));
  h = mix(h, std::bit_cast<uint64_t>(node.number));
  h = mix(h, static_cast<uint32_t>(node.payload));
  for (const ExprId arg : node.args) h = mix(h, static_cast<uint32_t>(arg.value));
  h = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15ull;  // the bits of the last argument reach the lowest ones
  return static_cast<uint32_t>(h >> 32);
}

// A node stands near those made of neighbours of its arguments, a leaf near those of the next variables: what is made
// for one element of an array and then for the next asks for the same piece of memory. Where many are made of one node,
// as of a literal, the rest of them are spread over the whole table.
size_t ExprPool::PlaceOf(const ExprNode& node, uint32_t hash) const {
  constexpr size_t kShelf = 64, kTries = 8;
  const size_t mask = table_.size() - 1;
  int32_t newest = node.payload;
  for (const ExprId arg : node.args) newest = std::max(newest, arg.value);
  const size_t shelf = 2 * static_cast<size_t>(newest) & mask & ~(kShelf - 1);
  const auto is_it = [&](const Place& place) {
    return place.node < 0 || (place.hash == hash && (*this)[ExprId(place.node)] == node);
  };
  if (newest >= 0) {
    for (size_t i = 0; i < kTries; ++i) {
      const size_t at = shelf | ((hash + i) & (kShelf - 1));
      if (is_it(table_[at])) return at;
    }
  }
  const size_t stride = hash >> 8 | 1;  // odd: it comes to every place, and over what stands close together
  size_t at = hash & mask;
  while (!is_it(table_[at])) at = (at + stride) & mask;
  return at;
}

void ExprPool::Grow() {
  constexpr size_t kFirst = 1024;
  const size_t places = table_.empty() ? kFirst : 2 * table_.size();
  table_ = {};  // before the larger one is made
  table_.resize(places);
  for (size_t i = 0; i < size_; ++i) {
    const ExprNode& node = chunks_[i / kChunk][i % kChunk];
    if (IsIndexed(ExprId(static_cast<int64_t>(i)), node)) continue;
    const uint32_t hash = Hash(node);
    table_[PlaceOf(node, hash)] = {hash, static_cast<int32_t>(i)};
  }
}

void ExprPool::NoSuchNode(ExprId id) const {
  CHECK(id && id.index() < size_, "expression {} of {}", id.value, size_);
  std::abort();
}

void ExprPool::Append(ExprNode node) {
  if (size_ % kChunk == 0) chunks_.emplace_back().reserve(kChunk);
  chunks_.back().push_back(std::move(node));
  ++size_;
}

bool ExprPool::IsIndexed(ExprId id, const ExprNode& node) const {
  const auto v = static_cast<size_t>(node.payload);
  return node.op == Op::kVariable && v < node_of_variable_.size() && node_of_variable_[v] == id;
}

ExprId ExprPool::Make(ExprNode node) {
  if (node.number == 0) node.number = 0;  // -0.0 and 0.0 are one literal
  const auto next = static_cast<int32_t>(size_);
  if (node.op == Op::kVariable && static_cast<uint32_t>(node.payload) < kIndexed) {
    const auto v = static_cast<size_t>(node.payload);
    if (v >= node_of_variable_.size()) node_of_variable_.resize(std::max(v + 1, 2 * node_of_variable_.size()));
    ExprId& known = node_of_variable_[v];
    if (!known) {
      known = ExprId(next);
      Append(std::move(node));
      return known;
    }
    if ((*this)[known] == node) return known;
  }
  if (2 * in_table_ >= table_.size()) Grow();
  const uint32_t hash = Hash(node);
  Place& place = table_[PlaceOf(node, hash)];
  if (place.node >= 0) return ExprId(place.node);
  place = {hash, next};
  ++in_table_;
  Append(std::move(node));
  return ExprId(next);
}

ExprId ExprPool::Real(double value) {
  ExprId* known = value == 0 ? &zero_ : value == 1 ? &one_ : nullptr;
  if (known && *known) return *known;
  const ExprId literal = Make({.op = Op::kReal, .type = ScalarType::kReal, .number = value});
  if (known) *known = literal;
  return literal;
}

ExprId ExprPool::Integer(int64_t value) {
  return Make({.op = Op::kInteger, .type = ScalarType::kInteger, .number = static_cast<double>(value)});
}

ExprId ExprPool::Boolean(bool value) {
  return Make({.op = Op::kBoolean, .type = ScalarType::kBoolean, .number = value ? 1.0 : 0.0});
}

ExprId ExprPool::String(const std::string& text) {
  const auto [entry, added] = text_index_.emplace(text, static_cast<int32_t>(texts_.size()));
  if (added) texts_.push_back(text);
  return Make({.op = Op::kString, .type = ScalarType::kString, .payload = entry->second});
}

ExprId ExprPool::EnumerationLiteral(EnumerationId enumeration, int ordinal) {
  return Make({.op = Op::kEnumeration,
               .type = ScalarType::kEnumeration,
               .enumeration = enumeration,
               .number = static_cast<double>(ordinal)});
}

ExprId ExprPool::Variable(VariableId v, ScalarType type, EnumerationId enumeration) {
  return Make({.op = Op::kVariable, .type = type, .payload = v.value, .enumeration = enumeration});
}

ExprId ExprPool::Pre(VariableId v, ScalarType type, EnumerationId enumeration) {
  return Make({.op = Op::kPre, .type = type, .payload = v.value, .enumeration = enumeration});
}

ExprId ExprPool::Time() { return Make({.op = Op::kTime, .type = ScalarType::kReal}); }

ExprId ExprPool::Relation(RelationId r) {
  return Make({.op = Op::kRelation, .type = ScalarType::kBoolean, .payload = r.value});
}

ExprId ExprPool::Unary(Op op, ExprId a) {
  ScalarType type = ScalarType::kReal;
  const ScalarType of = (*this)[a].type;
  if (op == Op::kNot || op == Op::kEdge || op == Op::kChange) type = ScalarType::kBoolean;
  if (op == Op::kOrdinal || op == Op::kIntegerFloor || op == Op::kSign) type = ScalarType::kInteger;
  if (op == Op::kToString) type = ScalarType::kString;
  if ((op == Op::kNeg || op == Op::kAbs) && of == ScalarType::kInteger) type = of;
  if (op == Op::kNoEvent) type = of;
  ExprNode node{.op = op, .type = type, .args = {a}};
  if (op == Op::kNoEvent) node.enumeration = (*this)[a].enumeration;
  return Make(std::move(node));
}

ExprId ExprPool::Binary(Op op, ExprId a, ExprId b) {
  ScalarType type = ScalarType::kReal;
  const bool integers = (*this)[a].type == ScalarType::kInteger && (*this)[b].type == ScalarType::kInteger;
  if (IsRelation(op) || op == Op::kAnd || op == Op::kOr || op == Op::kSample) type = ScalarType::kBoolean;
  if (IsIntegerArithmetic(op) && integers) type = ScalarType::kInteger;
  if (op == Op::kConcat) type = ScalarType::kString;
  if (op == Op::kSmooth) type = (*this)[b].type;
  return Make({.op = op, .type = type, .args = {a, b}});
}

ExprId ExprPool::If(ExprId condition, ExprId then_value, ExprId else_value) {
  const ExprNode& then_node = (*this)[then_value];
  const ExprNode& else_node = (*this)[else_value];
  const bool mixed = then_node.type == ScalarType::kInteger && else_node.type == ScalarType::kReal;
  return Make({.op = Op::kIf,
               .type = mixed ? ScalarType::kReal : then_node.type,
               .enumeration = then_node.enumeration,
               .args = {condition, then_value, else_value}});
}

const std::string& ExprPool::Text(ExprId string_literal) const {
  const ExprNode& node = (*this)[string_literal];
  CHECK(node.op == Op::kString, "not a string literal");
  return texts_[static_cast<size_t>(node.payload)];
}

bool IsRelation(Op op) { return op >= Op::kLt && op <= Op::kNe; }
bool IsLiteral(Op op) { return op <= Op::kEnumeration; }
bool IsOfClocks(Op op) { return op >= Op::kClock && op <= Op::kFirstTick; }

Op Mirrored(Op op) {
  switch (op) {
    case Op::kLt:
      return Op::kGt;
    case Op::kLe:
      return Op::kGe;
    case Op::kGt:
      return Op::kLt;
    case Op::kGe:
      return Op::kLe;
    default:
      return op;
  }
}

Op Opposite(Op op) {
  switch (op) {
    case Op::kLt:
      return Op::kGe;
    case Op::kLe:
      return Op::kGt;
    case Op::kGt:
      return Op::kLe;
    case Op::kGe:
      return Op::kLt;
    case Op::kEq:
      return Op::kNe;
    case Op::kNe:
      return Op::kEq;
    default:
      return op;
  }
}

// Longer than a screen: a table.
std::string_view Spelling(Op op) {
  static constexpr std::pair<Op, std::string_view> kOthers[] = {{Op::kReal, "literal"},
                                                                {Op::kInteger, "literal"},
                                                                {Op::kBoolean, "literal"},
                                                                {Op::kString, "literal"},
                                                                {Op::kEnumeration, "literal"},
                                                                {Op::kVariable, "variable"},
                                                                {Op::kPre, "pre"},
                                                                {Op::kTime, "time"},
                                                                {Op::kInitial, "initial"},
                                                                {Op::kTerminal, "terminal"},
                                                                {Op::kRelation, "held"},
                                                                {Op::kSampleTick, "tick"},
                                                                {Op::kLocal, "local"},
                                                                {Op::kLocalElement, "local"},
                                                                {Op::kConcat, "+"},
                                                                {Op::kIf, "if"},
                                                                {Op::kDer, "der"},
                                                                {Op::kEdge, "edge"},
                                                                {Op::kChange, "change"},
                                                                {Op::kSample, "sample"},
                                                                {Op::kNoEvent, "noEvent"},
                                                                {Op::kSmooth, "smooth"},
                                                                {Op::kHomotopy, "homotopy"},
                                                                {Op::kActive, "active"},
                                                                {Op::kInStream, "inStream"},
                                                                {Op::kActualStream, "actualStream"},
                                                                {Op::kDelay, "delay"},
                                                                {Op::kTransport, "spatialDistribution"},
                                                                {Op::kDelayed, "delayed"},
                                                                {Op::kClock, "Clock"},
                                                                {Op::kSampled, "sample"},
                                                                {Op::kHold, "hold"},
                                                                {Op::kPrevious, "previous"},
                                                                {Op::kSubSample, "subSample"},
                                                                {Op::kSuperSample, "superSample"},
                                                                {Op::kShiftSample, "shiftSample"},
                                                                {Op::kBackSample, "backSample"},
                                                                {Op::kNoClock, "noClock"},
                                                                {Op::kInterval, "interval"},
                                                                {Op::kFirstTick, "firstTick"},
                                                                {Op::kActiveState, "activeState"},
                                                                {Op::kTicksInState, "ticksInState"},
                                                                {Op::kTimeInState, "timeInState"},
                                                                {Op::kIntegerFloor, "integer"},
                                                                {Op::kOrdinal, "Integer"},
                                                                {Op::kToReal, "Real"},
                                                                {Op::kToString, "String"},
                                                                {Op::kHeld, "held"},
                                                                {Op::kCall, "call"},
                                                                {Op::kCallPartial, "partial"}};
  switch (op) {
#define STICTION_EACH(id, name, ...) \
  case Op::k##id:                    \
    return name;
#include "runtime/operators/operators.def"
    default:
      const auto* const other =
          std::find_if(std::begin(kOthers), std::end(kOthers), [&](const auto& o) { return o.first == op; });
      return other == std::end(kOthers) ? "?" : other->second;
  }
}

}  // namespace stiction::ir
