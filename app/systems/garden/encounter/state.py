"""The encounter of Autonomous Garden as data: a scene, its rounds, and who stands in them.

round (from 1), phase (declare, order, action), order (ids), current (an id or None), interrupted
(whose turn a readied action broke into, or None), light, gap (of a chase, or None), tried (pairs
of NPC and skill), ongoing_spells (records as on the sheet), scene_clock (minutes),
combatants: by id,
    name, side, hidden, unaware, cover,
    as on the sheet  agility, body, perception, psyche, the skills of a fight, flesh, armor,
                     wound_boxes, bruise_boxes, injuries, bleeding_stopped, modifier, rehab,
                     penalties (beside the wounds, as said on joining), encumbrance, gait, walk,
                     run, sprint
    dv               of the weapon in hand, for those without a sheet (else None)
    of this round    declared, intent, phase and place (in the order), declared_major, used_major,
                     movement, full_defense, penalty, melee_penalty, acted, fought, crashed (loses
                     this round), chase_bonus (metres gained at an obstacle),
                     attackers_this_round (ids in the order they came)
    that lasts       defending (full defence, until the next turn), readied (event text or None),
                     aim_rounds, recovering_rounds, incapacitated_rounds, conditions (names)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from app.core.encounters import State
from app.core.errors import BadInput
from app.core.kinds import Text
from app.core.outcomes import Effect
from app.systems.garden.encounter.bodies import injured

#: The id of somebody in the encounter.
Who = Annotated[str, Text(64)]

SIDES = {"character": "Character", "npc": "NPC"}

#: Conditions in which nobody acts.
HELPLESS = ("unconscious", "comatose", "paralysed", "dead", "banished")

#: What a round begins with, for everybody.
UNDECLARED: dict[str, Any] = {
    "declared": False,
    "intent": "",
    "phase": 0,
    "place": 0,
    "declared_major": 0,
    "used_major": 0,
    "movement": "none",
    "full_defense": False,
    "penalty": 0,
    "melee_penalty": 0,
    "acted": False,
    "fought": False,
    "crashed": False,
    "chase_bonus": 0,
    "attackers_this_round": [],
}

#: What a scene begins with, beside the round.
FRESH: dict[str, Any] = {
    "unaware": False,
    "cover": "none",
    "defending": False,
    "readied": None,
    "aim_rounds": 0,
    "recovering_rounds": 0,
    "incapacitated_rounds": 0,
    "conditions": [],
}


def fresh() -> State:
    """A scene before anybody is in it."""
    return {
        "round": 1,
        "phase": "declare",
        "order": [],
        "current": None,
        "interrupted": None,
        "light": "normal",
        "gap": None,
        "tried": [],
        "ongoing_spells": [],
        "scene_clock": 0,
        "combatants": {},
    }


def lasted(state: State) -> Fraction:
    """Hours of the scene so far (G53)."""
    return Fraction(str(state["scene_clock"])) / 60


def somebody(state: State, id: str, field: str = "who") -> Mapping[str, Any]:
    """Whoever has this id; BadInput on `field` if nobody has."""
    found = state["combatants"].get(id)
    if found is None:
        raise BadInput(field, f"nobody is called {id[:40]!r} here")
    return found  # type: ignore[no-any-return]


def able(whose: Mapping[str, Any]) -> bool:
    """Can they have a turn? Not unaware, not down, not recovering from a crash (G44, G107)."""
    down = any(each in HELPLESS for each in whose["conditions"])
    return not (whose["unaware"] or down or whose["crashed"] or whose["incapacitated_rounds"])


def signed(number: int) -> str:
    """A penalty as it is printed: `−2`."""
    return str(number).replace("-", "−")


def waiting(state: State) -> list[str]:
    """Who still has a turn this round, in the order of turns."""
    everybody = state["combatants"]
    return [
        id
        for id in state["order"]
        if everybody[id]["declared"] and not everybody[id]["acted"] and able(everybody[id])
    ]


def undeclared(state: State) -> list[str]:
    """Who has still to declare."""
    everybody = state["combatants"]
    return [id for id in state["order"] if able(everybody[id]) and not everybody[id]["declared"]]


def in_turn(state: State) -> tuple[str, Mapping[str, Any]]:
    """Whose turn it is; BadInput on `phase` if it is nobody's."""
    id = state["current"]
    if state["phase"] != "action" or id is None:
        raise BadInput("phase", "it is nobody’s turn; declare intents and set the order first")
    return id, state["combatants"][id]


def land(state: State, who: str, effect: Effect) -> State | None:
    """What of an effect the scene keeps: crashes, the gap, injuries, conditions, deaths."""
    if effect.who == "spell":
        return {**state}  # it is read off the roll itself
    if effect.field == "gap":
        return {**state, "gap": effect.value}
    whose = state["combatants"].get(who)
    if whose is None:
        return None
    changed = _landed(whose, effect)
    if changed is None:
        return None
    return {**state, "combatants": {**state["combatants"], who: {**whose, **changed}}}


def _landed(whose: Mapping[str, Any], effect: Effect) -> dict[str, Any] | None:
    if (changed := injured(whose, effect)) is not None:
        return changed
    if effect.field == "recovering_rounds" and effect.op == "add":
        return {"recovering_rounds": max(0, whose["recovering_rounds"] + int(effect.value))}
    if effect.field == "dead" and effect.value is True:
        return {"conditions": _with(whose["conditions"], "dead")}
    if effect.field == "conditions" and effect.op == "append":
        record = effect.value
        if record["name"] == "incapacitated" and record["unit"] == "rounds":
            rounds = max(whose["incapacitated_rounds"], int(record["lasts"]))
            return {"incapacitated_rounds": rounds}
        return {"conditions": _with(whose["conditions"], record["name"])}
    return None


def _with(names: list[str], name: str) -> list[str]:
    return names if name in names else [*names, name]
