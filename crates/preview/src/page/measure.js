// Measures on the map: legs between positions, with the rulebook's sticks laid along them, divided as in `sticks.pdf`.
// Positions are in millimetres of the sheet; they stay in place when the sheet moves or is redrawn.

const SVG = "http://www.w3.org/2000/svg";
const metres = (value) => `${Math.round(value).toLocaleString("en")} m`;
// A move is three thirds (PB-1.2).
const THIRDS = 3;

export class Measure {
  constructor(ink, told, viewport) {
    this.ink = ink;
    this.told = told;
    this.viewport = viewport;
    this.places = [];
    this.end = null;
    this.isOn = false;
    this.map = null;
    this.stick = null;
  }

  turn(isOn) {
    this.isOn = isOn;
    this.places = [];
    this.end = null;
    this.draw();
  }

  // A click sets the next end of a leg. After a closed measurement, it starts a new one.
  add(place) {
    if (this.isClosed) { this.places = []; this.isClosed = false; }
    this.places.push(place);
    this.end = place;
    this.draw();
  }

  // The last leg ends at the pointer until it is fixed.
  reach(place) {
    if (!this.isOn || this.isClosed) return;
    this.end = place;
    this.draw();
  }

  close() { this.isClosed = this.places.length > 0; this.end = this.places.at(-1) ?? null; this.draw(); }
  undo() { this.isClosed = false; this.places.pop(); this.end = this.places.at(-1) ?? null; this.draw(); }

  get line() {
    const last = this.places.at(-1);
    const moves = this.end && last && !this.isClosed && (this.end[0] !== last[0] || this.end[1] !== last[1]);
    return moves ? [...this.places, this.end] : this.places;
  }

  // Ground metres along the line.
  get length() {
    const line = this.line;
    let sum = 0;
    for (let at = 1; at < line.length; at += 1) sum += Math.hypot(line[at][0] - line[at - 1][0], line[at][1] - line[at - 1][1]);
    return this.map ? sum / 1000 * this.map.denominator : 0;
  }

  draw() {
    const items = [];
    const line = this.isOn && this.map ? this.line : [];
    const add = (name, attributes, text) => {
      const item = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) item.setAttribute(key, value);
      if (text) item.textContent = text;
      items.push(item);
    };
    if (line.length > 1) this.lay(line, add);
    for (const place of line) {
      const [x, y] = this.viewport.toStage(...place);
      add("circle", { class: "joint", cx: x, cy: y, r: 4 });
    }
    if (line.length > 1) {
      const [x, y] = this.viewport.toStage(...line.at(-1));
      const left = x > this.viewport.width - 110;
      add("text", { x: x + (left ? -12 : 12), y: y < 40 ? y + 24 : y - 12, "text-anchor": left ? "end" : "start" }, metres(this.length));
    }
    this.ink.replaceChildren(...items);
    this.tell(line);
  }

  // The stick along the line: thirds alternate between cream and tinted, with a number at the end of each move.
  lay(line, add) {
    const path = (places) => places.map((place, index) => `${index ? "L" : "M"}${this.viewport.toStage(...place).map((v) => v.toFixed(2)).join(" ")}`).join("");
    if (!this.stick) {
      add("path", { class: "line-rim", d: path(line) });
      add("path", { class: "line-cream", d: path(line) });
      return;
    }
    add("path", { class: "stick-rim", d: path(line) });
    const third = this.stick.third_m / this.map.denominator * 1000;
    let part = [line[0]], left = third, count = 0;
    const ends = [];
    const close = () => {
      add("path", { class: count % 2 ? "stick-tint" : "stick-cream", d: path(part) });
      count += 1;
    };
    for (let at = 1; at < line.length; at += 1) {
      let from = line[at - 1];
      const to = line[at];
      let way = Math.hypot(to[0] - from[0], to[1] - from[1]);
      while (way > left) {
        const share = left / way;
        from = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        part.push(from);
        close();
        ends.push([from, count]);
        way -= left;
        left = third;
        part = [from];
        // A line across the whole map has at most a hundred thirds.
        if (count > 200) return;
      }
      part.push(to);
      left -= way;
    }
    if (part.length > 1) close();
    for (const [place, thirds] of ends) {
      const [x, y] = this.viewport.toStage(...place);
      const told = thirds % THIRDS ? `${thirds % THIRDS}⁄${THIRDS}` : `${thirds / THIRDS}`;
      add("text", { x, y: y - 11, "text-anchor": "middle" }, told);
    }
  }

  tell(line) {
    if (!this.isOn) { this.told.hidden = true; return; }
    this.told.hidden = false;
    if (line.length < 2) {
      this.told.textContent = line.length ? "Click the next point." : "Click the starting point.";
      return;
    }
    const sticks = this.map.sticks.map((stick) => {
      const thirds = this.length / stick.third_m;
      return `${stick.title} ${thirds.toFixed(2)} thirds of ${metres(stick.third_m)}`;
    });
    this.told.textContent = [metres(this.length), ...sticks].join(" · ");
  }
}
