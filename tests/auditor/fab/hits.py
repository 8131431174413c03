"""Hits and retreats: FAB-6.4 to FAB-6.6. Every hit is absorbed, taken, or finds nobody left."""


class Hits:
    """The checks of hits; part of `Auditor`."""

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
        self.check(
            "2.3h", event["left"] == unit.steps - 1, f"{self.unit(number)} lost other than one step"
        )
        if rule == "FAB-6.43":
            now = self.round
            batch = now.batch
            self.check(
                "6.43", batch is not None and batch.side == unit.side, "a step lost without a hit"
            )
            if (
                batch
                and batch.taken + batch.gone + batch.works + batch.disorder < batch.hits
                and not batch.retreat
            ):
                units, _ = self.loss_targets(unit.side)
                self.check(
                    "6.43", number in units, f"{self.unit(number)} takes a loss, due to {units}"
                )
            if batch:
                batch.taken += 1
            now.losses[number] = now.losses.get(number, 0) + 1
            self.dirty.add(now.area)
        if rule == "FAB-6.6d":
            batch = self.round.batch
            fit = (
                batch
                and batch.stage == 4
                and batch.side == unit.side
                and unit.area == self.round.area
            )
            self.check(
                "A4",
                fit and not board.retreat_targets(number),
                f"{self.unit(number)} could retreat",
            )
            self.check(
                "A4", batch is None or number not in batch.stay, f"{self.unit(number)} pays twice"
            )
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
            self.check(
                "6.42c4", not card.may_retreat and batch.stage == 4, f"{card.name} may retreat"
            )
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
        fit = (
            batch
            and batch.side == now.sides[1]
            and batch.hits
            and not (batch.taken or batch.disorder)
        )
        self.check("6.42a", fit, "fieldworks absorb no hit, or not the first")
        if batch:
            batch.works = 1

    def on_combat_order(self, event, rule):
        now, unit = self.round, self.board.units[event["unit"]]
        batch, who = now.batch, self.unit(event["unit"])
        self.check(
            "6.5a", event["order"] == "disordered", f"{who} becomes {event['order']} in combat"
        )
        if rule == "FAB-6.42b":
            fit = batch and batch.stage == 1 and unit.side == batch.side
            self.check("6.42b", fit, f"{who} is disordered without a hit by artillery")
            self.check("6.42b", unit.order != "disordered", f"{who} was disordered before")
            self.check(
                "6.42b", batch is None or not batch.taken, f"{who} is disordered after losses"
            )
            if batch:
                batch.disorder = 1
        elif rule == "FAB-6.41b1":
            self.check(
                "6.41b1",
                now.aborted and unit.side == now.sides[0],
                f"{who} is disordered by no abort",
            )
        elif rule == "FAB-6.6f":
            self.check(
                "6.6f",
                unit.area != now.area
                and now.action is None
                or now.action
                and now.action[1] != "FAB-8.24a",
                f"{who} is disordered by a retreat that was none",
            )

    def on_aborted(self, area, rule):
        now = self.round
        batch = now.batch
        fit = batch and batch.side == now.sides[0] and area == now.area and not now.aborted
        self.check("6.41b1", fit, "an abort without hits, or elsewhere")
        if batch:
            self.check(
                "6.41a",
                batch.taken == 1 and batch.hits > 1,
                f"abort with {batch.taken} of {batch.hits} taken",
            )
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
            self.check(
                "8.24a",
                now and now.left and unit.side == now.sides[1],
                f"{step}: no Special Action",
            )
        elif cause == "river-assault":
            fit = now and now.aborted and board.areas[now.area].river_assault
            self.check("6.41b2", fit, f"{step}: no river assault was aborted")
        else:
            there = board.occupants[unit.area][unit.side]
            self.check(
                "5.1c", len(there) > self.scene.stacking, f"{step}: the area was not overstacked"
            )
        self.dirty |= {event["from"], event["to"]}
        board.put(number, event["to"])
        self.retreated.add(number)
        if cause != "special-action":
            self.owes_disorder.add(number)

    def close_batch(self):
        """FAB-6.41, FAB-6.42: each hit was absorbed, taken, or found nobody left."""
        now = self.round
        batch, now.batch = now.batch, None
        if batch is None:
            return
        board, defends = self.board, batch.side == now.sides[1]
        alive = bool(self.fighters(batch.side) or self.battle_assets(batch.side))
        if not defends:
            if now.aborted:
                wrong = [
                    n for n in self.fighters(batch.side) if board.units[n].order != "disordered"
                ]
                self.check("6.41b1", not wrong, "units aborted in good order")
                if board.areas[now.area].river_assault:
                    stay = board.occupants[now.area][batch.side]
                    self.check("6.41b2", not stay, "an aborted river assault stays")
            else:
                fit = batch.taken == batch.hits or batch.taken < batch.hits and not alive
                self.check(
                    "6.41b3", fit, f"{batch.taken} losses for {batch.hits} hits on the attacker"
                )
            return
        self.check(
            "6.42a",
            not batch.covered or not batch.hits or batch.works,
            "fieldworks absorbed no hit",
        )
        if batch.disorder:
            wrong = [n for n in self.fighters(batch.side) if board.units[n].order != "disordered"]
            self.check("6.42b", not wrong, "the disorder option left units in order")
        needed = max(0, batch.hits - batch.works - batch.disorder - batch.retreat - batch.gone)
        # A defender who chose to retreat and lost every unit absorbed a hit: no event shows it.
        unseen = batch.way_out and batch.taken == needed - 1 and not self.fighters(batch.side)
        fit = batch.taken == needed or batch.taken < needed and not alive or unseen
        self.check("6.42d", fit, f"{batch.taken} losses for {needed} hits on the defender")
        if batch.retreat:
            unpaid = [n for n in self.fighters(batch.side) if n not in batch.stay]
            self.check("6.42c1", not unpaid, f"units neither retreat nor pay for it: {unpaid}")
        if not alive:
            now.exploit = now.exploit or batch.stage == 1 or batch.taken < needed
            now.unsure = unseen
