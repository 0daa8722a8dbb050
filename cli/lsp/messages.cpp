// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace stiction::lsp {

std::optional<std::string> MessageReader::Next() {
  constexpr std::string_view kEnd = "\r\n\r\n", kLength = "content-length:";
  constexpr size_t kLongestHeader = 4096, kLongest = size_t{1} << 28;
  if (is_broken_) return std::nullopt;
  const size_t header_end = buffer_.find(kEnd);
  if (header_end == std::string::npos) {
    is_broken_ = buffer_.size() > kLongestHeader;
    return std::nullopt;
  }
  std::string header = buffer_.substr(0, header_end);
  std::ranges::transform(header, header.begin(), [](unsigned char c) { return std::tolower(c); });
  const size_t at = header.find(kLength);
  size_t length = 0;
  const char* begin = header.data() + (at == std::string::npos ? header.size() : at + kLength.size());
  const char* end = header.data() + header.size();
  while (begin < end && *begin == ' ') ++begin;
  if (std::from_chars(begin, end, length).ec != std::errc() || length > kLongest) {
    is_broken_ = true;
    return std::nullopt;
  }
  const size_t body = header_end + kEnd.size();
  if (buffer_.size() < body + length) return std::nullopt;
  std::string message = buffer_.substr(body, length);
  buffer_.erase(0, body + length);
  return message;
}

std::string Framed(const Json& message) {
  // Texts of models need not be valid UTF-8.
  const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

Json Answer(const Json& id, Json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

Json Refusal(const Json& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

Json Notification(const std::string& method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace stiction::lsp
