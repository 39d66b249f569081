"""Help: promised, given, and used up by a test; a turn given up for it (W5.1, W1.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import State, StepResult, transition, with_combatant
from app.core.kinds import Somebody, Whole
from app.systems.wasteland.encounter.state import (
    Combatant,
    Who,
    helpers_of,
    promised_by,
    somebody,
    unable,
)
from app.systems.wasteland.encounter.turns import finished, lapsed, on, rounded

#: So many assistants a test takes.
MOST_HELPERS = 5

#: What a helper rolls against: the sum, and the faces worth two.
HelperTarget = Annotated[
    int | None,
    Whole(
        1,
        18,
        front=True,
        label="Helper’s attribute + skill",
        help="Left out, it is put into the form of the test by hand.",
        rules=("W1.9", "W1.1"),
    ),
]
HelperCrit = Annotated[
    int,
    Whole(
        1,
        6,
        front=True,
        label="Helper’s critical faces",
        help="The rating of the helper’s tag skill; 1 without a tag.",
        rules=("W1.9", "W1.2"),
    ),
]


def falling(whose: Combatant, room: int = MOST_HELPERS) -> list[Mapping[str, Any]]:
    """The dice that fall with somebody's next test: one of each helper, for whom there is room."""
    first: dict[Any, Mapping[str, Any]] = {}
    for place, die in enumerate(helpers_of(whose)):
        first.setdefault(die.get("who", place), die)  # fights of old do not tell whose it is
    return list(first.values())[:room]


def helped(whose: Combatant, room: int = MOST_HELPERS) -> dict[str, Any]:
    """Whose dice fall with somebody's test, as its inputs (W1.9, W5.1)."""
    dice = falling(whose, room)
    if not dice:
        return {}
    return {
        "assist_targets": [die["target"] for die in dice],
        "assist_crits": [die["crit"] for die in dice],
    }


def fallen(state: State, who: str, room: int = MOST_HELPERS) -> State:
    """The state after somebody's test: the second die of a helper waits for the next one (W5.1)."""
    whose = state["combatants"][who]
    left = helpers_of(whose)
    for die in falling(whose, room):
        left.remove(die)
    return with_combatant(state, who, helpers=left)


Whom = Annotated[
    str, Somebody(label="Who is helped", help="Left out: whom help was promised first.")
]


@transition("help", title="Help now", rules="W5.1 W1.9")
def help_now(
    state: State,
    who: Who,
    whom: Whom = "",
    target: HelperTarget = None,
    crit: HelperCrit = 1,
) -> StepResult:
    """The helper’s d20 is put beside those of the helped one’s next test, whenever that is."""
    whose = somebody(state, who)
    promised = promised_by(whose)
    if not promised:
        raise BadInput("who", f"{whose['name']} helps nobody")
    if unable(whose):
        raise BadInput("who", unable(whose))
    helped = whom or promised[0]
    if helped not in promised:
        name = somebody(state, helped, "whom")["name"]
        raise BadInput("whom", f"{whose['name']} has not promised {name} help")
    promised.remove(helped)
    return _given(with_combatant(state, who, assisting=promised), who, helped, target, crit)


GiveUpTurnWhom = Annotated[str, Somebody(front=True, label="Who is helped")]


@transition("give_up_turn", title="Give up a turn to help", rules="W5.1 W1.9")
def give_up_turn(
    state: State,
    who: Who,
    whom: GiveUpTurnWhom,
    target: HelperTarget = None,
    crit: HelperCrit = 1,
) -> StepResult:
    """Who has not acted yet this round gives up the turn still to come and helps at once.

    It counts as that turn: what ends when a turn starts ends, what falls at its end falls now.
    """
    on(state)
    whose = somebody(state, who)
    somebody(state, whom, "whom")
    if whom == who:
        raise BadInput("whom", "say who else is helped")
    if unable(whose):
        raise BadInput("who", unable(whose))
    if whose["stunned"] or whose["dazed"]:
        raise BadInput("who", f"{whose['name']} has no action to give: stunned or dazed (W5.1)")
    # W2.1: the opening turn is no part of any round, so there is no turn to give up in it.
    if not state["round"] or state["current"] == who or whose["turn_taken"]:
        raise BadInput("who", f"{whose['name']} has no turn still to come this round")
    begun = lapsed(state, who)
    given = with_combatant(begun.state, who, major_used=whose["major_used"] + 1)
    helping = _given(given, who, whom, target, crit)
    over = finished(helping.state, who)
    after = rounded(over.state) if state["current"] is None else over.state
    return StepResult(
        after,
        over.due,
        begun.effects + over.effects,
        begun.notes + helping.notes + over.notes,
    )


def _given(state: State, who: str, whom: str, target: int | None, crit: int) -> StepResult:
    """One more die for the next test of who is helped, at most the five that a test takes."""
    if target is not None and crit > max(1, target - 1):
        # W1.9: an attribute is at least 1, so a skill is less than the sum.
        raise BadInput(
            "crit",
            f"crit is {crit}; with {target} in all at most {max(1, target - 1)} is worth two",
        )
    helpers = helpers_of(somebody(state, whom, "whom"))
    others = {die.get("who", place) for place, die in enumerate(helpers)} - {who}
    if len(others) >= MOST_HELPERS:
        raise BadInput("who", f"{MOST_HELPERS} help already")
    name, helped = (state["combatants"][id]["name"] for id in (who, whom))
    if target is None:
        return StepResult(state, notes=(f"{name} rolls 1d20 with {helped}’s test (W1.9).",))
    die = {"who": who, "target": target, "crit": crit}
    return StepResult(
        with_combatant(state, whom, helpers=[*helpers, die]),
        notes=(f"{name} rolls 1d20 with {helped}’s test, against {target} (W1.9).",),
    )
