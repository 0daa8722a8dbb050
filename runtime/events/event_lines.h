// Events that are settled the same way again: each way is recorded once and run from then on.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "runtime/evaluate/flat_set.h"
#include "runtime/events/event_scope.h"
#include "runtime/events/scope_map.h"
#include "runtime/program/program.h"
#include "runtime/solve/line_recorder.h"
#include "runtime/solve/straight_line.h"
#include "runtime/solve/system_solver.h"

namespace stiction::runtime {

/// How the event of one relation settled, in a scope (docs/decisions/0018), apart from the numbers of its slots,
/// relations and discrete variables.
struct EventCourse {
  StraightLine line;
  size_t relations;  // so many were evaluated
  SolveStatistics solves;
};

/// The same for one relation. What it needs stands side by side: places of the line, then relations, then discrete
/// variables.
class EventLine {
 public:
  EventLine(EventCourse& course, std::vector<int32_t> numbers) : course_(&course), numbers_(std::move(numbers)) {}

  EventCourse& course() const { return *course_; }
  const std::vector<int32_t>& numbers() const { return numbers_; }

  bool Fits(const double* slots) const { return course_->line.Fits(numbers_.data(), slots); }
  bool Run(const double* slots) const { return course_->line.Run(numbers_.data(), slots); }
  void Store(double* slots, std::vector<double>* before) const { course_->line.Store(numbers_.data(), slots, before); }

  std::span<const Slot> Written() const { return course_->line.Written(numbers_.data()); }
  /// Those of them that something outside of the event system watches, the first ones.
  std::span<const Slot> Touched() const { return course_->line.Watched(numbers_.data()); }
  /// What was evaluated, of Program::relations and Program::pres.
  std::span<const int32_t> Relations() const { return AllOf().subspan(place_count(), course_->relations); }
  std::span<const int32_t> Discretes() const { return AllOf().subspan(place_count() + course_->relations); }
  /// Slots of the line.
  std::span<const Slot> Places() const { return AllOf().first(place_count()); }

 private:
  std::span<const int32_t> AllOf() const { return numbers_; }
  size_t place_count() const { return course_->line.place_count(); }

  EventCourse* course_;
  std::vector<int32_t> numbers_;
};

/// Keeps lines by the relation that flips. Those of one element serve all that are like it.
class EventLines {
 public:
  EventLines(const Program& program, EventScopes& scopes, const double* slots, const SolveStatistics& statistics);

  /// Finds the scopes of events that may come, and what they are like, unless that takes many times as long as to read
  /// the program: then the rest of them when they come.
  void Prepare();

  /// The line that the event takes, once run: the values are there to be stored. Null: none is known.
  /// @param was_flipped the relation takes its other value before all
  const EventLine* Find(int32_t relation, bool was_flipped);

  /// Begins to record the event that Find knew nothing of. @returns null if that has no prospects
  LineRecorder* Begin(int32_t relation, bool was_flipped);
  /// One pass of it, in the scope of what flips or, after the first pass, of these pre values. @pre is_recording()
  void NotePass(const std::vector<int32_t>& changed, const EventScope& scope);
  /// Keeps what was recorded.
  void End();
  bool is_recording() const { return recorder_.is_recording(); }
  LineRecorder& recorder() { return recorder_; }

 private:
  /// A line recorded for the event of one relation.
  struct Pattern {
    int32_t relation;
    EventLine line;
    std::vector<std::vector<int32_t>> changed;  // pre values, by pass but the first
  };
  struct Lines {
    std::vector<EventLine> known;
    size_t patterns_seen = 0;
    int failures = 0;  // to record
  };
  /// Relations whose events alone have like scopes.
  struct Kind {
    std::vector<Pattern> patterns[2];  // held and flipped
  };
  Lines& LinesOf(int32_t relation, bool was_flipped) {
    return lines_[2 * static_cast<size_t>(relation) + (was_flipped ? 1 : 0)];
  }
  Kind& KindOf(int32_t relation);
  /// Adds the line of a pattern for another relation of its kind. @returns false if only the beginning of the event is
  /// like it, or if parameters differ
  bool Adapt(const Pattern& pattern, int32_t relation, std::vector<EventLine>& known);
  /// map_ takes one relation, and what its event concerns, to the other. @pre they are of one kind
  void MapRelation(int32_t from, int32_t to);
  /// Extends it. @returns false if there is no such map: then it is of no use any more
  bool MapPass(const std::vector<int32_t>& changed);

  const Program& program_;
  EventScopes& scopes_;
  const double* slots_;
  const SolveStatistics& statistics_;
  LineRecorder recorder_;
  ScopeForms forms_;
  ScopeMap map_;
  std::deque<EventCourse> courses_;
  std::vector<Lines> lines_;  // by relation, held and flipped
  std::deque<Kind> kinds_;
  FlatMap<uint64_t, Kind*> kind_of_form_;  // by kind of the scope and ordinal of the relation in it
  std::vector<Kind*> kind_of_;             // by relation, null: not asked yet
  std::vector<std::pair<const EventScope*, const EventScope*>> mapped_;  // by map_; empty: it is of no use
  std::vector<int32_t> mapped_changed_;
  // Of the recording
  int32_t relation_ = -1;
  bool was_flipped_ = false, is_first_pass_ = true;
  SolveStatistics solves_before_;
  std::vector<std::vector<int32_t>> changed_;
  std::vector<int32_t> evaluated_, computed_;  // relations, discrete variables; some of them more than once
};

}  // namespace stiction::runtime
