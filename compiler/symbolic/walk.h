// SPDX-License-Identifier: BSD-3-Clause
// Walking expressions: each shared node once, arguments first.
#pragma once

#include <algorithm>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

/// The nodes below `e` for which `known` is false, in ascending order of ids. A node's arguments were interned before
/// it, so this order visits arguments first, without recursion. What is below a known node is not looked for.
/// @param known asked of an id; makes no walk of its own
template <class Known>
std::vector<ir::ExprId> Ascending(const ir::ExprPool& pool, ir::ExprId e, const Known& known) {
  if (known(e)) return {};
  ir::NodeMarks& seen = pool.marks();
  seen.Restart(pool.size());
  seen.Insert(e);
  std::vector<ir::ExprId>& found = seen.list();
  found.clear();
  found.push_back(e);
  for (size_t next = 0; next < found.size(); ++next) {
    for (const ir::ExprId arg : pool[found[next]].args) {
      if (seen.Insert(arg) && !known(arg)) found.push_back(arg);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// True if `holds` of any node below `e`. @param holds asked once of each distinct node until it holds; makes no walk
/// of its own
template <class Holds>
bool AnyNode(const ir::ExprPool& pool, ir::ExprId e, const Holds& holds) {
  if (holds(e)) return true;
  if (pool[e].args.empty()) return false;
  ir::NodeMarks& seen = pool.marks();
  seen.Restart(pool.size());
  seen.Insert(e);
  std::vector<ir::ExprId>& found = seen.list();
  found.clear();
  found.push_back(e);
  for (size_t next = 0; next < found.size(); ++next) {
    for (const ir::ExprId arg : pool[found[next]].args) {
      if (!seen.Insert(arg)) continue;
      if (holds(arg)) return true;
      found.push_back(arg);
    }
  }
  return false;
}

/// Calls `visit` with the id of each distinct node below `e`, arguments first.
template <class Visit>
void ForEachNode(const ir::ExprPool& pool, ir::ExprId e, const Visit& visit) {
  if (pool[e].args.empty()) {
    visit(e);
    return;
  }
  for (const ir::ExprId id : Ascending(pool, e, [](ir::ExprId) { return false; })) visit(id);
}

}  // namespace stiction::symbolic
