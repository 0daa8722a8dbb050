// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/relevance.h"

#include <algorithm>
#include <unordered_map>

#include "runtime/support/append.h"

namespace stiction::runtime {
namespace {

constexpr size_t kMaxTurns = 16;  // remembered, of one gate

}  // namespace

Relevance::Relevance(const Program& program, const double* slots) : graph_(program, slots) {
  gate_values_.resize(graph_.gates().size());
  const std::vector<Slot>& gates = graph_.gates();
  std::unordered_map<Slot, int32_t> gate_of_slot;
  for (size_t gate = 0; gate < gates.size(); ++gate) gate_of_slot.emplace(gates[gate], static_cast<int32_t>(gate));
  for (const PreInfo& pre : program.pres) {
    const auto gate = gate_of_slot.find(pre.pre);
    gate_of_pre_.push_back(gate == gate_of_slot.end() ? -1 : gate->second);
  }
  asked_by_.resize(gates.size());
  turns_.resize(gates.size());
  shares_.resize(gates.size());
  relevant_.assign(program.relations.size(), 1);
}

// The answer depends on the gates that were consulted.
char Relevance::Ask(int32_t relation, const double* slots) {
  const char is_relevant = graph_.Reaches(relation, slots) ? 1 : 0;
  const std::vector<int32_t>& consulted = graph_.consulted();
  for (const int32_t gate : consulted) {
    std::vector<int32_t>& asked_by = asked_by_[static_cast<size_t>(gate)];
    const auto place = std::lower_bound(asked_by.begin(), asked_by.end(), relation);
    const bool is_new = place == asked_by.end() || *place != relation;
    if (is_new) asked_by.insert(place, relation);
    if (consulted.size() > 1) shares_[static_cast<size_t>(gate)] = 1;
    if (is_new || consulted.size() > 1) turns_[static_cast<size_t>(gate)].clear();
  }
  return is_relevant;
}

void Relevance::LookAt(size_t gate, const double* slots) {
  const double value = slots[graph_.gates()[gate]];
  if (value == gate_values_[gate]) return;
  gate_values_[gate] = value;
  again_.insert(again_.end(), asked_by_[gate].begin(), asked_by_[gate].end());
}

bool Relevance::AskAgain(const double* slots) {
  std::sort(again_.begin(), again_.end());
  again_.erase(std::unique(again_.begin(), again_.end()), again_.end());
  found_.clear();
  for (const int32_t relation : again_) {
    const char now = Ask(relation, slots);
    if (now == relevant_[static_cast<size_t>(relation)]) continue;
    relevant_[static_cast<size_t>(relation)] = now;
    found_.push_back(relation);
  }
  changed_ = found_;
  return !changed_.empty();
}

bool Relevance::Update(const double* slots) {
  again_.clear();
  for (size_t gate = 0; gate < gate_values_.size(); ++gate) LookAt(gate, slots);
  if (first_) {
    again_.resize(relevant_.size());
    for (size_t i = 0; i < again_.size(); ++i) again_[i] = static_cast<int32_t>(i);
    first_ = false;
  }
  return AskAgain(slots);
}

bool Relevance::Update(const double* slots, const HeldChanges& changes) {
  if (first_) return Update(slots);
  turned_.clear();
  const auto look_at = [&](int32_t number) {
    const auto gate = static_cast<size_t>(number);
    if (number < 0 || slots[graph_.gates()[gate]] == gate_values_[gate]) return;
    if (asked_by_[gate].empty()) {
      gate_values_[gate] = slots[graph_.gates()[gate]];
    } else {
      Append(turned_, gate);
    }
  };
  for (const int32_t pre : changes.pres) look_at(gate_of_pre_[static_cast<size_t>(pre)]);
  for (const int32_t relation : changes.relations) look_at(graph_.GateOf(relation));
  if (turned_.size() == 1 && shares_[turned_.front()] == 0) return Turn(turned_.front(), slots);
  again_.clear();
  for (const size_t gate : turned_) LookAt(gate, slots);
  return AskAgain(slots);
}

// All answers that the gate decides depend on nothing else: what changes follows from its values before and after.
bool Relevance::Turn(size_t gate, const double* slots) {
  const double from = gate_values_[gate], to = slots[graph_.gates()[gate]];
  std::vector<Turned>& known = turns_[gate];
  for (const Turned& turn : known) {
    if (turn.from != from || turn.to != to) continue;
    gate_values_[gate] = to;
    changed_ = turn.changed;
    for (const int32_t relation : changed_) relevant_[static_cast<size_t>(relation)] ^= 1;
    return !changed_.empty();
  }
  again_.clear();
  LookAt(gate, slots);
  AskAgain(slots);
  if (shares_[gate] == 0 && known.size() < kMaxTurns) known.push_back({from, to, found_});
  return !changed_.empty();
}

}  // namespace stiction::runtime
