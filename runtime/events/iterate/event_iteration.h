// SPDX-License-Identifier: BSD-3-Clause
// The event iteration of MLS Appendix B: solve with pre values fixed; compare the discrete variables with their pre
// values; pre := current; repeat until nothing changes. All decisions at an event are made here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/events/iterate/event_scope.h"
#include "runtime/events/locate/crossing.h"
#include "runtime/execute/tape.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// What an event changed.
struct EventEffects {
  struct Change {
    double before = 0, after = 0;
    int32_t index = -1;
  };
  /// What one pass of the event iteration changed.
  struct Pass {
    std::vector<Change> relations;    // of Program::relations
    std::vector<Change> discretes;    // of Program::pres
    std::vector<Change> states;       // of Program::states
    std::vector<int32_t> reinits;     // of Program::reinits, one per entry of `states`
    std::vector<MixedOutcome> mixed;  // blocks of the event system, in order
  };
  std::vector<Change> relations;           // of Program::relations
  std::vector<Change> discretes;           // of Program::pres
  std::vector<Change> states;              // of Program::states
  std::vector<int32_t> reinits;            // of Program::reinits: that set the state, one per entry of `states`
  std::vector<int32_t> ticks;              // of Program::samples
  std::optional<std::string> termination;  // message of terminate()
  struct Violation {
    int32_t assertion = -1;  // of Program::assertions
    std::string message;
  };
  std::vector<Violation> violations;  // assertions of when-clauses, each once
  std::vector<Pass> passes;           // if they are traced: all, also the last one, in which nothing changed
  void Clear();
  bool changed() const { return !relations.empty() || !discretes.empty() || !states.empty(); }
};

/// Why an event could not be handled.
struct EventFailure {
  std::optional<SolveError> error;  // a system could not be solved
  std::string message;              // else: what does not settle
};

/// Tells that an event iteration goes on for ever.
/// @param changing of Program::pres: those that still change
/// @param relations of Program::relations: likewise, ascending
std::string DescribeUnsettled(const Program& program, const std::vector<int32_t>& changing,
                              const std::vector<int32_t>& relations, int passes);

/// Handles events on one array of slots.
class EventIteration {
 public:
  static constexpr int kMaxPasses = 100;

  EventIteration(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics);

  /// Goes from the left limit to the right limit.
  /// @param ticks samples that tick now
  /// @param flipped relations that take their other value before all: those that a tie would hold
  /// @pre the slots hold the left limit at the event's time
  /// @post the slots hold the right limit; pre(v) = v for all v
  std::optional<EventFailure> Run(const std::vector<int32_t>& ticks, EventEffects& effects,
                                  const std::vector<int32_t>& flipped = {});

  /// Whether EventEffects::passes are filled, which costs a look at every relation in every pass.
  void TracePasses(bool trace) { traces_ = trace; }

  /// Whether RunScoped may stand for Run at state events.
  bool CanScope() const { return scopes_.is_possible(); }

  /// The same for an event at which the given relations flip and nothing else happens: only what depends on them is
  /// solved.
  /// @pre the slots hold time and states of the event, and the right limit of the last event
  /// @post relations and discrete variables are those of the right limit; continuous variables are not computed
  /// @param effects gets the passes alone, if they are traced
  /// @param may_undo whether UndoScoped may follow
  std::optional<EventFailure> RunScoped(const std::vector<int32_t>& relations, EventEffects& effects, bool may_undo,
                                        const std::vector<int32_t>& flipped = {});

  /// The same for relations that flip as a consequence: what changed is then what both changed.
  std::optional<EventFailure> ContinueScoped(const std::vector<int32_t>& relations, EventEffects& effects);

  /// Relations that the last RunScoped evaluated, ascending; until the next one.
  std::span<const int32_t> Evaluated();

  /// What changed since before it; until the next one.
  const HeldChanges& FindChanges();
  /// The same with the values.
  void TellScoped(EventEffects& effects);

  /// Puts everything back to where it was before the last RunScoped, but for what follows from time and states before
  /// any change.
  void UndoScoped();

