// The details of the position under the pointer, from the server, which uses the engine's code. One request at a time; the last one wins.

const number = (value, digits) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export async function copy(text, tell) {
  try {
    await navigator.clipboard.writeText(text);
    tell(`Copied: ${text}`);
  } catch {
    tell(`Cannot copy here: ${text}`);
  }
}

export class Readout {
  constructor(list, tell) {
    this.list = list;
    this.tell = tell;
    this.asked = null;
    this.isAsking = false;
    this.found = null;
  }

  // Requests the details of a position on the map sheet, in millimetres; null outside the map.
  point(at) {
    this.asked = at;
    if (!this.isAsking) this.ask();
  }

  async ask() {
    this.isAsking = true;
    while (this.asked !== undefined) {
      const at = this.asked;
      this.asked = undefined;
      let found = null;
      try {
        if (at) found = await this.fetched(at);
      } catch { /* The server has gone: the state of the page says so. */ }
      this.show(found);
    }
    this.isAsking = false;
  }

  async fetched([x, y]) {
    const answer = await fetch(`at?x=${x.toFixed(4)}&y=${y.toFixed(4)}`);
    return answer.ok ? answer.json() : null;
  }

  // Copies the position in the form that files use. The click may be at a different position from the last request.
  async copyAt(at) {
    const found = await this.fetched(at).catch(() => null);
    this.show(found);
    if (found?.written) await copy(found.written, this.tell);
  }

  show(found) {
    this.found = found;
    const rows = [];
    if (found) {
      if (found.area) rows.push(["Area", found.area.name || "—"], ["Id", found.area.id, found.area.id]);
      if (found.grid) rows.push(["Grid", found.grid, `{ grid: ${found.grid} }`]);
      if (found.written) rows.push(["Longitude, latitude", found.written.slice(1, -1), found.written]);
      if (found.ground) rows.push(["Ground", found.ground]);
      if (found.height_m !== null) rows.push(["Height", `${number(found.height_m, 1)} m`]);
    }
    this.list.replaceChildren(...rows.map(([name, value, written]) => {
      const row = document.createElement("div"), term = document.createElement("dt"), told = document.createElement("dd");
      term.textContent = name;
      if (written) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = value;
        button.title = `Copy ${written}`;
        button.addEventListener("click", () => copy(written, this.tell));
        told.append(button);
      } else told.textContent = value;
      row.append(term, told);
      return row;
    }));
  }
}
