// SPDX-License-Identifier: BSD-3-Clause
#include "cli/simulate_command.h"

#include "cli/common.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/fmu_simulation.h"
#include "cli/result_output.h"
#include "cli/run_and_tell.h"
#include "cli/run_options.h"
#include "cli/unpacked_fmu.h"
#include "runtime/external/foreign_code.h"

namespace stiction::cli {

int RunSimulate(const CommandLine& line) {
  if (const std::string wrong = WrongOutput(line, line.output, line.files); !wrong.empty()) return Refuse(wrong);
  std::FILE* const stream = line.output == kStandardOutput ? TakeStandardOutput() : nullptr;
  if (line.output == kStandardOutput && stream == nullptr) return Refuse("the standard output is closed");
  runtime::SetForeignTimeLimit(line.call_limit);
  if (IsFmu(line)) return SimulateFmu(line, stream);

  // Never destroyed: all of its memory goes back with the process, which takes no time.
  static const CompileOutcome* const outcome = new CompileOutcome(CompileModel(line));
  const Compiled& compiled = outcome->compiled;
  if (const std::string wrong = WrongOutput(line, line.output, outcome->sources); !wrong.empty()) return Refuse(wrong);
  if (outcome->has_errors || !compiled.program) return EndWithoutRun(line, compiled);
  const runtime::SimulationOptions options = RunOptionsOf(line, compiled.program->experiment);
  if (const std::string wrong = WrongRunOptions(options); !wrong.empty()) return Refuse(wrong);
  return RunAndTell(line, compiled, outcome->sources, options, stream,
                    [&](const runtime::SimulationOptions& all) { return runtime::Simulate(*compiled.program, all); });
}

}  // namespace stiction::cli
