// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/external/link_c.h"

#include <fmt/format.h>

#include "compiler/external/c_library.h"
#include "compiler/support/check.h"
#include "runtime/external/foreign_library.h"
#include "runtime/external/provided.h"

namespace stiction {
namespace {

void Collect(const ir::FunctionBody& body, std::vector<const ir::FunctionStatement*>& calls) {
  for (const ir::FunctionStatement& statement : body) {
    if (statement.kind == ir::FunctionStatement::Kind::kExternal) calls.push_back(&statement);
    for (const ir::FunctionBody& inner : statement.bodies) Collect(inner, calls);
  }
}

/// The calls of a program that need C code, and the places where they are written.
struct ForeignCalls {
  std::vector<CCall> calls;
  std::vector<Span> spans;
};

ForeignCalls CollectForeign(const ir::Dae& dae, runtime::Program& program) {
  ForeignCalls foreign;
  for (size_t f = 0; f < dae.functions.size(); ++f) {
    std::vector<const ir::FunctionStatement*> calls;
    Collect(dae.functions[f].body, calls);
    std::vector<runtime::ExternalCode>& codes = program.functions[f].externals;
    CHECK(codes.size() == calls.size(), "{}: {} external calls, {} emitted", dae.functions[f].name, calls.size(),
          codes.size());
    for (size_t i = 0; i < calls.size(); ++i) {
      if (runtime::FindProvided(codes[i].c_name)) continue;
      foreign.calls.push_back(
          {dae.functions[f].name, calls[i]->external.get(), &codes[i], runtime::ForeignEntryName(f, i)});
      foreign.spans.push_back(calls[i]->origin.span);
    }
  }
  return foreign;
}

}  // namespace

void LinkC(const ir::Dae& dae, runtime::Program& program, bool allowed, const std::string& copy,
           Diagnostics& diagnostics) {
  ForeignCalls foreign = CollectForeign(dae, program);
  if (foreign.calls.empty()) return;
  const std::string& first = foreign.calls.front().function;
  if (!allowed) {
    diagnostics
        .Error(DiagnosticKind::ExternalCode, foreign.spans.front(),
               fmt::format("`{}` is C code of the model, and --no-external-code does not run it", first))
        .hint = "leave the option away if you trust where the model comes from";
    return;
  }
  diagnostics
      .Note(DiagnosticKind::ExternalCode, foreign.spans.front(),
            fmt::format("C code of the model is compiled and runs with your rights: `{}`{}", first,
                        foreign.calls.size() == 1 ? "" : fmt::format(" and {} more", foreign.calls.size() - 1)))
      .hint = "--no-external-code refuses it";
  const std::optional<CFailure> failure = LoadCalls(foreign.calls, false, copy);
  if (!failure) return;
  diagnostics.Error(DiagnosticKind::ExternalCompilation, foreign.spans[failure->call], failure->message).hint =
      failure->hint;
}

}  // namespace stiction
