"""Plane geometry of blocks, in centimetres (PB-36).

A block is a rectangle with a front. A column is a chain of blocks along its road. Facings are in
4,096ths of a circle, clockwise from the top of the map.
"""

from math import atan2, cos, degrees, hypot, pi, sin

FULL_CIRCLE = 4096


class Block:
    """A rectangle with a front: a piece in line, or one straight stretch of a column."""

    __slots__ = ("x", "y", "fx", "fy", "half_length", "half_depth", "corners", "radius")

    def __init__(self, x, y, fx, fy, half_length, half_depth):
        self.x, self.y, self.fx, self.fy = x, y, fx, fy
        self.half_length, self.half_depth = half_length, half_depth
        rx, ry = fy * half_length, -fx * half_length
        ux, uy = fx * half_depth, fy * half_depth
        # Clockwise: front left, front right, rear right, rear left.
        self.corners = (
            (x + ux - rx, y + uy - ry),
            (x + ux + rx, y + uy + ry),
            (x - ux + rx, y - uy + ry),
            (x - ux - rx, y - uy - ry),
        )
        self.radius = hypot(half_length, half_depth)

    def moved(self, dx, dy):
        """The same block elsewhere."""
        return Block(self.x + dx, self.y + dy, self.fx, self.fy, self.half_length, self.half_depth)

    def ahead(self, x, y):
        """The coordinates of a point: to the right of the centre, and ahead of it."""
        dx, dy = x - self.x, y - self.y
        return dx * self.fy - dy * self.fx, dx * self.fx + dy * self.fy

    def contains(self, x, y, margin=0.0):
        """Whether the point is in the rectangle, enlarged by the margin."""
        right, ahead = self.ahead(x, y)
        return abs(right) <= self.half_length + margin and abs(ahead) <= self.half_depth + margin


def direction(facing):
    """The unit vector of a facing."""
    angle = facing * 2 * pi / FULL_CIRCLE
    return sin(angle), cos(angle)


def angle_between(ax, ay, bx, by):
    """The angle between two vectors in degrees, from 0 to 180."""
    return abs(degrees(atan2(ax * by - ay * bx, ax * bx + ay * by)))


def line(centre, facing, length, depth):
    """The block of a piece in line."""
    fx, fy = direction(facing)
    return Block(centre[0], centre[1], fx, fy, length / 2, depth / 2)


def column(points, depth):
    """The blocks of a column, from head to tail (PB-36.9)."""
    blocks = []
    for (hx, hy), (tx, ty) in zip(points, points[1:]):
        length = hypot(hx - tx, hy - ty)
        if length:
            fx, fy = (hx - tx) / length, (hy - ty) / length
            blocks.append(Block((hx + tx) / 2, (hy + ty) / 2, fx, fy, depth / 2, length / 2))
    return blocks


def reach(a, b):
    """A lower bound for the distance of two blocks."""
    return hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius


def penetration(a, b):
    """How deep two blocks overlap; negative if a straight line separates them."""
    if reach(a, b) >= 0:
        return -reach(a, b)
    least = 1e18
    for one, other in ((a, b), (b, a)):
        dx, dy = other.x - one.x, other.y - one.y
        for nx, ny, half in (
            (one.fx, one.fy, one.half_depth),
            (one.fy, -one.fx, one.half_length),
        ):
            extent = other.half_depth * abs(other.fx * nx + other.fy * ny)
            extent += other.half_length * abs(other.fy * nx - other.fx * ny)
            least = min(least, half + extent - abs(dx * nx + dy * ny))
    return least


