"""Who is in the fight and in which order: joining, leaving, ties, what the GM sets by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import State, StepResult, transition, with_combatant
from app.core.flat_roster import Hidden, Place, is_new, moved
from app.core.kinds import ListOf, OneOf, Somebody, Text, Whole, YesNo
from app.core.outcomes import Effect, put
from app.core.outcomes import add as add_effect
from app.systems.wasteland.encounter.landing import CONDITIONS, land
from app.systems.wasteland.encounter.state import (
    UNCOUNTED,
    UNDONE,
    UNTURNED,
    Combatant,
    Who,
    promised_by,
    somebody,
)
from app.systems.wasteland.encounter.turns import nobodys, rounded
from app.systems.wasteland.inputs import Side
from app.systems.wasteland.tables.attacks import ALL_LOCATIONS, BODY_PLANS, OBJECT, locations

#: Whoever joins by a line is no player's character.
KINDS = {"pc": "Player character", "npc-character": "Character NPC", "creature": "Creature"}

#: Whose side somebody is on, and whose AP they spend (W1.14).
SIDES = {"players": "The players", "gm": "The GM"}


#: DR of one damage type, where it is another than `dr` says.
DamageResistance = Annotated[
    int | None, Whole(0, 30, help="DR against this damage type.", rules=("W6.9",))
]


Name = Annotated[str, Text(80, front=True)]
Kind = Annotated[
    str,
    OneOf(KINDS, sheet="kind", help="NPCs can be commanded.", rules=("W5.3", "W2.6-W2.8")),
]
Initiative = Annotated[int, Whole(-10, 50, front=True, rules=("W2.2",))]
MaxHp = Annotated[
    int, Whole(0, 200, front=True, label="Maximum HP", sheet="max_hp", rules=("W12.1",))
]
Hp = Annotated[
    int | None,
    Whole(0, 200, front=True, label="HP", help="Left out: the maximum.", sheet="hp"),
]
Defense = Annotated[int, Whole(0, 6, front=True, sheet="own_defense", rules=("W12.2",))]
DefenseBonus = Annotated[
    int, Whole(0, 6, label="Bonus of a Defend", sheet="defense_bonus", rules=("W5.4",))
]
BodyPlan = Annotated[str, OneOf(BODY_PLANS, label="Body", sheet="body_plan", rules=("W6.13",))]
Dr = Annotated[
    int | None,
    Whole(
        0,
        30,
        label="DR",
        help="Against physical and energy damage, everywhere; left out, that of the sheet.",
        rules=("W6.9",),
    ),
]
CoverDice = Annotated[int, Whole(0, 6, help="CD of cover.", rules=("W7.9",))]
Prone = Annotated[bool, YesNo(sheet="prone")]
Dying = Annotated[bool, YesNo(sheet="dying")]
Stable = Annotated[bool, YesNo(sheet="stable")]
Stunned = Annotated[bool, YesNo(sheet="stunned")]
Dazed = Annotated[bool, YesNo(sheet="dazed")]
Injuries = Annotated[
    tuple[str, ...],
    ListOf(
        OneOf({"none": "No one place"}, *ALL_LOCATIONS),
        20,
        help="Locations of those not treated.",
        sheet="injuries",
        rules=("W7.3",),
    ),
]


@transition("add", title="Add somebody", rules="W2.2 W2.6-W2.8")
def add(
    state: State,
    id: Who,
    name: Name = "",
    side: Side = "players",
    hidden: Hidden = False,
    kind: Kind = "npc-character",
    initiative: Initiative = 0,
    max_hp: MaxHp = 10,
    hp: Hp = None,
    defense: Defense = 1,
    defense_bonus: DefenseBonus = 0,
    body_plan: BodyPlan = "person",
    dr: Dr = None,
    energy: DamageResistance = None,
    radiation: DamageResistance = None,
    poison: DamageResistance = None,
    cover_dice: CoverDice = 0,
    prone: Prone = False,
    dying: Dying = False,
    stable: Stable = False,
    stunned: Stunned = False,
    dazed: Dazed = False,
    injuries: Injuries = (),
) -> StepResult:
    """Somebody joins; once the fight is on, at the place of their initiative."""
    is_new(state, id)
    if hp is not None and hp > max_hp:
        raise BadInput("hp", f"hp is {hp}; the maximum is {max_hp}")
    resists = {"physical": dr, "energy": dr if energy is None else energy}
    resists |= {"radiation": radiation, "poison": poison}
    made: dict[str, Any] = {
        "name": name or id,
        "side": side,
        "kind": kind,
        "hidden": hidden,
        "initiative": initiative,
        "hp": max_hp if hp is None else hp,
        "max_hp": max_hp,
        "defense": defense,
        "body_plan": body_plan,
        "dr": _everywhere(body_plan, resists),
        **UNCOUNTED,
        **UNTURNED,
        **UNDONE,
        "defense_bonus": defense_bonus,
        "prone": prone,
        "dying": dying,
        "stable": stable,
        "stunned": stunned,
        "dazed": dazed,
        "dead": False,
        "injuries": [{"location": part, "treated": False} for part in injuries],
        "persistent": [],
        "cover_dice": cover_dice,
    }
    combatants = {**state["combatants"], id: made}
    order = [*state["order"], id]
    if state["started"]:
        order = _placed(combatants, state["order"], id)
    return StepResult({**state, "order": order, "combatants": combatants})


def _everywhere(body_plan: str, resists: Mapping[str, int | None]) -> list[dict[str, Any]]:
    """DR as a sheet has it, the same at every location; empty if nothing was said of it (W6.9)."""
    if all(number is None for number in resists.values()):
        return []
    numbers = {damage_type: number or 0 for damage_type, number in resists.items()}
    return [{"location": part, **numbers} for part in locations(body_plan) or (OBJECT,)]


def _placed(combatants: Mapping[str, Combatant], order: Sequence[str], who: str) -> list[str]:
    """The order with somebody at the place of their initiative, behind their equals (W2.2)."""
    others = [each for each in order if each != who]
    initiative = combatants[who]["initiative"]
    lower = [each for each in others if combatants[each]["initiative"] < initiative]
    place = others.index(lower[0]) if lower else len(others)
    return [*others[:place], who, *others[place:]]


@transition("remove", title="Take somebody out", rules="W2.5")
def remove(state: State, who: Who) -> StepResult:
    """Somebody leaves; a turn of theirs is over, and help for them ends."""
    somebody(state, who)
    left = {
        id: {**each, **_without(each, who)} for id, each in state["combatants"].items() if id != who
    }
    after: dict[str, Any] = {
        **(nobodys(state) if state["current"] == who else state),
        "order": [id for id in state["order"] if id != who],
        "settled": [id for id in state["settled"] if id != who],
        "combatants": left,
    }
    between_turns = after["started"] and after["current"] is None
    return StepResult(rounded(after) if between_turns and left else after)


def _without(each: Combatant, who: str) -> dict[str, list[str]]:
    return {"assisting": [whom for whom in promised_by(each) if whom != who]}


@transition("move", title="Move in the order", rules="W2.4")
def move(state: State, who: Who, place: Place) -> StepResult:
    """Somebody gets another place in the order, counted from 1; a tie is settled by it."""
    whose = somebody(state, who)
    after = moved(state, who, place)
    tied = [
        id for id in after["order"] if state["combatants"][id]["initiative"] == whose["initiative"]
    ]
    return StepResult({**after, "settled": _settled(state, tied)})


def _settled(state: State, ids: list[str]) -> list[str]:
    return list(dict.fromkeys([*state["settled"], *ids]))


Order = Annotated[
    tuple[str, ...],
    ListOf(Somebody(), 20, 1, front=True, help="The tied, who goes first named first."),
]


@transition("settle_tie", title="Settle a tie", rules="W2.4")
def settle_tie(
    state: State,
    order: Order,
) -> StepResult:
    """The GM says who of those with equal initiative goes first."""
    if len(set(order)) != len(order):
        raise BadInput("order", "somebody is named twice; name each once")
    for id in order:
        somebody(state, id, "order")
    numbers = {id: state["combatants"][id]["initiative"] for id in state["order"]}
    queues: dict[int, list[str]] = {}
    for id in order:
        queues.setdefault(numbers[id], []).append(id)
    # The named take the places that they hold together, in the order that the GM gave.
    arranged = [queues[numbers[id]].pop(0) if id in order else id for id in state["order"]]
    return StepResult({**state, "order": arranged, "settled": _settled(state, list(order))})


Condition = Annotated[str, OneOf(*sorted(CONDITIONS), front=True)]
Holds = Annotated[bool, YesNo(front=True)]


@transition("mark", title="Set a condition", rules="W10.6 W7.4 W7.13")
def mark(
    state: State,
    who: Who,
    condition: Condition,
    holds: Holds = True,
) -> StepResult:
    """A condition by hand: knocked prone by a hazard or a complication, woken, dead."""
    somebody(state, who)
    effect = put(condition, holds)
    return StepResult(land(state, who, effect) or state, effects=((who, effect),))


EditInitiative = Annotated[int | None, Whole(-10, 50)]
EditMaxHp = Annotated[int | None, Whole(0, 200, label="Maximum HP")]
EditHp = Annotated[int | None, Whole(0, 200, label="HP")]
EditDefense = Annotated[
    int | None, Whole(0, 6, help="Without a bonus; that of a sheet comes from AGI.")
]
EditDefenseBonus = Annotated[
    int | None,
    Whole(0, 6, help="Until the next own turn: Defend, Parry.", rules=("W5.4", "W7.8")),
]
EditCoverDice = Annotated[int | None, Whole(0, 6, front=True, rules=("W7.9",))]
EditSide = Annotated[
    str | None,
    OneOf(SIDES, label="Side", help="An NPC may change sides.", rules=("W1.14", "W5.3")),
]
EditHidden = Annotated[bool | None, YesNo()]


@transition("edit", title="Correct the numbers", rules="W7.9 W2.2 W2.3 W2.8")
def edit(
    state: State,
    who: Who,
    initiative: EditInitiative = None,
    max_hp: EditMaxHp = None,
    hp: EditHp = None,
    defense: EditDefense = None,
    defense_bonus: EditDefenseBonus = None,
    cover_dice: EditCoverDice = None,
    side: EditSide = None,
    hidden: EditHidden = None,
) -> StepResult:
    """Cover taken, numbers put right, somebody hidden or shown; what is left out stays.

    In a running fight another initiative is another place in the order: it counts among those who
    have not acted yet, from the next round on among all; whose turn is on keeps it (W2.2).
    """
    whose = somebody(state, who)
    given: dict[str, Any] = {
        "initiative": initiative,
        "max_hp": max_hp,
        "hp": hp,
        "defense": defense,
        "defense_bonus": defense_bonus,
        "cover_dice": cover_dice,
        "side": side,
        "hidden": hidden,
    }
    changes = {field: value for field, value in given.items() if value is not None}
    most = int(whose["max_hp"]) if max_hp is None else max_hp
    if hp is not None and hp > most:
        raise BadInput("hp", f"hp is {hp}; the maximum is {most}")
    changes["hp"] = min(int(whose["hp"]) if hp is None else hp, most)
    after = with_combatant(state, who, **changes)
    if state["started"] and changes.get("initiative", whose["initiative"]) != whose["initiative"]:
        after["order"] = _placed(after["combatants"], state["order"], who)
        after["settled"] = [id for id in state["settled"] if id != who]
    return StepResult(after, effects=_on_sheet(who, whose, changes))


def _on_sheet(
    who: str, whose: Combatant, changes: Mapping[str, Any]
) -> tuple[tuple[str, Effect], ...]:
    """What of these changes is written on the sheet too; there maximum HP go by radiation."""
    effects = []
    if changes.get("max_hp", whose["max_hp"]) != whose["max_hp"]:
        effects.append(add_effect("max_hp", changes["max_hp"] - whose["max_hp"]))
    effects += [
        put(field, changes[field])
        for field in ("hp", "defense_bonus")
        if field in changes and changes[field] != whose[field]
    ]
    return tuple((who, effect) for effect in effects)
