"""The map, pieces and numbers of a FAB battle.

The first line of a log names areas, borders, units and counters. Allowances, entry areas, supply
sources, draws, kinds of asset and effects of events are in the pack's `scenario.json` and
`ruleset.json`. Both list the same things; the log sorts them by id.
"""

from types import SimpleNamespace

SIDES = ("first", "second")


class Scene:
    """Everything that does not change during a game."""

    def __init__(self, head, pack):
        scenario, rules = pack["scenario"], pack["ruleset"]
        names = sorted(scenario["sides"], key=lambda side: side != scenario["first_player"])
        side_of = {name: number for number, name in enumerate(names)}
        self.rulings = head["rulings"]
        self.after_abort = self.rulings.get("exploitation_after_abort", "forfeited")
        self.table = rules["combat_table"]
        self.morale = rules["morale"]
        self.surrender = rules["surrender"]["from"]
        self.limits = rules["asset_limits"]
        self.stacking = rules["stacking"]
        self.blow_on = rules["blow_on"]
        self.strategic = rules["strategic_movement"]
        self.reserve = rules["reserve"]
        self.reserve_markers = [rules["reserve"]["markers"].get(name) for name in names]
        self.turns = len(scenario["turn_track"])
        self.draws = [
            [(turn["draws"][name]["first"], turn["draws"][name]["second"]) for name in names]
            for turn in scenario["turn_track"]
        ]
        self.sudden = [
            [turn["net_vp"].get(name) for name in names] for turn in scenario["turn_track"]
        ]
        self.elimination_vp = scenario["victory"]["elimination_vp"]
        self.end = scenario["victory"]["end"]
        self.side_of = side_of

        ids = sorted(area["id"] for area in scenario["areas"])
        self.area_of = {name: number for number, name in enumerate(ids)}
        self.area_ids = ids
        terrain = {area["id"]: area["terrain"] for area in scenario["areas"]}
        self.terrain = [terrain[name] for name in ids]
        self.areas = head["areas"]
        self.borders = []
        types = {border["id"]: SimpleNamespace(**border) for border in rules["border_types"]}
        costs = {connection["id"]: connection for connection in rules["connection_types"]}
        self.edge_between = {}
        self.neighbours = [[] for _ in ids]
        for number, border in enumerate(head["borders"]):
            a, b = border["areas"]
            self.borders.append(
                SimpleNamespace(
                    ends=(a, b),
                    kind=types[border["border"]],
                    road=border["connection"],
                    cost=costs[border["connection"]],
                )
            )
            self.edge_between[a, b] = self.edge_between[b, a] = number
            self.neighbours[a].append((b, number))
            self.neighbours[b].append((a, number))

        self.sources = [{}, {}]
        for source in scenario["supply_sources"]:
            self.sources[side_of[source["side"]]][self.area_of[source["area"]]] = source
        self.entries = {}
        for entry in scenario["entries"]:
            for side in entry["sides"]:
                areas = [self.area_of[name] for name in entry["areas"]]
                self.entries[side_of[side], entry["letter"]] = areas
        self.any_letter_after_delay = scenario["entry_policy"]["any_letter_after_delay"]
        self.redirect = scenario["entry_policy"]["redirect_allowed"]

        self.defender_artillery = [
            dict(
                rule,
                side=None if rule["side"] is None else side_of[rule["side"]],
                area=None if rule["area"] is None else self.area_of[rule["area"]],
            )
            for rule in rules["defender_artillery"]
        ]
        formations = sorted(formation["id"] for formation in scenario["formations"])
        self.formation_of = {name: number for number, name in enumerate(formations)}
        for rule in self.defender_artillery:
            if rule["formation"] is not None:
                rule["formation"] = self.formation_of[rule["formation"]]

        allowances = {
            kind["id"]: kind["allowance"] or rules["allowances"][kind["class"]]
            for kind in scenario["unit_types"]
        }
        moves = {kind["id"]: kind.get("moves", "freely") for kind in scenario["unit_types"]}
        self.units = []
        authored = sorted(scenario["units"], key=lambda unit: unit["id"])
        for unit, card in zip(head["units"], authored, strict=True):
            start = card["start"]
            arrival = start.get("reinforcement") if isinstance(start, dict) else None
            self.units.append(
                SimpleNamespace(
                    name=unit["name"],
                    side=SIDES.index(unit["side"]),
                    formation=unit["formation"],
                    armour=unit["class"] == "armour",
                    quality=unit["quality_by_step"],
                    allowance=allowances[card["unit_type"]],
                    type=card["unit_type"],
                    moves=card.get("moves") or moves[card["unit_type"]],
                    arrival=arrival,
                )
            )
        kinds = {}
        for asset in scenario["assets"]:
            kinds[asset["id"]] = SimpleNamespace(
                role="asset",
                kind=asset["kind"],
                quality=asset["quality"],
                armour=asset["class"] == "armour",
                engineer=asset["engineer"],
                may_retreat=asset["may_retreat"],
                dice=asset["dice"],
                effect=None,
                combat=True,
            )
        for event in scenario["events"]:
            scripted = event["kind"]["scripted"] if isinstance(event["kind"], dict) else None
            kinds[event["id"]] = SimpleNamespace(
                role="event" if scripted else "one-use",
                kind=None,
                effect=scripted and scripted["effect"],
                combat=bool(scripted) and "combat" in scripted["timing"],
                admin=bool(scripted) and "administration" in scripted["timing"],
            )
        for action in scenario["reusable"]:
            kinds[action["id"]] = SimpleNamespace(
                role="reusable", kind=None, effect=None, combat=False
            )
        self.chits = []
        for chit, name in zip(head["chits"], sorted(kinds), strict=True):
            card = kinds[name]
            card.name, card.side, card.formation = (
                name,
                SIDES.index(chit["side"]),
                chit["formation"],
            )
            self.chits.append(card)
        self.head = head

    def crossable(self, edge, armour):
        """Whether a class of unit can cross a border at all (FAB-G8)."""
        barred = self.borders[edge].kind.impassable_for
        return ("armour" if armour else "infantry") not in barred

    def hops(self, starts):
        """The number of borders from the nearest of some areas to every area."""
        found = {area: 0 for area in starts}
        ring = list(found)
        while ring:
            after = []
            for area in ring:
                for other, _ in self.neighbours[area]:
                    if other not in found:
                        found[other] = found[area] + 1
                        after.append(other)
            ring = after
        return found
