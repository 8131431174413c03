"""The state of a game, rebuilt from its event log alone."""

import json

from . import geometry
from .terrain import Terrain

DISTANCES = {
    "foot_third": 76000,
    "mounted_third": 108100,
    "spotting": 228000,
    "sight_depth": 16100,
    "contact_tolerance": 200,
    "support_gap": 2000,
}
POINTS = {"militia": 2, "regular": 3, "elite": 4, "guard": 6}
DICE = {"infantry": 3, "cavalry": 3, "artillery": 3, "dragoons": 2, "detachment": 1}
FOOT = {"infantry", "detachment", "artillery"}
RADIATES = {"infantry", "detachment", "artillery", "dragoons"}


def standard_rules(arm):
    """What Table A says about an arm."""
    points = {"artillery": 4, "dragoons": 4, "cavalry": 6}.get(arm)
    worth = {q: 1 if arm == "detachment" else points or POINTS[q] for q in POINTS}
    if arm != "detachment":
        worth["guard"] = 6
    return {
        "dice": DICE[arm], "hits_on": 4, "moves": "foot" if arm in FOOT else "mounted",
        "field_of_fire": arm in RADIATES, "attacks": arm != "artillery",
        "supports": arm != "artillery", "rally_needs_baggage": arm in FOOT, "points": worth,
    }


# Events by which a piece may come over headquarters.
MOVES = {"Moved", "Entered", "Turned", "LeftReserve", "TookPlace", "Retreated", "Pushed", "Recovered"}


class Piece:
    """A block, with its place and status."""

    def __init__(self, index, card):
        self.index = index
        self.name = card["name"]
        self.side = 0 if card["side"] == "First" else 1
        self.command = card["command"]
        self.kind = card["kind"]
        self.arm = card.get("arm")
        self.quality = card.get("quality")
        self.rating = card.get("rating")
        self.length = card["footprint"]["length"]
        self.depth = card["footprint"]["depth"]
        self.combat = self.kind == "combat"
        self.rules = standard_rules(self.arm) if self.combat else {}
        self.shape = None
        self.stance = None
        self.centre = None
        self.facing = None
        self.column = False
        self.status = None
        self.reserve = None
        self.unpacked = False
        self.seen = False
        self.dead = False
        self.dead_day = None
        self.left = False

    def __str__(self):
        place = f" at ({self.centre[0] / 100:.0f}, {self.centre[1] / 100:.0f})" if self.centre else ""
        return f"{self.index} `{self.name}`{place}"

    @property
    def mounted(self):
        """Whether the piece moves at the mounted rate (PB-6.1)."""
        return self.kind == "headquarters" or self.rules.get("moves") == "mounted"


class Contact:
    """A contact, with the attacker's role and what was known when it was made."""

    def __init__(self, attacker, defender, flank, river, began):
        self.attacker, self.defender = attacker, defender
        self.flank, self.river, self.began = flank, river, began
        self.turned = False


