#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tests what editors get: the grammar of the VS Code extension, the language server by a client of npm, and that the extension
# can be packaged. Says so and does nothing where npm or its packages are missing.
#   scripts/test_editors.sh [COMMAND]     COMMAND: the stiction command, else build/release/bin/stiction
set -eu
cd "$(dirname "$0")/.."
command=$(realpath "${1-build/release/bin/stiction}")
if ! command -v npm >/dev/null; then
  echo "skipped: the tests of the editors need npm"
  exit 0
fi
cd editors/vscode
if ! npm ci --silent --no-audit --no-fund >/dev/null 2>&1; then
  echo "skipped: the npm packages of editors/vscode cannot be installed"
  exit 0
fi
STICTION_COMMAND=$command npm test --silent
npm run --silent package -- --out "$(mktemp -d)/stiction.vsix" >/dev/null
