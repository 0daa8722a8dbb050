// SPDX-License-Identifier: BSD-3-Clause
#include "cli/model_check.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "compiler/driver/compile.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kVerdicts{"sound",   "component",   "open",   "refused",
                                                    "timeout", "interrupted", "crashed"};

std::string_view Name(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "?";
}

Finding FindingOf(const Diagnostic& diagnostic, const SourceMap& sources) {
  Finding finding{.severity = std::string(Name(diagnostic.severity)),
                  .kind = std::string(stiction::Name(diagnostic.kind)),
                  .clause = std::string(Clause(diagnostic.kind)),
                  .file = {},
                  .message = diagnostic.message,
                  .hint = diagnostic.hint,
                  .text = {}};
  if (diagnostic.span) {
    const Source& source = sources.Get(diagnostic.span.source);
    const LineColumn place = source.Locate(diagnostic.span.begin);
    finding.file = source.path();
    finding.line = place.line;
    finding.column = place.column;
  }
  std::ostringstream text;
  Print(text, diagnostic, sources);
  finding.text = std::move(text).str();
  return finding;
}

}  // namespace

std::string_view Name(Verdict verdict) { return kVerdicts.at(static_cast<size_t>(verdict)); }

std::vector<Finding> FindingsOf(const Diagnostics& diagnostics, const SourceMap& sources) {
  std::vector<Finding> findings;
  for (const Diagnostic& diagnostic : diagnostics.all()) findings.push_back(FindingOf(diagnostic, sources));
  return findings;
}

ModelCheck JudgeModel(std::string model, const Diagnostics& diagnostics, const SourceMap& sources) {
  ModelCheck check;
  check.model = std::move(model);
  check.findings = FindingsOf(diagnostics, sources);
  const bool is_alone = std::ranges::any_of(
      diagnostics.all(), [](const Diagnostic& told) { return told.kind == DiagnosticKind::ComponentAlone; });
  check.verdict = !diagnostics.HasErrors()     ? (is_alone ? Verdict::kComponent : Verdict::kSound)
                  : LeavesAChoice(diagnostics) ? Verdict::kOpen
                                               : Verdict::kRefused;
  return check;
}

namespace {

Json ToJson(const std::vector<Finding>& findings) {
  Json diagnostics = Json::array();
  for (const Finding& finding : findings) {
    Json diagnostic{{"severity", finding.severity}, {"kind", finding.kind}};
    if (!finding.clause.empty()) diagnostic["clause"] = finding.clause;
    if (!finding.file.empty()) {
      diagnostic["file"] = finding.file;
      diagnostic["line"] = finding.line;
      diagnostic["column"] = finding.column;
    }
    diagnostic["message"] = finding.message;
    if (!finding.hint.empty()) diagnostic["hint"] = finding.hint;
    diagnostic["text"] = finding.text;
    diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace

Json ToJson(const std::vector<ModelCheck>& checks, const std::vector<Finding>& of_reading) {
  Json models = Json::array();
  for (const ModelCheck& check : checks) {
    Json model{{"model", check.model}, {"verdict", Name(check.verdict)}, {"cpu_seconds", check.cpu_seconds}};
    if (check.counts) model.update(check.counts->ToJson());
    if (!check.trouble.empty()) model["trouble"] = check.trouble;
    model["diagnostics"] = ToJson(check.findings);
    models.push_back(std::move(model));
  }
  Json report{{"models", std::move(models)}};
  if (!of_reading.empty()) report["diagnostics"] = ToJson(of_reading);
  return report;
}

std::optional<ModelCheck> FromJson(const Json& report) try {
  if (!report.is_object() || !report.contains("models") || report["models"].size() != 1) return std::nullopt;
  const Json& model = report["models"][0];
  ModelCheck check;
  check.model = model.value("model", "");
  const auto verdict = std::ranges::find(kVerdicts, model.value("verdict", ""));
  if (verdict == kVerdicts.end()) return std::nullopt;
  check.verdict = static_cast<Verdict>(verdict - kVerdicts.begin());
  if (model.contains("states")) check.counts = {model.value("unknowns", 0L), model.value("states", size_t{0})};
  for (const Json& diagnostic : model["diagnostics"]) {
    check.findings.push_back({.severity = diagnostic.value("severity", ""),
                              .kind = diagnostic.value("kind", ""),
                              .clause = diagnostic.value("clause", ""),
                              .file = diagnostic.value("file", ""),
                              .line = diagnostic.value("line", 0),
                              .column = diagnostic.value("column", 0),
                              .message = diagnostic.value("message", ""),
                              .hint = diagnostic.value("hint", ""),
                              .text = diagnostic.value("text", "")});
  }
  return check;
} catch (const Json::exception&) {
  return std::nullopt;
}

}  // namespace stiction::cli
