#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy on our own sources that are not tests, several at a time; what it finds is printed as it is.

  scripts/tidy.py BUILD_DIRECTORY     a configured build with its compile_commands.json and generated sources

A source that was found clean is left out next time if nothing has changed: its text, the headers that it includes (known
where what was compiled of it is up to date), its command, .clang-tidy and clang-tidy itself. What is known stands in
$XDG_CACHE_HOME/stiction/tidy, or ~/.cache/stiction/tidy; to look at everything anew, remove it.
"""
import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

FOLDERS = ("compiler", "runtime", "fmi", "cli")
DAYS_KEPT = 30


real_path = functools.cache(os.path.realpath)


@functools.cache
def changed_at(path):
    """[ns]; infinite: it is not there."""
    return os.stat(path).st_mtime_ns if os.path.exists(path) else float("inf")


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def is_ours(path, build):
    """A source of ours, or one into which the build puts several of them (CMAKE_UNITY_BUILD)."""
    return any(path.startswith(f"{real_path(base)}/{folder}/") for base in (".", build) for folder in FOLDERS)


class Keys:
    """A key for each source, that stands for all that its findings depend on."""

    def __init__(self, build):
        self.build = build
        self.contents = {}
        version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
        scripts = pathlib.Path(__file__).resolve().parent
        texts = [path.read_text() for path in (pathlib.Path(".clang-tidy"), scripts / "tidy.py", scripts / "lint.sh")]
        self.common = digest(version, *texts)
        commands = json.loads((build / "compile_commands.json").read_text())
        root = str(pathlib.Path.cwd())  # the same in another checkout
        self.commands = {real_path(entry["file"]): entry["command"].replace(root, "") for entry in commands}
        self.inputs = self.read_inputs()

    def read_inputs(self):
        """By source, the files from which it was compiled, unless one of them is newer than that."""
        listing = subprocess.run(["ninja", "-C", str(self.build), "-t", "deps"], capture_output=True, text=True).stdout
        found = {}
        for paragraph in listing.split("\n\n"):
            title, *files = paragraph.splitlines() or [""]
            compiled = re.search(r"deps mtime (\d+) \(VALID\)$", title)
            if compiled is None or not files:
                continue
            paths = [real_path(os.path.join(self.build, file.strip())) for file in files]
            if all(changed_at(path) <= int(compiled[1]) for path in paths):
                found[paths[0]] = paths
        return found

    def content(self, path):
        if path not in self.contents:
            self.contents[path] = digest(pathlib.Path(path).read_text(errors="replace"))
        return self.contents[path]

    def of(self, source):
        """None: what it includes is not known."""
        path = real_path(source)
        if path not in self.inputs:
            return None
        files = (os.path.basename(file) + self.content(file) for file in self.inputs[path])
        return digest(self.common, self.commands.get(path, ""), *files)


class Clean:
    """What was found clean, by key, from one run to the next; nothing where that cannot be kept."""

    def __init__(self):
        cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
        self.folder = pathlib.Path(cache) / "stiction" / "tidy"

    def knows(self, key):
        return key is not None and (self.folder / key).exists()

    def note(self, key):
        if key is None:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / key).touch()

    def forget_old(self):
        with contextlib.suppress(OSError):
            for stamp in self.folder.iterdir():
                if time.time() - stamp.stat().st_mtime > DAYS_KEPT * 86400:
                    stamp.unlink()


def tidy(build, source):
    """@returns what it found; empty: nothing"""
    words = ["clang-tidy", "-p", str(build), f"--vfsoverlay={build / 'lint-overlay.yaml'}", "--quiet", source]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode == 0:
        return ""
    return run.stdout.strip() or run.stderr.strip() or f"clang-tidy ended with {run.returncode} on {source}"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    build = pathlib.Path(sys.argv[1])
    if not (build / "compile_commands.json").exists():
        sys.exit(f"{build} has no compile_commands.json: configure it first, as with `cmake --preset release`")
    keys, clean = Keys(build), Clean()
    sources = sorted(path for path in keys.commands if is_ours(path, build))
    key_of = {source: keys.of(source) for source in sources}
    wanted = [source for source in sources if not clean.knows(key_of[source])]
    dirty = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, found in zip(wanted, pool.map(lambda source: tidy(build, source), wanted)):
            if found:
                dirty += 1
                print(found, flush=True)
            else:
                clean.note(key_of[source])
    for source in set(sources) - set(wanted):
        clean.note(key_of[source])  # as used today
    clean.forget_old()
    looked = f"{len(wanted)} of {len(sources)} sources looked at, the others are as they were when last found clean"
    if dirty:
        sys.exit(f"Lint: findings in {dirty} sources; {looked}.")
    print(f"Lint: clean; {looked}.")


if __name__ == "__main__":
    main()
