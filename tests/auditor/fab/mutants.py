"""`python3 -m fab.mutants [--require] PACK LOG...`: the auditor must object to wrong logs and packs.

Each edit is made in one log after the other, until a rule objects. If none does, the auditor has
gone blind. With `--require`, an edit that finds no event in any log is a fault.
"""

import copy
import json
import sys
import zipfile

from . import audit

DROP, TWICE = None, object()


def bump(field):
    def edit(data):
        data[field] = (
            [data[field][0] + 1, *data[field][1:]]
            if isinstance(data[field], list)
            else data[field] + 1
        )
        return data

    return edit


def put(field, value):
    return lambda data: {**data, field: value}


# Event, rule in the log, edit (`DROP`: the line is missing), rules of which one must be reported.
EDITS = [
    ("phase", "FAB-3", DROP, ["3", "3.1"]),
    ("chit", "FAB-4.2a", DROP, ["4.2a"]),
    ("chit", "FAB-4.1d", DROP, ["4.1d"]),
    ("chit", "FAB-4.1a2", DROP, ["4.1a2"]),
    ("chit", "FAB-4.22", put("place", {"in": "used"}), ["S10"]),
    ("chit", "FAB-6.22b", DROP, ["S10", "6.24b"]),
    ("chit", "FAB-6.29", DROP, ["6.29"]),
    ("arrived", "FAB-4.1c1", DROP, ["4.1c1"]),
    ("delayed", "FAB-4.1c4", DROP, ["4.1c1"]),
    ("step-gained", "FAB-8.26", bump("steps"), ["2.3h"]),
    ("step-gained", "FAB-8.26", DROP, ["8.26"]),
    ("moved", "FAB-5.32a", put("to", 0), ["5.32a"]),
    ("moved", "FAB-5.4b", put("to", 0), ["5.4b", "S25"]),
    ("control", "FAB-2.4d", DROP, ["2.4d"]),
    ("reserve", "FAB-5.4c", DROP, ["5.4c"]),
    ("reserve", "FAB-5.21c", DROP, ["5.21c"]),
    ("reserve", "FAB-9.5", DROP, ["9.5"]),
    ("bridge-stands", "FAB-5.35d1", put("die", 1), ["5.35d1"]),
    ("river-assault", "FAB-5.35e", DROP, ["5.35e"]),
    ("fieldworks-gone", "FAB-5.23c", DROP, ["5.23c"]),
    ("fieldworks-gone", "FAB-6.42a", DROP, ["6.42a"]),
    ("revealed", "FAB-5.22b", DROP, ["5.22b"]),
    ("revealed", "FAB-6.24e", DROP, ["6.24e"]),
    ("revealed", "FAB-6.7b", DROP, ["6.7b"]),
    ("hidden", "FAB-6.29", DROP, ["6.29"]),
    ("formed-up", "FAB-6.2b", put("attackers", []), ["6.2b"]),
    ("fired", "FAB-6.25a", DROP, ["6.25"]),
    ("fired", "FAB-6.26a", DROP, ["6.26"]),
    ("fired", "FAB-6.27", DROP, ["6.27"]),
    ("fired", "FAB-6.28a", DROP, ["6.28", "6.42c1", "6.43"]),
    ("fired", "FAB-6.25a", bump("numbers"), ["6.24b"]),
    ("fired", "FAB-6.28a", bump("numbers"), ["6.24b"]),
    ("fired", "FAB-6.27", bump("hits"), ["2.1a"]),
    ("step-lost", "FAB-6.43", DROP, ["6.41b3", "6.42d"]),
    ("aborted", "FAB-6.41b1", DROP, ["6.41b1"]),
    ("ordered", "FAB-6.42b", put("order", "recovering"), ["6.5a"]),
    ("ordered", "FAB-6.6f", DROP, ["6.6f"]),
    ("retreated", "FAB-6.6a", put("to", 0), ["6.6a"]),
    ("exploitation-chance", "FAB-6.8a", DROP, ["6.8a"]),
    ("exploits", "FAB-6.8b", put("unit", 0), ["6.8b"]),
    ("checked", "FAB-9.4a", bump("number"), ["6.7a"]),
    ("checked", "FAB-9.4a", DROP, ["9.4a"]),
    ("supply", "FAB-9.32", DROP, ["9.31"]),
    ("area-supply", "FAB-9.32", DROP, ["9.31"]),
    ("ordered", "FAB-9.35", DROP, ["9.35"]),
    ("ordered", "FAB-9.4b", DROP, ["9.4a"]),
    ("eliminated", "FAB-9.4d", DROP, ["9.4a"]),
    ("eliminated", "FAB-2.3h", DROP, ["2.3h"]),
    ("turn-ends", "FAB-3.4", bump("points"), ["19.0"]),
    ("over", "FAB-3.5", DROP, ["3.5"]),
]

