#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/rules.md: the rules of the specification that are checked, as the golden tests tell them.

  scripts/rules_page.py            write the page
  scripts/rules_page.py --check    exit 1 if the page is not what would be written
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDENS, PAGE = ROOT / "tests/golden", ROOT / "docs/rules.md"
HEAD = """# Rules

The rules of the Modelica specification 3.6 that `stiction` checks, by clause: what is told, as the golden test of the rule has it, its kind, and the test.
A *warning* does not end the translation. Clauses with a letter are those of the appendices. `scripts/rules_page.py` writes this page from
`compiler/support/diagnostic_kinds.def` and `tests/golden`; rules of the language are those kinds that have a clause there.

{kinds} kinds of messages, {rules} rules.
"""


def clauses():
    """The clause of each kind that has one."""
    text = (ROOT / "compiler/support/diagnostic_kinds.def").read_text()
    return dict(re.findall(r'^DIAGNOSTIC_KIND\((\w+), "([^"]+)"\)', text, re.M))


def pattern(message):
    """A message without the names in it: two that differ in these are one rule."""
    return re.sub(r"`[^`]*`|\"[^\"]*\"|\d+", "_", message)


def told():
    """(kind, severity, message, file) of each rule: the first golden that tells it."""
    seen = set()
    for path in sorted(GOLDENS.rglob("*.mo")):
        for severity, message, kind in re.findall(r"^\s*// (error|warning)(?:-anywhere)?: (.*) \[(\w+)\]$", path.read_text(errors="replace"), re.M):
            # Clauses within a message say the same as the first column.
            message = re.sub(r" \(MLS [\d.]+\)", "", message)
            if (kind, severity, pattern(message)) not in seen:
                seen.add((kind, severity, pattern(message)))
                yield kind, severity, message, path.relative_to(GOLDENS).as_posix()


def order(clause):
    return [(0, int(part)) if part.isdigit() else (1, ord(part[0])) for part in clause.split(".")]


def page():
    clause_of = clauses()
    rules = [rule for rule in told() if rule[0] in clause_of]
    lines = [HEAD.format(kinds=len({rule[0] for rule in rules}), rules=len(rules))]
    for clause in sorted(set(clause_of.values()), key=order):
        rows = sorted((kind, message, severity, file) for kind, severity, message, file in rules if clause_of[kind] == clause)
        if not rows:
            continue
        lines.append(f"## {clause}\n\n| rule | kind | golden |\n|---|---|---|")
        for kind, message, severity, file in rows:
            note = " (*warning*)" if severity == "warning" else ""
            lines.append(f"| {message.replace('|', chr(92) + '|')}{note} | `{kind}` | [{file}](../tests/golden/{file}) |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main():
    text = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit("docs/rules.md is not what the goldens tell: run scripts/rules_page.py")


main()
