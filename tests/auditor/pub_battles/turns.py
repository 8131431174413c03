"""Chits, Rally and supply, night, points and victory."""

from . import geometry
from .supply import Supply


class Turns:
    """Checks the order of commands, what depends on trains, the night, and the score."""

    def __init__(self, game):
        self.game, self.report = game, game.report
        self.supply = Supply(game)
        self.points = [0, 0]
        self.stack = []
        self.delayed = None
        self.spent = set()
        self.activated = set()
        self.no_room = [0, 0]
        self.lost_train = [False, False]
        self.packed_up = [False, False]
        self.cut_off = {}
        self.night_losses = None

    # Chits

    def turn_begins(self):
        self.stack, self.spent, self.activated = [], set(), set()
        self.delayed = None
        self.night_losses = None

    def before_ChitDrawn(self, command):
        report = self.report
        report.check(
            "PB-4.1", command not in self.activated,
            lambda: f"the chit of command {command} is drawn again after it acted",
        )
        if self.delayed is not None:
            report.check(
                "PB-5.4", command != self.delayed,
                lambda: f"the delayed chit of command {command} replaces itself",
            )
            self.delayed = None
        else:
            report.check(
                "PB-4.1", not self.stack,
                lambda: f"a chit is drawn though {self.stack} still have to act",
            )
        self.stack.append(command)

    def before_AlterTried(self, data):
        game, report = self.game, self.report
        roller, chit = game.pieces[data["roller"]], data["chit"]
        hq = game.pieces[game.commands[chit]["headquarters"]]
        report.check(
            "PB-5.6", roller.index not in self.spent,
            lambda: f"{roller} tries to Alter twice in a turn",
        )
        self.spent.add(roller.index)
        report.check("PB-A31", roller.shape is not None, lambda: f"{roller} tries to Alter off the map")
        rating = roller.rating
        if roller is not hq and game.rulings["commander_rolls"] != "own-rating":
            rating = hq.rating
        report.check(
            "PB-5.4", data["success"] == (data["die"] <= rating)
            and 1 <= data["die"] <= game.rulings["alter_die"],
            lambda: f"{roller} rolls {data['die']} against {rating}: success is {data['success']}",
        )
        if roller is not hq:
            report.check(
                "PB-5.8", roller in game.army_hqs and roller.side == hq.side,
                lambda: f"{roller} may not roll for the chit of {hq}",
            )
            if roller.shape and hq.shape:
                far = geometry.shape_distance(roller.shape, hq.shape)
                report.check(
                    "PB-5.8", far <= game.distances["mounted_third"] + 2,
                    lambda: f"{roller} rolls for {hq}, {far / 100:.0f} m away",
                )
            else:
                report.check("PB-5.8", False, lambda: f"{roller} rolls for {hq}, which is off the map")
        delay = data["alteration"] == "Delay"
        if delay:
            report.check(
                "PB-5.4", bool(self.stack) and self.stack[-1] == chit,
                lambda: f"{roller} delays the chit of command {chit}, which is not the drawn one",
            )
        else:
            report.check(
                "PB-5.5", chit not in self.activated and not (self.stack and self.stack[-1] == chit),
                lambda: f"{roller} jumps with the chit of command {chit}, which cannot jump",
            )
        if data["success"]:
            if delay:
                if self.stack:
                    self.stack.pop()
                self.delayed = chit
            else:
                if chit in self.stack:
                    self.stack.remove(chit)
                self.stack.append(chit)

    def before_Activated(self, command):
        self.report.check(
            "PB-5.1", bool(self.stack) and self.stack[-1] == command,
            lambda: f"command {command} moves, but the order is {self.stack}",
        )
        if command in self.stack:
            self.stack.remove(command)
        self.activated.add(command)

    def before_TurnEnds(self, _):
        self.report.check(
            "PB-4.1", not self.stack, lambda: f"the turn ends before {self.stack} acted"
        )

    # Rally and supply

    def before_Rallied(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        if piece.command is not None and game.rulings["ineffective_counts"] != "nobody":
            lost, base = self._losses_of(piece.command)
            report.check(
                "PB-21.2", 2 * lost < base,
                lambda: f"{piece} rallies, but its command lost {lost} of {base} pieces",
            )
        report.check("PB-A10", piece.arm != "detachment", lambda: f"{piece} rallies")
        if not piece.rules.get("rally_needs_baggage"):
            report.check("PB-19.2", True)
            return
        at = piece.shape
        if at is None and piece.reserve is not None and game.pieces[piece.reserve].shape:
            at = game.pieces[piece.reserve].shape
            extra = 20 * piece.depth
        else:
            extra = 0
        if at is None:
            return
        trains = [
            p for p in game.on_map(piece.side) if p.kind == "baggage" and p.unpacked
            and geometry.shape_distance(p.shape, at) <= game.distances["mounted_third"] + 2 + extra
        ]
        report.check(
            "PB-19.1", bool(trains),
            lambda: f"{piece} rallies without an unpacked train within a mounted third",
        )
        if trains and game.terrain:
            states = [self.supply.of(train) for train in trains]
            report.check(
                "PB-19.3", True if True in states else None if None in states else False,
                lambda: f"{piece} rallies at a train that is out of supply",
            )

    def _losses_of(self, command):
        game = self.game
        counts = game.rulings["ineffective_counts"]
        lost = base = 0
        for piece in game.pieces:
            if piece.command != command or not piece.combat:
                continue
            if counts == "infantry-only" and piece.arm != "infantry":
                continue
            if counts == "without-detachments" and piece.arm == "detachment":
                continue
            due = game.schedule.get(piece.index)
            if due and due[0] > game.day:
                continue
            base += 1
            lost += piece.dead
        return lost, base

    # Points

    def _worth(self, piece):
        if not piece.combat:
            return 0
        return piece.rules["points"][piece.quality]

    def before_Destroyed(self, data):
        piece = self.game.pieces[data["piece"]]
        worth = self._worth(piece)
        self.report.check(
            "PB-29.1", data["points"] == worth,
            lambda: f"{piece} yields {data['points']} points, expected {worth}",
        )
        self.points[1 - piece.side] += data["points"]
        if piece.kind == "baggage":
            self.lost_train[piece.side] = True

    def before_Packed(self, index):
        self.packed_up[self.game.pieces[index].side] = True

    def after_TurnEnds(self, data):
        current = self._score()
        special = any(
            "victory" in rule["effect"] for rule in (self.game.scenario or {}).get("special_rules", [])
        )
        counted = any(
            o.get("counted") != "at-end" for o in (self.game.scenario or {}).get("objectives", [])
        )
        if special or counted:
            self.report.check("PB-29.1", None)
            return
        self.report.check(
            "PB-A145", data["points"] == current,
            lambda: f"the points are {data['points']}, expected {current}",
        )

    def _score(self):
        if self.game.rulings["points_model"] == "cumulative":
            return list(self.points)
        score = [0, 0]
        for piece in self.game.pieces:
            if piece.dead:
                score[1 - piece.side] += self._worth(piece)
        return score

    # Night

    def before_Recovered(self, data):
        self._snapshot()
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        self.returned.append(piece)
        report.check(
            "PB-A157", piece.dead_day == game.day and piece.kind != "baggage",
            lambda: f"{piece} returns but was destroyed on day {piece.dead_day}",
        )
        expected = game.rulings["night_return_status"]
        if piece.arm != "detachment":
            report.check(
                "PB-A155", data["status"] == expected,
                lambda: f"{piece} returns {data['status']}, expected {expected}",
            )

    def after_Recovered(self, data):
        game = self.game
        piece = game.pieces[data["piece"]]
        hqs = [hq for hq in game.army_hqs if hq.side == piece.side and hq.shape]
        if piece.command is not None:
            own = game.pieces[game.commands[piece.command]["headquarters"]]
            if own.shape:
                hqs = [own]
        if hqs:
            far = min(geometry.shape_distance(piece.shape, hq.shape) for hq in hqs)
            self.report.check(
                "PB-30.4", far <= game.distances["mounted_third"] + 2,
                lambda: f"{piece} returns {far / 100:.0f} m from its HQ",
            )

    def before_NoRoomToReturn(self, data):
        self._snapshot()
        self.no_room[0 if data["side"] == "First" else 1] += data["count"]

    def _snapshot(self):
        if self.night_losses is None:
            self.night_losses = [
                p for p in self.game.pieces if p.dead and p.dead_day == self.game.day and p.combat
            ]
            self.returned, self.no_room = [], [0, 0]

    def turn_ends(self):
        if not self.game.night:
            return
        self._snapshot()
        for side in (0, 1):
            lost = [p for p in self.night_losses if p.side == side]
            back = [p for p in self.returned if p.side == side]
            if self.game.rulings["night_groups"] == "detachments-apart":
                light = [p for p in lost if p.arm == "detachment"]
                due = (len(light) + 1) // 2 + (len(lost) - len(light) + 1) // 2
                few = sum(p.arm == "detachment" for p in back)
                self.report.check(
                    "PB-30.3", few <= (len(light) + 1) // 2,
                    lambda: f"{few} of {len(light)} detachments return",
                )
            else:
                due = (len(lost) + 1) // 2
            self.report.check(
                "PB-30.3", len(back) + self.no_room[side] == due,
                lambda: f"{len(back)} of {len(lost)} lost pieces return, expected {due}",
            )

    # The end

    def before_CutOff(self, data):
        piece = self.game.pieces[data["piece"]]
        self.cut_off[piece.index] = data["points"]
        self.report.check(
            "PB-A152", piece.shape is not None and piece.combat and data["points"] == self._worth(piece),
            lambda: f"{piece} is cut off for {data['points']} points",
        )

    def before_Ended(self, data):
        game, report = self.game, self.report
        score = self._score()
        for index, points in self.cut_off.items():
            score[1 - game.pieces[index].side] += points
        objectives = (game.scenario or {}).get("objectives", [])
        low, high = list(score), list(score)
        for objective in objectives:
            sides = [0, 1]
            if objective.get("side"):
                sides = [i for i, s in enumerate(game.scenario["sides"]) if s["id"] == objective["side"]]
            for side in sides:
                high[side] += objective["points"]
        report.check(
            "PB-29.8",
            all(low[i] <= data["raw"][i] <= high[i] for i in (0, 1)),
            lambda: f"the raw points are {data['raw']}, expected {low}"
            + (f" to {high}" if high != low else ""),
        )
        if game.terrain and game.rulings["unsupplied_at_end"] != "unharmed":
            self._final_supply()
        self._multipliers(data)

    def _final_supply(self):
        game, report = self.game, self.report
        home = {}
        for piece in game.on_map():
            if not piece.combat:
                continue
            key = piece.side, self.supply.shuns_marsh(piece)
            if key not in home:
                home[key] = self.supply.home(piece)
            supplied = self.supply.within(piece, home[key]) or self.supply.of(piece)
            if supplied is None:
                report.check("PB-A158", None)
            elif piece.index in self.cut_off:
                report.check(
                    "PB-A158", not supplied,
                    lambda: f"{piece} counts as cut off, but has a route home",
                )
            else:
                report.check(
                    "PB-A158", supplied, lambda: f"{piece} has no route home, but is not cut off"
                )

    def _multipliers(self, data):
        game, report = self.game, self.report
        if not game.scenario or game.rulings["bitter_end"] != "off":
            return
        routed = []
        for side in (0, 1):
            infantry = [p for p in game.pieces if p.side == side and p.arm == "infantry"]
            base = [
                p for p in infantry
                if game.rulings["rout_base"] == "arrived" and p.seen
                or game.rulings["rout_base"] != "arrived"
                and game.schedule.get(p.index, (0, 0))[0] <= game.day
            ]
            lost = sum(p.dead for p in infantry)
            routed.append(bool(base) and 2 * lost >= len(base))
        victory = game.rules["victory"]
        expected = []
        for side in (0, 1):
            foe = 1 - side
            values = [1]
            if routed[foe] and not routed[side]:
                values.append(victory["rout_multiplier"])
            if self.lost_train[foe] and game.rulings["train_lost"] == "broken":
                values.append(victory["broken_multiplier"])
            if self.packed_up[foe] and game.rulings["forced_back_on"] == "pack":
                values.append(victory["forced_back_multiplier"])
            expected.append(max(values))
        if game.rulings["multipliers"] == "highest" and game.rulings["forced_back_on"] != "pack-and-move":
            report.check(
                "PB-A146", data["multipliers"] == expected,
                lambda: f"the multipliers are {data['multipliers']}, expected {expected}",
            )
            if expected == [1, 1]:
                report.check(
                    "PB-29.2", data["kind"] not in ("rout", "broken", "forced-back"),
                    lambda: f"the battle ends by {data['kind']}",
                )
        totals = [raw * times for raw, times in zip(data["raw"], data["multipliers"])]
        if data["kind"] == "points":
            best = None if totals[0] == totals[1] else ("First", "Second")[totals[1] > totals[0]]
            report.check(
                "PB-A151", data["winner"] == best,
                lambda: f"{data['winner']} wins by points with {totals}",
            )
