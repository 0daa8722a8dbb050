// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/provided.h"

#include <algorithm>

#include "runtime/external/provided_strings.h"
#include "runtime/external/provided_tables.h"
#include "runtime/external/transports.h"

namespace stiction::runtime {

std::span<const ProvidedFunction> AllProvided() {
  static const std::vector<ProvidedFunction> all = [] {
    std::vector<ProvidedFunction> functions = ProvidedTables();
    for (const ProvidedFunction& function : ProvidedStrings()) functions.push_back(function);
    for (const ProvidedFunction& function : ProvidedTransports()) functions.push_back(function);
    std::sort(functions.begin(), functions.end(),
              [](const ProvidedFunction& a, const ProvidedFunction& b) { return a.c_name < b.c_name; });
    return functions;
  }();
  return all;
}

const ProvidedFunction* FindProvided(std::string_view c_name) {
  const std::span<const ProvidedFunction> all = AllProvided();
  const auto found = std::lower_bound(all.begin(), all.end(), c_name,
                                      [](const ProvidedFunction& f, std::string_view name) { return f.c_name < name; });
  return found != all.end() && found->c_name == c_name ? &*found : nullptr;
}

}  // namespace stiction::runtime
