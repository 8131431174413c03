"""`python3 -m pub_battles.mutants [--require] {PACK LOG...}...`: the auditor must object to wrong logs.

Each edit is made in the first events of its kind, one at a time, until a rule objects that should.
With `--require`, an edit that finds no event in any log is a fault, and so is a rule of `REQUIRED`
that no edit broke.
"""

import copy
import json
import operator
import sys
import zipfile
from multiprocessing import get_context

from . import REQUIRED, audit

# How many events of a log an edit is tried on: some leave the log as legal as before, or open to doubt.
TRIES = 6


def put(field, edit, **only):
    """One field is edited; `a.b` is a field within a field.

    The event fits only if it has the field and the values of `only`, and the edit gives a value.
    """
    *path, last = field.split(".")

    def edited(event, _):
        data = next(iter(event["what"].values()))
        if any(data[key] != value for key, value in only.items()):
            return None
        for key in path:
            data = data.get(key, {})
        if last not in data:
            return None
        data[last] = edit(data[last])
        return None if data[last] is None else [event]

    return edited


flip = operator.not_
more = (1).__add__
turn = put("stands.Line.facing", lambda facing: (facing + 1024) % 4096)


def shift(metres):
    return put("stands.Line.centre", lambda centre: [x + 100 * metres for x in centre])


def drop(*_):
    return []


def drop_field_retreat(event, _):
    return [] if event["what"]["Retreated"]["cause"] == "FieldOfFire" else None


def twice(event, _):
    return [event, event]


def mirrored(event, stands):
    """A piece goes as far as it did, but the opposite way."""
    data = next(iter(event["what"].values()))
    old, new = stands.get(data["piece"], {}).get("Line"), data["stands"].get("Line")
    if not old or not new:
        return None
    new["centre"] = [2 * a - b for a, b in zip(old["centre"], new["centre"])]
    new["facing"] = (new["facing"] + 2048) % 4096
    return [event]


def stays(event, stands):
    """A piece retreats no metre."""
    data = event["what"]["Retreated"]
    data["stands"] = stands[data["piece"]]
    return [event]


def ineffective(event, _):
    """The pieces around it in the order of battle are lost before a piece rallies."""
    data = event["what"]["Rallied"]
    return [
        {**event, "what": {"Destroyed": {"piece": data["piece"] + i, "loss": "Fire", "points": 3}}}
        for i in (-3, -2, -1, 1, 2, 3)
    ] + [event]


def cut_off(event, stands):
    """All pieces count as cut off."""
    return [{**event, "what": {"CutOff": {"piece": piece, "points": 3}}} for piece in stands] + [event]


def before(kind, make):
    """Another event comes first."""
    def edited(event, stands):
        data = make(next(iter(event["what"].values())), stands)
        return None if data is None else [{**event, "what": {kind: data}}, event]

    return edited


def friend_in_front(data, stands):
    """The next piece in the order of battle is in the place of a battery."""
    return {"piece": data["firer"] + 1, "status": "fresh", "stands": stands[data["firer"]]}


def reply_first(data, _):
    """The target of artillery that fires first fires before it."""
    first = data["rules"].get("first")
    return {**data, "firer": data["target"], "target": data["firer"]} if first else None


