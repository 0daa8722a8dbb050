// SPDX-License-Identifier: BSD-3-Clause
// What unknowns of an exported model depend on.
#pragma once

#include <cstdint>
#include <vector>

#include "fmi/model/exposed.h"
#include "runtime/program/program.h"

namespace stiction::fmi {

/// By the code of the continuous system, with relations and discrete variables held: between events.
class Dependencies {
 public:
  Dependencies(const runtime::Program& program, const ExposedModel& model);

  /// Value references of the states and continuous inputs that a slot depends on, ascending.
  std::vector<uint32_t> Of(runtime::Slot slot) const;

 private:
  using Set = std::vector<uint64_t>;  // of knowns
  void Join(runtime::Slot slot, Set& into) const;
  void Read(runtime::Range code, Set& into);
  void Run(runtime::Range code);
  void Put(runtime::Slot slot, const Set& set);

  const runtime::Program& program_;
  std::vector<uint32_t> knowns_;
  std::vector<Set> of_slot_;  // empty: nothing
};

}  // namespace stiction::fmi
