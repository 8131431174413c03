"""Movement: FAB-5, FAB-7.2, FAB-7.3. One unit moves at a time, from border to border."""

from types import SimpleNamespace

MOVEMENT = ("operational-movement", "reaction", "breakthrough-movement")


class Movement:
    """The checks of movement phases; part of `Auditor`."""

    def begin_movement(self):
        board = self.board
        self.mover = None
        self.attempt = None
        self.acted = set()
        self.crossings = set()
        self.entered = {}
        self.builders = {}
        self.strategic_moves = 0
        self.free_moves = []
        self.assaults = set()
        self.contested_at_start = {
            area for area in range(len(board.areas)) if board.contested(area)
        }

    def may_act(self, number, rule="5.2"):
        """A unit acts once in a movement phase, and only in a phase of its own."""
        unit = self.board.units[number]
        side = self.phasing if self.phase != "reaction" else 1 - self.phasing
        self.check(
            rule, self.phase in MOVEMENT, f"{self.unit(number)} acts in the phase {self.phase}"
        )
        self.check(rule, unit.side == side, f"{self.unit(number)} is not of the side that moves")
        self.check(rule, number not in self.acted, f"{self.unit(number)} acts twice in a phase")
        for area, units in list(self.builders.items()):
            if number in units:
                units.discard(number)
                self.check(
                    "5.23a",
                    units,
                    f"every unit of {self.area(area)} moved, yet one built fieldworks there",
                )

    def may_leave(self, unit, called=False):
        """FAB-D5: fixed posts stay; a unit that waits for an event needs the marker it gives."""
        return (
            unit.card.moves == "freely"
            or unit.card.moves == "by-event"
            and (called or unit.reserve)
        )

    def begin_move(self, number):
        if self.mover and self.mover.number == number:
            return self.mover
        self.finish_mover()
        self.may_act(number)
        unit = self.board.units[number]
        mode, called = "full", False
        if self.phase == "reaction":
            self.check("7.1a", unit.reserve, f"{self.unit(number)} reacts without a reserve marker")
            mode = "reaction"
        if self.phase == "breakthrough-movement" and not unit.reserve:
            mode = "exploit"
            if not unit.exploit:
                action = self.free_moves.pop() if self.free_moves else None
                called = action is not None
                self.check("7.3", called, f"{self.unit(number)} has no marker to break through")
                fit = unit.card.armour and unit.supplied and unit.order == "good"
                self.check("8.21", fit, f"{self.unit(number)} may not move by a Special Action")
                if action is not None:
                    self.check_one_use(action, [number])
        self.check("D5", self.may_leave(unit, called), f"{self.unit(number)} may not move now")
        self.mover = SimpleNamespace(
            number=number,
            unit=unit,
            start=unit.area,
            k=0,
            mp=unit.card.allowance,
            mode=mode,
            left_contested=self.board.contested(unit.area),
            stopped=False,
            turned_back=False,
        )
        return self.mover

    def finish_mover(self):
        """The end of a unit's move (FAB-5.1b, FAB-5.21c)."""
        mover, self.mover = self.mover, None
        if mover is None:
            return
        self.acted.add(mover.number)
        unit = mover.unit
        here = self.board.occupants[unit.area][unit.side] if unit.area is not None else []
        # A unit turned back at a bridge stops against its will: FAB-5.1c cures it.
        fit = len(here) <= self.scene.stacking or mover.turned_back
        self.check("5.1b", fit, f"{self.area(unit.area)} is overstacked by a move")
        if mover.k:
            self.check(
                "5.21c",
                not unit.reserve,
                f"{self.unit(mover.number)} moved and keeps its reserve marker",
            )
            unit.exploit = False
        elif mover.mode == "exploit":
            unit.exploit = False

    def on_moved(self, event, rule):
        number, start, end = event["unit"], event["from"], event["to"]
        unit = self.board.units[number]
        self.check(
            "S25",
            unit.area == start,
            f"{self.unit(number)} leaves {self.area(start)} but is elsewhere",
        )
        if rule == "FAB-5.4b":
            self.strategic_move(number, start, end)
            return
        mover = self.begin_move(number)
        edge = self.scene.edge_between.get((start, end))
        self.check(
            "5.32a", edge is not None, f"{self.area(start)} and {self.area(end)} share no border"
        )
        if edge is None:
            self.board.put(number, end)
            return
        self.judge_attempt(mover, edge, end, crosses=True)
        self.judge_step(mover, edge, start, end)
        board, enemy = self.board, 1 - unit.side
        hostile = board.forces(end, enemy)
        if hostile and self.scene.borders[edge].kind.one_unit_limit:
            self.crossings.add((edge, end))
        self.entered[number] = self.came_by[number] = (edge, board.blown[edge])
        self.dirty |= {start, end}
        board.put(number, end)
        mover.k += 1
        mover.turned_back = False
        if board.areas[end].roadblock == enemy or hostile:
            mover.stopped = True
        if hostile and any(board.units[foe].up for foe in board.occupants[end][enemy]):
            self.expect_reveal.add(number)

    def judge_step(self, mover, edge, start, end):
        """FAB-P7: cost and legality of one step."""
        board, unit, who = self.board, mover.unit, self.unit(mover.number)
        side, enemy = unit.side, 1 - unit.side
        border, blown = self.scene.borders[edge], board.blown[edge]
        hostile, contested = board.forces(end, enemy), board.contested(end)
        impaired = board.impaired(unit)
        blocked = board.areas[end].roadblock == enemy
        occupied = not board.empty(end) or blocked
        step = f"{who} from {self.area(start)} to {self.area(end)}"
        cost = (
            unit.card.allowance
            if blown
            else border.cost["armour" if unit.card.armour else "infantry"]
        )
        cost += (
            (0 if blown else border.kind.mp_extra)
            + occupied
            + (mover.k == 0 and mover.left_contested)
        )
        self.check(
            "5.22a", mover.k == 0 or cost <= mover.mp, f"{step}: costs {cost}, has {mover.mp} MP"
        )
        self.check(
            "G8",
            self.scene.crossable(edge, unit.card.armour),
            f"{step}: the border bars this class",
        )
        self.check(
            "5.32g", mover.k == 0 or not impaired, f"{step}: impaired, but enters a second area"
        )
        if blown:
            first = mover.k == 0 or self.scene.rulings["blown_crossing"] != "first-step"
            self.check("5.32d", first, f"{step}: crosses a blown bridge after its first step")
            self.check("7.31b", mover.mode != "exploit", f"{step}: exploits over a blown bridge")
        if mover.left_contested:
            if mover.k == 0:
                fit = board.areas[end].control == side and not contested
                self.check(
                    "5.34a",
                    fit,
                    f"{step}: leaves a contested area for one that is not friendly and quiet",
                )
            else:
                self.check(
                    "5.34b", not hostile, f"{step}: left a contested area and meets the enemy"
                )
        if hostile:
            limited = border.kind.one_unit_limit and (edge, end) in self.crossings
            self.check(
                "5.35c", not limited, f"{step}: a second unit crosses this border into the enemy"
            )
            fit = unit.order == "good" or contested
            self.check("A10", fit, f"{step}: a disordered unit makes an area contested")
            if mover.mode == "reaction":
                self.check("7.2a", contested, f"{step}: a reaction makes an area contested")
        if mover.mode == "exploit":
            self.check("7.31b", mover.k == 0, f"{step}: exploits into a second area")
        self.check("5.35b", not mover.stopped, f"{step}: had to stop")
        if hostile or blocked:
            room = len(board.occupants[end][side]) < self.scene.stacking
            self.check("5.1b", room, f"{step}: must stop in a full area")
        mover.mp = max(0, mover.mp - cost)

    # ------------------------------------------------------------- bridges

    def on_bridge_attempt(self, event, blown):
        edge, die = event["edge"], event["die"]
        border = self.scene.borders[edge]
        self.check("5.35d1", self.attempt is None, "an attempt to blow a bridge interrupts another")
        self.check(
            "5.35d1",
            self.phase in MOVEMENT and self.phase != "reaction",
            "a bridge is tried in this phase",
        )
        self.check("5.35d1", border.kind.blow_attempt, "this border has no bridge to blow")
        self.check("5.35d1", not self.board.blown[edge], "this bridge is blown already")
        self.check(
            "5.35d1", (die <= self.scene.blow_on) == blown, f"a {die} settles the bridge wrongly"
        )
        self.board.blown[edge] = self.board.blown[edge] or blown
        self.attempt = (edge, blown)

    def judge_attempt(self, mover, edge, end, crosses):
        """FAB-5.35d: an attempt opposes the step that follows, into a newly contested area."""
        if self.attempt is None:
            return
        tried, blown = self.attempt
        self.attempt = None
        board, enemy = self.board, 1 - mover.unit.side
        self.check("5.35d1", tried == edge, "a bridge was tried that nobody crossed")
        self.check("5.35d1", board.forces(end, enemy), "nobody there could blow the bridge")
        self.check("5.35d1", end not in self.contested_at_start, "the area was contested before")
        if blown:
            fit = not crosses or mover.k == 0
            self.check(
                "5.35d2",
                fit,
                f"{self.unit(mover.number)} crosses a bridge blown after its first step",
            )
        else:
            self.check(
                "5.35d3", crosses, f"{self.unit(mover.number)} turns back at a bridge that stands"
            )

    def on_turned_back(self, event, rule):
        mover = self.begin_move(event["unit"])
        ends = self.scene.borders[event["edge"]].ends
        self.check("5.35d3", mover.unit.area in ends, "the unit is not at this bridge")
        self.check("5.35d3", self.attempt is not None, "nobody tried to blow the bridge")
        exploits = mover.mode == "exploit"
        self.check("A32", (rule == "FAB-A32") == exploits, "exploiting armour is held by FAB-A32")
        end = ends[0] if mover.unit.area == ends[1] else ends[1]
        self.judge_attempt(mover, event["edge"], end, crosses=False)
        mover.mp = max(0, mover.mp - 1)
        mover.turned_back = True
        if exploits:
            mover.stopped = True

    # ----------------------------------------------------- other decisions

    def strategic_move(self, number, start, end):
        """FAB-5.4, FAB-P9."""
        board, unit = self.board, self.board.units[number]
        limits, step = self.scene.strategic, f"{self.unit(number)} to {self.area(end)}"
        self.check("5.4a", self.phase == "strategic-movement", f"{step}: in the phase {self.phase}")
        fit = unit.side == self.phasing and unit.reserve and number not in self.acted
        self.check("5.4a", fit, f"{step}: not a reserve unit of the phasing side")
        self.check("A52", not board.impaired(unit), f"{step}: the unit is impaired")
        self.check("D5", self.may_leave(unit), f"{step}: this unit may not move")
        self.strategic_moves += 1
        most = limits["max_units_per_side"]
        self.check(
            "14.8", most is None or self.strategic_moves <= most, f"{step}: one unit too many"
        )
        found, ring, length = {start: 0}, [start], 0
        while ring:
            length, after = length + 1, []
            for area in ring:
                for other, edge in self.scene.neighbours[area]:
                    border = self.scene.borders[edge]
                    if other in found or board.blown[edge] or border.kind.blocks_strategic:
                        continue
                    if border.road not in limits["connections"] or not self.scene.crossable(
                        edge, unit.card.armour
                    ):
                        continue
                    if board.areas[other].control == unit.side and not board.contested(other):
                        found[other] = length
                        after.append(other)
            ring = after
        self.check("5.4b", end in found and end != start, f"{step}: no open road leads there")
        far = limits["max_areas"]
        self.check("14.8", far is None or found.get(end, 0) <= far, f"{step}: too far")
        self.check("5.4b", board.areas[end].supplied is True, f"{step}: the area is not in supply")
        room = len(board.occupants[end][unit.side]) < self.scene.stacking
        self.check("5.1b", room, f"{step}: the area is full")
        self.acted.add(number)
        self.dirty |= {start, end}
        board.put(number, end)
        self.owes_marker = number

    def on_fieldworks_built(self, area, side, rule):
        """FAB-5.23a: the log does not name the builder; somebody there must be able to."""
        board = self.board
        self.finish_mover()
        mine = side == (self.phasing if self.phase != "reaction" else 1 - self.phasing)
        self.check("5.23a", mine, f"fieldworks in {self.area(area)} by the wrong side")
        self.check("5.23a", not board.contested(area), f"fieldworks in contested {self.area(area)}")
        able = {
            number
            for number in board.occupants[area][side]
            if number not in self.acted and not board.impaired(board.units[number])
        }
        if self.phase == "reaction":
            able = {number for number in able if board.units[number].reserve}
        if self.phase == "breakthrough-movement":
            able = {
                number
                for number in able
                if board.units[number].reserve or board.units[number].exploit
            }
        self.check("5.23a", able, f"nobody in {self.area(area)} may build fieldworks")
        if len(able) == 1:
            self.acted |= able
            for number in able:
                board.units[number].exploit = False
        elif able:
            self.builders[area] = able

    def on_reserve(self, event, rule):
        number, reserve = event["unit"], event["reserve"]
        board, unit = self.board, self.board.units[number]
        self.check(
            "2.3g",
            unit.reserve != reserve,
            f"{self.unit(number)}: the reserve marker does not change",
        )
        unit.reserve = reserve
        if not reserve:
            if rule == "FAB-5.23a":
                here = number in self.builders.get(unit.area, {number})
                fit = (
                    here
                    and board.areas[unit.area].fieldworks == unit.side
                    and self.phase == "operational-movement"
                )
                self.check(
                    "5.23a", fit, f"{self.unit(number)} built nothing and loses its reserve marker"
                )
                self.builders.pop(unit.area, None)
                self.acted.add(number)
            elif rule in ("FAB-7.2b", "FAB-7.31c"):
                self.acted.add(number)
            elif rule == "FAB-5.4c":
                self.check(
                    "5.4c", self.owes_marker == number, "a marker comes off another unit than moved"
                )
                self.owes_marker = None
            elif rule == "FAB-5.21c":
                moved = self.mover and self.mover.number == number and self.mover.k
                fit = moved or board.contested(unit.area)
                self.check(
                    "5.21c", fit, f"{self.unit(number)} loses its reserve marker for no reason"
                )
                if moved:
                    self.finish_mover()
            elif rule == "FAB-9.5":
                fit = self.phase == "supply" and unit.side != self.phasing
                self.check(
                    "9.5", fit, f"{self.unit(number)} loses its reserve marker in this phase"
                )
            else:
                self.check("2.3g", rule == "FAB-A27", f"{rule} takes a reserve marker")
            return
        if rule == "FAB-5.21a":
            self.finish_mover()
            self.check(
                "5.21a",
                self.phase == "operational-movement",
                "a unit goes into reserve in this phase",
            )
            self.may_act(number)
            self.acted.add(number)
            self.check(
                "D5", unit.card.moves == "freely", f"{self.unit(number)} does not move freely"
            )
        elif rule == "FAB-D16":
            effect = self.effect("place-marker")
            fit = effect and effect["marker"] == "reserve" and unit.side == self.action.card.side
            self.check(
                "D16",
                fit and self.count("markers") <= effect["n"],
                "an event gives no reserve marker",
            )
            fit = effect and self.fits_filter(unit.area, unit.side, effect)
            self.check("D16", fit, f"{self.unit(number)} is outside the event's areas")
        else:
            if self.in_action("FAB-8.3", "8.33", unit.side):
                self.check("8.33", self.count("staff") == 1, "two functions of one staff")
        self.check("D5", unit.card.moves != "never", f"{self.unit(number)} is a fixed post")
        self.check(
            "9.33b", not board.impaired(unit), f"{self.unit(number)} goes into reserve impaired"
        )
        self.check(
            "D23",
            not board.contested(unit.area),
            f"{self.unit(number)} goes into reserve in contact",
        )
        rules = self.scene.reserve
        fit = unit.card.type not in rules["exclude"] and (
            not rules["types"] or unit.card.type in rules["types"]
        )
        self.check("D23", fit, f"{self.unit(number)} is not eligible for reserve")
        self.check_reserve_count(unit.side)

    def check_reserve_count(self, side):
        most = self.scene.reserve_markers[side]
        count = sum(
            unit.reserve and not unit.dead for unit in self.board.units if unit.side == side
        )
        self.check("2.3g", most is None or count <= most, f"{count} reserve markers of {most}")

    def end_movement(self):
        """The river-assault markers of FAB-5.35e, and what no event showed."""
        self.finish_mover()
        self.check("8.21", not self.free_moves, "a Special Action moved nobody")
        if self.phase == "reaction":
            return
        board, side = self.board, self.phasing
        for area in range(len(board.areas)):
            if area in self.contested_at_start or not board.contested(area):
                continue
            crossed = [self.entered.get(number) for number in board.occupants[area][side]]
            wet = bool(crossed) and all(
                step and self.scene.borders[step[0]].kind.counts_as_river_for_assault
                for step in crossed
            )
            due = wet and any(step[1] for step in crossed)
            self.check(
                "5.35e",
                due == (area in self.assaults),
                f"river assault in {self.area(area)}: due {due}",
            )
        self.check(
            "5.35e",
            all(area not in self.contested_at_start for area in self.assaults),
            "a marker too many",
        )

    def on_river_assault(self, area):
        self.finish_mover()
        self.check("5.35e", area not in self.assaults, f"{self.area(area)} is marked twice")
        self.assaults.add(area)
        self.board.areas[area].river_assault = True
