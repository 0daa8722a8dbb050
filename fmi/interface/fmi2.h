// SPDX-License-Identifier: BSD-3-Clause
// The C interface of FMI 2.0: types, and each function once (fmi2_functions.def) for who implements and who calls them.
#pragma once

#include <cstddef>

namespace stiction::fmi2 {

using Component = void*;
using Environment = void*;
using State = void*;
using ValueReference = unsigned int;
using Real = double;
using Integer = int;
using Boolean = int;
using String = const char*;
using Byte = char;

enum Status { kOk, kWarning, kDiscard, kError, kFatal, kPending };
enum Type { kModelExchange, kCoSimulation };
enum StatusKind { kDoStepStatus, kPendingStatus, kLastSuccessfulTime, kTerminated };

struct CallbackFunctions {
  void (*logger)(Environment environment, String instance, Status status, String category, String message, ...);
  void* (*allocate_memory)(size_t count, size_t size);
  void (*free_memory)(void* memory);
  void (*step_finished)(Environment environment, Status status);
  Environment environment;
};

struct EventInfo {
  Boolean new_discrete_states_needed;
  Boolean terminate_simulation;
  Boolean nominals_of_continuous_states_changed;
  Boolean values_of_continuous_states_changed;
  Boolean next_event_time_defined;
  Real next_event_time;
};

}  // namespace stiction::fmi2
