// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/mode_offsets.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stiction::graph {
namespace {

constexpr int32_t kFree = -1;
constexpr int kVariedBases = 2;
constexpr size_t kPaired = 64;  // configurations each two of which are held against each other

/// A matching of the equations, each in its branch, with the variables of the edges that `is_edge` admits. It is kept
/// from one configuration to the next, in which most equations are the same.
template <class IsEdge>
class ModeMatching {
 public:
  ModeMatching(const ModeSystem& system, IsEdge is_edge)
      : system_(system),
        is_edge_(std::move(is_edge)),
        column_of_row_(system.branches.size(), kFree),
        row_of_column_(Index(system.column_count), kFree),
        column_mark_(Index(system.column_count), 0),
        row_before_(Index(system.column_count), kFree) {}

  bool IsMatched(int32_t row) const { return column_of_row_[Index(row)] != kFree; }
  int32_t RowOf(int32_t column) const { return row_of_column_[Index(column)]; }

  /// Gives up the edge of a row that is none any more. @returns whether the row is free now and was not
  bool ReleaseIfLost(int32_t row, const SignatureRow& signature) {
    if (!IsMatched(row)) return false;
    int32_t& column = column_of_row_[Index(row)];
    for (const Signature& entry : signature) {
      if (entry.column == column && is_edge_(row, entry)) return false;
    }
    row_of_column_[Index(column)] = kFree;
    column = kFree;
    return true;
  }

  /// Matches a free row along a shortest augmenting path: most changes are of a few equations, where all are coupled.
  /// Without a path `reached` has the columns of its alternating tree.
  bool Augment(int32_t start, const Configuration& configuration, std::vector<int32_t>& reached) {
    ++search_;
    reached.clear();
    rows_.assign(1, start);
    for (size_t next = 0; next < rows_.size(); ++next) {
      const int32_t row = rows_[next];
      for (const Signature& entry : system_.branches[Index(row)][Index(configuration[Index(row)])]) {
        if (column_mark_[Index(entry.column)] == search_ || !is_edge_(row, entry)) continue;
        column_mark_[Index(entry.column)] = search_;
        row_before_[Index(entry.column)] = row;
        reached.push_back(entry.column);
        if (RowOf(entry.column) == kFree) {
          Flip(entry.column);
          return true;
        }
        rows_.push_back(RowOf(entry.column));
      }
    }
    return false;
  }

 private:
  /// Matches along the path that ends in a free column.
  void Flip(int32_t column) {
    while (column != kFree) {
      const int32_t row = row_before_[Index(column)];
      row_of_column_[Index(column)] = row;
      column = std::exchange(column_of_row_[Index(row)], column);
    }
  }

  const ModeSystem& system_;
  IsEdge is_edge_;
  std::vector<int32_t> column_of_row_, row_of_column_;
  std::vector<int32_t> column_mark_, row_before_, rows_;
  int32_t search_ = 0;
};

/// The offsets so far, and the configuration that is looked at. From one configuration to the next only what changes is
/// done again.
class OffsetSearch {
 public:
  explicit OffsetSearch(const ModeSystem& system)
      : system_(system),
        offsets_(Index(system.column_count), 0),
        equation_offsets_(system.branches.size(), 0),
        rows_of_column_(Index(system.column_count)),
        current_(system.branches.size(), 0),
        regular_(system, AnyEdge{}),
        tight_(system, TightEdge{this}) {
    int32_t highest = 0;
    for (size_t i = 0; i < system.branches.size(); ++i) {
      const int32_t row = static_cast<int32_t>(i);
      for (const SignatureRow& branch : system.branches[i]) {
        for (const Signature& entry : branch) {
          highest = std::max(highest, entry.order);
          std::vector<int32_t>& rows = rows_of_column_[Index(entry.column)];
          if (rows.empty() || rows.back() != row) rows.push_back(row);
        }
      }
      changed_.push_back(row);
      free_.push_back(row);
      free_tight_.push_back(row);
    }
    limit_ = 2 * system.column_count + highest;
  }

  void Take(int32_t row, int32_t branch) {
    if (std::exchange(current_[Index(row)], branch) == branch) return;
    changed_.push_back(row);
    if (regular_.ReleaseIfLost(row, Branch(row))) free_.push_back(row);
  }

  /// Raises the offsets until those of the configuration are met. @returns false where they grow without end
  bool Visit() {
    if (!IsRegular()) return true;
    for (const int32_t row : std::exchange(changed_, {})) {
      for (const Signature& entry : Branch(row)) {
        if (offsets_[Index(entry.column)] < entry.order) Raise(entry.column, entry.order);
      }
      Update(row);
    }
    while (!free_tight_.empty()) {
      const int32_t row = free_tight_.back();
      free_tight_.pop_back();
      if (!tight_.IsMatched(row) && !Match(row)) return false;
    }
    return true;
  }

  /// Of the configuration visited last.
  bool is_regular() const { return free_.empty(); }
  const std::vector<int32_t>& offsets() const { return offsets_; }

 private:
  struct AnyEdge {
    bool operator()(int32_t, const Signature&) const { return true; }
  };
  struct TightEdge {
    const OffsetSearch* search;
    bool operator()(int32_t row, const Signature& entry) const {
      return entry.order + search->equation_offsets_[Index(row)] == search->offsets_[Index(entry.column)];
    }
  };