# Part of the pack, path, new value, rule that must be reported.
NUMBERS = [
    ("ruleset", ["stacking"], 1, "5.1a"),
    ("ruleset", ["blow_on"], 0, "5.35d1"),
    ("ruleset", ["strategic_movement", "max_units_per_side"], 0, "14.8"),
    ("ruleset", ["connection_types", 0, "infantry"], 9, "5.22a"),
    ("ruleset", ["border_types", 0, "impassable_for"], ["infantry"], "G8"),
    ("ruleset", ["border_types", 0, "blocks_supply"], True, "9.31"),
    ("ruleset", ["border_types", 0, "blocks_retreat"], True, "6.6a"),
    ("ruleset", ["border_types", 0, "blocks_strategic"], True, "5.4b"),
    ("ruleset", ["combat_table", "base"], 4, "6.24b"),
    ("ruleset", ["combat_table", "terrain"], -2, "6.24b"),
    ("ruleset", ["combat_table", "disordered"], 0, "6.24b"),
    ("ruleset", ["combat_table", "unsupplied"], 0, "6.24b"),
    ("ruleset", ["combat_table", "fieldworks", "artillery"], 0, "6.24b"),
    ("ruleset", ["combat_table", "fieldworks", "close"], 0, "6.24b"),
    ("ruleset", ["morale", "unsupplied"], 0, "6.7a"),
    ("ruleset", ["surrender", "from"], dict.fromkeys(("recruit", "veteran", "elite"), 2), "9.4c"),
    ("ruleset", ["asset_limits", "attacker", "artillery_same"], 0, "6.22b"),
    ("ruleset", ["asset_limits", "attacker", "artillery_per_hf_mixed"], 0, "6.22c"),
    ("ruleset", ["asset_limits", "defender", "artillery"], 0, "6.23b"),
    ("scenario", ["unit_types", 0, "moves"], "never", "D5"),
    ("scenario", ["turn_track", 0, "draws"], None, "4.2a"),
    ("scenario", ["victory", "elimination_vp"], 7, "19.0"),
    ("scenario", ["supply_sources"], [], "9.31"),
]


def kind_of(event):
    """The kind of an event."""
    return event["what"] if isinstance(event["what"], str) else next(iter(event["what"]))


def mutant(log, kind, rule, edit):
    """The log with its first event of a kind by a rule edited, or by any rule; None without one."""
    for number, line in enumerate(log[1:], 1):
        event = json.loads(line)
        if kind_of(event) == kind and rule in (None, event["rule"]):
            new = []
            if edit is TWICE:
                new = [line, line]
            elif edit is not DROP:
                event["what"][kind] = edit(event["what"][kind])
                new = [json.dumps(event)]
            return log[:number] + new + log[number + 1 :]
    return None


def objections(lines, pack):
    return {one.rule for one in audit(lines, pack)}


def main(*arguments):
    require = "--require" in arguments
    pack_path, *paths = (one for one in arguments if one != "--require")
    with zipfile.ZipFile(pack_path) as file:
        pack = {name: json.loads(file.read(name + ".json")) for name in ("scenario", "ruleset")}
    logs = []
    for path in paths:
        with open(path, encoding="utf-8") as log:
            logs.append(log.read().splitlines())
    usual = [objections(log, pack) for log in logs]
    kinds = sorted({kind_of(json.loads(line)) for log in logs for line in log[1:]})
    made, blind, idle = 0, [], []
    for kind, rule, edit, expected in EDITS + [(kind, None, TWICE, None) for kind in kinds]:
        tried, seen, found = False, False, set()
        for log, before in zip(logs, usual, strict=True):
            changed = mutant(log, kind, rule, edit)
            if changed is None or seen:
                continue
            tried = True
            found |= objections(changed, pack) - before
            seen = bool(found & {"FAB-" + one for one in expected} if expected else found)
        made += tried
        what = f"{kind} twice" if edit is TWICE else f"{kind} by {rule}"
        if not tried:
            idle.append(f"{what}: no event fits")
        elif not seen:
            blind.append(f"{what}: expected one of {expected}, found {sorted(found)}")
    for part, path, value, expected in NUMBERS:
        wrong = copy.deepcopy(pack)
        place = wrong[part]
        for key in path[:-1]:
            place = place[key]
        if path[-1] == "draws":
            value = {side: {"first": 0, "second": 0} for side in place["draws"]}
        place[path[-1]] = value
        made += 1
        if not any(
            "FAB-" + expected in objections(log, wrong) for log in logs
        ):
            blind.append(f"{path} = {value}: expected {expected}")
    print(f"{made} mutants, {len(blind)} unseen; {len(idle)} edits without an event")
    for one in blind + idle:
        print(one)
    return 1 if blind or require and idle else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
