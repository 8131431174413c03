// Diagnostics: errors over the map, warnings next to it, each with its location and help.

import { copy } from "./readout.js";

const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const summed = ({ errors, warnings }) => [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean).join(", ");

// One diagnostic. Its location opens in an editor or can be copied.
function item(finding, tell) {
  const made = element("li", `finding ${finding.severity}`);
  const message = element("p", "message");
  message.append(element("span", "code", finding.code), finding.message);
  made.append(message);
  for (const place of finding.places) {
    const where = element("p", "where");
    const link = element("a", "", place.shown);
    link.href = place.link;
    link.title = "Open in Visual Studio Code";
    const button = element("button", "", "Copy path");
    button.type = "button";
    button.addEventListener("click", () => copy(place.path, tell));
    where.append(link, button);
    made.append(where);
    if (place.line.trim()) made.append(element("pre", "", place.line.trim()));
    if (place.label) made.append(element("p", "label", place.label));
  }
  for (const help of finding.help) made.append(element("p", "help", help));
  const rule = finding.rule ? `Rule ${finding.rule}. ` : "";
  made.append(element("p", "rule", `${rule}For details, run sandtable explain ${finding.code}`));
  return made;
}

export class Findings {
  constructor(at, tell) {
    this.at = at;
    this.tell = tell;
    this.isOpen = false;
    at("show-findings").addEventListener("click", () => this.open(!this.isOpen));
    at("close-findings").addEventListener("click", () => { this.open(false); at("show-findings").focus(); });
    at("findings").addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.open(false); at("show-findings").focus(); event.stopPropagation(); }
    });
  }

  open(isOpen) {
    this.isOpen = isOpen;
    this.at("findings").hidden = !isOpen;
    this.at("show-findings").setAttribute("aria-expanded", String(isOpen));
  }

  show(edition) {
    const { at, tell } = this;
    const { findings, notes, broken } = edition;
    const of = (severity) => findings.list.filter((finding) => finding.severity === severity).map((finding) => item(finding, tell));
    const errors = of("error"), warnings = of("warning");
    at("broken").hidden = !broken;
    at("frame").classList.toggle("broken", broken);
    if (broken) {
      at("broken-title").textContent = `${counted(findings.errors, "error")}`;
      at("broken-note").textContent = edition.views.length ? "The sheet below is the last valid version." : "Nothing has been drawn yet.";
      at("errors").replaceChildren(...errors);
    } else at("errors").replaceChildren();
    at("warnings").replaceChildren(...warnings);
    at("notes").replaceChildren(...notes.map((note) => element("li", "", note)));
    const button = at("show-findings");
    const words = summed({ errors: 0, warnings: findings.warnings }) || (notes.length ? counted(notes.length, "note") : "");
    button.hidden = !words;
    button.textContent = words;
    button.className = findings.warnings ? "warning" : "";
    if (!words && this.isOpen) this.open(false);
  }
}
