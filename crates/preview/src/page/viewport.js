// The visible part of the sheet and its scale: changed by dragging, pinching, wheel and keys, and kept when the sheet is redrawn.
// Positions are millimetres from the sheet's upper left corner; `scale` is CSS pixels per millimetre.

const SMALLEST = 0.08, LARGEST = 90;
// The maximum movement of a pointer during a click, in CSS pixels.
const CLICK = 4;

export class Viewport {
  constructor(stage, changed, clicked, pointed) {
    this.stage = stage;
    this.changed = changed;
    this.clicked = clicked;
    this.pointed = pointed;
    this.sheet = null;
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.fitted = true;
    this.pointers = new Map();
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => this.up(event));
    stage.addEventListener("pointerleave", () => { if (!this.pointers.size) this.pointed(null); });
    new ResizeObserver(() => { if (this.fitted) this.fit(); else this.changed(); }).observe(stage);
  }

  // Shows a sheet of a given size. A redrawn sheet keeps its position; a different one is shown whole.
  show(sheet, isOther) {
    this.sheet = sheet;
    if (isOther || this.fitted) this.fit(); else this.changed();
  }

  get width() { return this.stage.clientWidth; }
  get height() { return this.stage.clientHeight; }

  // Converts a stage position to millimetres of the sheet, and back.
  toSheet(x, y) { return [this.left + x / this.scale, this.top + y / this.scale]; }
  toStage(x, y) { return [(x - this.left) * this.scale, (y - this.top) * this.scale]; }
  get middle() { return this.toSheet(this.width / 2, this.height / 2); }

  fit() {
    if (!this.sheet || !this.width || !this.height) return;
    const room = 0.98;
    this.scale = Math.min(this.width / this.sheet.width, this.height / this.sheet.height) * room;
    this.left = (this.sheet.width - this.width / this.scale) / 2;
    this.top = (this.sheet.height - this.height / this.scale) / 2;
    this.fitted = true;
    this.changed();
  }

  // Changes the scale around a fixed position of the stage.
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    if (!this.sheet) return;
    const [atX, atY] = this.toSheet(x, y);
    this.scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    this.left = atX - x / this.scale;
    this.top = atY - y / this.scale;
    this.moved();
  }

  pan(x, y) {
    this.left += x / this.scale;
    this.top += y / this.scale;
    this.moved();
  }

  // Part of the sheet always stays visible.
  moved() {
    this.fitted = false;
    const bound = (at, seen, length) => Math.min(length - seen * 0.1, Math.max(-seen * 0.9, at));
    this.left = bound(this.left, this.width / this.scale, this.sheet.width);
    this.top = bound(this.top, this.height / this.scale, this.sheet.height);
    this.changed();
  }

  local(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left - this.stage.clientLeft, event.clientY - box.top - this.stage.clientTop];
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 300 : 1;
    this.zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) / 400), ...this.local(event));
    this.pointed(this.local(event));
  }

  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.stage.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.local(event));
    this.wandered = this.pointers.size > 1 || event.pointerId === undefined;
    this.begun = this.local(event);
  }

  move(event) {
    const at = this.local(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) { this.pointed(at); return; }
    if (!this.wandered && Math.hypot(at[0] - this.begun[0], at[1] - this.begun[1]) <= CLICK) return;
    this.wandered = true;
    this.stage.classList.add("moving");
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const apart = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
      this.zoom(apart(at) / apart(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
      this.pan((before[0] - at[0]) / 2, (before[1] - at[1]) / 2);
    } else {
      this.pan(before[0] - at[0], before[1] - at[1]);
    }
    this.pointers.set(event.pointerId, at);
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (!this.pointers.size) {
      this.stage.classList.remove("moving");
      if (!this.wandered && event.type === "pointerup") this.clicked(this.local(event), event);
    }
  }

  // Handles keys that move the sheet. Returns whether the key was one of them.
  key(event) {
    const step = event.shiftKey ? 240 : 60;
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step], PageUp: [0, -this.height * 0.8], PageDown: [0, this.height * 0.8] };
    if (event.key in ways) { this.pan(...ways[event.key]); return true; }
    const factors = { "+": Math.SQRT2, "=": Math.SQRT2, "-": Math.SQRT1_2, "_": Math.SQRT1_2 };
    if (event.key in factors) { this.zoom(factors[event.key]); return true; }
    if (event.key === "0" || event.key === "Home") { this.fit(); return true; }
    return false;
  }
}
