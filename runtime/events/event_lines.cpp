#include "runtime/events/event_lines.h"

#include <algorithm>
#include <utility>

namespace stiction::runtime {
namespace {

constexpr size_t kMostLines = 16;     // of one relation
constexpr size_t kMostPatterns = 64;  // of one kind
constexpr size_t kMostSequences = 8;  // that begin with one line
constexpr int kMostFailures = 3;      // to record the event of one relation
constexpr size_t kMostPrepared = 2;   // instructions in scopes for one of the program

/// Tells apart slots that change, or are read by others, in different ways.
std::vector<char> MarkSlots(const Program& program, const EventScopes& scopes, const LineRecorder& recorder) {
  std::vector<char> marks(program.initial_slots.size());
  for (size_t slot = 0; slot < marks.size(); ++slot) {
    marks[slot] =
        static_cast<char>(static_cast<int>(recorder.uses()[slot]) + 4 * static_cast<int>(recorder.kinds()[slot]));
  }
  for (size_t i = 0; i < program.pres.size(); ++i) {
    if (scopes.IsRead(static_cast<int32_t>(i))) marks[static_cast<size_t>(program.pres[i].pre)] += 16;
  }
  return marks;
}

}  // namespace

EventLines::EventLines(const Program& program, EventScopes& scopes, const double* slots,
                       const SolveStatistics& statistics)
    : program_(program),
      scopes_(scopes),
      slots_(slots),
      statistics_(statistics),
      recorder_(scopes.SlotKinds(), scopes.SlotUses()),
      forms_(program, MarkSlots(program, scopes, recorder_)),
      lines_(2 * program.relations.size()),
      kind_of_(program.relations.size()),
      noted_in_(program.relations.size() + program.pres.size()) {}

void EventLines::Prepare() {
  size_t left = kMostPrepared * program_.code.size(), left_for_joining = left;
  const auto may_go_on_after = [&](const EventScope& scope) {
    left -= std::min(left, scope.items.size() + scope.upstream_items.size());
    return left > 0;
  };
  FlatSet<size_t> firsts;  // scopes, by number
  for (size_t i = 0; i < program_.relations.size(); ++i) {
    const auto relation = static_cast<int32_t>(i);
    const EventScope& first = scopes_.Of({relation}, {});
    KindOf(relation);
    if (!may_go_on_after(first)) return;
    if (!firsts.Insert(first.number).second) continue;
    for (const int32_t pre : first.discretes) {
      if (!scopes_.IsRead(pre)) continue;
      const ScopeForm& form = forms_.Of(first);
      const EventScope& later = scopes_.OfLater({pre}, first);
      left_for_joining -= std::min(left_for_joining, form.slots.size());
      left_for_joining > 0 ? forms_.Joined(form, later) : forms_.Of(later);
      if (!may_go_on_after(scopes_.Of({}, {pre}))) return;
    }
  }
}

const EventLine* EventLines::Find(int32_t relation, bool was_flipped) {
  Lines& lines = LinesOf(relation, was_flipped);
  const auto is_right = [&](const EventLine& line) { return line.Fits(slots_) && line.Run(slots_); };
  for (const EventLine* const line : lines.known) {
    if (is_right(*line)) return line;
  }
  // Elements like this one may have come this way.
  std::vector<Pattern>& patterns = KindOf(relation).patterns[was_flipped ? 1 : 0];
  while (lines.patterns_seen < patterns.size() && lines.known.size() < kMostLines) {
    Pattern& pattern = patterns[lines.patterns_seen++];
    if (pattern.relation == relation) continue;
    const EventLine* const line = Adapt(pattern, relation, lines);
    if (line != nullptr && is_right(*line)) return line;
  }
  return nullptr;
}

EventLines::Kind& EventLines::KindOf(int32_t relation) {
  Kind*& kind = kind_of_[static_cast<size_t>(relation)];
  if (kind != nullptr) return *kind;
  const ScopeForm& form = forms_.Of(scopes_.Of({relation}, {}));
  const std::vector<int32_t>& relations = form.relations.own;
  const auto named = std::find(relations.begin(), relations.end(), relation);
  if (named == relations.end()) return *(kind = &kinds_.emplace_back());
  const uint64_t key = static_cast<uint64_t>(form.kind) << 32 | static_cast<uint64_t>(named - relations.begin());
  const auto [known, is_new] = kind_of_form_.Insert(key, nullptr);
  if (is_new) *known = &kinds_.emplace_back();
  return *(kind = *known);
}

const ScopeForm* EventLines::FormOf(const GeneralLine& general, int32_t relation) {
  const EventScope& first = scopes_.Of({relation}, {});
  const ScopeForm* form = &forms_.Of(first);
  for (const GeneralLine::Pass& pass : general.passes) {
    changed_here_.clear();
    for (const int32_t place : pass.changed) changed_here_.push_back(form->pres[static_cast<size_t>(place)]);
    if (!std::is_sorted(changed_here_.begin(), changed_here_.end())) return nullptr;
    form = &forms_.Joined(*form, scopes_.OfLater(changed_here_, first));
    if (form->kind != pass.kind) return nullptr;
  }
  return form;
}

EventLine* EventLines::Adapt(Pattern& pattern, int32_t relation, Lines& to) {
  if (!pattern.general) pattern.general = Generalize(pattern);
  const std::vector<int32_t>& places = pattern.general->places;
  const ScopeForm* const form = places.empty() ? nullptr : FormOf(*pattern.general, relation);
  if (form == nullptr) return nullptr;
  EventCourse& course = pattern.line->course();
  std::vector<int32_t> numbers(places.size());
  const auto put = [&](size_t begin, size_t end, const NumberList& of) {
    for (size_t k = begin; k < end; ++k) numbers[k] = of[static_cast<size_t>(places[k])];
  };
  const size_t slots = course.line.place_count(), relations = slots + course.relations;
  put(0, slots, form->slots);
  put(slots, relations, form->relations);
  put(relations, places.size(), form->pres);
  const auto at = [&](size_t place) { return numbers.begin() + static_cast<ptrdiff_t>(place); };
  if (!std::is_sorted(at(slots), at(relations)) || !std::is_sorted(at(relations), numbers.end())) return nullptr;
  if (!course.line.Suits(numbers.data(), slots_)) return nullptr;
  return &Add(course, std::move(numbers), to);
}

EventLines::GeneralLine EventLines::Generalize(const Pattern& pattern) {
  GeneralLine general;
  const auto find_all = [](std::span<const int32_t> numbers, const Ordinals& places, std::vector<int32_t>& found) {
    for (const int32_t number : numbers) found.push_back(places.Find(number));
  };
  const EventScope& first = scopes_.Of({pattern.relation}, {});
  const ScopeForm* form = &forms_.Of(first);
  for (const std::vector<int32_t>& changed : pattern.changed) {
    GeneralLine::Pass& pass = general.passes.emplace_back();
    find_all(changed, forms_.PlacesIn(*form).pres, pass.changed);
    form = &forms_.Joined(*form, scopes_.OfLater(changed, first));
    pass.kind = form->kind;
  }
  const ScopePlaces& places = forms_.PlacesIn(*form);
  general.places.reserve(pattern.line->numbers().size());
  find_all(pattern.line->Places(), places.slots, general.places);
  find_all(pattern.line->Relations(), places.relations, general.places);
  find_all(pattern.line->Discretes(), places.pres, general.places);
  const auto is_missing = [](int32_t place) { return place < 0; };
  if (std::ranges::any_of(general.places, is_missing) || std::ranges::any_of(general.passes, [&](const auto& pass) {
        return std::ranges::any_of(pass.changed, is_missing);
      })) {
    general.places.clear();
  }
  return general;
}

EventLine& EventLines::Add(EventCourse& course, std::vector<int32_t> numbers, Lines& to) {
  sequences_of_.emplace_back();
  EventLine& line = all_lines_.emplace_back(course, all_lines_.size(), std::move(numbers));
  to.known.push_back(&line);
  return line;
}

const HeldChanges* EventLines::ChangesOf(const std::vector<const EventLine*>& taken) const {
  for (const Sequence* const sequence : sequences_of_[taken.front()->number()]) {
    if (sequence->lines == taken) return &sequence->changes;
  }
  return nullptr;
}

const HeldChanges* EventLines::KeepChangesOf(const std::vector<const EventLine*>& taken, const HeldChanges& changes) {
  std::vector<const Sequence*>& known = sequences_of_[taken.front()->number()];
  if (known.size() >= kMostSequences) return nullptr;
  known.push_back(&sequences_.emplace_back(Sequence{taken, changes}));
  return &known.back()->changes;
}

LineRecorder* EventLines::Begin(int32_t relation, bool was_flipped) {
  const Lines& lines = LinesOf(relation, was_flipped);
  if (lines.failures >= kMostFailures || lines.known.size() >= kMostLines) return nullptr;
  relation_ = relation;
  was_flipped_ = was_flipped;
  is_first_pass_ = true;
  solves_before_ = statistics_;
  ++recordings_;
  for (std::vector<First>* values : {&evaluated_, &computed_}) values->clear();
  changed_.clear();
  recorder_.Begin(slots_);
  if (was_flipped) NoteFirst(relation, program_.relations[static_cast<size_t>(relation)].value, evaluated_);
  return &recorder_;
}

void EventLines::NotePass(const std::vector<int32_t>& changed, const EventScope& scope) {
  if (!is_first_pass_) changed_.push_back(changed);
  is_first_pass_ = false;
  for (const int32_t i : scope.relations) {
    NoteFirst(i, program_.relations[static_cast<size_t>(i)].value, evaluated_);
  }
  for (const int32_t i : scope.discretes) NoteFirst(i, program_.pres[static_cast<size_t>(i)].variable, computed_);
}

// The line depends on it, so that what it changes is known.
void EventLines::NoteFirst(int32_t number, Slot slot, std::vector<First>& values) {
  const size_t first = &values == &computed_ ? program_.relations.size() : 0;
  if (std::exchange(noted_in_[first + static_cast<size_t>(number)], recordings_) == recordings_) return;
  recorder_.RequireHeld(slot);
  values.push_back({number, slots_[slot]});
}

void EventLines::End() {
  Lines& lines = LinesOf(relation_, was_flipped_);
  const auto slot_of_relation = [&](int32_t i) { return program_.relations[static_cast<size_t>(i)].value; };
  const auto slot_of_discrete = [&](int32_t i) { return program_.pres[static_cast<size_t>(i)].variable; };
  for (const First& first : evaluated_) recorder_.RequireHeld(slot_of_relation(first.number));
  auto recorded = recorder_.End();
  if (!recorded) {
    ++lines.failures;
    return;
  }
  const size_t places = recorded->places.size();
  std::vector<EventCourse::Change> changes;
  const auto close = [&](std::vector<First>& values, const auto& slot_of) {
    std::ranges::sort(values, {}, &First::number);
    for (const First& first : values) {
      const bool is_changed = slots_[slot_of(first.number)] != first.value;
      if (is_changed) changes.push_back({static_cast<int32_t>(recorded->places.size() - places), first.value});
      recorded->places.push_back(first.number);
    }
  };
  close(evaluated_, slot_of_relation);
  close(computed_, slot_of_discrete);
  SolveStatistics solves = statistics_;
  solves -= solves_before_;
  EventCourse& course =
      courses_.emplace_back(EventCourse{std::move(recorded->line), evaluated_.size(), std::move(changes), solves});
  const EventLine& line = Add(course, std::move(recorded->places), lines);
  std::vector<Pattern>& patterns = KindOf(relation_).patterns[was_flipped_ ? 1 : 0];
  if (recorder_.is_shareable() && patterns.size() < kMostPatterns) {
    patterns.push_back({relation_, &line, changed_, std::nullopt});
  }
}

}  // namespace stiction::runtime
