// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fmi/import/input_setter.h"
#include "fmi/import/values.h"
#include "runtime/support/time_resolution.h"

namespace stiction::fmi {
namespace {

using runtime::Reason;
using runtime::SimulationReport;

class Run {
 public:
  Run(ImportedInstance& instance, const ImportedModel& model, const ImportSetup& setup,
      const std::vector<size_t>& shown, runtime::RowSink& rows, SimulationReport& report)
      : instance_(instance),
        model_(model),
        setup_(setup),
        shown_(shown),
        rows_(rows),
        report_(report),
        got_(model, shown),
        inputs_(model, setup.inputs),
        values_(shown.size()) {}

  void Begin() {
    std::vector<runtime::VariableInfo> infos;
    for (const size_t v : shown_) {
      infos.push_back(ShownAs(model_.variables[v]));
      infos.back().slot = static_cast<runtime::Slot>(infos.size());  // none is an alias of another one
    }
    rows_.Begin(infos, runtime::kNoSlot);
    SetFromTexts(instance_, model_, setup_.settings);
    instance_.EnterInitialization(setup_.start_time, setup_.stop_time, setup_.tolerance);
    inputs_.SetAll(instance_, setup_.start_time, false);
    instance_.ExitInitialization();
    report_.time_reached = setup_.start_time;
    next_input_event_ = setup_.inputs.NextEvent(setup_.start_time);
    instance_.HasEventMode() ? LeaveEventMode() : Write();
  }

  /// Towards the next point of communication. @returns whether the run goes on
  bool Step(double point) {
    const double t = report_.time_reached;
    const double end = EndOfStep(point);
    if (t >= next_input_event_) {
      PassEvent();
    } else if (instance_.HasEventMode()) {
      inputs_.SetContinuous(instance_, t, false);
    } else {
      inputs_.SetAll(instance_, t, false);
    }
    if (!report_.terminated) Advance(t, end);
    return !report_.terminated;
  }

 private:
  // Inputs jump, and time events that are told before happen, between two steps.
  double EndOfStep(double point) const {
    if (!model_.stepped->can_vary_step) return point;
    const double t = report_.time_reached, nearest = runtime::SimultaneousWithin(t);
    double end = point;
    for (const double event : {next_input_event_, next_time_event_}) {
      if (event > t + nearest && event < end) end = event;
    }
    return end;
  }

  void Advance(double t, double end) {
    const ImportedStep step = instance_.DoStep(t, end - t);
    ++report_.steps;
    // A model that has stopped early goes on from there.
    report_.time_reached = step.time < end - runtime::SimultaneousWithin(end) ? step.time : end;
    report_.terminated = step.terminates;
    const bool is_due = report_.time_reached >= next_time_event_;
    Write();
    if (!step.terminates && instance_.HasEventMode() && (step.needs_event || is_due)) {
      ++report_.time_events;
      instance_.EnterEventMode();
      LeaveEventMode();
    }
    // Events at one time each end a step.
    constexpr int kMostAtOnce = 1000;
    standing_ = step.time > t ? 0 : standing_ + 1;
    if (!report_.terminated && standing_ > kMostAtOnce)
      throw ImportFailure{fmt::format("{} steps of the FMU have not come any further", standing_)};
  }

  // Where inputs jump.
  void PassEvent() {
    const double t = report_.time_reached;
    if (instance_.HasEventMode()) instance_.EnterEventMode();
    inputs_.SetAll(instance_, t, false);
    next_input_event_ = setup_.inputs.NextEvent(t);
    if (instance_.HasEventMode()) LeaveEventMode();
  }
  void LeaveEventMode() {
    const ImportedEvent event = SettleEvents(instance_);
    report_.terminated = event.terminates;
    next_time_event_ = event.next_time.value_or(HUGE_VAL);
    if (!event.terminates) instance_.EnterStepMode();
    Write();
  }

  void Write() {
    got_.Get(instance_, values_.data());
    rows_.Row(report_.time_reached, values_.data());
  }

  ImportedInstance& instance_;
  const ImportedModel& model_;
  const ImportSetup& setup_;
  const std::vector<size_t>& shown_;
  runtime::RowSink& rows_;
  SimulationReport& report_;
  Selection got_;
  InputSetter inputs_;
  std::vector<double> values_;
  double next_input_event_ = HUGE_VAL, next_time_event_ = HUGE_VAL;
  int standing_ = 0;  // steps without progress
};

}  // namespace

SimulationReport RunSteps(ImportedInstance& instance, const ImportedModel& model, const ImportSetup& setup, double step,
                          const std::vector<size_t>& shown, runtime::RowSink& rows,
                          const std::atomic<bool>& interrupted) {
  SimulationReport report;
  report.method = fmt::format("Co-Simulation, steps of {} s", step);
  report.unknowns = static_cast<long>(model.variables.size());
  report.time_reached = setup.start_time;
  try {
    Run run(instance, model, setup, shown, rows, report);
    run.Begin();
    bool goes_on = !report.terminated;
    // By multiplication: the last point is the stop time.
    for (long k = 1; goes_on && report.time_reached < setup.stop_time;) {
      if (interrupted.load() || rows.failed()) {
        report.reason = interrupted.load() ? Reason::kInterrupted : Reason::kOutput;
        report.message = fmt::format("simulation stopped at t = {:.12g} s: {}", report.time_reached,
                                     rows.failed() ? "the result can no longer be written" : "interrupted");
        break;
      }
      double end = setup.start_time + static_cast<double>(k) * step;
      if (end > setup.stop_time - runtime::SimultaneousWithin(setup.stop_time)) end = setup.stop_time;
      goes_on = run.Step(end);
      if (report.time_reached >= end) ++k;
    }
    if (report.terminated) report.message = fmt::format("terminated by the FMU at t = {:.12g} s", report.time_reached);
    instance.Terminate();
  } catch (const ImportFailure& failure) {
    report.reason = Reason::kExternalFunctionFailed;
    report.message = fmt::format("simulation stopped at t = {:.12g} s: {}", report.time_reached, failure.message);
  }
  report.success = report.reason == Reason::kNone;
  return report;
}

}  // namespace stiction::fmi
