// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/mode_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "runtime/blocks/explain.h"

namespace stiction::runtime {
namespace {

constexpr int32_t kNone = -1;
constexpr size_t kTold = 4;  // names or equations

/// A maximum matching of the equations of one mode with their unknowns.
class ModeMatching {
 public:
  ModeMatching(std::vector<const ModeBranchInfo*> rows, size_t column_count)
      : rows_(std::move(rows)), row_of_column_(column_count, kNone), column_of_row_(rows_.size(), kNone) {
    for (size_t row = 0; row < rows_.size(); ++row) {
      if (!Augment(row)) unmatched_.push_back(row);
    }
  }

  const std::vector<size_t>& unmatched() const { return unmatched_; }

  /// The rows that an alternating path leads to from an unmatched one: the smallest part with a row too many.
  std::vector<size_t> Competing(size_t row) {
    Augment(row);
    std::ranges::sort(reached_rows_);
    return reached_rows_;
  }

  /// Columns that some maximum matching leaves free.
  std::vector<char> Free() const {
    std::vector<std::vector<size_t>> rows_of_column(row_of_column_.size());
    for (size_t row = 0; row < rows_.size(); ++row) {
      for (const int32_t column : rows_[row]->unknowns) rows_of_column[static_cast<size_t>(column)].push_back(row);
    }
    std::vector<char> is_free(row_of_column_.size(), 0);
    std::vector<size_t> queue;
    const auto free = [&](size_t column) {
      if (std::exchange(is_free[column], char{1}) == 0) queue.push_back(column);
    };
    for (size_t column = 0; column < row_of_column_.size(); ++column) {
      if (row_of_column_[column] == kNone) free(column);
    }
    while (!queue.empty()) {
      const size_t column = queue.back();
      queue.pop_back();
      for (const size_t row : rows_of_column[column]) {
        if (column_of_row_[row] != kNone) free(static_cast<size_t>(column_of_row_[row]));
      }
    }
    return is_free;
  }

 private:
  bool Augment(size_t start) {
    reached_rows_.assign(1, start);
    std::vector<int32_t> row_before(row_of_column_.size(), kNone);
    for (size_t next = 0; next < reached_rows_.size(); ++next) {
      const size_t row = reached_rows_[next];
      for (const int32_t column : rows_[row]->unknowns) {
        int32_t& before = row_before[static_cast<size_t>(column)];
        if (before != kNone) continue;
        before = static_cast<int32_t>(row);
        const int32_t other = row_of_column_[static_cast<size_t>(column)];
        if (other != kNone) {
          reached_rows_.push_back(static_cast<size_t>(other));
          continue;
        }
        for (int32_t at = column; at != kNone;) {
          const int32_t taker = row_before[static_cast<size_t>(at)];
          row_of_column_[static_cast<size_t>(at)] = taker;
          at = std::exchange(column_of_row_[static_cast<size_t>(taker)], at);
        }
        return true;
      }
    }
    return false;
  }

