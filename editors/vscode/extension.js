// SPDX-License-Identifier: BSD-3-Clause
// Starts `stiction lsp` and hands the editor's questions to it.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function create() {
  const settings = vscode.workspace.getConfiguration("stiction");
  const server = { command: settings.get("command"), args: ["lsp"], transport: TransportKind.stdio };
  return new LanguageClient("stiction", "Stiction", server, {
    documentSelector: [{ language: "modelica" }],
    initializationOptions: { libraryPaths: settings.get("libraryPaths") },
  });
}

async function start() {
  client = create();
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `Stiction: the language server does not start (${error.message}). Set stiction.command to the path of the command.`
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.stop().catch(() => {});
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("stiction.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("stiction")) return;
      await stop();
      await start();
    })
  );
  await start();
}

module.exports = { activate, deactivate: stop };
