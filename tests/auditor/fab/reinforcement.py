"""The Reinforcement Phase: FAB-4.1 and FAB-8.27."""

from .boxes import READY, USED


class Reinforcement:
    """The checks of Reinforcement Phases; part of `Auditor`."""

    def begin_reinforcement(self):
        board = self.board
        self.steps_seen = 0
        self.taken_back = [0, 0]
        self.redirected, self.redirects = set(), []
        self.unspent = [0, 0]
        for chit, card in enumerate(self.scene.chits):
            if (
                card.role == "reusable"
                and board.chits[chit] == READY
                and self.since.get(chit, 0) < self.turn
            ):
                self.unspent[card.side] += 1
        self.waiting = {
            number
            for number, unit in enumerate(board.units)
            if unit.due is not None
            and unit.due <= self.turn
            and unit.area is None
            and not unit.dead
        }

    def step(self, number, rule):
        """FAB-4.1: the steps a to d, in this order."""
        self.check("4.1", number >= self.steps_seen, f"step {'abcd'[number]} comes late ({rule})")
        self.steps_seen = max(self.steps_seen, number)

    def on_reinforcement_chit(self, chit, rule):
        side = self.card(chit).side
        if rule == "FAB-4.1a1":
            self.step(0, rule)
            self.taken_back[side] += 1
            fit = self.taken_back[side] <= self.unspent[side]
            self.check(
                "4.1a1",
                fit,
                f"{self.taken_back[side]} assets for {self.unspent[side]} unspent actions",
            )
        elif rule == "FAB-4.1a2":
            self.step(0, rule)
        elif rule == "FAB-4.1b":
            self.step(1, rule)
        elif rule == "FAB-4.1d":
            self.step(3, rule)
            self.check(
                "4.1d",
                self.board.chits[chit] == {"turn": self.turn},
                "a counter comes in another turn",
            )
        else:
            self.check("4.1", rule == "FAB-8.27", f"{rule} in the Reinforcement Phase")
            self.redirected.add(chit)
            self.redirects.append(chit)

    def entry_areas(self, number):
        """Where a unit may enter, with the distance if it is delayed (FAB-4.1c, FAB-A25)."""
        unit, scene = self.board.units[number], self.scene
        first, last = unit.card.arrival["entry"]
        printed = [
            area
            for (side, letter), areas in scene.entries.items()
            if side == unit.side and first <= letter <= last
            for area in areas
        ]
        if not unit.delayed:
            return {area: 0 for area in printed}
        every = [
            a for (side, _), areas in scene.entries.items() if side == unit.side for a in areas
        ]
        hops = scene.hops(printed)
        allowed = every if scene.any_letter_after_delay else printed
        return {area: hops[area] for area in allowed}

    def redirections(self, number):
        """FAB-8.27, FAB-D11: the areas to which a Special Action may send an arriving unit."""
        side, letters = self.board.units[number].side, self.scene.redirect
        return {
            area: 0
            for (owner, letter), areas in self.scene.entries.items()
            if owner == side and (not letters or letter in letters)
            for area in areas
        }

    def open_entries(self, number, areas=None):
        board, side = self.board, self.board.units[number].side
        areas = {
            area: far
            for area, far in (areas or self.entry_areas(number)).items()
            if len(board.occupants[area][side]) < self.scene.stacking
            and (board.areas[area].control == side or board.empty(area))
        }
        return {area for area, far in areas.items() if far == min(areas.values())}

    def on_arrived(self, event, rule):
        board, number, area = self.board, event["unit"], event["area"]
        unit, who = board.units[number], self.unit(number)
        self.check("3.1", self.phase == "reinforcement", f"{who} arrives in the phase {self.phase}")
        self.step(2, rule)
        self.check("4.1c1", number in self.waiting, f"{who} arrives and is not due")
        if rule == "FAB-4.1c1":
            fit = area in self.open_entries(number)
            self.check(
                "4.1c2",
                fit,
                f"{who} enters at {self.area(area)}, open: {sorted(self.open_entries(number))}",
            )
        elif rule == "FAB-8.27":
            action = self.redirects.pop() if self.redirects else None
            self.check(
                "8.27", action is not None and not unit.delayed, f"{who} is redirected for nothing"
            )
            if action is not None:
                self.check_one_use(action, [number])
                self.check(
                    "8.27",
                    self.card(action).side == unit.side,
                    f"{who} is redirected by the other side",
                )
            fit = area in self.open_entries(number, self.redirections(number))
            self.check("8.27", fit, f"{who} is redirected to {self.area(area)}")
        else:
            self.check("4.1c1", False, f"{who} arrives by {rule}")
        self.check(
            "4.1c6",
            unit.steps == unit.card.arrival["steps"],
            f"{who} arrives with {unit.steps} steps",
        )
        self.waiting.discard(number)
        enemy = board.occupants[area][1 - unit.side]
        if any(board.units[foe].up for foe in enemy):
            self.expect_reveal.add(number)
        unit.due, unit.supplied, unit.order = None, True, "good"
        self.dirty.add(area)
        board.put(number, area)

    def on_delayed(self, event, rule):
        number = event["unit"]
        self.step(2, rule)
        self.check("4.1c4", number in self.waiting, f"{self.unit(number)} is delayed and not due")
        self.check(
            "4.1c4",
            not self.open_entries(number),
            f"{self.unit(number)} is delayed, though an entry is open",
        )
        self.waiting.discard(number)
        self.newly_delayed.add(number)

    def end_reinforcement(self):
        board = self.board
        self.check("8.27", not self.redirects, "a Special Action redirected nobody")
        self.check("4.1c1", not self.waiting, f"units did not arrive: {sorted(self.waiting)}")
        for chit, card in enumerate(self.scene.chits):
            place = board.chits[chit]
            if card.role == "reusable":
                fit = place != USED or chit in self.redirected
                self.check("4.1a2", fit, f"{card.name} stays in Used")
            self.check("4.1d", place != {"turn": self.turn}, f"{card.name} did not come")
        for number in self.newly_delayed:
            board.units[number].delayed = True
        self.newly_delayed = set()
