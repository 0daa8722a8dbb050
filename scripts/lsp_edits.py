#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Edits files at random through `stiction lsp`, as editors do, asks all it answers, and tells how long that took.

    scripts/lsp_edits.py COMMAND DIRECTORY... [--library] [--edits 10000] [--seed 1]
    --library: also files of the Modelica Standard Library, where a directory of MODELICAPATH holds it

Fails where the server ends, does not answer within a minute, or answers that the fault is its own. With a command that
is built with the sanitizers it fails where these find something.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

WRITTEN = ["(", ")", ";", ".", "end ", " = ", "if ", "then ", '"', "/*", "x", "{", "]", "'", "for ", "model A ", "\n",
           "\u00e9", "\U0001d6fc", "der(", "equation\n", "redeclare ", "each ", ":=", "1e", "annotation(", "import "]
PARTS_OF_LIBRARY = ["Mechanics/MultiBody", "Blocks", "Media/Air"]
EDITS_OF_FILE = 20
INTERNAL_ERROR = -32603


class Client:
    def __init__(self, command):
        self.server = subprocess.Popen([command, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.seconds = {}
        self.published = 0
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.server.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit(f"the server has ended with {self.server.wait()}")
        return json.loads(self.server.stdout.read(length).decode())

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        begin = time.monotonic()
        self.send({"id": self.number, "method": method, "params": params})
        while (answer := self.receive()).get("id") != self.number:
            self.published += answer.get("method") == "textDocument/publishDiagnostics"
        seconds = time.monotonic() - begin
        self.seconds.setdefault(method, []).append(seconds)
        if seconds > 60 or answer.get("error", {}).get("code") == INTERNAL_ERROR:
            sys.exit(f"{method} {json.dumps(params)}: {json.dumps(answer)[:2000]} after {seconds:.1f} s")

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        if (code := self.server.wait(60)) != 0:
            sys.exit(f"the server has ended with {code}")


def position(text, offset):
    """As the protocol counts: lines, and units of UTF-16."""
    begin = text.rfind("\n", 0, offset) + 1
    return {"line": text.count("\n", 0, offset), "character": len(text[begin:offset].encode("utf-16-le")) // 2}


def edit(text, chance):
    """@returns what is written in place of text[begin:end], begin and end"""
    at = chance.randrange(len(text) + 1)
    kind = chance.randrange(4)
    if kind == 0:
        return chance.choice(WRITTEN), at, at
    if kind == 3:
        begin = chance.randrange(len(text) + 1)
        return text[begin : begin + chance.randrange(100)], at, at
    return "", at, min(len(text), at + chance.randrange(4 if kind == 1 else 200))


def anywhere(text, chance):
    """Behind the first letter of a word, or at any other place."""
    at = chance.randrange(len(text) + 1)
    word = re.compile(r"\b[A-Za-z_]").search(text, at)
    return word.end() if word and chance.randrange(4) else at


def ask_all(client, uri, text, chance):
    document = {"textDocument": {"uri": uri}}
    place = {**document, "position": position(text, anywhere(text, chance))}
    client.ask("textDocument/completion", place)
    client.ask("textDocument/hover", place)
    client.ask("textDocument/definition", place)
    client.ask("textDocument/references", {**place, "context": {"includeDeclaration": True}})
    client.ask("textDocument/documentHighlight", place)
    client.ask("textDocument/documentSymbol", document)
    client.ask("textDocument/rename", {**place, "newName": "other"})
    client.ask("textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}})


def edit_file(client, path, edits, chance):
    text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
    uri = path.resolve().as_uri()
    client.tell("textDocument/didOpen",
                {"textDocument": {"uri": uri, "languageId": "modelica", "version": 1, "text": text}})
    undo = None  # what takes back the last edit: half of them, so that files are sound now and then
    for version in range(2, 2 + edits):
        if undo and chance.randrange(2):
            written, begin, end = undo
            undo = None
        else:
            written, begin, end = edit(text, chance)
            undo = (text[begin:end], begin, begin + len(written))
        change = {"range": {"start": position(text, begin), "end": position(text, end)}, "text": written}
        client.tell("textDocument/didChange",
                    {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        text = text[:begin] + written + text[end:]
        ask_all(client, uri, text, chance)
    if chance.randrange(10) == 0:
        time.sleep(0.35)  # long enough that a check of the whole file begins
    client.ask("workspace/symbol", {"query": chance.choice(["Body", "rev", ""])})
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("command")
    parser.add_argument("directories", nargs="+", type=pathlib.Path)
    parser.add_argument("--library", action="store_true")
    parser.add_argument("--edits", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.library:
        paths = os.environ.get("MODELICAPATH", os.path.expanduser("~/.local/share/modelica")).split(":")
        found = [pathlib.Path(path, "Modelica", part) for path in paths for part in PARTS_OF_LIBRARY]
        options.directories += [part for part in found if part.is_dir()]
    files = sorted(file for directory in options.directories for file in directory.rglob("*.mo"))
    if not files:
        sys.exit("there are no .mo files")
    chance = random.Random(options.seed)
    client = Client(options.command)
    for done in range(0, options.edits, EDITS_OF_FILE):
        edit_file(client, chance.choice(files), min(EDITS_OF_FILE, options.edits - done), chance)
    client.end()
    print(f"{options.edits} edits, {client.published} times diagnostics")
    for method, seconds in client.seconds.items():
        seconds.sort()
        half, most = seconds[len(seconds) // 2], seconds[int(0.99 * (len(seconds) - 1))]
        print(f"{method:30} {len(seconds):6} times: median {1e3 * half:7.2f} ms, 99 % {1e3 * most:7.2f} ms, "
              f"most {1e3 * seconds[-1]:7.2f} ms")


if __name__ == "__main__":
    main()
