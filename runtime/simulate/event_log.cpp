#include "runtime/simulate/event_log.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

#include "runtime/results/csv.h"

namespace stiction::runtime {

EventLog::EventLog(const Program& program) : program_(program) {
  std::unordered_map<std::string_view, int32_t> variable_of_name;
  for (size_t i = 0; i < program.variables.size(); ++i) {
    variable_of_name.emplace(program.variables[i].name, static_cast<int32_t>(i));
  }
  for (const PreInfo& pre : program.pres) {
    const auto found = variable_of_name.find(pre.name);
    variable_of_pre_.push_back(found == variable_of_name.end() ? -1 : found->second);
  }
}

std::string EventLog::Value(int32_t pre, double value) const {
  const VariableInfo& variable = program_.variables[variable_of_pre_[pre]];
  switch (variable.type) {
    case ValueType::kBoolean:
      return (value != 0) != variable.negated ? "true" : "false";
    case ValueType::kEnumeration: {
      const auto number = static_cast<size_t>(value);
      if (number >= 1 && number <= variable.literals.size()) return variable.literals[number - 1];
      break;
    }
    default:
      break;
  }
  return ShortestNumber(variable.negated ? -value : value);
}

EventRecord EventLog::Describe(double time, bool is_time_event, const EventEffects& effects) const {
  EventRecord record;
  record.time = time;
  record.is_time_event = is_time_event;
  for (int32_t tick : effects.ticks) record.changes.push_back({"sample ticked", program_.samples[tick].place});
  for (const EventEffects::Change& change : effects.relations) {
    const RelationInfo& relation = program_.relations[change.index];
    record.changes.push_back(
        {fmt::format("{} became {}", relation.text, change.after != 0 ? "true" : "false"), relation.place});
  }
  for (const EventEffects::Change& change : effects.discretes) {
    if (variable_of_pre_[change.index] < 0) continue;
    record.changes.push_back({fmt::format("{}: {} -> {}", program_.pres[change.index].name,
                                          Value(change.index, change.before), Value(change.index, change.after)),
                              program_.variables[variable_of_pre_[change.index]].place});
  }
  for (size_t i = 0; i < effects.states.size(); ++i) {
    const EventEffects::Change& change = effects.states[i];
    record.changes.push_back({fmt::format("{}: {} -> {}", program_.states[change.index].name,
                                          ShortestNumber(change.before), ShortestNumber(change.after)),
                              program_.reinits[effects.reinits[i]].place});
  }
  return record;
}

}  // namespace stiction::runtime