# Kind of event, edit, rules of which one must object.
EDITS = [
    ("ChitDrawn", drop, ["PB-5.1"]),
    ("AlterTried", put("success", flip), ["PB-5.4"]),
    ("AlterTried", put("roller", lambda _: 0), ["PB-5.8"]),
    ("Activated", drop, ["PB-5.1", "PB-4.1"]),
    ("Moved", drop, ["log"]),
    ("Moved", twice, ["PB-6.16"]),
    ("Moved", put("length", lambda length: length + 400_000), ["PB-6.1"]),
    ("Moved", put("reduced", flip), ["PB-6.8"]),
    ("Moved", turn, ["PB-6.7"]),
    ("Moved", shift(1000), ["PB-36.8"]),
    ("Attacked", drop, ["PB-A81"]),
    ("Attacked", drop, ["PB-10.2"]),
    ("Attacked", drop, ["PB-10.4"]),
    ("Attacked", put("defender", lambda _: 0), ["PB-12.4"]),
    ("Attacked", before("Disengaged", lambda data, _: {"piece": data["attacker"], "enemy": data["defender"]}),
     ["PB-A77"]),
    ("Attacked", put("flank", flip), ["PB-18.1"]),
    ("Attacked", put("river", flip), ["PB-23.5"]),
    ("Disengaged", drop, ["PB-11.1"]),
    ("PushedAside", shift(500), ["PB-A42"]),
    ("PushedAside", mirrored, ["PB-A42"]),
    ("CombatBegins", drop, ["PB-22.1"]),
    ("CombatBegins", put("supports", lambda supports: [] if supports else None), ["PB-13.1"]),
    ("CombatBegins", before("Rallied", lambda data, _: {"piece": data["places"][0], "stands": None}),
     ["PB-19.4"]),
    ("Fired", put("dice", lambda dice: [*dice, 1]), ["PB-23.1"]),
    ("Fired", put("hits", more), ["PB-23.9"]),
    ("Fired", put("result", lambda result: "Destroyed" if result == "Unshaken" else "Unshaken"), ["PB-24.1"]),
    ("Fired", put("modifiers.target_in_cover", flip), ["PB-23.3"]),
    ("Fired", put("modifiers.target_flanked", flip), ["PB-23.4"]),
    ("Fired", before("Fired", reply_first), ["PB-14.2"]),
    ("Bombarded", put("dice", lambda dice: [*dice, 1]), ["PB-15.3"]),
    ("Bombarded", put("result", lambda result: "Retreat" if result == "Unshaken" else "Unshaken"),
     ["PB-24.8"]),
    ("Bombarded", put("modifiers.target_in_cover", flip), ["PB-A94"]),
    ("Bombarded", before("Placed", friend_in_front), ["PB-15.2"]),
    ("Retreated", drop, ["PB-24.1"]),
    ("Retreated", drop_field_retreat, ["PB-26.1"]),
    ("Retreated", put("cause", lambda _: "Choice", cause="Hits"), ["PB-25.6"]),
    ("Retreated", put("cause", lambda _: "Choice", cause="FieldOfFire"), ["PB-25.6"]),
    ("Retreated", put("cause", lambda _: "Choice", cause="Withdrawal"), ["PB-25.6"]),
    ("Retreated", shift(800), ["PB-A126"]),
    ("Retreated", mirrored, ["PB-A127"]),
    ("Retreated", stays, ["PB-A130"]),
    ("Pushed", drop, ["PB-A131"]),
    ("Pushed", shift(150), ["PB-A131"]),
    ("Pushed", put("by", lambda _: 0), ["PB-25.4"]),
    ("JoinedReserve", put("headquarters", lambda _: 0), ["PB-9.2"]),
    ("TookPlace", turn, ["PB-13.3"]),
    ("Rallied", twice, ["PB-6.16", "log"]),
    ("Rallied", ineffective, ["PB-21.2"]),
    ("Destroyed", put("points", more), ["PB-29.1"]),
    ("Destroyed", put("loss", lambda _: "GunsLost", loss="Fire"), ["PB-14.4"]),
    ("TurnEnds", put("points", lambda points: [points[0] + 1, points[1]]), ["PB-A145"]),
    ("CutOff", drop, ["PB-A158"]),
    ("Ended", cut_off, ["PB-A158"]),
    ("Ended", put("multipliers", lambda values: [more(value) for value in values]), ["PB-A146"]),
]

# Rulings of the log with other values, and the rule that must object.
RULINGS = [
    ("field_of_fire_half_angle", 0, "PB-26.1"),
    ("reserve_joined_by", "command", "PB-A62"),
    ("withdraws_from", "nobody", "PB-A140"),
    ("flanking", "rear-or-several", "PB-18.1"),
    ("flanking", "rear-or-several", "PB-23.4"),
    ("night_return_status", "fresh", "PB-A155"),
]

# Parts of the pack with other values, and the rule that must object.
PACKS = [
    (("ruleset", "distances", "mounted_third"), 5_000, "PB-7.4"),
    (("ruleset", "distances", "mounted_third"), 5_000, "PB-30.4"),
    (("ruleset", "distances", "foot_third"), 400_000, "PB-8.4"),
    (("ruleset", "distances", "foot_third"), 400_000, "PB-30.2"),
    (("ruleset", "distances", "spotting"), 5_000, "PB-15.1"),
    (("scenario", "sides", 0, "lines_of_communication"), [], "PB-19.3"),
    (("map", "crossings"), [], "PB-6.11"),
    (("map", "buildings"), [{"parts": [{"exterior": [[0, 0], [0, 9**7], [9**7, 9**7], [9**7, 0]]}]}],
     "PB-34.2"),
]


