// SPDX-License-Identifier: BSD-3-Clause
// The server as a client of its own protocol library sees it.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const { after, before, test } = require("node:test");
const {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  InitializeRequest,
  ShutdownRequest,
  ExitNotification,
  DidOpenTextDocumentNotification,
  DidChangeTextDocumentNotification,
  PublishDiagnosticsNotification,
  HoverRequest,
  DefinitionRequest,
  ReferencesRequest,
  DocumentSymbolRequest,
  CompletionRequest,
  RenameRequest,
  DocumentFormattingRequest,
} = require("vscode-languageserver-protocol/node");

const uri = "file:///tmp/stiction-server-test/M.mo";
const text = `model M "a mass"
  type Mass = Real(unit="kg");
  constant Real g = 2*k;
  constant Real k = 3;
  parameter Mass m = 1 "its mass";
  Real v(start=0, fixed=true);
equation
  m*der(v) = -g*v;
end M;
`;

let server, connection, published, ended;

function diagnosticsOf(accept) {
  return new Promise((resolve) => {
    const look = () => {
      const index = published.findIndex((one) => accept(one.diagnostics));
      if (index < 0) return void (published.wake = look);
      resolve(published.splice(0, index + 1).pop().diagnostics);
    };
    look();
  });
}

const at = (line, character) => ({ textDocument: { uri }, position: { line, character } });

before(async () => {
  server = spawn(process.env.STICTION_COMMAND || "stiction", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  ended = new Promise((resolve) => server.on("exit", resolve));
  connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  published = [];
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    if (published.wake) published.wake();
  });
  connection.listen();
  const result = await connection.sendRequest(InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
  assert.ok(result.capabilities.hoverProvider);
  connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "modelica", version: 1, text },
  });
});

after(async () => {
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  assert.strictEqual(await ended, 0);
});

test("a sound file has no errors", async () => {
  assert.deepStrictEqual(await diagnosticsOf((list) => list.length === 0), []);
});

test("several syntax errors are told at once, and gone when they are mended", async () => {
  const replace = (version, replaced, written, line, character) =>
    connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [
        {
          range: { start: { line, character }, end: { line, character: character + replaced } },
          text: written,
        },
      ],
    });
  replace(2, 1, "", 2, 23);
  replace(3, 1, "", 7, 17);
  const errors = await diagnosticsOf((list) => list.length === 2);
  assert.deepStrictEqual(errors.map((one) => one.range.start.line), [2, 7]);
  replace(4, 0, ";", 2, 23);
  replace(5, 0, ";", 7, 17);
  await diagnosticsOf((list) => list.length === 0);
});

test("hover tells type, unit, value and description", async () => {
  const mass = await connection.sendRequest(HoverRequest.type, at(7, 2));
  assert.match(mass.contents.value, /parameter Mass m = 1/);
  assert.match(mass.contents.value, /its mass/);
  assert.match(mass.contents.value, /Unit: `kg`/);
  const constant = await connection.sendRequest(HoverRequest.type, at(7, 14));
  assert.match(constant.contents.value, /Value: `6`/);
});

test("definition and references", async () => {
  const definition = await connection.sendRequest(DefinitionRequest.type, at(7, 8));
  assert.deepStrictEqual(definition.range.start, { line: 5, character: 7 });
  const references = await connection.sendRequest(ReferencesRequest.type, { ...at(5, 7), context: { includeDeclaration: true } });
  assert.deepStrictEqual(references.map((one) => one.range.start.line), [5, 7, 7]);
});

test("symbols, completion, rename, formatting", async () => {
  const symbols = await connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
  assert.deepStrictEqual(symbols[0].children.map((one) => one.name), ["Mass", "g", "k", "m", "v"]);
  const completion = await connection.sendRequest(CompletionRequest.type, at(5, 9));
  assert.ok(completion.items.some((one) => one.label === "start"));
  assert.ok(!completion.items.some((one) => one.label === "equation"));
  const edit = await connection.sendRequest(RenameRequest.type, { ...at(7, 8), newName: "speed" });
  assert.strictEqual(edit.changes[uri].length, 3);
  await assert.rejects(connection.sendRequest(RenameRequest.type, { ...at(7, 8), newName: "g" }), /means something/);
  const format = await connection.sendRequest(DocumentFormattingRequest.type, {
    textDocument: { uri },
    options: { tabSize: 2, insertSpaces: true },
  });
  assert.deepStrictEqual(format, []);
});
