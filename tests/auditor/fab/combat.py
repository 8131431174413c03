"""Combat rounds: FAB-6, FAB-8.22 to FAB-8.24. Each fire step is worked out again."""

from types import SimpleNamespace

FIRE = {"FAB-6.25a": 1, "FAB-6.26a": 2, "FAB-6.27": 3, "FAB-6.28a": 4}
BACK = ("FAB-6.29", "FAB-4.22")


class Combat:
    """The checks of Combat Phases; part of `Auditor`."""

    def begin_combat_phase(self):
        self.fought = set()
        self.round = None
        self.paid_round = None

    # ------------------------------------------------------- before the fire

    def on_combat(self, area):
        self.close_round()
        board, side = self.board, self.phasing
        self.check(
            "6.1b", self.phase in ("combat", "breakthrough-combat"), "a combat in another phase"
        )
        self.check("6.1b", area not in self.fought, f"a second round in {self.area(area)}")
        self.check("2.4b", board.contested(area), f"a combat in uncontested {self.area(area)}")
        self.fought.add(area)
        fresh = area not in self.contested_at_start
        paid, self.paid_round = self.paid_round, None
        if self.phase == "breakthrough-combat":
            self.check(
                "7.42", fresh or paid is not None, f"{self.area(area)} is fought again for nothing"
            )
            self.check(
                "7.41", paid is None or not fresh, f"{self.area(area)} needed no Special Action"
            )
        self.round = SimpleNamespace(
            area=area,
            sides=(side, 1 - side),
            units={},
            joined=[],
            assets={0: [], 1: []},
            events={0: [], 1: []},
            point={0: None, 1: None},
            stage=0,
            batch=None,
            losses={},
            aborted=False,
            exploit=False,
            left=False,
            action=None,
            judged=set(),
            chance=False,
            unsure=False,
            calls=0,
            over=False,
            checked=set(),
            paid=paid,
        )

    def on_formed_up(self, event, rule):
        now, board = self.round, self.board
        self.check("6.2b", not now.units, "a combat forms up twice")
        attacker, defender = now.sides
        good = [
            number
            for number in board.occupants[now.area][attacker]
            if board.units[number].order == "good"
        ]
        self.check(
            "6.2b",
            sorted(event["attackers"]) == good,
            f"attackers {event['attackers']}, in order {good}",
        )
        there = board.occupants[now.area][defender]
        self.check(
            "6.2b",
            sorted(event["defenders"]) == there,
            f"defenders {event['defenders']}, there {there}",
        )
        self.check("6.2b", good, "an attack without a unit in good order")
        now.units = {attacker: list(event["attackers"]), defender: list(event["defenders"])}
        if now.paid is not None:
            self.check_one_use(now.paid, now.units[attacker])
            fit = all(board.units[number].supplied for number in now.units[attacker])
            self.check("A68", fit, "a Special Action makes units out of supply attack")

    def on_defender_action(self, chit, rule):
        now = self.round
        self.check(
            "6.21",
            now is not None and now.stage == 0 and not now.judged,
            "a Special Action too late",
        )
        self.check(
            "6.21", self.card(chit).side == now.sides[1], "the attacker plays the defender's action"
        )
        self.check("4.35c", now.units.get(now.sides[1]), "a Special Action for a roadblock")
        now.action, now.calls = (chit, rule), now.calls + (rule == "FAB-8.23a")
        if rule == "FAB-8.24a":
            now.left = True
            units = now.units[now.sides[1]]
            self.check(
                "A28",
                all(self.board.units[n].supplied for n in units),
                "a retreat by units out of supply",
            )
            self.check_one_use(chit, units)

    def on_joined(self, event, rule):
        now, board, number = self.round, self.board, event["unit"]
        unit, who = board.units[number], self.unit(number)
        start = unit.area
        self.check(
            "8.23a",
            now.action and now.action[1] == "FAB-8.23a",
            f"{who} joins without a Special Action",
        )
        self.check("8.23a", unit.side == now.sides[1], f"{who} joins the other side")
        self.check(
            "8.23a",
            start == event["from"] and (start, now.area) in self.scene.edge_between,
            f"{who} is not next to the combat",
        )
        edge = self.scene.edge_between.get((start, now.area))
        fit = edge is None or self.scene.crossable(edge, unit.card.armour)
        self.check("G8", fit, f"{who} joins over a border that bars its class")
        self.check("8.23a", event["area"] == now.area, f"{who} joins a combat elsewhere")
        self.check("8.23a", not board.contested(start), f"{who} leaves a contested area")
        self.check("8.23a", unit.order == "good", f"{who} joins disordered")
        self.check("A27", unit.supplied, f"{who} joins out of supply")
        self.check(
            "8.23b",
            len(board.occupants[now.area][unit.side]) < self.scene.stacking,
            f"{who} finds no room",
        )
        self.check("D5", unit.card.moves != "never", f"{who} is a fixed post")
        if now.action:
            self.check_one_use(now.action[0], [number])
        now.units[unit.side].append(number)
        now.joined.append(number)
        self.dirty |= {start, now.area}
        board.put(number, now.area)

    def on_assigned(self, chit, rule):
        now, card = self.round, self.card(chit)
        self.check("6.3", now is not None and now.stage == 0, "an asset is assigned out of turn")
        role = now.sides.index(card.side)
        self.check(
            "6.22", rule == ("FAB-6.22b", "FAB-6.23b")[role], f"{card.name} is assigned by {rule}"
        )
        self.check(
            "A2",
            role == 1 or not (now.assets[now.sides[1]] or now.events[now.sides[1]]),
            "the defender assigned before the attacker",
        )
        self.check(
            "6.3",
            card.combat and card.role in ("asset", "event"),
            f"{card.name} has no place in a combat",
        )
        self.check(
            "6.3",
            card.role == "event" or card.kind in ("artillery", "battle"),
            f"{card.name} cannot fight",
        )
        (now.events if card.role == "event" else now.assets)[card.side].append(chit)

    def judge_assets(self, side):
        """FAB-6.22, FAB-6.23: the counters of one side in this combat, all together."""
        now, board = self.round, self.board
        chits = now.assets[side] + now.events[side]
        if side in now.judged or not chits:
            return
        now.judged.add(side)
        defends = side == now.sides[1]
        units = [board.units[number] for number in now.units[side]]
        rule = "6.23" if defends else "6.22"
        status = not defends or self.scene.rulings["supply_for_assets"] == "status-and-trace"
        self.check(
            "A51",
            not status or all(unit.supplied for unit in units),
            "assets for units out of supply",
        )
        self.check(rule + "a", board.traces(side, now.area), "assets where no route leads now")
        formations = {unit.card.formation for unit in units}
        cards = [self.card(chit) for chit in chits]
        guns = [card for card in cards if card.kind == "artillery"]
        battle = [card for card in cards if card.kind == "battle"]
        if not units:
            engineers = [self.card(chit).formation for chit in board.roadblocks(now.area, side)]
            fit = len(cards) == len(guns) <= 1 and all(
                card.formation in engineers + [None] for card in guns
            )
            self.check("4.35c", fit, "a roadblock gets more than one artillery asset")
            return
        own = all(card.formation is None or card.formation in formations for card in cards)
        self.check(
            rule + "b",
            own,
            f"assets of a formation that does not fight there: {[c.name for c in cards]}",
        )
        limits = self.scene.limits["defender" if defends else "attacker"]
        if len(formations) == 1:
            most = self.defender_guns(guns) if defends else limits["artillery_same"]
            self.check(rule + "b", len(guns) <= most, f"{len(guns)} artillery assets of {most}")
            self.check(rule + "b", len(battle) <= limits["battle"], f"{len(battle)} battle assets")
            self.check(
                rule + "b",
                len(now.events[side]) <= limits["event"],
                f"{len(now.events[side])} events",
            )
            return
        self.check(
            rule + "c",
            len(guns) == len(cards),
            "more than artillery for units of several formations",
        )
        if defends:
            most = self.defender_guns(guns)
            self.check("6.23c", len(guns) <= most, f"{len(guns)} artillery assets of {most}")
            self.check(
                "6.23c",
                len({card.formation for card in guns} - {None}) <= 1,
                "artillery of two formations",
            )
            return
        each = limits["artillery_per_hf_mixed"]
        counts = [sum(card.formation == one for card in guns) for one in formations]
        self.check(
            "6.22c", all(count <= each for count in counts), "two artillery assets of one formation"
        )
        fit = len(guns) <= each * len(formations)
        self.check("6.22c", fit, f"{len(guns)} artillery assets for {len(formations)} formations")

    def defender_guns(self, guns):
        """FAB-6.26a, FAB-D25: how many artillery assets the defender may assign here."""
        now, most = self.round, self.scene.limits["defender"]["artillery"]
        for rule in self.scene.defender_artillery:
            fits = rule["side"] in (None, now.sides[1]) and rule["area"] in (None, now.area)
            fits = fits and (rule["turns"] is None or self.turn in rule["turns"])
            fits = fits and (
                rule["formation"] is None or all(g.formation == rule["formation"] for g in guns)
            )
            most = max(most, rule["max"]) if fits else most
        return most

    def on_point(self, event, rule):
        now, side = self.round, event["side"]
        self.judge_assets(now.sides[0])
        self.judge_assets(now.sides[1])
        first = now.point[side] is None
        if first and side == now.sides[0]:
            self.check(
                "6.24a", now.point[now.sides[1]] is not None, "the attacker named his point first"
            )
        ((kind, number),) = event["piece"].items()
        alive = self.fighters(side)
        if kind == "unit":
            self.check("6.24a", number in alive, f"{self.unit(number)} is point and does not fight")
            others = [unit for unit in alive if unit not in now.joined]
            fit = number not in now.joined or not first or not others
            self.check("8.23b", fit, f"{self.unit(number)} joined and is point")
        else:
            self.check(
                "6.24d",
                not alive and number in self.battle_assets(side),
                "an asset is point beside units",
            )
        if not first:
            old, which = now.point[side]
            gone = which not in (alive if old == "unit" else self.battle_assets(side))
            self.check("6.25b", gone, "a second point while the first lives")
        now.point[side] = (kind, number)

    # --------------------------------------------------------------- the fire

    def fighters(self, side):
        """The units of a side that take part and are still there."""
        now, units = self.round, self.board.units
        return [number for number in now.units.get(side, ()) if units[number].area == now.area]

    def battle_assets(self, side):
        now, board = self.round, self.board
        here = [chit for chit in now.assets[side] if self.card(chit).kind == "battle"]
        here = [chit for chit in here if board.chits[chit] == "assigned"]
        return here + (board.roadblocks(now.area, side) if side == now.sides[1] else [])

    def fire_numbers(self, stage):
        """The Success Numbers of a fire step (FAB-P12)."""
        now, board, table = self.round, self.board, self.scene.table
        side = now.sides[0] if stage in (1, 4) else now.sides[1]
        enemy, defends = 1 - side, stage in (2, 3)
        kind = "artillery" if stage < 3 else "close"
        if now.point[enemy] is None or not (self.fighters(enemy) or self.battle_assets(enemy)):
            return []
        target, which = now.point[enemy]
        if target == "unit":
            quality, armour = board.quality(which), board.units[which].card.armour
        else:
            quality, armour = self.card(which).quality, self.card(which).armour
        change = 0
        covers = kind == "close" or self.scene.rulings["fieldworks_cover"] == "all-fire"
        if board.areas[now.area].fieldworks == enemy and covers:
            change += table["fieldworks"][kind]
        if stage == 4:
            change += table["terrain"] * self.scene.areas[now.area]["difficulty"]
            change += table["river_assault"] if board.areas[now.area].river_assault else 0
        for owner, effect in self.lasting + [
            (one, self.card(chit).effect)
            for one in (0, 1)
            for chit in now.events[one]
            if "sn-modifier" in self.card(chit).effect
        ]:
            effect = effect["sn-modifier"]
            if effect["fire"] in (None, kind) and (effect["side"] == "own") == (owner == side):
                change += effect["n"]

        def number(firer_quality, firer_armour):
            sn = table["base"] + change
            if table["uses"][kind + "_quality"]:
                sn += table["quality_vs_point"][firer_quality][quality]
            if table["uses"][kind + "_class"]:
                rows = ("infantry", "armour")
                sn += table["class_vs_point"][rows[firer_armour]][rows[armour]]
            return sn

        numbers = []
        if kind == "artillery":
            assets = [chit for chit in now.assets[side] if self.card(chit).kind == "artillery"]
        else:
            point = now.point[side]
            units = sorted(self.fighters(side), key=lambda one: (("unit", one) != point, one))
            for one in units:
                unit = board.units[one]
                sn = number(board.quality(one), unit.card.armour)
                sn += table["disordered"] if unit.order != "good" else 0
                sn += 0 if unit.supplied else table["unsupplied"]
                numbers += [sn] * unit.steps
            cleared = set(now.cleared) if hasattr(now, "cleared") else set()
            assets = [
                chit for chit in sorted(self.battle_assets(side)) if chit not in cleared or defends
            ]
        for chit in assets:
            numbers += [number(self.card(chit).quality, self.card(chit).armour)] * self.card(
                chit
            ).dice
        for chit in now.events[side]:
            extra = self.card(chit).effect.get("extra-dice")
            if extra and extra["step"] == kind:
                numbers += [extra["sn"]] * extra["n"]
        return numbers

    def skip_stages(self, until):
        """FAB-6.25 to FAB-6.28: whoever can fire does, unless the round has ended."""
        now = self.round
        self.close_batch()
        for stage in range(now.stage + 1, until):
            ended = now.aborted or now.left or (now.exploit and stage > 2)
            due = [] if ended else self.fire_numbers(stage)
            self.check(
                f"6.2{stage + 4}",
                not due,
                f"step 6.2{stage + 4} has {len(due)} dice and did not roll",
            )
        now.stage = max(now.stage, until - 1)

    def on_fired(self, event, rule):
        now, board = self.round, self.board
        stage = FIRE.get(rule)
        self.check("6.2", stage is not None and stage > now.stage, f"{rule} after step {now.stage}")
        if now.stage == 0:
            for side in (0, 1):
                hidden = [n for n in board.occupants[now.area][side] if not board.units[n].up]
                self.check("6.24e", not hidden, "units fire that were not revealed")
        self.skip_stages(stage)
        now.stage = stage
        self.check("6.2", not now.aborted and not now.left, "fire after the round has ended")
        side = now.sides[0] if stage in (1, 4) else now.sides[1]
        self.check("6.2", side == event["side"], "the wrong side fires")
        due = self.fire_numbers(stage)
        if stage == 4 and getattr(now, "clearing", 0):
            due = self.without_clearers(event["numbers"])
        fit = sorted(due) == sorted(event["numbers"])
        self.check("6.24b", fit, f"numbers {event['numbers']}, should be {due}")
        self.check(
            "E2",
            not fit or due == event["numbers"],
            f"dice in the order {event['numbers']}, not {due}",
        )
        self.check("6.2d", len(event["dice"]) == len(event["numbers"]), "dice and numbers differ")
        self.check("2.1a", all(1 <= die <= 10 for die in event["dice"]), f"dice {event['dice']}")
        hits = sum(
            die == 1 or die != 10 and die <= sn
            for die, sn in zip(event["dice"], event["numbers"], strict=False)
        )
        self.check("2.1a", hits == event["hits"], f"{event['hits']} hits, the dice give {hits}")
        enemy = 1 - side
        now.batch = SimpleNamespace(
            side=enemy,
            stage=stage,
            hits=event["hits"],
            works=0,
            disorder=0,
            retreat=0,
            taken=0,
            gone=0,
            stay=set(),
            covered=board.areas[now.area].fieldworks == enemy,
            way_out=stage == 4
            and any(board.retreat_targets(number) for number in self.fighters(enemy)),
        )

    def without_clearers(self, numbers):
        """FAB-6.33: engineers that clear do not fire; the log does not name them."""
        now = self.round
        able = [chit for chit in self.battle_assets(now.sides[0]) if self.card(chit).engineer]
        for chit in able:
            now.cleared = [chit]
            due = self.fire_numbers(4)
            if due == numbers:
                return due
        return self.fire_numbers(4)

    # ------------------------------------------------------- the end of a round

    def close_round(self):
        """FAB-6.29: the end of a round, and what no event showed."""
        now = self.round
        if now is None:
            return
        self.end_fire()
        self.round = None
        board = self.board
        used = [
            c
            for side in (0, 1)
            for c in now.assets[side] + now.events[side]
            if board.chits[c] == "assigned"
        ]
        self.check(
            "8.23a",
            now.calls == len(now.joined),
            f"{now.calls} calls brought {len(now.joined)} units",
        )
        shown = [number for number in self.retreated if board.units[number].up]
        self.check("6.29", not shown, f"units stay face up after a retreat: {shown}")
        self.retreated = set()
        self.check(
            "6.29", not used, f"assets stay assigned: {[self.card(chit).name for chit in used]}"
        )
        river = board.areas[now.area].river_assault
        forfeited = now.aborted and self.scene.after_abort == "forfeited"
        quiet = forfeited or river or self.phase == "breakthrough-combat"
        due = (now.exploit or now.left) and not quiet
        if now.unsure and not now.chance:
            self.unsure["FAB-6.8a"] += 1
        else:
            self.check(
                "6.8a", due == now.chance, f"exploitation in {self.area(now.area)}: due {due}"
            )
        both = board.occupants[now.area][0] and board.occupants[now.area][1]
        for side in (0, 1):
            for number in board.occupants[now.area][side]:
                fit = board.units[number].up == bool(both) or board.standing
                self.check(
                    "6.29",
                    fit,
                    f"{self.unit(number)} is {'hidden' if both else 'face up'} after the round",
                )

    def end_fire(self):
        now = self.round
        if now is not None and not now.over:
            now.over = True
            if now.units:
                self.skip_stages(5)

    def on_exploitation_chance(self, area, rule):
        self.end_fire()
        self.check(
            "6.8a",
            self.round and self.round.area == area and not self.round.chance,
            "exploitation where nobody fought",
        )
        self.round.chance = True

    def on_exploitation_check(self, number):
        now, unit = self.round, self.board.units[number]
        self.check("6.8b", now and now.chance, "a morale check without an opportunity")
        self.check(
            "6.8b", now and number in now.units[now.sides[0]], f"{self.unit(number)} did not attack"
        )
        fit = unit.card.armour and unit.area == now.area and (unit.order == "good" or now.aborted)
        fit = fit and unit.card.moves == "freely"
        self.check("A31", fit, f"{self.unit(number)} may not exploit")
        self.check("A31", number not in now.checked, f"{self.unit(number)} checks twice")
        now.checked.add(number)

    def end_combat_phase(self):
        self.close_round()
        self.check("8.22", self.paid_round is None, "a Special Action paid for no combat")
        board = self.board
        for area in range(len(board.areas)):
            if board.contested(area) and area not in self.contested_at_start:
                good = [
                    n for n in board.occupants[area][self.phasing] if board.units[n].order == "good"
                ]
                fit = area in self.fought or not good
                self.check("6.1a", fit, f"{self.area(area)} is newly contested and was not fought")
