// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit_function.h"

#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>

#include "compiler/emit/code_builder.h"
#include "compiler/emit/emit_message.h"
#include "compiler/support/array_names.h"
#include "compiler/support/check.h"

namespace stiction::emit {
namespace {

using ir::FunctionStatement;
using runtime::kNoSlot;
using runtime::OpCode;
using runtime::Slot;

class FunctionEmitter {
 public:
  FunctionEmitter(const ir::Dae& dae, const ir::Function& function, const SourceMap& sources)
      : dae_(dae),
        function_(function),
        sources_(sources),
        builder_(*dae.pool, dae.functions, Target(), dae.enumerations) {
    code_.name = function.name;
    code_.input_count = function.input_count;
    code_.output_count = function.output_count;
    code_.declares_objects = function.declares_objects;
    code_.initial_locals.assign(function.slots.size(), 0.0);
  }

  runtime::FunctionCode Run() {
    const size_t head = TakeConstants();
    for (size_t k = 0; k < head; ++k) {
      if (!IsConstant(function_.body[k])) Body(std::span(function_.body).subspan(k, 1));
    }
    Body(std::span(function_.body).subspan(head));
    builder_.Emit({OpCode::kReturn});
    if (!code_.externals.empty()) Tangent();
    return std::move(code_);
  }

 private:
  /// Numbers that the declarations give to variables that nothing else assigns stand in place from the beginning.
  /// @returns the number of assignments at the head, of which these are
  size_t TakeConstants() {
    writers_.assign(function_.slots.size(), 0);
    CountWriters(function_.body, writers_);
    size_t head = 0;
    for (const FunctionStatement& statement : function_.body) {
      if (statement.kind != FunctionStatement::Kind::kAssign || statement.target.index) break;
      ++head;
      if (!IsConstant(statement)) continue;
      code_.initial_locals[static_cast<size_t>(statement.target.slot)] = (*dae_.pool)[statement.value].number;
    }
    return head;
  }

  bool IsConstant(const FunctionStatement& assignment) const {
    const int32_t slot = assignment.target.slot;
    const ir::Op value = (*dae_.pool)[assignment.value].op;
    return slot >= function_.input_count + function_.output_count && writers_[static_cast<size_t>(slot)] == 1 &&
           ir::IsLiteral(value) && value != ir::Op::kString;
  }

  static void CountWriters(const ir::FunctionBody& body, std::vector<int32_t>& writers) {
    const auto write = [&](const ir::FunctionTarget& target) {
      const int32_t count = target.index ? target.extent : 1;
      for (int32_t k = 0; target.slot >= 0 && k < count; ++k)
        ++writers[static_cast<size_t>(target.slot) + static_cast<size_t>(k)];
    };
    for (const FunctionStatement& statement : body) {
      if (statement.kind == FunctionStatement::Kind::kAssign) write(statement.target);
      for (const ir::FunctionTarget& target : statement.targets) write(target);
      for (const ir::FunctionBody& inner : statement.bodies) CountWriters(inner, writers);
      if (statement.external) std::ranges::for_each(writers, [](int32_t& count) { ++count; });  // where it likes
    }
  }

  void Tangent() {
    for (const ir::FunctionDerivative& derivative : function_.derivatives) {
      // One of higher order is along a path in time, not by inputs on their own; zeroDerivative holds for some
      // arguments only.
      if (derivative.order != 1 || !derivative.constant.empty()) continue;
      code_.tangent = {.function = static_cast<int32_t>(derivative.function.index()),
                       .differentiated = derivative.differentiated,
                       .outputs = derivative.output};
      return;
    }
  }

  CodeTarget Target() {
    const auto new_slot = [this] {
      code_.initial_locals.push_back(0);
      return static_cast<Slot>(code_.initial_locals.size() - 1);
    };
    const auto constant = [this](double value) {
      const auto [entry, added] = constants_.emplace(std::bit_cast<uint64_t>(value), kNoSlot);
      if (added) {
        code_.initial_locals.push_back(value);
        entry->second = static_cast<Slot>(code_.initial_locals.size() - 1);
      }
      return entry->second;
    };
    const auto leaf = [this](const ir::ExprNode& node) {
      CHECK(node.op == ir::Op::kLocal, "{} in function {}", ir::Spelling(node.op), function_.name);
      return std::pair(static_cast<Slot>(node.payload), false);
    };
    const auto extent = [this](int32_t first) {
      const std::string name = WithoutSubscripts(function_.slots[static_cast<size_t>(first)].name);
      auto end = static_cast<size_t>(first);
      while (end < function_.slots.size() && WithoutSubscripts(function_.slots[end].name) == name) ++end;
      return static_cast<int32_t>(end) - first;
    };
    return {code_.code, code_.calls, new_slot, constant, leaf, extent, true};
  }

  void Body(std::span<const FunctionStatement> body) {
    for (const FunctionStatement& statement : body) {
      Statement(statement);
      builder_.ForgetAll();  // a statement changes variables
    }
  }

  void Statement(const FunctionStatement& statement) {
    switch (statement.kind) {
      case FunctionStatement::Kind::kAssign:
        Assign(statement);
        return;
      case FunctionStatement::Kind::kCallAssign:
        CallAssign(statement);
        return;
      case FunctionStatement::Kind::kIf:
        If(statement);
        return;
      case FunctionStatement::Kind::kWhile:
        While(statement);
        return;
      case FunctionStatement::Kind::kBreak:
        CHECK(!breaks_.empty(), "break outside of a loop in {}", function_.name);
        breaks_.back().push_back(builder_.Position());
        builder_.Emit({OpCode::kJump});
        return;
      case FunctionStatement::Kind::kReturn:
        builder_.Emit({OpCode::kReturn});
        return;
      case FunctionStatement::Kind::kAssert:
        Assert(statement);
        return;
      case FunctionStatement::Kind::kExternal:
        External(statement);
        return;
    }
  }

