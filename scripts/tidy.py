#!/usr/bin/env python3
"""clang-tidy on our own sources that are not tests, several at a time; what it finds is printed as it is.

  scripts/tidy.py BUILD_DIRECTORY     a configured build with its compile_commands.json and generated sources

A source that was found clean is left out next time if nothing has changed: its text, the headers that it includes (known
once it has been compiled), its command, .clang-tidy and clang-tidy itself. What is known stands in
$XDG_CACHE_HOME/stiction/tidy, or ~/.cache/stiction/tidy; to look at everything anew, remove it.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

FOLDERS = ("compiler", "runtime", "cli")
DAYS_KEPT = 30


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Keys:
    """A key for each source, that stands for all that its findings depend on."""

    def __init__(self, build):
        self.build = build
        self.contents = {}
        version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
        self.common = digest(version, pathlib.Path(".clang-tidy").read_text())
        commands = json.loads((build / "compile_commands.json").read_text())
        root = str(pathlib.Path.cwd())  # the same in another checkout
        self.commands = {entry["file"]: entry["command"].replace(root, "") for entry in commands}
        self.headers = self.read_headers()

    def read_headers(self):
        """By source: what it was last compiled from."""
        listing = subprocess.run(["ninja", "-C", str(self.build), "-t", "deps"], capture_output=True, text=True).stdout
        found = {}
        for paragraph in listing.split("\n\n"):
            title, *files = paragraph.splitlines() or [""]
            if title.endswith("(VALID)") and files:
                paths = [os.path.normpath(self.build / file.strip()) for file in files]
                found[paths[0]] = paths
        return found

    def content(self, path):
        if path not in self.contents:
            self.contents[path] = digest(pathlib.Path(path).read_text(errors="replace"))
        return self.contents[path]

    def of(self, source):
        """None: it was not compiled yet."""
        headers = self.headers.get(source)
        if headers is None or not all(map(os.path.exists, headers)):
            return None
        command = self.commands.get(str(pathlib.Path(source).resolve()), "")
        return digest(self.common, command, *(os.path.basename(path) + self.content(path) for path in headers))


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
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "stiction" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    sources = sorted(str(path) for folder in FOLDERS for path in pathlib.Path(folder).rglob("*.cpp"))
    keys = Keys(build)
    stamps = {}
    for source in sources:
        key = keys.of(source)
        stamps[source] = cache / key if key else None
    known = [source for source in sources if stamps[source] and stamps[source].exists()]
    for source in known:
        stamps[source].touch()
    wanted = [source for source in sources if source not in set(known)]
    dirty = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, found in zip(wanted, pool.map(lambda source: tidy(build, source), wanted)):
            if found:
                dirty += 1
                print(found, flush=True)
            elif stamps[source]:
                stamps[source].touch()
    for stamp in cache.iterdir():
        if time.time() - stamp.stat().st_mtime > DAYS_KEPT * 86400:
            stamp.unlink()
    looked = f"{len(wanted)} of {len(sources)} sources looked at, the others are as they were when last found clean"
    if dirty:
        sys.exit(f"Lint: findings in {dirty} sources; {looked}.")
    print(f"Lint: clean; {looked}.")


if __name__ == "__main__":
    main()