  std::vector<const ModeBranchInfo*> rows_;
  std::vector<int32_t> row_of_column_, column_of_row_;
  std::vector<size_t> unmatched_, reached_rows_;
};

std::string Placed(const ModeBranchInfo& branch) { return fmt::format("{} ({})", branch.text, branch.place); }

std::string Join(std::vector<std::string> names) {
  std::erase_if(names, IsGeneratedName);
  if (names.size() > kTold) {
    const size_t more = names.size() - (kTold - 1);
    names.resize(kTold - 1);
    names.push_back(fmt::format("{} more", more));
  }
  return JoinNames(std::move(names));
}

std::string InParentheses(const std::string& condition) {
  const bool is_compound = condition.find(" or ") != std::string::npos || condition.find(" and ") != std::string::npos;
  return is_compound ? "(" + condition + ")" : condition;
}

std::string TellConditions(const ModeBranchInfo& branch) {
  std::string text;
  for (const auto& [condition, value] : branch.conditions)
    text += fmt::format("{}{} {}", text.empty() ? "" : " and ", InParentheses(condition), value);
  return text;
}

}  // namespace

std::optional<ModeMisfit> ExamineStructure(SolveContext& context, const BlockCode& block, const double* slots) {
  const Program& program = context.program;
  const ModeTable& table = program.modes;
  if (table.rows.empty()) return std::nullopt;
  std::vector<double> values(slots, slots + program.initial_slots.size());
  context.tape.Run(table.code, values.data());
  std::vector<const ModeBranchInfo*> rows;
  for (const ModeRowInfo& row : table.rows) {
    const size_t b = row.number == kNoSlot ? 0 : static_cast<size_t>(values[static_cast<size_t>(row.number)]);
    rows.push_back(&row.branches[b]);
  }
  std::set<std::string> places;  // of the block
  for (const int32_t equation : block.equations)
    places.insert(program.equations[static_cast<size_t>(equation)].source->place);
  ModeMatching matching(rows, table.unknowns.size());
  const auto is_of_block = [&](size_t row) {
    return std::ranges::any_of(table.rows[row].branches,
                               [&](const ModeBranchInfo& branch) { return places.contains(branch.place); });
  };
  const std::vector<char> is_free = matching.Free();
  for (const size_t extra : std::vector<size_t>(matching.unmatched())) {
    const std::vector<size_t> competing = matching.Competing(extra);
    if (std::ranges::none_of(competing, is_of_block)) continue;
    ModeMisfit misfit;
    std::set<int32_t> determined, undetermined;
    for (const size_t row : competing) {
      misfit.surplus.push_back(rows[row]);
      determined.insert(rows[row]->unknowns.begin(), rows[row]->unknowns.end());
      for (const ModeBranchInfo& other : table.rows[row].branches) {
        const size_t before = undetermined.size();
        for (const int32_t unknown : other.unknowns) {
          if (is_free[static_cast<size_t>(unknown)] != 0) undetermined.insert(unknown);
        }
        if (undetermined.size() > before) misfit.instead.push_back(&other);
      }
    }
    for (const int32_t unknown : determined) misfit.determined.push_back(table.unknowns[static_cast<size_t>(unknown)]);
    for (size_t unknown = 0; unknown < is_free.size(); ++unknown) {
      const bool is_told = undetermined.empty() || undetermined.contains(static_cast<int32_t>(unknown));
      if (is_free[unknown] != 0 && is_told) misfit.undetermined.push_back(table.unknowns[unknown]);
    }
    return misfit;
  }
  return std::nullopt;
}

std::string ModeMisfit::Conditions() const {
  std::vector<std::string> told;
  for (const ModeBranchInfo* const branch : surplus) {
    for (const auto& [condition, value] : branch->conditions) {
      std::string text = fmt::format("{} is {}", InParentheses(condition), value);
      if (std::ranges::find(told, text) == told.end()) told.push_back(std::move(text));
    }
  }
  if (told.size() > kTold) return {};
  return JoinNames(std::move(told));
}

std::string Describe(const ModeMisfit& misfit) {
  std::string text = "\n  too many    ";
  for (size_t k = 0; k < misfit.surplus.size() && k < kTold; ++k)
    text += (k == 0 ? "" : "\n              ") + Placed(*misfit.surplus[k]);
  if (misfit.surplus.size() > kTold) text += fmt::format("\n              and {} more", misfit.surplus.size() - kTold);
  text += fmt::format("\n  too few     no equation of this mode determines {}", Join(misfit.undetermined));
  for (size_t k = 0; k < misfit.instead.size() && k < kTold; ++k) {
    text += fmt::format("\n              with {}: {}", TellConditions(*misfit.instead[k]), Placed(*misfit.instead[k]));
  }
  return text;
}

std::string CauseOf(const ModeMisfit& misfit) {
  const std::string conditions = misfit.Conditions();
  const std::string mode = conditions.empty() ? "in this mode" : "while " + conditions;
  const std::string undetermined = Join(misfit.undetermined);
  if (misfit.determined.empty()) {
    return fmt::format(
        "underdetermined mode: {} this equation holds no unknown, and nothing determines {}\n"
        "  hint: give that branch an equation for {}",
        mode, undetermined, undetermined);
  }
  return fmt::format(
      "overdetermined mode: {} these {} equations hold only {}, one unknown less, and nothing determines {}\n"
      "  hint: only one of them may hold at a time: drop one in this mode, and give it an equation for {}, or add an "
      "inertia or a compliance between what they prescribe",
      mode, misfit.surplus.size(), Join(misfit.determined), undetermined, undetermined);
}

}  // namespace stiction::runtime
