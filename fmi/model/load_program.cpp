// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/model/load_program.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "runtime/external/foreign_library.h"
#include "runtime/external/provided.h"
#include "runtime/operators/text_hash.h"
#include "runtime/program/stored_program.h"

namespace stiction::fmi {
namespace {

// @returns empty, or why they cannot be loaded
std::string LoadExternals(const std::filesystem::path& library, runtime::Program& program) {
  std::vector<runtime::ForeignEntry> entries;
  for (size_t f = 0; f < program.functions.size(); ++f) {
    std::vector<runtime::ExternalCode>& externals = program.functions[f].externals;
    for (size_t i = 0; i < externals.size(); ++i) {
      if (runtime::FindProvided(externals[i].c_name) == nullptr)
        entries.push_back({runtime::ForeignEntryName(f, i), &externals[i].entry});
    }
  }
  if (entries.empty()) return {};
  const std::optional<std::string> why = runtime::LoadForeignLibrary(library, entries);
  return why ? fmt::format("the external functions in {} cannot be loaded: {}", library.string(), *why) : std::string();
}

}  // namespace

std::string TokenOf(std::string_view stored) {
  const uint64_t high = runtime::TextHash(stored), low = runtime::TextHash(stored, high);
  return fmt::format("{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}", high >> 32, high >> 16 & 0xffff, high & 0xffff,
                     low >> 48, low & 0xffffffffffff);
}

std::variant<runtime::Program, std::string> LoadProgram(const std::string& resources, const std::string& token) {
  const std::filesystem::path folder = resources, file = folder / kProgramFile;
  std::ifstream in(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!in) return fmt::format("cannot read {}", file.string());
  if (!token.empty() && token != TokenOf(bytes)) {
    return fmt::format("{}: the model is not the one that modelDescription.xml tells of ({})", file.string(), token);
  }
  auto read = runtime::ReadStoredProgram(bytes);
  if (auto* const wrong = std::get_if<std::string>(&read)) return fmt::format("{}: {}", file.string(), *wrong);
  if (std::string wrong = LoadExternals(folder / kExternalFile, std::get<runtime::Program>(read)); !wrong.empty())
    return wrong;
  return read;
}

}  // namespace stiction::fmi
