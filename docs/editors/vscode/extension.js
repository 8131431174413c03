// Starts `sandtable lsp` and hands it the battles, maps and layers that are open.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("sandtable");
  const server = { command: settings.get("path"), args: ["lsp"] };
  const files = { scheme: "file", pattern: "**/*.{yaml,yml,geojson}" };
  client = new LanguageClient("sandtable", "Sandtable", server, {
    documentSelector: [files],
    initializationOptions: { notes: settings.get("notes") },
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