def point_to_segment(px, py, ax, ay, bx, by):
    """The distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = ((px - ax) * dx + (py - ay) * dy) / square if square else 0.0
    share = 0.0 if share < 0 else 1.0 if share > 1 else share
    return hypot(px - ax - share * dx, py - ay - share * dy)


def distance(a, b):
    """The shortest distance of two blocks (PB-36.3)."""
    if penetration(a, b) > 0:
        return 0.0
    least = 1e18
    for one, other in ((a, b), (b, a)):
        for px, py in one.corners:
            right, ahead = other.ahead(px, py)
            right = max(abs(right) - other.half_length, 0.0)
            ahead = max(abs(ahead) - other.half_depth, 0.0)
            least = min(least, hypot(right, ahead))
    return least


def shape_distance(one, other):
    """The shortest distance of two shapes, each a list of blocks."""
    least = 1e18
    for a in one:
        for b in other:
            if reach(a, b) < least:
                least = min(least, distance(a, b))
    return least


def shape_penetration(one, other):
    """How deep two shapes overlap."""
    return max(penetration(a, b) for a in one for b in other)


def edges(block):
    """The edges of a block: name, middle, outward normal, half of the length."""
    fx, fy, rx, ry = block.fx, block.fy, block.fy, -block.fx
    depth, length = block.half_depth, block.half_length
    return (
        ("front", block.x + fx * depth, block.y + fy * depth, fx, fy, length),
        ("rear", block.x - fx * depth, block.y - fy * depth, -fx, -fy, length),
        ("right", block.x + rx * length, block.y + ry * length, rx, ry, depth),
        ("left", block.x - rx * length, block.y - ry * length, -rx, -ry, depth),
    )


def flush(attacker, target, tolerance, slack):
    """The edge of the target that the front of the attacker touches (PB-36.6).

    Returns the name of the edge, or None. The common part, within the tolerance, must be longer
    than half of the shorter edge, plus the slack.
    """
    if reach(attacker, target) > tolerance:
        return None
    left, right = attacker.corners[0], attacker.corners[1]
    for name, mx, my, nx, ny, half in edges(target):
        if attacker.fx * nx + attacker.fy * ny > -0.7:
            continue
        tx, ty = -ny, nx
        s0 = (left[0] - mx) * tx + (left[1] - my) * ty
        s1 = (right[0] - mx) * tx + (right[1] - my) * ty
        d0 = (left[0] - mx) * nx + (left[1] - my) * ny
        d1 = (right[0] - mx) * nx + (right[1] - my) * ny
        if s0 > s1:
            s0, s1, d0, d1 = s1, s0, d1, d0
        low, high = max(s0, -half), min(s1, half)
        # The part of the front that is within the tolerance of the line of the edge.
        slope = (d1 - d0) / (s1 - s0)
        if abs(slope) < 1e-9:
            if abs(d0) > tolerance:
                continue
        else:
            one = s0 + (-tolerance - d0) / slope
            other = s0 + (tolerance - d0) / slope
            low, high = max(low, min(one, other)), min(high, max(one, other))
        shorter = 2 * min(half, attacker.half_length)
        if high - low > shorter / 2 + slack:
            return name
    return None


def in_support_place(support, lead, gap):
    """Whether a block stands directly behind another one (PB-A85)."""
    if support.fx * lead.fx + support.fy * lead.fy < 0.7071 - 1e-4:
        return False
    if reach(support, lead) > gap:
        return False
    left, right = support.corners[0], support.corners[1]
    r0, a0 = lead.ahead(*left)
    r1, a1 = lead.ahead(*right)
    rear = -lead.half_depth
    corners = lead.corners[2], lead.corners[3]
    apart = min(
        point_to_segment(*left, *corners[0], *corners[1]),
        point_to_segment(*right, *corners[0], *corners[1]),
        point_to_segment(*corners[0], *left, *right),
        point_to_segment(*corners[1], *left, *right),
    )
    if (a0 > rear) != (a1 > rear) and min(r0, r1) < lead.half_length and max(r0, r1) > -lead.half_length:
        at = r0 + (r1 - r0) * (rear - a0) / (a1 - a0)
        apart = 0.0 if abs(at) <= lead.half_length else apart
    if apart > gap:
        return False
    overlap = min(max(r0, r1), lead.half_length) - max(min(r0, r1), -lead.half_length)
    return overlap > lead.half_length


def clip(polygon, nx, ny, limit):
    """The part of a convex polygon with n·p <= limit."""
    result = []
    for i, (x, y) in enumerate(polygon):
        px, py = polygon[i - 1]
        here, before = nx * x + ny * y - limit, nx * px + ny * py - limit
        if (here > 0) != (before > 0):
            share = before / (before - here)
            result.append((px + share * (x - px), py + share * (y - py)))
        if here <= 0:
            result.append((x, y))
    return result


def area(polygon):
    """The area of a polygon."""
    total = 0.0
    for i, (x, y) in enumerate(polygon):
        px, py = polygon[i - 1]
        total += px * y - x * py
    return abs(total) / 2


def field_of_fire(block, half_angle, depth):
    """The field of fire of a block as a convex polygon, clockwise (PB-36.7).

    Its arcs are replaced by chords, so the polygon is slightly too small.
    """
    left, right = block.corners[0], block.corners[1]
    base = atan2(block.fx, block.fy)
    steps = 6
    polygon = [left]
    for i in range(steps + 1):
        angle = base - half_angle + half_angle * i / steps
        polygon.append((left[0] + depth * sin(angle), left[1] + depth * cos(angle)))
    for i in range(steps + 1):
        angle = base + half_angle * i / steps
        polygon.append((right[0] + depth * sin(angle), right[1] + depth * cos(angle)))
    polygon.append(right)
    return polygon


def covered(polygon, block):
    """The share of a block that lies in a convex, clockwise polygon."""
    rest = list(block.corners)
    for i, (x, y) in enumerate(polygon):
        px, py = polygon[i - 1]
        nx, ny = py - y, x - px
        if not nx and not ny:
            continue
        rest = clip(rest, nx, ny, nx * x + ny * y)
        if not rest:
            return 0.0
    return area(rest) / (4 * block.half_length * block.half_depth)


def covered_share(polygon, shape):
    """The share of a shape that lies in a convex, clockwise polygon."""
    total = sum(block.half_length * block.half_depth for block in shape)
    return sum(covered(polygon, b) * b.half_length * b.half_depth for b in shape) / total


def segments_cross(a, b, c, d):
    """Whether the segments ab and cd share a point."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if (one > 0) == (two > 0):
        return False
    one = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    two = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return (one > 0) != (two > 0)


