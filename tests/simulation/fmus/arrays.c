// SPDX-License-Identifier: BSD-3-Clause
// FMI 3.0: x' = A x + B u with arrays whose size is a structural parameter, values of many types, and a counter that
// counts the seconds by time events. In Co-Simulation it leaves its steps at them and has an event mode; inputs that
// are not continuous may be set there only.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3.h"

enum { kTime, kSize, kA, kX, kXDot, kU, kGear, kGears, kName, kBytes, kSmall, kFloat, kCount, kSwitch };
typedef enum { kNew, kInit, kEvent, kContinuous, kStep } Mode;
typedef struct {
  Mode mode;
  bool is_stepped;
  double t, a[4], x[2], u[2];
  int64_t gear;
  int8_t small;
  float single;
  uint16_t count;
  bool on;
  char name[32];
} Model;
#define MODEL(c) Model* const m = (Model*)(c)
#define ALLOW(condition) \
  if (!(condition)) return kError;

static Instance Make(String token, String resources, bool is_stepped) {
  if (strcmp(token, "{arrays}") != 0 || resources[strlen(resources) - 1] != '/') return NULL;
  Model* const m = calloc(1, sizeof *m);
  const Model start = {
      .mode = kNew, .is_stepped = is_stepped, .a = {-1, 0, 1, -2}, .x = {1, 0}, .gear = 7, .single = 0.5f};
  *m = start;
  strcpy(m->name, "default");
  return m;
}
Instance fmi3InstantiateModelExchange(String name, String token, String resources, Boolean visible, Boolean logging_on,
                                      Environment environment, LogMessage log) {
  return Make(token, resources, false);
}
Instance fmi3InstantiateCoSimulation(String name, String token, String resources, Boolean visible, Boolean logging_on,
                                     Boolean event_mode_used, Boolean early_return_allowed,
                                     const ValueReference intermediate[], size_t intermediate_count,
                                     Environment environment, LogMessage log, IntermediateUpdate update) {
  return event_mode_used && early_return_allowed ? Make(token, resources, true) : NULL;
}
void fmi3FreeInstance(Instance c) { free(c); }
Status fmi3EnterInitializationMode(Instance c, Boolean has_tolerance, Float64 tolerance, Float64 start,
                                   Boolean has_stop, Float64 stop) {
  MODEL(c);
  ALLOW(m->mode == kNew)
  m->t = start;
  m->mode = kInit;
  return kOk;
}
Status fmi3ExitInitializationMode(Instance c) {
  MODEL(c);
  ALLOW(m->mode == kInit)
  m->mode = kEvent;
  return kOk;
}
Status fmi3Terminate(Instance c) { return kOk; }
Status fmi3EnterEventMode(Instance c) {
  MODEL(c);
  ALLOW(m->mode == kContinuous || m->mode == kStep)
  m->mode = kEvent;
  return kOk;
}
Status fmi3EnterContinuousTimeMode(Instance c) {
  MODEL(c);
  ALLOW(m->mode == kEvent && !m->is_stepped)
  m->mode = kContinuous;
  return kOk;
}
Status fmi3EnterStepMode(Instance c) {
  MODEL(c);
  ALLOW(m->mode == kEvent && m->is_stepped)
  m->mode = kStep;
  return kOk;
}

static double* Find(Model* m, ValueReference r, size_t* size) {
  static double xdot[2];
  *size = r == kA ? 4 : r == kTime ? 1 : 2;
  for (int i = 0; i < 2; ++i) xdot[i] = m->a[2 * i] * m->x[0] + m->a[2 * i + 1] * m->x[1] + (m->on ? m->u[i] : 0);
  switch (r) {
    case kTime:
      return &m->t;
    case kA:
      return m->a;
    case kX:
      return m->x;
    case kXDot:
      return xdot;
    case kU:
      return m->u;
  }
  return NULL;
}
Status fmi3GetFloat64(Instance c, const ValueReference r[], size_t n, Float64 values[], size_t value_count) {
  MODEL(c);
  size_t at = 0, size = 0;
  for (size_t i = 0; i < n; ++i) {
    const double* const found = Find(m, r[i], &size);
    ALLOW(found != NULL && at + size <= value_count)
    memcpy(values + at, found, size * sizeof(double));
    at += size;
  }
  return at == value_count ? kOk : kError;
}
Status fmi3SetFloat64(Instance c, const ValueReference r[], size_t n, const Float64 values[], size_t value_count) {
  MODEL(c);
  size_t at = 0, size = 0;
  for (size_t i = 0; i < n; ++i) {
    double* const found = Find(m, r[i], &size);
    ALLOW(found != NULL && at + size <= value_count)
    ALLOW(m->mode <= kInit || r[i] == kU)
    memcpy(found, values + at, size * sizeof(double));
    at += size;
  }
  return at == value_count ? kOk : kError;
}
#define GETTER(type, member)                                                                                \
  Status fmi3Get##type(Instance c, const ValueReference r[], size_t n, type values[], size_t value_count) { \
    MODEL(c);                                                                                               \
    ALLOW(n == 1 && value_count == 1)                                                                       \
    values[0] = member;                                                                                     \
    return kOk;                                                                                             \
  }
