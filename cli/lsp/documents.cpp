// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp/documents.h"

#include <algorithm>

#include "cli/lsp/places.h"

namespace stiction::lsp {

void Documents::Open(const Json& params) {
  const Json& document = params.at("textDocument");
  const std::string uri = document.at("uri");
  documents_[uri] = {PathOf(uri), document.at("text"), document.value("version", Json()), false};
}

void Documents::Change(const Json& params) {
  const Json& document = params.at("textDocument");
  const auto found = documents_.find(document.at("uri"));
  if (found == documents_.end()) return;
  std::string& text = found->second.text;
  for (const Json& change : params.at("contentChanges")) {
    const std::string& written = change.at("text").get_ref<const std::string&>();
    if (!change.contains("range")) {
      text = written;
      continue;
    }
    const uint32_t begin = OffsetOf(text, change["range"].at("start")), end = OffsetOf(text, change["range"].at("end"));
    text.replace(std::min(begin, end), std::max(begin, end) - std::min(begin, end), written);
  }
  found->second.version = document.value("version", Json());
  found->second.is_told = false;
}

void Documents::Close(const Json& params) {
  const auto found = documents_.find(params.at("textDocument").at("uri"));
  if (found == documents_.end()) return;
  workspace_.Close(found->second.path);
  documents_.erase(found);
}

editor::Workspace& Documents::Current() {
  for (auto& [uri, document] : documents_) {
    if (!document.is_told) workspace_.Set(document.path, document.text);
    document.is_told = true;
  }
  return workspace_;
}

const Source& Documents::TextOf(const std::string& uri) { return Current().TextOf(documents_.at(uri).path); }

editor::Snapshot& Documents::SnapshotOf(const std::string& uri) {
  return Current().SnapshotOf(documents_.at(uri).path);
}

}  // namespace stiction::lsp
