"""Initiative, the order of a round, the actions of a turn, luck to act sooner (W2-W5, W8, W9)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, SumStep, add, adding
from app.core.procedures.procedure import named, prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.wasteland.house import StandUpIsMajor
from app.systems.wasteland.rules.feeding import is_lamed
from app.systems.wasteland.rules.inputs import PLAIN_PURSE, Counter
from app.systems.wasteland.rules.order import rank_combatants
from app.systems.wasteland.rules.turns import (
    MOVEMENT,
    STAND_UP,
    Footing,
    is_second_major,
    out_of_place,
    price,
    too_much,
)
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, MINOR_ACTIONS

MINOR_CHOICES = MINOR_ACTIONS.labels("action")
MAJOR_CHOICES = {**MAJOR_ACTIONS.labels("action"), STAND_UP: MINOR_CHOICES[STAND_UP]}


Kind = Annotated[
    str,
    OneOf(
        {"pc": "Player character", "npc-character": "Character NPC", "creature": "Creature"},
        front=True,
        sheet="kind",
        rules=("W2.6", "W2.7", "W2.8"),
    ),
]
Perception = Annotated[int, Whole(1, 12, front=True, sheet="perception", rules=("W2.6",))]
Agility = Annotated[int, Whole(1, 12, front=True, sheet="agility", rules=("W2.6",))]
Body = Annotated[int, Whole(1, 12, front=True, sheet="body", rules=("W2.7",))]
Mind = Annotated[int, Whole(1, 12, front=True, sheet="mind", rules=("W2.7",))]
Bonus = Annotated[
    int,
    Whole(
        -10,
        20,
        front=True,
        help="From equipment and perks; a creature has none.",
        sheet="initiative_bonus",
        rules=("W2.6", "W2.8"),
    ),
]


@prefilled_by("self")
def without_bonus(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed that a creature has no bonus (W2.6)."""
    return {"bonus": 0} if own["kind"] == "creature" else {}


@procedure(
    "wasteland.initiative",
    title="Initiative",
    grades=(Grade("initiative", "Initiative"),),
    rules="W2.6-W2.8",
    feed=without_bonus,
    verdict=named("initiative"),
)
def initiative(
    kind: Kind = "pc",
    perception: Perception = 5,
    agility: Agility = 5,
    body: Body = 5,
    mind: Mind = 5,
    bonus: Bonus = 0,
) -> Outcome:
    """Work out the fixed number that orders the turns."""
    if kind == "creature" and bonus:
        raise BadInput("bonus", f"bonus is {bonus}; a creature has none: give 0")
    parts: tuple[tuple[int, str], ...]
    if kind == "creature":
        parts = ((body, "Body"), (mind, "Mind"))
    else:
        parts = ((perception, "PER"), (agility, "AGI"), (bonus, "bonus"))
    number = sum(amount for amount, _ in parts)
    return Outcome(
        "initiative",
        values={"initiative": number},
        steps=adding(*parts, result=(number, "initiative")),
    )


Initiatives = Annotated[
    tuple[int, ...],
    ListOf(
        Whole(-10, 50),
        20,
        1,
        front=True,
        help="Of everybody, in the order of entry.",
        rules=("W2.2",),
    ),
]
Initiator = Annotated[
    int,
    Whole(
        0,
        20,
        front=True,
        help="Place of who started the fight and takes the opening turn; 0 for nobody.",
        rules=("W2.1", "W8.1"),
    ),
]
TieOrder = Annotated[
    tuple[int, ...],
    ListOf(
        Whole(1, 20),
        20,
        front=True,
        label="Ties, as the GM settles them",
        help="Places of the tied, who goes first named first.",
        rules=("W2.4",),
    ),
]


@procedure(
    "wasteland.turn_order",
    title="Turn order",
    grades=(Grade("ordered", "In order", "good"), Grade("tied", "A tie to settle", "mixed")),
    rules="W2.1-W2.5 W8.1-W8.4",
)
def turn_order(
    initiatives: Initiatives,
    initiator: Initiator = 0,
    tie_order: TieOrder = (),
) -> Outcome:
    """Order the highest first; ties keep the order of entry until the GM settles them."""
    count = len(initiatives)
    if initiator > count:
        raise BadInput("initiator", f"initiator is {initiator}; give 0 to {count}")
    if len(set(tie_order)) != len(tie_order):
        raise BadInput("tie_order", "a place is named twice; name each once")
    if any(place > count for place in tie_order):
        raise BadInput("tie_order", f"give places from 1 to {count}")
    order = rank_combatants(dict(enumerate(initiatives, 1)), tie_order)
    return Outcome(
        "tied" if order.unsettled else "ordered",
        values={
            "order": order.ids,
            "opening_turn": initiator,
            "ties": len(order.tied),
            "unresolved_ties": len(order.unsettled),
        },
    )


