// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/connection_restrictions.h"

#include <fmt/format.h>

#include <algorithm>

namespace stiction::flatten {

using ir::InstanceId;

InstanceId ConnectionRestrictions::Restricted(InstanceId variable) const {
  for (InstanceId at = variable; at; at = tree_.instances[at.index()].parent) {
    if (tree_.connection_restrictions.contains(at)) return at;
  }
  return {};
}

bool ConnectionRestrictions::HasStream(InstanceId connector) const {
  const std::vector<InstanceId>& children = tree_.instances[connector.index()].children;
  return std::ranges::any_of(
      children, [&](InstanceId child) { return tree_.instances[child.index()].flow == ast::FlowPrefix::kStream; });
}

void ConnectionRestrictions::AddSet(const std::vector<InstanceId>& inside, size_t size) {
  for (const InstanceId variable : inside) {
    const InstanceId connector = Restricted(variable);
    if (!connector) continue;
    connected_.insert(connector);
    // Of streams those sets are allowed from which nothing flows back.
    const std::string& message = tree_.connection_restrictions.at(connector).may_only_connect_once;
    if (message.empty() || size <= 2 || HasStream(connector) || !told_.insert(connector).second) continue;
    diagnostics_
        .Error(DiagnosticKind::ConnectionRestriction, tree_.instances[connector.index()].span,
               fmt::format("`{}` is connected with more than one connector, which its annotation "
                           "`mayOnlyConnectOnce` does not allow",
                           ir::FullName(tree_, connector)))
        .hint = message;
  }
}

void ConnectionRestrictions::Finish() {
  for (const auto& [connector, restriction] : tree_.connection_restrictions) {
    if (restriction.must_be_connected.empty() || connected_.contains(connector)) continue;
    diagnostics_
        .Error(DiagnosticKind::ConnectionRestriction, tree_.instances[connector.index()].span,
               fmt::format("`{}` is not connected, and its annotation `mustBeConnected` asks for it",
                           ir::FullName(tree_, connector)))
        .hint = restriction.must_be_connected;
  }
}

}  // namespace stiction::flatten
