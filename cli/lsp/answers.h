// SPDX-License-Identifier: BSD-3-Clause
// The answers to what an editor asks.
#pragma once

#include <string>

#include "cli/lsp/documents.h"
#include "cli/lsp/messages.h"

namespace stiction::lsp {

/// A request that cannot be answered, told to the editor.
struct Refused {
  int code;
  std::string message;
};

/// What the server can do (InitializeResult).
Json Capabilities();

/// The result of a request of the protocol.
/// @throws Refused, Json::exception where parameters are missing
Json ResultOf(const std::string& method, const Json& params, Documents& documents);

}  // namespace stiction::lsp
