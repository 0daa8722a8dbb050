// SPDX-License-Identifier: BSD-3-Clause
// The interface of FMI 2.0 for models in C.
#include <stddef.h>

typedef void* Component;
typedef void* Environment;
typedef void* State;
typedef unsigned int ValueReference;
typedef double Real;
typedef int Integer;
typedef int Boolean;
typedef const char* String;
typedef char Byte;
typedef enum { kOk, kWarning, kDiscard, kError, kFatal, kPending } Status;
typedef enum { kModelExchange, kCoSimulation } Type;
typedef enum { kDoStepStatus, kPendingStatus, kLastSuccessfulTime, kTerminated } StatusKind;
typedef struct {
  void (*logger)(Environment, String, Status, String, String, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(Environment, Status);
  Environment environment;
} CallbackFunctions;
typedef struct {
  Boolean again, terminates, nominals_changed, states_changed, has_next;
  Real next;
} EventInfo;

#define STICTION_FMI2(result, name, parameters) result fmi2##name parameters;
#include "fmi/interface/fmi2_functions.def"
#undef STICTION_FMI2
