// SPDX-License-Identifier: BSD-3-Clause
// What the parts of a Program are written with.
#pragma once

#include "compiler/emit/code_builder.h"
#include "compiler/emit/describe.h"
#include "compiler/emit/layout.h"
#include "compiler/ir/causal/causal_model.h"
#include "runtime/program/program.h"

namespace stiction::emit {

struct Emission {
  /// Code that relies on nothing but the values of variables.
  template <class Body>
  runtime::Range Section(const Body& body) {
    builder.ForgetAll();
    const int32_t begin = builder.Position();
    body();
    builder.ForgetAll();
    return {begin, builder.Position()};
  }

  const ir::CausalModel& model;
  const ir::Dae& dae;
  runtime::Program& program;
  Layout& layout;
  CodeBuilder& builder;
  Describer& describer;
};

}  // namespace stiction::emit
