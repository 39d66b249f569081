"""Actions in a turn (W3-W5, W10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import ListOf, OneOf, Somebody, Text, When, YesNo
from app.systems.wasteland.encounter.costs import ACTIONS, TAKE_CHEM, take_action
from app.systems.wasteland.encounter.doing import ON_COMMAND, READIED, check_command, done
from app.systems.wasteland.encounter.state import Fight, Intent, Readied, Result, unable
from app.systems.wasteland.encounter.turns import on
from app.systems.wasteland.house import StandUpIsMajor
from app.systems.wasteland.rules.turns import MOVEMENT, STAND_UP
from app.systems.wasteland.rules.zones import MOST as MOST_IN_ZONE
from app.systems.wasteland.tables.actions import COMMAND_SKILLS

NPC_KINDS = {row.npc: row.words for row in COMMAND_SKILLS}


#: The actions for which a field of the form has a meaning.
CONCERNING = ("first-aid", "assist", "command-npc", "test")
TO_SOMEBODY = (
    When("action", among=(*CONCERNING, "take-chem", "ready")),
    When("readied_action", among=(*CONCERNING, "attack")),
)
TO_MOVE = When("action", among=tuple(MOVEMENT))
TO_READY = When("action", among=("ready",))
TO_AIM_AT_A_ZONE = (
    When("action", among=("attack", "command-npc", "ready")),
    When("readied_action", among=("attack", "command-npc")),
    When("npc_action", among=("attack",)),
)
TO_COMMAND = (
    When("action", among=("command-npc", "ready")),
    When("readied_action", among=("command-npc",)),
)

Action = Annotated[str, OneOf(ACTIONS, front=True, rules=("W3.1",))]
Recipient = Annotated[
    str,
    Somebody(
        front=True,
        help="Target or patient, or the one to help or command. No patient: oneself.",
        only_if=TO_SOMEBODY,
        oneself=When("action", among=("first-aid", "take-chem")),
    ),
]
DropProne = Annotated[
    bool,
    YesNo(help="At the end of a movement action.", only_if=(TO_MOVE,), rules=("W10.7",)),
]
Trigger = Annotated[
    str,
    Text(200, label="Trigger", help="For Ready: the event.", only_if=(TO_READY,), rules=("W5.8",)),
]
ReadiedAction = Annotated[
    str, OneOf(READIED, label="Readied action", only_if=(TO_READY,), rules=("W5.8",))
]
Zone = Annotated[
    tuple[str, ...],
    ListOf(
        Somebody(),
        MOST_IN_ZONE,
        label="In the Blast zone",
        help="Everybody in the zone, friends included, for a Blast weapon.",
        only_if=TO_AIM_AT_A_ZONE,
        rules=("W6.14", "W7.14"),
    ),
]
NpcAction = Annotated[
    str,
    OneOf(
        ON_COMMAND,
        label="NPC’s action",
        help="For a command.",
        only_if=TO_COMMAND,
        rules=("W5.3",),
    ),
]
NpcTarget = Annotated[
    str,
    Somebody(
        label="NPC’s target",
        help="Its target or patient.",
        only_if=(*TO_COMMAND, When("npc_action", among=(*CONCERNING, "attack"))),
        rules=("W5.3",),
    ),
]
NpcKind = Annotated[
    str | None,
    OneOf(
        NPC_KINDS,
        label="NPC is",
        help="Sets the commander’s skill. Default: from the NPC’s body.",
        only_if=TO_COMMAND,
        rules=("W5.3",),
    ),
]


@transition("act", title="Take action", rules="W3.1-W3.6 W4.1-W4.6 W5.1-W5.10 W10.1 W10.2 W10.7")
def act(
    scene: Fight,
    action: Action,
    whom: Recipient = "",
    drop_prone: DropProne = False,
    trigger: Trigger = "",
    readied_action: ReadiedAction = "attack",
    npc_action: NpcAction = "test",
    npc_target: NpcTarget = "",
    npc_kind: NpcKind = None,
    zone: Zone = (),
    stand_up_is_major: StandUpIsMajor = False,
) -> Result:
    """Take an action in this turn; the second of a kind costs AP."""
    on(scene)
    who = scene.now.current
    if who is None:
        raise BadInput("action", "no current turn; start one first")
    fighter = scene.combatant(who)
    if unable(fighter):
        raise BadInput("action", unable(fighter))
    if whom:
        scene.combatant(whom, "whom")
    if npc_target:
        scene.combatant(npc_target, "npc_target")
    for each in zone:
        scene.combatant(each, "zone")
    if len(set(zone)) < len(zone):
        raise BadInput("zone", "name each combatant once")
    if drop_prone and action not in MOVEMENT:
        raise BadInput("drop_prone", "drop prone only at the end of a movement action (W10.7)")
    counted, count = take_action(scene, who, action, stand_up_is_major)
    intent = Intent(
        whom,
        count.second_major,
        zone=zone,
        npc_action=npc_action,
        npc_kind=npc_kind or "",
        npc_target=npc_target,
    )
    notes = (f"{count.cost} AP for one more action (W3.2, W3.3).",) if count.cost else ()
    play: Result = StepResult(counted, notes=notes)
    if action in MOVEMENT:
        prone = drop_prone or (fighter.sheet["prone"] and action != STAND_UP)
        return play.and_then(StepResult(_with_prone(counted, who, prone)))
    if action == "aim":
        return play.and_then(StepResult(counted.turn(who, aim_ready=True)))
    if action == "ready":
        ready = _readied(counted, who, readied_action, trigger, intent)
        return play.and_then(StepResult(ready))
    return play.and_then(_acted(counted, who, action, intent))


def _acted(fight: Fight, who: str, action: str, intent: Intent) -> Result:
    """Carry out any other action, and remind of promised help with it."""
    turn = fight.combatants[who].turn
    if action == "attack":
        # W4.1: Aim serves the attack declared first this turn, and no later one.
        intent = replace(intent, aim=turn.aim_ready and not turn.attacked)
        fight = fight.turn(who, attacked=True, aim_ready=False)
    play = done(fight, who, action, intent)
    # W5.3: the test on command is the NPC's, whichever hand rolls it.
    tests = {due.others.get("npc", due.who) for due in play.due if due.procedure != TAKE_CHEM}
    return play.and_then(StepResult(play.scene, notes=_help_at_hand(play.scene, tests)))


def _help_at_hand(fight: Fight, tests: set[str]) -> tuple[str, ...]:
    """Return the reminders of promised help with the present tests (W5.1)."""
    return tuple(
        f"{combatant.name} helps with this test: add them before rolling (W5.1)."
        for combatant in fight.combatants.values()
        if tests & set(combatant.turn.assisting)
    )


def _readied(fight: Fight, who: str, action: str, trigger: str, intent: Intent) -> Fight:
    """Ready one more action that waits for its trigger (W5.8)."""
    if action == "assist" and intent.whom in ("", who):
        raise BadInput("whom", "choose someone else to help")
    if action == "command-npc":
        check_command(fight, who, intent)
    held = Readied(**vars(intent), trigger=trigger, action=action)
    return fight.turn(who, readied=(*fight.combatants[who].turn.readied, held))


def _with_prone(fight: Fight, who: str, prone: bool) -> Fight:
    lies = fight.combatants[who].sheet["prone"]
    return fight if lies == prone else fight.write(who, prone=prone)
