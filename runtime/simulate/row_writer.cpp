// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/row_writer.h"

#include "runtime/support/time_resolution.h"

namespace stiction::runtime {

RowWriter::RowWriter(const Program& program, const SimulationOptions& options, ContinuousSystem& system,
                     Projection& projection, SimulationReport& report, RunFailure& failure)
    : system_(system),
      report_(report),
      failure_(failure),
      options_(options),
      recorder_(program, options.sink),
      evaluation_(program, system, projection, recorder_.signals()),
      grid_(options.start_time, options.stop_time, options.interval),
      assertions_(program, system.slots(), system.tape(), report.notes),
      bounds_(program, system.slots(), system.tape(), options.tolerance, report.notes),
      x_(program.states.size()) {}

bool RowWriter::WriteStart(double t) {
  if (const auto outside = bounds_.Start()) return failure_.Report(Reason::kAssertion, t, *outside);
  Add(t);
  grid_.Advance();
  return Check(t, std::nullopt);
}

bool RowWriter::WriteGridBefore(double t, const DenseOutput& step) {
  while (grid_.Next() < t - SimultaneousWithin(t)) {
    if (!Write(grid_.Next(), step)) return false;
    grid_.Advance();
  }
  return true;
}

bool RowWriter::Write(double t, const DenseOutput& step) { return CheckAt(t, step) && Add(t); }

bool RowWriter::WriteLeftLimit(double t, const DenseOutput& step, const Crossing* crossing, double* x) {
  step.Interpolate(t, x);
  const auto error = evaluation_.Evaluate(t, x);
  if (!error || crossing == nullptr) return Check(t, error) && Add(t);
  system_.tape().ClearFailure();
  if (!Write(crossing->before, step)) return false;
  system_.SetPoint(t, x);
  return true;
}

bool RowWriter::Add(double t) {
  recorder_.Record(t, system_.slots());
  report_.time_reached = t;
  return true;
}

void RowWriter::SkipGridTo(double t) {
  while (grid_.Next() <= t + SimultaneousWithin(t) && grid_.Next() < options_.stop_time) grid_.Advance();
}

bool RowWriter::CheckAt(double t, const DenseOutput& step) {
  step.Interpolate(t, x_.data());
  return Check(t, evaluation_.Evaluate(t, x_.data()));
}

bool RowWriter::Check(double t, const std::optional<SolveError>& error) {
  if (error) return failure_.Report(t, *error);
  bounds_.Check(t);
  return Report(t, assertions_.Check(t));
}

bool RowWriter::TakeViolations(const std::vector<EventEffects::Violation>& violations, double t) {
  return Report(t, assertions_.Take(violations, t));
}

bool RowWriter::Report(double t, const std::optional<AssertionFailure>& failure) {
  return failure ? failure_.Report(failure->reason, t, failure->message) : true;
}

Trajectory RowWriter::Finish() {
  bounds_.Finish();
  return recorder_.Take();
}

}  // namespace stiction::runtime
