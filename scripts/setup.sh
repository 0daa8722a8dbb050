#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs the Debian packages that building and testing need, and says nothing when they are all there.
#   scripts/setup.sh [--optional|--packaging]
#     --optional: also what some tests skip themselves without (chromium; of Python SciPy, pandas, matplotlib and mypy; OpenMPI; what packages need)
#     --packaging: also what a Debian package of the command needs: its dependencies are found out, and manual pages made
set -eu
optional=""
case "${1-}" in
  "") ;;
  --optional) optional="chromium python3-scipy python3-pandas python3-matplotlib python3-mypy openmpi-bin dpkg-dev file help2man lintian" ;;
  --packaging) optional="dpkg-dev file help2man" ;;
  *) echo "usage: scripts/setup.sh [--optional|--packaging]" >&2; exit 2 ;;
esac

packages="g++ cmake ninja-build make pkg-config antlr4 libantlr4-runtime-dev libsundials-dev libsuitesparse-dev liblapack-dev
libeigen3-dev libgtest-dev libgmock-dev libbenchmark-dev libfmt-dev libcli11-dev nlohmann-json3-dev uuid-dev zlib1g-dev libcairo2-dev libzip-dev libpugixml-dev libjemalloc-dev libasmjit-dev ccache mold clang-format clang-tidy $optional"

missing=""
for package in $packages; do
  case "$(dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null || true)" in
    *" installed") ;;
    *) missing="$missing $package" ;;
  esac
done
[ -z "$missing" ] && exit 0

echo "Installing:$missing"
as_root=""
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "This needs root rights or sudo." >&2; exit 1; }
  as_root="sudo"
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
if ! { $as_root apt-get -qq update && $as_root apt-get -qq install --yes --no-install-recommends $missing; } >"$log" 2>&1
then
  cat "$log" >&2
  echo "The packages could not be installed." >&2
  exit 1
fi