class Log:
    """A log with its pack, and the objections to it as it is."""

    def __init__(self, path, pack):
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().splitlines()
        self.pack, self.usual = pack, None
        self.kinds = {}
        for number, line in enumerate(self.lines[1:], 1):
            what = json.loads(line)["what"]
            self.kinds.setdefault(what if isinstance(what, str) else next(iter(what)), []).append(number)

    def objections(self, lines, pack):
        """The rules that object to a wrong log or pack."""
        if self.usual is None:
            self.usual = {(one.rule, one.text) for one in audit(self.lines, self.pack)}
        return {one.rule for one in audit(lines, pack) if (one.rule, one.text) not in self.usual}

    def mutants(self, kind, edit):
        """The log with its first events of a kind edited, one at a time."""
        tries = 0
        stands, at = {}, 1
        for number in self.kinds.get(kind, ()):
            for line in self.lines[at:number]:
                follow(json.loads(line)["what"], stands)
            at = number
            new = edit(json.loads(self.lines[number]), stands)
            if new is not None:
                new = [json.dumps(event) for event in new]
                yield self.lines[:number] + new + self.lines[number + 1:], self.pack
                tries += 1
            if tries == TRIES:
                return

    def with_ruling(self, ruling, value):
        """The log with another ruling."""
        head = json.loads(self.lines[0])
        head["rulings"][ruling] = value
        yield [json.dumps(head), *self.lines[1:]], self.pack

    def with_pack(self, path, value):
        """The log with another pack."""
        pack = copy.deepcopy(self.pack)
        place = pack
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        yield self.lines, pack


def follow(what, stands):
    """Keeps the places of the pieces."""
    data = next(iter(what.values())) if isinstance(what, dict) else None
    if isinstance(data, dict) and "piece" in data:
        stance = data.get("stands") or isinstance(data.get("place"), dict) and data["place"].get("OnMap")
        if stance:
            stands[data["piece"]] = stance
        elif not {"Rallied", "Unpacked", "Disengaged"} & set(what):
            stands.pop(data["piece"], None)


def read(arguments):
    """The logs, each with the pack before it."""
    pack = None
    for path in arguments:
        if path.endswith(".pack"):
            with zipfile.ZipFile(path) as file:
                pack = {name: json.loads(file.read(name + ".json")) for name in ("scenario", "ruleset", "map")}
        else:
            yield Log(path, pack)


LOGS, JOBS = [], []


def run(job):
    """Whether any event fits a job, whether a rule objects that should, and all rules that object."""
    name, rules, method, arguments = JOBS[job]
    found = set()
    for log in LOGS:
        for mutant in method(log, *arguments):
            found.add("")
            found |= log.objections(*mutant)
            if found & set(rules) if rules else found - {""}:
                return name, rules, True, found
    return name, rules, False, found


def main(*arguments):
    require = "--require" in arguments
    LOGS.extend(read(path for path in arguments if path != "--require"))
    kinds = sorted({kind for log in LOGS for kind in log.kinds})
    JOBS.extend((f"{kind}, edit {i}", rules, Log.mutants, (kind, edit)) for i, (kind, edit, rules) in enumerate(EDITS))
    JOBS.extend((f"{path} = {value}", [rule], Log.with_ruling, (path, value)) for path, value, rule in RULINGS)
    JOBS.extend((f"{path} changed", [rule], Log.with_pack, (path, value)) for path, value, rule in PACKS)
    JOBS.extend((f"{kind} twice", None, Log.mutants, (kind, twice)) for kind in kinds)
    unseen, idle, broken = [], [], set()
    with get_context("fork").Pool() as pool:
        for name, rules, seen, found in pool.imap(run, range(len(JOBS))):
            broken |= found
            if not found:
                idle.append(f"{name}: no event fits")
            elif not seen:
                unseen.append(f"{name}: expected one of {rules}, found {sorted(found - {''})}")
    unbroken = [rule for rule in REQUIRED if rule not in broken]
    print(f"{len(JOBS) - len(idle)} mutants, {len(unseen)} unseen; {len(idle)} edits without an event;"
          f" {len(unbroken)} rules that no edit broke")
    for one in unseen + idle + unbroken:
        print(one)
    return 1 if unseen or require and (idle or unbroken) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
