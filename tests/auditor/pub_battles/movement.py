"""Moves: lengths, turns, terrain, command, contact, fields of fire, headquarters, reserves."""

from math import hypot, sqrt

from . import geometry
from .fields import Fields

SLACK = 200


class Movement:
    """Checks what pieces do in the activations of their commands."""

    def __init__(self, game):
        self.game, self.report = game, game.report
        self.command = None
        self.began = {}
        self.acted = {}
        self.moved = set()
        self.attacked = {}
        self.bombarded = {}
        self.activation_attacks = {}
        self.disengaged = set()
        self.pinned = set()
        self.commanding = {}
        self.turn_attackers = set()
        self.stacked = {}
        self.fields = Fields(game)

    # Boundaries

    def turn_ends(self):
        self._stacking()

    def turn_begins(self):
        self.acted, self.attacked, self.bombarded = {}, {}, {}
        self.fields.began, self.turn_attackers = {}, set()

    def activation_begins(self, command):
        self.command = command
        self.began = {
            p.index: (p.shape, p.centre, p.facing, p.column) for p in self.game.pieces if p.shape
        }
        self.fields_at_start = self._duties_at_start()
        self.contacts_at_start = {
            p.index: {c.attacker.index ^ c.defender.index ^ p.index
                      for c in self.game.contacts.values() if p in (c.attacker, c.defender)}
            for p in self.game.on_map() if p.combat
        }
        self.moved, self.activation_attacks = set(), {}
        self.disengaged, self.pinned = set(), set()
        self.commanding = {}

    def _duties_at_start(self):
        """The enemies in whose field of fire the pieces of the command begin."""
        duties, self.covered_at_start = {}, {}
        for piece in self.game.on_map():
            if piece.combat and piece.command == self.command:
                self.covered_at_start[piece.index] = self.fields.perhaps_inside(piece)
                duties[piece.index] = {
                    i for i in self.covered_at_start[piece.index]
                    if self.fields.exposed(piece, self.game.pieces[i])
                }
        return duties

    def activation_ends(self):
        game, report = self.game, self.report
        movers = [game.pieces[i] for i in self.moved if game.pieces[i].shape]
        for piece in movers:
            self._end_of_move(piece)
        for index, foes in self.fields_at_start.items():
            piece = game.pieces[index]
            if piece.shape and index not in self.moved:
                self._stay(piece, foes)
        for piece in game.on_map():
            if piece.combat and piece.command == self.command:
                self._contacts_made(piece)
        self._stacking()
        self.command = None

    def _stacking(self):
        """Pieces may not be stacked (PB-6.4)."""
        pieces = self.game.on_map()
        moved = {p.index for p in pieces if self.stacked.get(p.index) is not p.stance}
        self.stacked = {p.index: p.stance for p in pieces}
        for i, a in enumerate(pieces):
            for b in pieces[i + 1:]:
                if a.index not in moved and b.index not in moved:
                    continue
                if geometry.reach(a.shape[0], b.shape[0]) > 0 and not (a.column or b.column):
                    continue
                depth = geometry.shape_penetration(a.shape, b.shape)
                self.report.check(
                    "PB-6.4", depth <= SLACK,
                    lambda: f"{a} and {b} overlap by {depth / 100:.0f} m",
                )

    def _in_attack(self, piece):
        """Whether a piece attacked, or stands as the Support of an attacker or of a contact."""
        if piece.index in self.activation_attacks:
            return True
        touched = {p for c in self.game.contacts.values() for p in (c.attacker, c.defender)}
        if piece in touched and piece.index not in self.moved:
            return True
        return any(lead in touched for lead in self.game.leads_of(piece))

    def _end_of_move(self, piece):
        game, report = self.game, self.report
        if piece.kind == "headquarters":
            return
        attacks = piece.index in self.activation_attacks
        if not attacks and not self._in_attack(piece):
            foes = [p for p in game.on_map(1 - piece.side) if p.kind != "headquarters"]
            near = [
                foe for foe in foes
                if geometry.shape_distance(piece.shape, foe.shape)
                < game.distances["contact_tolerance"] - 1
                and foe.index not in self.contacts_at_start.get(piece.index, ())
            ]
            report.check(
                "PB-36.5", not near,
                lambda: f"{piece} does not attack, but ends its move within 2 m of {near[0]}",
            )
        if piece.index in self.pinned or self._in_attack(piece):
            return
        if piece.kind == "baggage" and piece.unpacked:
            return
        inside = [foe for foe in game.enemies(piece) if self.fields.exposed(piece, foe)]
        before = self.covered_at_start.get(piece.index, ())
        if inside and len(self.fields.perhaps_inside(piece)) < len(before):
            # It left a field of fire, and perhaps could not leave them all (PB-A71).
            report.check("PB-10.2", None)
            return
        report.check(
            "PB-10.2", not inside,
            lambda: f"{piece} ends its move in the field of fire of {inside[0]}"
            f" ({self.fields.covered_share(piece.shape, inside[0]):.0%} of it)",
        )
        for mover, enemy in self.disengaged:
            foe = game.pieces[enemy]
            if mover == piece.index and foe.shape:
                report.check(
                    "PB-11.1", not self.fields.exposed(piece, foe),
                    lambda: f"{piece} leaves {foe} but ends in its field of fire",
                )

    def _stay(self, piece, foes):
        game, report = self.game, self.report
        frozen = any(
            "frozen-until" in effect and game.before(effect["frozen-until"])
            or "activate-when" in effect
            for effect in game.rules_for(piece)
        )
        touching = self.contacts_at_start.get(piece.index) or self._in_attack(piece)
        if not foes or touching or piece.index in self.pinned or frozen:
            return
        for index in foes:
            foe = game.pieces[index]
            if not foe.shape or not self.fields.exposed(piece, foe):
                continue
            scope = self.attacked
            if game.rulings["field_of_fire_stay"] == "activation":
                scope = self.activation_attacks
            answered = any(
                other != piece.index and index in targets
                for acts in (scope, self.bombarded) for other, targets in acts.items()
            )
            if answered:
                report.check("PB-10.4", True)
                continue
            report.check(
                "PB-10.4", not self.fields.surely_uncovered(piece, foe),
                lambda: f"{piece} stays in the field of fire of {foe}, without cover, and nobody"
                " attacks that enemy",
            )

    def _contacts_made(self, piece):
        """Every enemy that a piece touches by the measure is in contact with it (PB-A81)."""
        game = self.game
        for foe in game.on_map(1 - piece.side):
            if foe.kind == "headquarters" or not foe.shape:
                continue
            if geometry.reach(piece.shape[0], foe.shape[0]) > 300 and not (piece.column or foe.column):
                continue
            if not game.touching(piece, foe):
                continue
            self.report.check(
                "PB-A81", in_contact(game, piece, foe),
                lambda: f"{piece} touches {foe} with the majority of an edge, but they are not in contact",
            )

    # Events

    def _act(self, piece, what):
        before = self.acted.get(piece.index)
        self.report.check(
            "PB-6.16", before is None or (before, what) == ("left reserve", "moved"),
            lambda: f"{piece} {what} though it has {before} this turn",
        )
        self.acted[piece.index] = what

    def before_Moved(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        if self.command is None or not piece.shape:
            report.check("PB-5.1", False, lambda: f"{piece} moves outside an activation")
            return
        report.check(
            "PB-5.1", piece.command in (self.command, None)
            and (piece.command is not None or piece.side == self._side()),
            lambda: f"{piece} moves with the chit of another command",
        )
        self._act(piece, "moved")
        for foe in game.foes_of(piece):
            report.check(
                "PB-11.1", (piece.index, foe.index) in self.disengaged,
                lambda: f"{piece} moves out of contact with {foe} without disengaging",
            )
        if piece.kind == "baggage":
            report.check("PB-20.5", not piece.unpacked, lambda: f"{piece} moves while unpacked")
        self.before = (piece.shape, piece.centre, piece.facing, piece.column)
        self.fields.began[piece.index] = piece.centre
        self.moved.add(piece.index)

    def _side(self):
        return 0 if self.game.commands[self.command]["side"] == "First" else 1

    def after_Moved(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        if self.command is None:
            return
        shape, centre, facing, column = self.before
        length, reduced = data["length"], data["reduced"]
        third = game.third(piece)
        dx, dy = piece.centre[0] - centre[0], piece.centre[1] - centre[1]
        straight = hypot(dx, dy)
        # Allowance: thirds left after terrain and column changes; metres in column cost half.
        thirds = 3 - reduced
        if column or piece.column:
            changes = (not column) + (not piece.column)
            limit = 2 * (thirds - changes) * third
        else:
            limit = thirds * third
        report.check(
            "PB-6.1", length <= limit + 2,
            lambda: f"{piece} moves {length / 100:.0f} m, more than {limit / 100:.0f} m",
        )
        if not column and not piece.column:
            report.check(
                "PB-36.8", straight <= length + SLACK,
                lambda: f"{piece} is {straight / 100:.0f} m from where it began, but its path has"
                f" {length / 100:.0f} m",
            )
            if piece.kind != "headquarters":
                self._turning(piece, facing, dx, dy, length, thirds, third)
            self._terrain(piece, shape, centre, length, reduced, straight)
        elif piece.column and game.rulings["columns"] == "keep-clear":
            self._column(piece, shape)
        if game.night:
            self._night(piece, shape)
        if piece.kind == "headquarters":
            self.commanding.setdefault(piece.index, []).append(piece.shape)

    def _turning(self, piece, facing, dx, dy, length, thirds, third):
        turns = geometry.turns_needed(facing, piece.facing, dx, dy, length, SLACK)
        if self.game.rulings.get("squaring_up") != "facing-change":
            # The turn to the edge of an enemy is free (PB-A80).
            turns = max(0, turns - 1)
        allowed = (thirds - max(0, turns - 1)) * third
        self.report.check(
            "PB-6.7", length <= allowed + 2,
            lambda: f"{piece} needs {turns} facing changes (from {facing} to {piece.facing}, by"
            f" {dx / 100:.0f}, {dy / 100:.0f} m) and moves {length / 100:.0f} m, more than"
            f" {allowed / 100:.0f} m",
        )

    def _terrain(self, piece, shape, centre, length, reduced, straight):
        """Difficult terrain on a straight path (PB-6.8)."""
        terrain = self.game.terrain
        # A turn may shift the piece by half its depth (PB-A35).
        if not terrain or straight <= piece.depth / 2 + 10 or abs(length - straight) > 20:
            return
        if piece.kind == "headquarters" and self.game.rulings["headquarters_move"] == "freely":
            return
        end = piece.centre
        ux, uy = (end[0] - centre[0]) / straight, (end[1] - centre[1]) / straight
        inner = (
            (centre[0] + ux * 300, centre[1] + uy * 300),
            (end[0] - ux * 300, end[1] - uy * 300),
        )
        # The path is at most this far from the straight line, and may pass a bend of a stream.
        bend = sqrt(max(length - straight, 1) * straight / 2) + SLACK
        middle = (centre[0] + end[0]) / 2, (centre[1] + end[1]) / 2
        crossed = min(
            sum(terrain.crossings_of(("stream", "river"), *leg) for leg in (
                (inner[0], (middle[0] + uy * side, middle[1] - ux * side)),
                ((middle[0] + uy * side, middle[1] - ux * side), inner[1]),
            ))
            for side in (-bend, 0, bend)
        )
        level = terrain.level(*inner[0]) != terrain.level(*inner[1])
        kinds = ("woods", "marsh", "buildings")[:3 if self.game.rulings["buildings_reduce"] else 2]
        # A third facing on the way costs a third of the move.
        turned = length <= (2 - reduced) * self.game.third(piece)
        wooded = not reduced and any(
            min(terrain.share((kind,), block) for block in blocks) > 0.56
            for blocks in poses(shape[0], piece.shape[0], 0 if turned else 10) for kind in kinds
        )
        if crossed or level or wooded:
            self.report.check(
                "PB-6.8", reduced,
                lambda: f"{piece} crosses difficult terrain ({crossed} waters,"
                f" {'a slope, ' if level else ''}woods {wooded}), but its move is not reduced",
            )
        elif not terrain.crossings_of(("stream", "river", "hills"), centre, end):
            # Areas count once most of the piece is in them, at any moment of the move (PB-A37).
            clear = not reduced or not turned and all(
                terrain.share(kinds, block) < 0.44
                for blocks in poses(shape[0], piece.shape[0], int(straight / 2000) + 1)
                for block in blocks
            )
            self.report.check(
                "PB-6.8", not reduced if clear else None,
                lambda: f"{piece} crosses no difficult terrain, but its move is reduced",
            )
        if terrain.crossings_of(("river",), *inner):
            half = max(shape[0].radius, piece.shape[0].radius) + 5000
            near = any(
                geometry.point_to_segment(*at, *centre, *end) <= half for at in terrain.crossings
            )
            self.report.check(
                "PB-6.11", near, lambda: f"{piece} crosses a river without a bridge or ford"
            )

    def _column(self, piece, shape):
        limit = self.game.distances["foot_third"]
        for foe in self.game.enemies(piece):
            after = geometry.shape_distance(piece.shape, foe.shape)
            if after < limit - 2:
                before = geometry.shape_distance(shape, foe.shape)
                self.report.check(
                    "PB-8.4", before <= after + SLACK,
                    lambda: f"{piece} marches in column to {after / 100:.0f} m from {foe}",
                )
        self.report.check("PB-8.4", True)

    def _night(self, piece, shape):
        limit = self.game.distances["foot_third"]
        for foe in self.game.enemies(piece):
            after = geometry.shape_distance(piece.shape, foe.shape)
            if after < limit - 2:
                before = geometry.shape_distance(shape, foe.shape)
                self.report.check(
                    "PB-30.2", before <= after + 2,
                    lambda: f"{piece} comes nearer than a third to {foe} at night",
                )
        self.report.check("PB-30.2", True)

    def after_Entered(self, data):
        piece = self.game.pieces[data["piece"]]
        self.moved.add(piece.index)
        self.acted[piece.index] = "moved"
        due = self.game.schedule.get(piece.index)
        if due:
            self.report.check(
                "PB-3.10", (self.game.day, self.game.turn) >= due,
                lambda: f"{piece} enters before day {due[0]}, turn {due[1]}",
            )

    def before_Turned(self, data):
        piece = self.game.pieces[data["piece"]]
        self.turned_from = (piece.shape, piece.centre)
        self.turned_contacts = list(self.game.contacts.values())

    def after_Turned(self, data):
        piece = self.game.pieces[data["piece"]]
        shape, centre = self.turned_from
        if not shape:
            return
        shift = hypot(piece.centre[0] - centre[0], piece.centre[1] - centre[1])
        touched = any(
            piece in (c.attacker, c.defender) for c in self.turned_contacts
        )
        limit = piece.length if touched else piece.depth / 2
        self.report.check(
            "PB-A35", shift <= limit + 2,
            lambda: f"{piece} turns and shifts by {shift / 100:.0f} m",
        )

    def before_Attacked(self, data):
        game, report = self.game, self.report
        attacker, defender = game.pieces[data["attacker"]], game.pieces[data["defender"]]
        if not attacker.shape or not defender.shape:
            return
        edge = game.touched_edge(attacker, defender, -3)
        report.check(
            "PB-36.6", edge is not None or self._flush(attacker, defender),
            lambda: f"{attacker} attacks {defender}, but neither front touches most of an edge",
        )
        report.check(
            "PB-12.4", attacker.side != defender.side and defender.kind != "headquarters",
            lambda: f"{defender} cannot be attacked",
        )
        self._river(attacker, defender, data["river"])
        if game.rule == "PB-22.1":
            # Nobody moved: a lead turned or left, and exposed its Support (PB-A110).
            return
        if self.command is None:
            report.check("PB-12.1", False, lambda: f"{attacker} attacks outside an activation")
            return
        report.check(
            "PB-12.1", attacker.index in self.moved,
            lambda: f"{attacker} attacks without a move",
        )
        for acts in (self.attacked, self.activation_attacks):
            acts.setdefault(attacker.index, set()).add(defender.index)
        self.turn_attackers.add(attacker.index)
        report.check("PB-30.1", not game.night, lambda: f"{attacker} attacks at night")
        report.check(
            "PB-12.4", attacker.combat and attacker.rules["attacks"] and not attacker.column,
            lambda: f"{attacker} may not attack",
        )
        self._command_range(attacker)
        if game.rulings["reattack"] == "never":
            report.check(
                "PB-A77", (attacker.index, defender.index) not in self.disengaged,
                lambda: f"{attacker} leaves {defender} and attacks it again",
            )
        for effect in game.rules_for(attacker):
            if "forbid" in effect and "attack" in effect["forbid"]["acts"]:
                until = effect["forbid"].get("until")
                report.check(
                    "PB-3.18", until is not None and not game.before(until),
                    lambda: f"{attacker} attacks though a special rule forbids it",
                )
        self._flank(attacker, defender, edge, data["flank"])

    def _flush(self, attacker, defender):
        """Whether the front of either touches most of an edge of the other, or of its pair."""
        game = self.game

        def pair(piece):
            return [piece] + game.supports_of(piece) + game.leads_of(piece)

        return any(
            game.touched_edge(a, b, -3) or game.touched_edge(b, a, -3)
            for a in pair(attacker) for b in pair(defender)
        )

    def _river(self, attacker, defender, river):
        """Attacks across a river are marked (PB-23.5)."""
        game, report = self.game, self.report
        if game.terrain and not defender.column:
            a, b = attacker.shape[0], defender.shape[0]
            crossed = game.terrain.crossings_of(("river",), (a.x, a.y), (b.x, b.y))
            if crossed % 2 == 1:
                report.check(
                    "PB-23.5", river or game.rulings["attack_over_river"] != "flanked",
                    lambda: f"a river runs between {attacker} and {defender}, but river is false",
                )
            elif not game.terrain.river_near(a, 2500) and not crossed:
                report.check(
                    "PB-23.5", not river,
                    lambda: f"no river is near {attacker}, but river is true",
                )

    def _flank(self, attacker, defender, edge, flank):
        """The attack is on the flank if it comes from behind the front (PB-18.1, PB-A106).

        The log has the place after squaring up, so only clear cases count.
        """
        game = self.game
        if defender.column or edge is None:
            return
        right, ahead = defender.shape[0].ahead(attacker.shape[0].x, attacker.shape[0].y)
        ahead -= defender.shape[0].half_depth
        slide = attacker.length * 0.375
        expected = ahead < 0
        if game.rulings["flanking"] == "rear-or-several":
            expected = edge == "rear" or len({attacker, *game.foes_of(defender)}) > 1
        elif edge in ("front", "rear"):
            expected = None if abs(right) > defender.length / 2 else edge == "rear"
        elif abs(ahead) <= slide:
            expected = None
        protected = defender.kind == "baggage"
        if game.terrain and not protected:
            protected = game.terrain.majority(("buildings",), defender.shape)
        if expected and protected is not False:
            expected = False if protected else None
        self.report.check(
            "PB-18.1", None if expected is None else flank == expected,
            lambda: f"{attacker} touches the {edge} of {defender}, {-ahead / 100:.0f} m behind its"
            f" front, but flank is {flank}",
        )

    def after_Attacked(self, data):
        contact = self.game.contacts[data["attacker"], data["defender"]]
        contact.began = self.fields.began.get(data["attacker"])
        if data["attacker"] not in self.began or self.game.rule == "PB-22.1":
            contact.began = None

    def _command_range(self, attacker):
        """The attacker began its move in command (PB-7.4, PB-7.5)."""
        game, report = self.game, self.report
        begin = self.began.get(attacker.index)
        if not begin:
            report.check("PB-7.4", None)
            return
        hqs = [hq for hq in game.army_hqs if hq.side == attacker.side]
        if attacker.command is not None:
            hqs.append(game.pieces[game.commands[attacker.command]["headquarters"]])
        best = 1e18
        for hq in hqs:
            shapes = list(self.commanding.get(hq.index, []))
            if not shapes and hq.index in self.began:
                shapes.append(self.began[hq.index][0])
            if hq.shape and not shapes:
                shapes.append(hq.shape)
            for shape in shapes:
                best = min(best, geometry.shape_distance(begin[0], shape))
        report.check(
            "PB-7.4", best <= game.distances["mounted_third"] + 2,
            lambda: f"{attacker} attacks but began its move {best / 100:.0f} m from its HQs",
        )

    def before_Disengaged(self, data):
        game = self.game
        piece, enemy = game.pieces[data["piece"]], game.pieces[data["enemy"]]
        self.disengaged.add((piece.index, enemy.index))
        self.report.check(
            "PB-11.1", in_contact(game, piece, enemy),
            lambda: f"{piece} disengages from {enemy}, but they were not in contact",
        )

    def before_Pinned(self, index):
        self.pinned.add(index)

    def before_Rallied(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        self._act(piece, "rallied")
        if not piece.shape:
            return
        foes = [
            foe for foe in game.on_map(1 - piece.side)
            if foe.kind != "headquarters" and game.touching(piece, foe)
        ]
        registered = [c for c in game.contacts.values() if piece in (c.attacker, c.defender)]
        report.check(
            "PB-19.4", not foes and not registered,
            lambda: f"{piece} rallies in contact with {foes[0] if foes else 'an enemy'}",
        )
        touched = {p for c in game.contacts.values() for p in (c.attacker, c.defender)}
        leads = [lead for lead in game.leads_of(piece) if lead in touched]
        report.check(
            "PB-19.4", not leads,
            lambda: f"{piece} rallies while it supports {leads[0]}, which is in contact",
        )
        if game.terrain:
            built = game.terrain.majority(("buildings",), piece.shape)
            report.check(
                "PB-34.2", None if built is None else not built,
                lambda: f"{piece} rallies in buildings",
            )

    def before_Bombarded(self, data):
        firer = self.game.pieces[data["firer"]]
        self._act(firer, "bombarded")
        self.bombarded.setdefault(firer.index, set()).add(data["target"])
        if self.command is not None:
            self.report.check(
                "PB-15.1", firer.command == self.command,
                lambda: f"{firer} bombards in the activation of another command",
            )

    # Reserves

    def before_JoinedReserve(self, data):
        game, report = self.game, self.report
        piece, hq = game.pieces[data["piece"]], game.pieces[data["headquarters"]]
        report.check(
            "PB-9.2", piece.side == hq.side and hq.shape is not None
            and (piece.combat or piece.kind == "baggage" and not piece.unpacked),
            lambda: f"{piece} may not join the reserve of {hq}",
        )
        own = piece.command is not None and game.commands[piece.command]["headquarters"] == hq.index
        report.check(
            "PB-A62", own or hq in game.army_hqs or game.rulings.get("reserve_joined_by") == "side",
            lambda: f"{piece} joins the reserve of {hq}, which does not command it",
        )
        if piece.shape and hq.shape:
            far = geometry.shape_distance(piece.shape, hq.shape)
            report.check(
                "PB-A59", far <= SLACK,
                lambda: f"{piece} joins the reserve of {hq} from {far / 100:.0f} m",
            )

    def before_LeftReserve(self, data):
        self.left_from = self.game.pieces[data["headquarters"]].centre

    def after_LeftReserve(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        forced = game.spotted.get(data["headquarters"])
        if forced:
            return
        self._act(piece, "left reserve")
        self.moved.add(piece.index)
        # The slot is behind the HQ, so this bound is generous.
        if self.left_from and not piece.column:
            far = hypot(piece.centre[0] - self.left_from[0], piece.centre[1] - self.left_from[1])
            limit = 3 * game.third(piece) + 6 * piece.depth
            report.check(
                "PB-9.2", far <= limit,
                lambda: f"{piece} leaves the reserve and goes {far / 100:.0f} m",
            )


def in_contact(game, a, b):
    """Whether two enemies are in contact, themselves or by the pair they belong to (PB-A110)."""
    def related(piece):
        return {piece.index} | {p.index for p in game.supports_of(piece)} | {
            p.index for p in game.leads_of(piece)
        }
    if (a.index, b.index) in game.contacts or (b.index, a.index) in game.contacts:
        return True
    ones, others = related(a), related(b)
    return any(
        (i, j) in game.contacts or (j, i) in game.contacts for i in ones for j in others
    )


def poses(a, b, steps):
    """The blocks at points of a straight path, with the old facing and with the new one."""
    yield (a,)
    yield (b,)
    for i in range(steps):
        share, rest = i / steps, i / steps - 1
        dx, dy = b.x - a.x, b.y - a.y
        yield a.moved(dx * share, dy * share), b.moved(dx * rest, dy * rest)
