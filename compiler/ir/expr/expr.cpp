#include "compiler/ir/expr/expr.h"

#include <bit>
#include <cstdlib>
#include <utility>

#include "compiler/support/check.h"

namespace stiction::ir {
namespace {

bool IsIntegerArithmetic(Op op) {
  return op == Op::kAdd || op == Op::kSub || op == Op::kMul || op == Op::kMin || op == Op::kMax || op == Op::kMod ||
         op == Op::kRem || op == Op::kDivInt;
}

}  // namespace

// The lower bits say where a node stands in the table. Nodes that differ in the last three bits of their arguments
// only, as those made of neighbours do, stand together: what is made for one element of an array and then for the next
// asks for the same piece of memory. The upper bits tell such nodes apart.
uint32_t ExprPool::Hash(const ExprNode& node) {
  constexpr int kPlaceBits = 23;
  const auto mix = [](uint64_t h, uint64_t v) { return (h ^ v) * 0x9E3779B97F4A7C15ull + (h >> 29); };
  const auto fold = [](uint64_t h) { return static_cast<uint32_t>(h ^ (h >> 32)); };
  uint64_t near = static_cast<uint64_t>(node.op) * 31 + static_cast<uint64_t>(node.type);
  near = mix(near, static_cast<uint64_t>(node.output) << 32 | static_cast<uint32_t>(node.wrt));
  near = mix(near, std::bit_cast<uint64_t>(node.number));
  uint64_t exact = static_cast<uint32_t>(node.payload);
  uint32_t last = static_cast<uint32_t>(node.payload);
  near = mix(near, last >> 3);
  for (const ExprId arg : node.args) {
    const auto id = static_cast<uint32_t>(arg.value);
    near = mix(near, id >> 3);
    exact = mix(exact, id);
    last += id;
  }
  const uint32_t place = (fold(near) << 3 | (last & 7)) & ((1u << kPlaceBits) - 1);
  return place | fold(mix(exact, near)) << kPlaceBits;
}

void ExprPool::Grow() {
  constexpr size_t kFirst = 1024;
  const std::vector<Place> before = std::exchange(table_, {});
  table_.resize(before.empty() ? kFirst : 2 * before.size());
  const size_t mask = table_.size() - 1;
  for (const Place& place : before) {
    if (place.node < 0) continue;
    size_t at = place.hash & mask;
    while (table_[at].node >= 0) at = (at + 1) & mask;
    table_[at] = place;
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

ExprId ExprPool::Make(ExprNode node) {
  if (node.number == 0) node.number = 0;  // -0.0 and 0.0 are one literal
  if (2 * size_ >= table_.size()) Grow();
  const uint32_t hash = Hash(node);
  const size_t mask = table_.size() - 1;
  size_t at = hash & mask;
  for (; table_[at].node >= 0; at = (at + 1) & mask) {
    if (table_[at].hash == hash && (*this)[ExprId(table_[at].node)] == node) return ExprId(table_[at].node);
  }
  table_[at] = {hash, static_cast<int32_t>(size_)};
  Append(std::move(node));
  return ExprId(table_[at].node);
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

std::string_view Spelling(Op op) {
  switch (op) {
    case Op::kReal:
    case Op::kInteger:
    case Op::kBoolean:
    case Op::kString:
    case Op::kEnumeration:
      return "literal";
    case Op::kVariable:
      return "variable";
    case Op::kPre:
      return "pre";
    case Op::kTime:
      return "time";
    case Op::kInitial:
      return "initial";
    case Op::kTerminal:
      return "terminal";
    case Op::kRelation:
      return "held";
    case Op::kSampleTick:
      return "tick";
    case Op::kLocal:
    case Op::kLocalElement:
      return "local";
    case Op::kNeg:
    case Op::kSub:
      return "-";
    case Op::kNot:
      return "not";
    case Op::kAdd:
    case Op::kConcat:
      return "+";
    case Op::kMul:
      return "*";
    case Op::kDiv:
      return "/";
    case Op::kPow:
      return "^";
    case Op::kLt:
      return "<";
    case Op::kLe:
      return "<=";
    case Op::kGt:
      return ">";
    case Op::kGe:
      return ">=";
    case Op::kEq:
      return "==";
    case Op::kNe:
      return "<>";
    case Op::kAnd:
      return "and";
    case Op::kOr:
      return "or";
    case Op::kIf:
      return "if";
    case Op::kDer:
      return "der";
    case Op::kEdge:
      return "edge";
    case Op::kChange:
      return "change";
    case Op::kSample:
      return "sample";
    case Op::kNoEvent:
      return "noEvent";
    case Op::kSmooth:
      return "smooth";
    case Op::kActive:
      return "active";
    case Op::kDelay:
      return "delay";
    case Op::kDelayed:
      return "delayed";
    case Op::kAbs:
      return "abs";
    case Op::kSign:
      return "sign";
    case Op::kSqrt:
      return "sqrt";
    case Op::kSin:
      return "sin";
    case Op::kCos:
      return "cos";
    case Op::kTan:
      return "tan";
    case Op::kAsin:
      return "asin";
    case Op::kAcos:
      return "acos";
    case Op::kAtan:
      return "atan";
    case Op::kAtan2:
      return "atan2";
    case Op::kSinh:
      return "sinh";
    case Op::kCosh:
      return "cosh";
    case Op::kTanh:
      return "tanh";
    case Op::kExp:
      return "exp";
    case Op::kLog:
      return "log";
    case Op::kLog10:
      return "log10";
    case Op::kMin:
      return "min";
    case Op::kMax:
      return "max";
    case Op::kDivInt:
      return "div";
    case Op::kMod:
      return "mod";
    case Op::kRem:
      return "rem";
    case Op::kCeil:
      return "ceil";
    case Op::kFloor:
      return "floor";
    case Op::kIntegerFloor:
      return "integer";
    case Op::kOrdinal:
      return "Integer";
    case Op::kToReal:
      return "Real";
    case Op::kToString:
      return "String";
    case Op::kHeld:
      return "held";
    case Op::kCall:
      return "call";
    case Op::kCallPartial:
      return "partial";
  }
  return "?";
}

}  // namespace stiction::ir
