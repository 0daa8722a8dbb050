// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp/answers.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>

#include "cli/lsp/places.h"
#include "compiler/editor/completion.h"
#include "compiler/editor/hover.h"
#include "compiler/editor/search.h"
#include "compiler/editor/symbols.h"
#include "compiler/format/format.h"

namespace stiction::lsp {
namespace {

using editor::Occurrence;
using editor::Snapshot;
using editor::SymbolKind;

// What most requests are about: a place in an open document.
struct Place {
  std::string uri;
  Snapshot& snapshot;
  uint32_t offset;
};

std::string UriIn(const Json& params, const Documents& documents) {
  std::string uri = params.at("textDocument").at("uri");
  if (!documents.IsOpen(uri)) throw Refused{kInvalidParams, uri + " is not open"};
  return uri;
}

Place PlaceIn(const Json& params, Documents& documents) {
  const std::string uri = UriIn(params, documents);
  return {uri, documents.SnapshotOf(uri), OffsetOf(documents.TextOf(uri).text(), params.at("position"))};
}

// The numbers of the protocol: SymbolKind and CompletionItemKind.
int SymbolKindOf(SymbolKind kind) {
  static const std::map<SymbolKind, int> kKinds{{SymbolKind::kPackage, 4},      {SymbolKind::kModel, 5},
                                                {SymbolKind::kFunction, 12},    {SymbolKind::kRecord, 23},
                                                {SymbolKind::kType, 26},        {SymbolKind::kConnector, 11},
                                                {SymbolKind::kEnumeration, 10}, {SymbolKind::kVariable, 13},
                                                {SymbolKind::kConstant, 14},    {SymbolKind::kLiteral, 22}};
  return kKinds.at(kind);
}

int CompletionKindOf(std::optional<SymbolKind> kind) {
  static const std::map<SymbolKind, int> kKinds{{SymbolKind::kPackage, 9},      {SymbolKind::kModel, 7},
                                                {SymbolKind::kFunction, 3},     {SymbolKind::kRecord, 22},
                                                {SymbolKind::kType, 25},        {SymbolKind::kConnector, 8},
                                                {SymbolKind::kEnumeration, 13}, {SymbolKind::kVariable, 6},
                                                {SymbolKind::kConstant, 21},    {SymbolKind::kLiteral, 20}};
  constexpr int kKeyword = 14;
  return kind ? kKinds.at(*kind) : kKeyword;
}

Json Hover(const Json& params, Documents& documents) {
  const Place place = PlaceIn(params, documents);
  const auto occurrence = OccurrenceAt(place.snapshot, place.offset);
  if (!occurrence || !occurrence->declaration) return nullptr;
  const std::string text = editor::Hover(place.snapshot, *occurrence);
  if (text.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", text}}},
          {"range", RangeOf(place.snapshot.source(), occurrence->span)}};
}

Json Definition(const Json& params, Documents& documents) {
  const Place place = PlaceIn(params, documents);
  const auto occurrence = OccurrenceAt(place.snapshot, place.offset);
  const ast::Identifier* name = occurrence ? place.snapshot.meaning().NameOf(occurrence->declaration) : nullptr;
  return name ? LocationOf(documents.Current().sources(), name->span) : Json();
}

Json References(const Json& params, Documents& documents) {
  const Place place = PlaceIn(params, documents);
  Json locations = Json::array();
  const auto occurrence = OccurrenceAt(place.snapshot, place.offset);
  const ast::Identifier* name = occurrence ? place.snapshot.meaning().NameOf(occurrence->declaration) : nullptr;
  if (!name) return locations;
  editor::Workspace& workspace = documents.Current();
  const bool with_declaration = params.value("context", Json::object()).value("includeDeclaration", true);
  std::set<Span> spans;
  if (with_declaration) spans.insert(name->span);
  for (const std::string& path : workspace.OpenFiles()) {
    for (const Span span : OccurrencesOf(workspace.SnapshotOf(path), occurrence->declaration)) spans.insert(span);
  }
  if (!with_declaration) spans.erase(name->span);
  for (const Span span : spans) locations.push_back(LocationOf(workspace.sources(), span));
  return locations;
}

Json Highlights(const Json& params, Documents& documents) {
  const Place place = PlaceIn(params, documents);
  Json highlights = Json::array();
  const auto occurrence = OccurrenceAt(place.snapshot, place.offset);
  if (!occurrence) return highlights;
  for (const Span span : OccurrencesOf(place.snapshot, occurrence->declaration)) {
    highlights.push_back({{"range", RangeOf(place.snapshot.source(), span)}});
  }
  return highlights;
}

Json TreeOf(const editor::Symbol& symbol, const Source& source) {
  Json children = Json::array();
  for (const editor::Symbol& child : symbol.children) children.push_back(TreeOf(child, source));
  return {{"name", symbol.name},
          {"detail", symbol.detail},
          {"kind", SymbolKindOf(symbol.kind)},
          {"range", RangeOf(source, symbol.span)},
          {"selectionRange", RangeOf(source, symbol.name_span)},
          {"children", std::move(children)}};
}

Json DocumentSymbols(const Json& params, Documents& documents) {
  Snapshot& snapshot = documents.SnapshotOf(UriIn(params, documents));
  Json symbols = Json::array();
  if (!snapshot.is_current()) return symbols;
  for (const editor::Symbol& symbol : editor::SymbolsOf(snapshot.file())) {
    symbols.push_back(TreeOf(symbol, snapshot.source()));
  }
  return symbols;
}

bool Contains(const std::string& text, const std::string& part) {
  const auto is_same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(), is_same) != text.end();
}

// The classes of open files and of what these have needed.
Json WorkspaceSymbols(const Json& params, Documents& documents) {
  constexpr size_t kMost = 500;
  const std::string query = params.value("query", "");
  editor::Workspace& workspace = documents.Current();
  Json symbols = Json::array();
  std::set<Span> told;
  for (const std::string& path : workspace.OpenFiles()) {
    for (const ir::ClassNode& node : workspace.SnapshotOf(path).tree().classes) {
      const Span span = node.definition->name.span;
      if (symbols.size() >= kMost || !Contains(node.full_name, query) || !told.insert(span).second) continue;
      const size_t dot = node.full_name.rfind('.');
      symbols.push_back({{"name", node.name},
                         {"kind", SymbolKindOf(editor::KindOf(*node.definition))},
                         {"location", LocationOf(workspace.sources(), span)},
                         {"containerName", dot == std::string::npos ? "" : node.full_name.substr(0, dot)}});
    }
  }
  return symbols;
}

Json Complete(const Json& params, Documents& documents) {
  constexpr size_t kMost = 1000;
  const Place place = PlaceIn(params, documents);
  const editor::Completions completions = CompletionsAt(place.snapshot, place.offset);
  const Json range = RangeOf(place.snapshot.source(), completions.replaced);
  Json items = Json::array();
  for (const editor::Completion& one : completions.all) {
    if (items.size() >= kMost) break;
    Json item{{"label", one.name},
              {"kind", CompletionKindOf(one.kind)},
              {"textEdit", {{"range", range}, {"newText", one.name}}}};
    if (!one.detail.empty()) item["detail"] = one.detail;
    if (!one.comment.empty()) item["documentation"] = one.comment;
    items.push_back(std::move(item));
  }
  return {{"isIncomplete", completions.all.size() > kMost}, {"items", std::move(items)}};
}

Occurrence ToRename(const Place& place) {
  auto occurrence = OccurrenceAt(place.snapshot, place.offset);
  if (!occurrence) throw Refused{kRequestFailed, "there is no name here, or the file has an error in its structure"};
  return *std::move(occurrence);
}

Json PrepareRename(const Json& params, Documents& documents) {
  const Place place = PlaceIn(params, documents);
  const Occurrence occurrence = ToRename(place);
  // Any name that means nothing here.
  if (const std::string why = WhyNotRenamed(place.snapshot, occurrence, "_"); !why.empty()) {
    throw Refused{kRequestFailed, why};
  }
  return {{"range", RangeOf(place.snapshot.source(), occurrence.span)}, {"placeholder", occurrence.name}};
}

Json Rename(const Json& params, Documents& documents) {
  const Place place = PlaceIn(params, documents);
  const Occurrence occurrence = ToRename(place);
  const std::string name = params.at("newName");
  if (const std::string why = WhyNotRenamed(place.snapshot, occurrence, name); !why.empty()) {
    throw Refused{kRequestFailed, why};
  }
  Json edits = Json::array();
  for (const Span span : OccurrencesOf(place.snapshot, occurrence.declaration)) {
    edits.push_back({{"range", RangeOf(place.snapshot.source(), span)}, {"newText", name}});
  }
  return {{"changes", {{place.uri, std::move(edits)}}}};
}

Json Formatting(const Json& params, Documents& documents) {
  const Source& source = documents.TextOf(UriIn(params, documents));
  Diagnostics told_already;
  const auto text = Format(source, told_already);
  if (!text) throw Refused{kRequestFailed, "a file with a syntax error is not formatted"};
  if (*text == source.text()) return Json::array();
  const Span all{source.id(), 0, static_cast<uint32_t>(source.text().size())};
  return Json::array({{{"range", RangeOf(source, all)}, {"newText", *text}}});
}

}  // namespace

