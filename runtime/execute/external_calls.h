// SPDX-License-Identifier: BSD-3-Clause
// Calls of functions in other languages and the external objects of one run (MLS 12.9).
#pragma once

#include <memory>
#include <optional>
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
  /// with the same number do nothing. One that a function declares it makes each time, and gives it a new number. After
  /// a crash in C code none runs any more.
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
  /// True for one that a function declared.
  bool IsLocal(int32_t object) const { return static_cast<size_t>(object) >= program_.objects.size(); }
  /// The function that has to be called to end the life of an object; nothing for one that the runtime itself made.
  std::optional<int32_t> DestructorOf(int32_t object) const;
  /// Ends the life of the object that was made last; its destructor, if it has one, has been called.
  void Forget();

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
  /// By number: those of the program, then those that functions declare, as long as they live.
  struct Object {
    int32_t declaration = -1;              // which of the program it is
    std::unique_ptr<ExternalObject> made;  // by the runtime itself
    bool lives = false;
  };
  std::vector<Object> objects_;
  std::vector<int32_t> order_;  // in which they were made
  Transports transports_;
  std::vector<void*> pointers_;     // of the texts of a call, the last one first, then of the objects
  size_t room_for_texts_ = 0;       // so many of them
  std::vector<std::string> texts_;  // of the call that runs
  std::string message_;
  std::string crash_;               // what was told of a crash; empty: none
  std::vector<std::string> heard_;  // warnings of the call that runs
  std::vector<Warning> warnings_;
};

}  // namespace stiction::runtime
