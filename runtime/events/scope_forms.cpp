#include "runtime/events/scope_forms.h"

namespace stiction::runtime {

void ScopeForms::TellSlots(const std::vector<Slot>& slots) {
  sequence_.push_back(static_cast<int32_t>(slots.size()));
  for (const Slot slot : slots) sequence_.push_back(places_.slots.Of(slot, form_->slots));
}

void ScopeForms::TellInstructions(const Instruction* begin, const Instruction* end) {
  const size_t before = sequence_.size();
  sequence_.resize(before + 5 * static_cast<size_t>(end - begin));
  int32_t* to = sequence_.data() + before;
  for (const Instruction* i = begin; i < end; ++i, to += 5) {
    is_comparable_ = is_comparable_ && i->op < OpCode::kCall;
    to[0] = static_cast<int32_t>(i->op);
    to[1] = places_.slots.Of(i->a, form_->slots);
    to[2] = places_.slots.Of(i->b, form_->slots);
    to[3] = places_.slots.Of(i->c, form_->slots);
    to[4] = places_.slots.Of(i->dst, form_->slots);
  }
}

void ScopeForms::TellRange(Range range) {
  sequence_.push_back(range.end - range.begin);
  TellInstructions(program_.code.data() + range.begin, program_.code.data() + range.end);
}

void ScopeForms::TellRelation(int32_t relation) {
  const RelationInfo& info = program_.relations[static_cast<size_t>(relation)];
  for (const int32_t number : {places_.relations.Of(relation, form_->relations), static_cast<int32_t>(info.op),
                               static_cast<int32_t>(info.kind), places_.slots.Of(info.value, form_->slots),
                               places_.slots.Of(info.left, form_->slots), places_.slots.Of(info.right, form_->slots)}) {
    sequence_.push_back(number);
  }
}

void ScopeForms::TellPre(int32_t pre) {
  const PreInfo& info = program_.pres[static_cast<size_t>(pre)];
  for (const int32_t number :
       {places_.pres.Of(pre, form_->pres), static_cast<int32_t>(info.is_discrete),
        places_.slots.Of(info.variable, form_->slots), places_.slots.Of(info.pre, form_->slots)}) {
    sequence_.push_back(number);
  }
}

void ScopeForms::TellBlock(const BlockCode& block) {
  is_comparable_ = is_comparable_ && block.held.empty();
  // Instructions begin with what they do.
  for (const int32_t number : {-1, static_cast<int32_t>(block.kind), static_cast<int32_t>(block.is_linear),
                               static_cast<int32_t>(block.relations.size())}) {
    sequence_.push_back(number);
  }
  for (const int32_t relation : block.relations) TellRelation(relation);
  for (const std::vector<Slot>* slots : {&block.unknowns, &block.discrete_targets, &block.targets, &block.residuals}) {
    TellSlots(*slots);
  }
  for (const Range range : {block.assign, block.discrete, block.residual, block.jacobian, block.operands}) {
    TellRange(range);
  }
  sequence_.push_back(static_cast<int32_t>(block.entries.size()));
  for (const BlockCode::Entry& entry : block.entries) {
    for (const int32_t number : {entry.row, entry.column, places_.slots.Of(entry.slot, form_->slots)}) {
      sequence_.push_back(number);
    }
  }
}

const ScopeForm& ScopeForms::Of(const EventScope& scope) {
  if (scope.number >= forms_.size()) forms_.resize(scope.number + 1);
  ScopeForm& form = forms_[scope.number];
  if (form.kind >= 0) return form;
  form_ = &form;
  places_.Clear();
  form.number = next_number_++;
  form.slots.own.reserve(2 * scope.writes.size());
  sequence_.clear();
  is_comparable_ = true;
  for (const int32_t relation : scope.relations) TellRelation(relation);
  sequence_.push_back(-1);
  for (const int32_t pre : scope.discretes) TellPre(pre);
  sequence_.push_back(-1);
  for (const Slice::Part& part : scope.slice.parts) {
    if (part.code.empty()) TellBlock(program_.event_system.blocks[part.block]);
    // Where one block of assignments ends and another begins is of no interest.
    TellInstructions(part.code.data(), part.code.data() + part.code.size());
  }
  for (const Slot slot : form.slots.own) sequence_.push_back(marks_[static_cast<size_t>(slot)]);
  form.kind = FindKind();
  return form;
}

// Besides what both are it tells which of what the scope names the form has named before.
const ScopeForm& ScopeForms::Joined(const ScopeForm& form, const EventScope& next) {
  const ScopeForm& of_next = Of(next);
  const auto [known, is_new] = joined_of_.Insert(static_cast<uint64_t>(form.number) << 32 | next.number, nullptr);
  if (!is_new) return **known;
  ScopeForm& joined = *(*known = &joined_.emplace_back());
  joined.number = next_number_++;
  joined.slots = {&form.slots, form.slots.size(), {}};
  joined.relations = {&form.relations, form.relations.size(), {}};
  joined.pres = {&form.pres, form.pres.size(), {}};
  places_.Take(form);
  sequence_.assign({-2, form.kind, of_next.kind});
  const auto tell = [&](const NumberList& numbers, Ordinals& places, NumberList& order) {
    for (const int32_t number : numbers.own) sequence_.push_back(places.Of(number, order));
  };
  tell(of_next.slots, places_.slots, joined.slots);
  tell(of_next.relations, places_.relations, joined.relations);
  tell(of_next.pres, places_.pres, joined.pres);
  is_comparable_ = true;
  joined.kind = FindKind();
  return joined;
}

int32_t ScopeForms::FindKind() {
  if (!is_comparable_) return next_kind_++;
  const auto [kind, is_new] = kinds_.Insert(HashOf(sequence_), {next_kind_, {}});
  if (is_new) {
    kind->sequence = sequence_;
  } else if (kind->sequence == sequence_) {
    return kind->number;
  }
  return next_kind_++;
}

}  // namespace stiction::runtime
