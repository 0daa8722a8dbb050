// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/relations.h"

#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprPool;
using ir::Op;

/// The signs that a coefficient can have.
struct Signs {
  bool negative = false, zero = false, positive = false;
};

Signs SignsOf(const ExprPool& pool, ExprId e) {
  Signs signs;
  std::unordered_set<ExprId> seen;
  std::vector<ExprId> stack{e};
  while (!stack.empty()) {
    const ir::ExprNode& node = pool[stack.back()];
    stack.pop_back();
    const bool is_literal = ir::IsLiteral(node.op);
    if (node.op == Op::kIf) {
      for (const ExprId branch : {node.args[1], node.args[2]}) {
        if (seen.insert(branch).second) stack.push_back(branch);
      }
      continue;
    }
    signs.negative = signs.negative || !is_literal || node.number < 0;
    signs.zero = signs.zero || !is_literal || node.number == 0;
    signs.positive = signs.positive || !is_literal || node.number > 0;
  }
  return signs;
}

}  // namespace

ExprId RelationTable::Value(Op op, ExprId left, ExprId right, ExprId flat, const std::string& text, bool is_watched) {
  const std::optional<Affine> l = affine_.Of(left);
  const std::optional<Affine> r = l ? affine_.Of(right) : std::nullopt;
  if (!l || !r) return Leaf(op, left, right, text, Kind::kState, is_watched);
  const ExprId c = symbolic::Sub(context_.pool(), l->coefficient, r->coefficient);
  if (symbolic::IsNumber(context_.pool(), c, 0)) {
    const bool reads_time = !symbolic::IsNumber(context_.pool(), l->coefficient, 0);  // on both sides alike
    return Leaf(op, reads_time ? l->rest : left, reads_time ? r->rest : right, text, Kind::kDiscrete, is_watched);
  }
  // On which side of the instant it is may be told by a mode that the relation itself decides: then no event is known.
  if (!ir::IsLiteral(context_.pool()[c].op) && !affine_.IsKnown(flat)) {
    return Leaf(op, left, right, text, Kind::kState, is_watched);
  }
  return InTime(op, c, l->rest, r->rest, text, is_watched);
}

// With d = right - left: time op d/c where c > 0, the mirrored op where c < 0. A c that can have several signs is asked
// at each event.
ExprId RelationTable::InTime(Op op, ExprId c, ExprId left, ExprId right, const std::string& text, bool is_watched) {
  ExprPool& pool = context_.pool();
  const Signs signs = SignsOf(pool, c);
  const ExprId magnitude = signs.positive ? c : symbolic::Neg(pool, c);
  const ExprId d = signs.positive ? symbolic::Sub(pool, right, left) : symbolic::Sub(pool, left, right);
  const ExprId quotient = symbolic::Div(pool, d, magnitude);
  const int possible = int{signs.negative} + int{signs.zero} + int{signs.positive};
  if (possible == 1) {
    return Leaf(signs.positive ? op : ir::Mirrored(op), pool.Time(), quotient, text, Kind::kTime, is_watched);
  }
  const ExprId zero = pool.Real(0);
  const ExprId never = pool.Real(std::numeric_limits<double>::max());
  // Of the two comparisons that one has an instant which counts.
  const auto in_time = [&](Op this_op, ExprId counts) {
    return Leaf(this_op, pool.Time(), symbolic::If(pool, counts, quotient, never), text, Kind::kTime, is_watched);
  };
  ExprId value = symbolic::Build(pool, {.op = op, .type = ir::ScalarType::kBoolean, .args = {left, right}});
  if (signs.negative) {
    const ExprId falls = pool.Binary(Op::kLt, c, zero);
    const ExprId mirrored = in_time(ir::Mirrored(op), falls);
    value = signs.zero ? symbolic::If(pool, falls, mirrored, value) : mirrored;
  }
  if (signs.positive) {
    const ExprId rises = pool.Binary(Op::kGt, c, zero);
    value = symbolic::If(pool, rises, in_time(op, rises), value);
  }
  return value;
}

ExprId RelationTable::Leaf(Op op, ExprId left, ExprId right, const std::string& text, Kind kind, bool is_watched) {
  const ir::RelationId next(static_cast<int64_t>(context_.dae.relations.size()));
  const ir::RelationId id = ids_.Insert(op, left, right, next);
  if (id == next) {
    ir::Relation relation;
    relation.op = op;
    relation.left = left;
    relation.right = right;
    relation.kind = Kind::kDiscrete;
    relation.text = text;
    relation.origin = context_.origin;
    context_.dae.relations.push_back(std::move(relation));
  }
  if (is_watched) context_.dae.relations[id.index()].kind = kind;
  return context_.pool().Relation(id);
}

}  // namespace stiction
