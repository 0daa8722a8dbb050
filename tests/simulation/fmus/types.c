// SPDX-License-Identifier: BSD-3-Clause
// FMI 3.0: inputs of all types, handed on; the first letter of a file of its resources; ends the run after 0.75 s, with
// a fixed step, without an event mode.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3.h"

typedef struct {
  double t;
  Float32 f;
  Float64 d;
  Int8 i8;
  UInt8 u8;
  Int16 i16;
  UInt16 u16;
  Int32 i32;
  UInt32 u32;
  Int64 i64;
  UInt64 u64;
  Boolean b;
} Model;

Instance fmi3InstantiateCoSimulation(String name, String token, String resources, Boolean visible, Boolean logging_on,
                                     Boolean event_mode_used, Boolean early_return_allowed,
                                     const ValueReference intermediate[], size_t intermediate_count,
                                     Environment environment, LogMessage log, IntermediateUpdate update) {
  char path[4096];
  snprintf(path, sizeof path, "%sletter.txt", resources);
  FILE* const file = fopen(path, "r");
  if (file == NULL || event_mode_used) return NULL;
  Model* const m = calloc(1, sizeof *m);
  m->i32 = fgetc(file);
  fclose(file);
  return m;
}
void fmi3FreeInstance(Instance c) { free(c); }
Status fmi3EnterInitializationMode(Instance c, Boolean has_tolerance, Float64 tolerance, Float64 start,
                                   Boolean has_stop, Float64 stop) {
  ((Model*)c)->t = start;
  return kOk;
}
Status fmi3ExitInitializationMode(Instance c) { return kOk; }
Status fmi3Terminate(Instance c) { return kOk; }

#define ACCESS(type, member, number)                                                                              \
  Status fmi3Get##type(Instance c, const ValueReference r[], size_t n, type values[], size_t value_count) {       \
    for (size_t i = 0; i < n; ++i) {                                                                              \
      if (r[i] != (number) && r[i] != 100 + (number)) return kError;                                              \
      values[i] = ((Model*)c)->member;                                                                            \
    }                                                                                                             \
    return n == value_count ? kOk : kError;                                                                       \
  }                                                                                                               \
  Status fmi3Set##type(Instance c, const ValueReference r[], size_t n, const type values[], size_t value_count) { \
    if (n != 1 || value_count != 1 || r[0] != (number)) return kError;                                            \
    ((Model*)c)->member = values[0];                                                                              \
    return kOk;                                                                                                   \
  }
ACCESS(Float32, f, 0)
ACCESS(Float64, d, 1)
ACCESS(Int8, i8, 2)
ACCESS(UInt8, u8, 3)
ACCESS(Int16, i16, 4)
ACCESS(UInt16, u16, 5)
ACCESS(Int32, i32, 6)
ACCESS(UInt32, u32, 7)
ACCESS(Int64, i64, 8)
ACCESS(UInt64, u64, 9)
ACCESS(Boolean, b, 10)
Status fmi3SetString(Instance c, const ValueReference r[], size_t n, const String values[], size_t value_count) {
  ((Model*)c)->i32 = (Int32)strlen(values[0]);
  return kOk;
}

Status fmi3DoStep(Instance c, Float64 t, Float64 step, Boolean no_set, Boolean* needs_event, Boolean* terminates,
                  Boolean* is_early, Float64* reached) {
  Model* const m = c;
  *needs_event = *is_early = false;
  if (fabs(t - m->t) > 1e-12 || fabs(step - 0.125) > 1e-12) return kError;
  *reached = m->t += step;
  *terminates = m->t >= 0.75;
  return kOk;
}
