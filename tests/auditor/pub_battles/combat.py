"""Contact, combats, fire, bombardment, retreats, pushes and withdrawals."""

from math import pi

from . import geometry
from .movement import in_contact
from .retreats import Retreats

INFANTRY = ("infantry", "detachment")


class Combat(Retreats):
    """Checks the combat step, bombardments, and every retreat."""

    def __init__(self, game, movement):
        self.game, self.report = game, game.report
        self.fields_of_fire = movement.fields
        self.turn_begins()

    def turn_begins(self):
        self.touching_pairs = None
        self.combats = []
        self.participants = set()
        self.combat = None
        self.leads = set()
        self.hit_before = set()
        self.enveloped = set()
        self.pending = {}
        self.changed = set()
        self.fields = None
        self.fired_on = set()
        self.retreat = None
        self.shot_by = {}
        self.turn_line = self.report.line

    # Boundaries

    def movement_ends(self):
        game = self.game
        self.touching_pairs = []
        for a in game.on_map(0):
            for b in game.on_map(1):
                if "headquarters" in (a.kind, b.kind):
                    continue
                if geometry.reach(a.shape[0], b.shape[0]) > 300 and not (a.column or b.column):
                    continue
                if game.touching(a, b):
                    self.touching_pairs.append((a, b, set()))
        self.changed = set()

    def _combat_ends(self):
        for index, (result, line) in self.pending.items():
            piece = self.game.pieces[index]
            self.report.check(
                "PB-24.1", False, lambda: f"{piece} must suffer {result} by the fire of line {line}"
            )
        self.pending = {}
        if self.combat is not None:
            pairs = list(self._members_touching())
            self.report.check(
                "PB-22.3", not pairs,
                lambda: f"the combat ends while {pairs[0][0]} still touches {pairs[0][1]}",
            )
        self.combat = None

    def _members_touching(self):
        members = [self.game.pieces[i] for i in self.combat["places"]]
        for i, a in enumerate(members):
            for b in members[i + 1:]:
                if a.side != b.side and a.shape and b.shape and self.game.touching(a, b):
                    if not (self.game.leads_of(a) or self.game.leads_of(b)):
                        yield a, b

    def turn_ends(self):
        game, report = self.game, self.report
        self._check_pushes()
        self._combat_ends()
        if game.night:
            return
        for a, b, before in self.touching_pairs or ():
            if not a.shape or not b.shape:
                continue
            together = any(
                {a.index, b.index} <= set(c["places"]) | set(c["supports"]) for c in self.combats
            )
            apart = bool({a.index, b.index} & (self.changed - before))
            report.check(
                "PB-22.1", together or apart,
                lambda: f"{a} and {b} touch with the majority of an edge, but fight no combat",
            )
        for a in game.on_map(0):
            for b in game.on_map(1):
                if "headquarters" in (a.kind, b.kind):
                    continue
                if geometry.reach(a.shape[0], b.shape[0]) > 300 and not (a.column or b.column):
                    continue
                if game.touching(a, b):
                    report.check(
                        "PB-4.3", False, lambda: f"the turn ends while {a} and {b} are in contact"
                    )
        report.check("PB-4.3", True)
        self._fields_end()

    # Combats

    def before_Attacked(self, data):
        """A contact that appears between combats must be fought, too."""
        if self.touching_pairs is not None:
            pair = [self.game.pieces[data[key]] for key in ("attacker", "defender")]
            self.touching_pairs.append((*pair, set(self.changed)))

    def before_CombatBegins(self, data):
        game, report = self.game, self.report
        self._combat_ends()
        places = [game.pieces[i] for i in data["places"]]
        supports = [game.pieces[i] for i in data["supports"]]
        self.combat = data
        self.leads = set(data["places"])
        self.round, self.fired_now = 0, set()
        self.combats.append(data)
        if game.rulings["first_hit_lasts"] == "combat":
            self.hit_before = set()
        self.fired_on = set()
        self.participants |= set(data["places"]) | set(data["supports"])
        report.check(
            "PB-28.1", len({p.side for p in places}) == 2 and all(p.shape for p in places),
            lambda: f"a combat of {', '.join(map(str, places))} has only one side",
        )
        if places[0].shape:
            report.check(
                "log", tuple(data["at"]) == places[0].centre,
                lambda: f"the combat is at {data['at']}, but {places[0]} is elsewhere",
            )
        contacts = [
            c for c in game.contacts.values()
            if c.attacker in places and c.defender in places
        ]
        if len(places) > 1:
            report.check(
                "PB-12.3", (places[1].index, places[0].index) in game.contacts,
                lambda: f"the Attacker is {places[1]} and the Defender {places[0]}, but the first"
                " did not attack the second",
            )
        for piece in places:
            report.check(
                "PB-28.1", any(piece in (c.attacker, c.defender) for c in contacts),
                lambda: f"{piece} has a place in a combat without a contact",
            )
        outside = [
            c for c in game.contacts.values()
            if (c.attacker in places) != (c.defender in places)
            and c.attacker.shape and c.defender.shape
            and c.attacker not in supports and c.defender not in supports
        ]
        if game.rulings["combats"] == "connected":
            report.check(
                "PB-28.1", not [c for c in outside if c.attacker.index not in self.enveloped
                                and c.defender.index not in self.enveloped],
                lambda: f"{outside[0].attacker} and {outside[0].defender} are in contact, but only"
                " one of them is in this combat",
            )
        for piece in supports:
            leads = [lead for lead in places if lead in game.leads_of(piece)]
            report.check(
                "PB-A85", bool(leads),
                lambda: f"{piece} counts as a Support but stands behind nobody in this combat",
            )

        any_arm = game.rulings["support_arms"] == "any"
        for lead in places:
            behind = [] if lead.index in self.enveloped else [
                p for p in game.supports_of(lead) if p not in places and not game.foes_of(p)
                and (any_arm or (p.arm in INFANTRY) == (lead.arm not in ("cavalry", "dragoons")))
            ]
            report.check(
                "PB-13.1", not behind or any(p in supports for p in behind),
                lambda: f"{behind[0]} stands behind {lead}, but the combat has no Support for it",
            )

    def before_Enveloped(self, data):
        game = self.game
        lead, support = game.pieces[data["lead"]], game.pieces[data["support"]]
        self.enveloped |= {lead.index, support.index}
        rear = [
            foe for foe in game.enemies(lead) if game.touched_edge(foe, support) == "rear"
        ]
        self.report.check(
            "PB-18.6", bool(rear) and support in game.supports_of(lead),
            lambda: f"{lead} and {support} are enveloped, but no enemy touches the rear of the pair",
        )

    def before_Fired(self, data):
        game, report = self.game, self.report
        firer, target = game.pieces[data["firer"]], game.pieces[data["target"]]
        if not firer.shape or not target.shape or self.combat is None:
            report.check("PB-22.1", False, lambda: f"{firer} fires outside a combat")
            return
        report.check(
            "PB-28.3", in_contact(game, firer, target),
            lambda: f"{firer} fires at {target} without contact",
        )
        report.check(
            "PB-22.1", {firer.index, target.index} <= self.leads,
            lambda: f"{firer} fires at {target}, but not both have a place in the combat",
        )
        if data["round"] > self.round:
            silent = [
                game.pieces[i] for i in self.combat["places"]
                if self.round and i not in self.fired_now and game.foes_of(game.pieces[i])
            ]
            report.check(
                "PB-22.3", not silent, lambda: f"{silent[0]} does not fire in round {self.round}"
            )
            self.round, self.fired_now = data["round"], set()
        self.fired_now.add(firer.index)
        self._dice(firer, data, "PB-23.1")
        attack = game.contacts.get((firer.index, target.index))
        self._cover(firer, target, attack, data)
        modifiers = data["modifiers"]
        for name, one, other in (
            ("target_flanked", target, firer), ("firer_flanked", firer, target),
        ):
            expected = self._flanked(one, other, data["round"], name == "firer_flanked")
            report.check(
                "PB-23.4", None if expected is None else modifiers[name] == expected,
                lambda: f"{name} is {modifiers[name]} for the fire of {firer} at {target}, expected"
                f" {expected}",
            )
        if data["round"] == 1 and firer.arm == "artillery" and firer.index in self.combat["places"]:
            earlier = [i for i in self.fired_on if game.pieces[i].arm != "artillery"]
            if (target.index, firer.index) in game.contacts and firer.index not in self.fired_on:
                report.check(
                    "PB-14.2", not earlier, lambda: f"{firer} fires after {earlier[0]} in round 1"
                )
        self.fired_on.add(firer.index)
        self._result(target, data, "PB-24.1")

    def _cover(self, firer, target, attack, data):
        report, game = self.report, self.game
        said = data["modifiers"]["target_in_cover"]
        if attack is None:
            report.check(
                "PB-23.3", not said,
                lambda: f"{firer} fires at {target} in cover, but {target} is not its Defender",
            )
        elif game.terrain:
            levels = [game.terrain.level(firer.shape[0].x, firer.shape[0].y)]
            if game.rulings["hill_cover"] == "began-or-stands-lower":
                levels.append(game.terrain.level(*attack.began) if attack.began else None)
            covered = game.terrain.cover(target.shape, levels)
            report.check(
                "PB-23.3", None if covered is None else said == covered,
                lambda: f"cover is {said} for the fire of {firer} at {target}, expected {covered}",
            )

    def _flanked(self, piece, foe, number, fires):
        """Whether a piece counts as flanked by an enemy; None if that is not certain."""
        game = self.game
        if piece.column:
            return True
        river_flanks = game.rulings["attack_over_river"] == "flanked"
        for contact in game.contacts.values():
            if contact.attacker is piece and contact.river and number == 1 and river_flanks:
                if not fires or game.rulings["river_effect_both_ways"]:
                    return True
        defends = (foe.index, piece.index) in game.contacts
        built = False
        if defends and game.terrain:
            built = game.terrain.majority(("buildings",), piece.shape)
        if piece.index in self.enveloped:
            return None
        ahead = piece.shape[0].ahead(foe.shape[0].x, foe.shape[0].y)[1] - piece.shape[0].half_depth
        contact = game.contacts.get((foe.index, piece.index))
        if game.rulings["flanking"] == "rear-or-several":
            edge = game.touched_edge(foe, piece)
            flank = defends and (edge == "rear" or len(game.foes_of(piece)) > 1)
        elif contact and not contact.turned and game.rulings["flank_judged"] == "before-squaring":
            flank = contact.flank
        elif abs(ahead) < 2:
            return None
        else:
            flank = ahead < 0
        if flank and built is not False:
            return None if built is None else False
        return flank

    def _dice(self, firer, data, rule):
        count = firer.rules["dice"]
        dice, modifiers = data["dice"], data["modifiers"]
        self.report.check(
            rule, len(dice) == count and all(1 <= die <= 6 for die in dice),
            lambda: f"{firer} rolls {dice}, expected {count} dice",
        )
        total = modifiers["target_flanked"] - modifiers["firer_flanked"]
        total += -modifiers["target_in_cover"] + modifiers.get("special", 0)
        hits = sum(die + total >= 4 for die in dice)
        self.report.check(
            "PB-23.9", hits == data["hits"],
            lambda: f"{firer} rolls {dice} with {total:+d}: {hits} hits, not {data['hits']}",
        )

    def _result(self, target, data, rule):
        """The result by the tables PB-24.1, PB-24.7 and PB-24.8."""
        game = self.game
        bombard = rule == "PB-24.8"
        hits = data["hits"]
        first = bombard or target.index not in self.hit_before
        if hits and not bombard:
            self.hit_before.add(target.index)
        if target.arm == "detachment":
            expected = "Unshaken" if not hits else "Retreat" if bombard else "Destroyed"
        else:
            if hits and first:
                if target.quality in ("elite", "guard"):
                    if not bombard or game.rulings["bombardment_first_hit_absorbed"]:
                        hits -= 1
                elif target.quality == "militia":
                    if not bombard or game.rulings["bombardment_doubles_militia"]:
                        hits += 1
            table = {
                "fresh": ("Unshaken", "Spent", "SpentAndRetreat", "Destroyed"),
                "spent": ("Unshaken", "Retreat", "Destroyed", "Destroyed"),
            }[target.status]
            expected = table[min(hits, 3)]
            if bombard and expected == "Destroyed":
                expected = "SpentAndRetreat" if target.status == "fresh" else "Retreat"
        self.report.check(
            rule, data["result"] == expected,
            lambda: f"{data['hits']} hits on {target.quality} {target}, {target.status}:"
            f" {data['result']}, expected {expected}",
        )
        if data["result"] in ("Retreat", "SpentAndRetreat", "Destroyed"):
            self.pending[target.index] = (data["result"], self.report.line)

    # Bombardment

    def before_Bombarded(self, data):
        game, report = self.game, self.report
        firer, target = game.pieces[data["firer"]], game.pieces[data["target"]]
        if not firer.shape or not target.shape:
            return
        report.check("PB-30.1", not game.night, lambda: f"{firer} bombards at night")
        report.check(
            "PB-15.1",
            firer.arm == "artillery" and firer.status == "fresh" and not firer.column,
            lambda: f"{firer} may not bombard: it is {firer.status} {firer.arm}",
        )
        touched = [p for p in game.on_map(1 - firer.side)
                   if p.kind != "headquarters" and game.touching(firer, p)]
        report.check(
            "PB-15.1", not touched, lambda: f"{firer} bombards in contact with {touched[0]}"
        )
        report.check(
            "PB-15.6", target.combat and target.side != firer.side,
            lambda: f"{firer} bombards {target}",
        )
        far = geometry.shape_distance(firer.shape, target.shape)
        limit = game.distances["spotting"]
        seen = game.visibility()
        limit = min(limit, seen) if seen is not None else limit
        report.check(
            "PB-15.1", far <= limit + 2,
            lambda: f"{firer} bombards {target} at {far / 100:.0f} m, more than {limit / 100:.0f} m",
        )
        angle = game.rulings["bombardment_half_angle"] / 10 * pi / 180
        arc = geometry.field_of_fire(firer.shape[0], angle, game.distances["spotting"] * 1.2)
        share = geometry.covered_share(arc, target.shape)
        report.check(
            "PB-A93", share > 0.48,
            lambda: f"only {share:.0%} of {target} is within the arc of {firer}",
        )
        self._line_of_fire(firer, target)
        self._dice(firer, data, "PB-15.3")
        modifiers = data["modifiers"]
        report.check(
            "PB-A94", not modifiers["firer_flanked"], lambda: f"{firer} bombards as if flanked"
        )
        ahead = target.shape[0].ahead(firer.shape[0].x, firer.shape[0].y)[1]
        ahead -= target.shape[0].half_depth
        if game.rulings["bombardment_flank_modifier"]:
            flanked = target.column or (None if abs(ahead) < 2 else ahead < 0)
            if flanked and not target.column and game.terrain:
                if game.terrain.majority(("buildings",), target.shape) is not False:
                    flanked = None
        else:
            flanked = False
        report.check(
            "PB-A94", None if flanked is None else modifiers["target_flanked"] == flanked,
            lambda: f"{firer} bombards {target} from {-ahead / 100:.0f} m behind its front (column:"
            f" {target.column}), but flanked is {modifiers['target_flanked']}",
        )
        if game.terrain:
            level = game.terrain.level(firer.shape[0].x, firer.shape[0].y)
            covered = game.terrain.cover(target.shape, [level])
            report.check(
                "PB-A94", None if covered is None else modifiers["target_in_cover"] == covered,
                lambda: f"{firer} bombards {target}: cover is {modifiers['target_in_cover']},"
                f" expected {covered}",
            )
        self._result(target, data, "PB-24.8")
        self.shot_by[target.index] = firer.index

    def _line_of_fire(self, firer, target):
        """The line of fire does not pass through friends (PB-15.2, PB-A103)."""
        game = self.game
        block = firer.shape[0]
        if game.rulings["line_of_fire"] == "from-front":
            eye = (block.x + block.fx * block.half_depth, block.y + block.fy * block.half_depth)
        else:
            eye = (block.x, block.y)
        body = target.shape[0]
        length, (ax, ay) = body.half_length, (body.fy, -body.fx)
        if body.half_depth > body.half_length:
            length, (ax, ay) = body.half_depth, (body.fx, body.fy)
        points = [
            (body.x + ax * length * i / 2, body.y + ay * length * i / 2) for i in range(-2, 3)
        ]
        supports = game.supports_of(firer)
        friends = [
            p for p in game.on_map(firer.side)
            if p is not firer and p.kind != "headquarters" and p not in supports
        ]
        free = [
            point for point in points
            if not any(
                geometry.segment_meets(b, eye, point) for p in friends for b in p.shape
                if point_near(b, eye, point)
            )
        ]
        self.report.check(
            "PB-15.2", bool(free) or target.column,
            lambda: f"friends block the whole line of fire of {firer} at {target}",
        )

    # Losses

    def before_Destroyed(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        self.changed.add(piece.index)
        pending = self.pending.pop(piece.index, None)
        loss = data["loss"]
        if loss == "Fire":
            report.check(
                "PB-24.1", pending is not None and pending[0] == "Destroyed",
                lambda: f"{piece} is destroyed by fire, but its result was {pending}",
            )
        elif loss == "GunsLost":
            report.check(
                "PB-14.4", piece.arm == "artillery" and not game.supports_of(piece),
                lambda: f"{piece} is lost as an unsupported battery",
            )
        elif loss == "TrainTaken":
            foes = [foe for foe in game.enemies(piece) if game.touched_edge(foe, piece)]
            report.check(
                "PB-20.2", piece.kind == "baggage" and bool(foes),
                lambda: f"{piece} is taken, but no enemy touches it",
            )
            self.participants |= {foe.index for foe in foes}
        elif loss == "NoWayBack" and piece.shape:
            self._no_way_back(piece)

    def before_LeftMap(self, data):
        self.pending.pop(data["piece"], None)

    def before_TookPlace(self, data):
        if self.combat is not None:
            self.leads.add(data["piece"])

    def before_HoldsInFire(self, index):
        self.pending.pop(index, None)

    # Withdrawal and fields of fire

    def _withdrawal(self, piece):
        game, report = self.game, self.report
        fresh_dragoons = piece.arm == "dragoons" and piece.status == "fresh"
        report.check(
            "PB-27.2", (piece.arm == "cavalry" or fresh_dragoons) and not piece.column,
            lambda: f"{piece}, {piece.status} {piece.arm}, withdraws",
        )
        attackers = [c.attacker for c in game.contacts.values() if c.defender is piece]
        report.check("PB-A141", bool(attackers), lambda: f"{piece} withdraws but defends nowhere")
        foes = attackers + [c.defender for c in game.contacts.values() if c.attacker is piece]
        count = sum(foe.arm in INFANTRY for foe in foes)
        enough = {
            "infantry-alone": count == len(foes), "any-infantry": count > 0, "nobody": False,
        }[game.rulings["withdraws_from"]]
        report.check(
            "PB-A140", enough, lambda: f"{piece} withdraws, but from {', '.join(map(str, foes))}"
        )
        report.check(
            "PB-A141", not self.fired_on, lambda: f"{piece} withdraws after the first fire"
        )

    def _field_snapshot(self):
        """The pieces that must retreat from fields of fire for certain (PB-26.1)."""
        if self.fields is None:
            self.fields = {}
            for piece in self.game.on_map():
                if not piece.combat or piece.index in self.participants:
                    continue
                for foe in self.game.enemies(piece):
                    fields = self.fields_of_fire
                    if fields.exposed(piece, foe) and fields.surely_uncovered(piece, foe):
                        self.fields[piece.index] = foe
                        break
            self.before_fields = {p.index: p.shape for p in self.game.on_map()}
            self.projectors = {
                p.index for p in self.game.on_map()
                if p.combat and p.rules["field_of_fire"] and not p.column
            }
            self.left_fields = set()

    def _field_retreat(self, piece):
        self._combat_ends()
        self._field_snapshot()
        self.left_fields.add(piece.index)
        self.report.check(
            "PB-A138", piece.index not in self.participants,
            lambda: f"{piece} retreats from a field of fire, but was in a combat",
        )
        if self.game.rulings["field_of_fire_retreats"] != "snapshot":
            return
        self.report.check(
            "PB-26.1", any(share > 0.48 for _, share in self._shares(piece)),
            lambda: f"{piece} retreats from a field of fire, but is in none",
        )

    def _shares(self, piece):
        """The enemies with fields of fire after the last combat, and the share of a piece in each."""
        shape = self.before_fields.get(piece.index, piece.shape)
        angle = self.game.rulings["field_of_fire_half_angle"] / 10 * pi / 180
        for foe in self.game.pieces:
            if foe.index in self.projectors and foe.side != piece.side:
                block = self.before_fields[foe.index][0]
                field = geometry.field_of_fire(block, angle, self.game.distances["foot_third"])
                yield foe, geometry.covered_share(field, shape)

    def _fields_end(self):
        self._field_snapshot()
        for index, foe in self.fields.items():
            piece = self.game.pieces[index]
            gone = index in self.left_fields or piece.dead or piece.left
            self.report.check(
                "PB-26.1", gone,
                lambda: f"{piece} was in no combat and stays in the field of fire of {foe}",
            )


def point_near(block, a, b):
    """Whether a block comes near a segment."""
    return geometry.point_to_segment(block.x, block.y, *a, *b) <= block.radius
