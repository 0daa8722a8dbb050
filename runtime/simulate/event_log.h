// What an event changed, in the names of the model.
#pragma once

#include <string>
#include <vector>

#include "runtime/events/event_iteration.h"
#include "runtime/program/program.h"
#include "runtime/simulate/simulate.h"

namespace stiction::runtime {

/// Writes values and changes of variables as their modeller knows them: literals, false and true, shortest numbers.
class EventLog {
 public:
  explicit EventLog(const Program& program);

  /// Relations, then discrete variables, then states, each in order of number.
  EventRecord Describe(double time, bool is_time_event, const EventEffects& effects) const;

 private:
  std::string Value(int32_t pre, double value) const;

  const Program& program_;
  std::vector<int32_t> variable_of_pre_;  // in Program::variables, or -1: a generated variable
};

}  // namespace stiction::runtime
