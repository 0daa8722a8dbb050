// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/singular_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/graph/dulmage_mendelsohn.h"
#include "compiler/graph/matching.h"
#include "compiler/ir/dae/derivatives.h"
#include "compiler/ir/dae/print.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/modes/mode_equations.h"
#include "compiler/modes/mode_table.h"
#include "compiler/modes/structure.h"

namespace stiction {
namespace {

constexpr size_t kFew = 4096;  // modes that are looked at one by one
constexpr size_t kTold = 20;   // causes
constexpr size_t kLabels = 5;  // equations of a cause
constexpr size_t kNames = 4;

using graph::Index;

/// A set of equations, each in a branch, that hold one unknown too few.
struct Cause {
  graph::Configuration configuration;  // the first in which they meet
  std::vector<int32_t> rows;
  std::vector<int32_t> undetermined;  // columns
  size_t count = 0;                   // configurations
};

class SingularModes {
 public:
  SingularModes(const ir::Dae& dae, const ModeStructure& structure, Diagnostics& diagnostics)
      : dae_(dae), structure_(structure), diagnostics_(diagnostics) {}

  void Tell() {
    const std::vector<graph::Configuration> modes = graph::ListOf(structure_.configurations);
    for (const graph::Configuration& mode : modes) Examine(mode);
    for (size_t k = 0; k < causes_.size() && k < kTold; ++k) Tell(causes_[k], modes.size());
    if (const std::string contradiction = TellContradiction(dae_, structure_); !contradiction.empty()) {
      diagnostics_
          .Note(DiagnosticKind::ModesNotUniform, {},
                fmt::format("no list of states suits all modes: {}", contradiction))
          .hint =
          "the model runs where each mode it comes into is regular as it is written; else add a mass or a "
          "compliance between the elements whose modes these are";
    }
    diagnostics_.Note(DiagnosticKind::ModesLookedAt, {}, TellCount(modes.size()));
  }

 private:
  std::string TellCount(size_t looked_at) const {
    std::string text =
        structure_.configuration_count > static_cast<double>(kFew)
            ? fmt::format(
                  "{} of {:.3g} modes looked at: those in which all elements are in their k-th branch, and those "
                  "in which one element is in another; ",
                  looked_at, structure_.configuration_count)
            : fmt::format("all {} modes looked at; ", looked_at);
    if (causes_.empty()) return text + "none is singular";
    text +=
        fmt::format("{} singular, for {} reason{}", singular_count_, causes_.size(), causes_.size() == 1 ? "" : "s");
    if (causes_.size() > kTold) text += fmt::format(", of which {} are told", kTold);
    return text;
  }

  void Examine(const graph::Configuration& mode) {
    const graph::BipartiteGraph graph = graph::GraphOf(structure_.system, mode);
    const graph::Matching matching = graph::MaximumMatching(graph);
    if (matching.IsPerfect()) return;
    ++singular_count_;
    const graph::DulmageMendelsohn parts = graph::Decompose(graph, matching);
    for (size_t row = 0; row < matching.column_of_row.size(); ++row) {
      if (matching.column_of_row[row] >= 0) continue;
      const std::vector<int32_t> rows = graph::CompetingRows(graph, matching, static_cast<int32_t>(row));
      std::vector<std::pair<int32_t, int32_t>> key;
      for (const int32_t r : rows) key.emplace_back(r, mode[Index(r)]);
      const auto [entry, is_new] = number_of_.emplace(std::move(key), causes_.size());
      if (is_new) causes_.push_back({mode, rows, Undetermined(rows, parts.under_columns), 0});
      ++causes_[entry->second].count;
    }
  }

