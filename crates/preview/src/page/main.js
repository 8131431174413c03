// The page: receives every edition of the battle, shows a view of it, and routes clicks and keys.

import { Findings, summed } from "./findings.js";
import { Measure } from "./measure.js";
import { Readout } from "./readout.js";
import { Tiles } from "./tiles.js";
import { Viewport } from "./viewport.js";

const at = (id) => document.getElementById(id);
const stage = at("stage");
let edition = null, chosen = "map", withSetUp = true, withProof = false, shown = null, isLost = false, toast = 0;

const tell = (text) => {
  at("toast").textContent = text;
  at("toast").classList.add("seen");
  clearTimeout(toast);
  toast = setTimeout(() => at("toast").classList.remove("seen"), 2500);
};

const viewport = new Viewport(stage, () => changed(), (place) => clicked(place), (place) => pointed(place));
const tiles = new Tiles(at("canvas"), viewport, (view) => { document.body.dataset.drawn = `${view.id} ${view.key}`; });
const readout = new Readout(at("place"), tell);
const measure = new Measure(at("ink"), at("length"), viewport);
const findings = new Findings(at, tell);

const isMap = () => chosen === "map";

function changed() {
  tiles.changed();
  measure.draw();
  Object.assign(stage.dataset, { left: viewport.left, top: viewport.top, scale: viewport.scale });
  at("percent").textContent = `${Math.round(viewport.scale / (96 / 25.4) * 100)} %`;
}

// Handles the pointer at a position of the stage, or outside it.
function pointed(place) {
  const onSheet = place && isMap() ? viewport.toSheet(...place) : null;
  readout.point(onSheet);
  if (onSheet) measure.reach(onSheet);
}

function clicked(place) {
  if (!isMap() || !edition?.map) return;
  const onSheet = viewport.toSheet(...place);
  if (measure.isOn) { readout.point(onSheet); measure.add(onSheet); } else readout.copyAt(onSheet);
}

// The chosen view in the current edition.
function view() {
  const id = isMap() ? `${withSetUp ? "set-up" : "map"}${withProof ? "-proof" : ""}` : chosen;
  return edition?.views.find((one) => one.id === id) ?? null;
}

function show() {
  const next = view();
  const isOther = !shown || !next || (shown.group !== next.group || (next.group === "sheet" && shown.id !== next.id));
  if (next && (!shown || next.key !== shown.key || next.id !== shown.id)) {
    // Set position and scale first: otherwise, tiles are requested at an unused scale.
    viewport.show({ width: next.width_mm, height: next.height_mm }, isOther);
    tiles.show(next, !isOther);
  } else if (!next) tiles.show(null, false);
  shown = next;
  const hasMap = Boolean(edition?.map);
  at("map-tools").hidden = !isMap() || !hasMap;
  at("proof").hidden = !edition?.map?.has_proof;
  at("set-up").setAttribute("aria-pressed", String(withSetUp));
  at("proof").setAttribute("aria-pressed", String(withProof));
  at("measure").setAttribute("aria-pressed", String(measure.isOn));
  at("sticks").hidden = !measure.isOn || !edition?.map?.sticks.length;
  stage.classList.toggle("pointing", isMap() && hasMap);
  if (!isMap()) readout.show(null);
  for (const button of at("views").querySelectorAll("button")) {
    if (button.dataset.view === chosen) button.setAttribute("aria-current", "page"); else button.removeAttribute("aria-current");
  }
  at("choose").value = chosen;
  document.title = `${edition?.broken ? "✗ " : ""}${edition?.title || "Sandtable"} – preview`;
}

function choose(id) {
  chosen = id;
  if (!isMap()) measure.turn(false);
  show();
}

