#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Makes the manual pages of the command, one for each of its commands, from what --help tells, by help2man.
#   scripts/man_pages.sh COMMAND DIRECTORY
set -eu
stiction=$1
directory=$2
mkdir -p "$directory"
rm -f "$directory"/*.1.gz
version=$("$stiction" --version | sed 's/.* //')

# page NAME WHAT COMMAND...: what it is in one line, and how it is called
page() {
  name=$1
  what=$2
  shift 2
  help2man --no-info --no-discard-stderr --section=1 --manual='Stiction' --source="stiction $version" --version-string="$version" \
    --name="$what" "$*" |
    # help2man knows one page a program, and joins the lines of examples.
    awk -v name="$name" '
      /^\.TH STICTION / { sub("STICTION", toupper(name)) }
      last == ".SH NAME" { sub(/^[^\\]* /, name " ") }
      /^Examples:/ { print ".PP" }
      /^stiction / && last ~ /^stiction / { print ".br" }
      { print; last = $0 }' | gzip -9n >"$directory/$name.1.gz"
}

page stiction 'translate and simulate Modelica models' "$stiction"
"$stiction" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\)  *\(.*\)$/\1 \2/p' | while read -r command what; do
  page "stiction-$command" "$what" "$stiction" "$command"
done