  runtime::ExternalSlot ArgumentOf(const ir::ExternalArgument& argument, const FunctionStatement& statement) {
    using Kind = runtime::ExternalSlot::Kind;
    runtime::ExternalSlot slot;
    slot.is_output = argument.is_output;
    slot.slot = argument.slot;
    slot.sizes = argument.dims;
    slot.kind = argument.is_object                          ? Kind::kObject
                : !argument.dims.empty()                    ? Kind::kArray
                : argument.type == ir::ScalarType::kReal    ? Kind::kReal
                : argument.type == ir::ScalarType::kBoolean ? Kind::kBoolean
                : argument.type == ir::ScalarType::kString  ? Kind::kString
                                                            : Kind::kInteger;
    if (argument.value < 0) return slot;
    const ir::ExprId value = statement.conditions[static_cast<size_t>(argument.value)];
    if (slot.kind == Kind::kString && (*dae_.pool)[value].op == ir::Op::kString) {
      slot.text = dae_.pool->Text(value);
    } else if (slot.kind == Kind::kString) {
      slot.message = AddMessage(value, statement.origin.span);
    } else {
      slot.slot = builder_.Compile(value);
    }
    return slot;
  }

  void External(const FunctionStatement& statement) {
    const ir::ExternalCall& call = *statement.external;
    runtime::ExternalCode code;
    code.c_name = call.function;
    code.is_pure = call.is_pure;
    code.place = sources_.Describe(statement.origin.span);
    for (const ir::ExternalArgument& argument : call.arguments)
      code.arguments.push_back(ArgumentOf(argument, statement));
    if (call.result) code.result = ArgumentOf(*call.result, statement);
    builder_.Emit({OpCode::kExternal, kNoSlot, static_cast<Slot>(code_.externals.size())});
    code_.externals.push_back(std::move(code));
  }

  void Store(const ir::FunctionTarget& target, Slot value) {
    if (!target.index) {
      if (value != target.slot) builder_.Emit({OpCode::kCopy, target.slot, value});
      return;
    }
    const Slot index = builder_.Compile(target.index);
    builder_.Emit({OpCode::kStoreElement, target.slot, value, index, target.extent});
  }

  void Assign(const FunctionStatement& statement) {
    if (statement.target.index) {
      Store(statement.target, builder_.Compile(statement.value));
    } else {
      builder_.CompileInto(statement.value, statement.target.slot);
    }
  }

  void CallAssign(const FunctionStatement& statement) {
    const std::vector<Slot> results = builder_.CompileCall((*dae_.pool)[statement.value]);
    for (size_t i = 0; i < statement.targets.size(); ++i) {
      if (statement.targets[i].slot >= 0) Store(statement.targets[i], results[i]);
    }
  }

  void If(const FunctionStatement& statement) {
    std::vector<int32_t> to_end;
    for (size_t i = 0; i < statement.bodies.size(); ++i) {
      if (i >= statement.conditions.size()) {
        Body(statement.bodies[i]);
        continue;
      }
      const Slot condition = builder_.Compile(statement.conditions[i]);
      builder_.ForgetAll();
      const int32_t to_next = builder_.Position();
      builder_.Emit({OpCode::kJumpIfZero, kNoSlot, 0, condition});
      Body(statement.bodies[i]);
      to_end.push_back(builder_.Position());
      builder_.Emit({OpCode::kJump});
      builder_.At(to_next).a = builder_.Position();
    }
    for (const int32_t jump : to_end) builder_.At(jump).a = builder_.Position();
  }

  void While(const FunctionStatement& statement) {
    const int32_t top = builder_.Position();
    const Slot condition = builder_.Compile(statement.conditions.at(0));
    builder_.ForgetAll();
    breaks_.emplace_back();
    breaks_.back().push_back(builder_.Position());
    builder_.Emit({OpCode::kJumpIfZero, kNoSlot, 0, condition});
    Body(statement.bodies.at(0));
    builder_.Emit({OpCode::kJump, kNoSlot, top});
    for (const int32_t jump : breaks_.back()) builder_.At(jump).a = builder_.Position();
    breaks_.pop_back();
  }

  void Assert(const FunctionStatement& statement) {
    const Slot condition = builder_.Compile(statement.conditions.at(0));
    builder_.Emit({OpCode::kAssert, kNoSlot, condition, AddMessage(statement.value, statement.origin.span)});
  }

  int32_t AddMessage(ir::ExprId text, Span place) {
    code_.messages.push_back(EmitMessage(dae_, builder_, text));
    code_.places.push_back(sources_.Describe(place));
    return static_cast<int32_t>(code_.messages.size()) - 1;
  }

  const ir::Dae& dae_;
  const ir::Function& function_;
  const SourceMap& sources_;
  runtime::FunctionCode code_;
  std::unordered_map<uint64_t, Slot> constants_;
  CodeBuilder builder_;
  std::vector<int32_t> writers_;              // by slot: statements that assign it
  std::vector<std::vector<int32_t>> breaks_;  // of the loops around, their jumps to the end
};

}  // namespace

runtime::FunctionCode EmitFunction(const ir::Dae& dae, const ir::Function& function, const SourceMap& sources) {
  return FunctionEmitter(dae, function, sources).Run();
}

}  // namespace stiction::emit
