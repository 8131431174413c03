"""`python3 -m pub_battles.mutants PACK LOG...`: the auditor must object to wrong logs.

Each edit is made in the first events of its kind, one at a time. A rule must object to one of them.
"""

import json
import operator
import sys
import zipfile

from . import audit

# How many events an edit is tried on: some leave the log as legal as before, or open to doubt.
TRIES = 6


def put(field, edit):
    """One field is edited; `a.b` is a field within a field. The event fits only if it has it."""
    *path, last = field.split(".")

    def edited(event):
        data = next(iter(event["what"].values()))
        for key in path:
            data = data.get(key, {})
        if last not in data:
            return None
        data[last] = edit(data[last])
        return [event]

    return edited


flip = operator.not_
more = (1).__add__
turn = put("stands.Line.facing", lambda facing: (facing + 1024) % 4096)


def shift(metres):
    return put("stands.Line.centre", lambda centre: [x + 100 * metres for x in centre])


def drop(_):
    return []


def twice(event):
    return [event, event]


# Kind of event, edit, rules of which one must object.
EDITS = [
    ("ChitDrawn", drop, ["PB-5.1"]),
    ("AlterTried", put("success", flip), ["PB-5.4"]),
    ("Activated", drop, ["PB-5.1", "PB-4.1"]),
    ("Moved", drop, ["log"]),
    ("Moved", twice, ["PB-6.16"]),
    ("Moved", put("length", lambda length: length + 400_000), ["PB-6.1"]),
    ("Moved", put("reduced", flip), ["PB-6.8"]),
    ("Moved", turn, ["PB-6.7"]),
    ("Moved", shift(1000), ["PB-36.8"]),
    ("Attacked", drop, ["PB-A81"]),
    ("Attacked", put("flank", flip), ["PB-18.1"]),
    ("Attacked", put("river", flip), ["PB-23.5"]),
    ("PushedAside", shift(500), ["PB-A42"]),
    ("CombatBegins", drop, ["PB-22.1"]),
    ("Fired", put("dice", lambda dice: [*dice, 1]), ["PB-23.1"]),
    ("Fired", put("hits", more), ["PB-23.9"]),
    ("Fired", put("result", lambda result: "Destroyed" if result == "Unshaken" else "Unshaken"), ["PB-24.1"]),
    ("Fired", put("modifiers.target_in_cover", flip), ["PB-23.3"]),
    ("Fired", put("modifiers.target_flanked", flip), ["PB-23.4"]),
    ("Retreated", drop, ["PB-24.1"]),
    ("Retreated", shift(800), ["PB-A126"]),
    ("Pushed", drop, ["PB-A131"]),
    ("Pushed", shift(150), ["PB-A131"]),
    ("TookPlace", turn, ["PB-13.3"]),
    ("Rallied", twice, ["PB-6.16", "log"]),
    ("Destroyed", put("points", more), ["PB-29.1"]),
    ("TurnEnds", put("points", lambda points: [points[0] + 1, points[1]]), ["PB-A145"]),
    ("Ended", put("multipliers", lambda values: [more(value) for value in values]), ["PB-A146"]),
]


def mutants(lines, kind, edit):
    """The log with its first events of a kind edited, one at a time."""
    tries = 0
    for number, line in enumerate(lines):
        if number and f'"{kind}"' in line and tries < TRIES:
            new = edit(json.loads(line))
            if new is not None:
                tries += 1
                yield lines[:number] + [json.dumps(event) for event in new] + lines[number + 1:]


def main(pack_path, *paths):
    with zipfile.ZipFile(pack_path) as file:
        pack = {name: json.loads(file.read(name + ".json")) for name in ("scenario", "ruleset", "map")}
    logs = []
    for path in paths:
        with open(path, encoding="utf-8") as log:
            logs.append(log.read().splitlines())
    usual = [set(audit(log, pack)) for log in logs]
    made, unseen = 0, []
    for kind, edit, rules in EDITS:
        tried, found = False, set()
        for log, before in zip(logs, usual):
            for mutant in mutants(log, kind, edit):
                if not found & set(rules):
                    tried = True
                    found |= {one.rule for one in set(audit(mutant, pack)) - before}
        made += tried
        if tried and not found & set(rules):
            unseen.append(f"{kind}: expected one of {rules}, found {sorted(found)}")
    print(f"{made} mutants, {len(unseen)} unseen")
    for one in unseen:
        print(one)
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
