#include "compiler/emit/emit_message.h"

namespace stiction::emit {

using ir::Op;

std::vector<std::string> LiteralsOf(const ir::Dae& dae, ir::ScalarType type, ir::EnumerationId enumeration) {
  if (type == ir::ScalarType::kBoolean) return {"false", "true"};
  if (type == ir::ScalarType::kEnumeration && enumeration) return dae.enumerations[enumeration.index()].literals;
  return {};
}

namespace {

void Append(const ir::Dae& dae, CodeBuilder& builder, ir::ExprId e, runtime::Message& message) {
  const ir::ExprNode& node = (*dae.pool)[e];
  if (node.op == Op::kString) {
    message.push_back({dae.pool->Text(e), runtime::kNoSlot, {}});
  } else if (node.op == Op::kConcat) {
    for (const ir::ExprId arg : node.args) Append(dae, builder, arg, message);
  } else if (node.op == Op::kToString) {
    const ir::ExprNode& value = (*dae.pool)[node.args[0]];
    if (value.type == ir::ScalarType::kString) {
      Append(dae, builder, node.args[0], message);
    } else {
      message.push_back({"", builder.Compile(node.args[0]), LiteralsOf(dae, value.type, value.enumeration)});
    }
  } else if (node.op == Op::kVariable && dae.variables[static_cast<size_t>(node.payload)].binding) {
    Append(dae, builder, dae.variables[static_cast<size_t>(node.payload)].binding, message);
  } else {
    message.push_back({"", builder.Compile(e), {}});
  }
}

}  // namespace

runtime::Message EmitMessage(const ir::Dae& dae, CodeBuilder& builder, ir::ExprId text) {
  runtime::Message message;
  if (text) Append(dae, builder, text, message);
  return message;
}

}  // namespace stiction::emit
