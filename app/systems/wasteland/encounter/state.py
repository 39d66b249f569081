"""The fight of Wasteland as data: rounds, two pools of AP, and everybody in it.

started, round (0 is the opening turn), order (ids), current (whose turn, None between turns),
settled (ids whose ties the GM has ordered), group_ap (0 to 6), surplus_ap (beyond it, until the
turn ends), gm_ap, scene (from 1),
combatants: by id,
    name, side (players, gm), kind, hidden, initiative, hp, max_hp, defense (without the bonus),
    body_plan, dr (by location and damage type, of who has no sheet)
    of this round   turn_taken, minor_used, major_used, movement_used
    of this turn    no_free_actions, attacked, aim_ready, dose_free (a dose may go with the First
                    Aid just given)
    until the next  defense_bonus, readied (each: trigger, action, whom, second_major, and what
                    else was said of it), assisting (whom, for each promise of help)
    until the dice  declared (each: procedure, second_major, aim, commander), helpers (each: who,
                    target number, critical faces)
    what is upon it prone, dying, stable, stunned, dazed, dead, injuries (location, treated),
                    persistent (damage, turns left, location, damage_type, difficulty, waits
                    for the next turn), cover_dice

Fights of old know neither surplus_ap nor what came with it, and hold one readied action and one
promise of help at most; the functions below read them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import State
from app.core.kinds import Somebody
from app.systems.wasteland.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.tables.harm import injury_at
from app.systems.wasteland.turns import Footing

#: The id of somebody in the fight.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: What a round counts, as it is before anybody acts.
UNCOUNTED = {"turn_taken": False, "minor_used": 0, "major_used": 0, "movement_used": False}

#: What lasts for one turn at most.
UNTURNED: Mapping[str, Any] = {
    "no_free_actions": False,
    "attacked": False,
    "aim_ready": False,
    "dose_free": False,
}

#: What somebody holds ready, has promised or declared, and is helped with: nothing.
UNDONE: Mapping[str, Any] = {"readied": [], "assisting": [], "declared": [], "helpers": []}

Combatant = Mapping[str, Any]


def fresh() -> State:
    """Before anybody is here."""
    return {
        "started": False,
        "round": 0,
        "order": [],
        "current": None,
        "settled": [],
        "group_ap": 0,
        "surplus_ap": 0,
        "gm_ap": 0,
        "scene": 1,
        "combatants": {},
    }


def somebody(state: State, id: str, field: str = "who") -> Combatant:
    """Whoever has this id; BadInput on `field` if nobody has."""
    found = state["combatants"].get(id)
    if found is None:
        raise BadInput(field, f"nobody is called {id[:40]!r} here")
    return found  # type: ignore[no-any-return]


def waiting(state: State) -> list[str]:
    """Who still has a turn this round, in order; the dead have none."""
    return [
        id
        for id in state["order"]
        if not state["combatants"][id]["turn_taken"] and not state["combatants"][id]["dead"]
    ]


def everybody_with(state: State, **changes: Any) -> dict[str, Any]:
    """The state with the same entries changed for all combatants."""
    return {
        **state,
        "combatants": {id: {**each, **changes} for id, each in state["combatants"].items()},
    }


def untreated(whose: Combatant) -> int:
    """Injuries that still count (W5.5, W7.5)."""
    return sum(not injury["treated"] for injury in whose["injuries"])


def injured(whose: Combatant, group: str) -> int:
    """How many untreated injuries of a group there are (W7.3); each counts on its own."""
    return sum(
        not injury["treated"]
        and injury["location"] != "none"
        and injury_at(injury["location"]).group == group
        for injury in whose["injuries"]
    )


def footing(whose: Combatant) -> Footing:
    """How somebody stands, for what they may do (W7.3, W10)."""
    lamed = injured(whose, "leg-injury") > 0
    return Footing(whose["prone"], lamed, whose["no_free_actions"])


def defense_now(whose: Combatant) -> int:
    """Defense with the bonus of a Defend (W5.4); at most the 6 that a test can face."""
    return min(6, int(whose["defense"] + whose["defense_bonus"]))


def unable(whose: Combatant) -> str:
    """Why somebody takes no actions; empty if they do (W7.4, W7.13)."""
    for condition, words in (
        ("dead", "is dead"),
        ("dying", "is dying: no actions"),
        ("stable", "is stabilised, but still unconscious: no actions"),
    ):
        if whose[condition]:
            return f"{whose['name']} {words}"
    return ""


def helpers_of(whose: Combatant) -> list[Mapping[str, Any]]:
    """Dice given to help and not fallen yet (W5.1); fights of old know of none."""
    return list(whose.get("helpers", ()))


def declared_by(whose: Combatant) -> list[Mapping[str, Any]]:
    """What somebody has declared and not rolled yet; fights of old do not tell."""
    return list(whose.get("declared", ()))


def readied_of(whose: Combatant) -> list[Mapping[str, Any]]:
    """The actions that somebody holds ready, in the order in which they were readied (W5.8)."""
    held = whose["readied"]
    return [held] if isinstance(held, Mapping) else list(held or ())


def promised_by(whose: Combatant) -> list[str]:
    """Whom somebody has promised help, once for each promise (W5.1)."""
    promised = whose["assisting"]
    return [promised] if isinstance(promised, str) else list(promised or ())


def turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def at_hand(state: State, side: str) -> AtHand:
    """What a side can spend: its pool, and what it earned beyond it (W1.6, W1.14)."""
    if side == "gm":
        return AtHand("gm", state["gm_ap"])
    return AtHand("players", state["group_ap"], state.get("surplus_ap", 0))


def with_at_hand(state: State, left: AtHand) -> dict[str, Any]:
    """The state with this in a side's pool, and beyond it."""
    if left.side == "gm":
        return {**state, "gm_ap": left.pool}
    return {**state, "group_ap": left.pool, "surplus_ap": left.surplus}


def paid(state: State, whose: Combatant, price: int, field: str = "action") -> dict[str, Any]:
    """The state with AP taken from somebody's side; BadInput on `field` if they are not there."""
    there = at_hand(state, whose["side"])
    if price > there.total:
        raise BadInput(field, f"that costs {price} AP; {there.said}")
    return with_at_hand(state, there.paid(price))


def counter(state: State, whose: Combatant) -> dict[str, Any]:
    """Side, pool and surplus, as inputs of a roll."""
    there = at_hand(state, whose["side"])
    most = GROUP_POOL if there.side == "players" else 99
    return {
        "side": there.side,
        "ap_pool": min(most, there.pool),
        "surplus_ap": min(99, there.surplus),
    }
