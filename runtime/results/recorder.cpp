// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

/// Number of single-character insertions, deletions and replacements between two words (Levenshtein 1966).
size_t EditDistance(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string UnknownSignal(const Program& program, const std::string& name) {
  const VariableInfo* nearest = nullptr;
  size_t least = 0;
  for (const VariableInfo& variable : program.variables) {
    const size_t distance = EditDistance(name, variable.name);
    if (nearest == nullptr || distance < least) {
      nearest = &variable;
      least = distance;
    }
  }
  std::string message = fmt::format("the model {} has no variable `{}` to record", program.model, name);
  if (nearest != nullptr) message += fmt::format("\n  hint: the nearest name is `{}`", nearest->name);
  return message;
}

}  // namespace

std::optional<std::string> Recorder::Choose(const std::optional<std::vector<std::string>>& names) {
  trajectory_ = {};
  if (!names) {
    for (const VariableInfo& variable : program_.variables) {
      if (variable.type != ValueType::kString) trajectory_.signals.push_back(variable);
    }
    Begin();
    return std::nullopt;
  }
  std::unordered_map<std::string_view, const VariableInfo*> variable_of_name;  // of names that are wanted
  for (const std::string& name : *names) variable_of_name.emplace(name, nullptr);
  for (const VariableInfo& variable : program_.variables) {
    const auto wanted = variable_of_name.find(variable.name);
    if (wanted != variable_of_name.end() && wanted->second == nullptr) wanted->second = &variable;
  }
  for (const std::string& name : *names) {
    if (name == "time") continue;
    const VariableInfo* const variable = variable_of_name[name];
    if (variable == nullptr) return UnknownSignal(program_, name);
    if (variable->type == ValueType::kString) {
      return fmt::format("`{}` is a String: a result has numbers only\n  hint: --log events tells its changes", name);
    }
    trajectory_.signals.push_back(*variable);
  }
  Begin();
  return std::nullopt;
}

void Recorder::Begin() {
  columns_.clear();
  negations_.clear();
  for (const VariableInfo& signal : trajectory_.signals) {
    if (signal.negated) negations_.push_back({columns_.size(), signal.type == ValueType::kBoolean});
    columns_.push_back(signal.slot);
  }
  row_.resize(columns_.size());
  if (sink_ != nullptr) sink_->Begin(trajectory_.signals, program_.time);
}

void Recorder::Record(double time, const double* slots) {
  RT_CHECK(!last_time_ || time >= *last_time_, "row at {} after one at {}", time, *last_time_);
  last_time_ = time;
  double* to = row_.data();
  for (const Slot slot : columns_) *to++ = slots[slot];
  for (const Negation& negation : negations_) {
    double& value = row_[negation.column];
    if (negation.of_boolean) {
      value = value == 0 ? 1.0 : 0.0;
    } else {
      value = value == 0 ? 0.0 : -value;
    }
  }
  if (sink_ != nullptr) return sink_->Row(time, row_.data());
  trajectory_.times.push_back(time);
  trajectory_.values.insert(trajectory_.values.end(), row_.begin(), row_.end());
}

}  // namespace stiction::runtime