class Game:
    """The state of a game."""

    def __init__(self, head, pack, report):
        self.report = report
        self.rulings = head["rulings"]
        self.width, self.height = head["map"]["width"], head["map"]["height"]
        self.commands = head["commands"]
        self.pieces = [Piece(i, card) for i, card in enumerate(head["pieces"])]
        self.army_hqs = [
            p for p in self.pieces
            if p.kind == "headquarters"
            and (p.command is None or self.commands[p.command]["headquarters"] != p.index)
        ]
        self.distances = dict(DISTANCES)
        self.terrain = None
        self.scenario = None
        self.rules = None
        self.schedule = {}
        self.ids = {}
        if pack:
            self.terrain = Terrain(pack["map"])
            self.scenario = pack["scenario"]
            self.rules = pack["ruleset"]
            self.distances.update(self.rules["distances"])
            self._read_scenario()
        self.day, self.turn, self.night = 1, 0, False
        self.rule = None
        self.contacts = {}
        self.vacated = {}
        self.last_mover = self.last_kind = None
        # Rises with every change of state.
        self.version = 0
        self.tried = set()
        self.said = {}
        self.spotted = {}

    def _read_scenario(self):
        """Finds the index of every piece of the pack, in the order of the log."""
        order = []
        for side in self.scenario["sides"]:
            holders = [side["commander"]] if side.get("commander") else []
            for holder in holders + side["commands"]:
                order.append((holder["headquarters"], "headquarters"))
                order += [(train, "baggage") for train in holder.get("baggage", [])]
                order += [(piece, piece["kind"]) for piece in holder.get("pieces", [])]
        matches = len(order) == len(self.pieces) and all(
            kind in (piece.kind, piece.arm) for (_, kind), piece in zip(order, self.pieces)
        )
        if not matches:
            return
        for (card, _), piece in zip(order, self.pieces):
            self.ids.setdefault(card["id"], piece.index) if piece.kind != "headquarters" else None
            if card.get("packed") is False:
                piece.unpacked = True
            if piece.combat:
                own = card.get("own_type")
                piece.rules = self.rules["types"][own]["rules"] if own else self.rules["pieces"][piece.arm]
        for side in self.scenario["sides"]:
            for arrival in side.get("reinforcements", []):
                for element in arrival["elements"]:
                    if isinstance(element, dict) and "piece" in element:
                        index = self.ids.get(element["piece"])
                        if index is not None:
                            self.schedule[index] = (arrival["day"], arrival["turn"])

    # Questions

    def third(self, piece):
        """A third of the piece's move."""
        return self.distances["mounted_third" if piece.mounted else "foot_third"]

    def on_map(self, side=None):
        """The pieces on the map."""
        return [p for p in self.pieces if p.shape and (side is None or p.side == side)]

    def enemies(self, piece):
        """The enemy combat pieces on the map."""
        return [p for p in self.pieces if p.shape and p.side != piece.side and p.combat]

    def foes_of(self, piece):
        """The enemies in contact with a piece, in the order of their attacks."""
        foes = [
            c.defender if c.attacker is piece else c.attacker
            for c in self.contacts.values() if piece in (c.attacker, c.defender)
        ]
        return [foe for foe in dict.fromkeys(foes) if foe.shape]

    def touching(self, a, b):
        """Whether two enemies are in contact by the measure of PB-36.6."""
        return self.touched_edge(a, b) is not None or self.touched_edge(b, a) is not None

    def touched_edge(self, a, b, slack=3):
        """The edge of b that the front of a touches, for certain with a positive slack (PB-36.12)."""
        if a.column or a.kind != "combat":
            return None
        for block in b.shape:
            if geometry.reach(a.shape[0], block) <= self.distances["contact_tolerance"]:
                edge = geometry.flush(a.shape[0], block, self.distances["contact_tolerance"], slack)
                if edge:
                    return edge
        return None

    def supports_of(self, lead, shape=None):
        """The friends that stand as Supports behind a lead (PB-A85)."""
        shape = shape or lead.shape
        if len(shape) != 1 or lead.column:
            return []
        return [
            p for p in self.pieces
            if p.shape and p.side == lead.side and p is not lead and p.combat and not p.column
            and p.rules["supports"]
            and geometry.in_support_place(p.shape[0], shape[0], self.distances["support_gap"])
        ]

    def leads_of(self, support):
        """The friends that a piece stands behind as a Support."""
        if support.column or not support.shape or not support.rules.get("supports"):
            return []
        return [
            p for p in self.pieces
            if p.shape and p.side == support.side and p is not support and p.combat
            and not p.column
            and geometry.in_support_place(
                support.shape[0], p.shape[0], self.distances["support_gap"]
            )
        ]

    def visibility(self):
        """The visibility of the weather, or None."""
        value = None
        for entry in (self.scenario or {}).get("weather", []):
            if (entry["from"]["day"], entry["from"]["turn"]) <= (self.day, self.turn):
                value = entry["visibility"]
        return value

    def rules_for(self, piece):
        """The effects of the special rules on a piece."""
        for rule in (self.scenario or {}).get("special_rules", []):
            for who in rule.get("who", []):
                named = "piece" in who and self.ids.get(who["piece"]) == piece.index
                if not named and "command" in who and piece.command is not None:
                    side = self.scenario["sides"][piece.side]["commands"]
                    offset = sum(1 for c in self.commands if c["side"] == "First") * piece.side
                    named = side[piece.command - offset]["id"] == who["command"]
                if named:
                    yield rule["effect"]
                    break

    def before(self, moment):
        """Whether a moment of the scenario has not come yet."""
        return (self.day, self.turn) < (moment["day"], moment["turn"])

    # Changes

    def place(self, piece, stance):
        """Puts a piece into a stance."""
        piece.stance = stance
        piece.dead = False
        piece.seen = True
        piece.reserve = None
        if "Line" in stance:
            pose = stance["Line"]
            piece.column = False
            piece.centre = tuple(pose["centre"])
            piece.facing = pose["facing"]
            piece.shape = [geometry.line(piece.centre, piece.facing, piece.length, piece.depth)]
        else:
            points = stance["Column"]["line"]
            piece.column = True
            piece.centre = tuple(points[0])
            piece.shape = geometry.column(points, piece.depth)
            piece.facing = None

    def remove(self, piece):
        """Takes a piece off the map."""
        self.leave_contacts(piece)
        piece.shape = piece.stance = piece.centre = piece.facing = None
        piece.column = False

    def leave_contacts(self, piece):
        """Breaks the contacts of a piece, and remembers them for its Support."""
        left = [c for c in self.contacts.values() if piece in (c.attacker, c.defender)]
        if piece.shape:
            self.vacated[piece.index] = (piece.shape, piece.stance, left, self.report.line)
        for contact in left:
            del self.contacts[contact.attacker.index, contact.defender.index]

    def spend(self, piece):
        """Makes a piece Spent."""
        if piece.arm != "detachment":
            piece.status = "spent"

    def apply(self, kind, data):
        """Carries out an event."""
        handler = getattr(self, "_" + kind, None)
        if handler:
            before = self._state()
            handler(data)
            self.version += self._state() != before
        if kind in MOVES:
            self.last_kind, self.last_mover = kind, self.pieces[data["piece"]]

    def _state(self):
        """All that an event can change."""
        return list(self.contacts), len(self.tried), [
            (p.stance, p.status, p.reserve, p.command, p.unpacked, p.dead, p.left, p.seen)
            for p in self.pieces
        ]

    def _SetUp(self, data):
        piece = self.pieces[data["piece"]]
        piece.status = data["status"]
        place = data["place"]
        if "OnMap" in place:
            self.place(piece, place["OnMap"])
        else:
            piece.seen = True
            piece.reserve = place["InReserve"]

    def _Assigned(self, data):
        piece = self.pieces[data["piece"]]
        piece.command, piece.status = data["command"], data["status"]
        if data["stands"]:
            self.place(piece, data["stands"])

    def _Placed(self, data):
        piece = self.pieces[data["piece"]]
        piece.status = data["status"]
        self.place(piece, data["stands"])

    def _AlterTried(self, data):
        self.tried.add((self.day, self.turn, data["roller"]))

    def _Moved(self, data):
        piece = self.pieces[data["piece"]]
        self.leave_contacts(piece)
        self.place(piece, data["stands"])

    def _Entered(self, data):
        piece = self.pieces[data["piece"]]
        if piece.status is None:
            piece.status = "fresh"
        self.place(piece, data["stands"])

    def _LeftMap(self, data):
        piece = self.pieces[data["piece"]]
        piece.left = True
        self.remove(piece)

    def _Turned(self, data):
        piece = self.pieces[data["piece"]]
        for contact in self.contacts.values():
            if piece is contact.defender:
                contact.turned = True
        self.place(piece, data["stands"])
        for key, contact in list(self.contacts.items()):
            if piece in (contact.attacker, contact.defender):
                if not self.touching(contact.attacker, contact.defender):
                    del self.contacts[key]

    def _Attacked(self, data):
        attacker, defender = self.pieces[data["attacker"]], self.pieces[data["defender"]]
        self.contacts[attacker.index, defender.index] = Contact(
            attacker, defender, data["flank"], data["river"], None
        )

    def _Disordered(self, index):
        self.spend(self.pieces[index])

    def _Rallied(self, data):
        piece = self.pieces[data["piece"]]
        piece.status = "fresh"
        if data["stands"]:
            self.place(piece, data["stands"])

    def _Unpacked(self, index):
        self.pieces[index].unpacked = True

    def _Packed(self, index):
        self.pieces[index].unpacked = False

    def _PushedAside(self, data):
        self.place(self.pieces[data["piece"]], data["stands"])

    def _JoinedReserve(self, data):
        piece = self.pieces[data["piece"]]
        self.remove(piece)
        piece.reserve = data["headquarters"]
        self.spotted.pop(piece.reserve, None)

    def _LeftReserve(self, data):
        piece = self.pieces[data["piece"]]
        self.place(piece, data["stands"])

    def _TookPlace(self, data):
        piece, lead = self.pieces[data["piece"]], self.pieces[data["lead"]]
        self.place(piece, data["stands"])
        for old in self.vacated.get(lead.index, (None, None, [], 0))[2]:
            attacker = piece if old.attacker is lead else old.attacker
            defender = piece if old.defender is lead else old.defender
            if attacker.shape and defender.shape:
                new = Contact(attacker, defender, old.flank, old.river, old.began)
                new.turned = old.turned
                self.contacts[attacker.index, defender.index] = new

    def _Fired(self, data):
        if data["result"] in ("Spent", "SpentAndRetreat"):
            self.spend(self.pieces[data["target"]])

    _Bombarded = _Fired

    def _Retreated(self, data):
        piece = self.pieces[data["piece"]]
        self.leave_contacts(piece)
        self.place(piece, data["stands"])
        piece.status = data["status"]

    def _Pushed(self, data):
        piece = self.pieces[data["piece"]]
        if self.foes_of(piece):
            self.leave_contacts(piece)
        self.place(piece, data["stands"])
        piece.status = data["status"]

    def _Destroyed(self, data):
        piece = self.pieces[data["piece"]]
        self.remove(piece)
        piece.reserve = None
        piece.dead, piece.dead_day = True, self.day

    def _Recovered(self, data):
        piece = self.pieces[data["piece"]]
        self.place(piece, data["stands"])
        piece.status = data["status"]
        piece.dead_day = None


