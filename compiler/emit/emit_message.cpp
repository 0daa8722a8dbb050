// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit_message.h"

#include "compiler/symbolic/build.h"

namespace stiction::emit {

using ir::Op;

std::vector<std::string> LiteralsOf(const ir::Dae& dae, ir::ScalarType type, ir::EnumerationId enumeration) {
  if (type == ir::ScalarType::kBoolean) return {"false", "true"};
  if (type == ir::ScalarType::kEnumeration && enumeration) return dae.enumerations[enumeration.index()].literals;
  return {};
}

namespace {

class MessageEmitter {
 public:
  MessageEmitter(const ir::Dae& dae, CodeBuilder& builder) : dae_(dae), pool_(*dae.pool), builder_(builder) {}

  runtime::Message Run(ir::ExprId text) {
    Append(text, {});
    return std::move(message_);
  }

 private:
  /// @param guard whether this part is shown; invalid: always
  void Append(ir::ExprId e, ir::ExprId guard) {
    const ir::ExprNode& node = pool_[e];
    if (node.op == Op::kString) {
      Add({.text = pool_.Text(e)}, guard);
    } else if (node.op == Op::kConcat) {
      for (const ir::ExprId arg : node.args) Append(arg, guard);
    } else if (node.op == Op::kIf) {
      Append(node.args[1], guard ? symbolic::And(*dae_.pool, guard, node.args[0]) : node.args[0]);
      const ir::ExprId otherwise = symbolic::Not(*dae_.pool, node.args[0]);
      Append(node.args[2], guard ? symbolic::And(*dae_.pool, guard, otherwise) : otherwise);
    } else if (node.op == Op::kToString) {
      const ir::ExprNode& value = pool_[node.args[0]];
      if (value.type == ir::ScalarType::kString) return Append(node.args[0], guard);
      std::string pattern = value.type == ir::ScalarType::kReal ? "%.6g" : "";
      if (node.args.size() > 1) pattern = pool_.Text(node.args[1]);
      Add({.slot = builder_.Compile(node.args[0]),
           .literals = LiteralsOf(dae_, value.type, value.enumeration),
           .pattern = std::move(pattern)},
          guard);
    } else {
      Add({.slot = builder_.Compile(e), .is_text = node.type == ir::ScalarType::kString}, guard);
    }
  }

  void Add(runtime::MessagePart part, ir::ExprId guard) {
    if (guard) part.guard = builder_.Compile(guard);
    message_.push_back(std::move(part));
  }

  const ir::Dae& dae_;
  const ir::ExprPool& pool_;
  CodeBuilder& builder_;
  runtime::Message message_;
};

}  // namespace

runtime::Message EmitMessage(const ir::Dae& dae, CodeBuilder& builder, ir::ExprId text) {
  if (!text) return {};
  return MessageEmitter(dae, builder).Run(text);
}

}  // namespace stiction::emit
