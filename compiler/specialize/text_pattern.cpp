// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/text_pattern.h"

#include <functional>

namespace stiction::flatten {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;
using ir::ScalarType;

namespace {

// Replaces what a String depends on; nothing if it is made of something else.
std::optional<ExprId> Replace(ExprPool& pool, ExprId text, const std::function<ExprId(ExprId)>& replace) {
  ExprNode node = pool[text];
  if (node.type != ScalarType::kString) return replace(text);
  if (node.op == Op::kString) return text;
  if (node.op != Op::kConcat && node.op != Op::kIf && node.op != Op::kToString) return std::nullopt;
  for (ExprId& arg : node.args) {
    const std::optional<ExprId> replaced = Replace(pool, arg, replace);
    if (!replaced) return std::nullopt;
    arg = *replaced;
  }
  return pool.Make(std::move(node));
}

ExprId Place(ExprPool& pool, const ExprNode& of, int32_t slot) {
  return pool.Make({.op = Op::kLocal, .type = of.type, .payload = slot, .enumeration = of.enumeration});
}

}  // namespace

std::optional<ExprId> MakePattern(ExprPool& pool, ExprId text, std::vector<ExprId>& values) {
  return Replace(pool, text, [&](ExprId value) {
    if (ir::IsLiteral(pool[value].op)) return value;
    values.push_back(value);
    return Place(pool, pool[value], static_cast<int32_t>(values.size()) - 1);
  });
}

ExprId WithPlacesFrom(ExprPool& pool, ExprId pattern, int32_t first) {
  return *Replace(pool, pattern, [&](ExprId place) {
    const ExprNode node = pool[place];
    return node.op == Op::kLocal ? Place(pool, node, node.payload + first) : place;
  });
}

}  // namespace stiction::flatten
