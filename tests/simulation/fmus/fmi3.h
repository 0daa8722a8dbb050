// SPDX-License-Identifier: BSD-3-Clause
// The interface of FMI 3.0 for models in C.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void* Instance;
typedef void* Environment;
typedef void* State;
typedef uint32_t ValueReference;
typedef float Float32;
typedef double Float64;
typedef int8_t Int8;
typedef uint8_t UInt8;
typedef int16_t Int16;
typedef uint16_t UInt16;
typedef int32_t Int32;
typedef uint32_t UInt32;
typedef int64_t Int64;
typedef uint64_t UInt64;
typedef bool Boolean;
typedef const char* String;
typedef uint8_t Byte;
typedef const uint8_t* Binary;
typedef bool Clock;
typedef enum { kOk, kWarning, kDiscard, kError, kFatal } Status;
typedef int DependencyKind;
typedef int IntervalQualifier;
typedef void (*LogMessage)(Environment, Status, String, String);
typedef void (*ClockUpdate)(Environment);
typedef void (*IntermediateUpdate)(Environment, Float64, Boolean, Boolean, Boolean, Boolean, Boolean*, Float64*);
typedef void (*Preemption)(void);

#define STICTION_FMI3(result, name, parameters) result fmi3##name parameters;
#include "fmi/interface/fmi3_functions.def"
#undef STICTION_FMI3
