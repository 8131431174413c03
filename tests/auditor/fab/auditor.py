"""Reads the log of a FAB game, keeps the position, and checks each event against the rules."""

import json
from collections import Counter, namedtuple

from .administration import Administration
from .board import Board
from .boxes import Boxes
from .combat import Combat
from .hits import Hits
from .movement import Movement
from .reinforcement import Reinforcement
from .scene import SIDES, Scene
from .supply import Supply

Violation = namedtuple("Violation", "rule line text")

TURN = [
    "administration",
    "operational-movement",
    "strategic-movement",
    "combat",
    "reaction",
    "breakthrough-movement",
    "breakthrough-combat",
    "supply",
]
# Events that belong to the one before them: what is owed may still be paid.
FOLLOWING = {
    "control",
    "revealed",
    "hidden",
    "reserve",
    "ordered",
    "eliminated",
    "chit",
    "step-lost",
    "point",
    "retreated",
    "fieldworks-gone",
    "roadblock-gone",
    "aborted",
}


class Auditor(Movement, Combat, Hits, Boxes, Reinforcement, Administration, Supply):
    """One game."""

    def __init__(self, head, pack):
        self.scene = Scene(head, pack)
        self.board = Board(self.scene)
        self.checks, self.unsure, self.violations, self.line = Counter(), Counter(), [], 1
        self.turn, self.phase, self.phasing = 0, None, None
        self.order, self.ended, self.over, self.result = [], True, False, None
        self.dirty, self.expect_reveal, self.retreated = set(), set(), set()
        self.owes_death, self.owes_disorder, self.owes_marker = None, set(), None
        # The turn in which each reusable Special Action last became available (FAB-A21).
        self.since = {}
        self.newly_delayed, self.lasting, self.came_by = set(), [], {}
        self.round, self.action, self.mover, self.attempt = None, None, None, None
        for side in (0, 1):
            self.check_reserve_count(side)
        self.check_areas()

    def __iter__(self):
        return iter(self.violations)

    def check(self, rule, fit, text):
        self.checks["FAB-" + rule] += 1
        if not fit:
            self.violations.append(Violation("FAB-" + rule, self.line, text))

    def unit(self, number):
        return f"{self.scene.units[number].name} ({number})"

    def area(self, number):
        return f"{self.scene.areas[number]['name']} ({number})"

    def card(self, chit):
        return self.scene.chits[chit]

    # ---------------------------------------------------------------- reading

    def read(self, line, text):
        self.line = line
        event = json.loads(text)
        what, rule = event["what"], event["rule"]
        kind, data = (what, {}) if isinstance(what, str) else next(iter(what.items()))
        if isinstance(data, dict) and data.get("side") in SIDES:
            data["side"] = SIDES.index(data["side"])
        if kind not in FOLLOWING:
            self.settle()
        if self.attempt and kind not in ("moved", "turned-back"):
            self.check("5.35d1", False, "nobody crosses the bridge that was tried, or is held there")
            self.attempt = None
        if kind != "turn-begins":
            self.check(
                "3", event["turn"] == self.turn, f"turn {event['turn']} within turn {self.turn}"
            )
        self.check("3.4", not self.over, "an event after the end")
        if (
            self.phase == "supply"
            and self.status_open
            and kind not in ("supply", "area-supply", "control")
        ):
            self.close_status()
        getattr(self, "read_" + kind.replace("-", "_"))(data, rule)

    def settle(self):
        """What earlier events owe must be paid before the next one that stands for itself."""
        board = self.board
        for area in self.dirty:
            due = board.due_controller(area)
            fit = due is None or board.areas[area].control == due or self.round is not None
            self.check(
                "2.4d",
                fit,
                f"{self.area(area)} is held by side {due} alone and does not change hands",
            )
            block = board.areas[area].roadblock
            fit = block is None or not board.occupants[area][1 - block]
            self.check("4.34c", fit, f"the roadblock in {self.area(area)} stays among enemies")
            if board.contested(area):
                waits = [
                    n
                    for side in (0, 1)
                    for n in board.occupants[area][side]
                    if board.units[n].reserve
                ]
                self.check(
                    "5.21c", not waits, f"units keep reserve markers in contested {self.area(area)}"
                )
        if self.round is None:
            self.dirty = set()
        self.check(
            "5.22b",
            not self.expect_reveal,
            f"units stay hidden among units face up: {self.expect_reveal}",
        )
        self.expect_reveal = set()
        self.check("2.3h", self.owes_death is None, "a unit without steps stays")
        self.owes_death = None
        late = [
            number for number in self.owes_disorder if board.units[number].order != "disordered"
        ]
        self.check("6.6f", not late, f"units retreated in order: {late}")
        self.owes_disorder = set()
        self.check("5.4c", self.owes_marker is None, "a strategic move keeps its reserve marker")
        self.owes_marker = None

    def read_turn_begins(self, data, rule):
        self.check("3", self.ended, "a turn begins within another")
        self.check("3.5", self.result is None, "play goes on after a sudden death")
        self.turn += 1
        self.ended = False
        self.order = [("reinforcement", None)] + [
            (phase, side) for side in (0, 1) for phase in TURN
        ]
        self.order = self.order[::-1]

    def read_phase(self, data, rule):
        self.close_phase()
        due = self.order.pop() if self.order else None
        self.phase, self.phasing = data["phase"], data["side"]
        fit = due and due[0] == self.phase and due[1] in (None, self.phasing)
        self.check("3", fit, f"phase {self.phase} of side {self.phasing}, due {due}")
        if self.phase == "administration":
            self.lasting, self.came_by = [], {}
        begin = {
            "reinforcement": self.begin_reinforcement,
            "administration": self.begin_administration,
            "operational-movement": self.begin_movement,
            "reaction": self.begin_reaction,
            "breakthrough-movement": self.begin_movement,
            "combat": self.begin_combat_phase,
            "breakthrough-combat": self.begin_combat_phase,
            "supply": self.begin_supply,
            "strategic-movement": self.begin_strategic,
        }
        begin[self.phase]()

    def begin_reaction(self):
        kept = self.contested_at_start
        self.begin_movement()
        self.contested_before = kept

    def begin_strategic(self):
        self.acted, self.strategic_moves, self.mover = set(), 0, None

    def close_phase(self):
        """The end of a phase: FAB-P2, and the invariants FAB-S20 to FAB-S33."""
        if self.phase is None or self.ended:
            return
        end = {
            "reinforcement": self.end_reinforcement,
            "administration": self.end_administration,
            "operational-movement": self.end_movement,
            "reaction": self.end_movement,
            "breakthrough-movement": self.end_movement,
            "combat": self.end_combat_phase,
            "breakthrough-combat": self.end_combat_phase,
            "supply": self.end_supply,
        }
        if self.phase in end:
            end[self.phase]()
        self.settle()
        self.check_areas()
        for side in (0, 1):
            self.check_reserve_count(side)

    def check_areas(self):
        board = self.board
        for area, here in enumerate(board.areas):
            for side in (0, 1):
                there = board.occupants[area][side]
                self.check(
                    "5.1a",
                    len(there) <= self.scene.stacking,
                    f"{len(there)} units in {self.area(area)}",
                )
            due = board.due_controller(area)
            self.check(
                "2.4d", due in (None, here.control), f"{self.area(area)} belongs to side {due}"
            )
            works = here.fieldworks
            fit = works is None or board.occupants[area][works]
            self.check("5.23c", fit, f"fieldworks of nobody in {self.area(area)}")
            contested = board.contested(area)
            for side in (0, 1):
                for number in board.occupants[area][side]:
                    unit = board.units[number]
                    self.check(
                        "5.21c",
                        not (contested and unit.reserve),
                        f"{self.unit(number)} waits in contact",
                    )
                    self.check(
                        "6.29",
                        contested or not unit.up,
                        f"{self.unit(number)} is face up without an enemy",
                    )
                    fit = 1 <= unit.steps <= len(unit.card.quality)
                    self.check("S22", fit, f"{self.unit(number)} has {unit.steps} steps")
        self.check("S25", "assigned" not in board.chits, "an asset stays assigned")

    # ------------------------------------------------------------ small events

    def read_control(self, data, rule):
        area, side = data["area"], data["side"]
        here = self.board.areas[area]
        self.check("2.4d", here.control != side, f"{self.area(area)} changes hands to its owner")
        due = self.board.due_controller(area)
        self.check("2.4d", due == side, f"{self.area(area)} goes to side {side}, should be {due}")
        here.control, here.supplied = side, None

    def read_revealed(self, data, rule):
        number = data["unit"]
        unit, who = self.board.units[number], self.unit(data["unit"])
        if rule in ("FAB-6.7b", "FAB-D16", "FAB-8.32"):
            self.check("2.2a", not unit.up and not unit.peeked, f"{who} is revealed again")
            if self.phase == "administration":
                self.close_draws()
                effect = self.effect("reveal") if rule == "FAB-D16" else None
                if rule == "FAB-8.32" and self.in_action("FAB-8.3", "8.32", 1 - unit.side):
                    self.check("8.32", self.count("staff") == 1, "two functions of one staff")
                if effect:
                    self.check(
                        "D16",
                        self.count("reveal") <= effect["n"],
                        "the event reveals too many units",
                    )
                    self.check("D16", unit.side != self.action.card.side, f"{who} is a friend")
            unit.peeked = True
            return
        self.check("2.2a", not unit.up, f"{who} is revealed and was face up")
        if rule in ("FAB-5.22b", "FAB-A24"):
            self.check(
                "5.22b", number in self.expect_reveal, f"{who} is revealed among hidden enemies"
            )
            self.expect_reveal.discard(number)
        elif rule == "FAB-6.24e":
            now = self.round
            fit = now and now.stage == 0 and unit.area == now.area and all(now.point.values())
            self.check("6.24e", fit, f"{who} is revealed out of turn")
        else:
            self.check(
                "A27",
                rule == "FAB-A27" and self.round and number in self.round.joined,
                f"{rule} reveals {who}",
            )
        unit.up = True

    def read_hidden(self, data, rule):
        number = data["unit"]
        unit, who = self.board.units[number], self.unit(data["unit"])
        if rule == "FAB-6.29":
            self.check("6.29", unit.up, f"{who} is hidden already")
            self.check("6.29", not self.board.contested(unit.area), f"{who} is hidden in contact")
            unit.up = False
        else:
            self.check(rule[4:], unit.peeked, f"{who} was not revealed for a time")
        unit.peeked = False

    def read_eliminated(self, data, rule):
        number = data["unit"]
        unit = self.board.units[number]
        if rule == "FAB-9.4d":
            self.meet_fate(number, "9.4d")
        elif rule == "FAB-2.3h":
            self.check(
                "2.3h",
                self.owes_death == number and unit.steps == 0,
                f"{self.unit(number)} dies with steps",
            )
        else:
            there = self.board.occupants[unit.area][unit.side]
            fit = (
                rule == "FAB-5.1c"
                and len(there) > self.scene.stacking
                and not self.board.retreat_targets(number)
            )
            self.check("5.1c", fit, f"{self.unit(number)} is eliminated by {rule}")
        self.owes_death = None
        self.dirty.add(unit.area)
        self.board.put(number, None)
        unit.dead, unit.reserve, unit.exploit, unit.up, unit.peeked = (
            True,
            False,
            False,
            False,
            False,
        )

    def read_ordered(self, data, rule):
        number, order = data["unit"], data["order"]
        unit = self.board.units[number]
        self.check("6.5", unit.order != order, f"{self.unit(number)} was {order} before")
        if rule == "FAB-9.35":
            self.on_recovered(number, order)
        elif rule == "FAB-9.4b":
            self.meet_fate(number, "9.4b")
            self.check("9.4b", order == "disordered", f"{self.unit(number)} becomes {order}")
        elif self.phase == "administration":
            self.on_administration_order(data, rule)
        elif self.round is not None:
            self.on_combat_order(data, rule)
        else:
            self.check(
                "6.5", rule == "FAB-6.6f" and number in self.owes_disorder, f"{rule} orders a unit"
            )
        unit.order = order

    def read_step_lost(self, data, rule):
        if rule == "FAB-9.4c":
            self.meet_fate(data["unit"], "9.4c")
        else:
            fit = rule in ("FAB-6.43", "FAB-6.6d") and self.round is not None
            self.check("6.43", fit, f"{rule} costs a step")
            if self.round is None:
                return
        self.on_step_lost(data, rule)

    def read_checked(self, data, rule):
        number, die = data["unit"], data["die"]
        unit = self.board.units[number]
        passed = die == 1 or die != 10 and die <= data["number"]
        table = self.scene.morale
        due = table["base"] + table["quality"][self.board.quality(number)]
        due += table["disordered"] if unit.order != "good" else 0
        due += 0 if unit.supplied else table["unsupplied"]
        self.check(
            "6.7a",
            data["number"] == due,
            f"{self.unit(number)} checks on {data['number']}, should be {due}",
        )
        self.check(
            "2.1a", passed == data["passed"], f"a {die} against {due} passes: {data['passed']}"
        )
        self.check("6.7b", unit.up or unit.peeked, f"{self.unit(number)} checks hidden")
        if rule == "FAB-9.4a":
            self.on_supply_check(number, passed, die)
        else:
            self.on_exploitation_check(number)
            self.passed = number if passed else None

    def read_exploits(self, data, rule):
        number = data["unit"]
        self.check(
            "6.8b", self.passed == number, f"{self.unit(number)} exploits without passing a check"
        )
        self.check(
            "6.8b", not self.board.units[number].exploit, f"{self.unit(number)} is marked twice"
        )
        self.board.units[number].exploit = True

    def read_fieldworks(self, data, rule):
        here = self.board.areas[data["area"]]
        self.check(
            "A18", here.fieldworks is None, f"second fieldworks in {self.area(data['area'])}"
        )
        if self.phase == "administration":
            self.on_administration_works(data["area"], data["side"], rule)
        else:
            self.on_fieldworks_built(data["area"], data["side"], rule)
        here.fieldworks = data["side"]

    def read_fieldworks_gone(self, data, rule):
        area = data["area"]
        here = self.board.areas[area]
        self.check("5.23c", here.fieldworks is not None, f"no fieldworks in {self.area(area)}")
        if rule == "FAB-5.23c":
            there = here.fieldworks is not None and self.board.occupants[area][here.fieldworks]
            self.check(
                "5.23c", not there, f"fieldworks of {self.area(area)} go, though units hold them"
            )
        elif rule == "FAB-9.5":
            self.check(
                "9.5", self.board.contested(area), f"fieldworks of uncontested {self.area(area)} go"
            )
        else:
            self.on_hit_absorbed(area, rule[4:])
        here.fieldworks = None

    def read_roadblock(self, data, rule):
        area, side = data["area"], data["side"]
        fit = (
            self.phase == "administration"
            and self.board.empty(area)
            and self.ready_area(area, side)
        )
        self.check("4.34a", fit, f"no roadblock may stand in {self.area(area)}")
        self.check(
            "4.34a", self.scene.areas[area]["difficulty"] >= 1, f"{self.area(area)} is easy ground"
        )
        if rule == "FAB-4.34a":
            self.close_draws()
            self.works.append((rule, area, side))
        else:
            effect = self.effect("place-marker")
            self.check(
                "D16", effect and effect["marker"] == "roadblock", "an event places no roadblock"
            )
        self.check(
            "4.34a",
            self.board.areas[area].roadblock is None,
            f"a second roadblock in {self.area(area)}",
        )
        self.board.areas[area].roadblock = side

    def read_roadblock_gone(self, data, rule):
        area, here = data["area"], self.board.areas[data["area"]]
        self.check("4.34c", here.roadblock is not None, f"no roadblock in {self.area(area)}")
        if self.phase != "supply":
            entered = (
                self.mover
                and self.mover.unit.area == area
                and self.mover.unit.side != here.roadblock
            )
            self.check("4.34c", entered, f"nobody ran into the roadblock in {self.area(area)}")
        here.roadblock = None

    def read_moved(self, data, rule):
        self.on_moved(data, rule)

    def read_blown(self, data, rule):
        if data["die"] is not None:
            self.on_bridge_attempt(data, True)
        else:
            self.on_administration_bridge(data["edge"], True, rule)

    def read_bridge_stands(self, data, rule):
        self.on_bridge_attempt(data, False)

    def read_repaired(self, data, rule):
        self.on_administration_bridge(data["edge"], False, rule)

    def read_river_assault(self, data, rule):
        self.on_river_assault(data["area"])

    def read_combat(self, data, rule):
        self.on_combat(data["area"])

    def read_aborted(self, data, rule):
        self.on_aborted(data["area"], rule)

    def read_exploitation_chance(self, data, rule):
        self.on_exploitation_chance(data["area"], rule)

    def __getattr__(self, name):
        if name.startswith("read_"):
            return getattr(self, "on_" + name[5:])
        raise AttributeError(name)


def audit(lines, pack):
    """Checks the log of one game. Iterate over the result for violations; `checks` counts rules."""
    lines = iter(lines)
    auditor = Auditor(json.loads(next(lines)), pack)
    try:
        for number, line in enumerate(lines, start=2):
            auditor.read(number, line)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        auditor.check("E5", False, f"nothing further can be read: {error!r}")
    auditor.check("3.5", auditor.over, "the log ends before the battle")
    return auditor
