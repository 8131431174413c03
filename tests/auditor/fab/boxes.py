"""The boxes of counters, and the paths between them: FAB-S10."""

CUP, READY, USED, GONE = ({"in": box} for box in ("cup", "available", "used", "eliminated"))
ASSIGNED = "assigned"

# FAB-S10: from where, to where, and what may go, by the rule that the log gives.
PATHS = {
    "FAB-4.1a1": ([USED], READY, ("asset",)),
    "FAB-4.1b": ([USED], CUP, ("asset",)),
    "FAB-4.1d": (["turn"], CUP, ("asset", "event", "one-use")),
    "FAB-4.2a": ([CUP], READY, ("asset", "event", "one-use")),
    "FAB-4.21": ([GONE], CUP, ("asset",)),
    "FAB-4.22": ([READY, ASSIGNED], GONE, ("event", "one-use")),
    "FAB-6.22b": ([READY], ASSIGNED, ("asset", "event")),
    "FAB-6.23b": ([READY], ASSIGNED, ("asset", "event")),
    "FAB-6.29": ([ASSIGNED], USED, ("asset",)),
    "FAB-6.32": ([ASSIGNED, "on-map"], GONE, ("asset",)),
    "FAB-6.42c4": ([ASSIGNED], GONE, ("asset",)),
    "FAB-8.3": ([READY], USED, ("asset",)),
    "FAB-4.31c": ([READY], USED, ("asset",)),
    "FAB-4.32b": ([READY], USED, ("asset",)),
    "FAB-4.33": ([READY], USED, ("asset",)),
    "FAB-4.34a": ([READY], USED, ("asset",)),
    "FAB-4.35d": (["on-map"], USED, ("asset",)),
}
ACTIONS = ("FAB-8.21", "FAB-8.22", "FAB-8.23a", "FAB-8.24a", "FAB-8.25", "FAB-8.26", "FAB-8.27")


class Boxes:
    """The checks of boxes; part of `Auditor`."""

    def on_chit(self, event, rule):
        chit, place = event["chit"], event["place"]
        card, old = self.card(chit), self.board.chits[chit]
        name = f"{card.name} by {rule} from {old} to {place}"
        if rule == "FAB-4.1a2":
            came = old == USED or old == {"turn": self.turn}
            self.check("S10", came and place == READY and card.role == "reusable", name)
        elif rule == "FAB-D16":
            self.judge_moved_chit(chit, old, place)
        elif rule in ACTIONS:
            end = USED if card.role == "reusable" else GONE
            fit = old == READY and place == end and card.role in ("reusable", "one-use")
            self.check("8.1", fit, name)
        elif rule == "FAB-4.35a":
            fit = (
                old == READY and card.role == "asset" and card.engineer and isinstance(place, dict)
            )
            self.check("S10", fit and "on-map" in place, name)
            if "on-map" in place:
                area = place["on-map"]
                fit = self.board.empty(area) and self.ready_area(area, card.side)
                self.check(
                    "4.35a",
                    fit and self.phase == "administration",
                    f"no roadblock may stand in {self.area(area)}",
                )
                self.check(
                    "4.35a",
                    self.scene.areas[area]["difficulty"] >= 1,
                    f"{self.area(area)} is easy ground",
                )
        elif rule in PATHS:
            starts, end, roles = PATHS[rule]
            fit = any(old == start or isinstance(old, dict) and start in old for start in starts)
            self.check("S10", fit and place == end and card.role in roles, name)
        else:
            self.check("S10", False, f"{name}: no rule moves it so")
        self.check("S26", card.role != "event" or place != USED, name)
        if rule == "FAB-6.32" or rule == "FAB-6.42c4":
            self.on_asset_lost(chit, rule)
        elif rule in ("FAB-6.22b", "FAB-6.23b"):
            self.on_assigned(chit, rule)
        elif rule == "FAB-6.29" or rule == "FAB-4.22" and old == ASSIGNED:
            self.end_fire()
        if rule == "FAB-4.22" and isinstance(card.effect, dict):
            if card.effect.get("sn-modifier", {}).get("duration") == "player-turn":
                self.lasting.append((card.side, card.effect))
        elif rule in ("FAB-8.23a", "FAB-8.24a"):
            self.on_defender_action(chit, rule)
        elif rule == "FAB-8.22":
            self.close_round()
            self.check(
                "8.22", self.phase == "breakthrough-combat", "a combat is paid for in another phase"
            )
            self.check("8.22", card.side == self.phasing, "the other side pays for a combat")
            self.paid_round = chit
        elif rule == "FAB-8.21":
            self.finish_mover()
            fit = self.phase == "breakthrough-movement" and card.side == self.phasing
            self.check("8.21", fit, "a Special Action moves a unit in another phase")
            self.free_moves.append(chit)
        if self.phase == "reinforcement":
            self.on_reinforcement_chit(chit, rule)
        elif self.phase == "administration":
            self.on_administration_chit(chit, rule, old)
        self.board.place_chit(chit, place)
        if place == READY and card.role == "reusable":
            self.since[chit] = self.turn

    def check_one_use(self, chit, units):
        """FAB-8.1b, FAB-A26: a one-use Special Action serves its own formation."""
        card = self.card(chit)
        fit = card.role != "one-use" or all(
            self.board.units[n].card.formation == card.formation for n in units
        )
        self.check("8.1b", fit, f"{card.name} serves another formation")