GETTER(UInt64, 2)
GETTER(Int8, m->small)
GETTER(Float32, m->single)
GETTER(UInt16, m->count)
GETTER(Boolean, m->on)
Status fmi3GetInt64(Instance c, const ValueReference r[], size_t n, Int64 values[], size_t value_count) {
  MODEL(c);
  for (size_t i = 0, at = 0; i < n; ++i) {
    for (int k = 0; k < (r[i] == kGears ? 3 : 1); ++k) values[at++] = r[i] == kGears ? 7 + k : m->gear;
  }
  return kOk;
}
Status fmi3SetInt64(Instance c, const ValueReference r[], size_t n, const Int64 values[], size_t value_count) {
  MODEL(c);
  ALLOW(n == 1 && value_count == 1 && r[0] == kGear)
  m->gear = values[0];
  return kOk;
}
Status fmi3SetInt8(Instance c, const ValueReference r[], size_t n, const Int8 values[], size_t value_count) {
  MODEL(c);
  m->small = values[0];
  return kOk;
}
Status fmi3SetFloat32(Instance c, const ValueReference r[], size_t n, const Float32 values[], size_t value_count) {
  MODEL(c);
  m->single = values[0];
  return kOk;
}
Status fmi3SetBoolean(Instance c, const ValueReference r[], size_t n, const Boolean values[], size_t value_count) {
  MODEL(c);
  ALLOW(m->mode != kContinuous && m->mode != kStep)
  m->on = values[0];
  return kOk;
}
Status fmi3SetString(Instance c, const ValueReference r[], size_t n, const String values[], size_t value_count) {
  MODEL(c);
  strncpy(m->name, values[0], sizeof m->name - 1);
  m->small = (int8_t)strlen(m->name);  // seen in results
  return kOk;
}

Status fmi3UpdateDiscreteStates(Instance c, Boolean* again, Boolean* terminates, Boolean* nominals_changed,
                                Boolean* states_changed, Boolean* has_next, Float64* next) {
  MODEL(c);
  ALLOW(m->mode == kEvent)
  *again = *terminates = *nominals_changed = *states_changed = false;
  if (m->t >= m->count + 1 - 1e-9) ++m->count;
  *has_next = true;
  *next = m->count + 1;
  return kOk;
}
Status fmi3SetTime(Instance c, Float64 t) {
  MODEL(c);
  ALLOW(m->mode == kContinuous)
  m->t = t;
  return kOk;
}
Status fmi3SetContinuousStates(Instance c, const Float64 x[], size_t n) {
  MODEL(c);
  ALLOW(m->mode == kContinuous && n == 2)
  memcpy(m->x, x, sizeof m->x);
  return kOk;
}
Status fmi3GetContinuousStates(Instance c, Float64 x[], size_t n) {
  MODEL(c);
  ALLOW(n == 2)
  memcpy(x, m->x, sizeof m->x);
  return kOk;
}
Status fmi3GetNominalsOfContinuousStates(Instance c, Float64 nominals[], size_t n) {
  for (size_t i = 0; i < n; ++i) nominals[i] = 1;
  return kOk;
}
Status fmi3GetContinuousStateDerivatives(Instance c, Float64 xdot[], size_t n) {
  MODEL(c);
  size_t size = 0;
  memcpy(xdot, Find(m, kXDot, &size), n * sizeof(double));
  return n == 2 ? kOk : kError;
}
Status fmi3GetNumberOfEventIndicators(Instance c, size_t* n) {
  *n = 0;
  return kOk;
}
Status fmi3GetDirectionalDerivative(Instance c, const ValueReference unknowns[], size_t unknown_count,
                                    const ValueReference knowns[], size_t known_count, const Float64 seed[],
                                    size_t seed_count, Float64 sensitivity[], size_t sensitivity_count) {
  MODEL(c);
  ALLOW(unknown_count == 1 && known_count == 1 && unknowns[0] == kXDot && knowns[0] == kX)
  ALLOW(seed_count == 2 && sensitivity_count == 2)
  for (int i = 0; i < 2; ++i) sensitivity[i] = m->a[2 * i] * seed[0] + m->a[2 * i + 1] * seed[1];
  return kOk;
}

// Euler's method, in steps of 0.1 ms.
Status fmi3DoStep(Instance c, Float64 t, Float64 step, Boolean no_set, Boolean* needs_event, Boolean* terminates,
                  Boolean* is_early, Float64* reached) {
  MODEL(c);
  ALLOW(m->mode == kStep && fabs(t - m->t) < 1e-9 && step > 0)
  const double end = t + step, next = m->count + 1, stop = end < next ? end : next;
  const long count = lround(ceil((stop - t) / 1e-4 - 1e-9));
  for (long k = 0; k < count; ++k) {
    size_t size = 0;
    const double *const xdot = Find(m, kXDot, &size), h = (stop - t) / (double)count;
    m->x[0] += h * xdot[0];
    m->x[1] += h * xdot[1];
  }
  m->t = stop;
  *needs_event = stop >= next;
  *is_early = stop < end;
  *terminates = false;
  *reached = stop;
  return kOk;
}
