// SPDX-License-Identifier: BSD-3-Clause
// The code of a model's continuous system, by the tape and as machine code, and what compiling it takes. The model is
// that of STICTION_BENCH_MODEL, a chain of rubbing blocks without it; libraries are found by MODELICAPATH.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "compiler/driver/compile.h"
#include "runtime/execute/native_code.h"
#include "runtime/execute/tape.h"
#include "runtime/program/operands.h"

namespace stiction::runtime {
namespace {

std::vector<std::string> LibraryPaths() {
  const char* const given = std::getenv("MODELICAPATH");
  return {STICTION_SOURCE_DIR "/models", given == nullptr ? "" : given};
}

const Program& BenchProgram() {
  static const Program kProgram = [] {
    const char* const model = std::getenv("STICTION_BENCH_MODEL");
    CompileOptions options;
    options.model = model == nullptr ? "Bench.Race.P3" : model;
    options.library_paths = LibraryPaths();
    SourceMap sources;
    Diagnostics diagnostics;
    Compiled compiled = Compile(options, sources, diagnostics);
    if (compiled.program) return *std::move(compiled.program);
    std::fprintf(stderr, "%s cannot be translated: is its library in MODELICAPATH?\n", options.model.c_str());
    std::exit(1);
  }();
  return kProgram;
}

struct Code {
  std::vector<Range> ranges;  // without calls of functions
  long operations = 0;
};

Code CodeOf(const Program& program) {
  Code code;
  for (const BlockCode& block : program.continuous_system.blocks) {
    for (const Range range : {block.assign, block.residual, block.jacobian}) {
      bool is_plain = true;
      for (const Instruction& i : CodeIn(program, range)) is_plain = is_plain && i.op != OpCode::kCall;
      if (!is_plain || range.empty()) continue;
      code.ranges.push_back(range);
      code.operations += range.end - range.begin;
    }
  }
  return code;
}

void CountOperations(benchmark::State& state, long operations) {
  state.counters["operations"] = static_cast<double>(operations);
  state.counters["s/operation"] = benchmark::Counter(
      static_cast<double>(operations), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void RunAsMachineCode(benchmark::State& state) {
  const Program& program = BenchProgram();
  const Code code = CodeOf(program);
  Tape tape(program);
  std::vector<double> slots = program.initial_slots;
  for (auto _ : state) {
    for (const Range range : code.ranges) tape.Run(range, slots.data());
  }
  CountOperations(state, code.operations);
}

void RunByTape(benchmark::State& state) {
  const Program& program = BenchProgram();
  const Code code = CodeOf(program);
  Tape tape(program);
  std::vector<std::vector<Instruction>> picked;
  for (const Range range : code.ranges) {
    const auto span = CodeIn(program, range);
    std::vector<Instruction>& piece = picked.emplace_back(span.begin(), span.end());
    for (Instruction& i : piece) {
      if (IsJump(i)) i.a -= range.begin;  // picked code counts from its own first instruction
    }
  }
  std::vector<double> slots = program.initial_slots;
  for (auto _ : state) {
    for (const std::vector<Instruction>& piece : picked) tape.Run(piece, slots.data());
  }
  CountOperations(state, code.operations);
}

void CompileCode(benchmark::State& state) {
  const Program& program = BenchProgram();
  const Code code = CodeOf(program);
  for (auto _ : state) {
    NativeCode native;
    std::vector<NativeFunction> pieces(code.ranges.size());
    for (size_t i = 0; i < pieces.size(); ++i) {
      benchmark::DoNotOptimize(native.Compile(program, code.ranges[i], pieces[i]));
    }
  }
  CountOperations(state, code.operations);
}

BENCHMARK(RunByTape);
BENCHMARK(RunAsMachineCode);
BENCHMARK(CompileCode);

}  // namespace
}  // namespace stiction::runtime
