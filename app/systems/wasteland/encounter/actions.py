"""What whoever's turn it is spends it on (W3-W5, W10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.errors import BadInput
from app.core.flat import State, StepResult, transition, with_combatant
from app.core.kinds import ListOf, OneOf, Somebody, Text, YesNo
from app.core.outcomes import put
from app.systems.wasteland.encounter.costs import taken
from app.systems.wasteland.encounter.doing import (
    ON_COMMAND,
    READIED,
    Told,
    check_command,
    done,
)
from app.systems.wasteland.encounter.state import promised_by, readied_of, somebody, unable
from app.systems.wasteland.encounter.turns import on
from app.systems.wasteland.house import StandUpIsMajor
from app.systems.wasteland.tables.actions import COMMAND_SKILLS, MAJOR_ACTIONS, MINOR_ACTIONS
from app.systems.wasteland.turns import MOVEMENT, STAND_UP
from app.systems.wasteland.zones import MOST as MOST_IN_ZONE

ACTIONS = {**MINOR_ACTIONS.labels("action"), **MAJOR_ACTIONS.labels("action")}

NPC_KINDS = {row.npc: row.words for row in COMMAND_SKILLS}


Action = Annotated[str, OneOf(ACTIONS, front=True, rules=("W3.1",))]
Whom = Annotated[
    str,
    Somebody(
        front=True,
        help="Whom the action is for: the target of an attack, the patient, who is helped or "
        "commanded.",
    ),
]
DropProne = Annotated[bool, YesNo(help="At the end of a movement action.", rules=("W10.7",))]
Trigger = Annotated[
    str, Text(200, label="Situation waited for", help="To ready an action.", rules=("W5.8",))
]
ReadiedAction = Annotated[str, OneOf(READIED, label="Action readied", rules=("W5.8",))]
Zone = Annotated[
    tuple[str, ...],
    ListOf(
        Somebody(),
        MOST_IN_ZONE,
        label="In the zone of a Blast",
        help="Everybody there, friends included, for an attack with a Blast weapon.",
        rules=("W6.14", "W7.14"),
    ),
]
NpcAction = Annotated[
    str, OneOf(ON_COMMAND, label="The NPC’s action", help="To command.", rules=("W5.3",))
]
NpcTarget = Annotated[
    str,
    Somebody(label="The NPC acts on", help="Its target or patient.", rules=("W5.3",)),
]
NpcKind = Annotated[
    str | None,
    OneOf(
        NPC_KINDS,
        label="The NPC is",
        help="It says the commander’s skill; left out, the NPC’s body says it.",
        rules=("W5.3",),
    ),
]


@transition("act", title="Take an action", rules="W3.1-W3.6 W4.1-W4.6 W5.1-W5.10 W10.1 W10.2 W10.7")
def act(
    state: State,
    action: Action,
    whom: Whom = "",
    drop_prone: DropProne = False,
    trigger: Trigger = "",
    readied_action: ReadiedAction = "attack",
    zone: Zone = (),
    npc_action: NpcAction = "test",
    npc_target: NpcTarget = "",
    npc_kind: NpcKind = None,
    stand_up_is_major: StandUpIsMajor = False,
) -> StepResult:
    """Whoever's turn it is takes an action; the second of a kind is paid with AP."""
    on(state)
    who = state["current"]
    if who is None:
        raise BadInput("action", "it is nobody’s turn; begin one first")
    whose = somebody(state, who)
    if unable(whose):
        raise BadInput("action", unable(whose))
    if whom:
        somebody(state, whom, "whom")
    if npc_target:
        somebody(state, npc_target, "npc_target")
    for each in zone:
        somebody(state, each, "zone")
    if len(set(zone)) < len(zone):
        raise BadInput("zone", "somebody is named twice; name each once")
    if drop_prone and action not in MOVEMENT:
        raise BadInput("drop_prone", "one drops prone at the end of a movement action (W10.7)")
    counted, count = taken(state, who, action, stand_up_is_major)
    told = Told(
        whom,
        count.second_major,
        zone=zone,
        npc_action=npc_action,
        npc_kind=npc_kind or "",
        npc_target=npc_target,
    )
    notes = (f"{count.cost} AP for one more action (W3.2, W3.3).",) if count.cost else ()
    if action in MOVEMENT:
        prone = drop_prone or (whose["prone"] and action != STAND_UP)
        came = _with_prone(counted, who, prone)
    elif action == "aim":
        came = StepResult(with_combatant(counted, who, aim_ready=True))
    elif action == "ready":
        came = _readied(counted, who, readied_action, trigger, told)
    else:
        came = _acted(counted, who, action, told)
    return StepResult(came.state, came.due, came.effects, (*notes, *came.notes))


def _acted(state: State, who: str, action: str, told: Told) -> StepResult:
    """Any other action, and who stands ready to help with it."""
    whose = state["combatants"][who]
    if action == "attack":
        # W4.1: Aim serves the attack declared first this turn, and no later one.
        first = whose["aim_ready"] and not whose["attacked"]
        told = replace(told, aim=first)
        state = with_combatant(state, who, attacked=True, aim_ready=False)
    came = done(state, who, action, told)
    tests = {due.who for due in came.due if due.procedure != "wasteland.take_chem"}
    return StepResult(came.state, came.due, came.effects, _help_at_hand(came.state, tests))


def _help_at_hand(state: State, tests: set[str]) -> tuple[str, ...]:
    """Who stands ready to help with the tests that are made now (W5.1)."""
    return tuple(
        f"{each['name']} helps with this test: say so before the dice fall (W5.1)."
        for each in state["combatants"].values()
        if tests & set(promised_by(each))
    )


def _readied(state: State, who: str, action: str, trigger: str, told: Told) -> StepResult:
    """One more action that waits for its situation (W5.8)."""
    if action == "assist" and told.whom in ("", who):
        raise BadInput("whom", "say who else is helped")
    if action == "command-npc":
        check_command(state, who, told)
    held = {"trigger": trigger, "action": action, **told.record()}
    return StepResult(
        with_combatant(state, who, readied=[*readied_of(state["combatants"][who]), held])
    )


def _with_prone(state: State, who: str, prone: bool) -> StepResult:
    if state["combatants"][who]["prone"] == prone:
        return StepResult(state)
    return StepResult(
        with_combatant(state, who, prone=prone), effects=((who, put("prone", prone)),)
    )
