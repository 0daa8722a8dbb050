// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace stiction::runtime {

ReadMatrix ReadTableFile(const TableFile& file) {
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(file.path, ignored).type();
  // A device may have no end, and a FIFO would be waited for.
  using Type = std::filesystem::file_type;
  const bool is_special = type == Type::character || type == Type::block || type == Type::fifo || type == Type::socket;
  std::ifstream in;
  if (!is_special) in.open(file.path, std::ios::binary);
  if (is_special || !in || type == Type::directory) {
    const char* why = is_special                ? "it is no regular file"
                      : type == Type::directory ? "it is a folder"
                                                : std::strerror(errno);
    const std::string tried = std::filesystem::absolute(file.path, ignored).lexically_normal().string();
    return fmt::format(
        "the table file '{}' cannot be read: {} (tried '{}'); a name without a folder is looked for where the "
        "simulation "
        "runs, loadResource(\"modelica://...\") finds it in a library",
        file.path.string(), why, tried);
  }
  std::ostringstream contents;
  contents << in.rdbuf();
  std::string extension = file.path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".csv") return ParseTableCsv(contents.str(), file);
  if (extension == ".mat") return ParseTableMat(contents.str(), file);
  return ParseTableText(contents.str(), file);
}

}  // namespace stiction::runtime
