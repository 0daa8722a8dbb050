// SPDX-License-Identifier: BSD-3-Clause
// The derivation of a text in the order of parsing: the parse tree as one row of nodes, each before its
// children. For compiler/parse and compiler/format.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stiction::parse {

/// A rule that was read, or a token that was matched.
struct Node {
  uint32_t begin;  ///< offset of the first byte
  uint32_t end;    ///< offset behind the last byte; `begin` of a rule that read nothing
  uint32_t size;   ///< nodes of the subtree: this one and all below it
  uint16_t kind;   ///< of the parser's token types or rule indices
  bool is_rule;

  bool IsToken(size_t type) const { return !is_rule && kind == static_cast<uint16_t>(type); }
  bool IsRule(size_t index) const { return is_rule && kind == index; }
};

/// The children of a node, taken from the first to the last as the rule of the grammar names them.
class Children {
 public:
  explicit Children(const Node* parent) : at_(parent + 1), end_(parent + parent->size) {}

  bool AtEnd() const { return at_ == end_; }
  const Node* Peek() const { return at_; }
  bool AtToken(size_t type) const { return !AtEnd() && at_->IsToken(type); }
  bool AtRule(size_t index) const { return !AtEnd() && at_->IsRule(index); }
  /// The number of children not yet taken that are of this rule.
  size_t Count(size_t rule) const {
    size_t count = 0;
    for (const Node* node = at_; node != end_; node += node->size) count += node->IsRule(rule);
    return count;
  }

  const Node* Take() {
    const Node* node = at_;
    at_ += node->size;
    return node;
  }
  /// Null, and nothing is taken, if the next child is another one.
  const Node* TakeToken(size_t type) { return AtToken(type) ? Take() : nullptr; }
  bool Skip(size_t type) { return TakeToken(type) != nullptr; }
  const Node* TakeRule(size_t index) { return AtRule(index) ? Take() : nullptr; }

 private:
  const Node* at_;
  const Node* end_;
};

}  // namespace stiction::parse