  /// Slots that RunScoped and UndoScoped wrote since the last call of ForgetTouched, but for some that the continuous
  /// system computes anew: some of them more than once.
  const std::vector<Slot>& touched() const { return touched_; }
  void ForgetTouched() { touched_.clear(); }

  /// What the actions do at the initial time, when the slots hold the solution of the initial system and initial() is
  /// true: terminations and violated assertions.
  void ActAtStart(EventEffects& effects);

  /// Least-norm solutions of the settled pass of the last Run or RunScoped. They count when Confirm is called.
  const LeastNormNotes& held_back() { return solver_.held_back(); }
  void Confirm() {
    if (!solver_.held_back().empty()) solver_.TellHeldBack();
  }
  /// The same for those of an earlier Run, to which the slots were put back.
  void Confirm(LeastNormNotes notes) {
    solver_.held_back() = std::move(notes);
    solver_.TellHeldBack();
  }

  std::vector<std::string> TakeNotes() { return solver_.TakeNotes(); }
  std::vector<AcceptedRounding> TakeAcceptedRoundings() { return solver_.TakeAcceptedRoundings(); }

 private:
  /// Values before and after a pass.
  struct Values {
    std::vector<double> relations, discretes, states;
  };

  /// Left limits become what is now. @returns numbers of the discrete variables whose left limit has changed
  std::vector<int32_t> TakeLeftLimits();
  /// @param start values at the left limit
  std::optional<EventFailure> Settle(const Values& start, EventEffects& effects);
  std::optional<EventFailure> RunPass(const Values& start, EventEffects& effects, bool& reset);
  bool ApplyReinits(EventEffects& effects);
  void TakeMessages(EventEffects& effects);
  Values ReadValues() const;
  /// Changes since `before`. @param reinits all that acted, in order
  void Compare(const Values& before, const std::vector<int32_t>& reinits, EventEffects::Pass& changes) const;

  const Program& program_;
  double* slots_;
  Tape& tape_;
  SystemSolver solver_;
  EventScopes scopes_;
  /// First values of relations and discrete variables in a RunScoped, by number: relations, then discrete variables.
  struct FirstValues {
    struct Entry {
      double value = 0;
      Slot slot = kNoSlot;
      int64_t run = 0;  // in which it was noted
    };
    std::vector<Entry> of;
    std::vector<int32_t> seen;
    bool is_sorted = true;  // seen
    Entry& At(int32_t offset, int32_t number) { return of[static_cast<size_t>(offset) + static_cast<size_t>(number)]; }
    const Entry& At(int32_t offset, int32_t number) const {
      return of[static_cast<size_t>(offset) + static_cast<size_t>(number)];
    }
    void Forget() {
      seen.clear();
      is_sorted = true;
    }
    void Sort();
  };
  void Remember(std::span<const int32_t> numbers, int32_t offset);
  /// Those of the numbers whose value is not the first one.
  void TellChanges(std::span<const int32_t> numbers, int32_t offset, const FirstValues& first,
                   std::vector<EventEffects::Change>& to) const;
  int32_t FirstDiscrete() const { return static_cast<int32_t>(program_.relations.size()); }
  Slot SlotOfRelation(int32_t i) const { return program_.relations[static_cast<size_t>(i)].value; }
  /// For UndoScoped.
  void KeepValues(std::span<const Slot> written);
  static void HoldSolved(EventEffects& effects);
  /// Begins every scoped event: what a solve reads of time and states. @returns the scope of the first pass
  const EventScope& RunUpstream(const std::vector<int32_t>& relations);
  std::optional<EventFailure> SettleScoped(const EventScope& first, EventEffects& effects, bool may_undo);

  std::vector<std::pair<Slot, double>> undo_;  // of the last RunScoped
  std::vector<Slot> touched_;
  FirstValues first_;
  HeldChanges changes_;
  int64_t scoped_runs_ = 0;
  std::vector<int32_t> changing_;
  bool traces_ = false;
};

}  // namespace stiction::runtime
