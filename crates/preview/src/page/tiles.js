// Draws a view of tiles that the server paints at exactly the size that is seen, so that it is sharp at every size.
// While tiles of a new size or a new edition are on their way, what was drawn last is shown in their place, stretched if need be.

const SIDE = 512;
// Tiles that are kept for showing again.
const KEPT = 240;
// How long the size must rest before tiles of it are asked for, in milliseconds.
const REST = 90;

export class Tiles {
  constructor(canvas, viewport, isDrawn) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.viewport = viewport;
    this.isDrawn = isDrawn;
    // Tiles by their address, those that were shown last at the end.
    this.tiles = new Map();
    this.view = null;
    this.scale = 0;
    // Where on the sheet lies what the canvas shows, and what it showed before that.
    this.seen = null;
    this.backdrop = null;
    this.rest = 0;
    this.frame = 0;
  }

  // Shows a view in another state, or another view; without `keep` nothing of the one before is shown in its place.
  show(view, keep) {
    if (keep) this.remember();
    else this.backdrop = this.seen = null;
    this.view = view;
    this.changed(true);
  }

  // The part that is seen or its size changed.
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

  // Thousandths of a pixel of the screen to a millimetre.
  wanted() { return Math.max(50, Math.min(200000, Math.round(this.viewport.scale * devicePixelRatio * 1000))); }

  draw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.paint(); });
  }

  // Keeps what is seen now as a picture, with where it lies on the sheet.
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
    // Pixels of the screen to a millimetre as seen, and the place of the sheet's corner, on whole pixels.
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
    // Those in the middle are asked for first.
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
      // One that has become out of date is asked for no more: a newer edition names others.
      image.onerror = () => { if (this.tiles.get(address) === tile) this.tiles.delete(address); };
      image.src = address;
    }
    this.tiles.set(address, tile);
    return tile;
  }

  // Takes back what was asked for and is wanted no more, and forgets what was not seen for long.
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
