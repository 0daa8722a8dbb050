// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fmu_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/common.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/work_directory.h"
#include "compiler/units/unit.h"
#include "fmi/describe/write_archive.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;

// It lies beside the command, or where an installation has its libraries; empty: nowhere.
std::string RuntimeLibrary() {
  constexpr const char* kName = "libstiction_fmi.so";
  std::error_code wrong;
  const fs::path folder = fs::read_symlink("/proc/self/exe", wrong).parent_path();
  for (const fs::path& path : {folder / kName, folder / "../lib/stiction/fmi" / kName}) {
    if (fs::is_regular_file(path, wrong)) return path.string();
  }
  return {};
}

std::optional<fmi::BaseUnit> BaseUnitOf(const std::string& text) {
  const std::optional<Unit> unit = ParseUnit(text);
  if (!unit) return std::nullopt;
  fmi::BaseUnit base;
  base.factor = unit->factor;
  for (size_t i = 0; i < base.exponents.size(); ++i) {
    base.exponents[i] = static_cast<int>(unit->exponents[i]);
    if (base.exponents[i] != unit->exponents[i]) return std::nullopt;
  }
  return base;
}

}  // namespace

int RunFmu(const CommandLine& line) {
  if (!line.output.empty() && fs::path(line.output).extension() != ".fmu")
    return Refuse(fmt::format("'{}': the name of an FMU ends in .fmu", line.output));
  const std::string library = RuntimeLibrary();
  if (library.empty())
    return Refuse("the runtime library libstiction_fmi.so lies neither beside this command nor in ../lib/stiction/fmi");
  const WorkDirectory directory;
  if (!directory.failure().empty()) return Refuse(directory.failure());
  const std::string externals = directory.Of(0).string();
  CompileOptions translation = CompileOptionsOf(line);
  translation.c_library = externals;
  translation.has_importer = true;
  const CompileOutcome outcome = CompileModel(translation, line.quiet);
  if (outcome.has_errors || !outcome.compiled.program) return kModelError;
  const std::string output = line.output.empty() ? outcome.compiled.model + ".fmu" : line.output;
  if (const std::string wrong = WhyNotWritable({{output, "the FMU"}}, outcome.sources); !wrong.empty())
    return Refuse(wrong);
  const fmi::ExportOptions options{line.fmi_version == "2" ? fmi::Version::kFmi2 : fmi::Version::kFmi3, library,
                                   Exists(externals) ? externals : std::string(), "Stiction " STICTION_VERSION,
                                   BaseUnitOf};
  if (const std::string wrong = fmi::WriteArchive(output, *outcome.compiled.program, options); !wrong.empty())
    return Refuse(fmt::format("cannot write '{}': {}", output, wrong));
  if (!line.quiet) fmt::print("{}: FMI {}.0 of {}\n", output, line.fmi_version, outcome.compiled.model);
  return kDone;
}

}  // namespace stiction::cli
