#include "runtime/events/scope_map.h"

namespace stiction::runtime {

void ScopeForms::TellSlots(const std::vector<Slot>& slots) {
  sequence_.push_back(static_cast<int32_t>(slots.size()));
  for (const Slot slot : slots) sequence_.push_back(slots_.Of(slot, form_->slots));
}

void ScopeForms::TellInstructions(const Instruction* begin, const Instruction* end) {
  const size_t before = sequence_.size();
  sequence_.resize(before + 5 * static_cast<size_t>(end - begin));
  int32_t* to = sequence_.data() + before;
  for (const Instruction* i = begin; i < end; ++i, to += 5) {
    is_comparable_ = is_comparable_ && i->op < OpCode::kCall;
    to[0] = static_cast<int32_t>(i->op);
    to[1] = slots_.Of(i->a, form_->slots);
    to[2] = slots_.Of(i->b, form_->slots);
    to[3] = slots_.Of(i->c, form_->slots);
    to[4] = slots_.Of(i->dst, form_->slots);
  }
}

void ScopeForms::TellRange(Range range) {
  sequence_.push_back(range.end - range.begin);
  TellInstructions(program_.code.data() + range.begin, program_.code.data() + range.end);
}

void ScopeForms::TellRelation(int32_t relation) {
  const RelationInfo& info = program_.relations[static_cast<size_t>(relation)];
  for (const int32_t number :
       {relations_.Of(relation, form_->relations), static_cast<int32_t>(info.op), static_cast<int32_t>(info.kind),
        slots_.Of(info.value, form_->slots), slots_.Of(info.left, form_->slots), slots_.Of(info.right, form_->slots)}) {
    sequence_.push_back(number);
  }
}

void ScopeForms::TellPre(int32_t pre) {
  const PreInfo& info = program_.pres[static_cast<size_t>(pre)];
  for (const int32_t number : {pres_.Of(pre, form_->pres), static_cast<int32_t>(info.is_discrete),
                               slots_.Of(info.variable, form_->slots), slots_.Of(info.pre, form_->slots)}) {
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
    for (const int32_t number : {entry.row, entry.column, slots_.Of(entry.slot, form_->slots)}) {
      sequence_.push_back(number);
    }
  }
}

const ScopeForm& ScopeForms::Of(const EventScope& scope) {
  if (scope.number >= forms_.size()) forms_.resize(scope.number + 1);
  ScopeForm& form = forms_[scope.number];
  if (form.kind >= 0) return form;
  form_ = &form;
  for (Ordinals* ordinals : {&slots_, &relations_, &pres_}) ordinals->Clear();
  form.slots.reserve(2 * scope.writes.size());
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
  for (const Slot slot : form.slots) sequence_.push_back(marks_[static_cast<size_t>(slot)]);
  form.kind = FindKind();
  return form;
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

bool ScopeMap::Numbers::Join(const std::vector<int32_t>& from, const std::vector<int32_t>& to, int32_t run) {
  for (size_t k = 0; k < from.size(); ++k) {
    Entry& there = entries[static_cast<size_t>(from[k])];
    Entry& back = entries[static_cast<size_t>(to[k])];
    if (there.to_run != run && back.from_run != run) {
      there.to = to[k];
      back.from = from[k];
      there.to_run = back.from_run = run;
    } else if (there.to_run != run || there.to != to[k]) {
      return false;
    }
  }
  return true;
}

bool ScopeMap::Join(const ScopeForm& from, const ScopeForm& to) {
  return from.kind == to.kind && slots_.Join(from.slots, to.slots, run_) &&
         relations_.Join(from.relations, to.relations, run_) && pres_.Join(from.pres, to.pres, run_);
}

}  // namespace stiction::runtime
