// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_translations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/compile_command.h"
#include "cli/model_check.h"

namespace stiction::cli {

bool SweepTranslation::TakeValues(const std::vector<std::string>& values) {
  if (!compiled.open || !compiled.program) return values == texts;
  if (!compiled.open->HoldsFor(values)) return false;
  runtime::Program& program = *compiled.program;
  for (size_t i = 0; i < values.size(); ++i) {
    if (compiled.open->IsStructural(i)) continue;
    program.initial_slots[static_cast<size_t>(compiled.open->SlotOf(i))] = NumberIn(values[i]).value();
  }
  return true;
}

SweepTranslation& SweepTranslations::For(size_t run) {
  constexpr size_t kMostKept = 8;  // a large model takes a gigabyte
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
    if (!kept->TakeValues(runs_.values[run])) continue;
    kept_.splice(kept_.begin(), kept_, kept);
    return kept_.front();
  }
  if (kept_.size() >= kMostKept) kept_.pop_back();
  return kept_.emplace_front(Make(run));
}

SweepTranslation* SweepTranslations::Own(size_t run) {
  if (kept_.front().texts == runs_.values[run]) return nullptr;
  return &kept_.emplace_front(Make(run));
}

SweepTranslation SweepTranslations::Make(size_t run) {
  ++made_;
  sources_.emplace();
  diagnostics_ = Diagnostics();
  CompileOptions options = CompileOptionsOf(line_);
  for (size_t i = 0; i < runs_.names.size(); ++i) options.settings.emplace_back(runs_.names[i], runs_.values[run][i]);
  options.open = runs_.names.size();
  SweepTranslation translation{Compile(options, *sources_, diagnostics_), runs_.values[run], {}};
  const std::vector<Finding> findings = FindingsOf(diagnostics_, *sources_);
  const auto error = std::ranges::find(findings, "error", &Finding::severity);
  if (error != findings.end()) {
    translation.error = error->file.empty()
                            ? error->message
                            : fmt::format("{}:{}:{}: {}", error->file, error->line, error->column, error->message);
  }
  return translation;
}

}  // namespace stiction::cli
