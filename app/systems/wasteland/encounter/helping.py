"""Help: promised, given, and used up by a test; a turn given up for it (W5.1, W1.9)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Somebody, Whole
from app.systems.wasteland.encounter.state import (
    Fight,
    Fighter,
    Helper,
    Result,
    Who,
    is_object,
    unable,
)
from app.systems.wasteland.encounter.turns import end_lapsed, finish_turn, on, start_round_if_over

#: So many assistants a test takes.
MOST_HELPERS = 5

#: The target of a helper's die: the sum, and the faces worth two.
HelperTarget = Annotated[
    int | None,
    Whole(
        1,
        18,
        front=True,
        label="Helper’s attribute + skill",
        help="If empty, enter it in the test’s form.",
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


def falling(fighter: Fighter, room: int = MOST_HELPERS, commander: str = "") -> list[Helper]:
    """Return the dice that help with the next test: one of each helper, as far as there is room.

    commander: the assistant by command (W5.3); another die of theirs waits for the next test.
    """
    first: dict[str, Helper] = {}
    for die in fighter.turn.helpers:
        if not commander or die.who != commander:
            first.setdefault(die.who, die)
    return list(first.values())[:room]


def helper_inputs(fighter: Fighter, room: int = MOST_HELPERS, commander: str = "") -> Values:
    """Return the helpers' dice of a test as its inputs (W1.9, W5.1)."""
    dice = falling(fighter, room, commander)
    if not dice:
        return {}
    return {
        "assist_targets": [die.target for die in dice],
        "assist_crits": [die.crit for die in dice],
    }


def use_up_help(fight: Fight, who: str, room: int = MOST_HELPERS, commander: str = "") -> Fight:
    """Use up the helpers' dice of a test; a helper's second die waits for the next one (W5.1)."""
    fighter = fight.combatants[who]
    remaining = list(fighter.turn.helpers)
    for die in falling(fighter, room, commander):
        remaining.remove(die)
    return fight.turn(who, helpers=tuple(remaining))


Helped = Annotated[str, Somebody(label="Helped", help="Default: whoever was promised first.")]


@transition("help", title="Help now", rules="W5.1 W1.9")
def help_now(
    scene: Fight,
    who: Who,
    whom: Helped = "",
    target: HelperTarget = None,
    crit: HelperCrit = 1,
) -> Result:
    """Add the helper’s d20 to the next test of the helped one."""
    fighter = scene.combatant(who)
    promised = list(fighter.turn.assisting)
    if not promised:
        raise BadInput("who", f"{fighter.name} isn’t helping anyone")
    if unable(fighter):
        raise BadInput("who", unable(fighter))
    helped = whom or promised[0]
    if helped not in promised:
        name = scene.combatant(helped, "whom").name
        raise BadInput("whom", f"{fighter.name} has not promised {name} help")
    promised.remove(helped)
    return _with_helper(scene.turn(who, assisting=tuple(promised)), who, helped, target, crit)


GiveUpTurnHelped = Annotated[str, Somebody(front=True, label="Helped")]


@transition("give_up_turn", title="Give up turn to help", rules="W5.1 W1.9")
def give_up_turn(
    scene: Fight,
    who: Who,
    whom: GiveUpTurnHelped,
    target: HelperTarget = None,
    crit: HelperCrit = 1,
) -> Result:
    """Give up this round’s turn, still to come, to help at once.

    It counts as that turn, with the effects of its start and of its end.
    """
    on(scene)
    fighter = scene.combatant(who)
    scene.combatant(whom, "whom")
    if whom == who:
        raise BadInput("whom", "choose someone else to help")
    if unable(fighter):
        raise BadInput("who", unable(fighter))
    if fighter.sheet["stunned"] or fighter.sheet["dazed"]:
        raise BadInput("who", f"{fighter.name} is stunned or dazed (W5.1)")
    # W2.1: the opening turn is no part of any round, so there is no turn to give up in it.
    has_none = fighter.turn.turn_taken or is_object(fighter)
    if not scene.now.round or scene.now.current == who or has_none:
        raise BadInput("who", f"{fighter.name} has no turn left this round")
    begun = end_lapsed(scene, who)
    spent = begun.scene.turn(who, major_used=fighter.turn.major_used + 1)
    helping = _with_helper(spent, who, whom, target, crit)
    play = begun.and_then(helping).and_then(finish_turn(helping.scene, who))
    return play if scene.now.current else play.and_then(StepResult(start_round_if_over(play.scene)))


def _with_helper(fight: Fight, who: str, whom: str, target: int | None, crit: int) -> Result:
    """Add one die to the helped one's next test, up to the five that a test takes."""
    if target is not None and crit > max(1, target - 1):
        # W1.9: an attribute is at least 1, so a skill is less than the sum.
        raise BadInput(
            "crit",
            f"crit is {crit}; with {target} in all at most {max(1, target - 1)} is worth two",
        )
    helpers = fight.combatant(whom, "whom").turn.helpers
    others = {die.who for die in helpers} - {who}
    if len(others) >= MOST_HELPERS:
        raise BadInput("who", f"{MOST_HELPERS} help already")
    name, helped = (fight.combatants[id].name for id in (who, whom))
    if target is None:
        return StepResult(fight, notes=(f"{name} rolls 1d20 with {helped}’s test (W1.9).",))
    return StepResult(
        fight.turn(whom, helpers=(*helpers, Helper(who, target, crit))),
        notes=(f"{name} rolls 1d20 with {helped}’s test, against {target} (W1.9).",),
    )
