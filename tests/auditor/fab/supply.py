"""The Supply Phase and the victory check: FAB-9, FAB-3.4, FAB-3.5, FAB-19."""


class Supply:
    """The checks of Supply Phases; part of `Auditor`."""

    def begin_supply(self):
        board = self.board
        linked = [board.linked(side) for side in (0, 1)]
        self.due_units, self.due_areas = {}, {}
        for number, unit in enumerate(board.units):
            if unit.area is not None:
                self.due_units[number] = board.traces(unit.side, unit.area, linked[unit.side])
        for area, now in enumerate(board.areas):
            self.due_areas[area] = board.traces(now.control, area, linked[now.control])
        self.due_orders = {}
        for number, supplied in self.due_units.items():
            order = board.units[number].order
            if supplied and order != "good":
                self.due_orders[number] = "good" if order == "recovering" else "recovering"
        self.status_open = True
        self.morale_seen = {}
        self.fate = None

    def on_supply(self, event, rule):
        number, supplied = event["unit"], event["supplied"]
        unit = self.board.units[number]
        self.check(
            "9.32", self.phase == "supply" and self.status_open, "supply changes out of turn"
        )
        self.check(
            "9.31",
            self.due_units.get(number) == supplied,
            f"{self.unit(number)} is in supply: {supplied}",
        )
        self.check("9.32", unit.supplied != supplied, f"{self.unit(number)}: no change of supply")
        unit.supplied = supplied

    def on_area_supply(self, event, rule):
        area, supplied = event["area"], event["supplied"]
        here = self.board.areas[area]
        self.check(
            "9.32", self.phase == "supply" and self.status_open, "supply changes out of turn"
        )
        self.check(
            "9.31",
            self.due_areas.get(area) == supplied,
            f"{self.area(area)} is in supply: {supplied}",
        )
        self.check(
            "9.32",
            (here.supplied is not False) != supplied,
            f"{self.area(area)}: no change of supply",
        )
        here.supplied = supplied

    def close_status(self):
        """The first event that is no status: all changes of status must have been told."""
        if not self.status_open:
            return
        self.status_open = False
        board = self.board
        for number, supplied in self.due_units.items():
            self.check(
                "9.31",
                board.units[number].supplied == supplied,
                f"{self.unit(number)} traces: {supplied}",
            )
        for area, supplied in self.due_areas.items():
            here = board.areas[area]
            self.check(
                "9.31",
                (here.supplied is not False) == supplied,
                f"{self.area(area)} traces: {supplied}",
            )
            here.supplied = supplied

    def on_recovered(self, number, order):
        self.close_status()
        due = self.due_orders.pop(number, None)
        self.check("9.35", order == due, f"{self.unit(number)} becomes {order}, due {due}")

    def on_supply_check(self, number, passed, die):
        self.close_status()
        self.check("9.35", not self.due_orders, "a morale check before all recovered")
        self.check("9.4a", self.fate is None, "the last failed check had no consequence")
        unit = self.board.units[number]
        fit = unit.side == self.phasing and not unit.supplied and unit.area is not None
        self.check("9.4a", fit, f"{self.unit(number)} checks and need not")
        self.check("9.4a", number not in self.morale_seen, f"{self.unit(number)} checks twice")
        self.morale_seen[number] = passed
        if not passed:
            if unit.order != "disordered":
                self.fate = (number, "9.4b")
            else:
                limit = self.scene.surrender[self.board.quality(number)]
                self.fate = (number, "9.4d" if limit is not None and die >= limit else "9.4c")

    def meet_fate(self, number, rule):
        self.check(
            rule,
            self.fate == (number, rule),
            f"{self.unit(number)} suffers {rule}, due {self.fate}",
        )
        self.fate = None

    def end_supply(self):
        """FAB-9.5: what must be off the map now."""
        self.close_status()
        board = self.board
        self.check("9.35", not self.due_orders, f"units did not recover: {sorted(self.due_orders)}")
        self.check("9.4a", self.fate is None, "the last failed check had no consequence")
        for number in self.due_units:
            unit = board.units[number]
            if unit.side == self.phasing and not self.due_units[number]:
                self.check(
                    "9.4a", number in self.morale_seen, f"{self.unit(number)} made no morale check"
                )
        for number, unit in enumerate(board.units):
            unit.exploit = False
            if unit.side != self.phasing and unit.area is not None:
                self.check("9.5", not unit.reserve, f"{self.unit(number)} keeps its reserve marker")
        for area, here in enumerate(board.areas):
            here.river_assault = False
            both = board.occupants[area][0] and board.occupants[area][1]
            hidden = [
                n
                for side in (0, 1)
                for n in board.occupants[area][side]
                if both and not board.units[n].up
            ]
            self.check(
                "6.29", not hidden, f"units in contact stay hidden in {self.area(area)}: {hidden}"
            )
            fit = here.fieldworks is None or not board.contested(area)
            self.check("9.5", fit, f"fieldworks stay in contested {self.area(area)}")
            self.check("9.5", here.roadblock is None, f"a roadblock stays in {self.area(area)}")
        self.check("9.5", not board.standing, "engineers stay on the map")

    # ------------------------------------------------------------- victory

    def points(self):
        board, scene = self.board, self.scene
        totals = [0, 0]
        for area, here in enumerate(board.areas):
            totals[here.control] += scene.areas[area]["points"][here.control]
        for unit in board.units:
            if unit.dead:
                totals[1 - unit.side] += scene.elimination_vp
        return totals

    def on_turn_ends(self, event, rule):
        self.close_phase()
        fit = self.order == [] and self.phase == "supply" and not self.ended
        self.check("3.4", fit, f"the turn ends before {self.order[:1]}")
        due = self.points()
        self.check("19.0", event["points"] == due, f"points {event['points']}, should be {due}")
        wins = self.sudden_winner(due)
        self.result = ("first", "second")[wins] if wins is not None else None
        self.ended = True

    def sudden_winner(self, points):
        for side in (0, 1):
            least = self.scene.sudden[self.turn - 1][side]
            if least is not None and points[side] - points[1 - side] >= least:
                return side
        return None

    def on_over(self, event, rule):
        points = self.points()
        self.over = True
        self.check(
            "19.0", event["points"] == points, f"points {event['points']}, should be {points}"
        )
        self.check("3.4", event["turn"] == self.turn, "the battle ends in another turn")
        if event["sudden"]:
            self.check("3.4", self.result == event["winner"], f"sudden death of {event['winner']}")
            return
        self.check("3.4", self.result is None, "a sudden death was overlooked")
        self.check("3.5", self.turn == self.scene.turns, "the battle ends before its last turn")
        if "net-at-least" in self.scene.end:
            end = self.scene.end["net-at-least"]
            side = self.scene.side_of[end["side"]]
            wins = side if points[side] - points[1 - side] >= end["vp"] else 1 - side
            due = ("first", "second")[wins]
            self.check("3.5", event["winner"] == due, f"{event['winner']} wins, should be {due}")
