"""Routes off the map by a line of communication (PB-31, PB-P15)."""

from math import hypot

from . import geometry
from .terrain import CELL

# The discs around enemies are widened for "certainly in supply" and narrowed for "perhaps"; the
# grid is coarser than the rules. Rivers open only near a crossing, or far around it.
CERTAIN = (7500, 3000)
PERHAPS = (-7500, 90000)


class Supply:
    """Finds out whether a piece is in supply, on a grid."""

    def __init__(self, game):
        self.game = game

    def shuns_marsh(self, piece):
        """Whether marsh is closed to a piece (PB-6.13)."""
        on_foot = piece.arm in ("infantry", "detachment")
        return piece.kind == "baggage" or not piece.rules.get("enters_marsh", on_foot)

    def of(self, piece):
        """Whether a piece is in supply; None if that is not certain."""
        if self._reaches(piece, *CERTAIN):
            return True
        return None if self._reaches(piece, *PERHAPS) else False

    def home(self, piece):
        """The cells from which every piece of this kind certainly gets home."""
        margin, opening = CERTAIN
        danger = self._danger(piece, margin, full=True)
        grid = self.game.terrain.grid(self.shuns_marsh(piece), opening)
        starts = {self._cell(grid, x, y) for x, y in self._lines(piece.side, danger)}
        return grid, self._flood(grid, starts, danger, None)

    def within(self, piece, home):
        """Whether a piece stands in one of these cells."""
        grid, cells = home
        return bool(cells[self._cell(grid, *piece.centre)])

    def _danger(self, piece, margin, full):
        """A test whether a point is too near to an enemy (PB-31.2, PB-A158)."""
        game = self.game
        discs = []
        for foe in game.enemies(piece):
            reach = game.distances["foot_third"] + margin
            if not full and game.rulings["unsupplied_at_end"] != "threatened-too":
                # The piece itself is not in its own way.
                far = geometry.shape_distance(piece.shape, foe.shape)
                reach = min(reach, far + min(margin, 4000))
            if reach > 0:
                discs += [(b, reach, reach + b.radius) for b in foe.shape]

        def danger(x, y):
            for block, reach, outer in discs:
                if hypot(block.x - x, block.y - y) <= outer:
                    right, ahead = block.ahead(x, y)
                    right = max(abs(right) - block.half_length, 0.0)
                    ahead = max(abs(ahead) - block.half_depth, 0.0)
                    if hypot(right, ahead) <= reach:
                        return True
            return False

        return danger

    def _lines(self, side, danger):
        """The points of the lines of communication from which the rest to the exit is clear."""
        points = []
        for line in self.game.scenario["sides"][side].get("lines_of_communication", []):
            path = line["path"]
            clear = True
            for (ax, ay), (bx, by) in zip(path[::-1], path[-2::-1]):
                steps = max(1, int(hypot(bx - ax, by - ay) // 2500))
                for i in range(steps + 1):
                    x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
                    if danger(x, y):
                        clear = False
                        break
                    points.append((x, y))
                if not clear:
                    break
        return points

    def _cell(self, grid, x, y):
        columns, rows, _ = grid
        return min(max(int(y // CELL), 0), rows - 1) * columns + min(max(int(x // CELL), 0), columns - 1)

    def _reaches(self, piece, margin, opening):
        train = piece.kind == "baggage"
        danger = self._danger(piece, margin, full=train)
        lines = self._lines(piece.side, danger)
        if not lines:
            return False
        grid = self.game.terrain.grid(self.shuns_marsh(piece), opening)
        goals = {self._cell(grid, x, y) for x, y in lines}
        starts = set()
        for block in piece.shape:
            if train and danger(block.x, block.y):
                continue
            # A piece that straddles a river starts from its centre; less is certain elsewhere.
            if margin > 0:
                starts |= self._bank(grid, block.x, block.y)
            else:
                starts |= {self._cell(grid, x, y) for x, y in ((block.x, block.y), *block.corners)}
        return self._flood(grid, starts, danger, goals)

    def _bank(self, grid, x, y):
        """The cell of a point; if it is closed, the open cells next to it on the same bank."""
        columns, _, ground = grid
        cell = self._cell(grid, x, y)
        if ground[cell]:
            return {cell}
        found = set()
        for dx in (-CELL, 0, CELL):
            for dy in (-CELL, 0, CELL):
                there = self._cell(grid, x + dx, y + dy)
                centre = (there % columns + 0.5) * CELL, (there // columns + 0.5) * CELL
                if ground[there] and not self.game.terrain.crossings_of(("river",), (x, y), centre):
                    found.add(there)
        return found

    def _flood(self, grid, starts, danger, goals):
        """Whether the starts connect to the goals; without goals, the cells that they connect to."""
        columns, rows, ground = grid
        met, reached = bytearray(len(ground)), bytearray(len(ground))
        queue = list(starts)
        for cell in queue:
            met[cell] = reached[cell] = 1
        while queue:
            following = []
            for cell in queue:
                if goals and cell in goals:
                    return True
                row, column = divmod(cell, columns)
                for there, inside in (
                    (cell - 1, column > 0), (cell + 1, column < columns - 1),
                    (cell - columns, row > 0), (cell + columns, row < rows - 1),
                ):
                    if inside and not met[there] and ground[there]:
                        met[there] = 1
                        x, y = there % columns, there // columns
                        if not danger((x + 0.5) * CELL, (y + 0.5) * CELL):
                            reached[there] = 1
                            following.append(there)
            queue = following
        return reached if goals is None else False
