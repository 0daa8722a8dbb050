// SPDX-License-Identifier: BSD-3-Clause
// The C interface of FMI 3.0: types, and each function once (fmi3_functions.def) for who implements and who calls them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stiction::fmi3 {

using Instance = void*;
using Environment = void*;
using State = void*;
using ValueReference = uint32_t;
using Float32 = float;
using Float64 = double;
using Int8 = int8_t;
using UInt8 = uint8_t;
using Int16 = int16_t;
using UInt16 = uint16_t;
using Int32 = int32_t;
using UInt32 = uint32_t;
using Int64 = int64_t;
using UInt64 = uint64_t;
using Boolean = bool;
using String = const char*;
using Byte = uint8_t;
using Binary = const uint8_t*;
using Clock = bool;

enum Status { kOk, kWarning, kDiscard, kError, kFatal };
enum DependencyKind { kIndependent, kConstant, kFixed, kTunable, kDiscrete, kDependent };
enum IntervalQualifier { kIntervalNotYetKnown, kIntervalUnchanged, kIntervalChanged };

using LogMessage = void (*)(Environment environment, Status status, String category, String message);
using ClockUpdate = void (*)(Environment environment);
using IntermediateUpdate = void (*)(Environment environment, Float64 time, Boolean set_requested, Boolean get_allowed,
                                    Boolean step_finished, Boolean can_return_early, Boolean* early_return_requested,
                                    Float64* early_return_time);
using Preemption = void (*)();

}  // namespace stiction::fmi3