Json Capabilities() {
  constexpr int kIncremental = 2;
  return {{"capabilities",
           {{"positionEncoding", "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}, {"save", true}}},
            {"hoverProvider", true},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"documentHighlightProvider", true},
            {"documentSymbolProvider", true},
            {"workspaceSymbolProvider", true},
            {"completionProvider", {{"triggerCharacters", {".", "("}}}},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentFormattingProvider", true}}},
          {"serverInfo", {{"name", "stiction"}, {"version", STICTION_VERSION}}}};
}

Json ResultOf(const std::string& method, const Json& params, Documents& documents) {
  static const std::map<std::string, std::function<Json(const Json&, Documents&)>> kMethods{
      {"textDocument/hover", Hover},
      {"textDocument/definition", Definition},
      {"textDocument/references", References},
      {"textDocument/documentHighlight", Highlights},
      {"textDocument/documentSymbol", DocumentSymbols},
      {"workspace/symbol", WorkspaceSymbols},
      {"textDocument/completion", Complete},
      {"textDocument/prepareRename", PrepareRename},
      {"textDocument/rename", Rename},
      {"textDocument/formatting", Formatting}};
  const auto found = kMethods.find(method);
  if (found == kMethods.end()) throw Refused{kMethodNotFound, method + " is not known"};
  return found->second(params, documents);
}

}  // namespace stiction::lsp
