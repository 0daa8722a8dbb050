// SPDX-License-Identifier: BSD-3-Clause
// Writes small Programs by hand, for tests of the runtime.
#pragma once

#include "runtime/program/program.h"

namespace stiction::test {

/// Slots and instructions in order of the calls.
class Assembler {
 public:
  runtime::Program program;

  Assembler() {
    program.time = Slot(0);
    program.initial = Slot(0);
    program.terminal = Slot(0);
  }

  runtime::Slot Slot(double value) {
    program.initial_slots.push_back(value);
    return static_cast<runtime::Slot>(program.initial_slots.size() - 1);
  }

  /// A fresh slot := op(a, b, c).
  runtime::Slot Op(runtime::OpCode op, runtime::Slot a, runtime::Slot b = runtime::kNoSlot,
                   runtime::Slot c = runtime::kNoSlot) {
    const runtime::Slot dst = Slot(0);
    program.code.push_back({op, dst, a, b, c});
    return dst;
  }
  void Into(runtime::Slot dst, runtime::OpCode op, runtime::Slot a, runtime::Slot b = runtime::kNoSlot,
            runtime::Slot c = runtime::kNoSlot) {
    program.code.push_back({op, dst, a, b, c});
  }

  /// The code that `body` writes.
  template <class Body>
  runtime::Range Code(const Body& body) {
    const auto begin = static_cast<int32_t>(program.code.size());
    body();
    return {begin, static_cast<int32_t>(program.code.size())};
  }

  /// A relation c := left op right. @returns its index
  int32_t Relation(runtime::OpCode op, runtime::Slot left, runtime::Slot right, std::string text,
                   runtime::RelationInfo::Kind kind = runtime::RelationInfo::Kind::kState) {
    runtime::RelationInfo info;
    info.op = op;
    info.kind = kind;
    info.value = Slot(0);
    info.left = left;
    info.right = right;
    info.text = std::move(text);
    info.place = "Test.mo:1:1";
    program.relations.push_back(info);
    return static_cast<int32_t>(program.relations.size() - 1);
  }
};

}  // namespace stiction::test
