// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp_command.h"

#include <csignal>

#include "cli/lsp/server.h"

namespace stiction::cli {

int RunLsp(const CommandLine& line) {
  std::signal(SIGPIPE, SIG_IGN);  // an editor that is gone is the end of the input, too
  return lsp::Server(line.library_paths).Run();
}

}  // namespace stiction::cli