Minor = Annotated[
    tuple[str, ...],
    ListOf(OneOf(MINOR_CHOICES), 6, front=True, label="Minor actions", rules=("W3.1", "W3.2")),
]
Major = Annotated[
    tuple[str, ...],
    ListOf(OneOf(MAJOR_CHOICES), 6, front=True, label="Major actions", rules=("W3.1", "W3.3")),
]
Prone = Annotated[
    bool,
    YesNo(
        front=True,
        help="At the start of the turn.",
        sheet="prone",
        rules=("W10.1", "W10.2"),
    ),
]
LegInjury = Annotated[bool, YesNo(front=True, rules=("W7.3",))]
NoFreeActions = Annotated[
    bool,
    YesNo(
        front=True,
        help="Stunned or dazed: only actions bought with AP are left.",
        rules=("W7.3", "W7.7"),
    ),
]


@prefilled_by("self")
def able(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed a leg injury (W7.3) and the lack of free actions (W3.1)."""
    return {"leg_injury": is_lamed(own), "no_free_actions": own["stunned"] or own["dazed"]}


@procedure(
    "wasteland.action_budget",
    title="Actions of a turn",
    grades=(Grade("legal", "Allowed", "good"), Grade("illegal", "Not allowed", "bad")),
    rules="W3.1-W3.6 W4.1-W4.6 W5.1-W5.10 W7.3 W10.1 W10.2 W11.3 W11.4",
    feed=able,
)
def action_budget(
    minor: Minor = (),
    major: Major = (),
    prone: Prone = False,
    leg_injury: LegInjury = False,
    no_free_actions: NoFreeActions = False,
    counter: Counter = PLAIN_PURSE,
    stand_up_is_major: StandUpIsMajor = False,
) -> Outcome:
    """Check whether this turn is allowed, and what it costs."""
    footing = Footing(prone, leg_injury, no_free_actions)
    cost = price(len(minor), len(major), footing)
    movement = sum(action in MOVEMENT for action in (*minor, *major))
    notes = (
        *too_much(len(minor), len(major), movement, cost, counter.at_hand.total, footing),
        *out_of_place(minor, major, footing, stand_up_is_major),
    )
    legal = not notes
    return Outcome(
        "legal" if legal else "illegal",
        legal,
        {
            "ap_cost": cost,
            "minor_count": len(minor),
            "major_count": len(major),
            "movement_count": movement,
            "second_major_difficulty": int(is_second_major(len(major), footing)),
            "aim_rerolls": int("aim" in minor and "attack" in major),
            "violations": len(notes),
        },
        effects=counter.at_hand.changes(counter.at_hand.paid(cost)) if legal else (),
        notes=notes,
        steps=(
            SumStep("", cost, "AP for more actions"),
            SumStep("against", counter.at_hand.total, "AP"),
        ),
    )


LuckPoints = Annotated[int, Whole(0, 12, front=True, sheet="luck_points", rules=("W9.1", "W9.6"))]
TurnTaken = Annotated[
    bool,
    YesNo(
        front=True,
        label="Turn taken, or own place reached",
        rules=("W9.2", "W9.3"),
    ),
]
TurnInProgress = Annotated[bool, YesNo(front=True, label="Somebody’s turn is on", rules=("W9.2",))]


@procedure(
    "wasteland.act_faster",
    title="Act sooner",
    grades=(Grade("allowed", "Allowed", "good"), Grade("refused", "Not now", "bad")),
    rules="W9.1-W9.6",
)
def act_faster(
    luck_points: LuckPoints = 1,
    turn_taken: TurnTaken = False,
    turn_in_progress: TurnInProgress = False,
) -> Outcome:
    """Spend a luck point to take this round’s turn sooner."""
    faults = {
        "no-luck": luck_points == 0,
        "turn-taken": turn_taken,
        "turn-in-progress": turn_in_progress,
    }
    notes = tuple(id for id, broken in faults.items() if broken)
    return Outcome(
        "refused" if notes else "allowed",
        not notes,
        {"luck_after": luck_points - (not notes), "violations": len(notes)},
        effects=() if notes else (add("luck_points", -1),),
        notes=notes,
    )
