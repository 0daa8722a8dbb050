// SPDX-License-Identifier: BSD-3-Clause
// What a stored Program is made of: the members of each of its parts, in order, once for who writes and who reads.
#pragma once

#include <concepts>
#include <type_traits>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// T or const T.
template <class Given, class T>
concept Like = std::same_as<std::remove_const_t<Given>, T>;

// An archive is called with the members; those of a part of a Program come back here. What is added here, left out or
// put elsewhere is another format: see kStoredVersion.

void Fields(auto& archive, Like<Instruction> auto& x) { archive(x.op, x.dst, x.a, x.b, x.c); }
void Fields(auto& archive, Like<Range> auto& x) { archive(x.begin, x.end); }
void Fields(auto& archive, Like<Call> auto& x) { archive(x.function, x.wrt, x.arguments, x.results); }
void Fields(auto& archive, Like<MessagePart> auto& x) {
  archive(x.text, x.slot, x.literals, x.pattern, x.is_text, x.guard);
}
void Fields(auto& archive, Like<ExternalSlot> auto& x) {
  archive(x.kind, x.is_output, x.slot, x.sizes, x.text, x.message);
}
// The entry belongs to the process.
void Fields(auto& archive, Like<ExternalCode> auto& x) { archive(x.c_name, x.arguments, x.result, x.is_pure, x.place); }
void Fields(auto& archive, Like<FunctionTangent> auto& x) { archive(x.function, x.differentiated, x.outputs); }
void Fields(auto& archive, Like<FunctionCode> auto& x) {
  archive(x.name, x.input_count, x.output_count, x.initial_locals, x.code, x.calls, x.messages, x.places, x.externals,
          x.declares_objects, x.tangent);
}
void Fields(auto& archive, Like<ObjectInfo> auto& x) { archive(x.name, x.destructor, x.is_local); }
void Fields(auto& archive, Like<Declaration> auto& x) { archive(x.literals, x.unit, x.comment, x.place); }
void Fields(auto& archive, Like<VariableInfo> auto& x) {
  archive(x.name, x.slot, x.negated, x.type, x.kind, x.is_protected, x.is_output, x.is_settable, x.shared_declaration);
}
void Fields(auto& archive, Like<JumpInfo> auto& x) { archive(x.state, x.pre, x.jump, x.zone, x.place); }
void Fields(auto& archive, Like<ImpulseInfo> auto& x) { archive(x.impulse, x.name, x.place); }
void Fields(auto& archive, Like<RelationInfo> auto& x) {
  archive(x.op, x.kind, x.value, x.left, x.right, x.threshold, x.nominal, x.impulse, x.impulse_zone, x.tie_zone,
          x.keeps_off_tie, x.text, x.place);
}
void Fields(auto& archive, Like<HeldInfo> auto& x) { archive(x.value, x.current, x.text, x.place); }
void Fields(auto& archive, Like<EquationSource> auto& x) { archive(x.place, x.derivation); }
void Fields(auto& archive, Like<EquationInfo> auto& x) { archive(x.text, x.source); }
void Fields(auto& archive, Like<GradientRow::Term> auto& x) { archive(x.variable, x.partial); }
void Fields(auto& archive, Like<GradientRow> auto& x) { archive(x.target, x.residual, x.terms); }
void Fields(auto& archive, Like<BlockCode::Entry> auto& x) { archive(x.row, x.column, x.slot); }
void Fields(auto& archive, Like<BlockCode> auto& x) {
  archive(x.kind, x.assign, x.targets, x.is_guess, x.relations, x.held, x.unknowns, x.residuals, x.is_linear,
          x.is_least_change, x.residual, x.jacobian, x.entries, x.inner, x.discrete, x.discrete_targets, x.operands,
          x.partials, x.rows, x.unknown_names, x.restart_unknowns, x.equations);
}
void Fields(auto& archive, Like<System> auto& x) { archive(x.blocks); }
void Fields(auto& archive, Like<StateInfo> auto& x) { archive(x.slot, x.derivative, x.nominal, x.name); }
void Fields(auto& archive, Like<PreInfo> auto& x) { archive(x.variable, x.pre, x.is_discrete, x.name); }
void Fields(auto& archive, Like<StartInfo> auto& x) { archive(x.variable, x.start); }
void Fields(auto& archive, Like<SampleInfo> auto& x) { archive(x.start, x.interval, x.tick, x.place); }
void Fields(auto& archive, Like<DelayInfo> auto& x) {
  archive(x.is_of_transport, x.value, x.current, x.time, x.longest, x.place);
}
void Fields(auto& archive, Like<TransportInfo> auto& x) { archive(x.first, x.point_count); }
void Fields(auto& archive, Like<ReinitInfo> auto& x) { archive(x.state, x.value, x.condition, x.place); }
void Fields(auto& archive, Like<AssertionInfo> auto& x) {
  archive(x.condition, x.message, x.is_warning, x.place, x.is_action, x.rule);
}
void Fields(auto& archive, Like<TerminationInfo> auto& x) { archive(x.condition, x.message, x.place); }
void Fields(auto& archive, Like<CheckInfo> auto& x) {
  archive(x.left, x.right, x.size, x.equation, x.discrete, x.literals);
}
void Fields(auto& archive, Like<BoundsInfo> auto& x) {
  archive(x.variable, x.negated, x.min, x.max, x.nominal, x.is_parameter, x.is_real, x.name, x.literals, x.place);
}
void Fields(auto& archive, Like<ModeBranchInfo> auto& x) { archive(x.text, x.place, x.conditions, x.unknowns); }
void Fields(auto& archive, Like<ModeRowInfo> auto& x) { archive(x.number, x.branches); }
void Fields(auto& archive, Like<ModeTable> auto& x) {
  archive(x.code, x.unknowns, x.rows, x.contradiction, x.without_derivative);
}
void Fields(auto& archive, Like<InvariantInfo> auto& x) { archive(x.residual, x.set, x.equation); }
void Fields(auto& archive, Like<ExperimentInfo> auto& x) {
  archive(x.start_time, x.stop_time, x.interval, x.tolerance);
}
void Fields(auto& archive, Like<Program> auto& x) {
  archive(x.model, x.initial_slots, x.code, x.calls, x.functions, x.objects);
  archive(x.time, x.initial, x.terminal, x.homotopy, x.variables, x.states, x.pres, x.starts_of);
  archive(x.relations, x.held, x.samples, x.delays, x.transports);
  archive(x.parameters, x.starts, x.initial_system, x.event_system, x.continuous_system, x.indicators, x.thresholds);
  archive(x.invariant_code, x.delay_code, x.actions, x.assertion_code, x.initial_checks);
  archive(x.invariants, x.invariant_set_of_state, x.reinits, x.jumps, x.impulses, x.modes, x.assertions);
  archive(x.terminations, x.checks, x.equations, x.experiment, x.equation_count, x.notes, x.bounds_code, x.bounds);
}

}  // namespace stiction::runtime
