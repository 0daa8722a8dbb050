// SPDX-License-Identifier: BSD-3-Clause
// Calls of functions in other languages and the external objects of one run (MLS 12.9).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/external/provided.h"
#include "runtime/external/transports.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Everything that a call needs is prepared when it first runs: later ones do not allocate, unless they fail.
class ExternalCalls {
 public:
  explicit ExternalCalls(const Program& program);

  /// Runs externals[external] of functions[function] on its locals. A constructor makes its object once; further calls
  /// with the same number do nothing. After a crash in C code none runs any more.
  /// @param time of the simulation, for warnings [s]
  /// @returns empty, or a sentence that says why it failed
  const std::string& Run(int32_t function, int32_t external, double* locals, double time);

  /// What spatialDistribution carries along; grows with the run.
  Transports& transports() { return transports_; }

  /// Warnings of C code: each text of a function once, with the time it was first told and how often.
  std::vector<std::string> Warnings() const;

  /// Nothing of others can run any more.
  bool has_crashed() const { return !crash_.empty(); }
  /// Numbers of the objects that live, in the order in which they were made.
  const std::vector<int32_t>& objects() const { return order_; }
  /// Ends the life of what the runtime itself made; of another object its destructor has to be called before.
  void Forget();
  /// True if the destructor of its class has to be called for an object.
  bool IsForeign(int32_t object) const { return objects_[static_cast<size_t>(object)] == nullptr; }

 private:
  struct Prepared {
    const ExternalCode* code = nullptr;
    const ProvidedFunction* provided = nullptr;
    std::vector<ExternalArgument> arguments;   // inputs
    std::vector<const ExternalSlot*> inputs;   // of each argument
    std::vector<const ExternalSlot*> outputs;  // in the order of `results`
    std::vector<double> results;
    std::string wrong;  // why it cannot be called at all
  };
  struct Warning {
    const FunctionCode* function;
    const ExternalCode* code;
    std::string text;
    double time;  // when it was first told [s]
    long count;
  };
  Prepared Prepare(const FunctionCode& function, const ExternalCode& code);
  void RunProvided(const FunctionCode& function, Prepared& call, double* locals);
  void RunCompiled(const FunctionCode& function, const ExternalCode& code, double* locals, double time);
  void Hear(const FunctionCode& function, const ExternalCode& code, double time);
  bool HasObjects(const ExternalCode& code, const double* locals);

  const Program& program_;
  std::vector<std::vector<Prepared>> prepared_;  // by function, external
  std::vector<std::unique_ptr<ExternalObject>> objects_;
  Transports transports_;
  std::vector<void*> pointers_;     // of the objects; behind them, during a call, of its texts
  std::vector<std::string> texts_;  // of the call that runs
  std::vector<bool> lives_;
  std::vector<int32_t> order_;
  std::string message_;
  std::string crash_;               // what was told of a crash; empty: none
  std::vector<std::string> heard_;  // warnings of the call that runs
  std::vector<Warning> warnings_;
};

}  // namespace stiction::runtime
