#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the Debian package on Debian 12: installs what that needs, as root or by sudo.
#   packaging/build_deb.sh [DIRECTORY]     in which it is put; else the top of the source tree
set -eu
destination=$(realpath "${1:-$(dirname "$0")/..}")
cd "$(dirname "$0")/.."
scripts/setup.sh --packaging
cmake --preset release -DSTICTION_TESTS=OFF
ninja -C build/release
(cd build/release && cpack -G DEB)
cp build/release/stiction_*.deb "$destination/"
