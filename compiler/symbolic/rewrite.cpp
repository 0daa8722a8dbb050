#include "compiler/symbolic/rewrite.h"

#include <algorithm>
#include <unordered_set>

#include "compiler/symbolic/build.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;

/// A set of nodes. Most expressions have a dozen: a list is then much faster than a hash table.
class SeenNodes {
 public:
  /// @returns whether the node is new
  bool Insert(ExprId id) {
    if (many_.empty()) {
      if (std::find(few_.begin(), few_.end(), id) != few_.end()) return false;
      few_.push_back(id);
      if (few_.size() > kFew) many_.insert(few_.begin(), few_.end());
      return true;
    }
    return many_.insert(id).second;
  }

 private:
  static constexpr size_t kFew = 24;
  std::vector<ExprId> few_;
  std::unordered_set<ExprId> many_;  // all, once they are many
};

/// The nodes below `e` for which `known` is false, in ascending order of ids. A node's arguments were interned before
/// it, so this order visits arguments first, without recursion.
template <class Known>
std::vector<ExprId> Ascending(const ExprPool& pool, ExprId e, const Known& known) {
  std::vector<ExprId> found;
  if (known(e)) return found;
  SeenNodes seen;
  seen.Insert(e);
  std::vector<ExprId> stack{e};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    found.push_back(id);
    for (const ExprId arg : pool[id].args) {
      if (!known(arg) && seen.Insert(arg)) stack.push_back(arg);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <class Id>
std::vector<Id> Payloads(const ExprPool& pool, ExprId e, Op op) {
  std::vector<Id> ids;
  ForEachNode(pool, e, [&](ExprId id) {
    if (pool[id].op == op) ids.push_back(Id(pool[id].payload));
  });
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

ExprId Rewriter::operator()(ExprId e) {
  for (const ExprId id : Ascending(pool_, e, [this](ExprId known) { return done_.contains(known); })) {
    ExprNode node = pool_[id];
    for (ExprId& arg : node.args) arg = done_.at(arg);
    const std::optional<ExprId> replaced = replace_(node);
    const ExprId result = replaced ? *replaced : Build(pool_, std::move(node));
    done_.emplace(id, result);
  }
  return done_.at(e);
}

ExprId Substitute(ExprPool& pool, ExprId e, const std::unordered_map<ir::VariableId, ExprId>& replacement) {
  Rewriter rewriter(pool, [&replacement](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kVariable) return std::nullopt;
    const auto found = replacement.find(ir::VariableId(node.payload));
    if (found == replacement.end()) return std::nullopt;
    return found->second;
  });
  return rewriter(e);
}

void ForEachNode(const ExprPool& pool, ExprId e, const std::function<void(ExprId)>& visit) {
  for (const ExprId id : Ascending(pool, e, [](ExprId) { return false; })) visit(id);
}

std::vector<ir::VariableId> Variables(const ExprPool& pool, ExprId e) {
  return Payloads<ir::VariableId>(pool, e, Op::kVariable);
}

std::vector<ir::RelationId> Relations(const ExprPool& pool, ExprId e) {
  return Payloads<ir::RelationId>(pool, e, Op::kRelation);
}

bool Contains(const ExprPool& pool, ExprId e, ir::VariableId v) {
  bool contains = false;
  ForEachNode(pool, e, [&](ExprId id) {
    const ExprNode& node = pool[id];
    contains = contains || (node.op == Op::kVariable && node.payload == v.value);
  });
  return contains;
}

}  // namespace stiction::symbolic
