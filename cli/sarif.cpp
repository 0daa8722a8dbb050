// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sarif.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

// RFC 3986: what is not unreserved, and no separator of directories, as its bytes.
std::string UriOf(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json ResultOf(const Finding& finding) {
  Json result{{"ruleId", finding.kind}, {"level", finding.severity}};
  result["message"] = {{"text", finding.message + (finding.hint.empty() ? "" : "\nhint: " + finding.hint)}};
  if (finding.file.empty()) return result;
  const Json region{{"startLine", finding.line}, {"startColumn", finding.column}};
  const Json place{{"artifactLocation", {{"uri", UriOf(finding.file)}}}, {"region", region}};
  result["locations"] = Json::array({Json{{"physicalLocation", place}}});
  return result;
}

Json RuleOf(const Finding& finding) {
  Json rule{{"id", finding.kind}};
  if (!finding.clause.empty()) {
    rule["shortDescription"] = {{"text", "Modelica Language Specification 3.6, " + finding.clause}};
  }
  return rule;
}

}  // namespace

std::string FormatSarif(const std::vector<ModelCheck>& checks, const std::vector<Finding>& of_reading) {
  Json results = Json::array(), rules = Json::array();
  std::set<std::string> told, known;
  const auto add = [&](const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      if (!told.insert(finding.text).second) continue;
      results.push_back(ResultOf(finding));
      if (known.insert(finding.kind).second) rules.push_back(RuleOf(finding));
    }
  };
  add(of_reading);
  for (const ModelCheck& check : checks) add(check.findings);
  const Json driver{{"name", "Stiction"}, {"version", STICTION_VERSION}, {"rules", rules}};
  Json run{{"tool", {{"driver", driver}}}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = results;
  const Json sarif{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return sarif.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stiction::cli
