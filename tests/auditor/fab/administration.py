"""The Administration Phase: FAB-4.2, FAB-4.3, FAB-8.25, FAB-8.26, FAB-8.3, effects of events."""

from types import SimpleNamespace

from .boxes import CUP, GONE, READY, USED


class Administration:
    """The checks of boxes, reinforcements and administration; part of `Auditor`."""

    def begin_administration(self):
        board = self.board
        self.drawn = [[], []]
        self.cups = [
            sum(
                place == CUP and self.scene.chits[chit].side == side
                for chit, place in enumerate(board.chits)
            )
            for side in (0, 1)
        ]
        self.draws_open = True
        self.admin_side = self.phasing
        self.action = None
        self.to_cup = []
        self.works = []

    def on_administration_chit(self, chit, rule, old):
        card = self.card(chit)
        if rule == "FAB-4.2a":
            fit = self.draws_open and not (card.side == 0 and self.drawn[1])
            self.check("4.2a", fit, f"{card.name} is drawn out of turn")
            self.drawn[card.side].append(chit)
            return
        self.close_draws()
        if rule == "FAB-D16":
            return
        if rule == "FAB-4.21":
            self.to_cup.append(card.side)
            return
        self.close_action()
        alternative, self.to_cup = self.to_cup, []
        if alternative:
            fit = rule == "FAB-4.22" and len(alternative) <= 2 and set(alternative) == {card.side}
            self.check("4.21", fit, f"{len(alternative)} assets go to the cup for {rule}")
        self.check(
            "4.2b",
            card.side == self.admin_side or card.side != self.phasing,
            "the phasing side acts after the other",
        )
        self.admin_side = card.side
        self.action = SimpleNamespace(
            chit=chit,
            card=card,
            rule=rule,
            used={},
            ordered=set(),
            before=None,
            alternative=bool(alternative),
        )
        if rule == "FAB-8.3":
            self.check("8.3", card.kind == "command-staff", f"{card.name} is no staff")
        works, self.works = self.works, []
        if rule.startswith("FAB-4.3"):
            self.check("4.3", card.role == "asset" and card.engineer, f"{card.name} is no engineer")
            if rule != "FAB-4.35a":
                self.judge_engineers(rule, works, card)
        else:
            self.check("4.3", not works, f"{card.name} does the work of engineers")
        if rule == "FAB-8.25":
            self.action.before = [unit.order for unit in self.board.units]

    def close_draws(self):
        """FAB-4.2a: both sides draw, by the turn track, in every Administration Phase."""
        if not self.draws_open:
            return
        self.draws_open = False
        for side in (0, 1):
            track = self.scene.draws[self.turn - 1][side][self.phasing]
            due = min(track, self.cups[side])
            fit = len(self.drawn[side]) == due
            self.check(
                "4.2a", fit, f"side {side} draws {len(self.drawn[side])} of {due} (track {track})"
            )

    def count(self, what):
        self.action.used[what] = self.action.used.get(what, 0) + 1
        return self.action.used[what]

    def in_action(self, by, rule, side=None):
        fit = self.phase == "administration" and self.action is not None and self.action.rule == by
        self.check(rule, fit, f"{rule} without {by}")
        if fit and side is not None:
            self.check(rule, side == self.action.card.side, f"{rule} for the other side")
        return fit

    def effect(self, kind):
        """The effect of the event that is being played, if it is of this kind."""
        fit = self.in_action("FAB-4.22", "D16")
        effect = (self.action.card.effect or {}) if fit else {}
        self.check(
            "D16",
            isinstance(effect, dict) and kind in effect,
            f"an event that has no {kind} does it",
        )
        if not isinstance(effect, dict) or kind not in effect:
            return None
        self.check("D16", self.action.card.admin, "a combat event is played in administration")
        fit = not self.action.alternative
        self.check("4.21", fit, "an event serves both its purpose and the cup")
        return effect[kind]

    def judge_moved_chit(self, chit, old, place):
        card = self.card(chit)
        effect = self.action.card.effect if self.action and self.action.rule == "FAB-4.22" else None
        if (
            effect == "grant-special-action"
            or isinstance(effect, dict)
            and "grant-special-action" in effect
        ):
            fit = card.role in ("reusable", "one-use") and old in (USED, GONE) and place == READY
            self.check(
                "D16",
                fit and card.side == self.action.card.side,
                f"{card.name} is no used Special Action",
            )
            self.check("D16", self.count("grant") == 1, "two Special Actions for one event")
            return
        effect = self.effect("move-chits")
        if effect:
            fit = (
                old == {"in": effect["from"]}
                and place == {"in": effect["to"]}
                and card.role == "asset"
            )
            fit = (
                fit
                and (not effect["kinds"] or card.kind in effect["kinds"])
                and card.side == self.action.card.side
            )
            self.check("D16", fit, f"{card.name} is not what the event moves")
            self.check(
                "D16", self.count("chits") <= effect["n"], "the event moves too many counters"
            )

    def on_step_gained(self, event, rule):
        board, number = self.board, event["unit"]
        unit, who = board.units[number], self.unit(number)
        self.close_draws()
        self.check("2.3h", event["steps"] == unit.steps + 1, f"{who} gains other than one step")
        self.check(
            "2.3h",
            event["steps"] <= len(unit.card.quality),
            f"{who} gains a step above full strength",
        )
        self.check(
            "9.34d", unit.supplied and unit.area is not None, f"{who} gains a step out of supply"
        )
        gained = unit.card.quality[min(unit.steps, len(unit.card.quality) - 1)]
        if rule == "FAB-8.26":
            if self.in_action(rule, "8.26", unit.side):
                self.check("8.26", self.count("steps") == 1, "two steps for one Special Action")
                self.check_one_use(self.action.chit, [number])
        elif rule == "FAB-8.31":
            if self.in_action("FAB-8.3", "8.31", unit.side):
                self.check("8.31", self.count("staff") == 1, "two functions of one staff")
            self.check(
                "8.31",
                not unit.card.armour and gained != "elite",
                f"{who} cannot be replaced by the staff",
            )
        else:
            effect = self.effect("add-steps")
            if effect:
                kind = "armour" if unit.card.armour else "infantry"
                self.check("D16", unit.side == self.action.card.side, f"{who} is of the other side")
                self.check("D16", effect["class"] in (None, kind), f"{who} is of another class")
                self.check(
                    "D16", effect["elite_ok"] or gained != "elite", f"{who} gains an elite step"
                )
                one = effect["formation"]
                fit = one is None or self.scene.formation_of[one] == unit.card.formation
                self.check("D16", fit, f"{who} is of another formation")
                self.check(
                    "D16", self.count("steps") <= effect["n"], "the event gives too many steps"
                )
        unit.steps = event["steps"]

    def fits_filter(self, area, side, effect):
        chosen, here = effect["area_filter"], self.board.areas[area]
        if chosen["control"] is not None and (chosen["control"] == "own") != (here.control == side):
            return False
        if chosen["contested"] is not None and chosen["contested"] != self.board.contested(area):
            return False
        if chosen["supplied"] is not None and chosen["supplied"] != (here.supplied is True):
            return False
        if chosen["terrain"] and self.scene.terrain[area] not in chosen["terrain"]:
            return False
        return not chosen["areas"] or self.scene.area_ids[area] in chosen["areas"]

    def ready_area(self, area, side):
        """FAB-P5: controlled by a side and in supply."""
        return self.board.areas[area].control == side and self.board.areas[area].supplied is True

    def on_administration_works(self, area, side, rule):
        self.close_draws()
        here = self.board.areas[area]
        if rule == "FAB-4.33":
            self.works.append((rule, area, side))
            return
        effect = self.effect("place-marker")
        if effect:
            fit = effect["marker"] == "fieldworks" and self.fits_filter(area, side, effect)
            self.check(
                "D16",
                fit and side == self.action.card.side,
                f"the event builds nothing in {self.area(area)}",
            )
            self.check(
                "9.34d",
                here.supplied is not False,
                f"an event affects {self.area(area)} out of supply",
            )
            self.check(
                "D16", self.count("markers") <= effect["n"], "the event places too many markers"
            )

    def on_administration_order(self, event, rule):
        number, unit = event["unit"], self.board.units[event["unit"]]
        self.close_draws()
        if rule == "FAB-8.25":
            if self.in_action(rule, "8.25", unit.side):
                self.action.ordered.add(number)
                self.check_one_use(self.action.chit, [number])
            self.check(
                "8.25", event["order"] == "good", f"{self.unit(number)} does not recover wholly"
            )
            return
        fit = self.in_action("FAB-4.22", "D16") and isinstance(self.action.card.effect, dict)
        kind = "place-marker" if event["order"] == "disordered" else "remove-marker"
        effect = self.effect(kind) if fit else None
        if effect:
            side = self.action.card.side
            fit = effect["marker"] == "disorder" and (unit.side == side) == (
                kind == "remove-marker"
            )
            self.check("D16", fit, f"the event does not touch {self.unit(number)}")
            fit = unit.area is not None and self.fits_filter(unit.area, side, effect)
            self.check("D16", fit, f"{self.unit(number)} is outside the event's areas")
            self.check(
                "D16", self.count("markers") <= effect["n"], "the event places too many markers"
            )

    def on_administration_bridge(self, edge, blown, rule):
        self.close_draws()
        board, border = self.board, self.scene.borders[edge]
        self.check("S27", border.kind.blown_capable, "this border has no bridge")
        self.check("S27", board.blown[edge] != blown, "the bridge does not change")
        board.blown[edge] = blown
        if rule == "FAB-D16":
            effect = self.effect("blow-bridge" if blown else "repair-bridge")
            if effect:
                side = self.action.card.side
                fit = any(self.fits_filter(area, side, effect) for area in border.ends)
                self.check("D16", fit, "the bridge is outside the event's areas")
                self.check(
                    "D16",
                    self.count("bridges") <= effect["n"],
                    "the event changes too many bridges",
                )
            return
        self.works.append((rule, edge, None))

    def judge_engineers(self, rule, works, card):
        """FAB-4.3: the log tells what engineers do, then which engineers did it."""
        board, side, enemy = self.board, card.side, 1 - card.side
        self.check(
            "4.3",
            works and all(work == rule for work, _, _ in works),
            f"{card.name} did nothing by {rule}",
        )
        places = [place for _, place, _ in works]
        self.check(
            "4.3",
            all(owner in (None, side) for _, _, owner in works),
            f"{card.name} worked for the enemy",
        )
        if rule == "FAB-4.31c":
            self.check("4.31b", len(places) <= 2, f"{card.name} blew {len(places)} bridges")
            shared = (
                set.intersection(*(set(self.scene.borders[edge].ends) for edge in places))
                if places
                else set()
            )
            fit = any(self.ready_area(area, side) and not board.contested(area) for area in shared)
            self.check("4.31a", fit, f"{card.name} blew bridges from no friendly area")
            return
        self.check("4.3", len(places) == 1, f"{card.name} did {len(places)} works")
        for place in places:
            if rule == "FAB-4.32b":
                ends, fit = self.scene.borders[place].ends, False
                for start, other in (ends, ends[::-1]):
                    owner = board.areas[other].control
                    reach = owner == side or owner == enemy and bool(board.occupants[other][side])
                    fit = (
                        fit or self.ready_area(start, side) and not board.contested(start) and reach
                    )
                self.check("4.32", fit, f"{card.name} repaired a bridge out of reach")
            elif rule == "FAB-4.33":
                fit = self.ready_area(place, side) and not board.contested(place)
                self.check("4.33", fit, f"{card.name} may not build in {self.area(place)}")
                own = any(
                    board.units[n].card.formation == card.formation
                    for n in board.occupants[place][side]
                )
                self.check(
                    "4.33", own, f"no unit of the formation of {card.name} in {self.area(place)}"
                )

    def close_action(self):
        """FAB-8.25: everybody in the area and next to it recovers, and nobody else."""
        action, self.action = self.action, None
        if action is None:
            return
        if action.rule == "FAB-8.26":
            self.check("8.26", action.used.get("steps") == 1, "a Special Action replaced nothing")
        if action.rule == "FAB-8.3":
            self.check("8.3", action.used.get("staff") == 1, "the staff did nothing")
        if action.rule != "FAB-8.25":
            return
        board, side = self.board, action.card.side
        for area in range(len(board.areas)):
            if not self.ready_area(area, side):
                continue
            near = {area} | {other for other, _ in self.scene.neighbours[area]}
            due = {
                number
                for number, unit in enumerate(board.units)
                if unit.side == side
                and unit.area in near
                and unit.supplied
                and action.before[number] != "good"
                and (action.card.role != "one-use" or unit.card.formation == action.card.formation)
            }
            if due == action.ordered:
                return
        self.check("8.25", False, f"no area explains that {sorted(action.ordered)} recover")

    def end_administration(self):
        self.close_draws()
        self.check("4.21", not self.to_cup, "assets go to the cup for no event")
        self.check("4.3", not self.works, "the work of engineers was done by nobody")
        self.close_action()
        peeked = [number for number, unit in enumerate(self.board.units) if unit.peeked]
        self.check("8.32", not peeked, f"units stay revealed: {peeked}")
