// Drives yaml-language-server as an editor does, and checks its answers about our files.
//
//     npm install --prefix tests/editor --no-save yaml-language-server
//     node tests/editor/drive.mjs

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const project = resolve(here, "../..");
const installed = process.argv[2] ?? here;
const program = join(installed, "node_modules/yaml-language-server/bin/yaml-language-server");
if (!existsSync(program)) {
  console.error("install it first: npm install --prefix tests/editor --no-save yaml-language-server");
  process.exit(2);
}

/// The server, with JSON-RPC over its standard input and output.
class Server {
  #child = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  #next = 1;
  #waiting = new Map();
  #published = new Map();
  #bytes = Buffer.alloc(0);

  constructor() {
    this.#child.stdout.on("data", (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      for (let message = this.#message(); message; message = this.#message()) this.#take(message);
    });
  }

  #message() {
    const end = this.#bytes.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const length = Number(/Content-Length: (\d+)/.exec(this.#bytes.toString("utf8", 0, end))[1]);
    const start = end + 4;
    if (this.#bytes.length < start + length) return undefined;
    const text = this.#bytes.toString("utf8", start, start + length);
    this.#bytes = this.#bytes.subarray(start + length);
    return JSON.parse(text);
  }

  #take(message) {
    if (message.method === "workspace/configuration") {
      const yaml = { validate: true, hover: true, completion: true, schemaStore: { enable: false } };
      const result = message.params.items.map(({ section }) => (section === "yaml" ? yaml : {}));
      this.#send({ id: message.id, result });
    } else if (message.method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = message.params;
      this.#published.get(uri)?.(diagnostics);
    } else if (message.method && message.id !== undefined) {
      this.#send({ id: message.id, result: null });
    } else if (this.#waiting.has(message.id)) {
      const { done, failed } = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      message.error ? failed(new Error(message.error.message)) : done(message.result);
    }
  }

  #send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  tell(method, params) {
    this.#send({ method, params });
  }

  ask(method, params) {
    const id = this.#next++;
    this.#send({ id, method, params });
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  async start() {
    const rootUri = pathToFileURL(project).href;
    const capabilities = {
      workspace: { configuration: true },
      textDocument: {
        completion: { completionItem: { documentationFormat: ["markdown"] } },
        hover: { contentFormat: ["markdown"] },
        publishDiagnostics: {},
      },
    };
    await this.ask("initialize", { processId: process.pid, rootUri, capabilities });
    this.tell("initialized", {});
  }

  /// Opens a text under a new name next to a file, and returns the diagnostics. The server may
  /// publish several times; the last publication counts.
  async open(file, text) {
    const name = file.replace(".yaml", `-${this.#next++}.yaml`);
    const uri = pathToFileURL(join(project, name)).href;
    const diagnostics = new Promise((done) => {
      let quiet;
      this.#published.set(uri, (found) => {
        clearTimeout(quiet);
        quiet = setTimeout(done, 500, found);
      });
    });
    this.tell("textDocument/didOpen", {
      textDocument: { uri, languageId: "yaml", version: 1, text },
    });
    return { uri, diagnostics: await diagnostics };
  }

  async stop() {
    await this.ask("shutdown", null);
    this.tell("exit");
  }
}

const wrong = [];
const hold = (what, holds, answer) => {
  console.log(`${holds ? "yes" : "NO "}  ${what}\n       ${answer}`);
  if (!holds) wrong.push(what);
};

/// The position of a text as line and column, from 0.
const place = (text, part, offset) => {
  const before = text.slice(0, text.indexOf(part) + offset).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
};

const server = new Server();
await server.start();
const late = setTimeout(() => {
  console.error("the server did not answer for a minute");
  process.exit(1);
}, 60_000);

const SCENARIO = "scenarios/gettysburg/scenario.yaml";
const MAP = "maps/gettysburg/map.yaml";
const RULESET = "crates/authored/rulesets/pub-battles-3.2.yaml";
const read = (file) => readFileSync(join(project, file), "utf8");
const words = (diagnostics) => diagnostics.map(({ message }) => message).join(" | ") || "nothing";

