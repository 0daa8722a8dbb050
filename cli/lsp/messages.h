// SPDX-License-Identifier: BSD-3-Clause
// Messages of the language server protocol: a header with a length, then JSON (JSON-RPC 2.0).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace stiction::lsp {

using Json = nlohmann::json;

/// Takes bytes as they come and gives whole messages.
class MessageReader {
 public:
  void Add(std::string_view bytes) { buffer_ += bytes; }
  /// The text of the next message; nothing if it is not complete yet.
  std::optional<std::string> Next();
  /// True if what came is no message of the protocol, so that no further one can be found.
  bool is_broken() const { return is_broken_; }

 private:
  std::string buffer_;
  bool is_broken_ = false;
};

/// With its header.
std::string Framed(const Json& message);

/// Error codes of JSON-RPC and of the protocol.
enum ErrorCode { kParseError = -32700, kMethodNotFound = -32601, kInvalidParams = -32602, kRequestFailed = -32803 };

Json Answer(const Json& id, Json result);
Json Refusal(const Json& id, int code, const std::string& message);
Json Notification(const std::string& method, Json params);

}  // namespace stiction::lsp
