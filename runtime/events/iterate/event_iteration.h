// SPDX-License-Identifier: BSD-3-Clause
// The event iteration of MLS Appendix B.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/events/iterate/event_slice.h"
#include "runtime/events/locate/crossing.h"
#include "runtime/execute/tape.h"
#include "runtime/model/continuous_system.h"
#include "runtime/model/projection.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Relations, discrete variables and states that are no longer what they were.
struct EventChanges {
  struct Change {
    double before = 0, after = 0;
    int32_t index = -1;
  };
  std::vector<Change> relations;  // of Program::relations
  std::vector<Change> discretes;  // of Program::pres
  std::vector<Change> states;     // of Program::states
  std::vector<int32_t> causes;    // of Program::reinits, then Program::jumps: what set it, one per entry of `states`
  /// What acted on states that jumped.
  struct Impulse {
    double size = 0;
    int32_t index = -1;  // of Program::impulses
  };
  std::vector<Impulse> impulses;
  bool empty() const { return relations.empty() && discretes.empty() && states.empty(); }
};

/// The changes of an event, and all that acted.
struct EventEffects : EventChanges {
  /// One pass of the event iteration.
  struct Pass : EventChanges {
    std::vector<MixedOutcome> mixed;  // blocks of the event system, in order
  };
  struct Violation {
    int32_t assertion = -1;  // of Program::assertions
    std::string message;
  };
  std::vector<int32_t> ticks;              // of Program::samples
  std::optional<std::string> termination;  // message of terminate()
  std::vector<Violation> violations;       // assertions of when-clauses, each once
  std::vector<Pass> passes;                // if they are traced: all, also the last one, in which nothing changed
  void Clear();
};

/// The reason for which an event could not be handled.
struct EventFailure {
  std::optional<SolveError> error;  // a system could not be solved
  std::string message;              // else: what does not settle
  const std::string& Text() const { return error ? error->message : message; }
};

/// The message that an event iteration goes on for ever.
/// @param changing of Program::pres: those that still change
/// @param relations of Program::relations: likewise, ascending
std::string DescribeUnsettled(const Program& program, const std::vector<int32_t>& changing,
                              const std::vector<int32_t>& relations, int passes);

/// Solves the event system, or a slice of it, with pre values fixed; compares the discrete variables with their pre
/// values; pre := current; repeats until nothing changes. All decisions at an event are made here. One event may take
/// several runs, of which the last one can be undone.
/// One method for each line of the event step (docs/architecture.md) and for each question about its outcome, hence
/// their number; the members beyond the usual number are lists that each event uses again.
class EventIteration {
 public:
  static constexpr int kMaxPasses = 100;

  EventIteration(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics);

  /// Switches the filling of EventEffects::passes, which costs time.
  void TracePasses(bool trace) { traces_ = trace; }

  /// From now on what reinits set takes other states with it, so that invariants hold. @pre `projection` outlives this
  void Use(Projection* projection) { projection_ = projection; }

  /// From now on left limits follow what reinits set: those of variables that states determine, which equations of
  /// jumps read. @pre `system` outlives this
  void Use(ContinuousSystem* system) { system_ = system; }

  /// See SystemSolver.
  void UseNoise(std::function<double(int32_t)> noise_of) { solver_.UseNoise(std::move(noise_of)); }

  /// Of the event system, the whole among them.
  EventSlices& slices() { return slices_; }

  /// The input of a run.
  struct Input {
    std::span<const int32_t> ticks = {};    // samples that tick now; of the whole only
    std::span<const int32_t> flipped = {};  // relations that take their other value before all: a tie would hold them
    bool may_undo = false;
  };

  /// Begins an event. @pre the slots hold time and states of the event, and for the whole the left limit
  void Begin();
  /// @param effects gets what acts, and the passes if they are traced
  /// @post relations and discrete variables are those of the right limit, pre(v) = v; of continuous variables only
  /// those that the slice computes
  std::optional<EventFailure> Run(const EventSlice& slice, const Input& input, EventEffects& effects);
  /// Puts everything back to where it was before the last run, but for what follows from time and states before any
  /// change. @pre it may be undone
  void Undo(EventEffects& effects);