for (const file of [SCENARIO, MAP, RULESET]) {
  const { uri, diagnostics } = await server.open(file, read(file));
  hold(`${file} is not underlined`, diagnostics.length === 0, words(diagnostics));
}

for (const [file, from, to, said] of [
  [SCENARIO, /rating: \d/, "rating: 9", /6|maximum/],
  [SCENARIO, /^combat_order:/m, "combat_ordr:", /combat_ordr/],
  [SCENARIO, /quality: \w+/, "quality: elit", /elite/],
  [SCENARIO, /colour: "#/, 'colour: "', /pattern|#/],
  [SCENARIO, /^ruleset:.*$/m, "", /Missing property "ruleset"/],
  [MAP, /class: woods/, "class: wood", /woods/],
  [MAP, /^scale:.*$/m, "scale: 16000", /string/],
  [RULESET, /dice: \d+/, "dice: many", /integer|number/],
]) {
  const good = read(file);
  const spoilt = good.replace(from, to);
  if (spoilt === good) throw new Error(`${file} does not contain ${from}`);
  const { uri, diagnostics } = await server.open(file, spoilt);
  hold(`${file} with \`${to}\` is underlined`, said.test(words(diagnostics)), words(diagnostics));
}

for (const [file, before, typed, wanted] of [
  [SCENARIO, "\nsides:", "\nco", ["combat_order", "column_length"]],
  [SCENARIO, "\nsides:", "\n", ["notes", "special_rules", "weather"]],
  [MAP, "\nlayers:", "\n", ["elevation", "subtitle"]],
]) {
  const good = read(file).replace(/^(combat_order|column_length|notes|elevation|subtitle|special_rules|weather):.*\n([ -].*\n)*/gm, "");
  const text = good.replace(before, `${typed}${before}`);
  const { uri } = await server.open(file, text);
  const position = place(text, `${typed}${before}`, typed.length);
  const answer = await server.ask("textDocument/completion", { textDocument: { uri }, position });
  const items = answer?.items ?? answer ?? [];
  const labels = items.map(({ label }) => label);
  const found = wanted.filter((label) => labels.includes(label));
  hold(`${file}: ${JSON.stringify(typed)} offers ${wanted.join(", ")}`, found.length === wanted.length, labels.join(", "));
  const explained = items.filter(({ documentation }) => documentation).length;
  hold("each has documentation", explained === items.length, `${explained} of ${items.length}`);
}

{
  const text = read(SCENARIO).replace(/type: infantry/, "type: ");
  const { uri } = await server.open(SCENARIO, text);
  const position = place(text, "type: ", 6);
  const answer = await server.ask("textDocument/completion", { textDocument: { uri }, position });
  const labels = (answer?.items ?? answer ?? []).map(({ label }) => label);
  hold("a piece's type is offered", labels.includes("infantry") && labels.includes("cavalry"), labels.join(", "));
}

for (const [file, key, wanted] of [
  [SCENARIO, "\ncombat_order", /order of combats/i],
  [SCENARIO, "rating:", /Rating, compared/i],
  [MAP, "\nframe:", /piece of ground/i],
  [MAP, "class:", /Hills: polygons|kind of layer/i],
  [RULESET, "dice:", /dice/i],
]) {
  const text = read(file);
  const { uri } = await server.open(file, text);
  const position = place(text, key, 2);
  const answer = await server.ask("textDocument/hover", { textDocument: { uri }, position });
  const said = (answer?.contents?.value ?? "nothing").replace(/\s+/g, " ").slice(0, 160);
  hold(`${file}: hover over \`${key.trim()}\``, wanted.test(said), said);
}

clearTimeout(late);
await server.stop();
console.log(wrong.length ? `${wrong.length} wrong answers` : "all answers as expected");
process.exit(wrong.length ? 1 : 0);
