// Draws a view from tiles that the server renders at the displayed scale, which keeps it sharp.
// While tiles of a new scale or edition load, the previous picture is shown in their place, scaled if necessary.

const SIDE = 512;
// The number of cached tiles.
const KEPT = 240;
// The delay before tiles of a changed scale are requested, in milliseconds.
const REST = 90;

export class Tiles {
  constructor(canvas, viewport, isDrawn) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.viewport = viewport;
    this.isDrawn = isDrawn;
    // Tiles by address, in order of last use.
    this.tiles = new Map();
    this.view = null;
    this.scale = 0;
    // The parts of the sheet that the canvas shows and that it showed before.
    this.seen = null;
    this.backdrop = null;
    this.rest = 0;
    this.frame = 0;
  }

  // Shows another state of the view, or another view; without `keep`, the previous picture is cleared.
  show(view, keep) {
    if (keep) this.remember();
    else this.backdrop = this.seen = null;
    this.view = view;
    this.changed(true);
  }

  // Handles a change of the visible part or its scale.
  changed(atOnce = false) {
    const wanted = this.wanted();
    if (wanted !== this.scale && this.scale && !atOnce) {
      clearTimeout(this.rest);
      this.rest = setTimeout(() => { this.remember(); this.scale = this.wanted(); this.draw(); }, REST);
    } else {
      clearTimeout(this.rest);
      if (wanted !== this.scale) { this.remember(); this.scale = wanted; }
    }
    this.draw();
  }

  // Thousandths of a screen pixel per millimetre.
  wanted() { return Math.max(50, Math.min(200000, Math.round(this.viewport.scale * devicePixelRatio * 1000))); }

  draw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.paint(); });
  }

  // Keeps the current picture and its position on the sheet.
  remember() {
    const { width, height } = this.canvas;
    if (!this.seen || !width || !height) return;
    const picture = document.createElement("canvas");
    picture.width = width;
    picture.height = height;
    picture.getContext("2d", { alpha: false }).drawImage(this.canvas, 0, 0);
    this.backdrop = { picture, ...this.seen };
  }

  paint() {
    const { viewport, canvas, context, view } = this;
    const ratio = devicePixelRatio;
    const wide = Math.round(viewport.width * ratio), high = Math.round(viewport.height * ratio);
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    context.fillStyle = "#e9e4d6";
    context.fillRect(0, 0, wide, high);
    if (!view) { this.seen = null; return; }
    // Screen pixels per millimetre, and the position of the sheet's corner on whole pixels.
    const dots = viewport.scale * ratio;
    const corner = [-viewport.left * dots, -viewport.top * dots];
    const paper = [Math.round(corner[0]), Math.round(corner[1]), Math.round(view.width_mm * dots), Math.round(view.height_mm * dots)];
    context.fillStyle = "#fff";
    context.fillRect(...paper);
    if (this.backdrop) {
      const { picture, left, top, dots: then } = this.backdrop;
      const by = dots / then;
      context.drawImage(picture, (left - viewport.left) * dots, (top - viewport.top) * dots, picture.width * by, picture.height * by);
    }
    context.save();
    context.beginPath();
    context.rect(...paper);
    context.clip();
    const side = SIDE * dots * 1000 / this.scale;
    const isExact = Math.abs(side - SIDE) < 0.6;
    const first = (at) => Math.max(0, Math.floor(-at / side));
    const last = (at, length, seen) => Math.min(Math.ceil(length * dots / side), Math.ceil((seen - at) / side)) - 1;
    const columns = [first(corner[0]), last(corner[0], view.width_mm, wide)];
    const rows = [first(corner[1]), last(corner[1], view.height_mm, high)];
    const needed = [];
    for (let row = rows[0]; row <= rows[1]; row += 1) for (let column = columns[0]; column <= columns[1]; column += 1) needed.push([column, row]);
    const middle = [(wide / 2 - corner[0]) / side - 0.5, (high / 2 - corner[1]) / side - 0.5];
    // Request the tiles in the middle first.
    needed.sort((a, b) => Math.hypot(a[0] - middle[0], a[1] - middle[1]) - Math.hypot(b[0] - middle[0], b[1] - middle[1]));
    const wanted = new Set();
    let missing = 0;
    for (const [column, row] of needed) {
      const address = `tile/${view.id}/${view.key}/${this.scale}/${column}/${row}.png`;
      wanted.add(address);
      const tile = this.tile(address);
      if (!tile.isReady) { missing += 1; continue; }
      const [x, y] = isExact
        ? [Math.round(corner[0]) + column * SIDE, Math.round(corner[1]) + row * SIDE]
        : [corner[0] + column * side, corner[1] + row * side];
      context.drawImage(tile.image, x, y, isExact ? SIDE : side, isExact ? SIDE : side);
    }
    context.restore();
    this.seen = { left: viewport.left, top: viewport.top, dots };
    this.drop(wanted);
    if (!missing) {
      if (isExact) this.backdrop = null;
      this.isDrawn(view);
    }
  }

  tile(address) {
    let tile = this.tiles.get(address);
    if (tile) {
      this.tiles.delete(address);
    } else {
      const image = new Image();
      tile = { image, isReady: false };
      image.onload = () => { tile.isReady = true; this.draw(); };
      // Do not request an outdated tile again: a newer edition has others.
      image.onerror = () => { if (this.tiles.get(address) === tile) this.tiles.delete(address); };
      image.src = address;
    }
    this.tiles.set(address, tile);
    return tile;
  }

  // Cancels requests that are no longer needed, and drops the least recently shown tiles.
  drop(wanted) {
    for (const [address, tile] of this.tiles) {
      if (wanted.has(address)) continue;
      if (!tile.isReady || this.tiles.size > KEPT) {
        if (!tile.isReady) { tile.image.onload = tile.image.onerror = null; tile.image.src = ""; }
        this.tiles.delete(address);
      }
    }
  }
}
