"""The fight of Wasteland as data: rounds, two pools of AP, and everybody in it.

started, round (0 is the opening turn), order (ids), current (whose turn, None between turns),
settled (ids whose ties the GM has ordered), group_ap (0 to 6), gm_ap, scene (from 1),
combatants: by id,
    name, side (players, gm), hidden, initiative, hp, max_hp, defense (without the bonus)
    of this round   turn_taken, minor_used, major_used, movement_used
    of this turn    no_free_actions, attacked, aim_ready, aimed (has the attack declared
                    last its free re-roll), helpers (target number and critical faces of each)
    until the next  defense_bonus, readied (trigger, action, whom,
                    second_major), assisting (whom)
    what is upon it prone, dying, stable, stunned, dazed, dead, injuries (location, treated),
                    persistent (damage, turns left, location, damage_type, difficulty, waits
                    for the next turn), cover_dice
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.encounters import State
from app.core.errors import BadInput
from app.core.kinds import Text
from app.systems.wasteland.inputs import GROUP_POOL
from app.systems.wasteland.tables.harm import injury_at
from app.systems.wasteland.turns import Footing

#: The id of somebody in the fight.
Who = Annotated[str, Text(64, label="Who", front=True)]

#: What a round counts, as it is before anybody acts.
UNCOUNTED = {"turn_taken": False, "minor_used": 0, "major_used": 0, "movement_used": False}

#: What lasts for one turn at most.
UNTURNED: Mapping[str, Any] = {
    "no_free_actions": False,
    "attacked": False,
    "aim_ready": False,
    "aimed": False,
    "helpers": [],
}

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


def helpers_of(whose: Combatant) -> list[Mapping[str, int]]:
    """Whose dice fall with somebody's next test (W5.1); fights of old know of none."""
    return list(whose.get("helpers", ()))


def turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def pool_of(whose: Combatant) -> str:
    """Whose AP somebody spends and earns (W1.14)."""
    return "gm_ap" if whose["side"] == "gm" else "group_ap"


def paid(state: State, whose: Combatant, price: int, field: str = "action") -> dict[str, Any]:
    """The state with AP taken from somebody's pool; BadInput on `field` if they are not there."""
    pool = pool_of(whose)
    if price > state[pool]:
        raise BadInput(field, f"that costs {price} AP; the pool has {state[pool]}")
    return {**state, pool: state[pool] - price}


def purse(state: State, whose: Combatant) -> dict[str, Any]:
    """Side and pool, as inputs of a roll."""
    most = GROUP_POOL if whose["side"] == "players" else 99
    return {"side": whose["side"], "ap_pool": min(most, state[pool_of(whose)])}
