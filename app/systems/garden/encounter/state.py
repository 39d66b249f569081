"""The encounter of Autonomous Garden as data: a scene, its rounds, and who stands in them.

round (from 1), phase (declare, order, action), order (ids), current (an id or None), interrupted
(whose turn a readied action broke into, or None), light, gaps (of a chase: see `chases`), tried
(pairs of NPC and skill), ongoing_spells (that nobody bears, records as on the sheet), scene_clock
(minutes), combatants: by id,
    name, side, hidden, unaware, cover, spirit,
    as on the sheet  agility, body, perception, psyche, the skills of a fight, flesh, armor,
                     wound_boxes, bruise_boxes, injuries, bleeding_stopped, bleeding_minutes,
                     ongoing_spells, modifier, rehab, penalties (beside the wounds, as said on
                     joining), encumbrance, gait, walk, run, sprint
    own              what else a sheet has for the clock (G141): of those without one that is all
    dv               of the weapon in hand, for those without a sheet (else None)
    of this round    declared, intent, phase and place (in the order), declared_major, used_major,
                     movement, full_defense, penalty, melee_penalty, acted, fought, stirred,
                     crashed (loses this round), attackers_this_round (ids in the order they came),
                     together (the modifier with which those of a place began their turns, G54),
                     counts_as, begun, undeclared (see `costs`), nerve (see `panic`),
                     ran and leapt (what a runner rolled in a chase)
    that lasts       defending (full defence, until the next turn), readied (event text or None),
                     aim_rounds, recovering_rounds, incapacitated_rounds, spared (this round is
                     none of them, G107), conditions (names), treating (see `treating`)

An encounter of an earlier version lacks what is younger than it: `of` knows what stands for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import State
from app.core.kinds import Somebody
from app.core.outcomes import TIME, Effect
from app.systems.garden.encounter.bodies import landed

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody()]

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
    "stirred": False,
    "crashed": False,
    "attackers_this_round": [],
    "together": None,
    "counts_as": "",
    "begun": 0,
    "undeclared": 0,
    "nerve": None,
    "ran": None,
    "leapt": None,
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
    "spared": False,
    "conditions": [],
    "treating": None,
    "own": {},
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
        "gaps": [],
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


def of(whose: Mapping[str, Any], name: str) -> Any:
    """An entry of a combatant, also of one who joined before there was such an entry."""
    if name in whose:
        return whose[name]
    return UNDECLARED[name] if name in UNDECLARED else FRESH.get(name, False)


def down(whose: Mapping[str, Any]) -> bool:
    """Can they do nothing at all, and notice nothing?"""
    return any(each in HELPLESS for each in whose["conditions"])


def able(whose: Mapping[str, Any]) -> bool:
    """Can they have a turn? Not unaware, not down, not recovering from a crash (G44, G107)."""
    lost = whose["unaware"] or whose["crashed"] or whose["incapacitated_rounds"]
    return not (lost or down(whose))


def signed(number: int) -> str:
    """A penalty as it is printed: `−2`."""
    return str(number).replace("-", "−")


def waiting(state: State) -> list[str]:
    """Who still has a turn this round, in the order of turns.

    Whoever fell to somebody of the same place still acts (G54).
    """
    everybody = state["combatants"]
    return [
        id
        for id in state["order"]
        if everybody[id]["declared"]
        and not everybody[id]["acted"]
        and (able(everybody[id]) or of(everybody[id], "together") is not None)
    ]


def undeclared(state: State) -> list[str]:
    """Who has still to declare; whoever treats somebody goes on with that (G136)."""
    everybody = state["combatants"]
    return [
        id
        for id in state["order"]
        if able(everybody[id])
        and not everybody[id]["declared"]
        and not of(everybody[id], "treating")
    ]


def in_turn(state: State) -> tuple[str, Mapping[str, Any]]:
    """Whose turn it is; BadInput on `phase` if it is nobody's."""
    id = state["current"]
    if state["phase"] != "action" or id is None:
        raise BadInput("phase", "it is nobody’s turn; declare intents and set the order first")
    return id, state["combatants"][id]


def in_rounds(state: State) -> bool:
    """Do rounds run, so that time is theirs (G18)?"""
    declared = any(each["declared"] for each in state["combatants"].values())
    return bool(declared or state["phase"] != "declare" or state["round"] > 1)


def land(state: State, who: str, effect: Effect) -> State | None:
    """What of an effect the scene keeps: crashes, gaps, injuries, conditions, deaths."""
    if effect.who == "spell":
        return {**state}  # it is read off the roll itself
    if effect.who == TIME:
        # G136: in rounds the rounds themselves were that time.
        return {**state} if in_rounds(state) else None
    if effect.field == "gap":
        return with_gap(state, effect.value)
    whose = state["combatants"].get(who)
    if whose is None:
        return None
    changed = _landed(state, who, effect)
    if changed is None:
        return None
    after = {**whose, **changed}
    if down(after) and not _together_with(state, whose):
        after["together"] = None
    return {**state, "combatants": {**state["combatants"], who: after}}


def _together_with(state: State, whose: Mapping[str, Any]) -> bool:
    """Is it the turn of somebody of the same place, and of nobody who broke into it (G54)?"""
    acting = state["combatants"].get(state["current"])
    return bool(acting and acting["place"] == whose["place"] and not state["interrupted"])


def _landed(state: State, who: str, effect: Effect) -> dict[str, Any] | None:
    whose = state["combatants"][who]
    if effect.field == "recovering_rounds" and effect.op == "add":
        return {"recovering_rounds": max(0, whose["recovering_rounds"] + int(effect.value))}
    changed = landed(whose, effect)
    if changed is None or effect.field != "conditions" or effect.op != "append":
        return changed
    record = effect.value
    if record["name"] != "incapacitated" or record["unit"] != "rounds":
        return changed
    # G107: this round is one of them only if its turn is still to come.
    spared = whose["acted"] or state["current"] == who
    rounds = max(whose["incapacitated_rounds"], int(record["lasts"]))
    return {**changed, "incapacitated_rounds": rounds, "spared": spared}


# --- gaps of a chase ---


def gaps_of(state: State) -> list[dict[str, Any]]:
    """The pairs of a chase; an encounter of an earlier version kept one gap for all."""
    return [dict(each) for each in state.get("gaps", ())]


def with_gap(state: State, metres: Any) -> State:
    """The gap of the pair whose roll came to so many metres; of the only pair, if none did."""
    gaps = gaps_of(state)
    came = [each for each in gaps if each["came"] == metres] or (gaps if len(gaps) == 1 else [])
    for each in came[:1]:
        each |= {"metres": metres, "came": None}
    return {**state, "gaps": gaps}
