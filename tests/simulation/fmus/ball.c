// SPDX-License-Identifier: BSD-3-Clause
// A bouncing ball of FMI 2.0, as strict as the standard allows: it refuses calls in other states than those where they
// are allowed, needs two passes of each event iteration, counts in the first and reinitializes in the second, and asks
// for the end of the run by itself. In Co-Simulation its steps are of 1 ms; a step that would go beyond the end is
// discarded half way.
#include <math.h>
#include <string.h>

#include "fmi2.h"

enum { kTime, kHeight, kSpeed, kSpeedAgain, kGravity, kAcceleration, kRestitution, kBounces, kIsUp };
typedef enum { kNew, kInit, kEvent, kContinuous, kStep, kOver } Mode;
typedef struct {
  Mode mode;
  Type type;
  double t, h, v, g, e, last;
  int bounces, pass, is_over;
  const CallbackFunctions* calls;
} Ball;
#define BALL(c) Ball* const b = (Ball*)(c)
#define ALLOW(condition)                                                                                \
  if (!(condition)) {                                                                                   \
    b->calls->logger(b->calls->environment, "ball", kError, "logStatusError", "%s: not now", __func__); \
    return kError;                                                                                      \
  }

Component fmi2Instantiate(String name, Type type, String guid, String resources, const CallbackFunctions* calls,
                          Boolean visible, Boolean logging_on) {
  if (strcmp(guid, "{ball}") != 0 || strncmp(resources, "file:", 5) != 0) return NULL;
  Ball* const b = calls->allocate(1, sizeof *b);
  *b = (Ball){.mode = kNew, .type = type, .h = 1, .g = -9.81, .e = 0.7, .calls = calls};
  return b;
}
void fmi2FreeInstance(Component c) {
  BALL(c);
  b->calls->release(b);
}
Status fmi2SetupExperiment(Component c, Boolean has_tolerance, Real tolerance, Real start, Boolean has_stop,
                           Real stop) {
  BALL(c);
  ALLOW(b->mode == kNew)
  b->t = b->last = start;
  return kOk;
}
Status fmi2EnterInitializationMode(Component c) {
  BALL(c);
  ALLOW(b->mode == kNew)
  b->mode = kInit;
  return kOk;
}
Status fmi2ExitInitializationMode(Component c) {
  BALL(c);
  ALLOW(b->mode == kInit)
  b->mode = b->type == kCoSimulation ? kStep : kEvent;
  return kOk;
}
Status fmi2Terminate(Component c) {
  BALL(c);
  ALLOW(b->mode == kEvent || b->mode == kContinuous || b->mode == kStep)
  b->mode = kOver;
  return kOk;
}
Status fmi2SetReal(Component c, const ValueReference r[], size_t n, const Real values[]) {
  BALL(c);
  ALLOW(b->mode == kNew || b->mode == kInit)
  for (size_t i = 0; i < n; ++i) {
    if (r[i] == kHeight) b->h = values[i];
    if (r[i] == kRestitution) b->e = values[i];
    if (r[i] != kHeight && r[i] != kRestitution) return kError;
  }
  return kOk;
}
Status fmi2GetReal(Component c, const ValueReference r[], size_t n, Real values[]) {
  BALL(c);
  const double all[] = {b->t, b->h, b->v, b->v, b->g, b->g, b->e};
  for (size_t i = 0; i < n; ++i) {
    if (r[i] > kRestitution) return kError;
    values[i] = all[r[i]];
  }
  return kOk;
}
Status fmi2GetInteger(Component c, const ValueReference r[], size_t n, Integer values[]) {
  BALL(c);
  for (size_t i = 0; i < n; ++i) values[i] = b->bounces;
  return n == 0 || r[0] == kBounces ? kOk : kError;
}
Status fmi2GetBoolean(Component c, const ValueReference r[], size_t n, Boolean values[]) {
  BALL(c);
  for (size_t i = 0; i < n; ++i) values[i] = b->v > 0;
  return n == 0 || r[0] == kIsUp ? kOk : kError;
}

static int Hits(const Ball* b) { return b->h <= 0 && b->v < 0; }
static int Ends(const Ball* b) { return b->bounces >= 4; }

Status fmi2EnterEventMode(Component c) {
  BALL(c);
  ALLOW(b->mode == kContinuous)
  b->mode = kEvent;
  b->pass = 0;
  return kOk;
}
Status fmi2NewDiscreteStates(Component c, EventInfo* info) {
  BALL(c);
  ALLOW(b->mode == kEvent)
  memset(info, 0, sizeof *info);
  if (Hits(b)) {
    if (b->pass++ == 0) {
      ++b->bounces;
      info->again = 1;
    } else {
      b->h = 0;
      b->v = -b->e * b->v;
      info->states_changed = 1;
    }
  }
  info->terminates = Ends(b) && !info->again;
  return kOk;
}
Status fmi2EnterContinuousTimeMode(Component c) {
  BALL(c);
  ALLOW(b->mode == kEvent)
  b->mode = kContinuous;
  return kOk;
}
Status fmi2CompletedIntegratorStep(Component c, Boolean no_set, Boolean* enters, Boolean* terminates) {
  *enters = *terminates = 0;
  return kOk;
}
Status fmi2SetTime(Component c, Real t) {
  BALL(c);
  ALLOW(b->mode == kContinuous || b->mode == kEvent)
  b->t = t;
  return kOk;
}
Status fmi2SetContinuousStates(Component c, const Real x[], size_t n) {
  BALL(c);
  ALLOW(b->mode == kContinuous && n == 2)
  b->h = x[0];
  b->v = x[1];
  return kOk;
}
Status fmi2GetContinuousStates(Component c, Real x[], size_t n) {
  BALL(c);
  x[0] = b->h;
  x[1] = b->v;
  return kOk;
}
Status fmi2GetNominalsOfContinuousStates(Component c, Real nominals[], size_t n) {
  nominals[0] = nominals[1] = 1;
  return kOk;
}
Status fmi2GetDerivatives(Component c, Real xdot[], size_t n) {
  BALL(c);
  xdot[0] = b->v;
  xdot[1] = b->g;
  return kOk;
}
Status fmi2GetEventIndicators(Component c, Real z[], size_t n) {
  BALL(c);
  z[0] = b->h == 0 && b->v >= 0 ? 1 : b->h;
  return kOk;
}

Status fmi2DoStep(Component c, Real t, Real step, Boolean no_set) {
  BALL(c);
  ALLOW(b->mode == kStep && fabs(t - b->t) < 1e-9)
  const double end = t + step;
  while (b->t < end - 1e-9) {
    const double dt = 1e-3;
    b->h += dt * b->v + dt * dt * b->g / 2;
    b->v += dt * b->g;
    b->t += dt;
    if (Hits(b)) {
      ++b->bounces;
      b->v = -b->e * b->v;
    }
    if (Ends(b)) {
      b->is_over = 1;
      return kDiscard;
    }
  }
  return kOk;
}
Status fmi2GetRealStatus(Component c, const StatusKind kind, Real* value) {
  BALL(c);
  *value = b->t;
  return kind == kLastSuccessfulTime ? kOk : kError;
}
Status fmi2GetBooleanStatus(Component c, const StatusKind kind, Boolean* value) {
  BALL(c);
  *value = b->is_over;
  return kind == kTerminated ? kOk : kError;
}
