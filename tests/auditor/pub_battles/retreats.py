"""Retreats, and the friends in their way (PB-25)."""

from math import cos, hypot, pi, sin

from . import geometry

SLACK = 200


class Retreats:
    """The part of the combat checks that judges retreats."""

    def _no_way_back(self, piece):
        readings = self._readings(piece, "Hits")
        if not readings[0]:
            self.report.check("PB-25.2", None)
            return
        strict = self.game.rulings.get("retreat_ways") == "never-closer"
        way = self._free_way(piece, readings, strict)
        self.report.check(
            "PB-25.2", way is None,
            lambda: f"{piece} is destroyed for want of a way back, but can retreat towards {way}°",
        )

    def _readings(self, piece, cause):
        """The enemies that a retreating piece leaves: one list for each reading of PB-P11."""
        game = self.game
        touched = game.foes_of(piece)
        if cause == "Bombardment":
            firer = game.pieces[self.shot_by.get(piece.index, piece.index)]
            firers = [firer] if firer.side != piece.side and firer.shape else []
            return [touched, touched + firers, firers] if touched else [firers]
        if cause == "FieldOfFire":
            return self._covering(piece)
        if touched or cause != "Choice":
            return [touched]
        left = self._old_threats(piece)
        if not left and self.shot_by:
            firer = game.pieces[list(self.shot_by.values())[-1]]
            left = [firer] if firer.shape and firer.side != piece.side else []
        return [left]

    def _covering(self, piece):
        """The enemies in whose field of fire a piece stood after the last combat."""
        fields = self.fields_of_fire
        possible = [foe for foe, share in self._shares(piece) if share > 0.48]
        if any(foe.shape != self.before_fields[foe.index] for foe in possible):
            return [[]]
        certain = [
            foe for foe in possible
            if fields.exposed(piece, foe) and fields.surely_uncovered(piece, foe)
        ]
        return [certain] if len(certain) == len(possible) else [certain, possible]

    def _lead_left(self, piece, fought=lambda index, contacts: contacts):
        """The last lead that left a piece, its Support, and did fight: its index, or None."""
        game, gap = self.game, self.game.distances["support_gap"]
        left = [
            (line, index) for index, (shape, _, contacts, line) in game.vacated.items()
            if game.pieces[index].side == piece.side and len(shape) == 1 and fought(index, contacts)
            and line > self.turn_line and geometry.in_support_place(piece.shape[0], shape[0], gap)
        ]
        return max(left)[1] if left else None

    def _old_threats(self, piece):
        """The enemies of the lead that left, for its Support."""
        index = self._lead_left(piece)
        if index is None:
            return []
        lead = self.game.pieces[index]
        foes = [
            c.attacker if c.defender is lead else c.defender for c in self.game.vacated[index][2]
        ]
        return [foe for foe in foes if foe.shape]

    def before_Retreated(self, data):
        game, report = self.game, self.report
        piece = game.pieces[data["piece"]]
        self.retreat, self.columns_pushed = None, False
        if not piece.shape:
            return
        cause = data["cause"]
        pending = self.pending.pop(piece.index, None)
        was_changed = piece.index in self.changed
        self.changed.add(piece.index)
        if cause in ("Hits", "Bombardment"):
            # A Support that retreats is not hit itself.
            report.check(
                "PB-25.1", pending is not None and pending[0] != "Destroyed",
                lambda: f"{piece} retreats by {cause}, but its result was {pending}",
            )
        elif cause == "FieldOfFire":
            self._field_retreat(piece)
        elif cause == "Withdrawal":
            self._withdrawal(piece)
        elif cause == "Choice":
            decides = self.combat and self.fired_on and piece.index in self.leads
            # Both leads may have left, so that the second one was no longer in contact (PB-A88).
            lead = self._lead_left(piece, lambda index, contacts: contacts or index in self.leads)
            is_free = not pending and (bool(decides) or lead is not None)
            report.check(
                # A piece that was pushed before may have supported a lead that has left since.
                "PB-25.6", None if was_changed and not is_free else is_free,
                lambda: f"{piece} retreats by choice, but neither decides after a round nor lost a lead",
            )
        if cause == "Choice" and piece.arm == "artillery" and game.foes_of(piece):
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
            "piece": piece, "start": piece.shape, "column": piece.column,
            "readings": self._readings(piece, cause),
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
        third = self._retreat_distance(piece)
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
        readings = [reading for reading in retreat["readings"] if reading]
        # An enemy may have left the contact before the piece chooses.
        apart = retreat["cause"] == "Choice" and any(
            geometry.shape_distance([start], foe.shape) > 5000 for foe in retreat["readings"][0]
        )
        if not readings or not retreat["readings"][0] or apart:
            report.check("PB-A127", None)
            return
        self._direction(piece, retreat, readings, start, end)
        self._passage(piece, retreat, start, end, third, aside)

    def _retreat_distance(self, piece):
        if self.game.rulings["retreat_rate"] == "foot-for-all":
            return self.game.distances["foot_third"]
        return self.game.third(piece)

    def _references(self, block, readings):
        """The directions that may count as straight back (PB-A135)."""
        refs = []
        for threats in readings:
            ahead = [
                block.ahead(foe.shape[0].x, foe.shape[0].y)[1] - block.half_depth for foe in threats
            ]
            if not any(value < -100 for value in ahead):
                refs.append((-block.fx, -block.fy))
            if any(value < 100 for value in ahead):
                dx = block.x - sum(foe.shape[0].x for foe in threats) / len(threats)
                dy = block.y - sum(foe.shape[0].y for foe in threats) / len(threats)
                # Without a clear direction away from their middle, any may be meant.
                refs.append((dx, dy) if hypot(dx, dy) > 5000 else None)
        return refs

    def _direction(self, piece, retreat, readings, start, end):
        game, report = self.game, self.report
        refs = self._references(start, readings)
        angle = 0 if None in refs else min(
            geometry.angle_between(end.fx, end.fy, *ref) for ref in refs
        )
        report.check(
            "PB-A127", None if None in refs else angle <= 90.5,
            lambda: f"{piece} retreats by {retreat['cause']}, {angle:.0f}° off the way back",
        )
        # The distance counts before the piece is shifted sideways to fit (PB-P11).
        aside = (end.x - start.x) * end.fy - (end.y - start.y) * end.fx
        plain = end.moved(-end.fy * aside, end.fx * aside)
        for foe in readings[0]:
            before = geometry.shape_distance([start], foe.shape)
            after = max(geometry.shape_distance([place], foe.shape) for place in (end, plain))
            report.check(
                "PB-A127", after > before,
                lambda: f"{piece} retreats by {retreat['cause']} and comes nearer to {foe}, which it"
                f" leaves: {before / 100:.0f} m to {after / 100:.0f} m",
            )
        threats = [foe for reading in readings for foe in reading]
        nearer = self._nearer(piece, start, end, threats)
        ruling = game.rulings.get("retreat_ways", "any")
        if nearer and ruling == "never-closer":
            foe, before, after = nearer[0]
            report.check(
                "PB-A127", False,
                lambda: f"{piece} retreats by {retreat['cause']} and ends {after / 100:.0f} m from"
                f" {foe}, nearer than the {before / 100:.0f} m before",
            )
        elif nearer and ruling == "away-from-all":
            foe, before, after = nearer[0]
            saved = {p.index: p.shape for p in game.on_map()}
            for index, shape in retreat["places"].items():
                game.pieces[index].shape = shape
            piece.shape = [start]
            way = self._free_way(piece, readings, strict=True)
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

    def _free_way(self, piece, readings, strict):
        """A direction that is free for certain, as an angle from the top of the map.

        With `strict`, it must also lead away from all other enemies (PB-A127).
        """
        game = self.game
        block = piece.shape[0]
        if piece.column:
            return None
        third = self._retreat_distance(piece)
        refs = self._references(block, [reading for reading in readings if reading])
        threats = [foe for reading in readings for foe in reading]
        if None in refs:
            return None
        rx, ry = refs[0]
        size = hypot(rx, ry) or 1.0
        rx, ry = rx / size, ry / size
        choices = [0] + [sign * 5 * i for i in range(1, 18) for sign in (1, -1)]
        if game.rulings.get("retreat_ways") == "straight-back":
            choices = [0]
        for degrees in choices:
            turn = degrees * pi / 180
            wx, wy = rx * cos(turn) + ry * sin(turn), ry * cos(turn) - rx * sin(turn)
            if any(geometry.angle_between(wx, wy, *ref) > 85 for ref in refs):
                continue
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
            self.columns_pushed = True
            report.check("PB-A131", None)

    def _check_pushes(self):
        """All friends in the way of the last retreat were pushed just clear (PB-A131)."""
        retreat, self.retreat = self.retreat, None
        if not retreat or retreat["column"] or not retreat["piece"].shape:
            return
        game, report = self.game, self.report
        piece = retreat["piece"]
        start, end = retreat["start"][0], piece.shape[0]
        any_overlap = game.rulings.get("friends_in_the_way") == "any-overlap"
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
        # The strip from the start to the end, before the piece is shifted to fit.
        corridor = geometry.Block(
            start.x + end.fx * ahead / 2, start.y + end.fy * ahead / 2, end.fx, end.fy,
            piece.length / 2, ahead / 2,
        )
        pushed = retreat["pushed"]
        for friend, old, facing, line in pushed:
            if friend.shape and not friend.column:
                before = len(report.violations)
                self._judge_push(friend, old, facing, piece, whole, corridor, pushed)
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
            share = geometry.covered(strip.corners, shape[0])
            if depth > SLACK + 50 and (any_overlap or share > 0.56):
                report.fault(
                    "PB-A131",
                    f"{friend} is {depth / 100:.0f} m in the way of the retreat of {piece}, but is"
                    " not pushed", retreat["line"],
                )

    def _judge_push(self, friend, old, facing, by, whole, corridor, pushed):
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
        tight = along < 1000 or geometry.penetration(corridor, less) > -300 or any(
            other is not friend and geometry.shape_penetration(other.shape, [less]) > -300
            for other in game.on_map()
        )
        if corridor.half_depth > 0:
            depth = geometry.penetration(corridor, new)
            report.check(
                "PB-A131", depth <= SLACK,
                lambda: f"{friend} is pushed by {by}, but stays {depth / 100:.0f} m in its way",
            )
        report.check(
            "PB-A131", tight,
            lambda: f"{friend} is pushed {along / 100:.0f} m by {by}, farther than just clear",
        )
        in_way = geometry.penetration(whole, old) > -10
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
        if not in_way and self.columns_pushed:
            in_way = None
        report.check(
            "PB-A131", in_way, lambda: f"{friend} is pushed by {by} but was not in its way"
        )


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
