"""Headquarters that moving pieces push aside (PB-7.2, PB-A42)."""

from math import cos, hypot, pi, sin

from . import geometry


class Headquarters:
    """Checks how far headquarters are pushed."""

    def __init__(self, game):
        self.game, self.report = game, game.report
        self.pushed = []

    def turn_ends(self):
        self._judge_pushes()

    def before_any(self, kind):
        """Judges pushes once the piece that pushed stands in its place."""
        if kind == "PushedAside" and self.pushed:
            return
        if kind == "Turned" and self.pushed:
            # A turn in contact is logged after the push that it causes.
            old = self.pushed[0][1]
            if not any(geometry.shape_penetration(p.shape, [old]) > 1 for p in self.game.on_map()):
                return
        self._judge_pushes()

    def before_Moved(self, data):
        piece = self.game.pieces[data["piece"]]
        self.path = piece.shape, piece.facing, data["length"]

    def before_PushedAside(self, data):
        hq = self.game.pieces[data["piece"]]
        if hq.shape:
            self.pushed.append([hq, hq.shape[0], None, hq.column, self.report.line])

    def after_PushedAside(self, data):
        if self.pushed:
            self.pushed[-1][2] = self.game.pieces[data["piece"]].shape[0]

    def _judge_pushes(self):
        pushed, self.pushed = self.pushed, []
        for hq, old, new, column, line in pushed:
            if not hq.shape or column or hq.column or self.game.last_kind == "LeftReserve":
                # A headquarters makes room behind itself for a piece of its reserve (PB-A61).
                self.report.check("PB-A42", None)
                continue
            before = len(self.report.violations)
            others = [place for other, place, *_ in pushed if other is not hq]
            self._judge_push(hq, old, new, others)
            self.report.move_faults(before, line)

    def _judge_push(self, hq, old, new, others):
        game, report = self.game, self.report
        away = hypot(new.x - old.x, new.y - old.y)
        overlapping = [
            p for p in game.on_map()
            if p is not hq and geometry.shape_penetration(p.shape, [old]) > -10
        ]
        mover = game.last_mover
        steps_aside = game.rulings.get("friendly_headquarters") == "step-aside"
        if game.spotted.get(hq.index, 0) >= report.line - 12 or mover is None or away < 1:
            report.check("PB-A42", None)
        elif mover.side == hq.side and steps_aside and all(p.side == hq.side for p in overlapping):
            report.check(
                "PB-A42", bool(overlapping),
                lambda: f"{hq} is driven {away / 100:.0f} m by the friendly {mover}, though its old"
                " place is free",
            )
            if overlapping:
                free = nearest_free(game, hq, old, others, away - 1500)
                report.check(
                    "PB-A42", free is None,
                    lambda: f"{hq} is driven {away / 100:.0f} m by the friendly {mover}, though"
                    f" there is a free place {(free or 0) / 100:.0f} m away",
                )
        elif mover.side != hq.side or not steps_aside:
            dx, dy = (new.x - old.x) / away, (new.y - old.y) / away
            free = next(
                (i * 500 for i in range(int((away - 1500) // 500) + 1)
                 if is_free(game, hq, old.moved(dx * i * 500, dy * i * 500), others, 1000)),
                None,
            )
            report.check(
                "PB-A42", free is None,
                lambda: f"{hq} is driven {away / 100:.0f} m by {mover}, though it is clear"
                f" after {(free or 0) / 100:.0f} m",
            )
            if game.scenario and mover.side != hq.side and not others and game.last_kind == "Moved":
                self._direction(hq, mover, old, (dx, dy), others)
        else:
            report.check("PB-A42", None)

    def _direction(self, hq, mover, old, way, others):
        """An enemy headquarters goes straight away from the mover, homeward; or else home."""
        shape, facing, length = self.path
        dx, dy = mover.centre[0] - shape[0].x, mover.centre[1] - shape[0].y
        bent = length > hypot(dx, dy) + 100
        # The heading, the facings, and the line between the centres may count as straight away. The
        # log does not tell the last heading of a bent path.
        away = [(dx, dy, 180 if bent else 10), (old.x - mover.centre[0], old.y - mover.centre[1], 10)]
        away += [
            (*geometry.direction(f), 10) for f in (facing, mover.facing) if f is not None
        ]
        home = [(x - old.x, y - old.y, 20) for x, y in self._edge(hq.side, old)]
        angles = [(geometry.angle_between(*way, x, y), limit) for x, y, limit in away + home]
        homeward = min((angle for angle, _ in angles[len(away):]), default=0) <= 100
        straight = any(angle <= limit for angle, limit in angles)
        # If no place on the way home is free, it goes to any other.
        if homeward and not straight and not self._is_way_home_free(hq, old, others):
            straight = None
        self.report.check(
            "PB-A42", homeward and straight,
            lambda: f"{hq} is driven by {mover} neither straight away from it nor toward its own edge"
            if homeward else f"{hq} is driven by {mover} away from its own map edge",
        )

    def _is_way_home_free(self, hq, old, others):
        """Whether a place on the straight way to the nearest end of its lines is free for certain."""
        lines = self.game.scenario["sides"][hq.side].get("lines_of_communication", [])
        ways = [(line["path"][-1][0] - old.x, line["path"][-1][1] - old.y) for line in lines]
        dx, dy = min(ways, key=lambda way: hypot(*way))
        length = hypot(dx, dy)
        return any(
            is_free(self.game, hq, old.moved(dx / length * i * 1000, dy / length * i * 1000), others, 1000)
            for i in range(1, int(min(length, 290000) // 1000))
        )

    def _edge(self, side, old):
        """The points of its own map edge that a headquarters may go to."""
        game = self.game
        for line in game.scenario["sides"][side].get("lines_of_communication", []):
            x, y = line["path"][-1]
            yield x, y
            # The nearest point of the same edge.
            yield (x, old.y) if min(x, game.width - x) < min(y, game.height - y) else (old.x, y)


def is_free(game, hq, block, others, margin):
    """Whether a place for a headquarters is free for certain, of other blocks as well."""
    for x, y in block.corners:
        if not (0 <= x <= game.width and 0 <= y <= game.height):
            return False
    shapes = [piece.shape for piece in game.on_map() if piece is not hq]
    for other in (part for shape in [others, *shapes] for part in shape):
        if geometry.reach(other, block) < margin and geometry.penetration(other, block) > -margin:
            return False
    return not (game.terrain and game.terrain.closed_ground(block, ("impassable", "marsh")))


def nearest_free(game, hq, block, others, limit):
    """The distance of a place that is free for certain, up to a limit."""
    if limit < 0:
        return None
    radius = 0
    while radius <= limit:
        for i in range(24 if radius else 1):
            angle = 2 * pi * i / 24
            # A place between two directions 6° apart, and with room around it, is never missed.
            place = block.moved(radius * sin(angle), radius * cos(angle))
            if is_free(game, hq, place, others, 1000 + radius / 20):
                return radius
        radius += 1000
    return None
