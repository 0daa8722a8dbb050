// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/operators.h"

#include <algorithm>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/functions.h"

namespace stiction {

std::optional<Operators::FunctionList> Operators::ConstructorsOf(ClassElement& element) {
  if (!element.definition || ast::IsFunction(element.definition->kind)) return std::nullopt;
  const ResolvedType type = classes_.Resolve(element);
  if (type.kind != ResolvedType::Kind::kClass || type.definition->kind != ast::ClassKind::kOperatorRecord) {
    return std::nullopt;
  }
  if (type.is_partial || !classes_.StaticScope(type.cls)->group->classes.contains("'constructor'")) return std::nullopt;
  data_.NoteType(type);
  return Of(type.cls, "'constructor'");
}

Operators::FunctionList Operators::All(std::string_view name) {
  FunctionList all;
  std::vector<ir::ClassId> records;
  for (const auto& [record, table] : data_.tree.operator_records) records.push_back(record);
  for (const ir::ClassId record : records) {
    const FunctionList some = Of(record, name);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void Operators::Build() {
  // A function that is built may use further operators, and further records.
  for (size_t known = SIZE_MAX; known != data_.operators.size() + data_.tree.operator_records.size();) {
    known = data_.operators.size() + data_.tree.operator_records.size();
    std::set<std::string, std::less<>> names = data_.operators;
    if (!names.empty()) names.insert({"'constructor'", "'0'"});
    for (const std::string& name : names) All(name);
  }
}

Operators::FunctionList Operators::Of(ir::ClassId record, std::string_view name) {
  const std::string key(name);
  const auto& known = data_.tree.operator_records[record].operators;
  if (const auto found = known.find(key); found != known.end()) return found->second;
  Group& group = *classes_.StaticScope(record)->group;
  FunctionList functions;
  const auto add = [&](ClassElement& element) {
    const auto function = functions_.Of(element, element.definition->name.span);
    // A short class is the function that it stands for.
    const bool is_new = function && std::find(functions.begin(), functions.end(), *function) == functions.end();
    if (is_new) functions.push_back(*function);
  };
  const auto found = group.classes.find(key);
  const bool is_found = found != group.classes.end() && found->second.definition;
  if (is_found && ast::IsFunction(found->second.definition->kind)) {
    add(found->second);
  } else if (Group* inside = is_found ? classes_.Enter(found->second) : nullptr) {
    for (const ir::ClassId id : data_.At(inside->main->cls).nested_order) {
      ClassElement& element = inside->classes.find(data_.At(id).name)->second;
      if (element.definition && ast::IsFunction(element.definition->kind)) add(element);
    }
  }
  data_.tree.operator_records[record].operators[key] = functions;
  return functions;
}

}  // namespace stiction
