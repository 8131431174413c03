"""The rules of Pub Battles, checked on an event log."""

import json

from report import Report

from .combat import Combat
from .headquarters import Headquarters
from .log import Game, Replay
from .movement import Movement
from .turns import Turns

# Events that can only happen when no command is moving.
BETWEEN = {
    "ChitDrawn", "CombatBegins", "Enveloped", "TurnBegins", "TurnEnds", "Recovered",
    "NoRoomToReturn", "NightfallDecision", "Decided", "Ended", "CutOff", "Fired", "EndlessCombat",
}

# Rules that every set of ordinary games must give reason to check.
REQUIRED = (
    "log", "log-repeats", "PB-4.1", "PB-4.3", "PB-5.1", "PB-5.4", "PB-5.6", "PB-5.8", "PB-6.1",
    "PB-6.4", "PB-6.7", "PB-6.8", "PB-6.11", "PB-6.16", "PB-7.4", "PB-8.4", "PB-9.2", "PB-10.2",
    "PB-10.4", "PB-11.1", "PB-12.3", "PB-12.4", "PB-13.1", "PB-13.3", "PB-14.2", "PB-14.4", "PB-15.1",
    "PB-15.2", "PB-15.3", "PB-18.1", "PB-19.1", "PB-19.3", "PB-19.4", "PB-21.2", "PB-22.1",
    "PB-22.3", "PB-23.1", "PB-23.3", "PB-23.4", "PB-23.5", "PB-23.9", "PB-24.1", "PB-24.8",
    "PB-25.1", "PB-25.3", "PB-25.4", "PB-25.6", "PB-26.1", "PB-28.1", "PB-28.3", "PB-29.1",
    "PB-29.8", "PB-30.2", "PB-30.3", "PB-30.4", "PB-34.2", "PB-36.5", "PB-36.6", "PB-36.8",
    "PB-A42", "PB-A62", "PB-A77", "PB-A81", "PB-A85", "PB-A93", "PB-A94", "PB-A126", "PB-A127",
    "PB-A130", "PB-A131", "PB-A145", "PB-A146", "PB-A155", "PB-A158",
)


def audit(lines, pack=None):
    """Checks a log: an iterable of lines, and the parts of its pack for checks with terrain."""
    report = Report()
    lines = iter(lines)
    game = Game(json.loads(next(lines)), pack, report)
    replay = Replay(game)
    movement = Movement(game)
    combat = Combat(game, movement)
    pushes = Headquarters(game)
    checkers = (replay, Turns(game), movement, pushes, combat)
    handlers = {}

    def handle(when, kind, data):
        name = f"{when}_{kind}"
        if name not in handlers:
            handlers[name] = [getattr(c, name) for c in checkers if hasattr(c, name)]
        for handler in handlers[name]:
            handler(data)

    def boundary(name, *arguments):
        for checker in checkers:
            if hasattr(checker, name):
                getattr(checker, name)(*arguments)

    try:
        moving, fighting = False, False
        for number, line in enumerate(lines, 2):
            report.line = number
            event = json.loads(line)
            what = event["what"]
            kind, data = (what, None) if isinstance(what, str) else next(iter(what.items()))
            game.day, game.turn, game.night = event["day"], event["turn"], event["night"]
            game.rule = event["rule"]
            ends = kind in BETWEEN or kind == "Activated" or (
                kind == "Destroyed" and data["loss"] == "TrainTaken"
                or kind == "Retreated" and data["cause"] in ("FieldOfFire", "Withdrawal")
            )
            if moving and ends:
                boundary("activation_ends")
                moving = False
            if not fighting and ends and kind not in ("Activated", "ChitDrawn", "TurnBegins"):
                fighting = True
                boundary("movement_ends")
            if kind == "TurnEnds":
                boundary("turn_ends")
            pushes.before_any(kind)
            combat.before_any(kind)
            replay.every(kind, data)
            handle("before", kind, data)
            game.apply(kind, data)
            replay.after_any()
            handle("after", kind, data)
            if kind == "TurnBegins":
                fighting = False
                boundary("turn_begins")
            if kind == "Activated":
                moving = True
                boundary("activation_begins", data)
        replay.log_ends()
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        report.check("log", False, f"nothing further can be read: {error!r}")
    return report