  const SignatureRow& Branch(int32_t row) const { return system_.branches[Index(row)][Index(current_[Index(row)])]; }

  bool IsRegular() {
    while (!free_.empty()) {
      const int32_t row = free_.back();
      if (!regular_.IsMatched(row) && !regular_.Augment(row, current_, reached_)) return false;
      free_.pop_back();
    }
    return true;
  }

  void Raise(int32_t column, int32_t order) {
    offsets_[Index(column)] = order;
    for (const int32_t row : rows_of_column_[Index(column)]) Update(row);
  }

  /// c_i = min_j (D_j - sigma_ij) of the row's branch.
  void Update(int32_t row) {
    int32_t least = std::numeric_limits<int32_t>::max();
    for (const Signature& entry : Branch(row)) least = std::min(least, offsets_[Index(entry.column)] - entry.order);
    equation_offsets_[Index(row)] = least;
    if (tight_.ReleaseIfLost(row, Branch(row))) free_tight_.push_back(row);
  }

  /// Raises the columns of the alternating tree until an edge leads out of it (the dual step of the Hungarian method).
  bool Match(int32_t row) {
    while (!tight_.Augment(row, current_, reached_)) {
      const std::vector<int32_t> columns = reached_;
      for (const int32_t column : columns) {
        if (++offsets_[Index(column)] > limit_) return false;
      }
      for (const int32_t column : columns) {
        for (const int32_t other : rows_of_column_[Index(column)]) Update(other);
      }
    }
    return true;
  }

  const ModeSystem& system_;
  std::vector<int32_t> offsets_, equation_offsets_;
  std::vector<std::vector<int32_t>> rows_of_column_;  // in any branch
  int32_t limit_ = 0;
  Configuration current_;
  std::vector<int32_t> changed_;            // rows since the last configuration that was regular
  std::vector<int32_t> free_, free_tight_;  // rows that may be unmatched
  std::vector<int32_t> reached_;
  ModeMatching<AnyEdge> regular_;
  ModeMatching<TightEdge> tight_;
};

bool VisitAll(OffsetSearch& search, const Configurations& configurations) {
  int varied = 0;
  for (const Configuration& base : configurations.bases) {
    for (size_t row = 0; row < base.size(); ++row) search.Take(static_cast<int32_t>(row), base[row]);
    if (!search.Visit()) return false;
    if (!search.is_regular() || ++varied > kVariedBases) continue;
    for (const Alternative& alternative : configurations.alternatives) {
      for (const auto& [row, branch] : alternative) search.Take(row, branch);
      if (!search.Visit()) return false;
      for (const auto& [row, branch] : alternative) search.Take(row, base[Index(row)]);
    }
  }
  return true;
}

}  // namespace

std::optional<CommonOffsets> FindCommonOffsets(const ModeSystem& system, const Configurations& configurations) {
  OffsetSearch search(system);
  std::vector<int32_t> before;
  do {
    before = search.offsets();
    if (!VisitAll(search, configurations)) return std::nullopt;
  } while (before != search.offsets());
  CommonOffsets result;
  result.of_column = search.offsets();
  for (const std::vector<SignatureRow>& branches : system.branches) {
    std::vector<int32_t>& of_branches = result.of_equation.emplace_back();
    for (const SignatureRow& branch : branches) {
      int32_t least = std::numeric_limits<int32_t>::max();
      for (const Signature& entry : branch)
        least = std::min(least, result.of_column[Index(entry.column)] - entry.order);
      // Of a branch that no regular configuration takes, or without unknowns, nothing is known.
      of_branches.push_back(branch.empty() ? 0 : std::max(least, 0));
    }
  }
  return result;
}

std::vector<Configuration> ListOf(const Configurations& configurations) {
  std::vector<Configuration> list = configurations.bases;
  const size_t varied = std::min<size_t>(kVariedBases, configurations.bases.size());
  for (size_t b = 0; b < varied; ++b) {
    for (const Alternative& alternative : configurations.alternatives) {
      Configuration& one = list.emplace_back(configurations.bases[b]);
      for (const auto& [row, branch] : alternative) one[Index(row)] = branch;
    }
  }
  return list;
}

std::optional<std::pair<Configuration, Configuration>> FindContradiction(
    const ModeSystem& system, const std::vector<Configuration>& configurations) {
  const size_t count = std::min(configurations.size(), kPaired);
  for (size_t k = 1; k < count; ++k) {
    for (size_t i = 0; i < k; ++i) {
      if (!FindCommonOffsets(system, {{configurations[i], configurations[k]}, {}}))
        return std::pair(configurations[i], configurations[k]);
    }
  }
  return std::nullopt;
}

BipartiteGraph GraphOf(const ModeSystem& system, const Configuration& configuration) {
  BipartiteGraph graph(system.column_count);
  std::vector<int32_t> columns;
  for (size_t row = 0; row < system.branches.size(); ++row) {
    columns.clear();
    for (const Signature& entry : system.branches[row][Index(configuration[row])]) columns.push_back(entry.column);
    graph.AddRow(columns);
  }
  return graph;
}

}  // namespace stiction::graph
