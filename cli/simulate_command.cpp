// SPDX-License-Identifier: BSD-3-Clause
#include "cli/simulate_command.h"

#include "cli/common.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/fmu_simulation.h"
#include "cli/run_and_tell.h"
#include "runtime/external/foreign_code.h"

namespace stiction::cli {

int RunSimulate(const CommandLine& line) {
  if (const std::string wrong = WrongOutput(line, line.output, line.files); !wrong.empty()) return Refuse(wrong);
  std::optional<std::vector<std::string>> signals;
  if (!ReadWantedSignals(line, signals)) return kUsageError;
  runtime::SetForeignTimeLimit(line.call_limit);
  if (IsFmu(line)) return SimulateFmu(line, std::move(signals));

  // Never destroyed: all of its memory goes back with the process, which takes no time.
  static const CompileOutcome* const outcome = new CompileOutcome(CompileModel(line));
  const Compiled& compiled = outcome->compiled;
  if (const std::string wrong = WrongOutput(line, line.output, outcome->sources); !wrong.empty()) return Refuse(wrong);
  if (outcome->has_errors || !compiled.program) return EndWithoutRun(line, compiled);
  const runtime::SimulationOptions options = SimulationOptionsOf(line, compiled.program->experiment);
  if (const std::string wrong = WrongOptions(options); !wrong.empty()) return Refuse(wrong);
  return RunAndTell(line, compiled, outcome->sources, options, std::move(signals),
                    [&](const runtime::SimulationOptions& all) { return runtime::Simulate(*compiled.program, all); });
}

}  // namespace stiction::cli
