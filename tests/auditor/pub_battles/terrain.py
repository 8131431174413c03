"""The terrain of a pack, as far as the checks need it.

Where an exact answer would need the whole art of map reading, the questions here have three
answers: True, False, and None for "not certain". No violation is reported on None.
"""

from math import floor, hypot

from . import geometry

BUCKET = 50000
CELL = 10000
ROW = 2000


class Terrain:
    """Woods, buildings, marsh, hills, water and impassable ground of a map."""

    def __init__(self, map_part):
        self.width, self.height = map_part["width"], map_part["height"]
        self.areas, self.lines = {}, {}
        self.crossings = [tuple(crossing["at"]) for crossing in map_part["crossings"]]
        self.rivers, self.impassable = [], []
        for kind in ("woods", "buildings", "marsh", "impassable"):
            for feature in map_part.get(kind, []):
                self._add_area(kind, feature, 0)
        for feature in map_part.get("hills", []):
            self._add_area("hills", feature, feature["level"])
        for feature in map_part.get("crests", []):
            for part in feature["parts"]:
                self._add_line("crests", part, False)
        for water in map_part.get("watercourses", []):
            for part in water["parts"]:
                self._add_line(water["kind"], part, False)
                if water["kind"] == "river":
                    self.rivers.append(part)
        self._grids = {}

    def _add_area(self, kind, feature, level):
        for part in feature["parts"]:
            rings = [part["exterior"]] + part.get("interiors", part.get("holes", []))
            xs = [x for x, _ in part["exterior"]]
            ys = [y for _, y in part["exterior"]]
            box = (min(xs), min(ys), max(xs), max(ys))
            item = (box, edges_by_row(rings), level)
            for cell in cells(box):
                self.areas.setdefault((kind, cell), []).append(item)
            for ring in rings:
                self._add_line(kind, ring, True)
            if kind == "impassable":
                self.impassable.append(item)

    def _add_line(self, kind, points, closed):
        before = points[-1] if closed else points[0]
        for point in points if closed else points[1:]:
            box = (
                min(before[0], point[0]), min(before[1], point[1]),
                max(before[0], point[0]), max(before[1], point[1]),
            )
            for cell in cells(box):
                self.lines.setdefault((kind, cell), []).append((before, point))
            before = point

    def inside(self, kind, x, y):
        """Whether a point is in an area of this kind."""
        cell = (floor(x / BUCKET), floor(y / BUCKET))
        for box, rings, _ in self.areas.get((kind, cell), ()):
            if box[0] <= x <= box[2] and box[1] <= y <= box[3] and in_rings(rings, x, y):
                return True
        return False

    def level(self, x, y):
        """The hill level of a point; 0 for level ground."""
        cell = (floor(x / BUCKET), floor(y / BUCKET))
        level = 0
        for box, rings, here in self.areas.get(("hills", cell), ()):
            if here > level and box[0] <= x <= box[2] and box[1] <= y <= box[3]:
                if in_rings(rings, x, y):
                    level = here
        return level

    def _near(self, kind, block):
        box = box_around(block.corners)
        for cell in cells(box):
            for item in self.areas.get((kind, cell), ()):
                other = item[0]
                if other[0] <= box[2] and box[0] <= other[2] and other[1] <= box[3] and box[1] <= other[3]:
                    return True
        return False

    def share(self, kinds, block):
        """The share of a block in areas of these kinds, to a few percent."""
        kinds = [kind for kind in kinds if self._near(kind, block)]
        if not kinds:
            return 0.0
        count = 0
        points = sample(block)
        for x, y in points:
            if any(self.inside(kind, x, y) for kind in kinds):
                count += 1
        return count / len(points)

    def majority(self, kinds, shape):
        """Whether most of a shape is in areas of these kinds (PB-6.2)."""
        total = sum(block.half_length * block.half_depth for block in shape)
        share = sum(self.share(kinds, b) * b.half_length * b.half_depth for b in shape) / total
        return True if share > 0.56 else False if share < 0.44 else None

    def majority_level(self, shape):
        """The hill level under most of a shape, or None if that is not certain (PB-A38)."""
        counts, total = {}, 0
        for block in shape:
            weight = block.half_length * block.half_depth
            for x, y in sample(block):
                level = self.level(x, y)
                counts[level] = counts.get(level, 0) + weight
                total += weight
        level, most = max(counts.items(), key=lambda item: item[1])
        return level if most > 0.56 * total else None

    def cover(self, shape, foe_levels):
        """Whether a piece has cover against an enemy (PB-23.3, PB-A38).

        `foe_levels` are the levels of the enemy's centre: at contact, and where it began its move.
        """
        wooded = self.majority(("woods",), shape)
        built = self.majority(("buildings",), shape)
        both = self.majority(("woods", "buildings"), shape)
        if wooded or built:
            return True
        level = self.majority_level(shape)
        known = [foe for foe in foe_levels if foe is not None]
        if level is None:
            reached = None
        elif any(foe < level for foe in known):
            return True
        else:
            reached = False if len(known) == len(foe_levels) else None
        if wooded is None or built is None or both is None or both:
            return None
        return reached

    def crossed(self, kind, a, b):
        """Whether a segment crosses a line of this kind."""
        return self.crossings_of((kind,), a, b) > 0

    def crossings_of(self, kinds, a, b):
        """How many edges of these kinds a segment crosses."""
        box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
        seen = set()
        for cell in cells(box):
            for kind in kinds:
                for edge in self.lines.get((kind, cell), ()):
                    p, q = edge
                    if max(p[0], q[0]) < box[0] or min(p[0], q[0]) > box[2]:
                        continue
                    if max(p[1], q[1]) < box[1] or min(p[1], q[1]) > box[3]:
                        continue
                    if geometry.segments_cross(a, b, p, q):
                        seen.add((tuple(p), tuple(q)))
        return len(seen)

    def clear_view(self, a, b):
        """Whether nothing at all can stop the view from one point to another (PB-16)."""
        if self.inside("woods", *a) or self.inside("buildings", *a):
            return False
        return not self.crossings_of(("woods", "buildings", "hills", "crests"), a, b)

    def river_near(self, block, margin):
        """Whether a river comes within the margin of a block."""
        box = box_around(block.corners)
        box = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
        for cell in cells(box):
            for p, q in self.lines.get(("river", cell), ()):
                if geometry.segment_meets(block, p, q, margin):
                    return True
        return False

    def closed_ground(self, block, kinds):
        """Whether a block may meet ground that is closed to it: False is certain."""
        return any(self._near(kind, block) for kind in kinds) or self.river_near(block, 3000)

    def grid(self, marsh_closed, opening):
        """A grid of passable ground: rivers are open within `opening` of a bridge or ford."""
        key = (marsh_closed, opening)
        if key in self._grids:
            return self._grids[key]
        columns, rows = self.width // CELL + 1, self.height // CELL + 1
        grid = bytearray(b"\x01") * (columns * rows)
        for points in self.rivers:
            for (ax, ay), (bx, by) in zip(points, points[1:]):
                steps = int(hypot(bx - ax, by - ay) // (CELL / 8)) + 1
                for i in range(steps + 1):
                    x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
                    if any(hypot(x - cx, y - cy) <= opening for cx, cy in self.crossings):
                        continue
                    column, row = int(x // CELL), int(y // CELL)
                    if 0 <= column < columns and 0 <= row < rows:
                        grid[row * columns + column] = 0
        kinds = ("impassable", "marsh") if marsh_closed else ("impassable",)
        for kind in kinds:
            for row in range(rows):
                for column in range(columns):
                    x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
                    if self.inside(kind, x, y):
                        grid[row * columns + column] = 0
        self._grids[key] = (columns, rows, bytes(grid))
        return self._grids[key]


def cells(box):
    """The buckets that a bounding box meets."""
    for column in range(floor(box[0] / BUCKET), floor(box[2] / BUCKET) + 1):
        for row in range(floor(box[1] / BUCKET), floor(box[3] / BUCKET) + 1):
            yield column, row


def box_around(points):
    """The bounding box of points."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def sample(block):
    """Evenly spaced points of a block."""
    points = []
    across = 20 if block.half_length >= block.half_depth else 6
    along = 6 if block.half_length >= block.half_depth else 20
    for i in range(across):
        right = ((i + 0.5) / across * 2 - 1) * block.half_length
        for j in range(along):
            ahead = ((j + 0.5) / along * 2 - 1) * block.half_depth
            points.append((
                block.x + block.fy * right + block.fx * ahead,
                block.y - block.fx * right + block.fy * ahead,
            ))
    return points


def edges_by_row(rings):
    """The edges of a polygon with holes, by the rows of the map that they meet."""
    rows = {}
    for ring in rings:
        px, py = ring[-1]
        for qx, qy in ring:
            for row in range(min(py, qy) // ROW, max(py, qy) // ROW + 1):
                rows.setdefault(row, []).append((px, py, qx, qy))
            px, py = qx, qy
    return rows


def in_rings(rows, x, y):
    """Whether a point is inside a polygon with holes."""
    inside = False
    for px, py, qx, qy in rows.get(y // ROW, ()):
        if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
            inside = not inside
    return inside