// The list of views: the map, and each sheet.
function list() {
  const sheets = edition.views.filter((one) => one.group === "sheet");
  const entries = [...(edition.map ? [["map", "Map"]] : []), ...sheets.map((one) => [one.id, one.title])];
  const listed = JSON.stringify(entries);
  if (listed === list.before) return;
  list.before = listed;
  const items = entries.map(([id, title]) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.dataset.view = id;
    button.textContent = title;
    button.addEventListener("click", () => choose(id));
    item.append(button);
    return item;
  });
  at("views").replaceChildren(...items);
  at("choose").replaceChildren(...entries.map(([id, title]) => new Option(title, id)));
  // Leave a sheet that no longer exists, but wait until the sheets have been drawn.
  if (entries.length && !entries.some(([id]) => id === chosen) && !edition.unfinished) chosen = entries[0][0];
}

function sticks() {
  const kinds = edition.map?.sticks ?? [];
  const kept = kinds.find((stick) => stick.id === measure.stick?.id) ?? kinds[0] ?? null;
  measure.map = edition.map;
  measure.stick = kept;
  at("sticks").replaceChildren(...kinds.map((stick) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(stick.id === kept.id));
    button.dataset.stick = stick.id;
    button.textContent = `${stick.title[0].toUpperCase()}${stick.title.slice(1)} stick`;
    button.addEventListener("click", () => { measure.stick = stick; sticks(); measure.draw(); at("sticks").querySelector(`[data-stick=${stick.id}]`).focus(); });
    return button;
  }));
}

function hear(text) {
  edition = JSON.parse(text);
  isLost = false;
  at("title").textContent = edition.title || "Sandtable";
  list();
  sticks();
  findings.show(edition);
  show();
  if (chosen === "map" && measure.isOn) measure.draw();
  state();
}

function state() {
  document.body.dataset.edition = edition?.edition ?? 0;
  document.body.dataset.state = isLost ? "lost" : edition?.broken ? "broken" : edition?.unfinished ? "drawing" : "fine";
  at("state").textContent = isLost ? "The preview has stopped. Restart it and open the address that it prints."
    : edition.broken ? summed(edition.findings)
    : edition.unfinished ? "drawing …"
    : edition.map ? "up to date" : "up to date; this battle has no map";
}

// A browser allows six connections to a server, so hidden pages close theirs.
let source = null;
function listen() {
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource("events");
  source.onmessage = (event) => hear(event.data);
  source.onerror = () => { isLost = true; state(); };
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
listen();

function toggle(what) {
  if (!isMap() || !edition?.map) return;
  if (what === "set-up") withSetUp = !withSetUp;
  if (what === "proof" && edition.map.has_proof) withProof = !withProof;
  if (what === "measure") measure.turn(!measure.isOn);
  show();
}
for (const name of ["set-up", "proof", "measure"]) at(name).addEventListener("click", () => toggle(name));
at("in").addEventListener("click", () => viewport.zoom(Math.SQRT2));
at("out").addEventListener("click", () => viewport.zoom(Math.SQRT1_2));
at("fit").addEventListener("click", () => viewport.fit());
const trueSize = () => viewport.zoom(96 / 25.4 / viewport.scale);
at("true-size").addEventListener("click", trueSize);
at("choose").addEventListener("change", () => choose(at("choose").value));

// Keys: some move the sheet when it has the focus; the others work outside text fields.
stage.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (viewport.key(event)) {
    pointed([viewport.width / 2, viewport.height / 2]);
    event.preventDefault();
  } else if (event.key === "Enter" || event.key === " ") {
    clicked([viewport.width / 2, viewport.height / 2]);
    event.preventDefault();
  }
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  const names = { s: "set-up", p: "proof", m: "measure" };
  if (event.key.toLowerCase() in names) toggle(names[event.key.toLowerCase()]);
  else if (event.key === "1") trueSize();
  else if (measure.isOn && event.key === "Backspace") measure.undo();
  else if (measure.isOn && event.key === "Escape") { if (measure.line.length && !measure.isClosed) measure.close(); else toggle("measure"); }
  else return;
  event.preventDefault();
});
