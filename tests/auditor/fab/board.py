"""The position of a FAB game, and the questions that several rules ask about it."""

from types import SimpleNamespace

from .scene import SIDES


class Board:
    """Where everything stands, as the log has told so far."""

    def __init__(self, scene):
        self.scene = scene
        head = scene.head
        self.occupants = [([], []) for _ in head["areas"]]
        self.areas = [
            SimpleNamespace(
                control=SIDES.index(area["control"]),
                supplied=area["supplied"],
                fieldworks=None if area["fieldworks"] is None else SIDES.index(area["fieldworks"]),
                roadblock=None if area["roadblock"] is None else SIDES.index(area["roadblock"]),
                river_assault=False,
            )
            for area in head["areas"]
        ]
        self.blown = [border["blown"] for border in head["borders"]]
        self.units = []
        for number, (unit, card) in enumerate(zip(head["units"], scene.units, strict=True)):
            place = unit["place"]
            area = place.get("area") if isinstance(place, dict) else None
            due = place.get("awaited") if isinstance(place, dict) else None
            self.units.append(
                SimpleNamespace(
                    card=card,
                    side=card.side,
                    area=area,
                    due=due,
                    delayed=False,
                    dead=False,
                    steps=unit["steps"],
                    order=unit["order"],
                    supplied=unit["supplied"],
                    reserve=unit["reserve"],
                    exploit=False,
                    up=False,
                    peeked=False,
                )
            )
            if area is not None:
                self.occupants[area][card.side].append(number)
        self.chits = [chit["place"] for chit in head["chits"]]
        self.standing = {}

    # -------------------------------------------------------------- places

    def put(self, unit, area):
        """Moves a unit to an area, or off the map."""
        now = self.units[unit]
        if now.area is not None:
            self.occupants[now.area][now.side].remove(unit)
        now.area = area
        if area is not None:
            self.occupants[area][now.side].append(unit)
            self.occupants[area][now.side].sort()

    def place_chit(self, chit, place):
        self.chits[chit] = place
        self.standing = {
            number: here["on-map"]
            for number, here in enumerate(self.chits)
            if isinstance(here, dict) and "on-map" in here
        }

    def roadblocks(self, area, side):
        """The engineers of a side that defend a roadblock in an area (FAB-4.35)."""
        cards = self.scene.chits
        return [
            chit
            for chit, here in self.standing.items()
            if here == area and cards[chit].side == side
        ]

    def forces(self, area, side):
        """Whether a side has units or a defended roadblock in an area (FAB-A9)."""
        return bool(self.occupants[area][side]) or bool(
            self.standing and self.roadblocks(area, side)
        )

    def contested(self, area):
        return self.forces(area, 0) and self.forces(area, 1)

    def empty(self, area):
        return not self.forces(area, 0) and not self.forces(area, 1)

    def due_controller(self, area):
        """The side that must control an area, if its occupants decide it (FAB-2.4d, FAB-2.4e)."""
        for side in (0, 1):
            if self.occupants[area][side] and not self.forces(area, 1 - side):
                return side
        return None

    def quality(self, unit):
        now = self.units[unit]
        return now.card.quality[now.steps - 1]

    def impaired(self, unit):
        return not unit.supplied or unit.order != "good"

    # -------------------------------------------------------------- traces

    def is_source(self, side, area):
        source = self.scene.sources[side].get(area)
        if source is None:
            return False
        if source["needs_control"] and self.areas[area].control != side:
            return False
        return not (source["disabled_if_contested"] and self.contested(area))

    def linked(self, side):
        """The areas of a side with a route to a source that crosses no blown bridge."""
        stack = [area for area in self.scene.sources[side] if self.is_source(side, area)]
        stack = [area for area in stack if self.areas[area].control == side]
        found = set(stack)
        while stack:
            for other, edge in self.scene.neighbours[stack.pop()]:
                barred = self.blown[edge] or self.scene.borders[edge].kind.blocks_supply
                if other not in found and not barred and self.areas[other].control == side:
                    found.add(other)
                    stack.append(other)
        return found

    def traces(self, side, area, linked=None):
        """Whether a route leads from an area to a source (FAB-9.31).

        Its first border may be a blown bridge, and the area itself need not be friendly.
        """
        linked = self.linked(side) if linked is None else linked
        return (
            self.is_source(side, area)
            or area in linked
            or any(
                other in linked and not self.scene.borders[edge].kind.blocks_supply
                for other, edge in self.scene.neighbours[area]
            )
        )

    # ------------------------------------------------------------ retreats

    def retreat_targets(self, unit, first=None, called=False):
        """The areas to which a unit may retreat (FAB-6.6, FAB-A48).

        `first` limits its first border; `called` tells that a Special Action moves it (FAB-D5).
        """
        now = self.units[unit]
        if now.card.moves == "never" or now.card.moves == "by-event" and not called:
            return []
        ring, seen = [now.area], {now.area}
        while True:
            after = []
            for area in ring:
                for other, edge in self.scene.neighbours[area]:
                    if area == now.area and first is not None and edge not in first:
                        continue
                    kind = self.scene.borders[edge].kind
                    if (
                        other in seen
                        or kind.blocks_retreat
                        or not self.scene.crossable(edge, now.card.armour)
                    ):
                        continue
                    if self.areas[other].control == now.side and not self.contested(other):
                        after.append(other)
            after = sorted(set(after))
            room = [
                area for area in after if len(self.occupants[area][now.side]) < self.scene.stacking
            ]
            if room or not after:
                return room
            seen.update(after)
            ring = after