  /// Relations that the runs evaluated, ascending; until the next one.
  std::span<const int32_t> Evaluated();
  /// Changes since Begin; until the next event.
  const HeldChanges& FindChanges();
  /// The same with the values.
  void ReportChanges(EventEffects& effects);
  /// Slots that runs and Undo wrote since Begin, but for some that the continuous system computes anew: some of them
  /// more than once.
  const std::vector<Slot>& touched() const { return touched_; }

  /// Actions at the initial time, when the slots hold the solution of the initial system and initial() is true:
  /// terminations and violated assertions.
  void ActAtStart(EventEffects& effects);

  /// True if what the settled passes of this event solved was not unique.
  bool TookLeastNorm() { return !solver_.held_back().empty(); }
  /// Least-norm solutions of the settled passes of this event count from now on.
  void Confirm() {
    if (!solver_.held_back().empty()) solver_.TellHeldBack();
  }

  std::vector<std::string> TakeNotes() { return solver_.TakeNotes(); }
  std::vector<AcceptedRounding> TakeAcceptedRoundings() { return solver_.TakeAcceptedRoundings(); }

 private:
  /// First values of relations and discrete variables at an event, by number: relations, then discrete variables.
  struct FirstValues {
    struct Entry {
      double value = 0;
      Slot slot = kNoSlot;
      int64_t event = 0;  // at which it was noted
    };
    std::vector<Entry> of;
    std::vector<int32_t> seen;
    bool is_sorted = true;  // seen
    void Sort();
  };
  /// A reinit that acted, or a jump.
  struct Reset {
    int32_t cause = -1;  // of Program::reinits, then Program::jumps
    double before = 0;   // of the state
    int32_t state = -1;  // that had to follow; -1: the one that the cause is about
  };
  /// The beginning of the last run.
  struct Mark {
    size_t seen = 0, resets = 0, passes = 0, violations = 0;
    bool is_terminated = false, may_undo = false;
    LeastNormNotes held_back;
  };

  FirstValues::Entry& First(int32_t number) { return first_.of[static_cast<size_t>(number)]; }
  int32_t FirstDiscrete() const { return static_cast<int32_t>(program_.relations.size()); }
  void Enter(const EventSlice& slice);
  void NoteFirst(std::span<const int32_t> numbers, int32_t offset);
  std::optional<EventFailure> Settle(const EventSlice& first, EventEffects& effects);
  std::optional<EventFailure> RunPass(const EventSlice& slice, EventEffects& effects);
  std::optional<EventFailure> RunTraced(const EventSlice& slice, EventEffects::Pass& changes, EventEffects& effects);
  void TakeLeftLimits(const EventSlice& slice, ValueChanges changes = {});
  void ReportResets(std::span<const Reset> resets, EventChanges& changes) const;
  std::optional<EventFailure> KeepInvariants(size_t resets);
  void FollowStates();
  bool NoteJumps();
  void ReportImpulses(EventChanges& changes) const;
  int32_t StateOf(const Reset& reset) const;
  void TakeMessages(EventEffects& effects);
  static void HoldSolved(EventEffects& effects);

  const Program& program_;
  double* slots_;
  Tape& tape_;
  SystemSolver solver_;
  Projection* projection_ = nullptr;
  ContinuousSystem* system_ = nullptr;
  EventSlices slices_;
  FirstValues first_;
  int64_t events_ = 0;
  std::vector<Reset> resets_;  // of the event, in order
  std::vector<Slot> touched_;
  Mark mark_;
  std::vector<std::pair<Slot, double>> undo_;  // of the last run
  HeldChanges changes_;
  std::vector<int32_t> changing_;  // of Program::pres, in the last pass
  bool traces_ = false;
  bool notes_jumps_ = true;  // in this pass
};

}  // namespace stiction::runtime