def segment_meets(block, a, b, margin=0.0):
    """Whether a segment meets a block, enlarged by the margin."""
    r0, u0 = block.ahead(*a)
    r1, u1 = block.ahead(*b)
    low, high = 0.0, 1.0
    for p, q, half in ((r0, r1, block.half_length + margin), (u0, u1, block.half_depth + margin)):
        if abs(q - p) < 1e-9:
            if abs(p) > half:
                return False
            continue
        one, other = (-half - p) / (q - p), (half - p) / (q - p)
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return low < high


def turns_needed(before, after, dx, dy, length, slack):
    """The least number of facing changes of a move in line (PB-6.6, PB-6.7).

    Every leg is within 45 degrees of the facing of that moment. `length` is the length of the
    path, which rules out detours that the path has no metres for.
    """
    limit = 45.1
    straight = hypot(dx, dy)
    if straight < slack:
        return 0 if before == after else 1
    f0, f1 = direction(before), direction(after)
    in_first = angle_between(*f0, dx, dy) <= limit
    if before == after:
        return 0 if in_first else 2
    if in_first or angle_between(*f1, dx, dy) <= limit:
        return 1
    # One leg by each facing: the directions within 45 degrees that are nearest to the other one.
    best = 1e18
    for i in (-1, 1):
        for j in (-1, 1):
            ax, ay = direction(before + i * FULL_CIRCLE / 8)
            bx, by = direction(after + j * FULL_CIRCLE / 8)
            cross = ax * by - ay * bx
            if abs(cross) < 1e-6:
                continue
            first, second = (dx * by - dy * bx) / cross, (ax * dy - ay * dx) / cross
            if first >= -slack and second >= -slack:
                best = min(best, first + second)
    return 1 if best <= length + slack else 2
