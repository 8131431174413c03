"""Fields of fire (PB-10, PB-36.7)."""

from math import hypot, pi

from . import geometry


class Fields:
    """Answers who is in whose field of fire."""

    def __init__(self, game):
        self.game = game
        # Where the pieces that moved this turn began, for the cover of hills.
        self.began = {}

    def perhaps_inside(self, piece):
        """The enemies in whose field of fire a piece may be, without regard to the view."""
        return [
            foe.index for foe in self.game.enemies(piece)
            if foe.rules["field_of_fire"] and not foe.column
            and self.covered_share(piece.shape, foe) > 0.48
        ]

    def projects(self, foe):
        """Whether a piece has a field of fire for certain (PB-A67)."""
        if not foe.combat or not foe.rules["field_of_fire"] or foe.column or not foe.shape:
            return False
        gap = self.game.distances["support_gap"]
        return not any(
            friend is not foe and friend.side == foe.side and friend.shape and friend.combat
            and not friend.column
            and geometry.in_support_place(foe.shape[0], friend.shape[0], gap)
            for friend in self.game.pieces
        )

    def field(self, foe):
        """The field of fire of a piece as a polygon, cut short by the weather."""
        depth = self.game.distances["foot_third"]
        visibility = self.game.visibility()
        if visibility is not None:
            depth = min(depth, visibility)
        angle = self.game.rulings["field_of_fire_half_angle"] / 10 * pi / 180
        return geometry.field_of_fire(foe.shape[0], angle, depth)

    def covered_share(self, shape, foe):
        """The share of a shape in a piece's field of fire, without regard to the view."""
        block = foe.shape[0]
        reach = self.game.distances["foot_third"] + block.radius
        if all(hypot(b.x - block.x, b.y - block.y) > reach + b.radius for b in shape):
            return 0.0
        return geometry.covered_share(self.field(foe), shape)

    def exposed(self, piece, foe, shape=None):
        """Whether most of a piece is in the field of fire of an enemy for certain (PB-10.2)."""
        shape = shape or piece.shape
        if self.covered_share(shape, foe) <= 0.52 or not self.projects(foe):
            return False
        return self.plain_view(foe, shape)

    def plain_view(self, foe, shape):
        """Whether nothing on the map can limit the view of a piece to a shape."""
        if not self.game.terrain:
            return False
        block = foe.shape[0]
        eye = (block.x + block.fx * block.half_depth, block.y + block.fy * block.half_depth)
        for part in shape:
            for point in part.corners + ((part.x, part.y),):
                if not self.game.terrain.clear_view(eye, point):
                    return False
        return True

    def surely_uncovered(self, piece, foe):
        """Whether a piece has no cover against an enemy for certain."""
        if not self.game.terrain:
            return False
        level = self.game.terrain.level(foe.shape[0].x, foe.shape[0].y)
        began = self.began.get(foe.index)
        levels = [level, self.game.terrain.level(*began) if began else level]
        return self.game.terrain.cover(piece.shape, levels) is False
