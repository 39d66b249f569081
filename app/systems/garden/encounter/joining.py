"""Who is in the scene, and what lies about them: cover, light, surprise."""

from __future__ import annotations

from typing import Annotated

from app.core import flat_roster as roster
from app.core.errors import BadInput, listed
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.flat_roster import Hidden, Name, Place, joined, moved
from app.core.kinds import OneOf, Text, YesNo
from app.core.outcomes import put
from app.systems.garden.encounter.bodies import awareness
from app.systems.garden.encounter.fighters import UNKNOWN, Fighter
from app.systems.garden.encounter.state import (
    FRESH,
    SIDES,
    UNDECLARED,
    Who,
    gaps_of,
    land,
    somebody,
)
from app.systems.garden.encounter.turns import begins
from app.systems.garden.tables.combat import situations

Spirit = Annotated[
    bool, YesNo(help="Shield helps against what it attacks with.", rules=("G123", "G127"))
]
Unaware = Annotated[
    bool, YesNo(help="Has no turn until they notice, and defends flat.", rules=("G55", "G59"))
]


Side = Annotated[str, OneOf(SIDES, front=True)]


@transition("add", title="Add somebody", rules="G18 G53 G54 G57 G58 G80 G83 G141")
def add(
    state: State,
    id: Who,
    name: Name = "",
    side: Side = "character",
    hidden: Hidden = False,
    unaware: Unaware = False,
    spirit: Spirit = False,
    told: Fighter = UNKNOWN,
) -> StepResult:
    """Somebody joins, last in the order."""
    made = {
        "name": name or id,
        "side": side,
        "hidden": hidden,
        **FRESH,
        **UNDECLARED,
        "unaware": unaware,
        "spirit": spirit,
        **told.known(),
    }
    return StepResult(joined(state, id, made))


@transition("remove", title="Take somebody out", rules="G18")
def remove(state: State, who: Who) -> StepResult:
    """Somebody leaves; if it was their turn, the next one begins."""
    somebody(state, who)
    left = {id: each for id, each in state["combatants"].items() if id != who}
    for id, each in left.items():
        attackers = [other for other in each["attackers_this_round"] if other != who]
        left[id] = {**each, "attackers_this_round": attackers}
    gaps = [each for each in gaps_of(state) if who not in (each["runner"], each["pursuer"])]
    after = {
        **state,
        "gaps": gaps,
        "order": [id for id in state["order"] if id != who],
        "combatants": left,
        "interrupted": None if state["interrupted"] == who else state["interrupted"],
    }
    return begins(after) if state["current"] == who else StepResult(after)


@transition("move", title="Move in the order", rules="G53")
def move(state: State, who: Who, place: Place) -> StepResult:
    """Somebody gets another place in the order, counted from 1."""
    somebody(state, who)
    if state["phase"] == "order":
        raise BadInput("phase", "the order is being rolled for")
    return StepResult(moved(state, who, place))


show = roster.show("G18")


@transition("surprise", title="Surprise", rules="G55")
def surprise(state: State, attacker: Who) -> StepResult:
    """Somebody comes upon the unwary: each of them may notice."""
    coming = somebody(state, attacker, "attacker")["name"]
    due = tuple(
        Due(
            id,
            f"{each['name']}: does {coming} go unnoticed?",
            "garden.surprise",
            {"awareness": awareness(each), "perception": each["perception"]},
            ("G55",),
            others={"attacker": attacker},
        )
        for id, each in state["combatants"].items()
        if each["unaware"] and id != attacker
    )
    if not due:
        raise BadInput("attacker", "nobody here is unaware")
    return StepResult(state, due)


@transition("notice", title="Unaware or not", rules="G55 G56 G59")
def notice(state: State, who: Who, unaware: Unaware = False) -> StepResult:
    """Somebody has noticed what is coming, or has not."""
    somebody(state, who)
    return StepResult(with_combatant(state, who, unaware=unaware))


@transition("mark_spirit", title="Spirit or not", rules="G123 G127")
def mark_spirit(state: State, who: Who, spirit: Spirit = True) -> StepResult:
    """Somebody is a spirit: Shield helps against what it attacks with."""
    somebody(state, who)
    return StepResult(with_combatant(state, who, spirit=spirit))


ConditionEndsName = Annotated[str, Text(80, label="Condition", help="As it is called.", front=True)]


@transition("condition_ends", title="A condition ends", rules="G99 G112 G139 G142")
def condition_ends(
    state: State,
    who: Who,
    name: ConditionEndsName,
) -> StepResult:
    """By the GM’s word a knock-out, a blackout, a panic or a spell is over."""
    whose = somebody(state, who)
    known = {each.replace("-", " ").lower(): each for each in whose["conditions"]}
    meant = known.get(name.strip().replace("-", " ").lower())
    if meant is None or meant == "dead":
        said = listed(sorted(known), "and") if known else "none"
        raise BadInput("name", f"{whose['name']} has {said}, not {name[:40]!r}")
    over = put("condition_over", meant)
    return StepResult(land(state, who, over) or state, effects=((who, over),))


Cover = Annotated[str, OneOf(situations("cover", "none", "None"), front=True)]


@transition("take_cover", title="Cover", rules="G69-G71")
def take_cover(
    state: State,
    who: Who,
    cover: Cover = "none",
) -> StepResult:
    """What somebody stands behind."""
    somebody(state, who)
    return StepResult(with_combatant(state, who, cover=cover))


Light = Annotated[str, OneOf(situations("light", "normal", "Normal"), front=True)]


@transition("set_light", title="Light", rules="G71")
def set_light(
    state: State,
    light: Light = "normal",
) -> StepResult:
    """How well one sees here."""
    return StepResult({**state, "light": light})
