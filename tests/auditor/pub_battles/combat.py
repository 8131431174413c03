"""Contact, combats, fire, bombardment, retreats, pushes and withdrawals."""

from math import cos, hypot, pi, sin

from . import geometry
from .movement import SLACK, in_contact

INFANTRY = ("infantry", "detachment")


class Combat:
    """Checks the combat step, bombardments, and every retreat."""

    def __init__(self, game, movement):
        self.game, self.report, self.movement = game, game.report, movement
        self.turn_begins()

    def turn_begins(self):
        self.touching_pairs = None
        self.combats = []
        self.participants = set()
        self.combat = None
        self.hit_before = set()
        self.enveloped = set()
        self.pending = {}
        self.changed = set()
        self.fields = None
        self.fired_on = set()
        self.trains = set()
        self.retreat = None
        self.shot_by = {}

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
                    self.touching_pairs.append((a, b))
        self.changed = set()

    def _combat_ends(self):
        for index, (result, line) in self.pending.items():
            piece = self.game.pieces[index]
            self.report.check(
                "PB-24.1", False, lambda: f"{piece} must suffer {result} by the fire of line {line}"
            )
        self.pending = {}
        if self.combat is not None:
            lines = [
                (a, b) for a, b in self._members_touching()
            ]
            self.report.check(
                "PB-22.3", not lines,
                lambda: f"the combat ends while {lines[0][0]} still touches {lines[0][1]}",
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
        for a, b in self.touching_pairs or ():
            if not a.shape or not b.shape:
                continue
            together = any(
                {a.index, b.index} <= set(c["places"]) | set(c["supports"]) for c in self.combats
            )
            apart = a.index in self.changed or b.index in self.changed
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

    def before_CombatBegins(self, data):
        game, report = self.game, self.report
        self._combat_ends()
        places = [game.pieces[i] for i in data["places"]]
        supports = [game.pieces[i] for i in data["supports"]]
        self.combat = data
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
        if data["round"] == 1 and firer.arm == "artillery" and (target.index, firer.index) in game.contacts:
            earlier = [i for i in self.fired_on if game.pieces[i].arm != "artillery"]
            report.check(
                "PB-14.2", not earlier or (firer.index in self.fired_on)
                or data["rules"].get("first") is None and attack is not None
                or self._arrived_late(firer),
                lambda: f"{firer} fires after {earlier[0]} in round 1",
            )
        self.fired_on.add(firer.index)
        self._result(target, data, "PB-24.1")

    def _arrived_late(self, piece):
        return piece.index not in self.combat["places"]

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
        if game.rulings["flanking"] != "behind-front":
            return None
        if piece.column:
            return True
        for contact in game.contacts.values():
            if contact.attacker is piece and contact.river and number == 1:
                if not fires or game.rulings["river_effect_both_ways"]:
                    return True
        defends = (foe.index, piece.index) in game.contacts
        built = False
        if defends and game.terrain:
            built = game.terrain.majority(("buildings",), piece.shape)
        if piece.index in self.enveloped:
            return None if built is not False else None
        ahead = piece.shape[0].ahead(foe.shape[0].x, foe.shape[0].y)[1] - piece.shape[0].half_depth
        contact = game.contacts.get((foe.index, piece.index))
        if contact and not contact.turned and game.rulings["flank_judged"] == "before-squaring":
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
        total = sum(b.half_length * b.half_depth for b in target.shape)
        share = sum(
            geometry.covered(arc, b) * b.half_length * b.half_depth for b in target.shape
        ) / total
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

    def _no_way_back(self, piece):
        threats = self._threats(piece, "Hits")
        if not threats:
            self.report.check("PB-25.2", None)
            return
        way = self._free_way(piece, threats, strict=False)
        self.report.check(
            "PB-25.2", way is None,
            lambda: f"{piece} is destroyed for want of a way back, but can retreat towards {way}°",
        )

    # Retreats

    def _threats(self, piece, cause):
        """The enemies that a retreating piece leaves."""
        game = self.game
        if cause == "Bombardment":
            firer = game.pieces[self.shot_by.get(piece.index, piece.index)]
            return [firer] if firer.side != piece.side and firer.shape else []
        threats = []
        for contact in game.contacts.values():
            if piece in (contact.attacker, contact.defender):
                foe = contact.defender if contact.attacker is piece else contact.attacker
                if foe.shape:
                    threats.append(foe)
        if threats:
            return threats
        return []

    def _old_threats(self, piece):
        """The enemies of the lead that left, for its Support."""
        game = self.game
        best = None
        for index, (shape, _, contacts, line) in game.vacated.items():
            lead = game.pieces[index]
            if lead.side == piece.side and len(shape) == 1 and contacts:
                if geometry.in_support_place(piece.shape[0], shape[0], game.distances["support_gap"]):
                    if best is None or line > best[0]:
                        foes = [
                            c.attacker if c.defender is lead else c.defender for c in contacts
                        ]
                        best = (line, [foe for foe in foes if foe.shape])
        return best[1] if best else []

    def before_Retreated(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        self.retreat = None
        if not piece.shape:
            return
        cause = data["cause"]
        pending = self.pending.pop(piece.index, None)
        self.changed.add(piece.index)
        threats = self._threats(piece, cause)
        if cause in ("Hits", "Bombardment"):
            # A Support that retreats is not hit itself.
            report.check(
                "PB-25.1", pending is not None and pending[0] != "Destroyed",
                lambda: f"{piece} retreats by {cause}, but its result was {pending}",
            )
        elif cause == "FieldOfFire":
            self._field_retreat(piece)
            threats = [
                foe for foe in game.enemies(piece) if self.movement.covered_share(piece.shape, foe) > 0.5
            ]
        elif cause == "Withdrawal":
            self._withdrawal(piece)
        elif cause == "Choice" and not threats:
            threats = self._old_threats(piece)
            if not threats and self.shot_by:
                firer = game.pieces[list(self.shot_by.values())[-1]]
                threats = [firer] if firer.shape and firer.side != piece.side else []
        if cause == "Choice" and piece.arm == "artillery" and self._threats(piece, cause):
            report.check(
                "PB-14.4", bool(game.supports_of(piece)),
                lambda: f"{piece} chooses to retreat without a Support",
            )
        expected = piece.status
        if cause == "Choice" and game.rulings["support_retreat_makes_spent"]:
            expected = "spent"
        if cause == "Withdrawal" and game.rulings["withdraw_makes_spent"]:
            expected = "spent"
        if cause == "FieldOfFire" and game.rulings["field_of_fire_retreat_makes_spent"]:
            expected = "spent"
        if piece.arm == "detachment":
            expected = piece.status
        rule = {"Choice": "PB-25.6", "Withdrawal": "PB-A139", "FieldOfFire": "PB-A137"}.get(cause, "PB-25.8")
        built = game.terrain is None
        self.retreat = {
            "piece": piece, "start": piece.shape, "column": piece.column, "threats": threats,
            "cause": cause, "facing": piece.facing, "pushed": [], "line": report.line,
            "places": {p.index: p.shape for p in game.on_map() if p is not piece},
        }
        if data["status"] != expected and not built:
            end = geometry.line(
                data["stands"]["Line"]["centre"], data["stands"]["Line"]["facing"],
                piece.length, piece.depth,
            )
            start = geometry.line(
                piece.centre, data["stands"]["Line"]["facing"], piece.length, piece.depth
            )
            # A piece may become Spent in buildings that it passes through (PB-A39).
            built = any(
                game.terrain.share(("buildings",), start.moved(
                    (end.x - start.x) * i / 30, (end.y - start.y) * i / 30)) > 0.44
                for i in range(31)
            )
        report.check(
            rule, data["status"] == expected or built and data["status"] == "spent",
            lambda: f"{piece}, {piece.status}, retreats by {cause} and is {data['status']},"
            f" expected {expected}",
        )

    def after_Retreated(self, data):
        game, report = self.game, self.report
        piece, retreat = game.pieces[data["piece"]], self.retreat
        if not retreat:
            return
        if piece.column:
            report.check("PB-A134", False, lambda: f"{piece} retreats in column")
            return
        start, end = retreat["start"][0], piece.shape[0]
        if retreat["column"]:
            sx, sy = None, None
            report.check("PB-25.1", None)
            self.retreat = None
            return
        sx, sy = start.x, start.y
        third = game.third(piece)
        if game.rulings["retreat_rate"] == "foot-for-all":
            third = game.distances["foot_third"]
        dx, dy = end.x - sx, end.y - sy
        ahead = dx * end.fx + dy * end.fy
        aside = dx * end.fy - dy * end.fx
        report.check(
            "PB-A126", third - 60 <= ahead <= third + piece.length / 2 + 60,
            lambda: f"{piece} retreats {ahead / 100:.0f} m, expected {third / 100:.0f} m",
        )
        report.check(
            "PB-36.4", abs(aside) <= piece.length / 2 + 60,
            lambda: f"{piece} retreats and shifts sideways by {aside / 100:.0f} m",
        )
        foes = [foe for foe in game.enemies(piece) if foe.shape]
        near = [
            foe for foe in foes
            if geometry.shape_distance(piece.shape, foe.shape) < game.distances["contact_tolerance"] - 1
        ]
        report.check("PB-A130", not near, lambda: f"{piece} retreats into contact with {near[0]}")
        threats = retreat["threats"]
        if not threats:
            report.check("PB-A127", None)
            return
        self._direction(piece, retreat, threats, start, end)
        self._passage(piece, retreat, start, end, third, aside)

    def _reference(self, block, threats):
        """The directions that count as straight back (PB-A135); two if that is not certain."""
        refs = []
        behind = [block.ahead(f.shape[0].x, f.shape[0].y)[1] - block.half_depth for f in threats]
        if any(value > -100 for value in behind) and not any(value < -100 for value in behind):
            refs.append((-block.fx, -block.fy))
        else:
            cx = sum(f.shape[0].x for f in threats) / len(threats)
            cy = sum(f.shape[0].y for f in threats) / len(threats)
            refs.append((block.x - cx, block.y - cy))
            if not any(value < -100 for value in behind):
                refs.append((-block.fx, -block.fy))
        return refs

    def _direction(self, piece, retreat, threats, start, end):
        game, report = self.game, self.report
        refs = self._reference(start, threats)
        angle = min(geometry.angle_between(end.fx, end.fy, *ref) for ref in refs)
        report.check(
            "PB-A127", angle <= 90.5,
            lambda: f"{piece} retreats {angle:.0f}° off the way back",
        )
        for foe in threats:
            before = geometry.shape_distance([start], foe.shape)
            after = geometry.shape_distance([end], foe.shape)
            report.check(
                "PB-A127", after > before,
                lambda: f"{piece} retreats and comes nearer to {foe}, which it leaves:"
                f" {before / 100:.0f} m to {after / 100:.0f} m",
            )
        nearer = self._nearer(piece, start, end, threats)
        if nearer and game.rulings.get("retreat_ways") == "any":
            foe, before, after = nearer[0]
            saved = {p.index: p.shape for p in game.on_map()}
            for index, shape in retreat["places"].items():
                game.pieces[index].shape = shape
            piece.shape = [start]
            way = self._free_way(piece, threats, strict=True)
            for other in game.pieces:
                other.shape = saved.get(other.index)
            report.check(
                "PB-A127", way is None,
                lambda: f"{piece} retreats by {retreat['cause']} and ends {after / 100:.0f} m from"
                f" {foe}, nearer than the {before / 100:.0f} m before, but is free to retreat"
                f" towards {way}°",
            )
        else:
            report.check("PB-A127", True)

    def _nearer(self, piece, start, end, threats):
        """The other enemies within a third of the end that a retreat comes nearer to."""
        result = []
        limit = self.game.distances["foot_third"]
        for foe in self.game.enemies(piece):
            if foe in threats:
                continue
            after = geometry.shape_distance([end], foe.shape)
            if after <= limit:
                before = geometry.shape_distance([start], foe.shape)
                if after < before - SLACK:
                    result.append((foe, before, after))
        return result

    def _free_way(self, piece, threats, strict):
        """A direction that is free for certain, as an angle from the top of the map.

        With `strict`, it must also lead away from all other enemies (PB-A127).
        """
        game = self.game
        block = piece.shape[0]
        if piece.column:
            return None
        third = game.third(piece)
        if game.rulings["retreat_rate"] == "foot-for-all":
            third = game.distances["foot_third"]
        refs = self._reference(block, threats)
        if len(refs) > 1:
            return None
        rx, ry = refs[0]
        size = hypot(rx, ry) or 1.0
        rx, ry = rx / size, ry / size
        choices = [0] + [sign * 5 * i for i in range(1, 18) for sign in (1, -1)]
        if game.rulings.get("retreat_ways") != "any":
            choices = [0]
        for degrees in choices:
            turn = degrees * pi / 180
            wx, wy = rx * cos(turn) + ry * sin(turn), ry * cos(turn) - rx * sin(turn)
            if self._surely_feasible(piece, block, wx, wy, third, threats, strict):
                facing = geometry.angle_between(0, 1, wx, wy)
                return round(facing if wx >= 0 else 360 - facing)
        return None

    def _surely_feasible(self, piece, block, wx, wy, third, threats, strict):
        game = self.game
        end = geometry.Block(
            block.x + wx * third, block.y + wy * third, wx, wy, piece.length / 2, piece.depth / 2
        )
        for x, y in end.corners:
            if not (1000 <= x <= game.width - 1000 and 1000 <= y <= game.height - 1000):
                return False
        for foe in threats:
            before = geometry.shape_distance([block], foe.shape)
            if geometry.shape_distance([end], foe.shape) <= before + 100:
                return False
        # The strip from just behind the turned block to its end, a little too wide.
        half = third / 2 + piece.depth / 2
        strip = geometry.Block(
            block.x + wx * third / 2, block.y + wy * third / 2, wx, wy,
            piece.length / 2 + 100, half,
        )
        for other in game.on_map():
            if other is piece or other.kind == "headquarters":
                continue
            if strict and other.side != piece.side and other.combat and other not in threats:
                after = geometry.shape_distance([end], other.shape)
                if after <= game.distances["foot_third"] + 100:
                    if after < geometry.shape_distance([block], other.shape):
                        return False
            for part in other.shape:
                if geometry.reach(part, strip) < 0 and geometry.penetration(part, strip) > 0:
                    return False
                if geometry.reach(part, end) < 300 and geometry.distance(part, end) < 300:
                    return False
        if game.terrain:
            if game.terrain.closed_ground(strip, ("impassable", "marsh")):
                return False
        return True

    def _passage(self, piece, retreat, start, end, third, aside):
        """Enemies leave a gap of more than half of the piece (PB-25.3)."""
        game = self.game
        half, step = piece.length / 2, 2000
        shift = aside
        blocked = None
        for i in range(4, int(third / step) + 1):
            x, y = start.x + end.fx * i * step, start.y + end.fy * i * step
            spans = []
            for foe in game.enemies(piece):
                for part in foe.shape:
                    if hypot(part.x - x, part.y - y) > part.radius + piece.length:
                        continue
                    span = across(part, x, y, end.fx, end.fy)
                    if span:
                        spans.append(span)
            low = -half - abs(min(0, shift))
            high = half + max(0, shift)
            at, widest = low, 0.0
            for left, right in sorted(spans):
                widest = max(widest, min(left, high) - at)
                at = max(at, min(right, high))
            widest = max(widest, high - at)
            if widest < half - SLACK:
                blocked = (i * step, widest)
        self.report.check(
            "PB-25.3", blocked is None,
            lambda: f"{piece} retreats through a gap of {blocked[1] / 100:.0f} m after"
            f" {blocked[0] / 100:.0f} m",
        )

    # Friends in the way

    def before_any(self, kind):
        """Judges the friends in the way of a retreat once they all stand in their places."""
        if kind not in ("Pushed", "PushedAside", "Disordered"):
            self._check_pushes()

    def before_Pushed(self, data):
        game, report = self.game, self.report
        piece, by = game.pieces[data["piece"]], game.pieces[data["by"]]
        self.changed.add(piece.index)
        report.check(
            "PB-25.4", piece.side == by.side and piece.combat, lambda: f"{by} pushes {piece}"
        )
        expected = piece.status if piece.arm == "detachment" else "spent"
        report.check(
            "PB-A131", data["status"] == expected,
            lambda: f"{piece} is pushed and is {data['status']}",
        )
        if self.retreat and by is self.retreat["piece"] and piece.shape and not piece.column:
            self.retreat["pushed"].append((piece, piece.shape[0], piece.facing, report.line))
        else:
            report.check("PB-A131", None)

    def _check_pushes(self):
        """All friends in the way of the last retreat were pushed just clear (PB-A131)."""
        retreat, self.retreat = self.retreat, None
        if not retreat or retreat["column"] or not retreat["piece"].shape:
            return
        game, report = self.game, self.report
        piece = retreat["piece"]
        start, end = retreat["start"][0], piece.shape[0]
        dx, dy = end.x - start.x, end.y - start.y
        aside, ahead = dx * end.fy - dy * end.fx, dx * end.fx + dy * end.fy
        half = piece.depth / 2
        # The corridor beyond the place of the turned block, with its end; and the whole of it.
        strip = geometry.Block(
            start.x + end.fx * (ahead / 2 + half), start.y + end.fy * (ahead / 2 + half),
            end.fx, end.fy, piece.length / 2, ahead / 2,
        )
        whole = geometry.Block(
            (start.x + end.x) / 2, (start.y + end.y) / 2, end.fx, end.fy,
            piece.length / 2 + abs(aside) / 2, ahead / 2 + half,
        )
        pushed = retreat["pushed"]
        for friend, old, facing, line in pushed:
            if friend.shape and not friend.column:
                before = len(report.violations)
                self._judge_push(friend, old, facing, piece, whole, pushed)
                report.move_faults(before, line)
        if abs(aside) > 60:
            report.check("PB-A131", None)
            return
        names = {friend.index for friend, *_ in pushed}
        gap = game.distances["support_gap"]
        report.check("PB-A131", True)
        for index, shape in retreat["places"].items():
            friend = game.pieces[index]
            if friend.side != piece.side or not friend.combat or friend.index in names:
                continue
            if len(shape) > 1 or friend.column or geometry.reach(shape[0], strip) > 0:
                continue
            if friend.rules["supports"] and geometry.in_support_place(shape[0], start, gap):
                continue
            depth = geometry.penetration(shape[0], strip)
            if depth > SLACK + 50:
                report.fault(
                    "PB-A131",
                    f"{friend} is {depth / 100:.0f} m in the way of the retreat of {piece}, but is"
                    " not pushed", retreat["line"],
                )

    def _judge_push(self, friend, old, facing, by, whole, pushed):
        game, report = self.game, self.report
        report.check("PB-A131", friend.facing == facing, lambda: f"{friend} is pushed and turned")
        end, new = by.shape[0], friend.shape[0]
        dx, dy = new.x - old.x, new.y - old.y
        along, aside = dx * end.fx + dy * end.fy, dx * end.fy - dy * end.fx
        report.check(
            "PB-A131", along > 0 and abs(aside) <= 100,
            lambda: f"{friend} is pushed {along / 100:.0f} m along the retreat of {by} and"
            f" {aside / 100:.0f} m aside",
        )
        # Ten metres less would not have been clear.
        less = new.moved(-end.fx * 1000, -end.fy * 1000)
        tight = along < 1000 or any(
            other is not friend and geometry.shape_penetration(other.shape, [less]) > -300
            for other in game.on_map()
        )
        report.check(
            "PB-A131", tight,
            lambda: f"{friend} is pushed {along / 100:.0f} m by {by}, farther than just clear",
        )
        in_way = geometry.penetration(whole, old) > 0
        for other, there, *_ in pushed:
            if in_way or other is friend or not other.shape:
                continue
            far = hypot(other.shape[0].x - there.x, other.shape[0].y - there.y)
            steps = int(far // 2000) + 1
            in_way = any(
                geometry.penetration(
                    there.moved(end.fx * far * i / steps, end.fy * far * i / steps), old
                ) > -400
                for i in range(steps + 1)
            )
        report.check(
            "PB-A131", in_way, lambda: f"{friend} is pushed by {by} but was not in its way"
        )

    def before_LeftMap(self, data):
        self.pending.pop(data["piece"], None)

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
        enough = count == len(foes) if game.rulings["withdraws_from"] == "infantry-alone" else count > 0
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
                    if self.movement.exposed(piece, foe) and self.movement.surely_uncovered(piece, foe):
                        self.fields[piece.index] = foe
                        break
            self.before_fields = {p.index: p.shape for p in self.game.on_map()}
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
        shares = [
            geometry.covered(self._field_of(foe), block)
            for foe in self.game.pieces if foe.index in self.before_fields and foe.side != piece.side
            and foe.combat and foe.rules["field_of_fire"]
            for block in self.before_fields.get(piece.index, piece.shape)[:1]
        ]
        self.report.check(
            "PB-26.1", any(share > 0.4 for share in shares),
            lambda: f"{piece} retreats from a field of fire, but is in none",
        )

    def _field_of(self, foe):
        shape = self.before_fields[foe.index]
        angle = self.game.rulings["field_of_fire_half_angle"] / 10 * pi / 180
        return geometry.field_of_fire(shape[0], angle, self.game.distances["foot_third"])

    def _fields_end(self):
        self._field_snapshot()
        for index, foe in self.fields.items():
            piece = self.game.pieces[index]
            gone = index in self.left_fields or piece.dead or piece.left or index in self.changed
            self.report.check(
                "PB-26.1", gone,
                lambda: f"{piece} was in no combat and stays in the field of fire of {foe}",
            )


def point_near(block, a, b):
    """Whether a block comes near a segment."""
    return geometry.point_to_segment(block.x, block.y, *a, *b) <= block.radius


def across(block, x, y, fx, fy):
    """The part of a line across the way, through a point, that a block takes up."""
    rx, ry = fy, -fx
    crossing = []
    for i, (px, py) in enumerate(block.corners):
        qx, qy = block.corners[i - 1]
        u, v = (px - x) * fx + (py - y) * fy, (qx - x) * fx + (qy - y) * fy
        if (u > 0) != (v > 0):
            share = u / (u - v)
            cx, cy = px + (qx - px) * share, py + (qy - py) * share
            crossing.append((cx - x) * rx + (cy - y) * ry)
    return (min(crossing), max(crossing)) if len(crossing) >= 2 else None
