#include "runtime/events/event_lines.h"

#include <algorithm>
#include <utility>

namespace stiction::runtime {
namespace {

constexpr size_t kMostLines = 16;     // of one relation
constexpr size_t kMostPatterns = 64;  // of one kind
constexpr size_t kMostKinds = 64;     // with which a relation is compared
constexpr int kMostFailures = 3;      // to record the event of one relation

}  // namespace

EventLines::EventLines(const Program& program, EventScopes& scopes, const double* slots,
                       const SolveStatistics& statistics)
    : program_(program),
      scopes_(scopes),
      slots_(slots),
      statistics_(statistics),
      is_seen_(scopes.SeenOutside()),
      recorder_(scopes.SlotKinds(), is_seen_),
      map_(program),
      lines_(2 * program.relations.size()),
      kind_of_(program.relations.size()) {}

const EventLine* EventLines::Find(int32_t relation, bool was_flipped) {
  Lines& lines = LinesOf(relation, was_flipped);
  const auto is_right = [&](const EventLine& line) { return line.line->Fits(slots_) && line.line->Run(slots_); };
  for (const std::unique_ptr<EventLine>& line : lines.known) {
    if (is_right(*line)) return line.get();
  }
  // Elements like this one may have come this way.
  const std::vector<Pattern>& patterns = KindOf(relation).patterns[was_flipped ? 1 : 0];
  while (lines.patterns_seen < patterns.size() && lines.known.size() < kMostLines) {
    const Pattern& pattern = patterns[lines.patterns_seen++];
    if (pattern.passes.front().relations.front() == relation) continue;
    auto line = Adapt(pattern, relation);
    if (!line) continue;
    lines.known.push_back(std::move(line));
    if (is_right(*lines.known.back())) return lines.known.back().get();
  }
  return nullptr;
}

EventLines::Kind& EventLines::KindOf(int32_t relation) {
  Kind*& kind = kind_of_[static_cast<size_t>(relation)];
  if (kind != nullptr) return *kind;
  for (size_t k = 0; k < std::min(kinds_.size(), kMostKinds) && kind == nullptr; ++k) {
    if (MapRelation(kinds_[k]->first, relation)) kind = kinds_[k].get();
  }
  if (kind == nullptr) kind = kinds_.emplace_back(std::make_unique<Kind>(Kind{relation, {}})).get();
  return *kind;
}

bool EventLines::MapRelation(int32_t from, int32_t to) {
  if (mapped_from_ == from && mapped_to_ == to) return true;
  map_.Clear();
  mapped_.clear();
  mapped_from_ = mapped_to_ = -1;
  if (!map_.JoinRelation(from, to) || !MapPass({{from}, {}})) return false;
  mapped_from_ = from;
  mapped_to_ = to;
  return true;
}

bool EventLines::MapPass(const Pass& pass) {
  const EventScope& scope = scopes_.Of(pass.relations, pass.changed);
  if (std::find(mapped_.begin(), mapped_.end(), &scope) != mapped_.end()) return true;
  Pass other;
  for (const int32_t i : pass.relations) other.relations.push_back(map_.OfRelation(i));
  for (const int32_t i : pass.changed) other.changed.push_back(map_.OfPre(i));
  for (const std::vector<int32_t>* numbers : {&other.relations, &other.changed}) {
    if (!std::is_sorted(numbers->begin(), numbers->end()) || (!numbers->empty() && numbers->front() < 0)) return false;
  }
  mapped_.push_back(&scope);
  return map_.Match(scope, scopes_.Of(other.relations, other.changed));
}

std::unique_ptr<EventLine> EventLines::Adapt(const Pattern& pattern, int32_t relation) {
  if (!MapRelation(pattern.passes.front().relations.front(), relation)) return nullptr;
  if (!std::all_of(pattern.passes.begin(), pattern.passes.end(), [&](const Pass& pass) { return MapPass(pass); })) {
    mapped_from_ = -1;
    return nullptr;
  }
  auto line = std::make_unique<EventLine>();
  line->line = pattern.line->line->On(slots_, [&](Slot slot) { return map_.Of(slot); });
  if (!line->line) return nullptr;
  for (const int32_t i : pattern.line->relations) line->relations.push_back(map_.OfRelation(i));
  for (const int32_t i : pattern.line->discretes) line->discretes.push_back(map_.OfPre(i));
  line->solves = pattern.line->solves;
  FindTouched(*line);
  return line;
}

void EventLines::FindTouched(EventLine& line) const {
  for (const Slot slot : line.line->writes()) {
    if (IsSeen(slot)) line.touched.push_back(slot);
  }
}

LineRecorder* EventLines::Begin(int32_t relation, bool was_flipped) {
  const Lines& lines = LinesOf(relation, was_flipped);
  if (lines.failures >= kMostFailures || lines.known.size() >= kMostLines) return nullptr;
  relation_ = relation;
  was_flipped_ = was_flipped;
  solves_before_ = statistics_;
  passes_.clear();
  evaluated_.clear();
  computed_.clear();
  if (was_flipped) evaluated_.insert(relation);
  recorder_.Begin(slots_);
  return &recorder_;
}

void EventLines::NotePass(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed,
                          const EventScope& scope) {
  passes_.push_back({relations, changed});
  evaluated_.insert(scope.relations.begin(), scope.relations.end());
  computed_.insert(scope.discretes.begin(), scope.discretes.end());
}

void EventLines::End() {
  Lines& lines = LinesOf(relation_, was_flipped_);
  auto line = std::make_unique<EventLine>();
  line->line = recorder_.End(slots_);
  if (!line->line) {
    ++lines.failures;
    return;
  }
  line->relations.assign(evaluated_.begin(), evaluated_.end());
  line->discretes.assign(computed_.begin(), computed_.end());
  line->solves = statistics_;
  line->solves -= solves_before_;
  FindTouched(*line);
  std::vector<Pattern>& patterns = KindOf(relation_).patterns[was_flipped_ ? 1 : 0];
  if (recorder_.is_shareable() && patterns.size() < kMostPatterns) patterns.push_back({line.get(), passes_});
  lines.known.push_back(std::move(line));
}

}  // namespace stiction::runtime
