"""Who is in the scene, and what lies about them: cover, light, surprise."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import Exact, ListOf, Number, OneOf, Text, Whole, YesNo
from app.core.outcomes import rounded
from app.systems.garden.codes import InjuryCode
from app.systems.garden.encounter.state import FRESH, SIDES, UNDECLARED, Who, somebody
from app.systems.garden.encounter.turns import begins
from app.systems.garden.sheet import SHEET
from app.systems.garden.tables.combat import situations
from app.systems.garden.tables.movement import GAITS

Hidden = Annotated[bool, YesNo(help="Not shown to the players.")]
Unaware = Annotated[
    bool, YesNo(help="Has no turn until they notice, and defends flat.", rules=("G55", "G59"))
]


def _skill(name: str) -> Whole:
    return Whole(0, 8, sheet=name, part="Skills", rules=("G57", "G58"))


def _attribute(name: str) -> Whole:
    return Whole(-5, 10, sheet=name, part="Attributes", rules=("G57", "G58"))


def _rate(name: str) -> Number:
    return Number(0, 1000, unit="m", sheet=name, part="Movement", rules=("G27",))


@transition("add", title="Add somebody", rules="G18 G53 G54 G57 G58 G80 G83")
def add(
    state: State,
    id: Who,
    name: Annotated[str, Text(80, front=True)] = "",
    side: Annotated[str, OneOf(SIDES, front=True)] = "character",
    hidden: Hidden = False,
    unaware: Unaware = False,
    agility: Annotated[int, _attribute("agility")] = 0,
    body: Annotated[int, _attribute("body")] = 0,
    perception: Annotated[int, _attribute("perception")] = 0,
    psyche: Annotated[int, _attribute("psyche")] = 0,
    athletics: Annotated[int, _skill("athletics")] = 0,
    awareness: Annotated[int, _skill("awareness")] = 0,
    defense: Annotated[int, _skill("defense")] = 0,
    firearms: Annotated[int, _skill("firearms")] = 0,
    melee: Annotated[int, _skill("melee")] = 0,
    stealth: Annotated[int, _skill("stealth")] = 0,
    unarmed: Annotated[int, _skill("unarmed")] = 0,
    dv: Annotated[
        Exact | None,
        Number(0, 1000, label="DV", help="Of the weapon in hand, without a sheet.", rules=("G79",)),
    ] = None,
    flesh: Annotated[
        Exact | None,
        Number(
            Fraction(1, 2),
            1000,
            label="Flesh level",
            help="Left out: 5 + Body.",
            sheet="flesh",
            part="Wounds",
            rules=("G80",),
        ),
    ] = None,
    armor: Annotated[
        Exact, Number(0, 1000, label="Armour", sheet="armor", part="Wounds", rules=("G80",))
    ] = 0,
    wound_boxes: Annotated[
        int | None,
        Whole(
            1,
            40,
            label="Boxes for wounds",
            help="Left out: 5 + Body.",
            sheet="wound_boxes",
            part="Wounds",
            rules=("G83",),
        ),
    ] = None,
    bruise_boxes: Annotated[
        int | None,
        Whole(
            1,
            40,
            label="Boxes for bruises",
            help="Left out: 5 + Body.",
            sheet="bruise_boxes",
            part="Wounds",
            rules=("G83",),
        ),
    ] = None,
    injuries: Annotated[
        tuple[str, ...],
        ListOf(InjuryCode(), 80, sheet="injuries", part="Wounds", rules=("G83",)),
    ] = (),
    bleeding_stopped: Annotated[
        bool, YesNo(sheet="bleeding_stopped", part="Wounds", rules=("G84",))
    ] = False,
    conditions: Annotated[
        tuple[str, ...],
        ListOf(Text(80), 200, sheet="suffers", part="Wounds", rules=("G82", "G111", "G123")),
    ] = (),
    modifier: Annotated[
        int | None,
        Whole(-20, 20, sheet="modifier", help="Left out: that of the wounds.", rules=("G86",)),
    ] = None,
    rehab: Annotated[int, Whole(0, 20, sheet="rehab", part="Wounds", rules=("G96",))] = 0,
    encumbrance: Annotated[
        int, Whole(-60, 0, sheet="encumbrance", part="Movement", rules=("G38",))
    ] = 0,
    gait: Annotated[
        str,
        OneOf(
            {"none": "None", **GAITS.labels("words")},
            label="Fastest gait",
            sheet="gait",
            part="Movement",
            rules=("G31",),
        ),
    ] = "sprint",
    walk: Annotated[Exact, _rate("walk")] = 10,
    run: Annotated[Exact, _rate("run")] = 20,
    sprint: Annotated[Exact, _rate("sprint")] = 40,
) -> Turned:
    """Somebody joins, last in the order."""
    if not id:
        raise BadInput("id", "give an id")
    if id in state["combatants"]:
        raise BadInput("id", f"{id[:40]!r} is already here")
    # G80, G83: what is left out follows from Body, as on a sheet.
    known = {"body": body, "injuries": list(injuries)}
    said = {"flesh": flesh, "wound_boxes": wound_boxes, "bruise_boxes": bruise_boxes}
    sheet = SHEET.filled({**known, **{name: one for name, one in said.items() if one is not None}})
    made = {
        "name": name or id,
        "side": side,
        "hidden": hidden,
        **FRESH,
        **UNDECLARED,
        "unaware": unaware,
        "agility": agility,
        "body": body,
        "perception": perception,
        "psyche": psyche,
        "athletics": athletics,
        "awareness": awareness,
        "defense": defense,
        "firearms": firearms,
        "melee": melee,
        "stealth": stealth,
        "unarmed": unarmed,
        "dv": None if dv is None else rounded(dv, 6),
        "flesh": rounded(sheet["flesh"], 6),
        "armor": rounded(armor, 6),
        "wound_boxes": sheet["wound_boxes"],
        "bruise_boxes": sheet["bruise_boxes"],
        "injuries": list(injuries),
        "bleeding_stopped": bleeding_stopped,
        "conditions": list(conditions),
        "modifier": max(-20, sheet["modifier"]) if modifier is None else modifier,
        "rehab": rehab,
        "encumbrance": encumbrance,
        "gait": gait,
        "walk": rounded(walk, 6),
        "run": rounded(run, 6),
        "sprint": rounded(sprint, 6),
    }
    return Turned(
        {
            **state,
            "order": [*state["order"], id],
            "combatants": {**state["combatants"], id: made},
        }
    )


@transition("remove", title="Take somebody out", rules="G18")
def remove(state: State, who: Who) -> Turned:
    """Somebody leaves; if it was their turn, the next one begins."""
    somebody(state, who)
    left = {id: each for id, each in state["combatants"].items() if id != who}
    for id, each in left.items():
        attackers = [other for other in each["attackers_this_round"] if other != who]
        left[id] = {**each, "attackers_this_round": attackers}
    after = {
        **state,
        "order": [id for id in state["order"] if id != who],
        "combatants": left,
        "interrupted": None if state["interrupted"] == who else state["interrupted"],
    }
    return begins(after) if state["current"] == who else Turned(after)


@transition("move", title="Move in the order", rules="G53")
def move(state: State, who: Who, place: Annotated[int, Whole(1, 200, front=True)]) -> Turned:
    """Somebody gets another place in the order, counted from 1."""
    somebody(state, who)
    if state["phase"] == "order":
        raise BadInput("phase", "the order is being rolled for")
    order = [id for id in state["order"] if id != who]
    order.insert(place - 1, who)
    return Turned({**state, "order": order})


@transition("show", title="Hide or show", rules="G18")
def show(state: State, who: Who, hidden: Hidden = False) -> Turned:
    """Somebody is hidden from the players, or shown to them."""
    somebody(state, who)
    return Turned(with_combatant(state, who, hidden=hidden))


@transition("surprise", title="Surprise", rules="G55")
def surprise(state: State, attacker: Who) -> Turned:
    """Somebody comes upon the unwary: each of them may notice."""
    somebody(state, attacker, "attacker")
    due = tuple(
        Due(
            id,
            f"{each['name']}: does {state['combatants'][attacker]['name']} go unnoticed?",
            "garden.surprise",
            {name: each[name] for name in ("awareness", "perception")},
            ("G55",),
            others={"attacker": attacker},
        )
        for id, each in state["combatants"].items()
        if each["unaware"] and id != attacker
    )
    if not due:
        raise BadInput("attacker", "nobody here is unaware")
    return Turned(state, due)


@transition("notice", title="Unaware or not", rules="G55 G56 G59")
def notice(state: State, who: Who, unaware: Unaware = False) -> Turned:
    """Somebody has noticed what is coming, or has not."""
    somebody(state, who)
    return Turned(with_combatant(state, who, unaware=unaware))


@transition("take_cover", title="Cover", rules="G69-G71")
def take_cover(
    state: State,
    who: Who,
    cover: Annotated[str, OneOf(situations("cover", "none", "None"), front=True)] = "none",
) -> Turned:
    """What somebody stands behind."""
    somebody(state, who)
    return Turned(with_combatant(state, who, cover=cover))


@transition("set_light", title="Light", rules="G71")
def set_light(
    state: State,
    light: Annotated[str, OneOf(situations("light", "normal", "Normal"), front=True)] = "normal",
) -> Turned:
    """How well one sees here."""
    return Turned({**state, "light": light})