class Replay:
    """Checks that the log is consistent by itself, and that no event repeats in vain."""

    RULE = "log"

    def __init__(self, game):
        self.game, self.report = game, game.report
        self.ended, self.last = True, None

    def every(self, kind, data):
        """Checks any event before it is carried out."""
        game = self.game
        text = json.dumps([kind, data, game.day, game.turn, game.night])
        again = game.said.get(text) == game.version
        self.report.check(
            "log-repeats", not again, lambda: f"the event repeats without a change of state: {text[:120]}"
        )
        self.text = text
        self.report.check(
            self.RULE, kind != "TurnBegins" or self.ended, lambda: "a turn begins before the last one ends"
        )
        if kind in ("TurnBegins", "TurnEnds"):
            self.ended = kind == "TurnEnds"
        self.last = kind

    def log_ends(self):
        """The log ends with the battle."""
        self.report.check(self.RULE, self.last == "Ended", "the log ends before the battle")

    def after_any(self):
        """Remembers an event with the state after it."""
        self.game.said[self.text] = self.game.version

    def _on_map(self, data, key="piece", reserve=False):
        piece = self.game.pieces[data[key] if isinstance(data, dict) else data]
        there = piece.shape is not None or reserve and piece.reserve is not None
        self.report.check(self.RULE, there, lambda: f"{piece} acts off the map")
        return piece

    def _from(self, data):
        piece = self._on_map(data)
        if piece.shape:
            self.report.check(
                self.RULE, piece.centre == tuple(data["from"]),
                lambda: f"{piece} starts from {data['from']}, where it did not stand",
            )

    def before_SetUp(self, data):
        piece = self.game.pieces[data["piece"]]
        self.report.check(self.RULE, not piece.seen, lambda: f"{piece} is set up twice")

    def before_Moved(self, data):
        self._from(data)

    def before_PushedAside(self, data):
        self._from(data)
        piece = self.game.pieces[data["piece"]]
        self.report.check(
            self.RULE, piece.kind == "headquarters", lambda: f"{piece} is pushed aside but is no HQ"
        )

    def before_Entered(self, data):
        piece = self.game.pieces[data["piece"]]
        self.report.check(
            self.RULE, piece.shape is None and not piece.dead and not piece.left,
            lambda: f"{piece} enters though it was on the map before",
        )

    def before_Turned(self, data):
        piece = self._on_map(data)
        self.report.check(
            self.RULE, piece.stance != data["stands"], lambda: f"{piece} turns without a change"
        )

    def before_Attacked(self, data):
        self._on_map(data, "attacker")
        defender = self._on_map(data, "defender")
        if defender.shape:
            self.report.check(
                self.RULE, tuple(data["at"]) == defender.centre,
                lambda: f"{defender} is attacked at {data['at']}, where it does not stand",
            )

    def before_Rallied(self, data):
        piece = self.game.pieces[data["piece"]]
        self.report.check(
            self.RULE, piece.status == "spent", lambda: f"{piece} rallies but is not Spent"
        )

    def before_Disordered(self, index):
        piece = self._on_map(index, reserve=True)
        self.report.check(
            self.RULE, piece.status == "fresh", lambda: f"{piece} is disordered but was not Fresh"
        )

    def before_Unpacked(self, index):
        piece = self._on_map(index)
        self.report.check(self.RULE, not piece.unpacked, lambda: f"{piece} unpacks twice")

    def before_Packed(self, index):
        piece = self._on_map(index)
        self.report.check(self.RULE, piece.unpacked, lambda: f"{piece} packs but was packed")

    def before_JoinedReserve(self, data):
        self._on_map(data)

    def before_LeftReserve(self, data):
        piece = self.game.pieces[data["piece"]]
        self.report.check(
            self.RULE, piece.reserve == data["headquarters"],
            lambda: f"{piece} leaves a reserve that it is not in",
        )

    def before_ReserveSpotted(self, index):
        kept = [p for p in self.game.pieces if p.reserve == index]
        hq = self.game.pieces[index]
        self.report.check(
            "PB-9.5", bool(kept), lambda: f"the reserve of {hq} is spotted but is empty"
        )
        again = self.game.spotted.get(index)
        self.report.check(
            "PB-9.5", not again, lambda: f"the reserve of {hq} is spotted again, see line {again}"
        )
        self.game.spotted[index] = self.report.line

    def before_TookPlace(self, data):
        piece, lead = self.game.pieces[data["piece"]], self.game.pieces[data["lead"]]
        old = self.game.vacated.get(lead.index)
        self.report.check(
            "PB-13.3", old is not None and old[1] == data["stands"],
            lambda: f"{piece} does not take the very place of {lead}",
        )
        if old and piece.shape:
            gap = self.game.distances["support_gap"]
            self.report.check(
                "PB-A85", geometry.in_support_place(piece.shape[0], old[0][0], gap),
                lambda: f"{piece} takes the place of {lead} but did not stand behind it",
            )
        self.report.check("PB-13.4", piece.rules.get("supports"), lambda: f"{piece} gave Support")

    def before_Destroyed(self, data):
        piece = self.game.pieces[data["piece"]]
        self.report.check(
            self.RULE, not piece.dead and not piece.left, lambda: f"{piece} is destroyed twice"
        )

    def before_Recovered(self, data):
        piece = self.game.pieces[data["piece"]]
        self.report.check(
            self.RULE, piece.dead, lambda: f"{piece} returns but was not destroyed"
        )

    def before_Retreated(self, data):
        self._on_map(data)

    def before_Pushed(self, data):
        self._on_map(data)
        self._on_map(data, "by")

    def before_Fired(self, data):
        self._on_map(data, "firer")
        self._on_map(data, "target")

    before_Bombarded = before_Fired
    before_LeftMap = _on_map
    before_Pinned = _on_map
    before_HoldsInFire = _on_map
