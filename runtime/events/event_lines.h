// Events that are settled the same way again: each way is recorded once and run from then on.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "runtime/events/event_scope.h"
#include "runtime/events/scope_map.h"
#include "runtime/program/program.h"
#include "runtime/solve/line_recorder.h"
#include "runtime/solve/straight_line.h"
#include "runtime/solve/system_solver.h"

namespace stiction::runtime {

/// How one event of one relation settled, in a scope (docs/decisions/0018).
struct EventLine {
  std::unique_ptr<StraightLine> line;
  std::vector<int32_t> relations, discretes;  // that were evaluated; of Program::relations and Program::pres
  std::vector<Slot> touched;                  // slots of the line that are read outside of the event system
  SolveStatistics solves;
};

/// Keeps lines by the relation that flips. Those of one element serve all that are like it.
class EventLines {
 public:
  EventLines(const Program& program, EventScopes& scopes, const double* slots, const SolveStatistics& statistics);

  /// The line that the event takes, once run: the values are there to be stored. Null: none is known.
  /// @param was_flipped the relation takes its other value before all
  const EventLine* Find(int32_t relation, bool was_flipped);

  /// Begins to record the event that Find knew nothing of. @returns null if that has no prospects
  LineRecorder* Begin(int32_t relation, bool was_flipped);
  /// One pass of it, in the scope of these. @pre is_recording()
  void NotePass(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed, const EventScope& scope);
  /// Keeps what was recorded.
  void End();
  bool is_recording() const { return recorder_.is_recording(); }
  LineRecorder& recorder() { return recorder_; }

  /// Slots that something outside of the event system may read.
  bool IsSeen(Slot slot) const { return is_seen_[static_cast<size_t>(slot)] != 0; }

 private:
  struct Pass {
    std::vector<int32_t> relations, changed;
  };
  /// A line recorded for the event of one relation.
  struct Pattern {
    const EventLine* line;
    std::vector<Pass> passes;
  };
  struct Lines {
    std::vector<std::unique_ptr<EventLine>> known;
    size_t patterns_seen = 0;
    int failures = 0;  // to record
  };
  /// Relations whose events alone have like scopes.
  struct Kind {
    int32_t first;                     // the relation that others are compared with
    std::vector<Pattern> patterns[2];  // held and flipped
  };
  Lines& LinesOf(int32_t relation, bool was_flipped) {
    return lines_[2 * static_cast<size_t>(relation) + (was_flipped ? 1 : 0)];
  }
  Kind& KindOf(int32_t relation);
  /// The line of a pattern for another relation of its kind; null if only the beginning of the event is like it.
  std::unique_ptr<EventLine> Adapt(const Pattern& pattern, int32_t relation);
  /// map_ takes one relation, and what its event concerns, to the other.
  bool MapRelation(int32_t from, int32_t to);
  bool MapPass(const Pass& pass);
  void FindTouched(EventLine& line) const;

  const Program& program_;
  EventScopes& scopes_;
  const double* slots_;
  const SolveStatistics& statistics_;
  std::vector<char> is_seen_;  // by slot
  LineRecorder recorder_;
  ScopeMap map_;
  std::vector<Lines> lines_;  // by relation, held and flipped
  std::vector<std::unique_ptr<Kind>> kinds_;
  std::vector<Kind*> kind_of_;  // by relation, null: not asked yet
  // What map_ is made for
  int32_t mapped_from_ = -1, mapped_to_ = -1;
  std::vector<const EventScope*> mapped_;
  // Of the recording
  int32_t relation_ = -1;
  bool was_flipped_ = false;
  SolveStatistics solves_before_;
  std::vector<Pass> passes_;
  std::set<int32_t> evaluated_, computed_;  // relations, discrete variables
};

}  // namespace stiction::runtime
