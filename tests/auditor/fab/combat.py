"""Combat rounds: FAB-6, FAB-8.22 to FAB-8.24. Every fire step is worked out again from the position."""

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
        self.check("6.1b", self.phase in ("combat", "breakthrough-combat"), "a combat in another phase")
        self.check("6.1b", area not in self.fought, f"a second round in {self.area(area)}")
        self.check("2.4b", board.contested(area), f"a combat in uncontested {self.area(area)}")
        self.fought.add(area)
        fresh = area not in self.contested_at_start
        paid, self.paid_round = self.paid_round, None
        if self.phase == "breakthrough-combat":
            self.check("7.42", fresh or paid is not None, f"{self.area(area)} is fought again for nothing")
            self.check("7.41", paid is None or not fresh, f"{self.area(area)} needed no Special Action")
        self.round = SimpleNamespace(
            area=area, sides=(side, 1 - side), units={}, joined=[], assets={0: [], 1: []}, events={0: [], 1: []},
            point={0: None, 1: None}, stage=0, batch=None, losses={}, aborted=False, exploit=False, left=False,
            action=None, judged=set(), chance=False, unsure=False, calls=0, over=False, checked=set(), paid=paid,
        )

    def on_formed_up(self, event, rule):
        now, board = self.round, self.board
        self.check("6.2b", not now.units, "a combat forms up twice")
        attacker, defender = now.sides
        good = [number for number in board.occupants[now.area][attacker] if board.units[number].order == "good"]
        self.check("6.2b", sorted(event["attackers"]) == good, f"attackers {event['attackers']}, in order {good}")
        there = board.occupants[now.area][defender]
        self.check("6.2b", sorted(event["defenders"]) == there, f"defenders {event['defenders']}, there {there}")
        self.check("6.2b", good, "an attack without a unit in good order")
        now.units = {attacker: list(event["attackers"]), defender: list(event["defenders"])}
        if now.paid is not None:
            self.check_one_use(now.paid, now.units[attacker])
            fit = all(board.units[number].supplied for number in now.units[attacker])
            self.check("A68", fit, "a Special Action makes units out of supply attack")

    def on_defender_action(self, chit, rule):
        now = self.round
        self.check("6.21", now is not None and now.stage == 0 and not now.judged, "a Special Action too late")
        self.check("6.21", self.card(chit).side == now.sides[1], "the attacker plays the defender's action")
        self.check("4.35c", now.units.get(now.sides[1]), "a Special Action for a roadblock")
        now.action, now.calls = (chit, rule), now.calls + (rule == "FAB-8.23a")
        if rule == "FAB-8.24a":
            now.left = True
            units = now.units[now.sides[1]]
            self.check("A28", all(self.board.units[n].supplied for n in units), "a retreat by units out of supply")
            self.check_one_use(chit, units)

    def on_joined(self, event, rule):
        now, board, number = self.round, self.board, event["unit"]
        unit, who = board.units[number], self.unit(number)
        start = unit.area
        self.check("8.23a", now.action and now.action[1] == "FAB-8.23a", f"{who} joins without a Special Action")
        self.check("8.23a", unit.side == now.sides[1], f"{who} joins the other side")
        self.check("8.23a", start == event["from"] and (start, now.area) in self.scene.edge_between,
                   f"{who} is not next to the combat")
        edge = self.scene.edge_between.get((start, now.area))
        fit = edge is None or self.scene.crossable(edge, unit.card.armour)
        self.check("G8", fit, f"{who} joins over a border that bars its class")
        self.check("8.23a", event["area"] == now.area, f"{who} joins a combat elsewhere")
        self.check("8.23a", not board.contested(start), f"{who} leaves a contested area")
        self.check("8.23a", unit.order == "good", f"{who} joins disordered")
        self.check("A27", unit.supplied, f"{who} joins out of supply")
        self.check("8.23b", len(board.occupants[now.area][unit.side]) < self.scene.stacking, f"{who} finds no room")
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
        self.check("6.22", rule == ("FAB-6.22b", "FAB-6.23b")[role], f"{card.name} is assigned by {rule}")
        self.check("A2", role == 1 or not (now.assets[now.sides[1]] or now.events[now.sides[1]]),
                   "the defender assigned before the attacker")
        self.check("6.3", card.combat and card.role in ("asset", "event"), f"{card.name} has no place in a combat")
        self.check("6.3", card.role == "event" or card.kind in ("artillery", "battle"), f"{card.name} cannot fight")
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
        self.check("A51", not status or all(unit.supplied for unit in units), "assets for units out of supply")
        self.check(rule + "a", board.traces(side, now.area), "assets where no route leads now")
        formations = {unit.card.formation for unit in units}
        cards = [self.card(chit) for chit in chits]
        guns = [card for card in cards if card.kind == "artillery"]
        battle = [card for card in cards if card.kind == "battle"]
        if not units:
            engineers = [self.card(chit).formation for chit in board.roadblocks(now.area, side)]
            fit = len(cards) == len(guns) <= 1 and all(card.formation in engineers + [None] for card in guns)
            self.check("4.35c", fit, "a roadblock gets more than one artillery asset")
            return
        own = all(card.formation is None or card.formation in formations for card in cards)
        self.check(rule + "b", own, f"assets of a formation that does not fight there: {[c.name for c in cards]}")
        limits = self.scene.limits["defender" if defends else "attacker"]
        if len(formations) == 1:
            most = self.defender_guns(guns) if defends else limits["artillery_same"]
            self.check(rule + "b", len(guns) <= most, f"{len(guns)} artillery assets of {most}")
            self.check(rule + "b", len(battle) <= limits["battle"], f"{len(battle)} battle assets")
            self.check(rule + "b", len(now.events[side]) <= limits["event"], f"{len(now.events[side])} events")
            return
        self.check(rule + "c", len(guns) == len(cards), "more than artillery for units of several formations")
        if defends:
            most = self.defender_guns(guns)
            self.check("6.23c", len(guns) <= most, f"{len(guns)} artillery assets of {most}")
            self.check("6.23c", len({card.formation for card in guns} - {None}) <= 1, "artillery of two formations")
            return
        each = limits["artillery_per_hf_mixed"]
        counts = [sum(card.formation == one for card in guns) for one in formations]
        self.check("6.22c", all(count <= each for count in counts), "two artillery assets of one formation")
        fit = len(guns) <= each * len(formations)
        self.check("6.22c", fit, f"{len(guns)} artillery assets for {len(formations)} formations")

    def defender_guns(self, guns):
        """FAB-6.26a, FAB-D25: how many artillery assets the defender may assign here."""
        now, most = self.round, self.scene.limits["defender"]["artillery"]
        for rule in self.scene.defender_artillery:
            fits = rule["side"] in (None, now.sides[1]) and rule["area"] in (None, now.area)
            fits = fits and (rule["turns"] is None or self.turn in rule["turns"])
            fits = fits and (rule["formation"] is None or all(g.formation == rule["formation"] for g in guns))
            most = max(most, rule["max"]) if fits else most
        return most

    def on_point(self, event, rule):
        now, board, side = self.round, self.board, event["side"]
        self.judge_assets(now.sides[0])
        self.judge_assets(now.sides[1])
        first = now.point[side] is None
        if first and side == now.sides[0]:
            self.check("6.24a", now.point[now.sides[1]] is not None, "the attacker named his point first")
        (kind, number), = event["piece"].items()
        alive = self.fighters(side)
        if kind == "unit":
            self.check("6.24a", number in alive, f"{self.unit(number)} is point and does not fight")
            others = [unit for unit in alive if unit not in now.joined]
            fit = number not in now.joined or not first or not others
            self.check("8.23b", fit, f"{self.unit(number)} joined and is point")
        else:
            self.check("6.24d", not alive and number in self.battle_assets(side), "an asset is point beside units")
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
        """The Success Numbers of a fire step (FAB-P12), and the engineers that may clear instead."""
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
            (one, self.card(chit).effect) for one in (0, 1) for chit in now.events[one]
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
            assets = [chit for chit in sorted(self.battle_assets(side)) if chit not in cleared or defends]
        for chit in assets:
            numbers += [number(self.card(chit).quality, self.card(chit).armour)] * self.card(chit).dice
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
            self.check(f"6.2{stage + 4}", not due, f"step 6.2{stage + 4} has {len(due)} dice and did not roll")
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
        self.check("E2", not fit or due == event["numbers"], f"dice in the order {event['numbers']}, not {due}")
        self.check("6.2d", len(event["dice"]) == len(event["numbers"]), "dice and numbers differ")
        self.check("2.1a", all(1 <= die <= 10 for die in event["dice"]), f"dice {event['dice']}")
        hits = sum(die == 1 or die != 10 and die <= sn for die, sn in zip(event["dice"], event["numbers"]))
        self.check("2.1a", hits == event["hits"], f"{event['hits']} hits, the dice give {hits}")
        enemy = 1 - side
        now.batch = SimpleNamespace(
            side=enemy, stage=stage, hits=event["hits"], works=0, disorder=0, retreat=0, taken=0, gone=0, stay=set(),
            covered=board.areas[now.area].fieldworks == enemy,
            way_out=stage == 4 and any(board.retreat_targets(number) for number in self.fighters(enemy)),
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

    # --------------------------------------------------------------- the hits

    def loss_targets(self, side):
        """FAB-P15: the pieces that may take the next step loss."""
        now = self.round
        units, assets = self.fighters(side), self.battle_assets(side)
        if not units:
            return [], assets
        losses = now.losses if self.scene.rulings["loss_scope"] == "round" else now.batch_losses
        hurt = any(self.board.units[number].side == side for number in losses)
        if not hurt:
            kind, number = now.point[side]
            return [number] if kind == "unit" else [], assets
        whole = [number for number in units if not losses.get(number)]
        return (whole, assets) if whole or assets else (units, [])

    def on_step_lost(self, event, rule):
        board, number = self.board, event["unit"]
        unit = board.units[number]
        self.check("2.3h", event["left"] == unit.steps - 1, f"{self.unit(number)} lost other than one step")
        if rule == "FAB-6.43":
            now = self.round
            batch = now.batch
            self.check("6.43", batch is not None and batch.side == unit.side, "a step lost without a hit")
            if batch and batch.taken + batch.gone + batch.works + batch.disorder < batch.hits and not batch.retreat:
                units, _ = self.loss_targets(unit.side)
                self.check("6.43", number in units, f"{self.unit(number)} takes a loss, due to {units}")
            if batch:
                batch.taken += 1
            now.losses[number] = now.losses.get(number, 0) + 1
            self.dirty.add(now.area)
        if rule == "FAB-6.6d":
            batch = self.round.batch
            fit = batch and batch.stage == 4 and batch.side == unit.side and unit.area == self.round.area
            self.check("A4", fit and not board.retreat_targets(number), f"{self.unit(number)} could retreat")
            self.check("A4", batch is None or number not in batch.stay, f"{self.unit(number)} pays twice")
            if batch:
                batch.stay.add(number)
                batch.retreat = 1
            self.dirty.add(self.round.area)
        unit.steps = event["left"]
        if unit.steps == 0:
            self.owes_death = number

    def on_asset_lost(self, chit, rule):
        now, card = self.round, self.card(chit)
        batch = now.batch
        fit = batch is not None and batch.side == card.side
        self.check("6.32", fit and card.kind == "battle", f"{card.name} is lost without a hit")
        if not fit:
            return
        if rule == "FAB-6.42c4":
            self.check("6.42c4", not card.may_retreat and batch.stage == 4, f"{card.name} may retreat")
            batch.gone += 1
            batch.retreat = 1
        else:
            self.check("6.43", chit in self.loss_targets(card.side)[1], f"{card.name} takes a loss")
            batch.taken += 1

    def on_hit_absorbed(self, area, rule):
        """FAB-6.42a, FAB-6.33: fieldworks go in a combat."""
        now, here = self.round, self.board.areas[area]
        self.check(rule, now is not None and now.area == area, "fieldworks go in another area")
        self.check(rule, here.fieldworks == now.sides[1], "the fieldworks are not the defender's")
        if rule == "6.33":
            self.skip_stages(4)
            self.check("6.33", not now.aborted, "engineers clear after an abort")
            able = [chit for chit in self.battle_assets(now.sides[0]) if self.card(chit).engineer]
            self.check("6.33", able, "no engineers to clear fieldworks")
            now.clearing = 1
            return
        batch = now.batch
        fit = batch and batch.side == now.sides[1] and batch.hits and not (batch.taken or batch.disorder)
        self.check("6.42a", fit, "fieldworks absorb no hit, or not the first")
        if batch:
            batch.works = 1

    def on_combat_order(self, event, rule):
        now, unit = self.round, self.board.units[event["unit"]]
        batch, who = now.batch, self.unit(event["unit"])
        self.check("6.5a", event["order"] == "disordered", f"{who} becomes {event['order']} in combat")
        if rule == "FAB-6.42b":
            fit = batch and batch.stage == 1 and unit.side == batch.side
            self.check("6.42b", fit, f"{who} is disordered without a hit by artillery")
            self.check("6.42b", unit.order != "disordered", f"{who} was disordered before")
            self.check("6.42b", batch is None or not batch.taken, f"{who} is disordered after losses")
            if batch:
                batch.disorder = 1
        elif rule == "FAB-6.41b1":
            self.check("6.41b1", now.aborted and unit.side == now.sides[0], f"{who} is disordered by no abort")
        elif rule == "FAB-6.6f":
            self.check("6.6f", unit.area != now.area and now.action is None or now.action and
                       now.action[1] != "FAB-8.24a", f"{who} is disordered by a retreat that was none")

    def on_aborted(self, area, rule):
        now = self.round
        batch = now.batch
        fit = batch and batch.side == now.sides[0] and area == now.area and not now.aborted
        self.check("6.41b1", fit, "an abort without hits, or elsewhere")
        if batch:
            self.check("6.41a", batch.taken == 1 and batch.hits > 1, f"abort with {batch.taken} of {batch.hits} taken")
        if self.board.areas[area].river_assault:
            ways = [self.retreats_over(number) for number in self.fighters(now.sides[0])]
            self.check("A4", all(ways), "a river assault aborts that cannot go back")
        now.aborted = True

    def retreats_over(self, number):
        came = self.came_by.get(number)
        return self.board.retreat_targets(number, {came[0]} if came else set())

    def on_retreated(self, event, rule):
        board, number, cause = self.board, event["unit"], event["cause"]
        unit, who = board.units[number], self.unit(number)
        step = f"{who} retreats from {self.area(event['from'])} to {self.area(event['to'])}"
        self.check("S25", unit.area == event["from"], f"{step}: it is elsewhere")
        targets = board.retreat_targets(number, called=cause == "special-action")
        if cause == "river-assault":
            targets = self.retreats_over(number)
        self.check("6.6a", event["to"] in targets, f"{step}: may go to {targets}")
        now = self.round
        if cause == "hit":
            batch = now.batch
            fit = batch and batch.stage == 4 and batch.side == unit.side
            self.check("6.42c1", fit, f"{step}: without a hit by close fire")
            if batch:
                batch.retreat = 1
        elif cause == "special-action":
            self.check("8.24a", now and now.left and unit.side == now.sides[1], f"{step}: no Special Action")
        elif cause == "river-assault":
            fit = now and now.aborted and board.areas[now.area].river_assault
            self.check("6.41b2", fit, f"{step}: no river assault was aborted")
        else:
            there = board.occupants[unit.area][unit.side]
            self.check("5.1c", len(there) > self.scene.stacking, f"{step}: the area was not overstacked")
        self.dirty |= {event["from"], event["to"]}
        board.put(number, event["to"])
        self.retreated.add(number)
        if cause != "special-action":
            self.owes_disorder.add(number)

    def close_batch(self):
        """FAB-6.41, FAB-6.42: every hit of a fire step was absorbed, taken, or found nobody left."""
        now = self.round
        batch, now.batch = now.batch, None
        if batch is None:
            return
        board, defends = self.board, batch.side == now.sides[1]
        alive = bool(self.fighters(batch.side) or self.battle_assets(batch.side))
        if not defends:
            if now.aborted:
                wrong = [n for n in self.fighters(batch.side) if board.units[n].order != "disordered"]
                self.check("6.41b1", not wrong, "units aborted in good order")
                if board.areas[now.area].river_assault:
                    stay = board.occupants[now.area][batch.side]
                    self.check("6.41b2", not stay, "an aborted river assault stays")
            else:
                fit = batch.taken == batch.hits or batch.taken < batch.hits and not alive
                self.check("6.41b3", fit, f"{batch.taken} losses for {batch.hits} hits on the attacker")
            return
        self.check("6.42a", not batch.covered or not batch.hits or batch.works, "fieldworks absorbed no hit")
        if batch.disorder:
            wrong = [n for n in self.fighters(batch.side) if board.units[n].order != "disordered"]
            self.check("6.42b", not wrong, "the disorder option left units in order")
        needed = max(0, batch.hits - batch.works - batch.disorder - batch.retreat - batch.gone)
        # A defender who chose to retreat and then lost every unit absorbed one hit: no event shows it.
        unseen = batch.way_out and batch.taken == needed - 1 and not self.fighters(batch.side)
        fit = batch.taken == needed or batch.taken < needed and not alive or unseen
        self.check("6.42d", fit, f"{batch.taken} losses for {needed} hits on the defender")
        if batch.retreat:
            unpaid = [n for n in self.fighters(batch.side) if n not in batch.stay]
            self.check("6.42c1", not unpaid, f"units neither retreat nor pay for it: {unpaid}")
        if not alive:
            now.exploit = now.exploit or batch.stage == 1 or batch.taken < needed
            now.unsure = unseen

    def close_round(self):
        """FAB-6.29: the end of a round, and what no event showed."""
        now = self.round
        if now is None:
            return
        self.end_fire()
        self.round = None
        board = self.board
        used = [c for side in (0, 1) for c in now.assets[side] + now.events[side] if board.chits[c] == "assigned"]
        self.check("8.23a", now.calls == len(now.joined), f"{now.calls} calls brought {len(now.joined)} units")
        shown = [number for number in self.retreated if board.units[number].up]
        self.check("6.29", not shown, f"units stay face up after a retreat: {shown}")
        self.retreated = set()
        self.check("6.29", not used, f"assets stay assigned: {[self.card(chit).name for chit in used]}")
        river = board.areas[now.area].river_assault
        forfeited = now.aborted and self.scene.after_abort == "forfeited"
        quiet = forfeited or river or self.phase == "breakthrough-combat"
        due = (now.exploit or now.left) and not quiet
        if now.unsure and not now.chance:
            self.unsure["FAB-6.8a"] += 1
        else:
            self.check("6.8a", due == now.chance, f"exploitation in {self.area(now.area)}: due {due}")
        both = board.occupants[now.area][0] and board.occupants[now.area][1]
        for side in (0, 1):
            for number in board.occupants[now.area][side]:
                fit = board.units[number].up == bool(both) or board.standing
                self.check("6.29", fit, f"{self.unit(number)} is {'hidden' if both else 'face up'} after the round")

    def end_fire(self):
        now = self.round
        if now is not None and not now.over:
            now.over = True
            if now.units:
                self.skip_stages(5)

    def on_exploitation_chance(self, area, rule):
        self.end_fire()
        self.check("6.8a", self.round and self.round.area == area and not self.round.chance, "exploitation where nobody fought")
        self.round.chance = True

    def on_exploitation_check(self, number):
        now, unit = self.round, self.board.units[number]
        self.check("6.8b", now and now.chance, "a morale check without an opportunity")
        self.check("6.8b", now and number in now.units[now.sides[0]], f"{self.unit(number)} did not attack")
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
                good = [n for n in board.occupants[area][self.phasing] if board.units[n].order == "good"]
                fit = area in self.fought or not good
                self.check("6.1a", fit, f"{self.area(area)} is newly contested and was not fought")