  /// Of the undetermined columns those that the other branches of these rows hold; all if there are none.
  std::vector<int32_t> Undetermined(const std::vector<int32_t>& rows, const std::vector<int32_t>& columns) const {
    std::vector<int32_t> held;
    for (const int32_t column : columns) {
      const bool is_held = std::ranges::any_of(rows, [&](int32_t row) {
        return std::ranges::any_of(structure_.system.branches[Index(row)], [&](const graph::SignatureRow& branch) {
          return std::ranges::find(branch, column, &graph::Signature::column) != branch.end();
        });
      });
      if (is_held) held.push_back(column);
    }
    return held.empty() ? columns : held;
  }

  Span SpanOf(int32_t row, const graph::Configuration& mode) const {
    const ModeEquation* const modes = structure_.modes_of_row[Index(row)];
    return modes != nullptr ? modes->branches[Index(mode[Index(row)])].span
                            : dae_.equations[structure_.equation_of_row[Index(row)].index()].origin.span;
  }

  std::string Names(const std::vector<int32_t>& columns) const {
    std::vector<std::string> names;
    for (const int32_t column : columns) {
      const ir::DaeVariable& variable = dae_.variables[structure_.variable_of_column[Index(column)].index()];
      if (!variable.is_generated) names.push_back("`" + variable.name + "`");
    }
    const size_t more = names.size() > kNames ? names.size() - kNames : 0;
    names.resize(names.size() - more);
    return fmt::format("{}{}", fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
  }

  /// The rows with modes first: it is on them that the mode depends.
  void Tell(const Cause& cause, size_t all) {
    std::vector<int32_t> rows = cause.rows;
    std::stable_partition(rows.begin(), rows.end(),
                          [&](int32_t row) { return structure_.modes_of_row[Index(row)] != nullptr; });
    const std::string conditions = TellConditions(dae_, structure_, cause.configuration, cause.rows);
    const size_t others = rows.size() - 1;
    Diagnostic& note = diagnostics_.Note(
        DiagnosticKind::ModeSingular, SpanOf(rows.front(), cause.configuration),
        fmt::format("in mode {{{}}} `{}`{}, and nothing determines {} (in {} of {} modes)", conditions,
                    TextOf(rows.front(), cause.configuration),
                    others == 0 ? " holds no unknown"
                                : fmt::format(" and {} more equation{} hold only {} unknown{}", others,
                                              others == 1 ? "" : "s", others, others == 1 ? "" : "s"),
                    Names(cause.undetermined), cause.count, all));
    for (size_t k = 1; k < rows.size() && k < kLabels; ++k) {
      note.labels.push_back({SpanOf(rows[k], cause.configuration), TextOf(rows[k], cause.configuration)});
    }
  }

  std::string TextOf(int32_t row, const graph::Configuration& configuration) const {
    ir::ExprNames names = ir::NamesOf(dae_);
    names.relation = [this](ir::RelationId r, std::string& to) { to += dae_.relations[r.index()].text; };
    names.length_limit = 120;
    const auto [left, right] = SidesOf(dae_, structure_, row, configuration[Index(row)]);
    return fmt::format("{} = {}", ir::ToString(*dae_.pool, left, names), ir::ToString(*dae_.pool, right, names));
  }

  const ir::Dae& dae_;
  const ModeStructure& structure_;
  Diagnostics& diagnostics_;
  std::vector<Cause> causes_;
  std::map<std::vector<std::pair<int32_t, int32_t>>, size_t> number_of_;  // causes by rows and branches
  size_t singular_count_ = 0;
};

}  // namespace

void TellSingularModes(ir::Dae dae, Diagnostics& diagnostics) {
  const std::vector<ModeEquation> equations = FindModeEquations(dae, ir::VariableKinds(dae));
  if (equations.empty()) {
    diagnostics.Note(DiagnosticKind::ModesLookedAt, {}, "no equation of this model changes with a condition");
    return;
  }
  ir::RestoreDerivatives(dae);
  const ir::VariableKinds kinds(dae);
  const std::optional<ModeStructure> structure = AnalyzeModes(dae, kinds, equations, kFew);
  if (structure) SingularModes(dae, *structure, diagnostics).Tell();
}

}  // namespace stiction
