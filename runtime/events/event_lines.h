// Events that are settled the same way again: each way is recorded once and run from then on.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/evaluate/flat_set.h"
#include "runtime/events/crossing.h"
#include "runtime/events/event_scope.h"
#include "runtime/events/scope_forms.h"
#include "runtime/program/program.h"
#include "runtime/solve/line_recorder.h"
#include "runtime/solve/straight_line.h"
#include "runtime/solve/system_solver.h"

namespace stiction::runtime {

/// How the event of one relation settled, in a scope (docs/decisions/0018), apart from the numbers of its slots,
/// relations and discrete variables.
struct EventCourse {
  /// A value that is another one afterwards.
  struct Change {
    int32_t place;  // among relations, then discrete variables, that were evaluated
    double before;
  };

  StraightLine line;
  size_t relations;  // so many were evaluated
  std::vector<Change> changes;
  SolveStatistics solves;
};

/// The same for one relation. What it needs stands side by side: places of the line, then relations, then discrete
/// variables.
class EventLine {
 public:
  /// @param number of the line
  EventLine(EventCourse& course, size_t number, std::vector<int32_t> numbers)
      : course_(&course), number_(number), numbers_(std::move(numbers)) {}

  EventCourse& course() const { return *course_; }
  size_t number() const { return number_; }
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
  /// Of a variable that the course changes.
  int32_t NumberOf(const EventCourse::Change& change) const {
    return numbers_[place_count() + static_cast<size_t>(change.place)];
  }
  bool IsOfRelation(const EventCourse::Change& change) const {
    return static_cast<size_t>(change.place) < course_->relations;
  }
  /// Slots of the line.
  std::span<const Slot> Places() const { return AllOf().first(place_count()); }

 private:
  std::span<const int32_t> AllOf() const { return numbers_; }
  size_t place_count() const { return course_->line.place_count(); }

  EventCourse* course_;
  size_t number_;
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
  /// @pre the slots hold what they held before the pass
  void NotePass(const std::vector<int32_t>& changed, const EventScope& scope);
  /// Keeps what was recorded.
  void End();
  bool is_recording() const { return recorder_.is_recording(); }
  LineRecorder& recorder() { return recorder_; }

  /// What lines that were taken one after the other change in all. Null: nobody has said.
  const HeldChanges* ChangesOf(const std::vector<const EventLine*>& taken) const;
  /// @returns null if there is no room
  const HeldChanges* KeepChangesOf(const std::vector<const EventLine*>& taken, const HeldChanges& changes);

 private:
  /// A line in terms of the form of its scopes.
  struct GeneralLine {
    /// But the first.
    struct Pass {
      std::vector<int32_t> changed;  // places of pre values in the form of the passes before
      int32_t kind;                  // of the form up to this one
    };
    std::vector<Pass> passes;
    std::vector<int32_t> places;  // of EventLine::numbers; none: not all of them are in the form
  };
  /// A line recorded for the event of one relation.
  struct Pattern {
    int32_t relation;
    const EventLine* line;
    std::vector<std::vector<int32_t>> changed;  // pre values, by pass but the first
    std::optional<GeneralLine> general;         // made when first wanted
  };
  struct Lines {
    std::vector<EventLine*> known;
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
  /// Lines taken one after the other.
  struct Sequence {
    std::vector<const EventLine*> lines;
    HeldChanges changes;
  };
  Kind& KindOf(int32_t relation);
  /// Adds the line of a pattern for another relation of its kind. @returns null if only the beginning of the event is
  /// like it, or if parameters differ
  EventLine* Adapt(Pattern& pattern, int32_t relation, Lines& to);
  /// The form of the scopes that the event of the relation has then; null if it is of another kind.
  const ScopeForm* FormOf(const GeneralLine& general, int32_t relation);
  EventLine& Add(EventCourse& course, std::vector<int32_t> numbers, Lines& to);
  GeneralLine Generalize(const Pattern& pattern);

  const Program& program_;
  EventScopes& scopes_;
  const double* slots_;
  const SolveStatistics& statistics_;
  LineRecorder recorder_;
  ScopeForms forms_;
  std::deque<EventCourse> courses_;
  std::deque<EventLine> all_lines_;  // by number
  std::vector<Lines> lines_;         // by relation, held and flipped
  std::deque<Sequence> sequences_;
  std::vector<std::vector<const Sequence*>> sequences_of_;  // by number of the first line
  std::deque<Kind> kinds_;
  FlatMap<uint64_t, Kind*> kind_of_form_;  // by kind of the scope and ordinal of the relation in it
  std::vector<Kind*> kind_of_;             // by relation, null: not asked yet
  std::vector<int32_t> changed_here_;
  // Of the recording
  int32_t relation_ = -1;
  bool was_flipped_ = false, is_first_pass_ = true;
  SolveStatistics solves_before_;
  std::vector<std::vector<int32_t>> changed_;
  struct First {
    int32_t number;
    double value;
  };
  void NoteFirst(int32_t number, Slot slot, std::vector<First>& values);
  std::vector<First> evaluated_, computed_;  // relations, discrete variables
  std::vector<int64_t> noted_in_;            // by relation, then by discrete variable: the recording
  int64_t recordings_ = 0;
};

}  // namespace stiction::runtime
