// SPDX-License-Identifier: BSD-3-Clause
// Simulates a model of models/ as a rewriting of its flat model has it, and compares trajectories.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/flat/flat_model.h"
#include "runtime/simulate/simulate.h"

namespace stiction::test {

struct Method {
  runtime::Method method;
  runtime::Form form;
};
/// Every method, and both forms; auto is taylor where the model is smooth between events.
inline constexpr Method kMethods[] = {{runtime::Method::kDopri5, runtime::Form::kOde},
                                      {runtime::Method::kAuto, runtime::Form::kOde},
                                      {runtime::Method::kRodas, runtime::Form::kOde},
                                      {runtime::Method::kIda, runtime::Form::kOde},
                                      {runtime::Method::kIda, runtime::Form::kDae}};
std::string Name(const Method& method);

/// One run. Values between events are written at times of which no multiple is likely to be an event.
class Variant {
 public:
  /// Simulates `model` up to `time` times the end of its experiment, after `rewrite`; a failure is kept.
  Variant(const std::string& model, const Method& method, const std::function<void(ir::FlatModel&)>& rewrite = {},
          double time = 1);

  bool Failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }
  /// The model that was run, as text.
  const std::string& text() const { return text_; }

  bool Has(const std::string& name) const { return columns_.contains(name); }
  const std::vector<double>& Times() const { return trajectory_.times; }
  double At(size_t row, const std::string& name) const { return trajectory_.at(row, columns_.at(name)); }

 private:
  runtime::Trajectory trajectory_;
  std::unordered_map<std::string, size_t> columns_;
  std::string failure_, text_;
};

/// How a variable appears in another run.
struct Counterpart {
  std::string name;
  double factor = 1;  // a Real there is that here times this
  double offset = 0;  // an Integer or a literal there is that here plus this
};

/// Each variable under its own name, times its factor.
std::vector<Counterpart> Counterparts(const ir::FlatModel& model, const std::vector<double>& factors = {});

/// Whether two runs of one model have the same trajectory: Reals at about a hundred times up to 1000 times the
/// tolerance of the runs, relative to the largest value of all variables of that unit; Integers and enumerations take
/// the same values in the same order at the same times. Booleans are not compared: how long a start condition is true
/// is a matter of zones.
/// @param model of which `original` is a run
/// @param counterparts by variable; those without a name are not compared
/// @param time the unit of time of `other`
::testing::AssertionResult IsSameTrajectory(const ir::FlatModel& model, const Variant& original, const Variant& other,
                                            const std::vector<Counterpart>& counterparts, double time = 1);

}  // namespace stiction::test
