// SPDX-License-Identifier: BSD-3-Clause
// FMI 2.0: a stiff model without directional derivatives, which asks for an event by fmi2CompletedIntegratorStep.
#include <math.h>
#include <stdlib.h>

#include "fmi2.h"

typedef struct {
  double t, x, y;
  int is_late;
} Model;

Component fmi2Instantiate(String name, Type type, String guid, String resources, const CallbackFunctions* calls,
                          Boolean visible, Boolean logging_on) {
  return calloc(1, sizeof(Model));
}
void fmi2FreeInstance(Component c) { free(c); }
Status fmi2SetupExperiment(Component c, Boolean has_tolerance, Real tolerance, Real start, Boolean has_stop,
                           Real stop) {
  return kOk;
}
Status fmi2EnterInitializationMode(Component c) { return kOk; }
Status fmi2ExitInitializationMode(Component c) { return kOk; }
Status fmi2Terminate(Component c) { return kOk; }
Status fmi2EnterEventMode(Component c) { return kOk; }
Status fmi2EnterContinuousTimeMode(Component c) { return kOk; }
Status fmi2NewDiscreteStates(Component c, EventInfo* info) {
  const EventInfo none = {0};
  *info = none;
  Model* const m = c;
  if (m->t >= 0.5) m->is_late = 1;
  return kOk;
}
Status fmi2CompletedIntegratorStep(Component c, Boolean no_set, Boolean* enters, Boolean* terminates) {
  const Model* const m = c;
  *enters = m->t >= 0.5 && !m->is_late;
  *terminates = m->t >= 1.5;
  return kOk;
}
Status fmi2SetTime(Component c, Real t) {
  ((Model*)c)->t = t;
  return kOk;
}
Status fmi2SetContinuousStates(Component c, const Real x[], size_t n) {
  Model* const m = c;
  m->x = x[0];
  m->y = x[1];
  return kOk;
}
Status fmi2GetContinuousStates(Component c, Real x[], size_t n) {
  const Model* const m = c;
  x[0] = m->x;
  x[1] = m->y;
  return kOk;
}
Status fmi2GetNominalsOfContinuousStates(Component c, Real nominals[], size_t n) {
  nominals[0] = nominals[1] = 1;
  return kOk;
}
Status fmi2GetDerivatives(Component c, Real xdot[], size_t n) {
  const Model* const m = c;
  xdot[0] = -1e6 * (m->x - cos(m->t)) - sin(m->t);
  xdot[1] = m->x;
  return kOk;
}
Status fmi2GetReal(Component c, const ValueReference r[], size_t n, Real values[]) {
  double xdot[2];
  const Model* const m = c;
  fmi2GetDerivatives(c, xdot, 2);
  const double all[] = {m->x, xdot[0], m->y, xdot[1]};
  for (size_t i = 0; i < n; ++i) values[i] = all[r[i]];
  return kOk;
}
Status fmi2GetBoolean(Component c, const ValueReference r[], size_t n, Boolean values[]) {
  values[0] = ((const Model*)c)->is_late;
  return kOk;
}
